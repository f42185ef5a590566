"""Random programs: straight lines, nested loops, branches, whiles. The adjoint transposes the derivative of mpmath differences."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from precis.ad import adjoint
from precis.ir.build import Build
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.text import show
from precis.ir.types import At, Cut, Program, Range, Value
from precis.ir.verify import verify
from tests.ad.oracle import cotangents, directional, dot, tangents
from tests.ad.programs import N, cut, program

LENGTH = 4
UNARY = ("sin", "tanh", "neg")
BINARY = ("add", "sub", "mul")


@dataclass
class Sketch:
    """A random block in the making. `arrays`, `scalars`: values to draw from; `current`: newest version of each named array."""

    draw: object
    b: Build
    arrays: list[Value]
    scalars: list[Value]
    current: dict[str, Value]
    depth: int = 0
    indices: list[Size] = field(default_factory=list)

    def inner(self, current: dict[str, Value], index: Size | None = None) -> Sketch:
        arrays = [a for a in self.arrays if a not in self.current.values() or self.draw(st.booleans())]
        return Sketch(self.draw, self.b.child(), arrays + list(current.values()), list(self.scalars), dict(current), self.depth + 1,
                      self.indices + ([index] if index is not None else []))

    def choose(self, options):
        return self.draw(st.sampled_from(list(options)))

    def position(self) -> Size:
        return self.choose([Size(), N - 1, Size.of(1), *self.indices, *(N - 1 - i for i in self.indices)])

    def block(self, steps: int) -> None:
        for _ in range(self.draw(st.integers(1, steps))):
            control = [_loop, _branch, _while] if self.depth < 2 else []
            self.choose([_array, _array, _scalar, _read, _write, _write, _shift, *control])(self)


def _array(s: Sketch) -> None:
    x, y = s.choose(s.arrays), s.choose(s.arrays + s.scalars)
    s.arrays.append(s.b.call(s.choose(BINARY), x, y) if s.draw(st.booleans()) else s.b.call(s.choose(UNARY), x))


def _scalar(s: Sketch) -> None:
    x, y = s.choose(s.scalars), s.choose(s.scalars)
    over = s.b.div(x, s.b.add(s.b.const(2.0), s.b.mul(y, y)))
    s.scalars.append(s.choose([s.b.call(s.choose(BINARY), s.b.tanh(x), y), over, s.b.sum(s.b.sin(s.choose(s.arrays)), axes=(0,))]))


def _read(s: Sketch) -> None:
    s.scalars.append(s.b.slice(s.choose(s.arrays), at=(At(s.position()),)))


def _write(s: Sketch) -> None:
    name, op = s.choose(s.current), s.choose(["update", "update", "update_add"])
    item, new = s.choose([(At(s.position()), s.choose(s.scalars)), (cut(1, N), s.choose(s.scalars))])
    if s.draw(st.booleans()):
        item = cut(0, N - 1)
        new = s.b.slice(s.b.tanh(s.choose(s.arrays)), at=(Cut(N - 1, N - 1, -1),))
    s.current[name] = s.b.call(op, s.current[name], s.b.sin(new), at=(item,), container=name)
    s.arrays.append(s.current[name])


def _shift(s: Sketch) -> None:
    x, y = s.choose(s.arrays), s.choose(s.arrays)
    part = s.b.mul(s.b.slice(x, at=(cut(1, N),)), s.b.slice(y, at=(cut(0, N - 1),)))
    s.arrays.append(s.b.concatenate(part, s.b.slice(y, at=(cut(0, 1),)), axis=0))


def _loop(s: Sketch) -> None:
    trips = s.choose([Size(), Size.of(3), N, *s.indices])
    step = s.choose([1, 1, -1])
    names, seed = sorted(s.current), s.choose(s.scalars)
    index = Size.of(s.b.names.fresh("i"))
    params = {name: s.b.value(name, (N,), "real", name) for name in names}
    total = s.b.value()
    inside = s.inner(params, index)
    inside.scalars.append(total)
    inside.block(4)
    order = s.draw(st.permutations(names)) if s.draw(st.integers(0, 3)) == 0 else names
    stacked = [inside.b.tanh(inside.scalars[-1])] if s.draw(st.booleans()) else []
    block = inside.b.block((*params.values(), total), (*(inside.current[n] for n in order), inside.b.tanh(inside.scalars[-1]), *stacked))
    start = (trips - 1) if step < 0 else Size()
    outs = s.b.loop(Range(start, trips, step), [*(s.current[n] for n in names), seed], block, index.symbol or "")
    s.current = dict(zip(names, outs))
    s.arrays += outs[: len(names)]
    s.scalars.append(outs[len(names)])
    if stacked:
        s.scalars.append(s.b.sum(outs[-1], axes=(0,)))


def _branch(s: Sketch) -> None:
    name, test = s.choose(s.current), s.choose(s.scalars)
    sides = [s.inner({name: s.current[name]}) for _ in range(2)]
    for side in sides:
        side.block(3)
    blocks = [side.b.block((), (side.current[name], side.b.tanh(side.scalars[-1]))) for side in sides]
    outs = s.b.cond(s.b.gt(test, s.b.const(0.1)), blocks[0], blocks[1], (name, None))
    s.current[name] = outs[0]
    s.arrays.append(outs[0])
    s.scalars.append(outs[1])


def _while(s: Sketch) -> None:
    """A while that stops by a counter."""
    name, limit = s.choose(s.current), s.draw(st.integers(0, 3))
    test = s.b.child()
    types = [((N,), "real"), ((), "real"), ((), "int64")]
    before, during = ([s.b.value("", shape, kind) for shape, kind in types] for _ in range(2))
    inside = s.inner({name: during[0]})
    inside.scalars.append(during[1])
    inside.block(3)
    count = inside.b.add(during[2], inside.b.const(1))
    block = inside.b.block(during, (inside.current[name], inside.b.tanh(inside.scalars[-1]), count))
    condition = test.block(before, (test.lt(before[2], test.const(limit)),))
    array, scalar, _ = s.b.while_((s.current[name], s.choose(s.scalars), s.b.const(0)), condition, block)
    s.current[name] = s.b.store(array, container=name)
    s.arrays.append(s.current[name])
    s.scalars.append(scalar)


@st.composite
def programs(draw) -> Program:
    def define(b, x, y, r):
        start = {"a": b.store(x, container="a"), "c": b.store(y, container="c")}
        s = Sketch(draw, b, [x, *start.values()], [r, b.const(0.5)], start)
        s.block(6)
        return (*s.current.values(), s.arrays[-1], s.scalars[-1])
    return program("random", {"N": LENGTH}, {"x": (N,), "y": (N,), "r": ()}, define)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs(), st.integers(0, 99), st.sampled_from([2**30, 60, 1]))
def test_adjoint_transposes_the_derivative(made, seed, memory):
    rng = np.random.default_rng(seed)
    inputs = [rng.uniform(-1, 1, LENGTH), rng.uniform(-1, 1, LENGTH), rng.uniform(-1, 1)]
    note(show(made))
    verify(made)
    back = adjoint(made, memory=memory)
    verify(back)
    bars, direction = cotangents(made, inputs, seed), tangents(made, inputs, seed + 1)
    forward = dot(directional(made, inputs, direction), bars)
    found = interpret(back, [*inputs, *bars])
    scale = sum(np.abs(f * d).sum() for f, d in zip(found, direction) if d is not None)
    assert dot(found, direction) == pytest.approx(forward, rel=1e-10, abs=1e-12 + 1e-13 * scale)
