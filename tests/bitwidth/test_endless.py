"""Loops that end in the program's own format and never in a narrower one: measured as an infinite error, told with their line, and
learnt from."""

import math

import numpy as np
import pytest

from precis.bitwidth.attribution import attribute
from precis.bitwidth.case import case_of
from precis.bitwidth.endless import too_coarse
from precis.bitwidth.measure import measure
from precis.bitwidth.outputs import ask
from precis.bitwidth.runs import counting
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.lift import lift
from precis.tune import tune


def cube_roots(a, least):
    """Newton's method for all elements at once."""
    r = 0.5 * a + 0.5
    change = np.ones_like(r)
    while np.max(np.abs(change)) > least:
        change = (r * r * r - a) / (3.0 * r * r)
        r = r - change
    return r


def each_root(a, least):
    """The same, one element after another: the loop is an inner one."""
    out = np.zeros_like(a)
    for i in range(a.shape[0]):
        r = 0.5 * a[i] + 0.5
        change = 1.0
        while np.abs(change) > least:
            change = (r * r * r - a[i]) / (3.0 * r * r)
            r = r - change
        out[i] = r
    return out


def cycled(a, rounds):
    """A loop that no format keeps from ending."""
    while rounds > 0:
        a = np.sqrt(a + 1.0)
        rounds = rounds - 1
    return a


A = np.random.default_rng(5).uniform(0.5, 9.0, 33)


@pytest.mark.parametrize("fn", [cube_roots, each_root])
def test_a_run_that_does_not_end_is_stopped_and_told(fn):
    found = measure(lift(fn, A, 1e-13), Assignment.uniform("binary32"), (A, 1e-13))
    assert math.isinf(found.error) and found.endless
    assert not measure(lift(fn, A, 1e-13), Assignment.uniform("binary64"), (A, 1e-13)).endless


def test_the_line_is_told_and_one_more_run_is_enough():
    found = tune(cube_roots, A, 1e-13, rtol=1e-6, formats=("binary32", "binary64"), timed=False, findings=False)
    assert found.holds and len(found.tried) == 2
    assert found.assignment.storage_of("r").name == "binary64"
    assert found.executions.further == 1 and found.executions.agreement == 2
    assert [f.note for f in found.failures] == [f"the loop on line {line(cube_roots, 'while')} had not ended after 1080 iterations"]


def test_what_keeps_the_loop_going_is_told_from_the_rest():
    """Rounding the argument moves the root, not the last step; rounding the root is what the step sees."""
    program = lift(cube_roots, A, 1e-13)
    case, s = case_of(program, (A, 1e-13), {}, 1e-6)
    narrow = FORMATS["binary32"]
    used = {("storage", name): narrow for name in s.containers} | {("compute", site): narrow for site in s.sites}
    site = next(n.site for n in program.nodes() if n.op == "while")
    lost = {place for place, _ in too_coarse(case, site, used, [narrow])}
    assert {("storage", "r")} == {p for p in lost if p[0] == "storage"} and 0 < len(lost) < len(used) / 2 + 1


def test_inner_loops_are_learnt_from_too():
    found = tune(each_root, A, 1e-13, rtol=1e-6, formats=("binary32", "binary64"), timed=False, findings=False)
    assert found.holds and found.failures[0].note


def test_held_out_inputs_are_stopped_by_their_own_references():
    """As many iterations as the input says: ten times those of the tuning input are no reason to stop."""
    found = tune(cycled, A, 3, rtol=1e-5, formats=("binary32", "binary64"), inputs=lambda seed: (A + seed, 3 if seed < 1002 else 20_000),
                 held_out=4, timed=False, findings=False)  # fmt: skip
    assert found.holds and found.validation.samples == 4


def line(fn, word):
    code = fn.__code__
    with open(code.co_filename, encoding="utf-8") as file:
        lines = file.read().splitlines()[code.co_firstlineno - 1:]
    return code.co_firstlineno + next(k for k, text in enumerate(lines) if word in text)


def test_sweeps_that_go_on_after_the_run_has_ended_divide_nothing():
    """The carriers of run and sweeps differ, so one of them may go round in circles: without a limit the attribution hung."""
    def relaxed(x, least):
        gap = 1.0
        while gap > least:
            y = 0.5 * (x + np.cos(x))
            gap = np.max(np.abs(y - x))
            x = y
        return x

    x = np.linspace(0.1, 0.9, 5)
    program, assignment = lift(relaxed, x, 1e-3), Assignment.uniform("binary32")
    arrays, binding = bind(program, (x, 1e-3), None)
    question = ask(program, None, arrays, binding)
    exact, found = (counting(program, a).run(arrays, binding).results for a in (Assignment.uniform("binary64"), assignment))
    given = question, assignment, arrays, binding, found, exact, FORMATS["binary64"]
    assert attribute(*given, most=3) is None
    error = float(np.linalg.norm(found[0] - exact[0]) / np.linalg.norm(exact[0]))
    assert sum(attribute(*given, most=1000).shares.values()) == pytest.approx(error, rel=0.1)
