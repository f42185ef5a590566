"""Integer and boolean outputs: compared with the original program's, reported or held."""

import json

import numpy as np
import pytest

import precis
from precis.bitwidth.discrete import difference
from precis.errors import UsageError
from precis.report import pages, report_of


def root(a, tolerance):
    """Newton's square root: the value, how many steps it took, and whether it is below 1."""
    x = a
    it = 0
    while abs(x * x - a) > tolerance * a:
        x = 0.5 * (x + a / x)
        it += 1
    return x, it, x < 1.0


def inputs(seed, size=None):
    return 2.0 + seed % 7, 1e-6 if seed % 2 else 3e-6


def tuned(**kwargs):
    formats = kwargs.pop("formats", ("binary32", "binary64"))
    return precis.tune(root, *inputs(0), rtol=1e-3, inputs=inputs, held_out=5, formats=formats, timed=False, **kwargs)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (np.array(12), np.array(13), "12 -> 13"),
        (np.array(True), np.array(False), "True -> False"),
        (np.arange(5), np.array([0, 1, 7, 3, 9]), "2 of 5 elements"),
        (np.arange(3), np.arange(4), "shape (3,) -> (4,)"),
    ],
)
def test_what_changed_is_told(old, new, words):
    assert difference(old, new) == words


def unsettled(a):
    """Integer positions that narrow formats move."""
    x = a * 1.1
    return x, np.argmax(x), np.floor(1000.0 * x).astype(np.int64)


def near(seed, size=None):
    x = 1.0 + 1e-9 * np.random.default_rng(seed).random(50)
    return (x,)


def test_changes_are_reported_but_do_not_fail():
    found = precis.tune(unsettled, *near(0), rtol=1e-3, inputs=near, held_out=4, device="a100", timed=False)
    position, floors = found.validation.changes
    assert found.holds and position.inputs == 5 and 0 < position.changed <= 5 and " -> " in position.example
    assert "of 50 elements" in floors.example
    assert f"changed on {position.changed} of 5 inputs ({position.example})" in repr(found)
    document = json.loads(found.to_json())
    assert document["integer and boolean outputs"][0]["changed"] == position.changed
    report = report_of(found)
    assert len(report.discrete) == 2 and str(position) in report.headline
    assert all("changed on" in page for page in pages(report).values())
    assert found.executions.discrete == 10


def test_they_may_have_to_hold():
    found = precis.tune(unsettled, *near(0), rtol=1e-3, inputs=near, held_out=4, device="a100", integers="hold", timed=False)
    assert all(not c.changed for c in found.validation.changes)
    assert found.assignment.storage_of("x").precision == 53 and found.failures
    assert any("changed" in f.note for f in found.failures)


def test_what_stays_is_said():
    found = tuned(formats=("binary64",))
    assert [str(c) for c in found.validation.changes] == [
        f"`{c.name}` is the same on all {c.inputs} inputs" for c in found.validation.changes
    ] and len(found.validation.changes) == 2
    assert "changed" not in repr(found)


def test_unknown_words_are_refused():
    with pytest.raises(UsageError, match="integers is 'maybe'"):
        tuned(integers="maybe")
