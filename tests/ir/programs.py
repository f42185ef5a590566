"""Programs for tests: some written by hand, and a hypothesis strategy for random ones."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from hypothesis import strategies as st

from precis.errors import Span
from precis.ir.build import Build, Names
from precis.ir.size import Size
from precis.ir.trees import Leaf
from precis.ir.types import At, Block, Container, Cut, Guard, New, Node, Pick, Program, Range, Value

N, M, ZERO = Size.of("N"), Size.of("M"), Size()


def cut(start, stop) -> Cut:
    return Cut(Size.of(start), Size.of(stop) - start)


def value_leaf(v: Value) -> Leaf:
    return Leaf("value", v.name)


def simple(body: Block, containers=(), sizes=(("N", 4),), returns=None, **more) -> Program:
    """A Program whose arguments are its parameters, and that returns all its results."""
    arguments = tuple((p.container or p.name, value_leaf(p)) for p in body.params)
    tree = tuple(map(value_leaf, body.results)) if returns is None else returns
    return Program("f", tuple(sizes), tuple(containers), body, arguments, tree, **more)


def heat() -> Program:
    """The case study, as it is lifted: one loop, one update of the inner points."""
    def at(line, column):
        return Span("heat.py", line, column)

    b = Build(Names({"N", "M", "T", "t"}))
    u, nu = b.value("u", (N, M), "real", "u"), b.value("nu", (), "real", "nu")
    c = b.child()
    w = c.value("u", (N, M), "real", "u")
    c.span = at(20, 9)
    inside = (cut(1, N - 1), cut(1, M - 1))

    def part(rows, columns):
        return c.slice(w, at=(rows, columns))

    old = part(*inside)
    total = c.add(part(cut(2, N), inside[1]), part(cut(0, N - 2), inside[1]))
    total = c.add(c.add(total, part(inside[0], cut(2, M))), part(inside[0], cut(0, M - 2)))
    change = c.mul(nu, c.sub(total, c.mul(c.const(4.0), part(*inside))))
    new = c.call("update", w, c.add(old, change), at=inside, container="u")
    body = c.block((w,), (new,))
    b.span = at(19, 5)
    (final,) = b.loop(Range(ZERO, Size.of("T")), (u,), body, "t")
    containers = (Container("u", (N, M), "real", "inout", at(17, 10)), Container("nu", (), "real", "input", at(17, 13)))
    arguments = (("u", value_leaf(u)), ("nu", value_leaf(nu)), ("T", Leaf("size", Size.of("T"))))
    return Program("heat", (("N", 6), ("M", 5), ("T", 3)), containers, b.block((u, nu), (final,)), arguments, Leaf("static"),
                   (u.name,), (Guard(Size.of(3), "<=", N),))


@dataclass
class Sketch:
    """A random block in the making. `latest`: the newest value of each container; `exact`: + - * / sqrt are all that rounds."""

    draw: object
    b: Build
    values: list[Value]
    latest: dict[str, Value]
    depth: int = 0
    symbols: list[str] = field(default_factory=list)
    exact: bool = False

    def inner(self) -> Sketch:
        return replace(self, b=self.b.child(), values=list(self.values), latest=dict(self.latest), depth=self.depth + 1,
                       symbols=list(self.symbols))

    def pick(self, wanted) -> Value | None:
        found = [v for v in self.values if wanted(v)]
        return self.draw(st.sampled_from(found[-12:])) if found else None

    def real(self, shape=None) -> Value:
        found = self.pick(lambda v: v.kind == "real" and (shape is None or v.shape == shape))
        return found if found is not None else self.b.const(self.draw(st.sampled_from([0.5, -2.0, 1.0])))

    def integer(self) -> Value:
        """A run-time integer in 0, 1, 2."""
        k = self.pick(lambda v: v.kind == "int64" and v.shape == ()) or self.b.const(1)
        return self.b.minimum(self.b.abs(self.b.mod(k, self.b.const(3))), self.b.const(2))

    def keep(self, v: Value) -> None:
        self.values.append(v)
        if v.container:
            self.latest[v.container] = v


def _binary(s: Sketch) -> None:
    x = s.real()
    y = s.real(x.shape) if s.draw(st.booleans()) else s.real(())
    if not s.values or y.shape not in ((), x.shape):
        return
    ops = ["add", "sub", "mul", "maximum", "div", *([] if s.exact else ["hypot"])]
    s.keep(s.b.call(s.draw(st.sampled_from(ops)), *s.draw(st.permutations([x, y]))))


def _unary(s: Sketch) -> None:
    ops = ["neg", "abs", "sqrt", *([] if s.exact else ["sin", "exp", "tanh"])]
    s.keep(s.b.call(s.draw(st.sampled_from(ops)), s.real()))


def _constant(s: Sketch) -> None:
    s.keep(s.b.const(s.draw(st.sampled_from([2.0, -0.0, float("inf"), -3, 1e-300, True, np.int8(-5)]))))


def _compare(s: Sketch) -> None:
    x = s.real()
    hit = s.b.call(s.draw(st.sampled_from(["lt", "ge", "ne"])), x, s.b.const(0.5))
    s.keep(s.b.select(s.b.bit_not(hit), x, s.b.neg(x)))


def _slice(s: Sketch) -> None:
    x = s.pick(lambda v: v.kind == "real" and v.rank > 0)
    n = x.shape[0]
    item = s.draw(st.sampled_from([
        cut(0, n), cut(1, n), cut(0, n - 1), Cut(n - 1, n, -1), Cut(ZERO, (n + 1) // 2, 2), At(ZERO), At(n - 1),
        Cut(n - 1, n // 2, -2)]))
    s.keep(s.b.slice(x, at=(item, *([New()] if s.draw(st.booleans()) else []))))


def _reshape(s: Sketch) -> None:
    x = s.pick(lambda v: v.kind == "real" and v.rank > 0)
    perm = tuple(reversed(range(x.rank)))
    v = s.b.reshape(x, shape=(Size.of(1), *x.shape)) if s.draw(st.booleans()) else s.b.transpose(x, perm=perm)
    s.keep(s.b.broadcast(v, shape=(M, *v.shape)) if v.rank < 3 and s.draw(st.booleans()) else v)


def _dynamic(s: Sketch) -> None:
    x = s.pick(lambda v: v.kind == "real" and v.shape and v.shape[0] in (N, M))
    s.keep(s.b.slice(x, s.integer(), at=(Pick(0),)))


def _store(s: Sketch) -> None:
    name, shape = s.draw(st.sampled_from([("a", (N,)), ("r", ()), ("u", (N, M)), ("y__1", (N,)), ("_3", ())]))
    v = s.real(shape)
    if v.shape == shape:
        s.keep(s.b.call("store", v, container=name))


def _update(s: Sketch) -> None:
    target = s.latest[s.draw(st.sampled_from(sorted(n for n, v in s.latest.items() if v.rank)))]
    op = s.draw(st.sampled_from(["update", "update_add"]))
    item = s.draw(st.sampled_from([cut(0, target.shape[0]), cut(1, target.shape[0]), At(ZERO), Pick(0)]))
    picks = [s.integer()] if isinstance(item, Pick) else []
    new = s.real(()) if s.draw(st.booleans()) else s.b.const(1.5)
    s.keep(s.b.call(op, target, new, *picks, at=(item,), container=target.container))


def _sum(s: Sketch) -> None:
    x = s.real()
    axes = tuple(k for k in range(x.rank) if s.draw(st.booleans()))
    s.keep(s.b.call(s.draw(st.sampled_from(["sum", "max", "prod"])), x, axes=axes))


def _matmul(s: Sketch) -> None:
    row = None if s.exact else s.pick(lambda v: v.shape == (M,) and v.kind == "real")
    s.keep(s.b.einsum(s.latest["u"], row, spec="ij,j->i") if row else s.b.einsum(s.latest["u"], s.latest["u"], spec="ij,ij->ij"))


def _index(s: Sketch) -> None:
    size = Size.of(s.draw(st.sampled_from([*s.symbols, "N"])))
    s.keep(s.b.convert(s.b.index(value=size + s.draw(st.integers(0, 2))), kind="real"))


def _place(s: Sketch) -> None:
    s.b.span = s.draw(st.sampled_from([None, Span("f.py", 3, 5), Span("a:b.py", 10, 1, 20)]))


def _carried(s: Sketch) -> list[Value]:
    some = [*s.latest.values(), *[v for v in s.values if v.kind == "real"][-3:]]
    return s.draw(st.lists(st.sampled_from(some), min_size=1, max_size=3, unique_by=lambda v: v.name))


def _nested(s: Sketch, carries: list[Value]) -> tuple[Sketch, tuple[Value, ...]]:
    inner = s.inner()
    params = tuple(inner.b.value("", v.shape, v.kind, v.container) for v in carries)
    for p in params:
        inner.keep(p)
    return inner, params


def _results(inner: Sketch, params) -> tuple[Value, ...]:
    def one(p):
        found = [v for v in inner.values if (v.shape, v.kind) == (p.shape, p.kind)]
        return inner.draw(st.sampled_from(found[-4:]))
    return tuple(map(one, params))


def _loop(s: Sketch) -> None:
    carries, index = _carried(s), s.b.names.fresh("i")
    inner, params = _nested(s, carries)
    inner.symbols.append(index)
    _grow(inner, 4)
    stacked = (inner.real(()),) if s.draw(st.booleans()) else ()
    range_ = s.draw(st.sampled_from([Range(ZERO, N), Range(Size.of(1), N - 1), Range(N - 1, N, -1), Range(ZERO, N // 2, 2)]))
    for v in s.b.loop(range_, carries, inner.b.block(params, _results(inner, params) + stacked), index):
        s.keep(v)


def _cond(s: Sketch) -> None:
    like, blocks = _carried(s), []
    for _ in range(2):
        inner, _params = _nested(s, [])
        _grow(inner, 3)
        blocks.append(inner.b.block((), _results(inner, like)))
    predicate = s.b.gt(s.real(()), s.b.const(0.0))
    if predicate.shape == ():
        for v in s.b.cond(predicate, *blocks, containers=[v.container for v in like]):
            s.keep(v)


def _while(s: Sketch) -> None:
    count, carries = s.b.const(0), _carried(s)
    test, counter = _nested(s, [count, *carries])
    condition = test.b.block(counter, (test.b.lt(counter[0], test.b.const(3)),))
    inner, params = _nested(s, [count, *carries])
    _grow(inner, 3)
    following = inner.b.add(params[0], inner.b.const(1))
    body = inner.b.block(params, (following, *_results(inner, params[1:])))
    for v in s.b.while_([count, *carries], condition, body):
        s.keep(v)


def _size(s: Sketch) -> None:
    m = s.b.size(s.b.add(s.integer(), s.b.const(1)), "m")
    s.keep(s.b.slice(s.latest["y"], at=(Cut(ZERO, m),)))


def _approx(s: Sketch) -> None:
    x, out = s.real(()), s.b.value("")
    blocks = []
    for _ in range(2):
        inner, params = _nested(s, [x] if x.shape == () else [])
        _unary(inner)
        blocks.append(inner.b.block(params, (inner.real(()),)))
    if x.shape == () and all(r.shape == () for block in blocks for r in block.results):
        s.b.nodes.append(Node("approx", (x,), (out,), {"name": "net"}, tuple(blocks), s.b.span))
        s.keep(out)


_STEPS = [_binary, _binary, _binary, _unary, _constant, _compare, _slice, _slice, _reshape, _reshape, _dynamic,
          _store, _store, _update, _update, _sum, _matmul, _index, _place]
_CONTROL = [_loop, _cond, _while, _size, _approx]


def _grow(s: Sketch, most: int) -> None:
    for _ in range(s.draw(st.integers(most // 2, most))):
        s.draw(st.sampled_from(_STEPS + (_CONTROL if s.depth < 2 else [])))(s)


@st.composite
def programs(draw, exact: bool = False) -> Program:
    """A random Program over u: real[N, M], y: real[N], s: real, k: int64 (inputs of `arrays`).

    exact: of operations that round, only + - * / sqrt and sums.
    """
    b = Build(Names({"N", "M"}))
    containers = [Container("u", (N, M), "real", "inout", Span("f.py", 1, 7)), Container("y", (N,), "real", "input"),
                  Container("s", (), "real", "input"), Container("k", (), "int64", "input")]
    params = tuple(b.value(c.name, c.shape, c.kind, c.name) for c in containers)
    sketch = Sketch(draw, b, list(params), {p.container: p for p in params if p.kind == "real"}, exact=exact)
    _grow(sketch, 16)
    returned = tuple(draw(st.lists(st.sampled_from(sketch.values), min_size=1, max_size=6)))
    body = b.block(params, (*returned, sketch.latest["u"]))
    containers += [Container("a", (N,)), Container("r"), Container("y__1", (N,)), Container("_3")]
    u, y, x, k = map(value_leaf, params)
    arguments = (("u", u), ("z", {"y": y, "s": (x, Leaf("static", 3))}), ("k", k), ("N", Leaf("size", N)))
    returns = {"all": tuple(map(value_leaf, returned)), "n": Leaf("size", N * M)}
    order = draw(st.sampled_from([containers, containers[::-1], containers[3:] + containers[:3]]))
    return Program("f", (("N", 5), ("M", 3)), tuple(order), body, arguments, returns, (params[0].name,))


def arrays(seed: int = 0) -> list[np.ndarray]:
    """Inputs of a random Program."""
    rng = np.random.default_rng(seed)
    return [rng.normal(size=(5, 3)), rng.normal(size=5), np.float64(rng.normal()), np.int64(rng.integers(-5, 9))]
