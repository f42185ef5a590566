"""Tallies of probes, against brute force: every stored element perturbed by itself, in 250-bit arithmetic."""

import numpy as np
import pytest

import precis.ir.interpret as interpreter
from precis.ad import adjoint, probe_keys
from precis.formats import precision_of
from precis.ir.arithmetic import MpArithmetic
from precis.ir.interpret import interpret
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.size import Size
from precis.ir.types import At
from precis.ir.verify import verify
from tests.ad.oracle import BITS, STEP, cotangents
from tests.ad.programs import ONE, ZERO, N, T, burgers, cut, gauss_seidel, heat, loop, program


def branching():
    """A probe on one side of a branch in a loop, whose weight is not the value; another behind a while."""
    def define(b, a, w):
        def step(c, i, x):
            here = c.slice(x, at=(At(i),))
            then, other = c.child(), c.child()
            new = then.probe(then.mul(here, w), then.sin(here), key="then")
            changed = then.call("update", x, new, at=(At(i),), container="a")
            return c.cond(c.gt(here, c.const(1.0)), then.block((), (changed,)), other.block((), (x,)), ("a",))
        (x,) = loop(b, N, (a,), step, "i")
        test, step2 = b.child(), b.child()
        y0, y1 = test.value(), step2.value()
        new = step2.probe(step2.mul(y1, step2.mul(y1, w)), y1, key="while")
        (y,) = b.while_((b.slice(x, at=(At(ZERO),)),), test.block((y0,), (test.lt(y0, test.const(20.0)),)), step2.block((y1,), (new,)))
        return b.mul(x, y), x
    return program("branching", {"N": 4}, {"a": (N,), "w": ()}, define)


def nested_while():
    """Probes in a while in a loop, and one key used twice."""
    def define(b, a):
        def row(c, i, s):
            test, inside = c.child(), c.child()
            y0, y1 = test.value(), inside.value()
            half = inside.mul(inside.const(0.5), y1)
            here = c.slice(a, at=(At(i),))
            root = inside.probe(inside.add(half, inside.div(here, y1)), half, key="root")
            again = test.gt(test.abs(test.sub(test.mul(y0, y0), test.mul(test.const(2.0), here))), test.const(0.01))
            (y,) = c.while_((c.add(s, c.const(1.0)),), test.block((y0,), (again,)), inside.block((y1,), (root,)))
            return (c.store(c.probe(c.mul(y, s), s, key="root"), container="s"),)
        return loop(b, N, (b.store(b.slice(a, at=(At(ZERO),)), container="s"),), row, "i")
    return program("nested_while", {"N": 3}, {"a": (N,)}, define)


def scalar_chain():
    def define(b, x):
        def step(c, t, y, s):
            square = c.probe(c.mul(y, y), y, key="square")
            new = c.store(c.sin(square), container="y")
            return new, c.store(c.probe(c.add(s, new), new, key="sum"), container="s")
        return loop(b, T, (b.store(x, container="y"), b.store(b.const(0.0), container="s")), step)
    return program("scalar_chain", {"T": 4}, {"x": ()}, define)


def meeting_parts():
    """A probe on an array of which every other element is used, some of these twice and next to others of another probe."""
    def define(b, a):
        def step(c, t, x):
            y = c.probe(x, x, key="read")
            low, high = (c.slice(y, at=(cut(k, N - 2 + k, 2), At(ONE))) for k in (0, 2))
            new = c.probe(c.mul(low, c.sin(high)), low, key="new")
            return (c.call("update", x, new, at=(cut(1, N - 1, 2), At(ONE)), container="a"),)
        return loop(b, T, (a,), step)
    return program("meeting_parts", {"N": 7, "T": 1}, {"a": (N, 2)}, define)


CASES = {
    "heat": (heat(5, 4, 3, probes=True), (np.random.default_rng(1).uniform(-1, 1, (5, 4)), 0.21)),
    "burgers": (burgers(5, 3, probes=True), (np.random.default_rng(2).uniform(-1, 1, 5), 0.05, 0.3, 0.1)),
    "gauss seidel": (gauss_seidel(4, 4, 2, probes=True), tuple(np.random.default_rng(3).uniform(-1, 1, (2, 4, 4)))),
    "linear gauss seidel": (gauss_seidel(4, 4, 2, probes=True, nonlinear=False), tuple(np.random.default_rng(3).uniform(-1, 1, (2, 4, 4)))),
    "branches and while": (branching(), (np.array([1.2, 0.4, 3.0, -1.0]), 1.1)),
    "while in loop": (nested_while(), (np.array([2.0, 2.5, 0.7]),)),
    "scalars": (scalar_chain(), (0.8,)),
    "parts that meet": (meeting_parts(), (np.array([[0.7, 0.3], [0.7, 0.75], [0.8, 0.9], [0.7, 0.6], [0.7, 1.3], [0.8, 0.65], [0.7, 0.7]]),)),
}


class Perturbed:
    """Stands in for the interpreter's `run_node`: adds `step` to element `element` of probe execution `number`; logs weights."""

    def __init__(self, run_node):
        self.run_node, self.target, self.count, self.log = run_node, None, 0, []

    def __call__(self, node, inputs, scope):
        if node.op != "probe":
            return self.run_node(node, inputs, scope)
        value, weight = np.array(inputs[0], copy=True), np.array(inputs[1])
        self.log.append((node.attrs["key"], np.broadcast_to(weight, value.shape)))
        if self.target and self.target[0] == self.count:
            value[self.target[1]] += self.target[2]
        self.count += 1
        return (value,)

    def run(self, made, inputs, bars, target):
        self.target, self.count, self.log = target, 0, []
        results = interpret(made, inputs, arithmetic=MpArithmetic(BITS))
        return sum(np.sum(r * np.asarray(g, object)) for r, g in zip(results, bars, strict=True))


def brute_force(made, inputs, bars, monkeypatch) -> np.ndarray:
    hook = Perturbed(interpreter.run_node)
    monkeypatch.setattr(interpreter, "run_node", hook)
    hook.run(made, inputs, bars, None)
    executions = hook.log
    pairs: dict = {key: [] for key in probe_keys(made)}
    for number, (key, weight) in enumerate(executions):
        for element in np.ndindex(weight.shape):
            up, down = (hook.run(made, inputs, bars, (number, element, s)) for s in (STEP, -STEP))
            pairs[key].append((float((up - down) / (2 * STEP)), float(weight[element])))
    monkeypatch.undo()
    return np.array([row(np.array(pairs[key])) for key in pairs])


def row(pairs: np.ndarray) -> list[float]:
    g, w = pairs.T
    sizes = np.abs(w)
    return [np.sum(g * w), np.sum(np.abs(g * w)), np.sum((g * w) ** 2), np.sum(np.abs(g)), sizes.max(), sizes[sizes > 0].min(),
            precision_of(w)]


@pytest.mark.parametrize("name", CASES)
def test_tally_equals_brute_force(name, monkeypatch):
    made, inputs = CASES[name]
    verify(made)
    bars = cotangents(made, inputs)
    expected = brute_force(made, inputs, bars, monkeypatch)
    plain = interpret(adjoint(made), [*inputs, *bars])
    assert expected.shape == (len(probe_keys(made)), len(TALLY_COLUMNS))
    for memory in (2**30, 100, 1):
        back = adjoint(made, memory=memory)
        verify(back)
        assert not any(node.op in ("probe", "stop") for node in back.nodes())
        *found, tally = interpret(back, [*inputs, *bars])
        np.testing.assert_allclose(tally[:, :-1], expected[:, :-1], rtol=1e-10, atol=1e-13)
        np.testing.assert_array_less(np.abs(tally[:, -1] - expected[:, -1]), 9)  # of values with errors in their last bits
        for a, b in zip(found, plain):
            np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14)


def test_parts_that_meet_are_tallied_in_a_region_around_them():
    tallied = [n.inputs[1] for n in adjoint(meeting_parts()).nodes() if n.op == "tally"]
    assert [v.rank for v in tallied] == [1, 1]


def test_only_tallies_on_request():
    made, inputs = CASES["burgers"]
    bars = cotangents(made, inputs)
    back = adjoint(made, wrt=(), keep_results=True)
    result, tally = interpret(back, [*inputs, *bars])
    np.testing.assert_array_equal(result, interpret(made, inputs)[0])
    np.testing.assert_allclose(tally, interpret(adjoint(made), [*inputs, *bars])[-1], rtol=1e-13)
    assert [str(d) for d in back.body.results[-1].shape] == ["4", str(len(TALLY_COLUMNS))]


def test_rows_follow_first_occurrence_and_unreached_rows_stay_empty():
    def define(b, x):
        b.probe(x, x, key="unused")
        y = b.probe(b.mul(x, x), x, key="b")
        return (b.probe(b.add(y, x), y, key="a"),)
    made = program("rows", {"N": 2}, {"x": (N,)}, define)
    assert probe_keys(made) == ("b", "a")
    _, tally = interpret(adjoint(made), [np.array([3.0, 0.0]), np.ones(2)])
    np.testing.assert_array_equal(tally, [[3.0, 3.0, 9.0, 2.0, 3.0, 3.0, 2.0], [9.0, 9.0, 81.0, 2.0, 9.0, 9.0, 4.0]])


def test_weights_are_not_differentiated():
    made = program("f", {"N": 2}, {"x": (N,)}, lambda b, x: (b.probe(b.sin(x), b.mul(x, x), key="k"),))
    x = np.array([0.3, 0.4])
    np.testing.assert_allclose(interpret(adjoint(made), [x, np.ones(2)])[0], np.cos(x))


def test_complex_probe_counts_both_parts():
    made = program("f", {"N": 1}, {"z": ((N,), "complex")}, lambda b, z: (b.probe(z, z, key="k"),))
    g, tally = interpret(adjoint(made), [np.array([2 + 3j]), np.array([0.5 - 1j])])
    np.testing.assert_array_equal(g, [0.5 - 1j])
    np.testing.assert_allclose(tally, [[1.0 - 3.0, 4.0, 10.0, 1.5, 3.0, 2.0, 2.0]])


def test_probe_of_a_constant_store_is_tallied():
    """Rounding a constant matters even though nothing varies with an input."""
    made = program("f", {}, {"x": ()}, lambda b, x: (b.mul(b.probe(b.const(0.1), b.const(0.25), key="c"), x),))
    g, tally = interpret(adjoint(made), [3.0, 1.0])
    assert g == 0.1 and tally[0, 0] == 0.75
    assert Size.of(1) == adjoint(made).body.results[-1].shape[0]
