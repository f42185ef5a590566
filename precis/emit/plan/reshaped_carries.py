"""Arrays that loops change through a reshape alone are carried reshaped.

    for i in order: z = reshape(update(reshape(z), x, at=i))    ->    flat = reshape(z); for i in order: flat = update(flat, x, at=i); ...

Each iteration reshapes the array, changes an element and reshapes it back, which costs a copy of it each way, unless it lies in the loop as
it is changed there. Branches and loops inside that hand it on, changed or not, hand on what is reshaped. Where the loop looks at an element
of the array as it was, that is one of the reshaped array.
"""

from __future__ import annotations

from dataclasses import replace

from precis.formats import Assignment
from precis.ir.build import Names
from precis.ir.emulate import value_formats
from precis.ir.ops import OPS
from precis.ir.ops.record import VIEW
from precis.ir.types import Block, Node, Program, Shape, Value, values_of

LOOPS = ("loop", "while")


def carried_reshaped(program: Program, assignment: Assignment) -> tuple[Program, Assignment]:
    """Both as they are where no loop has such carries."""
    if not any(n.op == "reshape" and n.inputs[0].rank for n in program.nodes()):
        return program, assignment
    made = _Pass(Names({v.name for v in values_of(program.body)}))
    body = made.block(program.body)
    if not made.like:
        return program, assignment
    formats = value_formats(program, assignment)
    return program.with_body(body), assignment.with_values({new: found for new, old in made.like.items() if (found := formats.get(old))})


class _Pass:
    """like: new values -> those whose format they have."""

    def __init__(self, names: Names):
        self.names, self.like = names, dict[str, str]()

    def block(self, block: Block) -> Block:
        nodes = [part for n in block.nodes for part in self._node(replace(n, blocks=tuple(map(self.block, n.blocks))) if n.blocks else n)]
        return replace(block, nodes=tuple(nodes))

    def _node(self, node: Node) -> list[Node]:
        """A node, and in front of and behind it what reshapes what it carries."""
        if node.op not in LOOPS:
            return [node]
        front, behind = list[Node](), list[Node]()
        for k in range(len(node.inputs)):
            shape = _changed_as(node, k)
            body = None if shape is None else self._carrying(node.blocks[-1], k, shape)
            if shape is None or body is None:
                continue
            first, last = (self._flat(v, shape) for v in (node.inputs[k], node.outputs[k]))
            front.append(_reshape(node.inputs[k], first, node))
            behind.append(_reshape(last, node.outputs[k], node))
            blocks = (*(self._looked_at(b, k, shape, node) for b in node.blocks[:-1]), body)
            node = replace(node, inputs=_with(node.inputs, k, first), outputs=_with(node.outputs, k, last), blocks=blocks)
        return [*front, node, *behind]

    def _flat(self, v: Value, shape: Shape) -> Value:
        """A value of another shape with the format of v."""
        found = Value(self.names.fresh(), shape, v.kind)
        self.like[found.name] = self.like.get(v.name, v.name)
        return found

    def _looked_at(self, block: Block, k: int, shape: Shape, node: Node) -> Block:
        """A block whose parameter is reshaped before it is looked at."""
        flat = self._flat(block.params[k], shape)
        return replace(block, params=_with(block.params, k, flat), nodes=(_reshape(flat, block.params[k], node), *block.nodes))

    def _carrying(self, body: Block, k: int, shape: Shape) -> Block | None:
        """A body that carries a parameter reshaped; None where it does not hand it on so."""
        param = body.params[k]
        flat = self._flat(param, shape)
        nodes = self._handed_on(list(body.nodes), body.results[k], {param.name: flat}, shape)
        if nodes is None:
            return None
        made, result = nodes
        again = Node("reshape", (flat,), (param,), {"shape": param.shape}, (), body.nodes[0].span if body.nodes else None)
        return replace(body, params=_with(body.params, k, flat), nodes=(again, *made), results=_with(body.results, k, result))

    def _handed_on(self, nodes: list[Node], v: Value, flat: dict[str, Value], shape: Shape) -> tuple[list[Node], Value] | None:
        """Nodes that compute a value reshaped, and that; None where it is nothing that is known so. `flat`: what is."""
        if v.name in flat:
            return nodes, flat[v.name]
        at = next((k for k, n in enumerate(nodes) if v in n.outputs), None)
        if at is None:
            return None
        node = nodes[at]
        if node.op == "reshape" and node.inputs[0].shape == shape:
            return nodes, node.inputs[0]
        if node.op == "store":
            return self._stored(nodes, node, flat, shape)
        if node.op != "cond":
            return None
        which = node.outputs.index(v)
        blocks = [self._branch(b, which, flat, shape) for b in node.blocks]
        if None in blocks:
            return None
        out = self._flat(v, shape)
        made = replace(node, outputs=_with(node.outputs, which, out), blocks=tuple(b for b in blocks if b))
        return [*nodes[:at], made, _reshape(out, v, node), *nodes[at + 1:]], out

    def _stored(self, nodes: list[Node], node: Node, flat: dict[str, Value], shape: Shape) -> tuple[list[Node], Value] | None:
        """What is named is rounded to the format of the name, reshaped or not."""
        found = self._handed_on(nodes, node.inputs[0], flat, shape)
        if found is None:
            return None
        (made, value), out = found, self._flat(node.output, shape)
        at = made.index(node)
        named = replace(node, inputs=(value,), outputs=(out,))
        return [*made[:at], named, _reshape(out, node.output, node), *made[at + 1:]], out

    def _branch(self, block: Block, which: int, flat: dict[str, Value], shape: Shape) -> Block | None:
        found = self._handed_on(list(block.nodes), block.results[which], flat, shape)
        return found and replace(block, nodes=tuple(found[0]), results=_with(block.results, which, found[1]))


def _changed_as(node: Node, k: int) -> Shape | None:
    """The shape in which a loop changes its k-th carry, if it does so in one alone, and looks at it otherwise no more than by element."""
    body, param = node.blocks[-1], node.blocks[-1].params[k]
    shapes = {n.output.shape for n in body.walk() if n.op == "reshape" and n.inputs[0].name == param.name}
    back = any(n.op == "reshape" and n.output.shape == param.shape and n.inputs[0].shape in shapes for n in body.walk())
    plain = all(n.op in ("reshape", *LOOKS) for n in body.walk() if param in n.inputs)
    return next(iter(shapes)) if len(shapes) == 1 and back and plain and param.rank else None


LOOKS = tuple(name for name, record in OPS.items() if record.category == VIEW)


def _reshape(v: Value, out: Value, node: Node) -> Node:
    return Node("reshape", (v,), (out,), {"shape": out.shape}, (), node.span)


def _with(values: tuple[Value, ...], k: int, v: Value) -> tuple[Value, ...]:
    return (*values[:k], v, *values[k + 1:])
