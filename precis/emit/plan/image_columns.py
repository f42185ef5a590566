"""Windows that loops copy side by side to multiply them (im2col) are read where they lie.

    for i: for j: columns[..., i, j, :] = x[:, i:i + h, j:j + w]; columns.reshape(-1, k * k * c) @ w.reshape(k * k * c, -1)
    einsum("nyzijc,ijco->nyzo", windows of x, w), windows[n, y, z, i, j, c] = x[n, y + i, z + j, c]

Copies have as many elements as the image times those of a window; the runtime's loops multiply windows as fast as a library multiplies
matrices (precis.emit.plan.strided). Each sum has the same terms in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from precis.emit.plan.boxes import read_of
from precis.emit.plan.contract import LIBRARY_FORMATS
from precis.emit.plan.copied_windows import Formats, Groups, Windowed, windowed
from precis.emit.plan.strided import MOST
from precis.emit.plan.window_rows import LINE
from precis.errors import Span
from precis.formats import Assignment, Format
from precis.ir.build import Names
from precis.ir.emulate import arithmetic_format
from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE
from precis.ir.ops.reductions import contraction_labels
from precis.ir.rewrite import free_values, substitute
from precis.ir.size import Size, product
from precis.ir.types import Block, Cut, Node, Shape, Value, values_of

Defined = Mapping[str, Node]
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class _Facts:
    assignment: Assignment
    formats: Formats
    example: Mapping[str, int]
    names: Names


def image_columns(block: Block, assignment: Assignment, formats: Formats, example: Mapping[str, int]) -> Block:
    return _block(block, _Facts(assignment, formats, example, Names({v.name for v in values_of(block)})))


def _block(block: Block, facts: _Facts) -> Block:
    nodes = tuple(replace(n, blocks=tuple(_block(b, facts) for b in n.blocks)) if n.blocks else n for n in block.nodes)
    block = replace(block, nodes=nodes)
    for loop in nodes:
        if loop.op == "loop" and len(loop.outputs) == 1:
            found = windowed(loop, facts.formats)
            block = (_multiplied(block, loop, found, facts) if found else None) or block
    return block


def _multiplied(block: Block, loop: Node, w: Windowed, facts: _Facts) -> Block | None:
    """The block with products of the windows; None where something else reads them, or products of matrices are as good."""
    views: dict[str, Groups] = {loop.output.name: w.groups}
    defined = {v.name: n for n in block.nodes for v in n.outputs}
    made: dict[str, _Product] = {}
    for node in block.nodes:
        read = [k for k, v in enumerate(node.inputs) if v.name in views]
        if any(v.name in views for b in node.blocks for v in free_values(b)) or len(read) > 1:
            return None
        if read and node.op == "einsum":
            groups, arithmetic = views[node.inputs[read[0]].name], arithmetic_format(facts.assignment, node.site)
            made[node.output.name] = _Product(node, read[0], w, groups, defined, facts.formats, arithmetic)
            if not made[node.output.name].pays(facts.example):
                return None
        elif read:
            groups = _through(node, views[node.inputs[0].name], w.shape, facts.formats)
            if groups is None:
                return None
            views[node.output.name] = groups
    if not made or any(v.name in views for v in block.results):
        return None
    swaps: dict[str, Value] = {}
    nodes: list[Node] = []
    for node in block.nodes:
        if node.outputs and node.outputs[0].name in made:
            nodes += made[node.output.name].nodes(facts.names)
            swaps[node.output.name] = nodes[-1].output
        elif not (node.outputs and node.outputs[0].name in views):
            nodes.append(replace(substitute(Block((), (node,), ()), swaps).nodes[0]))
    return Block(block.params, tuple(nodes), tuple(swaps.get(v.name, v) for v in block.results))


def _through(node: Node, groups: Groups, shape: Shape, formats: Formats) -> Groups | None:
    """The groups of what a node makes of an array with `groups`; None where it is no other order or joining of its axes."""
    if node.op == "transpose":
        return tuple(groups[p] for p in node.attrs["perm"])
    same = len(node.outputs) == 1 and node.output.shape == node.inputs[0].shape
    if same and (node.op == "slice" or (node.op == "store" and formats.get(node.output.name) == formats.get(node.inputs[0].name))):
        return groups if node.op == "store" or all(isinstance(i, Cut) and i.step == 1 for i in node.attrs["at"]) else None
    if node.op != "reshape":
        return None
    axes, found = [k for group in groups for k in group], []
    for d in node.output.shape:
        group: list[int] = []
        while axes and product(shape[k] for k in group) != d:
            group.append(axes.pop(0))
        if product(shape[k] for k in group) != d:
            return None
        found.append(tuple(group))
    return None if axes else tuple(found)


@dataclass(frozen=True, slots=True)
class _Product:
    """A contraction whose operand `which` is an array of windows."""

    node: Node
    which: int
    windows: Windowed
    groups: Groups
    defined: Defined
    formats: Formats
    arithmetic: Format

    def _labels(self) -> tuple[str, str, str]:
        return contraction_labels(self.node.attrs["spec"])

    def _other(self) -> tuple[Value, str]:
        return self.node.inputs[1 - self.which], self._labels()[1 - self.which]

    def pays(self, example: Mapping[str, int]) -> bool:
        """Whether rows of the result are lines of elements of the other operand, and rows and terms have few axes."""
        labels, (other, own) = self._labels(), self._other()
        mine, result, column = labels[self.which], labels[2], labels[2][-1:]
        apart = dict(zip(mine, self.groups))
        if not column or column in mine or set(own) - {column} - set(mine) or any(c in result for c in own if c != column):
            return False
        rows, terms = (sum(len(apart[c]) for c in mine if (c in result) == kept) for kept in (True, False))
        element = self.formats.get(self.node.output.name)
        known = all(d.symbols() <= example.keys() for d in other.shape)
        alike = all(f == element for f in (*map(self.formats.get, (other.name, self.windows.base.name)), self.arithmetic))
        if rows > MOST or terms > MOST or not known or not alike or element is None or element not in LIBRARY_FORMATS:
            return False
        return other.shape[own.index(column)].value(example) * (element.bits // 8) >= LINE

    def nodes(self, names: Names) -> list[Node]:
        """The product of windows, then its result in the shape that is asked for."""
        labels, (other, own), span = self._labels(), self._other(), self.node.span
        letters = iter(c for c in LETTERS if c not in "".join(labels))
        spread = {c: c if len(g) == 1 else "".join(next(letters) for _ in g) for c, g in zip(labels[self.which], self.groups)}
        lengths = {c: self.windows.shape[k] for own_, g in zip(spread.values(), self.groups) for c, k in zip(own_, g)}
        lengths |= {c: d for c, d in zip(own, other.shape) if c not in spread}
        windows, beside, result = ("".join(spread.get(c, c) for c in part) for part in (labels[self.which], own, labels[2]))
        made: list[Node] = []
        parts = [(windows, self._view(made, names)), self._beside(other, beside, lengths, result[-1], made, names)]
        (first, x), (second, y) = parts if self.which == 0 else parts[::-1]
        out = replace(self.node.output, shape=tuple(lengths[c] for c in result))
        made.append(Node("einsum", (x, y), (out,), {**self.node.attrs, "spec": f"{first},{second}->{result}"}, (), span))
        last = replace(self.node.output, name=names.fresh(), container=None)
        made.append(Node("reshape", (out,), (last,), {"shape": last.shape}, (), span))
        return made

    def _view(self, made: list[Node], names: Names) -> Value:
        w, span = self.windows, self.node.span
        base = _in_memory(w.base, self.defined, made, names)
        view = Value(names.fresh(), w.shape, base.kind)
        order = tuple(k for g in self.groups for k in g)
        turned = Value(names.fresh(), tuple(w.shape[k] for k in order), base.kind)
        made += [Node("slice", (base,), (view,), {"at": w.at}, (), span), Node("transpose", (view,), (turned,), {"perm": order}, (), span)]
        return turned

    def _beside(self, other: Value, own: str, lengths: Mapping[str, Size], column: str, made: list[Node],
                names: Names) -> tuple[str, Value]:
        """The other operand with the axes of the windows, that it may have had before; its columns lie along memory."""
        shape, span = tuple(lengths[c] for c in own), self.node.span
        found = next((v for v in _older(other, self.defined, self.formats) if v.shape == shape), None)
        if found is None:
            found = Value(names.fresh(), shape, other.kind)
            made.append(Node("reshape", (other,), (found,), {"shape": shape}, (), span))
        order = own.replace(column, "") + column
        if order != own:
            turned = Value(names.fresh(), tuple(lengths[c] for c in order), other.kind)
            made.append(Node("transpose", (found,), (turned,), {"perm": tuple(own.index(c) for c in order)}, (), span))
            found = turned
        read = read_of(found, {**self.defined, **{n.output.name: n for n in made}})
        along = read is not None and read.axes[-1:] == (len(read.at) - 1,) and getattr(read.at[-1], "step", 0) == 1
        return order, found if along else _copied(found, made, names, span)


def _older(v: Value, defined: Defined, formats: Formats) -> Iterator[Value]:
    """What a value is a reshape, or all, of: element by element the same."""
    yield v
    node = defined.get(v.name)
    whole = node is not None and node.op == "slice" and len(node.inputs) == 1 and node.inputs[0].shape == v.shape and all(
        isinstance(i, Cut) and i.step == 1 for i in node.attrs["at"])
    if node is not None and (node.op == "reshape" or whole) and formats.get(v.name) == formats.get(node.inputs[0].name):
        yield from _older(node.inputs[0], defined, formats)


def _in_memory(v: Value, defined: Defined, made: list[Node], names: Names) -> Value:
    """`v`, or a copy of what would be computed again for every window."""
    node = defined.get(v.name)
    if node is None or node.op not in OPS or OPS[node.op].category != POINTWISE:
        return v
    return _copied(v, made, names, node.span)


def _copied(v: Value, made: list[Node], names: Names, span: Span | None) -> Value:
    copy = replace(v, name=names.fresh(), container=None)
    made.append(Node("pad", (v,), (copy,), {"shape": v.shape}, (), span))
    return copy
