"""Results of which the caller gets the first part are filled no further than that.

    return part(update(zeros(room, room), x, at=[:n, :n]), n, n)        the update is marked UNREAD: nobody reads the zeros behind x

An array whose length only the run tells is given back in a buffer of its capacity, beside its length (docs/adr/0011). Who calls for arrays
as long as the buffer (`Compiled.run`) hands over zeros.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from precis.emit.plan.padding import UNREAD
from precis.ir.size import Size, smallest
from precis.ir.trees import Leaf, Tree, parts_of
from precis.ir.types import Cut, Node, Program


def given_parts(program: Program) -> Program:
    """The Program with marks."""
    made = {v.name: n for n in program.body.nodes for v in n.outputs}
    results = [v.name for v in program.body.results]
    read = {v.name for n in program.body.walk() for v in (*n.inputs, *(r for b in n.blocks for r in b.results))}
    lengths = {array.value: rest for array, *rest in parts_of(program.returns)}
    short = {name for name, rest in lengths.items()
             if name not in read and results.count(name) == 1 and name in made and _no_further(made[name], rest, made)}
    if not short:
        return program
    nodes = (replace(n, attrs={**n.attrs, UNREAD: True}) if n.op == "update" and n.output.name in short else n for n in program.body.nodes)
    return program.with_body(replace(program.body, nodes=tuple(nodes)))


def _no_further(node: Node, lengths: Sequence[Tree], made: Mapping[str, Node]) -> bool:
    """Whether a node writes the first part of a constant array, all of which the caller gets that is given so many elements of each axis.
    (Where they are more than there is room for, the caller gets an error.)"""
    if node.op != "update" or len(node.inputs) != 2 or (zeros := made.get(node.inputs[0].name)) is None or zeros.op != "broadcast":
        return False
    axes = zip(node.attrs["at"], lengths, node.output.shape, strict=True)
    return len(node.attrs["at"]) == node.output.rank and all(_all_of(cut, _given(n, room, made), room) for cut, n, room in axes)


def _given(length: Tree, room: Size, made: Mapping[str, Node]) -> Size | None:
    """How many elements of an axis the caller gets; None where that is not known."""
    if not isinstance(length, Leaf) or length.what == "static":
        return room
    node = made.get(length.value)
    return node.attrs["value"] if node is not None and node.op == "index" else None


def _all_of(cut: object, length: Size | None, room: Size) -> bool:
    if not isinstance(cut, Cut) or cut.step != 1 or cut.start != Size():
        return False
    return length is not None and cut.length in (length, smallest(length, room))
