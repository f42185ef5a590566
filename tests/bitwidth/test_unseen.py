"""What no derivative sees is not estimated as no error, and does not keep the search from an answer."""

import numpy as np

import precis
from precis.bitwidth.estimate import estimate
from precis.bitwidth.sensitivity import sensitivity
from precis.bitwidth.unseen import unseen
from precis.cli.text import analysis_document
from precis.formats import Assignment
from precis.lift import lift
from precis.report import report_of

BINARY64 = Assignment.uniform("binary64")


def layered(depth, field, steps):
    """A damped chain whose stiffness depends on the layer: depth only decides."""
    k = np.where(depth > 1.5, 0.25, 0.1)
    for _ in range(steps):
        field[1:-1] = field[1:-1] + k[1:-1] * (field[2:] - 2.0 * field[1:-1] + field[:-2])
    return field


def inputs(seed):
    rng = np.random.default_rng(seed)
    return rng.uniform(1.0, 2.0, 400), 1.0 + rng.uniform(size=400), 12


def test_an_estimate_says_what_it_does_not_see():
    program = lift(layered, *inputs(0))
    s = sensitivity(program, inputs(0))
    narrow = BINARY64.with_storage(depth="bfloat16")
    found = estimate(s, narrow)
    assert found.by_container["depth"] == 0.0 and found.rms < 1e-15 and found.unseen == (("storage", "depth"),)
    assert precis.measure(program, narrow, inputs(0), attributed=False).error > 1e-4
    assert estimate(s, BINARY64.with_storage(field="bfloat16")).unseen == ()
    (site,) = {c.place[1] for c in unseen(s) if c.what == "decision"}
    assert estimate(s, BINARY64.with_compute({site: "binary32"})).unseen == (("compute", site),)


def test_what_is_not_judged_is_no_decision():
    """A result that nobody asks about has no share either, and that is known."""
    def two(x, y):
        return np.sum(x * x), np.where(y > 0.5, 1.0, 2.0)

    args = np.linspace(1.0, 2.0, 8), np.linspace(0.0, 1.0, 8)
    program = lift(two, *args)
    s = sensitivity(program, args, "result 0")
    assert estimate(s, BINARY64.with_storage(y="bfloat16")).unseen == ()


def test_a_constant_that_a_format_holds_decides_nothing():
    """1.5 is exact in bfloat16."""
    def doubled(x):
        limit = 1.5
        return np.where(x > limit, 2.0 * x, x)

    x = np.linspace(1.0, 2.0, 9)
    s = sensitivity(lift(doubled, x), (x,))
    assert ("storage", "limit") not in estimate(s, BINARY64.with_storage(limit="bfloat16")).unseen


def test_the_search_widens_what_decided_otherwise():
    """Shrinking the budget cannot help where the estimate is zero: the comparison is kept wide, and everything else stays narrow.
    Of 16 bits, binary16 would be enough for depth, and both are estimated not to err: which is tried first is the solver's to say."""
    found = precis.tune(layered, *inputs(0), rtol=3e-3, inputs=inputs, held_out=4, timed=False, device="a100", findings=False,
                        pins={"depth": ("bfloat16", "binary32", "binary64")})
    assert found.failures and found.holds and found.assignment.storage_of("depth").precision >= 24 and found.assignment.storage_of("field").bits == 16
    if found.estimate.unseen:
        told = report_of(found)
        assert any("No estimate sees what decides only" in line and "depth" in line for line in told.limits)
        (row,) = (r for r in told.containers if r.name == "depth")
        assert row.estimate is None


def test_analyze_gives_no_number():
    program = lift(layered, *inputs(0))
    s = sensitivity(program, inputs(0))
    wanted = precis.bitwidth.tolerance.tolerances(None, rtol=1e-3)
    rows = {r["name"]: r for r in analysis_document(program, s, wanted, {})["containers"]}
    assert rows["depth"]["share"]["bfloat16"] is None and rows["field"]["share"]["bfloat16"] > 0.0


def hidden(x):
    level = x * 1.0
    return np.where(level - level == 0.0, x, -x)


def test_an_array_that_only_decides_is_told_where_it_leaves_the_range():
    """1e6 is infinity in binary16, and infinity - infinity no zero: every sign turns. No sweep reaches `level`, so that its range is unknown."""
    x = np.array([1.0, 1e6, -2e6])
    program = lift(hidden, x)
    s = sensitivity(program, (x,))
    for fmt in ("e4m3", "e5m2", "binary16"):
        narrow = BINARY64.with_storage(level=fmt)
        assert precis.measure(program, narrow, (x,), attributed=False).error > 1.0
        assert ("storage", "level") in estimate(s, narrow).unseen
    assert estimate(s, BINARY64.with_storage(x="binary64")).unseen == ()


def newton(a, tolerance):
    x = a
    step = np.ones_like(a)
    while np.max(np.abs(step)) > tolerance:
        step = (x * x - a) / (2.0 * x)
        x = x - step
    return {"root": x}


def test_loops_that_may_end_early_are_announced():
    """Steps below half the smallest number are 0: the error is of that size, and no derivative knows of it."""
    args = np.linspace(1.5, 2.5, 5), 1e-13
    program = lift(newton, *args)
    s = sensitivity(program, args)
    for name, early in (("binary16", True), ("e4m3", True), ("bfloat16", False), ("binary32", False)):
        narrow = BINARY64.with_storage(step=name)
        found, error = estimate(s, narrow), precis.measure(program, narrow, args, attributed=False).error
        assert (found.vanishing == (("storage", "step"),)) is early
        assert (error > 100 * found.rms) is early
    assert estimate(s, BINARY64.with_storage(x="e4m3")).vanishing == ()


def fed_back(x, steps):
    before, now = x, 2.0 * x
    for _ in range(steps):
        before, now = now, now - 0.25 * before
    return now


def test_names_that_are_parted_are_announced():
    """What the loop hands from one to the other is rounded there, which no choice does, and no estimate knows."""
    args = np.linspace(1.0, 2.0, 9), 4
    program = lift(fed_back, *args)
    s = sensitivity(program, args)
    apart = estimate(s, BINARY64.with_storage(now="bfloat16"))
    assert ("storage", "now") in apart.unseen and ("storage", "before") not in apart.unseen
    assert estimate(s, BINARY64.with_storage(now="bfloat16", before="bfloat16", x="bfloat16")).unseen == ()
