"""Program -> Program basics: what is live, what is free, substitution, storage classes."""

from dataclasses import replace

import numpy as np
from hypothesis import HealthCheck, given, note, settings

from precis.errors import Span
from precis.formats import FORMATS, Assignment
from precis.ir.build import Build, Names
from precis.ir.canonical import canonical, settle
from precis.ir.interpret import interpret
from precis.ir.live import live
from precis.ir.rewrite import free_values, map_sizes, map_values, rename_leaves, sizes_in, storage_classes, substitute
from precis.ir.size import Size
from precis.ir.text import parse, show
from precis.ir.trees import Leaf
from precis.ir.types import At, Block, Container, Cut, Range, values_of
from precis.ir.verify import verify
from tests.ir.programs import M, N, arrays, heat, programs, simple

DEAD = """
@sizes(N=4)
def f(x: input[real[N]], k: input[int64]):
    y: local[real[N]]
    z: local[real]
    _unused = exp(x)
    m = size(k)
    never = size(k + 1)
    def step(i, y, z):
        _0 = y * 2.0
        _1 = z + 1.0
        return _0, _1, z, y[0]
    y, z, _2, _3 = loop(step, trips=N, carry=(x, 0.0))
    _4 = z * 3.0
    _5 = y[:m]
    return _5, _3
"""


def test_dead_nodes_carries_stacks_and_sizes_go():
    p = parse(DEAD)
    ops = [n.op for n in p.nodes()]
    assert "exp" not in ops and ops.count("size") == 1
    (loop,) = (n for n in p.nodes() if n.op == "loop")
    assert len(loop.inputs) == 1 and len(loop.outputs) == 2  # z and its stack are gone, y and y[0] stay
    assert [c.name for c in p.containers] == ["x", "k", "y"]
    assert not any(n.op == "add" for n in loop.blocks[0].nodes)
    verify(p)


def test_a_carry_that_feeds_another_lives():
    p = parse("""
def f(x: input[real]):
    def step(i, _0, _1):
        return _0 + _1, _1 * 2.0
    _2, _3 = loop(step, trips=3, carry=(x, x))
    return _2
""")
    (loop,) = (n for n in p.nodes() if n.op == "loop")
    assert len(loop.inputs) == 2


UNREAD = """
@sizes(N=4)
def f(x: input[real[N]], t: input[real]):
    y: local[real[N]]
    z: local[real[N]]
    k: local[int64]
    e: local[real]
    def test(y, z, k, e):
        return (k < 3) & (e > t)
    def step(y, z, k, e):
        _1 = exp(z)
        _2 = y * 0.5
        return _2, _1, k + 1, max(_2, axes=(0,))
    y, z, k, e = while_(test, step, carry=(x, x, 0, 1.0))
    def then():
        return y, exp(y)
    def otherwise():
        return x, x
    _3, _4 = cond(e > t, then, otherwise)
    return _3
"""


def test_carries_of_whiles_and_results_of_branches_that_nobody_reads_go():
    p = parse(UNREAD)
    verify(p)
    loop, cond = (next(n for n in p.nodes() if n.op == op) for op in ("while", "cond"))
    assert [len(loop.inputs), len(loop.outputs), *(len(b.params) for b in loop.blocks)] == [3, 3, 3, 3]
    assert len(cond.outputs) == 1 and not any(n.op == "exp" for n in p.nodes())
    x = np.array([0.3, 0.7, 0.1, 0.9])
    assert [np.asarray(interpret(p, (x, np.array(t)))[0]).tolist() for t in (0.1, 0.5)] == [(x / 8).tolist(), x.tolist()]


def test_live_keeps_what_is_read_and_changes_nothing_else():
    b = Build()
    x = b.value("x")
    y, z = b.sin(x), b.cos(x)
    kept = live(b.block((x,), (y,)))
    assert [n.op for n in kept.nodes] == ["sin"] and live(kept) is kept
    whole = b.block((x,), (y, z))
    assert live(whole) is whole


def test_what_is_known_of_a_block_stays_with_it_alone():
    b = Build()
    x, y = b.value("x"), b.value("y")
    block = Block((x,), (), (x, y))
    assert free_values(block) == (y,)
    assert free_values(replace(block, params=(y,))) == (x,)
    assert block == Block((x,), (), (x, y))


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_rewrites_keep_the_meaning(p):
    note(show(p))
    expected = interpret(p, arrays(1))
    for body in (live(p.body), settle(p.body), settle(live(p.body)), map_values(p.body, lambda v: v)):
        q = p.with_body(body)
        verify(q)
        for a, b in zip(interpret(q, arrays(1)), expected, strict=True):
            np.testing.assert_array_equal(a, b)
    assert live(live(p.body)) == live(p.body)
    assert settle(settle(p.body)) == settle(p.body)
    assert free_values(p.body) == ()
    assert len({v.name for v in values_of(canonical(p).body)}) == len(list(values_of(canonical(p).body)))


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_sizes_may_be_replaced_by_numbers(p):
    """A Program at fixed sizes is the Program at its example binding."""
    note(show(p))
    body = substitute(p.body, {}, {"N": 5, "M": 3})
    containers = tuple(replace(c, shape=tuple(d.substitute({"N": 5, "M": 3}) for d in c.shape)) for c in p.containers)
    returns = rename_leaves(p.returns, {}) | {"n": Leaf("static", 15)}
    fixed = replace(p, sizes=(), body=body, containers=containers, arguments=p.arguments[:-1], returns=returns)
    verify(fixed)
    assert not any({"N", "M"} & set().union(*(d.symbols() for d in v.shape)) for v in values_of(body))
    for a, b in zip(interpret(fixed, arrays(2)), interpret(p, arrays(2)), strict=True):
        np.testing.assert_array_equal(a, b)


def test_free_values_in_order_of_first_use():
    p = parse("""
@sizes(N=3)
def f(x: input[real], y: input[real], z: input[real]):
    def step(i, _0):
        def then():
            return y + _0
        def otherwise():
            return x
        _1 = cond(z > _0, then, otherwise)
        return _1
    _2 = loop(step, trips=N, carry=x)
    return _2
""")
    (loop,) = (n for n in p.nodes() if n.op == "loop")
    (cond,) = (n for n in p.nodes() if n.op == "cond")
    assert [v.container for v in free_values(loop.blocks[0])] == ["z", "y", "x"]
    assert [v.container for v in free_values(cond.blocks[0])] == ["y", None]


def test_values_may_be_replaced():
    b = Build()
    x, y = b.value("x"), b.value("y")
    block = b.block((x, y), (b.mul(x, b.add(x, y)),))
    swapped = substitute(block, {"x": y})
    assert swapped.nodes[0].inputs == (y, y) and swapped.nodes[1].inputs[0] == y


def test_sizes_of_attributes():
    attr = (At(N), Cut(M, N - 1, 2), (N, Size.of(3)), Range(M, N), "text", 3)
    assert sizes_in(attr) == {"N", "M"}
    assert map_sizes(attr, lambda s: s.substitute({"N": 7, "M": 1})) == (
        At(Size.of(7)), Cut(Size.of(1), Size.of(6), 2), (Size.of(7), Size.of(3)), Range(Size.of(1), Size.of(7)), "text", 3)


def test_ranges():
    r = Range(Size.of(2), N, 3)
    assert (r.last, r.reverse(), r.reverse().reverse()) == (3 * N - 1, Range(3 * N - 1, N, -3), r)
    assert r.ends == r.reverse().ends == (Size.of(2), 3 * N - 1)
    for k in range(4):
        assert r.iteration(2 + 3 * k) == Size.of(k)
        assert r.reverse().iteration(r.reverse().start - 3 * k).constant == k


def test_storage_classes():
    p = parse("""
@sizes(N=3)
def f(x: input[real[N]], y: inout[real[N]], s: input[real]):
    a: local[real[N]]
    b: local[real[N]]
    c: local[real]
    d: local[real]
    e: local[real[N]]
    e = x + y
    def step(i, a, b):
        return b, a
    a, b = loop(step, trips=N, carry=(x, y))
    def then():
        return s
    def otherwise():
        d = s * 2.0
        return d
    c = cond(s > 0.0, then, otherwise)
    return a, b, c, e
""")
    classes = storage_classes(p)
    assert classes["a"] == classes["b"] == classes["x"] == classes["y"] == "x"  # swapped by the loop
    assert classes["c"] == classes["d"] == classes["s"] == "s"
    assert classes["e"] == "e"


def test_while_loops_and_updates_join_storage():
    p = parse("""
@sizes(N=3)
def f(x: inout[real[N]], s: input[real]):
    t: local[real]
    y: local[real[N]]
    y = update(x, s, at=s_[0])
    def test(t):
        return t < 9.0
    def step(t):
        return t * 2.0
    t = while_(test, step, carry=s)
    return y, t
""")
    assert storage_classes(p) == {"x": "x", "s": "s", "t": "s", "y": "x"}


def test_canonical_follows_value_formats_and_trees():
    b = Build(Names({"N"}))
    x = b.value("x9", (), "real", "x")
    dead, y = b.sin(x), b.cos(x)
    p = simple(b.block((x,), (y,)), [Container("x", (), "real", "input"), Container("unused")], ())
    p = replace(p, original=Assignment(values={dead.name: FORMATS["binary16"], y.name: FORMATS["binary32"]},
                                       default=FORMATS["binary64"]))
    q = canonical(p)
    assert q.arguments == (("x", Leaf("value", "x")),) and q.returns == (Leaf("value", "_0"),)
    assert q.original.values == {"_0": FORMATS["binary32"]}
    assert [c.name for c in q.containers] == ["x"]
    verify(q)


def test_settled_sources():
    """Equal sources of one block and place are one node before the first user; nested blocks keep their own."""
    b = Build()
    x = b.value("x")
    two, _, three = (b.call("const", value=v, kind="real") for v in (2.0, 2.0, 3.0))
    s = b.sin(x)
    b.span = Span("f.py", 2)
    other = b.call("const", value=2.0, kind="real")
    out = b.add(b.mul(b.mul(s, three), two), other)
    settled = settle(live(b.block((x,), (out,))))
    assert [n.op for n in settled.nodes] == ["sin", "const", "mul", "const", "mul", "const", "add"]
    assert [n.attrs.get("value") for n in settled.nodes if n.op == "const"] == [3.0, 2.0, 2.0]


def test_programs_with_nan_are_equal():
    def made(nan):
        b = Build()
        x = b.value("x")
        return canonical(simple(b.block((x,), (b.maximum(x, b.call("const", value=nan, kind="real")),)), (), ()))
    assert made(float("nan")) == made(np.nan) == parse(show(made(float("-nan"))))


def test_settled_views():
    """Views move to their first user, but not across a store; the view of a view moves with it."""
    b = Build(Names({"N"}))
    x = b.value("x", (N,), "real", "x")
    head, column = b.slice(x, at=(Cut(Size(), N - 1),)), b.slice(x, at=(Cut(Size.of(1), N - 1),))
    row = b.reshape(column, shape=(N - 1,))
    s = b.exp(x)
    kept = b.call("store", s, container="x")
    out = b.add(b.sin(head), row)
    used_late = simple(b.block((x,), (out, kept)), [Container("x", (N,), "real", "input")])
    assert [n.op for n in settle(used_late.body).nodes] == ["exp", "slice", "slice", "reshape", "store", "sin", "add"]
    b.nodes.remove(next(n for n in b.nodes if n.op == "store"))
    assert [n.op for n in settle(b.block((x,), (out, s))).nodes] == ["exp", "slice", "sin", "slice", "reshape", "add"]


def test_heat_is_canonical_once_renamed():
    p = canonical(heat())
    assert canonical(p) == p
    assert [v.name for v in values_of(p.body) if v.container] == ["u", "nu", "u__3", "u__1", "u__2"]
