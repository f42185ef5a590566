"""Programs with control flow and updates, native against emulated, bit for bit."""

import itertools

import numpy as np
import pytest

import precis
from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import Loop, Nest, Rotate
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment, round_array
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.size import Size
from precis.ir.types import At, Cut, New, Pick
from tests.emit.oracle import agrees, loop, native, needs_compiler, program
from tests.emit.random_programs import Writer

pytestmark = needs_compiler
FORMAT_NAMES = ("binary64", "binary32", "bfloat16")
N, M, K, T, ONE = (*map(Size.of, "NMKT"), Size.of(1))
BINARY64 = Assignment.uniform(FORMATS["binary64"])


def cut(start, stop, step=1) -> Cut:
    start, stop = Size.of(start), Size.of(stop)
    return Cut(start, stop - start if step == 1 else (stop - start + step - 1) // step, step)


def normal(*shape, seed=0):
    return np.random.default_rng((seed, *shape)).normal(size=shape)


def axes_of(rank):
    return [a for k in range(rank + 1) for a in itertools.combinations(range(rank), k)]


# reductions

SUMS = program({"N": 3, "M": 2, "K": 5}, {"x": ("N", "M", "K"), "y": ("K",)}, lambda b, x, y: [
    b.call(op, v, axes=axes) for op in ("sum", "prod", "max", "min") for v, rank in ((x, 3), (y, 1))
    for axes in axes_of(rank) if axes or op == "sum"])


@pytest.mark.parametrize("name", (*FORMAT_NAMES, "binary80"))
@pytest.mark.parametrize("last", (1, 5, 31, 32, 33, 100))
def test_reductions_over_all_axes_follow_the_order_of_lanes(name, last):
    x, y = normal(3, 2, last), normal(last)
    agrees(SUMS, (x * (1 + 0.01 * x), y), name, {"N": 3, "M": 2, "K": last})


def test_empty_sums_are_zero():
    made = program({"N": 0, "K": 4}, {"x": ("N", "K")}, lambda b, x: [b.sum(x, axes=a) for a in ((0,), (0, 1))] + [b.sum(x, axes=(1,))])
    agrees(made, (np.zeros((0, 4)),))
    agrees(made, (np.ones((3, 0)),), binding={"N": 3, "K": 0})


def test_positions_and_tests_follow_numpy():
    made = program({"N": 4, "K": 6}, {"x": ("N", "K"), "p": (("N", "K"), "bool"), "i": (("N", "K"), "int32")}, lambda b, x, p, i: [
        *(b.call(op, x, axes=(a,)) for op in ("argmax", "argmin") for a in (0, 1)),
        *(b.call(op, p, axes=a) for op in ("any", "all") for a in axes_of(2)),
        *(b.call(op, i, axes=a) for op in ("sum", "max", "min") for a in axes_of(2)[1:])])
    x = normal(4, 6)
    x[1, 2] = x[1, 4] = 9.0
    agrees(made, (x, normal(4, 6, seed=1) > 0.5, np.arange(24, dtype="i4").reshape(4, 6) % 7))
    x[2, 3] = np.nan
    agrees(made, (x, np.zeros((4, 6), bool), np.arange(24, dtype="i4").reshape(4, 6)))


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_scans(name):
    made = program({"N": 7, "M": 3}, {"x": ("N", "M")},
                   lambda b, x: [b.call(op, x, axis=a) for op in ("cumsum", "cumprod") for a in (0, 1)])
    agrees(made, (normal(7, 3),), name)
    agrees(made, (np.zeros((0, 3)),), name, {"N": 0, "M": 3})


@pytest.mark.parametrize("name", ("binary32", "bfloat16", "binary16"))
def test_contractions_accumulate_in_order(name):
    specs = {"ij,jk->ik": 0, "ij,kj->ik": 1, "ji,jk->ki": 2, "ij,j->i": 3, "i,i->": 4, "i,j->ij": 5, "ij,ij->": 6, "bij,bjk->bik": 7}

    def define(b, x, y, z, v, w, p, q, r, s):
        operands = [(x, y), (x, z), (r, s), (x, v), (v, v), (v, w), (x, x), (p, q)]
        return [b.einsum(*operands[k], spec=spec) for spec, k in specs.items()]
    shapes = {"x": ("N", "M"), "y": ("M", "K"), "z": ("K", "M"), "v": ("M",), "w": ("N",), "p": ("T", "N", "M"), "q": ("T", "M", "K"),
              "r": ("M", "N"), "s": ("M", "K")}
    sizes = {"N": 4, "M": 6, "K": 5, "T": 2}
    made = program(sizes, shapes, define)
    inputs = [normal(*(sizes[d] for d in shape), seed=k) for k, shape in enumerate(shapes.values())]
    agrees(made, inputs, name)
    exact = [np.round(x * 3) for x in inputs]
    agrees(made, exact, "binary64")


def test_tf32_rounds_multiplicands_only():
    made = program({"N": 5}, {"x": ("N", "N"), "y": ("N", "N")}, lambda b, x, y: [b.einsum(x, y, spec="ij,jk->ik"), b.mul(x, y)])
    agrees(made, (normal(5, 5), normal(5, 5, seed=1)), Assignment.uniform(FORMATS["binary32"]).with_compute({"case.py:1": "tf32"}))


def test_accumulator_wider_and_narrower_than_the_terms():
    made = program({"N": 50}, {"x": ("N",), "y": ("N", "N")},
                   lambda b, x, y: [b.sum(x, axes=(0,)), b.sum(y, axes=(0,)), b.cumsum(x, axis=0)])
    for compute, accumulate in (("bfloat16", "binary32"), ("binary32", "bfloat16"), ("binary16", "binary64"), ("binary64", "binary32")):
        assignment = Assignment.uniform(FORMATS[compute]).with_accumulate({"case.py:1": accumulate})
        agrees(made, (normal(50), normal(50, 50)), assignment)


# views

def test_views_of_computed_and_stored_values():
    def define(b, x, v):
        y = b.mul(x, x)
        flipped = b.slice(y, at=(Cut(N - 1, N, -1), cut(1, M)))
        return [b.transpose(y, perm=(1, 0)), flipped, b.reshape(x, shape=(N * M,)), b.reshape(y, shape=(M, N)), b.slice(y, at=(At(N - 1),)),
                b.slice(x, at=(New(), cut(0, N, 2), New())), b.broadcast(v, shape=(N, M)), b.add(b.reshape(v, shape=(ONE, M)), y),
                b.concatenate(y, x, b.slice(x, at=(cut(0, 2),)), axis=0), b.concatenate(v, v, axis=0),
                b.reshape(b.transpose(x, perm=(1, 0)), shape=(N * M,)),
                b.mul(b.reshape(b.reshape(x, shape=(N * M,)), shape=(M, N)), b.const(2.0))]
    made = program({"N": 5, "M": 4}, {"x": ("N", "M"), "v": ("M",)}, define)
    for name in FORMAT_NAMES:
        agrees(made, (normal(5, 4), normal(4)), name)
    agrees(made, (normal(2, 9), normal(9)), binding={"N": 2, "M": 9})


def test_gather_and_scatter():
    def define(b, x, i, j, k):
        rows = b.slice(x, i, at=(Pick(0),))
        pairs = b.slice(x, i, j, at=(Pick(0), Pick(1)))
        apart = b.slice(b.broadcast(x, shape=(M, N, M)), i, j, at=(Pick(0), cut(0, N), Pick(1)))
        column = b.slice(x, k, at=(cut(0, N), Pick(0)))
        point = b.slice(x, k, k, at=(Pick(0), Pick(1)))
        set_ = b.update(x, b.mul(pairs, b.const(3.0)), i, j, at=(Pick(0), Pick(1)))
        added = b.update_add(x, pairs, i, j, at=(Pick(0), Pick(1)))
        one = b.update_add(x, column, k, at=(cut(0, N), Pick(0)))
        return rows, pairs, apart, column, point, set_, added, one
    made = program({"N": 5, "M": 4, "K": 9}, {"x": ("N", "M"), "i": (("K",), "int64"), "j": (("K",), "int32"), "k": ((), "int64")}, define)
    rng = np.random.default_rng(1)
    inputs = (normal(5, 4), rng.integers(0, 4, 9), rng.integers(0, 4, 9).astype("i4"), np.int64(3))
    for name in (*FORMAT_NAMES, "binary16"):
        agrees(made, inputs, name)


@pytest.mark.parametrize("op", ("update", "update_add"))
def test_repeated_indices_read_what_was_there_before(op):
    """x[i] = x[i] + 1 changes an element once, however often i names it."""
    def define(b, x, i):
        def step(c, t, u):
            at = (Pick(0), cut(0, M))
            return (c.call(op, u, c.add(c.slice(u, i, at=at), c.const(1.0)), i, at=at),)
        return loop(b, T, (x,), step)
    made = program({"N": 5, "M": 4, "K": 9, "T": 3}, {"x": ("N", "M"), "i": (("K",), "int64")}, define)
    inputs = normal(5, 4), np.array([0, 2, 2, 1, 2, 0, 4, 4, 0])
    for name in ("binary64", "bfloat16"):
        agrees(made, inputs, name)


# updates and loops

def stencil(b, u, nu, at, left, right):
    middle = b.slice(u, at=at)
    return b.add(middle, b.mul(nu, b.add(b.sub(b.slice(u, at=left), b.mul(b.const(2.0), middle)), b.slice(u, at=right))))


def heat():
    def define(b, u, nu):
        inside, left, right = ((cut(1 + d, N - 1 + d),) for d in (0, -1, 1))
        return loop(b, T, (u,), lambda c, t, v: (c.call("update", v, stencil(c, v, nu, inside, left, right), at=inside, container="u"),))
    return program({"N": 40, "T": 7}, {"u": ("N",), "nu": ()}, define, mutated=("u",))


@pytest.mark.parametrize("name", ("binary64", "binary32", "binary16", "bfloat16", "e5m2", "binary80"))
def test_stencil_in_place_at_two_sizes_of_one_library(name):
    agrees(heat(), (normal(40), 0.2), name)
    agrees(heat(), (normal(9), 0.3), name, {"N": 9, "T": 0})
    agrees(heat(), (normal(2), 0.3), name, {"N": 2, "T": 3})


def test_mixed_formats_convert_where_the_assignment_says():
    mixed = Assignment.uniform(FORMATS["binary64"]).with_storage(u="bfloat16", nu="binary16").with_compute({"case.py:1": "binary32"})
    agrees(heat(), (normal(40), 0.2), mixed)


def gauss_seidel():
    """Every point from its four neighbours, in place, point by point."""
    def point(c, i, j, u):
        parts = [c.slice(u, at=(At(i + di), At(j + dj))) for di, dj in ((-1, 0), (1, 0), (0, -1), (0, 1))]
        total = c.add(c.add(parts[0], parts[1]), c.add(parts[2], parts[3]))
        return (c.call("update", u, c.mul(total, c.const(0.25)), at=(At(i), At(j)), container="u"),)

    def define(b, u):
        def row(c, i, v):
            return loop(c, M - 2, (v,), lambda d, j, w: point(d, i, j, w), start=1)
        return loop(b, T, (u,), lambda c, t, v: loop(c, N - 2, (v,), lambda d, i, w: row(d, i, w), start=1))
    return program({"N": 6, "M": 7, "T": 3}, {"u": ("N", "M")}, define, mutated=("u",))


def test_point_updates_are_plain_loops_without_copies():
    made = gauss_seidel()
    agrees(made, (normal(6, 7),))
    inside = [s for outer in plan(made, BINARY64).statements if isinstance(outer, Loop) for s in walk((outer,))]
    assert sum(isinstance(s, Loop) for s in inside) == 3
    assert all(not s.axes for s in inside if isinstance(s, Nest))


def triangular(b, a, r):
    """Forward substitution: row i uses what rows before it left."""
    def row(c, i, x):
        (total,) = loop(c, i, (c.slice(r, at=(At(i),)),), lambda d, j, s: (
            d.sub(s, d.mul(d.slice(a, at=(At(i), At(j))), d.slice(x, at=(At(j),)))),))
        return (c.update(x, c.div(total, c.slice(a, at=(At(i), At(i)))), at=(At(i),)),)
    return loop(b, N, (b.zeros((N,)),), row)


def test_triangular_loops():
    made = program({"N": 8}, {"a": ("N", "N"), "r": ("N",)}, triangular)
    for name in FORMAT_NAMES:
        agrees(made, (normal(8, 8) + 4 * np.eye(8), normal(8)), name)


def test_swapped_carries_exchange_pointers():
    def define(b, x, y):
        inside = (cut(1, N - 1),)

        def step(c, t, u, v):
            w = c.update(v, c.add(c.slice(u, at=(cut(0, N - 2),)), c.slice(u, at=(cut(2, N),))), at=inside)
            return w, u
        return loop(b, T, (x, y), step)
    made = program({"N": 9, "T": 4}, {"x": ("N",), "y": ("N",)}, define)
    assert any(isinstance(s, Rotate) for s in walk(plan(made, BINARY64).statements))
    for trips in (0, 1, 2, 5):
        agrees(made, (normal(9), normal(9, seed=1)), binding={"N": 9, "T": trips})


def test_two_are_exchanged_where_three_go_round():
    def define(b, *xs):
        def step(c, t, u, v, w, x, y):
            marked = c.update(u, c.add(c.slice(v, at=(At(Size.of(0)),)), c.slice(x, at=(At(Size.of(1)),))), at=(At(Size.of(2)),))
            return v, w, marked, y, x
        return loop(b, T, xs, step)
    made = program({"N": 5, "T": 4}, dict.fromkeys("abcde", ("N",)), define)
    (rotated,) = (s for s in walk(plan(made, BINARY64).statements) if isinstance(s, Rotate))
    source = compile_program(made, BINARY64, quick=True).source
    assert len(rotated.pairs) == 5 and source.count("std::swap") == 1 and source.count("const auto r") == 3
    for trips in (0, 1, 2, 5, 6):
        agrees(made, tuple(normal(5, seed=k) for k in range(5)), binding={"N": 5, "T": trips})


def test_stale_versions_survive_updates():
    def define(b, x):
        old = b.slice(x, at=(cut(0, 3),))
        y = b.update(x, b.const(0.0), at=(cut(0, 2),))
        z = b.update(y, b.slice(x, at=(At(Size.of(1)),)), at=(At(N - 1),))
        flipped = b.update(z, b.slice(z, at=(Cut(N - 1, N, -1),)), at=(cut(0, N),))
        return y, b.update(z, old, at=(cut(2, 5),)), b.add(x, z), flipped
    agrees(program({"N": 8}, {"x": ("N",)}, define), (normal(8),))


def test_rows_of_stacks_and_reversed_ranges():
    def define(b, x):
        final, rows, squares = loop(b, T, (x,), lambda c, t, u: (c.mul(u, c.const(1.5)), u, c.mul(u, u)))
        (back,) = loop(b, T, (b.zeros((N,)),), lambda c, t, g: (c.add(c.mul(g, c.const(0.5)), c.slice(rows, at=(At(t),))),),
                       start=T - 1, stride=-1)
        (every,) = loop(b, (T + 1) // 2, (b.zeros((N,)),), lambda c, t, g: (c.add(g, c.slice(squares, at=(At(t),))),), stride=2)
        return final, rows, squares, back, every
    made = program({"N": 5, "T": 6}, {"x": ("N",)}, define)
    for trips in (0, 1, 6):
        agrees(made, (normal(5),), binding={"N": 5, "T": trips})
    agrees(made, (normal(5),), "bfloat16")


def collatz(b, x, n):
    """Halve until below 1; count the steps."""
    p, k = b.value("", (), "real"), b.value("", (), "int64")
    q, m = b.value("", (), "real"), b.value("", (), "int64")
    test, body = b.child(), b.child()
    condition = test.block((p, k), (test.bit_and(test.gt(p, test.const(1.0)), test.lt(k, n)),))
    step = body.block((q, m), (body.mul(q, body.const(0.5)), body.add(m, body.const(1))))
    return b.while_((x, b.const(0)), condition, step)


def test_while_loops_and_run_time_sizes():
    def define(b, x, n, v):
        last, count = collatz(b, x, n)
        size = b.size(count)
        table = b.convert(b.iota(length=size), kind="real")
        total = b.sum(b.mul(table, table), axes=(0,))
        (scaled,) = loop(b, size, (v,), lambda c, t, u: (c.mul(u, c.const(0.5)),))
        return last, count, total, scaled
    made = program({"N": 4}, {"x": (), "n": ((), "int64"), "v": ("N",)}, define)
    for x, n in ((1000.0, 50), (1000.0, 3), (0.5, 9)):
        agrees(made, (x, np.int64(n), normal(4)))


@pytest.mark.parametrize("predicate", (1.0, -1.0))
def test_branches_update_in_place_or_leave_alone(predicate):
    def define(b, x, s):
        def step(c, t, u):
            then, other = c.child(), c.child()
            test = c.gt(c.mul(s, c.slice(u, at=(At(Size.of(0)),))), c.const(0.0))
            (out,) = c.cond(test, then.block((), (then.update(u, then.const(-1.0), at=(At(Size.of(0)),)),)), other.block((), (u,)))
            return (c.mul(out, c.const(1.25)),)
        return loop(b, T, (x,), step)
    agrees(program({"N": 5, "T": 4}, {"x": ("N",), "s": ()}, define), (np.abs(normal(5)), predicate))


def test_tally_adds_to_its_row_and_fuses_with_what_it_weighs():
    def define(b, x, y):
        rows = b.update(b.zeros((Size.of(3), Size.of(len(TALLY_COLUMNS)))), b.const(np.inf), at=(cut(0, 3), At(Size.of(5))))
        g = b.mul(x, y)
        rows = b.tally(rows, g, b.sub(x, y), row=Size.of(1))
        rows = b.tally(rows, g, x, row=Size.of(2))
        return rows, b.sum(g, axes=(0,))
    made = program({"N": 70}, {"x": ("N",), "y": ("N",)}, define)
    x, y = normal(70), normal(70, seed=1)
    from precis.ir.interpret import interpret
    found, expected = native(made, BINARY64).run((x, y)), interpret(made, (x, y))
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-13, atol=1e-13)
    np.testing.assert_array_equal(found[1], expected[1])
    assert sum(bool(s.reductions) for s in walk(plan(made, BINARY64).statements) if isinstance(s, Nest)) == 1


def test_approx_runs_its_replacement_unless_asked_for_the_original():
    from precis.ir.build import Build
    from precis.ir.types import Node

    def define(b: Build, x):
        blocks = []
        for factor in (2.0, 3.0):
            c = b.child()
            p = c.value("", (N,))
            blocks.append(c.block((p,), (c.mul(p, c.const(factor)),)))
        out = b.value("", (N,))
        b.nodes.append(Node("approx", (x,), (out,), {"name": "f"}, tuple(blocks)))
        return (b.add(out, b.const(1.0)),)
    made = program({"N": 3}, {"x": ("N",)}, define)
    x = normal(3)
    assert np.array_equal(compile_program(made).run((x,))[0], 3 * x + 1)
    assert np.array_equal(compile_program(made, spec=True).run((x,))[0], 2 * x + 1)


@pytest.mark.parametrize("seed", range(12))
def test_random_programs(seed):
    made = Writer(seed, 6).made()
    for sizes in ({"N": 6, "M": 5}, {"N": 40, "M": 3}):
        n, m = sizes.values()
        inputs = [normal(*shape, seed=k) for k, shape in enumerate(((n,), (n,), (n, m), (n, m), (m,), ()))]
        agrees(made, inputs, "binary64", sizes)
        if seed % 3 == 0:
            agrees(made, inputs, "bfloat16", sizes)


@pytest.mark.parametrize("name", ("binary64", "binary32"))
@pytest.mark.parametrize("spec", ("ij,jk->ik", "ij,kj->ik", "ji,jk->ik", "ji,kj->ki", "ij,jk->ki", "ij,j->i", "j,ij->i", "ijl,jlk->ik",
                                  "ij,jk->ik T", "bij,bjk->bik", "ibj,bkj->bik"))
def test_large_products_go_to_the_library_and_agree_within_its_bound(spec, name):
    spec, _, turned = spec.partition(" ")
    sizes = {"i": 40, "j": 48, "k": 36, "l": 2, "b": 3}
    a, b, result = spec.replace("->", ",").split(",")
    shapes = {"x": tuple(a.upper()), "y": tuple(b.upper())}

    def define(b, x, y):
        if turned:
            x = b.transpose(b.transpose(x, perm=(1, 0)), perm=(1, 0))
        z = b.einsum(x, y, spec=spec)
        return (b.einsum(z, z, spec="ik,ik->") if len(result) == 2 else z, z)
    made = program({k.upper(): v for k, v in sizes.items()}, shapes, define)
    x, y = (normal(*(sizes[c] for c in labels), seed=k) for k, labels in enumerate((a, b)))
    x, y = (v.astype(np.float32).astype(float) for v in (x, y))
    found = native(made, Assignment.uniform(FORMATS[name])).run((x, y))[1]
    exact, depth = np.einsum(spec, x, y), 96
    bound = depth * FORMATS[name].u * np.einsum(spec, abs(x), abs(y))  # Higham 2002, (3.5)
    assert np.all(abs(found - exact) <= 1.01 * bound + 1e-12 * (name == "binary64"))


MIXED = {  # storage of x, compute (multiplicands), accumulator: libraries multiply in the accumulator's format, which holds the others
    "narrower than stored": ("binary64", "binary32", "binary32"), "wider than stored": ("binary32", "binary64", "binary64"),
    "halves stored": ("bfloat16", "binary32", "binary32"), "halves multiplied": ("binary32", "bfloat16", "binary32"),
    "eighths multiplied": ("e4m3", "bfloat16", "binary32"), "tf32": ("binary32", "tf32", "binary32"), "scaled apart": ("binary16", "binary16", "binary64"),
}


@pytest.mark.parametrize("spec", ("ij,jk->ik", "bij,bjk->bik", "ji,kj->ik"))
@pytest.mark.parametrize("case", MIXED)
def test_products_in_mixed_formats_are_packed_for_the_library(case, spec):
    """Against the exact product of the rounded multiplicands; and the native text says that a library or matrix unit is called."""
    stored, multiplied, added = (FORMATS[name] for name in MIXED[case])
    sizes = {"B": 2, "I": 41, "J": 75, "K": 37}
    shapes = {"x": tuple(spec.split(",")[0].upper()), "y": tuple(spec.split(",")[1].split("-")[0].upper())}
    made = program({k: v for k, v in sizes.items() if k in spec.upper()}, shapes,
                   lambda b, x, y: (b.einsum(x, y, spec=spec, site="product"),))
    site = next(n.site for n in made.body.walk() if n.op == "einsum")
    assignment = Assignment.uniform(FORMATS["binary64"]).with_storage({"x": stored}).with_compute({site: multiplied})
    assignment = assignment.with_accumulate({site: added})
    x, y = (normal(*(sizes[d] for d in shapes[v]), seed=k) for k, v in enumerate("xy"))
    halves = multiplied.name == "bfloat16"
    assert ("pr::product_of_halves(" if halves else "pr::product<") in precis.emit(made, assignment).text
    found = native(made, assignment).run((x, y))[0]
    rounded = (round_array(round_array(x, stored), multiplied), round_array(y, multiplied))
    exact = np.einsum(spec, *rounded)
    bound = sizes["J"] * added.u * np.einsum(spec, *map(abs, rounded))
    assert np.all(abs(found - exact) <= 1.01 * bound + 1e-13)
