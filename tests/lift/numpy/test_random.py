"""Random programs: what is lifted computes what Python computes, bit for bit where only + - * / sqrt and conversions take part."""

from __future__ import annotations

import copy
import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from precis.errors import InputError, UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run, same
from tests.lift.numpy.random_programs import expressions, statements

PER_TEST = 20


def _function(source: str, folder: Path, seed: int) -> Callable[..., Any]:
    path = folder / f"random_{seed}.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(f"random_{seed}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.f


def _agrees(function: Callable[..., Any], samples: Sequence[tuple[Any, ...]], close: float | None) -> bool:
    """Whether the function was lifted; asserts that the lifted one agrees on every sample that its guards admit."""
    try:
        with np.errstate(all="ignore"):
            function(*copy.deepcopy(samples[0]))
    except (TypeError, ValueError, IndexError, ZeroDivisionError, OverflowError):
        return False  # no valid program
    try:
        program = lift(function, *copy.deepcopy(samples[0]))
    except UnsupportedProgram as problem:
        assert problem.hints
        return False
    for sample in samples:
        theirs, ours = copy.deepcopy(sample), copy.deepcopy(sample)
        try:
            with np.errstate(all="ignore"):
                wanted = function(*theirs)
            found = run(program, ours)
        except (InputError, IndexError, ZeroDivisionError):
            continue
        same([np.asarray(f) for f in found], [np.asarray(w) for w in wanted], close, "result")
        same(ours, theirs, close, "arguments")
    return True


def _fields(seed: int, n: int, steps: int) -> tuple[Any, ...]:
    r = np.random.default_rng(seed)
    return (*(r.uniform(0.5, 1.5, n) for _ in range(3)), 1.1, 0.9, 1, steps)


def _mixed(seed: int) -> tuple[Any, ...]:
    r = np.random.default_rng(seed)
    return (r.uniform(-2, 2, 5).astype("f4"), r.uniform(-2, 2, 5), r.integers(-9, 9, 5), r.integers(-9, 9, 5).astype(np.int32),
            r.integers(0, 200, 5).astype(np.uint8), r.integers(0, 2, 5).astype(bool), np.array([0.0, 1.0, -1.0, 0.5, 2.0]),
            r.uniform(-2, 2, (5, 5)).astype("f4"), r.uniform(-2, 2, (5, 5)), float(r.uniform(0.3, 2)), np.float32(r.uniform(0.3, 2)), 3,
            np.float64(r.uniform(0.3, 2)), np.array([4, 0, -2, 1, 1]))


@pytest.mark.parametrize("first", range(0, 100, PER_TEST))
def test_control_flow_and_aliases(first: int, tmp_path: Path) -> None:
    lifted = 0
    for seed in range(first, first + PER_TEST):
        samples = [_fields(seed, n, steps) for n, steps in ((6, 4), (6, 5), (9, 3), (7, 1))]
        lifted += _agrees(_function(statements(seed), tmp_path, seed), samples, 1e-13)
    assert lifted >= PER_TEST // 4  # the others alias arrays in ways that depend on data


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("first", range(0, 100, PER_TEST))
def test_mixed_dtypes_bit_for_bit(first: int, tmp_path: Path) -> None:
    seeds = range(first, first + PER_TEST)
    lifted = sum(_agrees(_function(expressions(s), tmp_path, s), [_mixed(s), _mixed(s + 1)], None) for s in seeds)
    assert lifted >= PER_TEST // 4  # many combine dtypes in ways that NumPy refuses


