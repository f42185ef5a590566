"""Random programs on arrays, and those that once failed (kept by tests/lift/numpy/fuzz.py), run in every way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.lift.numpy.fuzz import FOUND, outcome, shrunk
from tests.lift.numpy.random_arrays import programs

KEPT = sorted(FOUND.glob("*.py"))


@pytest.mark.parametrize("path", KEPT, ids=lambda p: p.stem)
def test_what_failed_once(path: Path, tmp_path: Path) -> None:
    found = outcome(path.read_text(), int(re.sub(r"\D", "", path.stem)), tmp_path, native=True)
    assert found == "agrees" or found.startswith("refused")


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_random_programs_on_arrays(first: int, tmp_path: Path) -> None:
    found = [outcome(programs(seed), seed, tmp_path, native=seed % 10 == 0) for seed in range(first, first + 10)]
    assert not [f for f in found if f.startswith("FAILS")]
    assert found.count("agrees") >= 4  # the others alias arrays in ways that depend on data


def test_failures_are_shrunk_to_what_fails() -> None:
    source = programs(3)
    assert "np." in source
    small = shrunk(source, lambda s: "n, m = A.shape" in s)
    assert small[small.index("def f("):].count("\n") <= 3
