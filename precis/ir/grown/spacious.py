"""Room that whoever calls chooses (`Program.rooms`) as reserved address space, where arrays have it that are not given back.

    x = zeros(room); while ...: x[n] = ..., n = n + 1; result = zeros(room), result[:n] = x[:n]
                                        ->
    x = zeros(space); ...; result = zeros(room), result[:n] = x[:n]

Runs then need not be made again with more room, and arguments may change in place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from precis.ir.build import Names
from precis.ir.grown.held import first_part, with_shapes
from precis.ir.grown.reserved import SPACE, little, with_space
from precis.ir.no_room import asks_for_room
from precis.ir.rewrite import free_values, substitute
from precis.ir.size import smallest
from precis.ir.types import Block, Node, Program, Value, values_of


def rooms_reserved(program: Program) -> Program:
    """The Program with address space for arrays that nothing bounds, where it changes arguments; itself where a result is made in another
    way than written here, or where items are large."""
    asked = asks_for_room(program) and program.mutated  # memory that is there costs less than address space
    roomy = [v for v in values_of(program.body) if _has(v, program.rooms)] if asked else []
    if not roomy or not all(_has(replace(v, shape=v.shape[:1]), program.rooms) and little(v) for v in roomy):
        return program
    symbols = {n.attrs[k] for n in program.nodes() for k in ("symbol", "index") if k in n.attrs}
    names = Names({v.name for v in values_of(program.body)} | set(program.binding) | symbols)
    space = names.fresh(SPACE)
    nodes = _with_results(program, dict.fromkeys(program.rooms, space), names)
    if nodes is None:
        return program
    body = with_space(Block(program.body.params, tuple(nodes), program.body.results), space, names)
    return with_shapes(program, body)


def _has(v: Value, rooms: frozenset[str]) -> bool:
    return any(d.symbols() & rooms for d in v.shape)


def _with_results(program: Program, sizes: Mapping[str, str], names: Names) -> list[Node] | None:
    """The nodes with other sizes, but for those that make results, which have arrays of their own; None where these are made in another
    way."""
    body = program.body
    made = {v.name: n for n in body.nodes for v in n.outputs}
    results = {v.name for v in body.results if _has(v, program.rooms)}
    if results & {v.name for n in body.nodes for v in (*n.inputs, *(f for b in n.blocks for f in free_values(b)))}:
        return None
    nodes: list[Node] = []
    for node in body.nodes:
        if not any(v.name in results for v in node.outputs):
            nodes += substitute(Block((), (node,), ()), {}, sizes).nodes
            continue
        own = _in_its_own(node, made, program.rooms, names)
        if not own:
            return None
        nodes += own
    return nodes


def _in_its_own(node: Node, made: Mapping[str, Node], rooms: frozenset[str], names: Names) -> Sequence[Node]:
    """A result in an array of its own, which begins as one number everywhere, or as much of it as there is room for; nothing where it is
    no first part of an array."""
    begin = made.get(node.inputs[0].name) if node.op == "update" and first_part(node) is not None else None
    if begin is None or begin.op != "broadcast" or begin.inputs[0].rank or any(_has(v, rooms) for v in node.inputs[1:]):
        return ()
    fresh = replace(node.inputs[0], name=names.fresh(), container=None)
    x, whole = node.inputs[1], node.attrs["at"]
    at = (replace(whole[0], length=smallest(whole[0].length, node.output.shape[0])), *whole[1:])
    part = replace(x, name=names.fresh(), shape=tuple(i.length for i in at), container=None)
    cut = Node("slice", (x,), (part,), {"at": at}, (), node.span)
    return replace(begin, outputs=(fresh,)), cut, replace(node, inputs=(fresh, part), attrs={**node.attrs, "at": at})
