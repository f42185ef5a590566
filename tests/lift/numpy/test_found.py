"""Random programs on arrays, and those that once failed (kept by tests/lift/numpy/fuzz.py), run in every way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.lift.numpy.judge import outcome, outcomes
from tests.lift.numpy.random_arrays import programs
from tests.lift.numpy.shrink import FOUND, shrunk

KEPT = sorted(FOUND.glob("*.py"))


@pytest.mark.parametrize("path", KEPT, ids=lambda p: p.stem)
def test_what_failed_once(path: Path, tmp_path: Path) -> None:
    found = outcome(path.read_text(), int(re.sub(r"\D", "", path.stem)), tmp_path, native=True)
    assert found == "agrees" or found.startswith("refused")


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_random_programs_on_arrays(first: int, tmp_path: Path) -> None:
    found = list(outcomes(range(first, first + 10), tmp_path).values())
    assert not [f for f in found if f.startswith("FAILS")]
    assert found.count("agrees") >= 4  # the others alias arrays in ways that depend on data


def test_failures_are_shrunk_to_what_fails() -> None:
    source = programs(3)
    assert "np." in source
    small = shrunk(source, lambda s: "n, m = A.shape" in s)
    assert small[small.index("def f("):].count("\n") <= 3
