"""Where infinities that a program writes itself pass: sentinels of searches, masks, limits that nothing reaches."""

from __future__ import annotations

import math

import numpy as np

from precis.bitwidth.domains import moves
from precis.bitwidth.places import Place, places_of
from precis.ir.ops import ArrayConstant
from precis.ir.types import Node, Program

PASSES = ("maximum", "minimum", "max", "min", "update", "neg", "abs", "add", "sub", "convert")


def infinite_values(program: Program) -> frozenset[str]:
    """Names of values that infinite constants may reach."""
    body = program.body
    made_of: dict[str, set[str]] = {}
    for node in body.walk():
        for v, origins in moves(node):
            made_of.setdefault(v.name, set()).update(o.name for o in origins)
        if node.op in PASSES:
            made_of.setdefault(node.output.name, set()).update(v.name for v in node.inputs)
    found = {n.output.name for n in body.walk() if _is_infinite(n, program)}
    while more := {name for name, origins in made_of.items() if name not in found and origins & found}:
        found |= more
    return frozenset(found)


def infinite_places(program: Program) -> frozenset[Place]:
    """Their places: formats without infinities make NaN of them there."""
    where = places_of(program)
    return frozenset(place for name in infinite_values(program) if (place := where.get(name)))


def _is_infinite(node: Node, program: Program) -> bool:
    if node.op != "const" or node.output.kind != "real":
        return False
    x = node.attrs["value"]
    return bool(np.isinf(program.constants[x.name]).any()) if isinstance(x, ArrayConstant) else math.isinf(x)
