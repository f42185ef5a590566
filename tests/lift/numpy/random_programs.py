"""Random programs: nested loops, branches, aliases and in-place operations; mixed dtypes; shapes and slices. The same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

ARRAYS, NUMBERS = ("a", "b", "c"), ("x", "y")
SLICES = ("1:", "2:", ":-1", "::2", "::-1", "1:-1", "k:", "k:k+2", ":")
HELPERS = '''import numpy as np


def blend(p, q):
    return p * 0.25 + q


def shift(p, t):
    p[0] = t
    p += 0.125
    return p


def pick(p, q, t):
    if t > 1.0:
        return p
    return q


def first_above(p, t):
    for e in p:
        if e > t:
            return e
    return t * 0.5


'''


@dataclass
class Writer:
    """Writes one program. `indices`: loop indices in sight."""

    random: random.Random
    indices: list[str] = field(default_factory=list)
    depth: int = 0
    counters: int = 0

    def one_of(self, *texts: str) -> str:
        return self.random.choice(texts)

    def array(self) -> str:
        return self.one_of(*ARRAYS)

    def number(self) -> str:
        return self.one_of(*NUMBERS)

    def place(self) -> str:
        inner = (f"{self.indices[-1]} % n", f"({self.indices[-1]} + 1) % n", f"{self.indices[-1]} - 1") if self.indices else ()
        return self.one_of("0", "1", "-1", "-2", "k % n", *inner)

    def scalar(self) -> str:
        a, x, y, p = self.array(), self.number(), self.number(), self.place()
        return self.one_of(x, f"{a}[{p}]", f"{x} * 0.5 + {y}", "1.5", f"{a}.max()", f"({x} if {y} > 1.0 else {a}[0])", "float(k)",
                           f"min({x}, {y})", f"{a}[k % n] + k")

    def whole(self) -> str:
        a, b, x = self.array(), self.array(), self.number()
        return self.one_of(a, f"{a}.copy()", f"{a} + {b}", f"{a} * {x}", f"np.where({a} > 1.0, {b}, {x})", f"np.roll({a}, 1)", f"{a}[::-1]",
                           f"np.maximum({a}, {x})", f"blend({a}, {b})", "np.zeros(n)", f"shift({a}, {x})")

    def simple(self) -> list[str]:
        a, b, c, x = self.array(), self.array(), self.array(), self.number()
        s = self.one_of(*SLICES)
        return self.random.choice([
            [f"{a} = {self.whole()}"], [f"{a} = {self.whole()}"], [f"{a}[{s}] = {b}[{s}] * {x}"], [f"{a}[1:] = {b}[:-1]"], [f"{a} += {b}"],
            [f"{a} *= {x}"], [f"{a}[{self.place()}] = {self.scalar()}"], [f"{a}[{self.place()}] += {self.scalar()}"], [f"{a}, {b} = {b}, {a}"],
            [f"{x} = {self.scalar()}"], [f"{x} += {self.scalar()}"], ["k = k + 1"], [f"k = {self.one_of('0', '2', 'n // 2', 'k // 2')}"],
            [f"v = {a}[{s}]", f"v += {x}"], [f"v = {a}", f"{a} = {b} * 0.5", f"v[0] = {x}"], [f"{a}[{a} > {x}] = {x}"], ["x, y = y, x"],
            [f"{a}, {b}, {c} = {b}, {c}, {a}"], [f"{x} = first_above({a}, {x})"], [f"{a} = pick({a}, {b}, {x})"]])

    def statement(self) -> list[str]:
        if self.depth == 3 or self.random.random() > 0.3:
            return self.simple()
        self.depth += 1
        lines = self.random.choice([self.counted, self.counted, self.over_array, self.repeated, self.branch, self.branch])()
        self.depth -= 1
        return lines

    def block(self) -> list[str]:
        return [f"    {line}" for _ in range(self.random.randint(1, 3)) for line in self.statement()]

    def counted(self) -> list[str]:
        index = "ijl"[len(self.indices)]
        head = f"for {index} in range({self.one_of('T', '3', 'n - 1', '1, n', 'n - 1, 0, -1', '2')}):"
        self.indices.append(index)
        lines = self.block()
        if self.random.random() < 0.25:
            lines += [f"    if {self.number()} > {self.one_of('1.2', 'y', '2.0')}:", f"        {self.one_of('break', 'continue')}", *self.block()]
        self.indices.pop()
        return [head, *lines]

    def over_array(self) -> list[str]:
        return [f"for e in {self.array()}:", f"    {self.number()} = {self.number()} + 0.1 * e", *self.block()]

    def repeated(self) -> list[str]:
        self.counters += 1
        w = f"w{self.counters}"
        return [f"{w} = 0", f"while {w} < {self.one_of('T', '2')} and {self.number()} < 3.0:", f"    {w} += 1", *self.block()]

    def branch(self) -> list[str]:
        index = self.indices[-1] if self.indices else "k"
        test = self.one_of(f"{self.number()} > {self.one_of('1.0', self.number(), self.array() + '[0]')}",
                           f"{index} {self.one_of('> 1', '== 0', '% 2 == 0', '< n - 1')}")
        other = ["else:", *self.block()] if self.random.random() < 0.5 else []
        return [f"if {test}:", *self.block(), *other]


def statements(seed: int) -> str:
    """A module with `f(a, b, c, x, y, k, T)`: arrays of one length, two floats, an int, a number of steps."""
    writer = Writer(random.Random(seed))
    lines = ["n = len(a)", *(line for _ in range(writer.random.randint(3, 7)) for line in writer.statement()), "return a, b, c, x, y, k"]
    return HELPERS + "def f(a, b, c, x, y, k, T):\n" + "".join(f"    {line}\n" for line in lines)


LEAVES = ("a", "b", "i", "k", "u", "m", "z", "A[0]", "B[:, 1]", "A[1, 2]", "a[::-1]", "b[1]", "i[idx]", "x", "s", "n", "t", "0.1", "2", "3.0", "-1",
          "np.pi", "True", "1e-3", "np.float32(0.1)", "A", "B")
DTYPES = ("np.float32", "np.float64", "np.int64", "np.int32", "bool", "np.uint8")


def expression(r: random.Random, depth: int = 0) -> str:
    """An expression of arrays and numbers of mixed dtypes."""
    if depth > 2 or r.random() < 0.25:
        return r.choice(LEAVES)

    def e() -> str:
        return expression(r, depth + 1)
    forms: list[Callable[[], str]] = [
        lambda: f"({e()} {r.choice('+-*/')} {e()})", lambda: f"({e()} {r.choice(('//', '%'))} {r.choice(('2', '3', '0.5', e()))})",
        lambda: f"({e()} {r.choice(('<', '>', '<=', '==', '!='))} {e()})", lambda: f"np.where({e()} > 0.5, {e()}, {e()})",
        lambda: f"np.{r.choice(('maximum', 'minimum', 'add', 'multiply', 'logical_and'))}({e()}, {e()})", lambda: f"np.sqrt(np.abs({e()}))",
        lambda: f"-({e()})", lambda: f"({e()} ** 2)", lambda: f"np.{r.choice(('floor', 'rint', 'sign', 'square', 'isnan'))}({e()})",
        lambda: f"np.asarray({e()}).astype({r.choice(DTYPES)})", lambda: f"np.{r.choice(('max', 'min', 'any'))}({e()})",
        lambda: f"np.clip({e()}, 0, {r.choice(('1', '2.5', 'x'))})", lambda: f"({e()} {r.choice('&|^')} {e()})", lambda: f"abs({e()})"]
    return r.choice(forms)()


def expressions(seed: int) -> str:
    """A module with `f(a, b, i, k, u, m, z, A, B, x, s, n, t, idx)` of float32, float64, int64, int32, uint8 and bool arrays and numbers."""
    r = random.Random(seed)
    lines = [f"v{k} = {expression(r)}" for k in range(r.randint(2, 5))]
    lines.append(f"{r.choice('abAB')}{r.choice(('', '[1:]', '[0]'))} {r.choice(('+=', '*=', '-='))} {r.choice(('x', 's', '2', '0.1', 't'))}")
    returned = "".join(f"v{k}, " for k in range(len(lines) - 1))
    return "import numpy as np\n\n\ndef f(a, b, i, k, u, m, z, A, B, x, s, n, t, idx):\n" + "".join(
        f"    {line}\n" for line in lines) + f"    return ({returned}a, b)\n"
