"""Second order: the bias of squared errors, against measurement and against known Hessians."""

import json
from itertools import chain, repeat

import numpy as np
import pytest

import precis
from case_studies.arclength import arclength
from precis.bitwidth.estimate import estimate
from precis.bitwidth.measure import measure
from precis.bitwidth.perturbation import PERTURBATION
from precis.bitwidth.places import Rounding
from precis.bitwidth.probes import instrument
from precis.bitwidth.replay import entered, journaled, replayed
from precis.bitwidth.second_order import perturbed
from precis.bitwidth.select import assign
from precis.bitwidth.sensitivity import sensitivity
from precis.bitwidth.tally import MEAN_SQUARE
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from precis.ir.verify import verify

WIDE = Assignment.uniform("binary64")
FACTOR = 3.0
VARIABLES = {20_000: ("h", "x", "t1", "t2", "t3", "s1", "d2"), 100_000: ("h", "x", "t1", "t2", "t3", "s1")}


def squares(x, a):
    return np.sum((x - a) * (x - a))


def about_one(x):
    return np.sum((x - 1.0) * (x - 1.0))


def flat(x, a):
    return 1.0 + np.sum((x - a) * (x - a))


def weighed(x, w):
    return np.sum(0.3 * x) + w


@pytest.mark.parametrize("n", VARIABLES)
def test_each_variable_of_arclength_is_estimated_before_any_run(n):
    program = precis.lift(arclength, n)
    s = sensitivity(program, (n,), second_order=True)
    for name in VARIABLES[n]:
        alone = WIDE.with_storage(**{name: "binary32"})
        found, measured = estimate(s, s.question.unrounded(alone)), measure(program, alone, (n,), attributed=False)
        if measured.error > 1e-12:
            assert found.rms / FACTOR < measured.error < found.rms * FACTOR, name


def test_the_share_is_the_diagonal_of_the_hessian():
    """sum (x - 1)^2 has the Hessian 2: independent errors d of x add sum E[d^2]. Products with the other perturbations of x (on its way
    into the subtraction) scatter about it by one part in the root of its size."""
    x = 1.0 + 1e-6 * np.random.default_rng(5).normal(size=20_000)
    s = sensitivity(precis.lift(about_one, x), (x,), second_order=True)
    (found,) = s.second[Rounding(("storage", "x"), None, "input")]
    assert json.loads(s.to_json())["second_order"]["x"] == abs(found)
    assert abs(found) == pytest.approx(np.sum(x**2) * PERTURBATION**2 / about_one(x), rel=0.03)


def test_a_vanishing_derivative_leaves_the_second_order():
    x = 1.0 + np.random.default_rng(8).random(20_000)
    s = sensitivity(precis.lift(flat, x, x), (x, x), second_order=True)
    found = estimate(s, s.question.unrounded(WIDE.with_storage(x="bfloat16")))
    assert found.first_order < 1e-12
    assert found.second_order == pytest.approx(np.sum(x**2) * MEAN_SQUARE * FORMATS["bfloat16"].u ** 2, rel=0.05)


def test_the_mean_of_rounded_runs_is_the_bias():
    rng = np.random.default_rng(6)
    x, a, runs = 1.3 + 1e-6 * rng.normal(size=4000), 1.3, 200
    s = sensitivity(precis.lift(squares, x, a), (x, a), second_order=True)
    found = estimate(s, s.question.unrounded(WIDE.with_storage(x="binary32")))
    exact = squares(x, a)
    u = FORMATS["binary32"].u
    # a uniform error of binary32 at 1.3 is +-u; its mean square u^2 / 3 is the model's 0.18 (1.3 u)^2 to within a tenth
    noisy = [squares(x + rng.uniform(-u, u, x.size), a) for _ in range(runs)]
    assert found.second_order == pytest.approx((np.mean(noisy) - exact) / exact, rel=0.2)
    assert found.rms == pytest.approx(np.hypot(found.first_order, found.second_order))


def test_a_linear_program_has_no_second_order():
    x = np.random.default_rng(7).normal(size=300)
    s = sensitivity(precis.lift(weighed, x, 0.7), (x, 0.7), second_order=True)
    found = estimate(s, s.question.unrounded(Assignment.uniform("binary32")))
    assert 0.0 <= found.second_order < 1e-6 * found.first_order


def test_a_sensitivity_without_second_order_says_so():
    x = np.linspace(1.0, 2.0, 8)
    s = sensitivity(precis.lift(squares, x, 0.5), (x, 0.5))
    found = estimate(s, s.question.unrounded(Assignment.uniform("binary32")))
    assert s.second is None and json.loads(s.to_json())["second_order"] is None
    assert found.second_order is None and found.rms == found.first_order


def steps(x):
    return np.sum(np.where(x > 1.0, 3.0 * x, x))


def test_a_decision_that_falls_otherwise_is_no_curvature():
    """Where the perturbed run jumps, the sweeps do not explain its outputs, and nothing is said; just beside, second order is 0."""
    near, far = np.full(50, 1.0 + 1e-9), np.full(50, 1.5)
    assert sensitivity(precis.lift(steps, near), (near,), second_order=True).second is None
    assert sum(abs(x[0]) for x in sensitivity(precis.lift(steps, far), (far,), second_order=True).second.values()) < 1e-12


def settled(x, a, least):
    y, gap = 0.5 * x, 1.0
    while gap > least:
        y[:] = 0.5 * (y + x)
        gap = 0.5 * gap
    return np.sum((y - a) * (y - a))


def test_whiles_are_taken_at_the_trips_of_the_exact_run():
    """Against the mean of runs whose y is stored with errors uniform in +-u, the spacing of binary32 between 1 and 2: mean square
    u^2 / 3, of which the model's 0.18 (1.3 u)^2 is 0.91."""
    rng, a, least, u = np.random.default_rng(3), 1.3, 1e-8, FORMATS["binary32"].u
    x = a + 1e-6 * rng.normal(size=3000)
    s = sensitivity(precis.lift(settled, x, a, least), (x, a, least), second_order=True)
    found = estimate(s, s.question.unrounded(WIDE.with_storage(y="binary32")))

    def noisy():
        y, gap = 0.5 * x, 1.0
        while gap > least:
            y, gap = 0.5 * (y + x) + rng.uniform(-u, u, x.size), 0.5 * gap
        return np.sum((y - a) ** 2)

    exact = settled(x.copy(), a, least)
    assert found.second_order == pytest.approx((np.mean([noisy() for _ in range(200)]) - exact) / exact, rel=0.2)


def rooted(a, tolerance):
    total = 0.0
    for i in range(a.size):
        y = a[i]
        while abs(y * y - a[i]) > tolerance:
            y = 0.5 * (y + a[i] / y)
        total = total + (y - 1.2) * (y - 1.2)
    return total


def test_whiles_in_loops_have_trips_of_their_own():
    """Only the last iterate counts: Newton's method forgets the errors of those before. Errors of y = 1.2 are uniform in +-u, of mean
    square u^2 / 3, of which the model's 0.18 (1.2 u)^2 is 0.78."""
    rng, u = np.random.default_rng(4), FORMATS["binary32"].u
    y = 1.2 + 1e-6 * rng.normal(size=20_000)
    a, arguments = y * y, (y * y, 1e-10)
    s = sensitivity(precis.lift(rooted, *arguments), arguments, second_order=True)
    found = estimate(s, s.question.unrounded(WIDE.with_storage(y="binary32")))
    exact = np.sum((np.sqrt(a) - 1.2) ** 2)
    mean = np.mean([np.sum((np.sqrt(a) + rng.uniform(-u, u, a.size) - 1.2) ** 2) for _ in range(50)])
    assert found.second_order == pytest.approx((mean - exact) / exact, rel=0.35)


def test_trips_of_whiles_are_counted_and_made_again():
    a = np.array([4.0, 1.0, 9.0, 1e-6])
    again, given, trips, results = _replay(precis.lift(rooted, a, 1e-9), [a, np.asarray(1e-9)], {"N": 4})
    assert trips[1] == 0 and trips[3] > trips[2] >= trips[0] > 3
    assert all(np.array_equal(x, y) for x, y in zip(interpret(again, [*given, trips], {"N": 4}), results))
    fewer = interpret(again, [*given, np.zeros(5, int)], {"N": 4})
    assert fewer[0] == pytest.approx(np.sum((a - 1.2) ** 2))


def _replay(program, given, binding):
    """(the program with counted loops, its arguments but for trips, trips, results)."""
    first, second = entered(program), journaled(program, int(interpret(entered(program), given, binding)[-1]))
    *results, trips = interpret(second, given, binding)
    again = replayed(program, len(trips) - 1)
    for made in (first, second, again):
        verify(made)
    return again, given, trips, results


def halvings(x):
    total = 0.0
    while x > 1.0:
        y = x
        while y > 0.5:
            y = 0.5 * y
            total = total + y * y
        if x > 2.0:
            while y < 3.0:
                y = 1.5 * y
            total = total - 0.1 * y
        x = x - 0.75
    return total


def test_whiles_in_whiles_are_entered_in_the_order_of_the_run():
    again, given, trips, results = _replay(precis.lift(halvings, 3.3), [np.asarray(3.3)], {})
    assert list(trips) == [4, 3, 5, 3, 6, 2, 2, 0]  # the outer one; x = 3.3, 2.55, 1.8, 1.05: halved, where above 2 grown again
    assert interpret(again, [*given, trips], {}) == tuple(results)


def triangle(a, tolerance):
    total = 0.0
    for i in range(a.size):
        for j in range(i):
            y = a[i]
            while abs(y * y - a[j]) > tolerance:
                y = 0.5 * (y + a[j] / y)
            total = total + y
    return total


def test_whiles_in_loops_of_changing_length_are_made_again():
    a = np.array([4.0, 1.0, 9.0, 2.0])
    again, given, trips, results = _replay(precis.lift(triangle, a, 1e-9), [a, np.asarray(1e-9)], {"N": 4})
    assert trips.size == 7 and interpret(again, [*given, trips], {"N": 4}) == tuple(results)


def continued(a, ends, tolerance):
    total, k = 0.0, 0
    while k < ends:
        y = a[k]
        while abs(y * y - a[k]) > tolerance:
            y = 0.5 * (y + a[k] / y)
        total = total + (y - 1.2) * (y - 1.2)
        k = k + 1
    return total


def test_second_order_of_a_while_in_a_while():
    """As in counted loops, against the mean of runs whose last iterates err by what binary32 does."""
    rng, u = np.random.default_rng(4), FORMATS["binary32"].u
    y = 1.2 + 1e-6 * rng.normal(size=5000)
    a, arguments = y * y, (y * y, 5000.0, 1e-10)
    s = sensitivity(precis.lift(continued, *arguments), arguments, second_order=True)
    found = estimate(s, s.question.unrounded(WIDE.with_storage(y="binary32")))
    exact = np.sum((np.sqrt(a) - 1.2) ** 2)
    mean = np.mean([np.sum((np.sqrt(a) + rng.uniform(-u, u, a.size) - 1.2) ** 2) for _ in range(200)])
    assert found.second_order == pytest.approx((mean - exact) / exact, rel=0.35)


def logistic(x, n):
    for i in range(n):
        for j in range(2):
            x = 3.2 * x * (1.0 - x)
    return x


def test_signs_differ_from_iteration_to_iteration_but_not_from_run_to_run():
    x = np.linspace(0.1, 0.9, 7)
    probed = instrument(precis.lift(logistic, x, 5), {"n": 5, "N": 7})
    turned, signs = perturbed(probed, {"n": 5, "N": 7})
    verify(turned)
    exact, bent = (_signs_met(turned, signs, [x, *signs.arguments(p)]) for p in (0.0, PERTURBATION))
    assert np.array_equal(exact, bent) and set(np.unique(exact)) == {-1.0, 1.0} and abs(exact.mean()) < 0.3
    assert len({row.tobytes() for row in exact}) > len(exact) / 2


def _signs_met(turned, signs, inputs):
    """Rows of signs of arrays, in order."""
    views, found = {n.output.name for n in turned.nodes() if n.op == "slice" and n.inputs[0].name == signs.table.name}, []

    def watch(node, outputs):
        if outputs and node.outputs[0].name in views and np.ndim(outputs[0]):
            found.append(np.array(outputs[0]))

    interpret(turned, inputs, {"n": 5, "N": 7}, watch=watch)
    return np.array(found)


def test_two_inputs_join_by_the_larger_share_of_each_cause():
    x = np.linspace(1.0, 2.0, 8)
    program = precis.lift(squares, x, 0.5)
    one, two = (sensitivity(program, (x, a), second_order=True) for a in (0.5, 1.4))
    cause = Rounding(("storage", "x"), None, "input")
    assert abs(one.joined(two).second[cause][0]) == max(abs(one.second[cause][0]), abs(two.second[cause][0]))
    assert one.joined(sensitivity(program, (x, 1.4))).second is None


def test_selection_heeds_second_order():
    """First order alone stores the curve in binary32, which misses."""
    n, rtol = 100_000, 1e-6
    program = precis.lift(arclength, n)
    first, both = (sensitivity(program, (n,), second_order=asked) for asked in (False, True))
    assert assign(program, first, rtol=rtol).storage_of("t3").name == "binary32"
    assert assign(program, both, rtol=rtol).storage_of("t3").name == "binary64"


def test_whiles_that_the_run_did_not_enter_make_no_trips():
    """At 9 the second inner while is entered in every iteration: the journal of 3.3 is at its end before."""
    again, _, trips, _ = _replay(precis.lift(halvings, 3.3), [np.asarray(3.3)], {})
    journal, x, total = chain(trips, repeat(0)), 9.0, 0.0
    for _ in range(next(journal)):
        y = x
        for _ in range(next(journal)):
            y = 0.5 * y
            total = total + y * y
        for _ in range(next(journal)):
            y = 1.5 * y
        total = total - 0.1 * y
        x = x - 0.75
    assert interpret(again, [np.asarray(9.0), trips], {}) == (total,)
