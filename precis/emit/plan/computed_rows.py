"""Rows that an iteration computes before it multiplies them by a matrix, computed for many iterations at once.

    for i: d = x[i] - mu; q[i] = d @ s @ d          rows  (x[i0:i1] - mu) @ s

What a row is computed from is read at the index, along its first axis in the result, or is the same in all iterations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from precis.emit.plan.boxes import Defined, Read, read_of
from precis.emit.plan.row_products import Outside, Run
from precis.ir.build import Build
from precis.ir.ops.reductions import contraction_labels
from precis.ir.size import Size
from precis.ir.types import At, Cut, Item, New, Node, Value

CHEAP = ("add", "sub", "mul", "div", "neg", "fma")  # which an iteration may do again
NAMES = ("store", "stop")  # of what has the same format
MOST = 6  # operations



@dataclass(frozen=True, slots=True)
class ComputedRows:
    """The product of matrices for a run, beside precis.emit.plan.row_products.Rows. bases: all arrays that it reads."""

    node: Node
    bases: tuple[Value, ...]
    run: Run
    parts: Mapping[str, tuple[Item, ...]]  # by value of the body that reads an array: what the run reads of it
    sources: Mapping[str, int]  # the number of that array
    defined: Defined
    split: str = ""

    def build(self, b: Build) -> Value:
        a, c, result = contraction_labels(self.node.attrs["spec"])
        x, y = (self._rows(v, b) for v in self.node.inputs)
        first, second = ("Z" * self._moves(v) + own for v, own in zip(self.node.inputs, (a, c)))
        return b.einsum(x, y, spec=f"{first},{second}->Z{result}")

    def iteration(self, b: Build, rows: Value) -> Value:
        return self.run.row(b, rows, self.node.output)

    def _moves(self, v: Value) -> bool:
        """Whether a value differs from one iteration to the next."""
        if v.name in self.parts:
            return any(isinstance(i, At) and self.run.slope(i.position) != 0 for i in _read(v, self.defined).at)
        node = self.defined.get(v.name)
        return node is not None and any(map(self._moves, node.inputs))

    def _rows(self, v: Value, b: Build) -> Value:
        """The value for all iterations, along a first axis, where it differs."""
        if v.name in self.parts:
            return self._part(v, b)
        node = self.defined[v.name]
        if node.op == "const":
            return b.call("const", **node.attrs)
        if node.op in NAMES:
            return self._rows(node.inputs[0], b)
        rank = node.output.rank
        inputs = (self._aligned(self._rows(x, b), rank - x.rank, b) if self._moves(x) else self._rows(x, b) for x in node.inputs)
        return b.call(node.op, *inputs, **node.attrs)

    def _aligned(self, rows: Value, missing: int, b: Build) -> Value:
        """Rows with as many axes as what they meet has, behind the first."""
        first, *others = (Cut(Size(), d) for d in rows.shape)
        return b.slice(rows, at=(first, *(New() for _ in range(missing)), *others)) if missing else rows

    def _part(self, v: Value, b: Build) -> Value:
        """What the run reads of an array, with the moving axis first."""
        read, at = _read(v, self.defined), self.parts[v.name]
        left = [k for k, i in enumerate(at) if isinstance(i, Cut)]
        order = [*(k for k in left if k not in read.axes), *read.axes]
        found = b.slice(self.bases[self.sources[v.name]], at=at)
        return found if order == left else b.transpose(found, perm=tuple(left.index(k) for k in order))


def computed_rows(node: Node, defined: Defined, run: Run, outside: Outside) -> ComputedRows | None:
    """The product of a run where one operand, a row, is computed in each iteration; None for others."""
    a, c, result = contraction_labels(node.attrs["spec"])
    search = _Search(defined, run, outside)
    moving = [search.kind(v) for v in node.inputs]
    if sorted(map(str, moving)) != ["False", "True"] or search.work > MOST or not search.work:
        return None
    row, other = (a, c) if moving[0] else (c, a)
    if len(row) != 1 or row in result or set(result) != set(other) - {row}:
        return None
    return ComputedRows(node, tuple(search.bases), run, search.parts, search.sources, defined)


@dataclass
class _Search:
    """What a product is computed from, as far as it was looked at."""

    defined: Defined
    run: Run
    outside: Outside
    work: int = 0
    bases: list[Value] = field(default_factory=list)
    parts: dict[str, tuple[Item, ...]] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)

    def kind(self, v: Value) -> bool | None:
        """Whether a value differs from one iteration to the next; None where it cannot be computed for all of them."""
        node = self.defined.get(v.name)
        if node is not None and node.op == "const":
            return False
        if node is None or node.op in ("slice", "transpose"):
            return self._read(v)
        if node.blocks or node.op not in (*CHEAP, *NAMES) or v.kind != "real":
            return None
        self.work += node.op in CHEAP
        kinds = [self.kind(x) for x in node.inputs]
        return None if None in kinds else any(kinds)

    def _read(self, v: Value) -> bool | None:
        read = read_of(v, self.defined)
        if read is None:
            return None
        slopes = [self.run.growth(i.position) for i in read.at if isinstance(i, At)]
        still = all(self.run.growth(size) == 0 for i in read.at if isinstance(i, Cut) for size in (i.start, i.length))
        if not still or slopes.count(1) > 1 or any(s not in (0, 1) for s in slopes):
            return None
        run = self.run
        at = tuple(Cut(run.least(i.position), run.count) if isinstance(i, At) and run.slope(i.position) else i for i in read.at)
        base = self.outside(Read(read.base, at, ()), read.at)
        if base is None:
            return None
        self.parts[v.name], self.sources[v.name] = at, len(self.bases)
        self.bases.append(base)
        return 1 in slopes


def _read(v: Value, defined: Defined) -> Read:
    read = read_of(v, defined)
    assert read is not None
    return read
