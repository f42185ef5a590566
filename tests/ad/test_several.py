"""Adjoints for several cotangents in one call, against the same adjoint once for each."""

import numpy as np
import pytest

import precis
from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.emit.cpu.kept import kept, kept_within
from precis.emit.engine import compile as compile_native
from precis.formats import FORMATS, Assignment
from precis.ir.build import Build
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.types import At, Range
from precis.ir.verify import verify
from tests.ad.programs import N, loop, program

BINARY64 = Assignment.uniform(FORMATS["binary64"])
RNG = np.random.default_rng(5)


def heat(u, nu):
    for _ in range(6):
        u[1:-1] = u[1:-1] + nu * (u[2:] - 2.0 * u[1:-1] + u[:-2])


def bonds(coupon, price):
    factor = np.zeros(coupon.shape[0])
    for i in range(coupon.shape[0]):
        known = 0.0
        for j in range(i):
            known += coupon[i] * factor[j]
        factor[i] = (price[i] - known) / (1.0 + coupon[i])
    return factor, factor[1:] / factor[:-1]


def roots(a):
    x = a.copy()
    while np.max(np.abs(x * x - a)) > 1e-12:
        x = 0.5 * (x + a / x)
    return x


def widest(c):
    n = c.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                through = min(c[i, k], c[k, j])
                if through > c[i, j]:
                    c[i, j] = through


def factored(a):
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] = a[i, k] / a[k, k]
            a[i, k + 1:] = a[i, k + 1:] - a[i, k] * a[k, k + 1:]


def in_part(x, y):
    """Nothing depends on y; the second result is the first argument as it came."""
    return np.sin(x) * 2.0, x, np.floor(y)


def turned(z):
    w = z * z
    for _ in range(3):
        w = w * z + 1.0
    return w


CASES = {
    "heat": (heat, (RNG.normal(size=37), 0.1)),
    "heat of three": (heat, (RNG.normal(size=3), 0.1)),
    "bonds": (bonds, (0.02 + 0.01 * RNG.random(19), np.ones(19))),
    "roots": (roots, (RNG.uniform(0.5, 4.0, 21),)),
    "widest": (widest, (RNG.uniform(0.0, 10.0, (5, 5)),)),
    "factored": (factored, (RNG.normal(size=(9, 9)) + 9.0 * np.eye(9),)),
    "in part": (in_part, (RNG.normal(size=8), RNG.normal(size=8))),
    "turned": (turned, (RNG.normal(size=5) + 1j * RNG.normal(size=5),)),
}


def cotangents_of(made, inputs, binding, count):
    rng, results = np.random.default_rng(count), interpret(made, inputs, binding)
    floating = [np.asarray(y) for y, v in zip(results, made.body.results) if v.kind in ("real", "complex")]
    return [np.array(rng.normal(size=(count, *y.shape)) * (1.0 + 2.0j if np.iscomplexobj(y) else 1.0)) for y in floating]


def both(name, count, probes=True, **how):
    """(how to run the adjoint once for each cotangent, the same for all, programs, arguments)."""
    function, args = CASES[name]
    args = [np.array(a) if isinstance(a, np.ndarray) else a for a in args]
    made = precis.lift(function, *[np.array(a) if isinstance(a, np.ndarray) else a for a in args])
    inputs, binding = bind(made, args)
    probed = instrument(made, binding) if probes else made
    one, many = adjoint(probed, **how), adjoint(probed, several=4, **how)
    verify(many)
    sizes = {**binding, many.sizes[-1][0]: count}
    return one, many, [np.asarray(x) for x in inputs], cotangents_of(made, inputs, binding, count), binding, sizes


def same(found, each, shared, tally, exact):
    """Whether results for all cotangents are those for each."""
    count, close = len(each), np.testing.assert_array_equal if exact else np.testing.assert_allclose
    for k, x in enumerate(found):
        last = tally and k == len(found) - 1
        parts = np.reshape(x, (count, -1, 7)) if last else [x] * count if k < shared else x
        for part, result in zip(parts, each, strict=True):
            expected = np.asarray(result[k])
            assert np.shape(part) == expected.shape
            if last and not exact:
                np.testing.assert_allclose(part[:, 1:], expected[:, 1:], rtol=1e-12)  # sums of either sign may cancel
                np.testing.assert_allclose(part[:, 0], expected[:, 0], rtol=1e-9, atol=1e-12 * float(np.max(expected[:, 1])))
            else:
                close(part, expected)


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("name", CASES)
def test_one_call_gives_what_a_call_for_each_gives(name, count):
    one, many, inputs, weights, binding, sizes = both(name, count)
    each = [interpret(one, [*inputs, *(w[c] for w in weights)], binding) for c in range(count)]
    same(interpret(many, [*inputs, *weights], sizes), each, 0, True, True)


@pytest.mark.parametrize("name", CASES)
def test_compiled_code_gives_the_same(name):
    one, many, inputs, weights, binding, sizes = both(name, 3)
    native = compile_native(one, BINARY64, quick=2)
    each = [native.run([*inputs, *(w[c] for w in weights)], binding) for c in range(3)]
    same(compile_native(many, BINARY64, quick=2).run([*inputs, *weights], sizes), each, 0, True, False)


def test_results_of_the_forward_run_are_there_once():
    one, many, inputs, weights, binding, sizes = both("bonds", 3, probes=False, keep_results=True)
    each = [interpret(one, [*inputs, *(w[c] for w in weights)], binding) for c in range(3)]
    same(interpret(many, [*inputs, *weights], sizes), each, 2, False, True)


def test_no_cotangent_is_no_reverse():
    _, many, inputs, weights, _, sizes = both("bonds", 0)
    found = compile_native(many, BINARY64, quick=2).run([*inputs, *weights], sizes)
    assert [np.shape(x) for x in found] == [(0, 19), (0, 19), (0, 7)]


def test_the_forward_run_is_outside_of_the_loop_over_cotangents():
    _, many, *_ = both("bonds", 3)
    loops = [n.attrs["range"].trips for n in many.body.nodes if n.op == "loop"]
    assert len(loops) == 2 and loops[1] == Size.of(many.sizes[-1][0])


@pytest.mark.parametrize("name, nests", [("bonds", 2), ("factored", 2), ("in part", 0)])
def test_accumulators_outlive_the_iterations_inside(name, nests):
    _, many, *_ = both(name, 3)
    compiled = compile_native(many, BINARY64, quick=2)
    found = [len(inside) for _, inside in kept_within(compiled.plan)]
    assert sum(found) >= nests and bool(sum(found)) == bool(nests)
    assert not list(kept(compiled.plan))  # to the end of all loops, rows of all cotangents would get all


@pytest.mark.parametrize("reads", [False, True])
def test_rows_that_are_read_behind_inner_loops_get_their_sums_at_once(reads):
    def define(b: Build, x):
        c = b.child()
        rows = c.value("rows", (N, Size.of(7)), "real", "rows")
        def step(d, i, rows):
            return (d.call("tally", rows, d.slice(x, at=(At(i),)), x, row=Size.of("c"), container="rows"),)
        (new,) = loop(c, N, (rows,), step, "i")
        seen = c.slice(new, at=(At(Size.of("c")),)) if reads else c.slice(x, at=(At(Size.of("c")),))
        body = c.block((rows,), (new, seen))
        return b.loop(Range(Size(), N), (b.zeros((N, Size.of(7))),), body, "c")

    made = program("rows", {"N": 4}, {"x": (N,)}, define)
    compiled, x = compile_native(made, BINARY64, quick=2), RNG.normal(size=4)
    assert bool(list(kept_within(compiled.plan))) != reads
    for a, b in zip(compiled.run([x], {"N": 4}), interpret(made, [x], {"N": 4}), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14)
