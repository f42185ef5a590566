"""A report says what was found: every number against the Tuned that it comes from."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

import precis
from precis.bitwidth.breakdown import Failure
from precis.bitwidth.timing import Timing
from precis.formats import Assignment
from precis.report import report_of, to_json, write
from precis.report.facts import held_out, limits
from precis.report.rows import Asked, by_line, code_at, loop_rows
from precis.report.source import lines_to_show

RTOL = 1e-5


def advance(u, rate, steps):
    total = 0.0
    for t in range(steps):
        flux = rate * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        u[1:-1] = u[1:-1] + flux
        total = total + np.sum(flux * flux)
    return total


def inputs(seed, size=None):
    rng = np.random.default_rng(seed)
    return rng.normal(2.0, 1.0, 32), 0.2371, 6


@pytest.fixture(scope="module")
def tuned():
    return precis.tune(advance, *inputs(0), rtol=RTOL, inputs=inputs, held_out=3)


@pytest.fixture(scope="module")
def report(tuned):
    return report_of(tuned)


@pytest.mark.parametrize(("worst", "words"), [(math.inf, "none that is finite"), (3e-2, "held-out inputs 0.03")])
def test_formats_that_fail_on_held_out_inputs_alone_are_said_to(tuned, worst, words):
    failed = replace(tuned, holds=False, validation=replace(tuned.validation, errors=(worst,), seeds=(1,)))
    own = report_of(failed).headline.split("; ")
    assert "on the tuning input, and on held-out inputs" in own[-1] and words in own[-1]
    assert own[1].endswith("on the tuning input") or not tuned.tried


def test_what_refused_a_choice_is_named_with_its_error(tuned):
    """Errors on the tuning input alone would read as if the tolerance were kept."""
    assert tuned.tried and tuned.tried[0].measurement.error <= RTOL
    left = replace(tuned.tried[0], assignment=Assignment.uniform("binary128"))  # held where it was run, and was not run there
    refused = [Failure(p.assignment, "held-out input 1003", 0.5, {}) for p in tuned.tried]
    own = Failure(tuned.original, "held-out input 1003", 0.25, {})
    failed = replace(tuned, holds=False, assignment=tuned.original, measurement=replace(tuned.measurement, error=0.25),
                     validation=type(tuned.validation)(), tried=(left, *tuned.tried), failures=(*refused, own))  # fmt: skip
    page = report_of(failed)
    assert "tried had 0.5 on held-out input 1003" in page.headline and "measured error 0.25 on held-out input 1003" in page.headline
    assert any("Held-out inputs were run in formats that did not hold" in sentence for sentence in page.limits)


def test_parts_are_told_to_be_of_all_outputs_together(tuned):
    """The parts add up to more than the error of the worst of several outputs, which would read as a contradiction."""
    one, both = replace(tuned.measurement, errors={"u": 3e-6}, combined=3e-6), replace(tuned.measurement, combined=5e-6)
    assert len(both.errors) == 2
    facts = {f.label: f.number for f in report_of(replace(tuned, measurement=both)).facts}
    assert facts["all outputs together"].value == 5e-6 and "all outputs together" in facts["error explained"].note
    assert facts["attributed"].value == pytest.approx(both.explained * 5e-6)
    alone = {f.label: f.number for f in report_of(replace(tuned, measurement=one)).facts}
    assert "all outputs together" not in alone and alone["error explained"].note == "attributed / measured"


def test_every_container_and_format_is_there(tuned, report):
    rows = {row.name: row for row in report.containers}
    assert set(rows) == {"u", "rate", "flux", "total"}
    for name, row in rows.items():
        assert row.chosen == tuned.assignment.storage_of(name).name and row.original == "binary64"
        assert row.place.rpartition("/")[2].startswith("test_build.py:")
    assert rows["u"].shape == "32" and rows["rate"].shape == "" and rows["u"].role == "inout"


def test_parts_sum_to_what_the_attribution_explains(tuned, report):
    m = tuned.measurement
    assert math.fsum(p.share for p in report.budget.parts) * RTOL == pytest.approx(
        m.explained * m.combined + m.decisions * m.combined, rel=1e-9
    )
    assert report.budget.measured == pytest.approx(m.error / RTOL)
    assert not report.loops  # all of it is made before the loop


def test_loops_tell_their_iterations(tuned):
    m = precis.measure(tuned.program, Assignment.uniform("binary32"), inputs(0))
    loop, outside = loop_rows(replace(tuned, measurement=m))
    assert loop.code == "for t in range(steps):" and len(loop.shares) == loop.trips == 6 and not outside.place
    assert math.fsum(row.total.value for row in (loop, outside)) * RTOL == pytest.approx(m.explained * m.combined, rel=1e-9)
    assert all(loop.shares) and math.fsum(loop.shares) == pytest.approx(loop.total.value)


def test_wider_formats_never_estimate_more(report):
    wide_to_narrow = ("binary64", "binary32", "binary16", "bfloat16")
    for row in report.options:
        shares = {o.format: o.share for o in row.options}
        found = [shares[name] for name in wide_to_narrow]
        assert found == sorted(found) and row.chosen in shares


def test_samples_are_those_that_ran(tuned, report):
    assert [s.error for s in report.samples if s.group == "held-out"] == list(tuned.validation.errors)
    assert [s.error for s in report.samples if s.group == "tuning"] == [tuned.measurement.error]
    assert {o.name: o.error.value for o in report.outputs} == dict(tuned.measurement.errors)
    facts = {f.label: f.number for f in report.facts}
    assert facts["worst measured error"].value == tuned.error and facts["worst measured error"].samples == 4
    assert facts["emulated runs"].value == len(tuned.tried)


def test_source_lines_carry_their_stores(report):
    (source,) = report.sources
    stored = {name: line.text for line in source.lines for name, _ in line.stores}
    assert stored["flux"].strip().startswith("flux = rate") and stored["u"].strip().startswith("u[1:-1] =")
    assert any("def advance" in line.text for line in source.lines) and any(
        "for t in" in line.text for line in source.lines
    )
    numbers = [line.number for line in source.lines]
    assert numbers == sorted(set(numbers))


def test_shown_lines_hold_whole_statements():
    text = "import x\n\n\ndef f(a):\n    # note\n\n\n    b = (a +\n\n         1)\n    return b\n\n\ny = 2\n"
    assert lines_to_show(text, {8}) == [4, 7, 8, 9, 10]
    assert lines_to_show("not python (", {1}) == [1]


def test_the_chosen_point_and_the_original_are_in_the_pareto(report):
    roles = [p.role for p in report.pareto]
    assert roles.count("original") == 1 and all(p.time > 0 and p.error >= 0 for p in report.pareto)


def test_equal_results_give_equal_reports(tuned, report):
    assert to_json(report_of(tuned)) == to_json(report)
    assert "made" in json.loads(to_json(replace(report, made="2026-11-20")))


def test_pins_are_reasons(tuned):
    rows = {r.name: r for r in report_of(tuned, asked=Asked(pins={"total": "binary64"})).containers}
    assert rows["total"].reason == "pinned by you" or rows["total"].chosen != "binary64"


def test_write_makes_the_three_pages(tuned, tmp_path):
    paths = tuned.report(tmp_path / "pages")
    assert sorted(p.name for p in paths) == ["report.html", "report.json", "report.md"]
    with pytest.raises(precis.UsageError, match="cannot write"):
        write(tuned, paths[0] / "below")


def test_limits_name_what_is_missing(tuned):
    assert any("held-out" in sentence for sentence in limits(tuned))
    alone = replace(
        tuned, validation=type(tuned.validation)(), measurement=replace(tuned.measurement, explained=0.3, decisions=0.4)
    )
    sentences = " ".join(limits(alone))
    assert (
        "Give a generator of inputs" in sentences and "explains 30 %" in sentences and "40 % of the error" in sentences
    )


@pytest.mark.parametrize("explained", [3.4e7, 0.02])
def test_shares_that_explain_nothing_are_left_out(tuned, explained):
    report = report_of(replace(tuned, measurement=replace(tuned.measurement, explained=explained)))
    assert "does not hold here, and its shares are left out" in " ".join(report.limits)
    assert not report.loops and not any(row.attributed for row in (*report.containers, *report.sites))
    assert report.budget is not None and report.budget.word == "estimate"


def test_a_reading_that_differs_is_told(tuned):
    """As where a method of SciPy's has another one in its place."""
    report = report_of(replace(tuned, reading=0.2 * tuned.rtol))
    assert "differs from the function by" in " ".join(report.limits) and "20 % of the tolerance" in " ".join(report.limits)
    assert "differs from the function" not in " ".join(report_of(tuned).limits)



def test_faults_that_were_looked_for_in_part_are_no_clean_bill(tuned):
    cut = replace(tuned, findings=replace(tuned.findings, whole=False))
    assert any("first part of long runs" in x for x in limits(cut)) and not any("first part of long runs" in x for x in limits(tuned))


@pytest.mark.parametrize(("had", "told"), [(0.33, True), (0.95, False), (1.9, False), (None, False)])
def test_times_of_a_busy_machine_are_warned_of(tuned, had, told):
    timed = replace(tuned, timing=Timing(1.0, 0.5, 5, processors=had))
    page = report_of(timed)
    assert any("the machine was busy" in w for w in page.warnings) == told
    assert ("2.0x faster (measured here in processor time)" in page.headline) == told == ("processor time" in repr(timed))


def test_speeds_that_scatter_are_those_of_the_model(tuned):
    page = report_of(replace(tuned, timing=Timing(1.0, 0.5, 5, scatter=0.3)))
    assert "(by the cost model)" in page.headline and "measured here" not in page.headline
    assert any("scattered by 30 %, so the cost model speaks" in sentence for sentence in page.limits)


def test_inputs_that_are_all_the_same_are_not_held_out(tuned):
    same = replace(tuned, validation=replace(tuned.validation, errors=(tuned.measurement.error,) * 3))
    assert held_out(same) == 0 and held_out(tuned) == 3
    assert "on the tuning input;" in report_of(same).headline and len(report_of(same).samples) == 1
    assert any("ignore its seed" in sentence for sentence in limits(same))


def test_what_held_out_inputs_leave_room_for_is_told(tuned):
    """The rule of three; nothing where a choice failed, or of three inputs."""
    many = replace(tuned, holds=True, validation=replace(tuned.validation, errors=(tuned.measurement.error / 2,) * 60, seeds=tuple(range(60))))
    assert any("None of 60" in s and "at most 5 %" in s for s in limits(many))
    assert not any("confidence" in s for t in (replace(many, holds=False), tuned) for s in limits(t))


def test_code_at_a_line_that_goes_on_ends_without_the_sign_for_it():
    program = replace(precis.lift(advance, *inputs(0)), sources={"f.py": "a = 1 + \\\n    2\n"})
    assert [code_at(program, f"f.py:{n}") for n in (1, 2, 3)] == ["a = 1 +", "2", ""]


def test_sites_sort_by_line():
    assert sorted(["a.py:10", "a.py:9", "b.py:1"], key=by_line) == ["a.py:9", "a.py:10", "b.py:1"]
