"""DaCe's autodiff in another Python: the program that it differentiates, what counts and how it is told."""

import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from benchmarks.corpus import CORPUS
from benchmarks.dace_gradients import STAGES, TOTAL, WRONG, gradients_apart, page, summed
from benchmarks.outcome import difference
from tests.benchmarks.test_dace_apart import STAND_IN


@pytest.fixture
def stand_in(monkeypatch):
    """A DaCe whose programs are the functions themselves."""
    class Shaped:
        def __class_getitem__(cls, shape):
            return shape
    made = ModuleType("dace")
    vars(made).update(dtypes=SimpleNamespace(typeclass=lambda kind: Shaped), compiletime=None, program=lambda auto_optimize: lambda function: function)
    monkeypatch.setitem(sys.modules, "dace", made)


@pytest.mark.parametrize("name", ["wave", "gauss_seidel", "vorticity", "heston", "k_means", "covariance_path"])
def test_the_program_ends_in_the_sum_of_what_is_returned_or_changed(name, stand_in, tmp_path):
    entry = next(e for e in CORPUS if e.name == name)
    arguments = entry.arguments("small")
    before = [np.copy(a) for a in arguments]
    program, given, total = summed(entry.load()[0], arguments, tmp_path)
    program(*given.values())
    assert difference(total, given[TOTAL][0]) < 1e-14
    for old, new in zip(before, given.values()):
        np.testing.assert_array_equal(np.ravel(old), np.ravel(new))


@pytest.mark.parametrize("body, stage, why", [("", STAGES[0], "No module named 'dace"), ("pass", STAGES[0], "No module named 'dace.autodiff'")])
def test_what_does_not_count_says_where_and_why(body, stage, why, monkeypatch, tmp_path):
    if body:
        (tmp_path / "dace.py").write_text(STAND_IN.replace("{body}", body))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    found = gradients_apart(sys.executable, "wave", "small", 3, 0.1, 60.0, [])
    assert found["stage"] == stage and why in found["failure"]


def test_the_page_counts_by_stage():
    measured = {"seconds": {"plain": 1e-3}, "ratios": {"plain": 2.0}, "memory": {"plain": 1e6}}
    records = [{"name": "a", "dace": {"forward": 1e-3, "both": 4e-3, "memory": 2e6}, **measured},
               {"name": "b", "dace": {"stage": WRONG, "failure": "differs by 1"}, **measured}, {"name": "c"}]
    text = page(records)
    assert "1 of 2 programs" in text and "| a | 2 | 4 | 4 | 1 | 2 |" in text
    assert f"Ends at {WRONG}: 1\n\n- b: differs by 1" in text and f"Ends at {STAGES[0]}: 0" in text
    assert page(records[2:]) == ""
