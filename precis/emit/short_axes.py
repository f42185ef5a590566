"""Axes of few elements, with the lengths that a program was lifted with: the places of bodies in space, the sides of a filter, colours.

A plan for any length has a loop of unknown trips at its core, which is neither written out nor leaves room for vectors around it.
Compiled programs take such lengths for granted, and are compiled again for all lengths when they are called with others.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from precis.ir.rewrite import substitute
from precis.ir.size import product
from precis.ir.types import Program, values_of

FEW = 8  # elements of an axis: as many iterations are written out (ADR 23)
MANY = 24  # elements of an argument, from where on the program works on more than its short axes
PACKED = 32  # elements of an axis that is divided into short ones: the parameters of a few peaks, one behind another


def short_axes(program: Program) -> dict[str, int]:
    """Size symbol -> its length, for those that are an axis of an argument and short, where some argument is not, or has more such rows
    than they have elements, or a table that the program makes of them; and those that short rows of larger arrays are parts of."""
    sizes = program.binding
    shapes = [p.shape for p in program.body.params]
    axes = {d.symbol for shape in shapes for d in shape if d.symbol in sizes}
    more = any(product(shape).value(sizes) >= MANY for shape in shapes)
    short = {s for s in axes if sizes[s] <= FEW}
    more = more or any(len(shape) > 1 and shape[-1].symbol in short and shape[-2].value(sizes) > FEW for shape in shapes)
    found = short if more else short & _beside_many(program, short)
    found |= {s for s in _divided(program) & axes if sizes[s] <= PACKED}
    return {s: n for s, n in sizes.items() if s in found}


def _beside_many(program: Program, short: Set[str]) -> frozenset[str]:
    """The short axes of arrays that the program makes whose other axes have many elements: tables of short rows."""
    sizes = program.binding
    tables = {v.shape for v in values_of(program.body) if v.rank > 1 and all(d.symbols() <= sizes.keys() for d in v.shape)}
    beside = (shape for shape in tables if product(d for d in shape if d.symbol not in short).value(sizes) >= MANY)
    return frozenset(d.symbol for shape in beside for d in shape if d.symbol is not None and d.symbol in short)


def _divided(program: Program) -> frozenset[str]:
    """The symbols that the lengths of short rows are computed from, of arrays of many elements."""
    sizes = program.binding
    shapes = {v.shape for v in values_of(program.body) if v.rank > 1 and not v.shape[-1].symbol}
    known = [shape for shape in shapes if all(d.symbols() <= sizes.keys() for d in shape)]
    return frozenset().union(*(shape[-1].symbols() for shape in known
                               if shape[-1].value(sizes) <= FEW and product(shape).value(sizes) >= MANY))


def with_lengths(program: Program, lengths: Mapping[str, int]) -> Program:
    """The program with these sizes as numbers in its body. Its size symbols, guards and arguments stay as they are."""
    return program.with_body(substitute(program.body, {}, lengths)) if lengths else program
