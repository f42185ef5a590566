"""What a loop stores into in another shape is carried in that shape.

    flat = z.reshape(-1); for i: flat[i] = f(flat, i)

Each iteration reshapes `z`, updates it and reshapes it back. An update works in place on what is in memory, which a reshape is not: it
copied all of the array, twice, for one element. The loop carries the elements in the shape that it stores into, and the array is made of
them behind the loop, also where some iterations leave it as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from precis.formats import Format
from precis.ir.build import Names
from precis.ir.rewrite import free_values
from precis.ir.types import Block, Node, Program, Shape, Value, values_of

UPDATES = ("update", "update_add", "tally")
LOOPS = ("loop", "while")
Formats = Mapping[str, Format | None]


def carried_as_stored(program: Program, formats: Formats, named: bool = True) -> tuple[Program, dict[str, Format]]:
    """The program with such loops, and the formats of its new values; `formats`: of its values. `named`: new values are kept in the
    containers of the old ones, whose shapes they do not have then."""
    symbols = {n.attrs[k] for n in program.nodes() for k in ("symbol", "index") if k in n.attrs}
    names = Names({v.name for v in values_of(program.body)} | set(program.binding) | symbols)
    shapes = _Shapes(dict(formats), names, named)
    body = shapes.block(program.body)
    new = {name: f for name, f in shapes.formats.items() if f and name not in formats}
    return (program if body is program.body else program.with_body(body)), new


@dataclass(frozen=True, slots=True)
class _Shapes:
    formats: dict[str, Format | None]
    names: Names
    named: bool

    def block(self, block: Block) -> Block:
        nodes = tuple(m for n in block.nodes for m in self._node(n))
        return block if len(nodes) == len(block.nodes) and all(a is b for a, b in zip(nodes, block.nodes)) else replace(block, nodes=nodes)

    def _node(self, node: Node) -> Sequence[Node]:
        blocks = tuple(map(self.block, node.blocks))
        node = node if all(a is b for a, b in zip(blocks, node.blocks)) else replace(node, blocks=blocks)
        found = {k: s for k in range(len(node.inputs)) if (s := self._stored_as(node, k))} if node.op in LOOPS else {}
        return self._carried(node, found) if found else (node,)

    def _stored_as(self, loop: Node, k: int) -> Shape | None:
        """The shape, other than its own, that an iteration leaves carry k in before it reshapes it, if nothing stores into it otherwise."""
        body = loop.blocks[-1]
        own, before = body.params[k], set(self._before(body, body.results[k], body.params[k]))
        if len(before) != 1 or any(_stores_into(b, own) for b in loop.blocks):
            return None
        (shape,) = before
        known = frozenset().union(*(d.symbols() for d in own.shape))
        return shape if shape and shape != own.shape and all(d.symbols() <= known for d in shape) else None

    def _before(self, block: Block, v: Value, own: Value) -> Iterator[Shape | None]:
        """Shapes of what is reshaped to `v`, branch by branch; None for what is made otherwise."""
        v, made = self._made(block, v)
        if v.name == own.name:
            return
        if made is None or v.shape != own.shape or v.kind != own.kind or not self._alike(v, own):
            yield None
        elif made.op == "cond":
            for branch in made.blocks:
                yield from self._before(branch, branch.results[made.outputs.index(v)], own)
        else:
            passed = made.op == "reshape" and self._alike(made.inputs[0], v) and self._stored(block, made.inputs[0])
            yield made.inputs[0].shape if passed else None

    def _made(self, block: Block, v: Value) -> tuple[Value, Node | None]:
        """What a block calls `v`, and the node that makes it there."""
        made = _maker(block, v)
        while made is not None and made.op == "store" and self._alike(made.inputs[0], v):
            v = made.inputs[0]
            made = _maker(block, v)
        return v, made

    def _stored(self, block: Block, v: Value) -> bool:
        """Whether parts of `v` have been stored."""
        made = self._made(block, v)[1]
        return made is not None and made.op in (*UPDATES, *LOOPS)

    def _alike(self, v: Value, other: Value) -> bool:
        return self.formats.get(v.name) == self.formats.get(other.name)

    def _carried(self, loop: Node, shapes: Mapping[int, Shape]) -> Sequence[Node]:
        """The loop with these carries in these shapes, what it begins with, and what it leaves."""
        begun, left = ({k: self._like(values[k], s) for k, s in shapes.items()} for values in (loop.inputs, loop.outputs))
        first = [_reshaped(loop.inputs[k], v, loop) for k, v in begun.items()]
        last = [_reshaped(v, loop.outputs[k], loop) for k, v in left.items()]
        blocks = (*(self._inside(b, shapes, loop, False) for b in loop.blocks[:-1]), self._inside(loop.blocks[-1], shapes, loop, True))
        return *first, replace(loop, inputs=_with(loop.inputs, begun), outputs=_with(loop.outputs, left), blocks=blocks), *last

    def _inside(self, block: Block, shapes: Mapping[int, Shape], loop: Node, handed_on: bool) -> Block:
        params = {k: self._like(block.params[k], s) for k, s in shapes.items()}
        made = replace(block, params=_with(block.params, params), nodes=(
            *(_reshaped(v, block.params[k], loop) for k, v in params.items()), *block.nodes))
        for k, shape in shapes.items() if handed_on else ():
            made, result = self._left(made, block.results[k], shape, loop)
            made = replace(made, results=_with(made.results, {k: result}))
        return made

    def _left(self, block: Block, v: Value, shape: Shape, loop: Node) -> tuple[Block, Value]:
        """The block, and what it makes of the elements of `v` in this shape."""
        v, made = self._made(block, v)
        if made is not None and made.op == "reshape" and made.inputs[0].shape == shape:
            return block, made.inputs[0]
        result = self._like(v, shape)
        if made is None or made.op != "cond":
            return replace(block, nodes=(*block.nodes, _reshaped(v, result, loop))), result
        k, branches = made.outputs.index(v), list[Block]()
        for branch in made.blocks:
            inner, found = self._left(branch, branch.results[k], shape, loop)
            branches.append(replace(inner, results=_with(inner.results, {k: found})))
        chosen = replace(made, outputs=_with(made.outputs, {k: result}), blocks=tuple(branches))
        nodes = [m for n in block.nodes for m in ((chosen, _reshaped(result, v, loop)) if n is made else (n,))]
        return replace(block, nodes=tuple(nodes)), result

    def _like(self, v: Value, shape: Shape) -> Value:
        made = Value(self.names.fresh(), shape, v.kind, v.container if self.named else None)
        self.formats[made.name] = self.formats.get(v.name)
        return made


def _maker(block: Block, v: Value) -> Node | None:
    return next((n for n in block.nodes if v.name in (o.name for o in n.outputs)), None)


def _stores_into(block: Block, v: Value) -> bool:
    """Whether something in a block updates, or hands to a loop, `v` as it is."""
    return any(v.name in (x.name for x in (n.inputs[:1] if n.op in UPDATES else n.inputs if n.op in LOOPS else ()))
               or any(_stores_into(b, v) for b in n.blocks if v in free_values(b)) for n in block.nodes)


def _reshaped(v: Value, to: Value, node: Node) -> Node:
    return Node("reshape", (v,), (to,), {"shape": to.shape}, (), node.span)


def _with(values: Sequence[Value], others: Mapping[int, Value]) -> tuple[Value, ...]:
    return tuple(others.get(k, v) for k, v in enumerate(values))
