"""Where a list is held: the first rows of an array with room for all that it ever has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from precis.ir.ceilings import Ceilings
from precis.ir.grown.reserved import RESERVED
from precis.ir.size import Size, largest
from precis.ir.types import At, Block, Cut, Index, New, Node, Pick, Program, Value, values_of

Valid = Size | frozenset[str]  # that many rows; or as many as each of these numbers says


@dataclass(frozen=True, slots=True)
class Held:
    """A value of `length` rows whose first rows, those that are `valid`, are the first rows of `buffer`.

    own  the value itself, where something else still makes it, rows behind those that are valid included
    """

    buffer: Value
    length: Size
    valid: Valid
    own: Value | None = None

    @property
    def full(self) -> bool:
        return self.valid == self.length


@dataclass(frozen=True, slots=True)
class Numbers:
    """What is known of integers: sizes that `index` nodes say, values that size symbols are bound to, what symbols never exceed."""

    said: dict[str, Size] = field(default_factory=dict)  # name of a value -> the size that it is
    bound: dict[str, str] = field(default_factory=dict)  # symbol -> name of the value
    most: dict[str, Size] = field(default_factory=dict)  # symbol -> what it never exceeds
    least: dict[str, Size] = field(default_factory=dict)  # symbol -> what it is never below
    made: dict[str, tuple[Node, int]] = field(default_factory=dict)  # as `makers` says
    fits: list[tuple[Size, Size]] = field(default_factory=list)  # lengths, and of how many rows they are written as a part
    ahead: dict[str, str] = field(default_factory=dict)  # name of a value -> the symbol that is bound to it further on
    spaces: set[str] = field(default_factory=set)  # symbols that say for how many items there is address space

    def learn(self, node: Node) -> None:
        self.made.update((v.name, (node, k)) for k, v in enumerate(node.outputs))
        if node.op == "index":
            self.said[node.output.name] = node.attrs["value"]
        elif node.op == "const" and node.output.kind == "int64" and not node.output.shape:
            self.said[node.output.name] = Size.of(node.attrs["value"])
        elif node.op == "size":
            symbol = node.attrs["symbol"]
            self.bound[symbol] = node.inputs[0].name
            self.least[symbol] = Size()
            self.spaces.update((symbol,) if RESERVED in node.attrs else ())
            self.said.setdefault(node.inputs[0].name, Size.of(symbol))
        elif node.op == "loop":
            self.least[node.attrs["index"]], self.most[node.attrs["index"]] = node.attrs["range"].ends

    def copy(self) -> Numbers:
        return Numbers(dict(self.said), dict(self.bound), dict(self.most), dict(self.least), dict(self.made), list(self.fits),
                       dict(self.ahead), set(self.spaces))

    def learn_ahead(self, nodes: Iterable[Node]) -> None:
        """What updates that are surely made show: rows that are written are rows that are there."""
        for n in nodes:
            first = n.attrs["at"][0] if n.op == "update" and len(n.inputs) == 2 and n.attrs["at"] else None
            if isinstance(first, Cut) and first.step == 1:
                self.fits.append((first.start + first.length, n.output.shape[0]))
            if n.op == "size":
                self.ahead[n.inputs[0].name] = n.attrs["symbol"]

    def learn_way(self, node: Node, block: Block) -> None:
        """What these show of a branch that is gone: a size that it hands on is the one that is written then."""
        said = {n.output.name: n.attrs["value"] for n in block.nodes if n.op == "index"}
        ways = ((said.get(r.name), self.ahead.get(v.name)) for v, r in zip(node.outputs, block.results))
        told = [(size, Size.of(symbol)) for size, symbol in ways if size is not None and symbol is not None]
        self.fits.extend([(size, rows) for size, whole in told for length, rows in self.fits if length == whole])

    def cut(self, length: Size, of: Size) -> None:
        """A slice takes `length` of `of` elements."""
        if length.symbol in self.bound:
            self.most.setdefault(length.symbol, of)

    def covers(self, held: Held, count: Value) -> bool:
        """Whether as many rows are valid as a number says, if there are so many."""
        if isinstance(held.valid, frozenset):
            return count.name in held.valid
        said = self.said.get(count.name)
        return held.full or (said is not None and self._not_negative(held.valid - said))

    def reaches(self, held: Held, length: Size) -> bool:
        """Whether a slice of the first `length` rows, which are there, takes valid ones alone."""
        if isinstance(held.valid, frozenset):
            return self.bound.get(length.symbol or "") in held.valid
        return held.full or self._not_negative(held.valid - length)

    def at_least(self, a: Size, b: Size) -> bool:
        """Whether one size is not smaller than another."""
        return self._not_negative(a - b)

    def _not_negative(self, size: Size) -> bool:
        """Whether no term is negative. Sizes are not, nor indices of loops that begin with none."""
        atoms = (a for monomial, _ in size.terms for a in monomial)
        counting = all(isinstance(a, str) and (self.least.get(a, Size()).constant or 0) >= 0 for a in atoms)
        return counting and all(k >= 0 for _, k in size.terms)

    def top(self, size: Size, known: Iterable[str]) -> Size | None:
        """What `size` never exceeds, in terms of symbols that are `known`; None where that is not found."""
        known = frozenset(known)
        inner = size.symbols() - known
        while inner:
            rows = next((rows for length, rows in self.fits if rows.symbols() <= known and self._not_negative(length - size)), None)
            if rows is not None:
                return rows
            step = next((s for symbol in sorted(inner) if (s := self._without(size, symbol, known)) is not None), None)
            if step is None:
                return None
            size = step
            inner = size.symbols() - known
        return size

    def _without(self, size: Size, symbol: str, known: frozenset[str]) -> Size | None:
        factor = size.coefficient(symbol)
        if factor is None or factor.constant is None:
            return None
        end = self._most(symbol, known) if factor.constant > 0 else self.least.get(symbol)
        return None if end is None or symbol in end.symbols() else size.substitute({symbol: end})

    def _most(self, symbol: str, known: frozenset[str]) -> Size | None:
        """What a symbol never exceeds: the length of what it is a part of, or what the value that it is bound to never exceeds."""
        if symbol in self.most or symbol not in self.bound:
            return self.most.get(symbol)
        made = self.made.get(self.bound[symbol])
        return None if made is None else Ceilings(self.made, lambda size, high: self._end(size, high, known)).of(made[0].outputs[made[1]])

    def _end(self, size: Size, high: bool, known: frozenset[str]) -> Size | None:
        end = self.top(size if high else -size, known)
        return end if high or end is None else -end


def largest_of(sizes: Iterable[Size]) -> Size:
    found = Size()
    for size in sizes:
        found = largest(found, size) if found.terms else size
    return found


def first_part(node: Node) -> Size | None:
    """How many rows a slice or update takes, where these are all of the first rows."""
    source, at = node.inputs[0], node.attrs["at"]
    if len(node.inputs) != (1 if node.op == "slice" else 2) or not at or not all(isinstance(i, Cut) and i.step == 1 for i in at):
        return None
    rest = all(i == Cut(Size(), d) for i, d in zip(at[1:], source.shape[1:]))
    return at[0].length if rest and at[0].start == Size() else None


def takes_rows(at: Index) -> bool:
    """Whether an index says which rows it takes."""
    first = next((i for i in at if not isinstance(i, New)), None)
    return isinstance(first, (At, Cut, Pick))


def with_shapes(program: Program, body: Block) -> Program:
    """The Program with another body, and containers as large as what they hold there."""
    shapes = {v.container: v.shape for v in values_of(body) if v.container}
    containers = tuple(replace(c, shape=shapes.get(c.name, c.shape)) for c in program.containers)
    return replace(program, body=body, containers=containers)
