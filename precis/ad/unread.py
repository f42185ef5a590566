"""What iterations store into an array that nobody reads behind the loop, where no later iteration reads it either, is not stored.

    for k last first: x = c[k]; y = c[k - 1]; c[k] = saved[k]     ->     for k last first: x = c[k]; y = c[k - 1]

The reverse of a loop rolls arrays back as the loop filled them: level by level, say, where each level is read by the next alone. What an
array held before is then put back for nobody, and is not on the tape either.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from precis.ad.regions import Ranges, Region, entered, surely_apart
from precis.ir.live import live
from precis.ir.rewrite import free_values, map_sizes, sizes_in, substitute
from precis.ir.size import Size
from precis.ir.types import Block, Node, Range, Value

UPDATES = ("update", "update_add")
Place = tuple[int, ...]  # of a version: how many stores of the body made it, and, inside of a branch, how many of its side


@dataclass(frozen=True, slots=True)
class _Versions:
    """What an iteration does to an array: slices, with the place of their version, and stores, with that of what they make."""

    slices: tuple[tuple[Region, Place], ...]
    stores: tuple[tuple[Node, Place], ...]


def without_unread(body: Block) -> Block:
    """`body` without such stores."""
    found = _block(body, {})
    return live(found) if found != body else body


def _block(block: Block, ranges: Ranges) -> Block:
    used = _used(block)
    nodes = []
    for n in block.nodes:
        inner = tuple(_block(b, entered(n, ranges)) for b in n.blocks)
        n = replace(n, blocks=inner) if any(a is not b for a, b in zip(inner, n.blocks)) else n
        nodes.append(_stripped(n, used, ranges) if n.op == "loop" else n)
    return replace(block, nodes=tuple(nodes)) if any(a is not b for a, b in zip(nodes, block.nodes)) else block


def _used(block: Block) -> set[str]:
    """Names of values that nodes of a block, and what is inside of them, use, and of its results."""
    inside = (v for n in block.nodes for b in n.blocks for v in free_values(b))
    return {v.name for v in (*(v for n in block.nodes for v in n.inputs), *inside, *block.results)}


def _stripped(loop: Node, used: set[str], ranges: Ranges) -> Node:
    """The loop without stores into arrays that are not among `used` behind it, where no later iteration reads what they store."""
    for j in range(len(loop.inputs)):
        (body,) = loop.blocks
        found = _versions(body, j) if loop.outputs[j].name not in used and body.params[j].rank else None
        vain = _vain(found, loop, ranges) if found else set()
        if vain:
            loop = replace(loop, blocks=(_without(body, vain),))
    return loop


def _vain(found: _Versions, loop: Node, ranges: Ranges) -> set[str]:
    """What the stores make that nobody reads."""
    index, range_, inside = loop.attrs["index"], loop.attrs["range"], entered(loop, ranges)
    bound = {n.attrs["symbol"] for n in loop.blocks[0].walk() if n.op == "size"}
    return {n.output.name for n, place in found.stores
            if n.output.container in (None, n.inputs[0].container) and not _read(n, place, found, index, range_, inside, bound)}


def _read(node: Node, place: Place, found: _Versions, index: str, range_: Range, inside: Ranges, bound: set[str]) -> bool:
    """Whether a slice may take something of what a store leaves: behind it in its iteration, or in a later one."""
    region = Region(node.attrs["at"], node.inputs[2:])
    if region.picks or bound & sizes_in(region.at):
        return True
    ahead = f"{index} ahead"
    later = {**inside, ahead: (Size.of(1), range_.trips - 1)}
    moved = Size.of(index) + range_.step * Size.of(ahead)
    for r, of in found.slices:
        behind = Region(map_sizes(r.at, lambda s: s.substitute({index: moved})), r.picks)
        if (of >= place and not surely_apart(region, r, inside)) or not surely_apart(region, behind, later):
            return True
    return False


def _versions(body: Block, j: int) -> _Versions | None:
    """What an iteration does to carry `j`; None where more is done to it than stores and slices, in branches too."""
    places: dict[str, Place] = {body.params[j].name: (0,)}
    slices: list[tuple[Region, Place]] = []
    stores: list[tuple[Node, Place]] = []
    if not _seen(body, places, (), slices, stores):
        return None
    returned = [r.name in places for r in body.results]
    return _Versions(tuple(slices), tuple(stores)) if returned.count(True) == 1 and returned[j] else None


def _seen(block: Block, places: dict[str, Place], around: Place, slices: list, stores: list) -> bool:
    """Note the versions, slices and stores of a block, whose versions come after `around`; whether it does nothing else."""
    count = 0
    for n in block.nodes:
        touched = [k for k, v in enumerate(n.inputs) if v.name in places]
        inside = any(v.name in places for b in n.blocks for v in free_values(b))
        if n.op == "cond" and inside and not touched:
            count += 1
            made = _sides(n, places, (*around, count), slices, stores)
            if made is None:
                return False
            places |= {n.outputs[k].name: (*around, count + 1) for k in made}
            count += 1
        elif inside or touched not in ([], [0]):
            return False
        elif touched and n.op == "slice":
            slices.append((Region(n.attrs["at"], n.inputs[1:]), places[n.inputs[0].name]))
        elif touched and n.op in UPDATES:
            count += 1
            places[n.output.name] = (*around, count)
            stores.append((n, places[n.output.name]))
        elif touched:
            return False
    return True


def _sides(n: Node, places: dict[str, Place], around: Place, slices: list, stores: list) -> list[int] | None:
    """The outputs of a branch that are versions; None where a side does something else, or they are not versions on both sides."""
    if not all(_seen(b, places, around, slices, stores) for b in n.blocks):
        return None
    made = [[k for k, r in enumerate(b.results) if r.name in places] for b in n.blocks]
    return made[0] if all(m == made[0] for m in made) and len(made[0]) < 2 else None


def _without(block: Block, vain: set[str]) -> Block:
    before: dict[str, Value] = {}
    _note(block, vain, before)
    return substitute(_left(block, vain), before)


def _note(block: Block, vain: set[str], before: dict[str, Value]) -> None:
    """Note what each of these stores is done to, last of all other stores."""
    for n in block.nodes:
        if n.op in UPDATES and n.output.name in vain:
            v = n.inputs[0]
            before[n.output.name] = before.get(v.name, v)
        for b in n.blocks:
            _note(b, vain, before)


def _left(block: Block, vain: set[str]) -> Block:
    nodes = (replace(n, blocks=tuple(_left(b, vain) for b in n.blocks)) if n.blocks else n
             for n in block.nodes if not (n.op in UPDATES and n.output.name in vain))
    return replace(block, nodes=tuple(nodes))
