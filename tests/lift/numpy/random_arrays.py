"""Random programs on matrices, vectors, index arrays and arrays whose length changes; helpers that mutate. The same for the same seed."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np

HELPERS = '''import numpy as np

SHIFT = 0.125


def smooth(u, t):
    u[1:-1] = 0.5 * u[1:-1] + 0.25 * (u[2:] + u[:-2])
    u[0] = t
    return u


def sweep(M, t, steps=2):
    for s in range(steps):
        M[1:, :] += 0.1 * M[:-1, :]
        M[:, -1] = t
    return M.sum(axis=0)


def relu(v, low=0.5):
    return np.maximum(v, low) - SHIFT


def split(v):
    h = len(v) // 2
    return v[:h], v[h:]


def first_large(v, t):
    for p in range(len(v)):
        if v[p] > t:
            return p
    return 0


'''
SAMPLES = ((6, 5, 4), (6, 5, 1), (9, 7, 3), (7, 8, 2))  # sizes n, m and steps T


def arguments(seed: int, n: int, m: int, steps: int) -> tuple[Any, ...]:
    """Arguments of `f(a, b, A, B, i, x, y, k, T)`."""
    r = np.random.default_rng(seed)
    return (r.uniform(0.5, 1.5, n), r.uniform(0.5, 1.5, n), r.uniform(0.5, 1.5, (n, m)), r.uniform(0.5, 1.5, (n, m)), r.integers(0, n, n),
            float(r.uniform(0.8, 1.2)), float(r.uniform(0.6, 1.0)), 1, steps)


@dataclass
class Writer:
    random: random.Random
    indices: list[str] = field(default_factory=list)
    depth: int = 0
    counters: int = 0

    def one(self, *texts: str) -> str:
        return self.random.choice(texts)

    def row(self) -> str:
        inner = (f"{self.indices[-1]} % n", f"({self.indices[-1]} + 1) % n") if self.indices else ()
        return self.one("0", "-1", "k % n", "i[k % n]", *inner)

    def column(self) -> str:
        inner = (f"{self.indices[-1]} % m",) if self.indices else ()
        return self.one("0", "1", "-1", "k % m", *inner)

    def number(self) -> str:
        return self.one("x", "y")

    def vector(self) -> str:
        """An expression of length n."""
        a, A, x = self.one("a", "b"), self.one("A", "B"), self.number()
        return self.one(a, f"{a} * {x}", f"{A}[:, {self.column()}]", f"{A}.mean(axis=1)", f"{A}.max(axis=1) * 0.5", f"0.2 * {A} @ {A}[{self.row()}]",
                        f"{a}[i]", f"{a}[::-1]", f"np.where({a} > {x}, {a}, b * 0.5)", f"relu({a}, {x})", f"np.roll({a}, 1)",
                        f"np.cumsum({a}) * 0.1", f"np.concatenate(({a}[1:], {a}[:1]))", f"smooth({a}, {x})",
                        f"{A}[np.arange(n), i % m]", f"np.sqrt(np.abs({a}))", f"{a} / (1.0 + {a} ** 2)")

    def matrix(self) -> str:
        """An expression of shape (n, m)."""
        A, B, x = self.one("A", "B"), self.one("A", "B"), self.number()
        return self.one(f"{A} * {x}", f"0.5 * ({A} + {B})", f"{A}[i]", f"{A}[::-1]", f"{A}[:, ::-1]", f"np.where({A} > {B}, {A}, {B} * 0.5)",
                        f"np.maximum({A}, {x})", f"np.roll({A}, 1, axis=0)", f"{A} - {A}.mean(axis=0)", f"{A} - {A}.max(axis=1, keepdims=True)",
                        f"0.1 * ({A} @ {B}.T) @ {A}", f"{A}.T.copy().T", f"a[:, None] * {A}[0]", f"np.outer(a, {A}[-1])", f"{A}.copy()",
                        f"np.clip({A}, 0.2, {x})", f"relu({A})", f"np.tanh({A})", f"np.einsum('ij,i->ij', {A}, a)")

    def scalar(self) -> str:
        a, A, x = self.one("a", "b"), self.one("A", "B"), self.number()
        return self.one(f"{x} * 0.5 + 0.25", f"{a}[{self.row()}]", f"{A}[{self.row()}, {self.column()}]", f"{A}.mean()", f"{a} @ b / n", f"{a}.max()",
                        "w.sum() / (1 + len(w))", "float(len(w)) * 0.1", f"{A}[{A} > {x}].sum() / {A}.size", f"a[first_large(a, {x})]",
                        f"min({x}, {a}[0])", f"sum({a}) / n", f"np.linalg.norm({a})", f"float(np.count_nonzero({a} > {x})) / n",
                        f"(w[0] if len(w) > 0 else {x})")

    def simple(self) -> list[str]:
        a, b, A, B, x = self.one("a", "b"), self.one("a", "b"), self.one("A", "B"), self.one("A", "B"), self.number()
        return self.random.choice([
            [f"{a} = {self.vector()}"], [f"{a}[:] = {self.vector()}"], [f"{A} = {self.matrix()}"], [f"{A}[:] = {self.matrix()}"],
            [f"{x} = {self.scalar()}"], [f"{x} = {self.scalar()}"], [f"{a}[{self.row()}] = {self.scalar()}"],
            [f"{A}[{self.row()}, {self.column()}] += {x}"], [f"{A}[{self.row()}] = {B}[{self.row()}] * {x}"], [f"{A}[:, {self.column()}] = {self.vector()}"],
            [f"{A}[1:-1, 1:-1] = 0.25 * ({A}[2:, 1:-1] + {A}[:-2, 1:-1] + {B}[1:-1, 2:] + {A}[1:-1, :-2])"], [f"{A}[1:] = {A}[:-1]"],
            [f"{A}[:, 1:] *= {x}"], [f"{A} += {a}[:, None]", f"{A} *= 0.5"], [f"{A}[{A} > {x}] = {x}"], [f"{A}[{a} > {x}] *= 0.5"],
            [f"{a}[i] = {self.vector()}"], [f"np.add.at({a}, i, 0.1)"], [f"{A}, {B} = {B}, {A}"], [f"{a}, {b} = {b}, {a}"],
            [f"v = {A}[::2]", f"v += {x}", "v *= 0.5"], [f"v = {A}[{self.row()}]", f"v *= {x}"], [f"v = {A}.T", f"v[0] = {a} * 0.5"],
            [f"c = sweep({A}, {x})", f"{B}[0] = 0.1 * c"], [f"p, q = split({a})", f"p[:] = {x}", "x = q.sum() * 0.1"],
            ["w = w[w > 0.3]"], ["w = w * 0.9 + 0.05"], [f"w = {a}[{a} > {x}]"], ["w = np.concatenate((w, a))[:n]"], ["w = w[1:]"],
            [f"s = np.where({a} > {x})[0]", f"{a}[s] = 0.5 * {x}", "y = y * 0.5 + 0.1 * len(s)"], [f"{a}[{a} > {x}] = {b}[{a} > {x}] * 0.5"],
            ["i = (i + 1) % n"], ["i[k % n] = 0"], ["i = i[::-1].copy()"], ["k = k + 1"], ["k = int(i[0])"], ["k = len(w)"],
            [f"d = {{'u': {a}, 't': {x}}}", "d['u'][0] = d['t'] * 0.5"], [f"g = [{A}[q].sum() for q in range(3)]", "x = 0.1 * g[0] + 0.01 * sum(g)"],
            [f"for r in {A}:", f"    {x} = {x} * 0.5 + 0.1 * r.mean()"], [f"for q, e in enumerate({a}):", f"    {b}[q] = 0.5 * {b}[q] + e * 0.1"]])

    def statement(self) -> list[str]:
        if self.depth == 3 or self.random.random() > 0.25:
            return self.simple()
        self.depth += 1
        lines = self.random.choice([self.counted, self.counted, self.repeated, self.branch, self.branch])()
        self.depth -= 1
        return lines

    def block(self) -> list[str]:
        return [f"    {line}" for _ in range(self.random.randint(1, 3)) for line in self.statement()]

    def counted(self) -> list[str]:
        index = "pqrs"[len(self.indices)]
        head = f"for {index} in range({self.one('T', '3', 'n - 1', '1, m', 'n - 2, -1, -1', 'len(w)', 'k % 4')}):"
        self.indices.append(index)
        lines = self.block()
        if self.random.random() < 0.2:
            lines += [f"    if {self.number()} > {self.one('1.1', 'a[0]')}:", f"        {self.one('break', 'continue')}", *self.block()]
        self.indices.pop()
        return [head, *lines]

    def repeated(self) -> list[str]:
        self.counters += 1
        c = f"c{self.counters}"
        return [f"{c} = 0", f"while {c} < T and {self.one('x < 3.0', 'len(w) > 1', 'a[0] < 2.0')}:", f"    {c} += 1", *self.block()]

    def branch(self) -> list[str]:
        index = self.indices[-1] if self.indices else "k"
        test = self.one("x > y", "len(w) > 2", f"{index} % 2 == 0", "a[0] > b[-1]", "A.sum() > B.sum()", "np.any(a > 1.2)")
        other = ["else:", *self.block()] if self.random.random() < 0.5 else []
        return [f"if {test}:", *self.block(), *other]


def programs(seed: int) -> str:
    """A module with `f(a, b, A, B, i, x, y, k, T)`: vectors, matrices, an index array, floats, an int, a number of steps."""
    writer = Writer(random.Random(seed))
    lines = ["n, m = A.shape", "w = a.copy()", *(line for _ in range(writer.random.randint(3, 7)) for line in writer.statement()),
             "return a, b, A, B, i, x, y, k, w"]
    return HELPERS + "def f(a, b, A, B, i, x, y, k, T):\n" + "".join(f"    {line}\n" for line in lines)
