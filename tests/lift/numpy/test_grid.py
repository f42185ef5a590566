"""Every option of NumPy's and SciPy's functions, in combinations, against NumPy and SciPy: values, shapes, dtypes.

What is refused says so; what is lifted has to be right, and to stay lifted."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from precis.emit.cpu.build import QUICK
from precis.emit.engine import compile_all
from precis.errors import PrecisError
from precis.lift import lift
from tests.lift.numpy import grid, grid_corners, grid_edges, grid_special, grid_statistics
from tests.lift.numpy.case import run
from tests.lift.numpy.grid import REFUSED, ROWS, Row
from tests.lift.numpy.surface import check_adjoint

TABLES = (grid.ARRAYS, grid_special.ARRAYS, grid_corners.ARRAYS, grid_edges.ARRAYS)
ARRAYS = {name: array for table in TABLES for name, array in table.items()}
TOGETHER = 60  # programs in one library
assert len(ARRAYS) == sum(map(len, TABLES))  # each name once


def _made(row: Row, options: dict[str, Any]) -> Any:
    """The call, with options as constants of the program."""
    function = row.function
    if row.listed:
        return lambda *arrays: function(list(arrays), **options)
    return lambda *arrays: function(*arrays, **options)


def _parts(found: Any) -> Iterator[Any]:
    if isinstance(found, dict):
        found = tuple(found.values())
    if isinstance(found, (tuple, list)):
        for part in found:
            yield from _parts(part)
    else:
        yield np.asarray(found)


def _same(found: Any, wanted: Any, where: str) -> None:
    for ours, theirs in itertools.zip_longest(_parts(found), _parts(wanted)):
        close = {2: 2e-3, 4: 1e-5}.get(theirs.real.dtype.itemsize if theirs.dtype.kind in "fc" else 8, 1e-9)
        assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype), where
        np.testing.assert_allclose(ours, theirs, rtol=close, atol=close, err_msg=where)


def _wanted(f: Any, arrays: list[np.ndarray]) -> Any:
    with np.errstate(all="ignore"):
        try:
            return f(*arrays)
        except Exception:  # no such combination
            return None


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("row", [*ROWS, *grid_special.ROWS, *grid_statistics.ROWS, *grid_corners.ROWS, *grid_edges.ROWS], ids=lambda r: r.name)
def test_options_mean_what_they_mean_to_the_library(row: Row) -> None:
    refused: list[str] = []
    combinations = 0
    for values in itertools.product(*row.options.values()):
        options = dict(zip(row.options, values))
        f, arrays = _made(row, options), [ARRAYS[name].copy() for name in row.arrays]
        wanted = _wanted(f, arrays)
        if wanted is None:
            continue
        combinations += 1
        try:
            found = run(lift(f, *arrays), arrays)
        except PrecisError as refusal:
            refused.append(f"{options}: {refusal}")
            continue
        _same(found, wanted, str(options))
    assert combinations, "the library takes none of these"
    assert len(refused) <= REFUSED.get(row.name, 0), refused


def _cases(row: Row) -> Iterator[tuple[Any, list[np.ndarray], Any]]:
    """What the library takes of all options: (the call, its arrays, its result)."""
    for values in itertools.product(*row.options.values()):
        f, arrays = _made(row, dict(zip(row.options, values))), [ARRAYS[name].copy() for name in row.arrays]
        wanted = _wanted(f, arrays)
        if wanted is not None:
            yield f, arrays, wanted


@pytest.mark.filterwarnings("ignore")
def test_edges_are_the_same_compiled() -> None:
    cases = [(row.name, *case) for row in grid_edges.ROWS for case in _cases(row)]
    programs = [replace(lift(f, *arrays), name=f"edge{k}") for k, (_, f, arrays, _) in enumerate(cases)]
    compiled = [c for k in range(0, len(programs), TOGETHER) for c in compile_all(programs[k:k + TOGETHER], QUICK)]
    for run_it, (name, _, arrays, wanted) in zip(compiled, cases, strict=True):
        _same(run_it(*arrays), wanted, name)


@pytest.mark.parametrize("function", [lambda a: np.linalg.pinv(a, 0.5), lambda a: np.linalg.lstsq(a, np.arange(3.0), 0.6)[0]])
def test_what_is_left_out_by_intent_has_no_derivative(function):
    program = lift(function, ARRAYS["A"])
    check_adjoint(program, [ARRAYS["A"]])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("row", [r for r in grid_special.ROWS if r.arrays == ("U",) or r.function.__name__ in grid_special.SEVERAL], ids=lambda r: r.name)
def test_special_functions_have_their_derivatives(row: Row) -> None:
    arrays = [np.array([0.35, 0.62, 0.9]), np.array([0.4, 0.55, 0.81])][:len(row.arrays)]
    check_adjoint(lift(_made(row, {}), *arrays), arrays)


@pytest.mark.parametrize("row", [r for r in grid_statistics.ROWS if r.arrays == ("U",)], ids=lambda r: r.name)
def test_statistics_have_their_derivatives(row: Row) -> None:
    first = {k: values[0] for k, values in row.options.items()}
    check_adjoint(lift(_made(row, first), ARRAYS["U"]), [ARRAYS["U"]])
