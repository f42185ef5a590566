"""Which lists of the caller are rows of arrays: all whose items are alike, unless what the program does with them asks for their items;
then long ones, then none."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Iterator
from typing import Any

from precis.errors import PrecisError
from precis.ir import listed
from precis.ir.refill import attributes_of
from precis.ir.trees import Leaf, Listed, Tree
from precis.ir.types import Program
from precis.lift.numpy.lifting_tables import PLAIN
from precis.lift.numpy.listed import FEW, LONG, is_plain_object

FOLLOWED = {"slice", "store", "convert", "reshape"}  # what hands on an item of a list


def with_lists(lifted: Callable[[float], Program], args: tuple[Any, ...]) -> Program:
    """What is lifted with lists of as many items, and more, as rows."""
    longest = max(map(_longest, args), default=0)
    ways = [least for least in (PLAIN.least, LONG, math.inf) if least == math.inf or least <= longest]
    first: PrecisError | None = None
    for least in ways[:-1]:
        try:
            found = lifted(least)
            return _with_known_lengths(found, lifted) if least == PLAIN.least else found
        except PrecisError as problem:
            first = first or problem
    try:
        return lifted(ways[-1])
    except PrecisError as problem:
        raise (first if first is not None and longest >= LONG else problem) from None


def _longest(x: Any) -> int:
    """The length of the longest list in an argument that may be rows."""
    if isinstance(x, list) and listed.form_of(x, FEW) is not None:
        return len(x)
    x = attributes_of(x) if is_plain_object(x) and not callable(x) and not isinstance(x, enum.Enum) else x
    return max(map(_longest, x.values() if isinstance(x, dict) else x if isinstance(x, (list, tuple)) else ()), default=0)


def _with_known_lengths(program: Program, lifted: Callable[[float], Program]) -> Program:
    """Where items of short lists are lengths of arrays (`np.zeros((shape[0], shape[1]))`), these lists are taken item by item, if they can
    be: then the lengths are sizes."""
    if not _has_lengths_from(program, set(_short_lists(program))):
        return program
    try:
        return lifted(LONG)
    except PrecisError:
        return program


def _short_lists(program: Program) -> Iterator[str]:
    """Parameters that are lists of a few integers."""
    sizes, params = dict(program.sizes), {p.name: p for p in program.body.params}
    for tree in (part for _, t in program.arguments for part in _lists(t)):
        for p in (params[leaf.value] for leaf in tree):
            if p.kind == "int64" and p.shape[0].value(sizes) < LONG:
                yield p.name


def _lists(tree: Tree) -> Iterator[Listed]:
    if isinstance(tree, Listed):
        yield tree
    elif not isinstance(tree, Leaf):
        for part in tree.values() if isinstance(tree, dict) else tree:
            yield from _lists(part)


def _has_lengths_from(program: Program, lists: set[str]) -> bool:
    """Whether a dimension of an array is an item of one of these."""
    items = set(lists)
    counts: set[str] = set()
    for node in program.body.walk() if lists else ():
        if node.op in FOLLOWED and node.inputs[0].name in items:
            items.update(v.name for v in node.outputs)
        elif node.op == "size" and node.inputs[0].name in items:
            counts.add(node.attrs["symbol"])
    return any(d.symbols() & counts for node in program.body.walk() for v in node.outputs for d in v.shape)
