"""Functions of a divided plan that differ in numbers alone become one function, which is given the numbers.

The levels of a wavelet or a multigrid, the stages of a transform: loops of Python whose lengths the sizes decide are written out, and say
the same for other lengths. What may differ is what sizes are multiplied by, and places and lengths of more than a few elements: short
lengths stay known to the compiler, which makes code without loops of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

ENOUGH = 3  # functions that differ in numbers alone
FEW = 8  # elements of axes whose lengths stay known (as of short axes everywhere)
MOST = 12  # numbers that a function is given
NUMBER = re.compile(r"(?<![\w.])(?<![ep][-+])\d+(?![\w.])")
FACTOR = re.compile(r"\*(?=[A-Za-z_])(?P<index>i\d+\b)?")  # of a size or an index, as sizes are spelled: without spaces
PLACE = re.compile(r"\[(?=[^\]]*[a-z])(?:[\d\s()+*-]|\b(?:i\d+|z\d+|w_[a-z]+\d+)\b)*\]")  # a subscript of indices and sizes alone
ELEMENT = re.compile(r"\[[\d\s()+*-]+\]")  # a subscript without an index
DECLARED = re.compile(r"\s*(?:const )?\w+(?:::\w+)* \w+\[")  # an array, of a length that is known
HEADER = re.compile(r"\s*(?:for \(int64_t|PR_SHARED)[^{]*")


@dataclass(frozen=True)
class Part:
    """A function: what it does (types and lines of canonical text, alike for all that do the same), parameters and body; `inside`: it is
    compiled where it is called; `once`: it runs once, so that no place in it has to be known."""

    name: str
    types: tuple[str, ...]
    text: tuple[str, ...]
    parameters: tuple[str, ...]
    body: tuple[str, ...]
    inside: bool = False
    once: bool = False

    def definition(self) -> list[str]:
        where = "PR_INLINE" if self.inside else "PR_CALLED"
        return [f"{where} static void {self.name}({', '.join(self.parameters)}) {{", *self.body, "}", ""]

    @cached_property
    def found(self) -> list[tuple[str, bool]]:
        """The numbers in the text, and whether they may differ."""
        return [number for line in self.text for number in _numbers(line, self.once)]

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        return tuple(number for number, free in self.found if free)

    @cached_property
    def kind(self) -> tuple[tuple[str, ...], ...]:
        """What it does but for the numbers that may differ."""
        marks = iter(self.found)
        return self.types, tuple(NUMBER.sub(lambda m: "#" if next(marks)[1] else m[0], line) for line in self.text)

    def given(self, names: Sequence[str]) -> Part | None:
        """The same with these names for the numbers that may differ; None where the body is not the text."""
        lines = [(line, not line.lstrip().startswith("//")) for line in self.body]
        if [m for line, code in lines if code for m in NUMBER.findall(line)] != [number for number, _ in self.found]:
            return None
        marks, new = iter(self.found), iter(names)
        body = tuple(NUMBER.sub(lambda m: next(new) if next(marks)[1] else m[0], line) if code else line for line, code in lines)
        added = dict.fromkeys(name for name in names if not name.isdigit())
        return replace(self, body=body, parameters=(*(f"const int64_t {name}" for name in added), *self.parameters))


def _numbers(line: str, once: bool = False) -> Iterator[tuple[str, bool]]:
    """The numbers of a line, and whether they may differ."""
    places = [m.span() for m in (*PLACE.finditer(line), *HEADER.finditer(line))]
    elements = [m.span() for m in ELEMENT.finditer(line)] if once and not DECLARED.match(line) else []
    for m in NUMBER.finditer(line):
        factor = FACTOR.match(line, m.end())
        many = int(m[0]) > FEW and any(a <= m.start() < b for a, b in places)
        element = any(a <= m.start() < b for a, b in elements)
        yield m[0], many or element or (factor is not None and not factor["index"])


def alike(parts: Sequence[Part]) -> tuple[list[Part], dict[str, tuple[str, tuple[str, ...]]]]:
    """(the functions that are left, function -> the one to call in its place and the numbers to give it)"""
    groups: dict[tuple[tuple[str, ...], ...], list[Part]] = defaultdict(list)
    for p in parts:
        groups[p.kind].append(p)
    left: list[Part] = []
    calls: dict[str, tuple[str, tuple[str, ...]]] = {}
    for group in groups.values():
        columns = list(zip(*(p.numbers for p in group)))
        differing = {c: f"given{k}" for k, c in enumerate(dict.fromkeys(c for c in columns if len(set(c)) > 1))}
        shared = len(group) >= ENOUGH and len(differing) <= MOST
        one = group[0].given([differing.get(c) or c[0] for c in columns]) if shared else None
        left += group if one is None else [one]
        if one is not None:
            calls |= {p.name: (one.name, tuple(c[k] for c in differing)) for k, p in enumerate(group)}
    order = {p.name: k for k, p in enumerate(parts)}
    return sorted(left, key=lambda p: order[p.name]), calls  # some call others
