"""Random programs in which loops are left: break, continue and return under conditions, in `else` of loops, in handlers, cases and
inner loops. The same for the same seed."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np

SAMPLES = ((5,), (8,), (3,))
DEEPEST = 4


@dataclass
class Writer:
    random: random.Random
    depth: int = 0
    loops: list[str] = field(default_factory=list)  # what an iteration of the loops around goes by
    counters: int = 0

    def one(self, *of: str) -> str:
        return self.random.choice(of)

    def index(self) -> str:
        return self.one(*self.loops, "(s % 7)") if self.loops else "(s % 7)"

    def test(self) -> str:
        i = self.index()
        return self.one(f"x[{i} % n] > t % 1.0", f"{i} % 3 == 1", f"k[{i} % n] > s % 5", "t > 2.5", f"a[{i} % n] < 0.3 and s > 2", "s % 4 < 2",
                        f"not k[{i} % n] < 3")

    def simple(self) -> list[str]:
        i = self.index()
        return [self.one(f"s += {i} + 1", f"t += 0.5 * x[{i} % n]", f"a[s % n] += 1.0 + 0.25 * {i}", "s = 3 * s % 53", "t = 0.5 * t + 0.125",
                         f"a[{i} % n] = t", "u = 0.75 * u + s", f"u = 0.5 * u - {i}", "s, t = s + 2, t * 0.75")]

    def leave(self) -> list[str]:
        return [self.one(*(("break", "continue", "break", "continue", "return s, t, a, u") if self.loops else ("return s, t, a, u",)))]

    def statement(self) -> list[str]:
        if self.depth == DEEPEST or self.random.random() < 0.35:
            return self.simple()
        self.depth += 1
        lines = self.random.choice([self.branch, self.branch, self.counted, self.counted, self.items, self.repeated, self.endless, self.tried,
                                    self.matched])()
        self.depth -= 1
        return lines

    def block(self, leaves: float = 0.3) -> list[str]:
        lines = [line for _ in range(self.random.randint(1, 2)) for line in self.statement()]
        if self.random.random() < leaves and (self.loops or self.random.random() < 0.2):
            lines += self.leave()
        return [f"    {line}" for line in lines]

    def branch(self) -> list[str]:
        other = ["else:", *self.block()] if self.random.random() < 0.5 else []
        return [f"if {self.test()}:", *self.block(0.6), *other]

    def loop(self, head: str, index: str, first: str = "") -> list[str]:
        self.loops.append(index)
        body = [f"    {first}"] if first else []
        body += self.block(0.1)
        self.loops.pop()
        other = ["else:", *self.block(0.6)] if self.random.random() < 0.5 else []
        return [head, *body, *other]

    def number(self) -> int:
        self.counters += 1
        return self.counters

    def counted(self) -> list[str]:
        index = f"i{self.number()}"
        return self.loop(f"for {index} in range({self.one('n', '3', '1, n', 'n - 1, 0, -1', 's % 4')}):", index)

    def items(self) -> list[str]:
        index = f"i{self.number()}"
        return self.loop(f"for {index}, v in enumerate({self.one('x', 'a[1:]', 'x[::-1]', '(0.5, 1.5, 2.5)')}):", index, "t += 0.125 * v")

    def repeated(self) -> list[str]:
        w = f"w{self.number()}"
        return [f"{w} = 0", *self.loop(f"while {w} < {self.one('4', 'n')} and {self.one('s < 60', 't < 3.5', 'x[s % n] > 0.1')}:", w, f"{w} += 1")]

    def endless(self) -> list[str]:
        w = f"w{self.number()}"
        self.loops.append(w)
        body = self.block(0.1)
        self.loops.pop()
        return [f"{w} = 0", "while True:", f"    {w} += 1", f"    if {w} > 3 or {self.test()}:", "        break", *body]

    def tried(self) -> list[str]:
        other = ["else:", *self.block()] if self.random.random() < 0.3 else []
        return ["try:", "    t += 1.0 / (s % 3)", "except ZeroDivisionError:", *self.block(0.5), *other]

    def matched(self) -> list[str]:
        return ["match s % 3:", "    case 0:", *(f"    {line}" for line in self.block(0.5)), "    case 1 if t > 0.5:",
                *(f"    {line}" for line in self.block(0.5)), "    case _:", *(f"    {line}" for line in self.block(0.3))]


def programs(seed: int) -> str:
    """A module with `f(x, k, s, t)`: an array of floats and one of ints, an int and a float."""
    writer = Writer(random.Random(seed))
    lines = ["n = len(x)", "a = x.copy()", "u = 0.0", "s = int(k[0]) + s", *(line for _ in range(writer.random.randint(2, 3))
                                                                              for line in writer.statement()), "return s, t, a, u"]
    return "import numpy as np\n\n\ndef f(x, k, s, t):\n" + "".join(f"    {line}\n" for line in lines)


def arguments(seed: int, n: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(seed + 31 * n)
    return rng.uniform(0.0, 2.0, n), rng.integers(0, 7, n), int(rng.integers(0, 4)), float(rng.uniform(0.0, 1.5))
