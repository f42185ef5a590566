"""Random programs on lists of things that change: objects, dicts or lists of two parts that are appended, taken out, sorted, swapped, told
apart and changed through whatever refers to them. The same for the same seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

SAMPLES = ((7,), (5,), (11,))

HEAD = '''from dataclasses import dataclass


@dataclass(eq=False)
class Thing:
    x: float
    n: int = 0
    tag: str = "a"

    def hit(self, by):
        self.x += by
        if self.x > 1.0:
            self.x -= 1.0
            self.tag = "b"
        self.n += 1


def f(x, t):
'''


@dataclass(frozen=True)
class Kind:
    """How a thing is written: one that is made of a number, and its parts."""

    new: str
    x: str
    n: str
    tag: str = ""
    method: str = ""


KINDS = (Kind("Thing({})", "{}.x", "{}.n", "{}.tag", "{}.hit(0.3)"), Kind('{{"x": {}, "n": 0, "tag": "a"}}', '{}["x"]', '{}["n"]', '{}["tag"]'),
         Kind("[{}, 0]", "{}[0]", "{}[1]"))


@dataclass
class Writer:
    random: random.Random
    kind: Kind
    inside: bool = False

    def one(self, *of: str) -> str:
        return self.random.choice(of)

    def x(self, name: str) -> str:
        return self.kind.x.format(name)

    def some(self) -> str:
        return self.one("ps", "ps", "qs")

    def changed(self, name: str) -> list[str]:
        """Statements that change a thing."""
        ways = [[f"{self.x(name)} += {self.one('0.25', '0.5 * t', 'acc * 0.01')}"], [f"{self.kind.n.format(name)} += {self.random.randint(1, 3)}"],
                [f"{self.x(name)} *= 0.9", f"{self.kind.n.format(name)} -= 1"]]
        if self.kind.tag:
            ways.append([f'{self.kind.tag.format(name)} = "{self.one("a", "b", "c")}"'])
        if self.kind.method:
            ways.append([self.kind.method.format(name)])
        return self.random.choice(ways)

    def statement(self) -> list[str]:
        ways = [self.each, self.each, self.each, self.end, self.noted, self.taken, self.kept, self.ordered, self.swapped, self.extreme,
                self.pairs, self.found, self.more, self.neighbours, self.placed]
        return self.random.choice([*ways, *([] if self.inside else [self.again])])()

    def each(self) -> list[str]:
        test = f"if {self.x('p')} > {self.one('t', '0.5', 'acc')}:" if self.random.random() < 0.5 else "if True:"
        summed = [f"    acc += {self.x('p')}"] if self.random.random() < 0.3 else []
        return [f"for p in {self.some()}:", f"    {test}", *indented(self.changed("p"), 2), *summed]

    def end(self) -> list[str]:
        some = self.some()
        return [f"if {some}:", *indented(self.changed(f"{some}[{self.one('0', '-1')}]"))]

    def noted(self) -> list[str]:
        return ["for p in ps:", f"    if {self.x('p')} > {self.one('t', '0.6')}:", "        qs.append(p)"]

    def taken(self) -> list[str]:
        some, behind = self.some(), [["    qs.append(u)"], []][self.random.randint(0, 1)]
        return [f"if len({some}) > 2:", f"    u = {some}.pop({self.one('', '0', '1')})", *indented(self.changed("u")), *behind]

    def kept(self) -> list[str]:
        return [f"ps = [p for p in ps if {self.x('p')} < {self.one('0.9', '2.0')}]"]

    def ordered(self) -> list[str]:
        return [f"{self.some()}.sort(key=lambda p: {self.one('', '-')}{self.x('p')})"]

    def swapped(self) -> list[str]:
        return ["if len(ps) > 1:", "    ps[0], ps[-1] = ps[-1], ps[0]"]

    def extreme(self) -> list[str]:
        return ["if ps:", f"    b = {self.one('min', 'max')}(ps, key=lambda p: {self.x('p')})", *indented(self.changed("b")),
                "    cnt += sum(1 for p in ps if p is b)"]

    def pairs(self) -> list[str]:
        near = f"if a is not b and abs({self.x('a')} - {self.x('b')}) < 0.1:"
        return ["for a in ps:", "    for b in ps:", f"        {near}", *indented(self.changed("a"), 3)]

    def found(self) -> list[str]:
        return ["best = None", f"for p in {self.some()}:", f"    if best is None or {self.x('p')} > {self.x('best')}:", "        best = p",
                "if best is not None:", *indented(self.changed("best"))]

    def more(self) -> list[str]:
        return [f"ps.append({self.kind.new.format(self.one('t', 'acc', '0.5'))})", *self.changed("ps[-1]")]

    def neighbours(self) -> list[str]:
        return ["for a, b in zip(ps, ps[1:]):", f"    {self.x('b')} += 0.1 * {self.x('a')}"]

    def placed(self) -> list[str]:
        return ["for k in range(len(ps) // 2):", *indented(self.changed("ps[k]"))]

    def again(self) -> list[str]:
        self.inside = True
        lines = [*self.statement(), *self.statement()]
        self.inside = False
        return [f"for _ in range({self.random.randint(2, 3)}):", *indented(lines)]


def indented(lines: list[str], times: int = 1) -> list[str]:
    return ["    " * times + line for line in lines]


def programs(seed: int) -> str:
    """A module with `f(x, t)`: an array of floats and a float."""
    generator = random.Random(seed)
    writer = Writer(generator, generator.choice((KINDS[0], *KINDS)))
    first = ["for v in x:", *(["    if v > 0.3:"] if generator.random() < 0.3 else ["    if True:"]), f"        ps.append({writer.kind.new.format('v')})"]
    parts = [f"[{part.format('p')} for p in {some}]" for some in ("ps", "qs") for part in (writer.kind.x, writer.kind.n)]
    tags = [f'[{writer.kind.tag.format("p")} == "b" for p in ps]'] if writer.kind.tag else []
    lines = ["ps, qs, acc, cnt = [], [], 0.0, 0", *first, *(line for _ in range(generator.randint(3, 6)) for line in writer.statement()),
             f"return {', '.join([*parts, *tags, 'acc', 'cnt'])}"]
    return HEAD + "".join(f"    {line}\n" for line in lines)


def arguments(seed: int, n: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(seed + 31 * n)
    return rng.uniform(0.0, 1.2, n), float(rng.uniform(0.2, 0.8))
