"""Sums of shifted boxes whose far ends nobody knows are added up in an array as large as all of them together, and put where they belong.

    x[0:n] += a; x[1:n + 1] += b; x[2:n + 2] += c     ->     t = x[0:n + 2]; t[0:n] += a; t[1:n + 1] += b; t[2:n + 2] += c; x[0:n + 2] = t

In `t` each box leaves out a known number of elements, so that one nest gathers them (precis.emit.plan.gather); `x` has a length of its
own. Cotangents of what convolutions read are such sums. The order of additions to each element stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from precis.emit.plan.gather import MARGIN, box_of
from precis.formats import Assignment, Format
from precis.ir.build import Names
from precis.ir.emulate import value_formats
from precis.ir.rewrite import free_values
from precis.ir.size import Size
from precis.ir.types import Block, Cut, Node, Program, Shape, Value, values_of

FEWEST = 3  # updates: an array of their own is one more pass

Formats = Mapping[str, Format | None]


def boxes_in_hulls(program: Program, assignment: Assignment) -> Program:
    names = Names({v.name for v in values_of(program.body)} | set(program.binding))
    body = _block(program.body, names, value_formats(program, assignment))
    return program if body is program.body else program.with_body(body)


def _block(block: Block, names: Names, formats: Formats) -> Block:
    nodes = [_inside(n, names, formats) for n in block.nodes]
    for chain in list(_chains(nodes, block, formats)):
        made = _in_hull(chain, names)
        if all(map(box_of, made[1:-1])):
            new = dict(zip((n.output.name for n in chain.nodes), _placed(made)))
            nodes = [m for n in nodes for m in (new.get(n.outputs[0].name, [n]) if n.outputs else [n])]
    return block if all(a is b for a, b in zip(nodes, block.nodes)) else replace(block, nodes=tuple(nodes))


def _inside(node: Node, names: Names, formats: Formats) -> Node:
    blocks = tuple(_block(b, names, formats) for b in node.blocks)
    return replace(node, blocks=blocks) if any(a is not b for a, b in zip(blocks, node.blocks)) else node


def _placed(made: list[Node]) -> list[list[Node]]:
    """The nodes that stand in place of each update: the hull is taken in front of the first and put back behind the last."""
    first, *middle, last, back = made
    return [[first, middle[0]], *([n] for n in middle[1:]), [last, back]]


@dataclass(frozen=True, slots=True)
class _Chain:
    """Updates, each of what the one before made; nobody else reads that."""

    nodes: list[Node]

    def hull(self) -> tuple[Cut, ...]:
        return tuple(_around(cuts) for cuts in zip(*(n.attrs["at"] for n in self.nodes)))


def _around(cuts: tuple[Cut, ...]) -> Cut:
    starts = [c.start.constant or 0 for c in cuts]
    return Cut(Size.of(min(starts)), cuts[0].length + (max(starts) - min(starts)))


def _chains(nodes: list[Node], block: Block, formats: Formats) -> Iterator[_Chain]:
    users = _users(nodes, block)
    grown: dict[str, list[Node]] = {}
    for n in nodes:
        if not _is_box(n):
            continue
        chain = grown.pop(n.inputs[0].name, [])
        alone = chain and n.op == "update_add" and users[chain[-1].output.name] == 1 and _alike(chain[-1], n, formats)
        grown[n.output.name] = [*chain, n] if alone else [n]
        if chain and not alone:
            grown[chain[-1].output.name + " "] = chain
    yield from (_Chain(c) for c in grown.values() if len(c) >= FEWEST and not all(map(box_of, c)))


def _is_box(n: Node) -> bool:
    """Whether a node stores into, or adds to, a box of an array that begins where is known."""
    if n.op not in ("update", "update_add") or n.inputs[2:] or not 0 < n.output.rank == len(n.attrs["at"]):
        return False
    return all(isinstance(i, Cut) and i.step == 1 and i.start.constant is not None for i in n.attrs["at"])


def _alike(before: Node, n: Node, formats: Formats) -> bool:
    """Whether boxes are as large, and begin near each other, and sums are in one format."""
    near = all(a.length == b.length and abs((a.start - b.start).constant or 0) <= MARGIN for a, b in zip(before.attrs["at"], n.attrs["at"]))
    return near and formats[before.inputs[0].name] == formats[before.output.name] == formats[n.output.name]


def _users(nodes: list[Node], block: Block) -> dict[str, int]:
    found: dict[str, int] = {}
    for v in (*(v for n in nodes for v in n.inputs), *(v for n in nodes for b in n.blocks for v in free_values(b)), *block.results):
        found[v.name] = found.get(v.name, 0) + 1
    return found


def _in_hull(chain: _Chain, names: Names) -> list[Node]:
    """The hull, the updates in it, and what puts it back."""
    hull, nodes = chain.hull(), chain.nodes
    base, end = nodes[0].inputs[0], nodes[-1].output
    shape: Shape = tuple(c.length for c in hull)
    part = Value(names.fresh(), shape, base.kind)
    made = [Node("slice", (base,), (part,), {"at": hull}, (), nodes[0].span)]
    for n in nodes:
        at = tuple(replace(i, start=i.start - c.start) for i, c in zip(n.attrs["at"], hull))
        out = Value(names.fresh(), shape, base.kind)
        made.append(replace(n, inputs=(part, n.inputs[1]), outputs=(out,), attrs={**n.attrs, "at": at}))
        part = out
    return [*made, Node("update", (base, part), (end,), {"at": hull}, (), nodes[-1].span)]
