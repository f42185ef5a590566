"""What a mask chooses, is computed with and goes back where it came from is computed where it lies.

    z[m] = np.abs(z[m].real) * 1j + c[m]

The chosen elements are packed, and unpacked by counting how many lie before each: three passes in order, beside which arithmetic on the
others costs nothing. Where all that has the length of a selection is computed element by element, and ends in places of the same mask, the
selections become the arrays themselves.

    at = np.flatnonzero(m); z[at] += table[at ^ 5]

Tables are read at the first place for elements that are not chosen, whose own positions may lie outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from precis.emit.plan.guarded_reads import Guarded, guarded, picked_dimensions
from precis.ir.live import live
from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE
from precis.ir.rewrite import sizes_in, symbols_of
from precis.ir.size import Size, product
from precis.ir.types import Attrs, Block, Cut, New, Node, Pick, Program, Shape, Value

Defined = Mapping[str, Node]
VALUES = ("index", "size")  # they ask for the length as a number, which stays


def unpacked(program: Program) -> Program:
    body = _block(program.body, guarded(program))
    return program if body is program.body else program.with_body(live(body))


def _block(block: Block, reads: Guarded) -> Block:
    made = tuple(_inside(n, reads) for n in block.nodes)
    block = block if all(a is b for a, b in zip(made, block.nodes)) else replace(block, nodes=made)
    for node in block.nodes:
        if node.op == "places":
            block = _one_length(block, node, reads)
    return block


def _inside(node: Node, reads: Guarded) -> Node:
    blocks = tuple(_block(b, reads) for b in node.blocks)
    return node if all(a is b for a, b in zip(blocks, node.blocks)) else replace(node, blocks=blocks)


def _one_length(block: Block, places: Node, reads: Guarded) -> Block:
    """The block without the selections of the length that `places` has, if all of them may go."""
    length = places.attrs["length"]
    symbols = length.symbols()
    if len(symbols) != 1 or length != Size.of(*symbols) or any(length in v.shape for v in block.results):
        return block
    defined = {v.name: n for n in block.nodes for v in n.outputs}
    selection = _Selection(length, _root(places.inputs[0], defined), defined, reads)
    touched = [n for n in block.nodes if symbols & symbols_of(n) and n.op not in VALUES]
    if not all(map(selection.goes, touched)) or not selection.return_to_their_places(block):
        return block
    inside = {n.output.name for n in touched if n.outputs}
    nodes = [m for n in block.nodes for m in (selection.whole(n) if n.outputs and n.outputs[0].name in inside else (n,))]
    full = {n.output.name: n.output for n in nodes if n.outputs and n.outputs[0].name in inside}
    return replace(block, nodes=tuple(replace(n, inputs=tuple(full.get(v.name, v) for v in n.inputs)) for n in nodes))


@dataclass(frozen=True, slots=True)
class _Selection:
    """Everything of one run-time `length`; `mask`: the array that chooses."""

    length: Size
    mask: Value
    defined: Defined
    reads: Guarded

    @property
    def dims(self) -> Shape:
        return self.mask.shape

    def goes(self, node: Node) -> bool:
        """Whether a node makes places, reads whole arrays at them, computes element by element, or unpacks."""
        if len(node.outputs) != 1 or node.blocks:
            return False
        if node.op == "places":
            return self._chosen_by(node.inputs[0])
        return self._taken(node) or self._of_table(node) or self._element_by_element(node) or self._longer(node) or self.unpacks(node)

    def _chosen_by(self, mask: Value) -> bool:
        return _root(mask, self.defined).name == self.mask.name

    def _taken(self, node: Node) -> bool:
        """x[places] of an array with as many rows as the mask has elements."""
        if node.op != "slice" or len(node.inputs) != 2 or not _rows(node):
            return False
        at = self.defined.get(node.inputs[1].name)
        return at is not None and at.op == "places" and node.inputs[0].shape[:1] == (product(self.dims),) and self._leads(node.output)

    def _of_table(self, node: Node) -> bool:
        """Whether each row is read from an array at positions of its own, along dimensions that have an element where the mask has one."""
        own = self.length.symbols()
        if node.op != "slice" or len(node.inputs) < 2:
            return False
        if own & sizes_in(node.attrs["at"]) or any(own & d.symbols() for d in node.inputs[0].shape):
            return False
        picked = picked_dimensions(node)
        return picked is not None and self._leads(node.output) and all(self._goes_along(p, 1) for p in node.inputs[1:]) and all(
            self.reads.has_elements(d, self.dims) for d in picked)

    def _leads(self, v: Value) -> bool:
        return v.shape[:1] == (self.length,) and not any(self.length.symbols() & d.symbols() for d in v.shape[1:])

    def _element_by_element(self, node: Node) -> bool:
        """Whether a row of the result needs the same row of each operand alone."""
        v = node.output
        if not self._leads(v) or not all(self._goes_along(x, v.rank) for x in node.inputs):
            return False
        if node.op == "slice":
            return len(node.inputs) == 1 and node.attrs["at"][:1] == (Cut(Size(), self.length),) and not sizes_in(node.attrs["at"][1:]) & \
                self.length.symbols()
        return node.op == "broadcast" or (node.op in OPS and OPS[node.op].category == POINTWISE)

    def _goes_along(self, x: Value, rank: int) -> bool:
        """Whether an operand has the length first, or has none of its own there."""
        return self._leads(x) or x.rank < rank or x.shape[0] == Size.of(1)

    def _longer(self, node: Node) -> bool:
        """The selection and one element more, which only `unpacks` reads."""
        return node.op == "concatenate" and node.attrs["axis"] == 0 and len(node.inputs) == 2 and self._leads(node.inputs[0]) and \
            node.inputs[1].shape[0] == Size.of(1)

    def unpacks(self, node: Node) -> bool:
        """Whether each element goes to its place: x[how many are chosen before]."""
        if node.op != "slice" or len(node.inputs) != 2 or not _rows(node):
            return False
        longer, place = (self.defined.get(v.name) for v in node.inputs)
        return longer is not None and self._longer(longer) and place is not None and self._counts(place)

    def _counts(self, place: Node) -> bool:
        """minimum(cumsum(mask) - mask, length)"""
        before, last = (self.defined.get(v.name) for v in place.inputs) if place.op == "minimum" else (None, None)
        if last is None or last.op != "index" or last.attrs["value"] != self.length:
            return False
        before = self.defined.get(before.inputs[0].name) if before is not None and before.op == "reshape" else before
        counted, own = (self.defined.get(v.name) for v in before.inputs) if before is not None and before.op == "sub" else (None, None)
        truths = self.defined.get(counted.inputs[0].name) if counted is not None and counted.op == "cumsum" else None
        return all(n is not None and n.op == "convert" and self._chosen_by(n.inputs[0]) for n in (truths, own))

    def return_to_their_places(self, block: Block) -> bool:
        """Whether what is unpacked is only read where the mask holds, and selections only by what goes too."""
        ends = {n.output.name for n in block.nodes if n.outputs and self.unpacks(n)}
        for node in block.nodes:
            if any(v.name in ends for b in (node, *_within(node)) for v in b.inputs):
                if node.op in ("convert", "astype", "store") and len(node.inputs) == 1:
                    ends.add(node.output.name)
                elif node.op != "select" or any(v.name in ends for v in (node.inputs[0], node.inputs[2])) or \
                        not self._chosen_by(node.inputs[0]):
                    return False
        longer = {n.output.name for n in block.nodes if n.outputs and self._longer(n)}
        return bool(ends) and not any(v.name in ends for v in block.results) and all(
            self.unpacks(n) for n in block.nodes if n.inputs and n.inputs[0].name in longer)

    def whole(self, node: Node) -> tuple[Node, ...]:
        """What computes a node's value for every element."""
        v = replace(node.output, shape=self._full(node.output.shape))
        if self._taken(node):
            return (self._reshape(node.inputs[0], v, node),)
        if self._of_table(node):
            return self.reads.read(node, self.mask, v)
        if self.unpacks(node):
            rows = self.defined[node.inputs[0].name].inputs[0]
            return (_shaped(replace(rows, shape=self._full(rows.shape)), v, node),)
        if self._longer(node):
            return ()
        if node.op == "places":
            every = replace(v, name=self.reads.names.fresh(v.name), shape=(product(self.dims),))
            return Node("iota", (), (every,), {"length": every.shape[0]}, (), node.span), _shaped(every, v, node)
        return (replace(node, outputs=(v,), attrs=self._attributes(node)),)

    def _reshape(self, x: Value, v: Value, node: Node) -> Node:
        """`v`, which has the elements of x, made of what x is a reshape of where that has its shape."""
        made = self.defined.get(x.name)
        return _shaped(made.inputs[0] if made is not None and made.op == "reshape" and made.inputs[0].shape == v.shape else x, v, node)

    def _attributes(self, node: Node) -> Attrs:
        if node.op == "broadcast":
            return {**node.attrs, "shape": self._full(node.attrs["shape"])}
        if node.op == "slice":
            return {**node.attrs, "at": (*(Cut(Size(), d) for d in self.dims), *node.attrs["at"][1:])}
        return node.attrs

    def _full(self, shape: Shape) -> Shape:
        return (*self.dims, *shape[1:]) if shape[:1] == (self.length,) else shape


def _shaped(x: Value, v: Value, node: Node) -> Node:
    if x.shape == v.shape:
        return Node("stop", (x,), (v,), {}, (), node.span)
    return Node("reshape", (x,), (v,), {"shape": v.shape}, (), node.span)


def _within(node: Node) -> Iterator[Node]:
    for b in node.blocks:
        yield from b.walk()


def _rows(node: Node) -> bool:
    """Whether a slice takes whole rows, wherever its only array of positions says."""
    at = node.attrs["at"]
    kept = zip(at[1:], node.inputs[0].shape[1:])
    return at[:1] == (Pick(0),) and all(isinstance(i, Cut) and i == Cut(Size(), d) for i, d in kept)


def _root(v: Value, defined: Defined) -> Value:
    """The array that has the elements of `v` in the same order."""
    node = defined.get(v.name)
    while node is not None and (node.op == "reshape" or (node.op == "slice" and _only_longer(node))):
        v = node.inputs[0]
        node = defined.get(v.name)
    return v


def _only_longer(node: Node) -> bool:
    """x[..., None]"""
    at, x = node.attrs["at"], node.inputs[0]
    kept = [i for i in at if not isinstance(i, New)]
    return len(node.inputs) == 1 and kept == [Cut(Size(), d) for d in x.shape]
