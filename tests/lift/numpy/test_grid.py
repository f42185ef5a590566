"""Every option of NumPy's and SciPy's functions, in combinations, against NumPy and SciPy: values, shapes, dtypes.

What is refused is no failure here: it says so. What is taken has to be right."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from precis.errors import PrecisError
from precis.lift import lift
from tests.lift.numpy.case import run
from tests.lift.numpy.grid import ARRAYS, ROWS, Row
from tests.lift.numpy.surface import check_adjoint


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


def _wanted(f: Any, arrays: list[np.ndarray]) -> Any:
    with np.errstate(all="ignore"):
        try:
            return f(*arrays)
        except Exception:  # no such combination
            return None


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("row", ROWS, ids=lambda r: r.name)
def test_options_mean_what_they_mean_to_the_library(row: Row) -> None:
    for values in itertools.product(*row.options.values()):
        options = dict(zip(row.options, values))
        f, arrays = _made(row, options), [ARRAYS[name].copy() for name in row.arrays]
        wanted = _wanted(f, arrays)
        if wanted is None:
            continue
        try:
            found = run(lift(f, *arrays), arrays)
        except PrecisError:
            continue
        for ours, theirs in itertools.zip_longest(_parts(found), _parts(wanted)):
            close = 1e-9 if theirs.dtype.itemsize >= 8 else 1e-5
            assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype), options
            np.testing.assert_allclose(ours, theirs, rtol=close, atol=close, err_msg=str(options))


@pytest.mark.parametrize("function", [lambda a: np.linalg.pinv(a, 0.5), lambda a: np.linalg.lstsq(a, np.arange(3.0), 0.6)[0]])
def test_what_is_left_out_by_intent_has_no_derivative(function):
    program = lift(function, ARRAYS["A"])
    check_adjoint(program, [ARRAYS["A"]])


def test_most_combinations_are_lifted() -> None:
    """So that the table does not pass by refusals: a sample of rows that are lifted whole."""
    whole = ("sum", "cumsum", "quantile", "pad", "norm", "fft", "lfilter", "correlate1d")
    for row in [next(r for r in ROWS if r.function.__name__ == name) for name in whole]:
        options = {k: v[0] for k, v in row.options.items()}
        arrays = [ARRAYS[name].copy() for name in row.arrays]
        lift(_made(row, options), *arrays)
