"""Random programs on arrays, and those that once failed (kept by tests/lift/numpy/fuzz.py), run in every way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lift.numpy.fuzz import page
from tests.lift.numpy.grammars import ARRAYS, GRAMMARS, LEAVING, NESTS
from tests.lift.numpy.judge import ROOT, TIE, outcome, outcomes
from tests.lift.numpy.shrink import FOUND, shrunk

KEPT = sorted(FOUND.glob("*.py"))


@pytest.mark.parametrize("path", KEPT, ids=lambda p: p.stem)
def test_what_failed_once(path: Path, tmp_path: Path) -> None:
    kind, seed = path.stem.split("_")
    found = outcome(path.read_text(), int(seed), tmp_path, True, GRAMMARS[kind])
    assert found == "agrees" or found.startswith("refused")


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_random_programs_on_arrays(first: int, tmp_path: Path) -> None:
    found = list(outcomes(range(first, first + 10), tmp_path, ARRAYS).values())
    assert not [f for f in found if f.startswith("FAILS")]
    assert found.count("agrees") >= 4  # the others alias arrays in ways that depend on data


def test_random_nests(tmp_path: Path) -> None:
    assert set(outcomes(range(3, 6), tmp_path, NESTS).values()) == {"agrees"}


def test_loops_that_are_left(tmp_path: Path) -> None:
    assert set(outcomes(range(104, 112), tmp_path, LEAVING).values()) == {"agrees"}  # 106 and 111 once went on behind an `else`


def test_a_comparison_of_equal_sums_is_a_tie_where_both_ways_agree(tmp_path: Path) -> None:
    source = ARRAYS.programs(100670)  # `A[:] = A[::-1]`, then A.sum() > B.sum() of arrays of the same numbers
    assert outcome(source, 100675, tmp_path, False, ARRAYS) == TIE
    wrong = source.replace("A.sum() > B.sum()", "A.sum() > B.sum() + 0.0")  # no comparison that is known to tie
    assert outcome(wrong, 100675, tmp_path, False, ARRAYS).startswith("FAILS")


def test_a_root_of_exactly_zero_has_no_derivative(tmp_path: Path) -> None:
    source = ARRAYS.programs(127872)  # np.sqrt(np.abs(a)) where a[i] = A[:, 0] - A.max(axis=1)
    assert outcome(source, 127872, tmp_path, False, ARRAYS) == ROOT
    wrong = source.replace("np.sqrt(np.abs(a))", "np.power(np.abs(a), 0.5)")  # no root that is known
    assert outcome(wrong, 127872, tmp_path, False, ARRAYS).startswith("FAILS adjoint: nan")


def test_failures_are_shrunk_to_what_fails() -> None:
    source = ARRAYS.programs(3)
    assert "np." in source
    small = shrunk(source, lambda s: "n, m = A.shape" in s)
    assert small[small.index("def f("):].count("\n") <= 3


def test_the_page_counts_outcomes_and_tells_what_differs() -> None:
    def record(text: str, before: str = "") -> dict[str, str]:
        return {"outcome": text, "commit": "abc", "before": before}
    text = page({0: record("agrees"), 1: record("refused: no"), 2: record("refused: no"), 3: record("FAILS native: result[0]: 1 is not 2"),
                 4: record("agrees", "FAILS running: KeyError: 'w'"), 5: record("too long"), 6: record("tie", "FAILS native: result[0]")})
    assert "7 programs, seeds 0 to 6." in text and "| agree in every way | 2 |" in text and "| no | 2 |" in text
    assert "| 3 | FAILS native: result[0] | abc |" in text and "| 4 | FAILS running: KeyError | abc |" in text
    assert "processor (5) | 1 |" in text and "to either side (6) | 1 |" in text and "| 6 |" not in text
