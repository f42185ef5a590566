"""Scalar code by pulling: the element of a value at an index becomes loads, casts and operations in SSA form.

Common subexpressions are found by (value, index) and, within one body, by equal instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.emit.plan.elements import carrier, work_format
from precis.emit.plan.kernels import Access, Border, Element, Guard, Instr
from precis.emit.plan.maps import Indices, aligned, reshaped, sliced, unravelled
from precis.emit.plan.prepare import ROLL
from precis.errors import UnsupportedProgram
from precis.formats import FORMATS, Assignment, Format, round_array
from precis.ir.emulate import arithmetic_format
from precis.ir.ops import OPS, ArrayConstant
from precis.ir.ops.record import LIBRARY, ONCE, POINTWISE, VIEW
from precis.ir.size import Size, bounds
from precis.ir.types import Node, Shape, Value

COPIES = ("stop", "probe", "store", "convert", "round")  # operands are not converted to the compute format
WIDE = ("mod", "fmod", "floordiv")  # several roundings inside: computed in the carrier, as emulation does
NATIVE = (FORMATS["binary64"], FORMATS["binary32"])


class NotEmittable(UnsupportedProgram):
    """A node that plans cannot express; the program is interpreted instead."""


@dataclass(frozen=True, slots=True)
class Stored:
    """Where a materialised value lies: a buffer, or the row `prefix` of one. `held`: the shape of the array whose first elements it is,
    where that is larger."""

    buffer: str
    element: Element
    prefix: Indices = ()
    outer: Shape = ()  # dimensions that `prefix` indexes
    held: Shape = ()

    def access(self, index: Indices, shape: Shape) -> Access:
        return Access(self.buffer, self.prefix + index, self.outer + (self.held or shape))

    def compact(self, shape: Shape) -> bool:
        """Whether the elements of an array of this shape lie there one behind the other."""
        return self.held[1:] == shape[1:] or not self.held


Where = Callable[[Value], "Stored | Node"]


def lazy_op(node: Node) -> bool:
    """Whether the node's value can be computed element by element where it is used."""
    if node.op in ("index", "iota", ROLL):
        return True
    if node.op == "const":
        return not isinstance(node.attrs["value"], ArrayConstant)
    return node.op in OPS and OPS[node.op].category in (POINTWISE, VIEW)


class Code:
    """Scalar instructions; equal ones are emitted once."""

    def __init__(self) -> None:
        self.instrs: list[Instr] = []
        self.elements: dict[str, Element] = {}
        self._made: dict[Any, str] = {}

    def emit(self, op: str, args: tuple[str, ...], element: Element, access: Access | None = None, value: Any = None,
             where: Guard = ()) -> str:
        key = (op, args, element, access, repr(value), where)
        if op == "store" or key not in self._made:
            name = f"%{len(self.instrs)}"
            self.instrs.append(Instr(name, op, args, element, access, value, where=where))
            self.elements[name] = element
            self._made[key] = name
        return self._made[key]


class Body(Code):
    """Collects the instructions of one nest. `ranges`: of its axes, which tell where indices lie in the boxes of updates."""

    def __init__(self, where: Where, formats: dict[str, Format | None], assignment: Assignment, ranges: Mapping[str, tuple[Size, Size]]):
        super().__init__()
        self.where, self.formats, self.assignment, self.ranges = where, formats, assignment, ranges
        self.inside: Guard = ()  # where what is being pulled is wanted
        self._pulled: dict[tuple[str, Indices], dict[Guard, str]] = {}

    def element_of(self, v: Value) -> Element:
        return self.formats.get(v.name) or v.kind

    def cast(self, name: str, element: Element) -> str:
        source = self.elements[name]
        if source == element:
            return name
        wide = carrier(element)
        if not isinstance(source, Format) and isinstance(element, Format) and element != wide:
            name = self.emit("cast", (name,), wide)  # an integer rounds to the carrier first, as in emulation
        return self.emit("cast", (name,), element)

    def store(self, name: str, access: Access, element: Element) -> None:
        self.emit("store", (self.cast(name, element),), element, access)

    def load(self, access: Access, element: Element) -> str:
        """Reads wherever the place surely exists: conditions on axes that the place does not depend on are left out."""
        symbols = frozenset().union(*(i.symbols() for i in access.index))
        known = not any(s.startswith("%") and s not in self.ranges for s in symbols)
        where = tuple(bounds for bounds in self.inside if not known or bounds[0].symbols() & symbols)
        return self.emit("load", (), element, access, where=where)

    def size(self, size: Size) -> str:
        symbol = size.symbol
        if size.constant is not None:
            return self.emit("const", (), "int64", value=size.constant)
        return symbol if symbol in self.elements else self.emit("size", (), "int64", value=size)

    def pull(self, v: Value, index: Indices, element: Element | None = None) -> str:
        """The scalar v[index], as it is stored or computed, cast to `element` where that is given."""
        found = self._pulled.setdefault((v.name, index), {})
        name = next((name for inside, name in found.items() if set(inside) <= set(self.inside)), None)
        if name is None:
            name = found[self.inside] = self._pull(v, index)
        return name if element is None else self.cast(name, element)

    def pick(self, v: Value, index: Indices) -> Size:
        return self._place(self.cast(self.pull(v, index), "int64"))

    def _place(self, name: str) -> Size:
        """A position as the sum of axes and of what is read or computed: windows, `x[i[:, None] + np.arange(n)]`, lie along memory."""
        made = self.instrs[int(name[1:])]
        if made.op in ("size", "const") and made.element == "int64":
            return Size.of(made.value)
        if made.op in ("add", "sub") and made.element == "int64":
            a, b = map(self._place, made.args)
            return a + b if made.op == "add" else a - b
        return Size.of(name)

    def _pull(self, v: Value, index: Indices) -> str:
        found = self.where(v)
        if isinstance(found, Stored):
            return self.load(found.access(index, v.shape), found.element)
        if found.op == "const":
            return self.constant(found.attrs["value"], self.element_of(v))
        if found.op == "index":
            return self.size(found.attrs["value"])
        if found.op == "iota":
            return self.size(index[0])
        if found.op in ("update", "update_add"):
            return self._gathered(found, index)
        if found.op == ROLL:
            return self._rolled(found, index)
        if OPS[found.op].category == VIEW:
            return self._view(found, index)
        return self._pointwise(found, index)

    def constant(self, value: Any, element: Element) -> str:
        if isinstance(element, Format):
            if isinstance(value, complex):
                raise NotEmittable("complex constants")
            rounds = element.slot is None and carrier(element).name == "binary64"
            value = float(round_array(np.float64(value), element)) if rounds else float(value)
        return self.emit("const", (), element, value=value)

    def _view(self, node: Node, index: Indices) -> str:
        source = node.inputs[0]
        if node.op == "slice":
            return self.pull(source, sliced(node.attrs["at"], node.inputs[1:], index, self.pick))
        if node.op == "transpose":
            perm = node.attrs["perm"]
            return self.pull(source, tuple(index[perm.index(d)] for d in range(len(perm))))
        if node.op == "broadcast":
            return self.pull(source, aligned(source.shape, index))
        inner = reshaped(source.shape, node.output.shape, index)
        if inner is not None:
            return self.pull(source, inner)
        stored = self.where(source)
        if isinstance(stored, Stored) and stored.compact(source.shape):
            return self.load(stored.access(index, node.output.shape), stored.element)
        return self.pull(source, unravelled(source.shape, node.output.shape, index))

    def _rolled(self, node: Node, index: Indices) -> str:
        """An element of a rotated array, by where it lies in its source."""
        (source,), axis, first, start = node.inputs, node.attrs["axis"], node.attrs["first"], node.attrs["start"]
        i = index[axis]
        near = self.emit("lt", (self.size(i), self.size(first)), "bool", value=Border(i, first))
        place = Size.of(self.emit("select", (near, self.size(i + start), self.size(i - first)), "int64"))
        name = self.pull(source, tuple(place if k == axis else j for k, j in enumerate(index)))
        return self.cast(self.cast(name, self.compute_format(node)) if source.kind == "real" else name, self.element_of(node.output))

    def _gathered(self, node: Node, index: Indices) -> str:
        """An element of an update of a box (precis.emit.plan.gather), wherever it is."""
        element, value = self.element_of(node.output), node.inputs[1]
        lows = [i.start for i in node.attrs["at"]] + [Size()] * (len(index) - len(node.attrs["at"]))
        at = aligned(value.shape, tuple(i - low for i, low in zip(index, lows)))
        outer, here = self.inside, self._box(node, index)
        old = self.pull(node.inputs[0], index, element) if here or node.op == "update_add" else ""
        self.inside = tuple(dict.fromkeys((*outer, *here)))
        new = self.pull(value, at, element)
        new = self.operation("add", (old, new), element, element) if node.op == "update_add" else new
        self.inside = outer
        return self.emit("choose", (new, old), element, where=here) if here else new

    def _box(self, node: Node, index: Indices) -> Guard:
        """What has to hold for an index to lie in the box of an update, as far as that is not known."""
        ends = [(cut.start, cut.start + cut.length) for cut in node.attrs["at"]]
        return tuple((i, low, high) for i, (low, high) in zip(index, ends) if not self._between(i, low, high))

    def _between(self, index: Size, low: Size, high: Size) -> bool:
        found = bounds(index, self.ranges)
        margins = [(found[0] - low).constant, (high - 1 - found[1]).constant] if found else [None]
        return all(m is not None and m >= 0 for m in margins)

    def _pointwise(self, node: Node, index: Indices) -> str:
        out = node.output
        if "complex" in (out.kind, *(v.kind for v in node.inputs)):
            raise NotEmittable(f"{node.op} of complex numbers", node.span)
        result = self.element_of(out)
        if node.op in COPIES:
            name = self.pull(node.inputs[0], index)
            if node.op == "round":
                name = self.cast(name, node.attrs["format"])
            return self.cast(name, result)
        compute = self.compute_format(node)
        args = [self.pull(v, aligned(v.shape, index), compute if v.kind == "real" else None) for v in node.inputs]
        if node.op == "astype":
            return self.cast(args[0], result)
        return self.operation(node.op, tuple(args), compute, result)

    def compute_format(self, node: Node) -> Format:
        """The format to which operands of a node convert (precis.ir.emulate)."""
        override = self.assignment.value_of(node.outputs[0].name) if node.outputs else None
        return override or arithmetic_format(self.assignment, node.site)

    def operation(self, op: str, args: tuple[str, ...], compute: Element, result: Element) -> str:
        """`op` on operands of the compute format, rounded once to the result's element."""
        if not isinstance(result, Format):
            return self.emit(op, args, result)
        work = work_format(compute, result) if OPS[op].rounding in (ONCE, LIBRARY) else compute
        if op in WIDE:
            work = carrier(compute, result)
        args = tuple(self.cast(a, work) if isinstance(self.elements[a], Format) else a for a in args)
        if op == "mod" and work in NATIVE and self._one(args[1]):  # phases: the same bits, of infinities and zeros too
            return self.cast(self.emit("sub", (args[0], self.emit("floor", args[:1], work)), work), result)
        return self.cast(self.emit(op, args, work), result)

    def _one(self, name: str) -> bool:
        made = self.instrs[int(name[1:])]
        return self._one(made.args[0]) if made.op == "cast" else made.op == "const" and made.value == 1
