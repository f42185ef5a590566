"""Formats chosen by a statistic, where no single run means anything."""

import pytest

from precis.bitwidth.by_statistic import assign_by_statistic
from precis.bitwidth.statistic import statistic
from precis.bitwidth.timing import Timing
from precis.bitwidth.tolerance import Tolerance
from precis.errors import UsageError
from precis.formats import Assignment
from precis.lift import lift
from precis.report.ensembles import report_of_ensembles
from tests.bitwidth.test_statistic import average, orbit

ARGS = 0.3, 2000


def test_what_keeps_the_statistic_is_chosen_though_every_single_run_is_lost():
    program = lift(orbit, *ARGS)
    asked = {"tolerance": Tolerance(rtol=0.03), "members": 16}
    found = assign_by_statistic(program, ARGS, average, formats=("bfloat16", "binary32"), **asked)
    assert found.holds and found.assignment.storage_of("x").name == "binary32"
    assert not statistic(program, Assignment.uniform("bfloat16"), ARGS, average, **asked).holds
    assert found.verdict is not None and found.chosen is not None
    assert found.verdict.errors != found.chosen.trial.errors  # other members
    assert "over 16 members" in found.sentence and "(measured)" in found.sentence


def test_where_nothing_holds_the_own_formats_stay():
    program = lift(orbit, *ARGS)
    found = assign_by_statistic(program, ARGS, average, formats=("binary32",), tolerance=Tolerance(rtol=1e-6), members=4)
    assert not found.holds and found.assignment == program.original and "no choice of formats" in found.sentence
    with pytest.raises(UsageError, match="members is 2"):
        assign_by_statistic(program, ARGS, average, members=2)


def test_a_choice_that_is_slower_is_told_as_such_and_the_own_formats_stay(monkeypatch):
    monkeypatch.setattr("precis.bitwidth.by_statistic.time_programs", lambda *_: Timing(1.0, 2.0, 5))
    program = lift(orbit, *ARGS)
    asked = {"formats": ("binary32",), "tolerance": Tolerance(rtol=0.03)}
    found = assign_by_statistic(program, ARGS, average, **asked)
    assert found.holds and found.chosen is None and found.assignment == program.original
    assert found.sentence.startswith("under cheaper formats the mean of `average`")
    report = report_of_ensembles(found)
    assert report.met and not report.outputs and not report.samples and "no cheaper formats that hold were faster" in report.headline
    assert {f.group for f in report.facts if f.label.startswith("difference")} == {"statistic of formats passed over"}
    smaller = assign_by_statistic(program, ARGS, average, objective="memory", **asked)
    assert smaller.chosen is not None and smaller.trials == 2  # one trial, one verdict
