"""Slices of arrays that are never stored into again are read from the end of a loop, and those not stored into yet from its start.

    for i: for k in range(i): a[i, k:] = a[i, k:] - a[i, k] * a[k, k:]

Row k is what it is in the end from iteration k on. A reverse that wants it reads it from the array that the loops leave: nothing of it is
on the tape, and the array is not rolled back. So do values that are stored. The loops are those of the program itself, whose ends the
reverse has at hand; starts count where they are parameters, which stay anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from precis.ad.forward import IDENTITIES
from precis.ad.regions import Region, surely_apart
from precis.ir.rewrite import symbols_of
from precis.ir.shapes import indexed
from precis.ir.size import Size
from precis.ir.types import At, Block, Cut, Index, Node, Value

UPDATES = ("update", "update_add")
Path = tuple[tuple[Node, int], ...]  # loops around a node, outermost first, each with the place in its body


@dataclass(frozen=True, slots=True)
class _Store:
    region: Region
    path: Path


@dataclass
class _Array:
    """Versions of one array inside its loops, what is stored into it, slices that are what is stored; known: whether that is all."""

    versions: set[str]
    stores: list[_Store]
    stored: list[tuple[Node, Path]]
    known: bool = True


def read_at_ends(body: Block) -> dict[str, Node]:
    """Value of a slice in loops of `body` -> the same slice of what these begin or end with."""
    params = {p.name for p in body.params}
    found: dict[str, Node] = {}
    for loop in body.nodes:
        if loop.op == "loop":
            slices = list(_slices(loop, ()))
            for j, x in enumerate(loop.inputs):
                array = _array(loop, j)
                if x.rank and array.known and array.stores:
                    found |= _of_array(array, slices, loop.outputs[j], x if x.name in params else None)
    return found


def _of_array(array: _Array, slices: list[tuple[Node, Path]], end: Value, start: Value | None) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for node, path in (*slices, *array.stored):
        if node.inputs[0].name in array.versions:
            before = start if (node, path) not in array.stored else None
            sides = [v for v, later in ((before, False), (end, True)) if v and all(_apart(node, path, s, later) for s in array.stores)]
            if sides:
                found[node.output.name] = replace(node, inputs=(sides[0],), outputs=(replace(node.output, container=None),))
    return found


def _slices(loop: Node, path: Path) -> Iterator[tuple[Node, Path]]:
    """Slices at positions known ahead, in a loop and loops inside."""
    (body,) = loop.blocks
    bound = {n.attrs["symbol"] for n in body.nodes if n.op == "size"}
    for k, node in enumerate(body.nodes):
        here = (*path, (loop, k))
        if node.op == "loop":
            yield from _slices(node, here)
        elif node.op == "slice" and len(node.inputs) == 1 and not bound & symbols_of(node):
            yield node, here


def _array(loop: Node, j: int) -> _Array:
    found = _Array(set(), [], [])
    _follow(loop, j, (), found)
    return found


def _follow(loop: Node, j: int, path: Path, found: _Array) -> None:
    """Collect versions and stores from the result of a carry back to its parameter."""
    (body,) = loop.blocks
    defined = {o.name: (k, n) for k, n in enumerate(body.nodes) for o in n.outputs}
    v = body.results[j]
    while v.name in defined:
        found.versions.add(v.name)
        k, node = defined[v.name]
        here = (*path, (loop, k))
        if node.op in UPDATES:
            found.stores.append(_Store(Region(node.attrs["at"], node.inputs[2:]), here))
            found.stored += _read_back(node, v, body, here)
            v = node.inputs[0]
        elif node.op == "loop" and node.outputs.index(v) < len(node.inputs):
            place = node.outputs.index(v)
            _follow(node, place, here, found)
            v = node.inputs[place]
        else:
            found.known = False
            return
    found.versions.add(v.name)
    found.known &= v.name == body.params[j].name


def _read_back(update: Node, after: Value, body: Block, path: Path) -> Iterator[tuple[Node, Path]]:
    """The slice that is what an update stores, named as what that is made of."""
    defined = {o.name: n for n in body.nodes for o in n.outputs}
    new, at = update.inputs[1], update.attrs["at"]
    while new.name in defined and defined[new.name].op in IDENTITIES:
        new = defined[new.name].inputs[0]
    plain = update.op == "update" and len(update.inputs) == 2 and new.name in defined
    bound = {n.attrs["symbol"] for n in body.nodes if n.op == "size"}
    if plain and not bound & symbols_of(update) and indexed(after.shape, at, ()) == new.shape:
        yield replace(update, op="slice", inputs=(after,), outputs=(new,)), path


def _apart(node: Node, path: Path, store: _Store, later: bool) -> bool:
    """Whether a store surely leaves alone what a slice takes, whenever it runs behind it (or before it, if not `later`)."""
    ours, theirs = path, store.path
    common = next((k for k, (a, b) in enumerate(zip(ours, theirs)) if a[0] is not b[0]), min(len(ours), len(theirs)))
    cases = [*range(common)]
    if theirs[common - 1][1] > ours[common - 1][1] if later else theirs[common - 1][1] < ours[common - 1][1]:
        cases.append(common)
    return all(_apart_from(node, ours, store, first, later) for first in cases)


def _apart_from(node: Node, ours: Path, store: _Store, first: int, later: bool) -> bool:
    """The same where loops around the number `first` are in the same iteration, and this one in another, if both are in it."""
    ranges = {loop.attrs["index"]: loop.attrs["range"].ends for loop, _ in ours}
    named: dict[str, Size] = {}
    for k, (loop, _) in enumerate(store.path[first:], first):
        index, range_ = loop.attrs["index"], loop.attrs["range"]
        low, high = (d.substitute(named) for d in range_.ends)
        if k == first and k < len(ours) and ours[k][0] is loop:
            now, upwards = Size.of(index), (range_.step > 0) == later
            low, high = (now + abs(range_.step), high) if upwards else (low, now - abs(range_.step))
        ranges[other := f"{index} "] = low, high
        named[index] = Size.of(other)
    return surely_apart(Region(node.attrs["at"]), Region(_renamed(store.region.at, named), store.region.picks), ranges)


def _renamed(at: Index, names: Mapping[str, Size]) -> Index:
    return tuple(At(i.position.substitute(names)) if isinstance(i, At) else
                 Cut(i.start.substitute(names), i.length.substitute(names), i.step) if isinstance(i, Cut) else i for i in at)
