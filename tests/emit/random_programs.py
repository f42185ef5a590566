"""Random programs that stress updates in place: stale versions, overlapping reads, swaps, stacks, branches, nested loops."""

from __future__ import annotations

import random

from precis.ir.build import Build
from precis.ir.size import Size
from precis.ir.types import At, Cut, Program, Value
from tests.emit.oracle import loop, program

N, M = Size.of("N"), Size.of("M")
SHAPES = ((N,), (N, M), (M,), ())


class Writer:
    def __init__(self, seed: int, length: int):
        self.random, self.length = random.Random(seed), length

    def made(self) -> Program:
        names = {"a": ("N",), "b": ("N",), "c": ("N", "M"), "d": ("N", "M"), "e": ("M",), "s": ()}
        return program(
            {"N": 6, "M": 5},
            names,
            lambda b, *values: self.block(b, list(values), 2, self.length)[-6:],
            f"random{id(self) % 7}",
        )

    def block(self, b: Build, values: list[Value], depth: int, length: int) -> list[Value]:
        """Appends statements; returns the values in sight, the newest last."""
        values = list(values)
        for _ in range(self.random.randint(2, length)):
            step = self.random.choice(
                (self.store, self.update, self.update, self.update_add, self.reduction, self.view, self.mean)
                + ((self.loop, self.branch) if depth else ())
            )
            values += step(b, values, depth)
        return values

    def of(self, values: list[Value], shape) -> Value:
        """A value of this shape, of the recent ones more likely."""
        found = [v for v in values if v.shape == shape]
        return found[-1 - min(int(self.random.expovariate(0.7)), len(found) - 1)]

    def shape(self):
        return self.random.choice(SHAPES[:3])

    def expression(self, b: Build, values: list[Value], shape) -> Value:
        v = self.of(values, shape)
        for _ in range(self.random.randint(0, 2)):
            op = self.random.choice(("add", "sub", "mul", "maximum"))
            v = b.call(op, v, self.random.choice((self.of(values, shape), self.of(values, ()), b.const(0.5))))
        return b.mul(v, b.const(0.25))

    def store(self, b, values, depth):
        shape = self.shape()
        return [b.call("store", self.expression(b, values, shape), container=None)]

    def cuts(self, shape, shift=0):
        """A region of length n - 2 from 1 + shift, in every dimension or in the first."""
        items = [
            Cut(Size.of(1 + (shift if k == 0 or self.random.random() < 0.5 else 0)), d - 2) for k, d in enumerate(shape)
        ]
        return tuple(items)

    def update(self, b, values, depth):
        shape = self.shape()
        u, source = self.of(values, shape), self.of(values, shape)
        kind = self.random.randrange(5)
        if kind == 0:  # a point from another point
            at = tuple(At(Size.of(self.random.randint(0, 2))) for _ in shape)
            other = tuple(At(d - 1) for d in shape)
            return [b.update(u, b.mul(b.slice(source, at=other), b.const(0.5)), at=at)]
        if kind == 1:  # all of it, reversed
            flip = tuple(Cut(d - 1, d, -1) for d in shape)
            whole = tuple(Cut(Size(), d) for d in shape)
            return [b.update(u, b.slice(source, at=flip), at=whole)]
        if kind == 2 and len(shape) == 2:  # a row from a row
            return [
                b.update(
                    u,
                    b.slice(source, at=(At(self.random.choice((Size(), N - 1))),)),
                    at=(At(Size.of(self.random.randint(0, 1))),),
                )
            ]
        region = self.cuts(shape)
        parts = [
            b.slice(self.random.choice((u, source)), at=self.cuts(shape, self.random.randint(-1, 1))) for _ in range(3)
        ]
        return [b.update(u, b.mul(b.add(b.add(parts[0], parts[1]), parts[2]), b.const(0.3)), at=region)]

    def update_add(self, b, values, depth):
        shape = self.shape()
        u, source = self.of(values, shape), self.of(values, shape)
        part = b.mul(b.slice(source, at=self.cuts(shape)), b.const(0.5))
        for _ in range(self.random.randint(1, 4)):
            u = b.update_add(u, part, at=self.cuts(shape, self.random.randint(-1, 1)))
        return [u]

    def reduction(self, b, values, depth):
        kind = self.random.randrange(4)
        if kind == 0:
            return [b.mul(b.sum(self.expression(b, values, (N, M)), axes=(0,)), b.const(0.2))]
        if kind == 1:
            return [b.mul(b.sum(self.expression(b, values, (N, M)), axes=(1,)), b.const(0.2))]
        if kind == 2:
            return (
                [b.mul(b.sum(self.expression(b, values, self.shape()), axes=(0,)), b.const(0.1))]
                if self.random.random() < 0
                else [b.mul(b.sum(self.expression(b, values, (N,)), axes=(0,)), b.const(0.1))]
            )
        return [b.max(self.expression(b, values, (N, M)), axes=(0, 1))]

    def view(self, b, values, depth):
        c = self.of(values, (N, M))
        row = b.slice(c, at=(At(Size.of(self.random.randint(0, 2))),))
        column = b.reshape(b.slice(c, at=(Cut(Size(), N), At(M - 1))), shape=(N, Size.of(1)))
        return [b.mul(b.add(c, column), b.const(0.5)), b.mul(row, self.of(values, (M,)))]

    def mean(self, b, values, depth):
        return [b.call("store", b.mul(b.slice(self.of(values, (N,)), at=(At(Size.of(1)),)), b.const(0.5)))]

    def loop(self, b, values, depth):
        shapes = [self.shape() for _ in range(self.random.randint(1, 3))] + [()]
        carries = [self.of(values, s) for s in shapes]
        stacked = self.random.random() < 0.4

        def step(c, t, *params):
            inner = self.block(c, [*values, *params], depth - 1, 4)
            results = [self.of(inner, s) for s in shapes]
            if self.random.random() < 0.3 and shapes[0] == shapes[1]:
                results[0], results[1] = params[1], params[0]
            rows = [self.of(inner, (N,))] if stacked else []
            return (*results, *rows)

        out = loop(b, self.random.choice((0, 1, 3)), carries, step)
        if stacked:
            out = (*out[:-1], b.sum(out[-1], axes=(0,)))
        return list(out)

    def branch(self, b, values, depth):
        shapes = [self.shape(), ()]
        then, other = b.child(), b.child()
        blocks = []
        for c in (then, other):
            inner = self.block(c, values, depth - 1, 3)
            blocks.append(c.block((), [self.of(inner, s) for s in shapes]))
        test = b.gt(self.of(values, ()), b.const(self.random.choice((-10.0, 0.2, 10.0))))
        return list(b.cond(test, *blocks))
