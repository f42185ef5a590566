"""Places that stand in tables of the program, `word[:, [3, 5, 6, 7]]`, are known where the axes along which these are read are written out.

Nests that store and read at places that are numbers can be told apart, and join one loop, in which what one stores the next has in a
register.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from typing import Any

import numpy as np

from precis.emit.plan.kernels import CONSTANT, Buffer, Instr, Nest
from precis.emit.plan.moved import moved
from precis.ir.size import Size

Tables = Mapping[str, np.ndarray]
_KNOWN = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "lt": lambda a, b: a < b,
          "select": lambda holds, a, b: a if holds else b, "cast": lambda a: a}


def first_by_table(nest: Nest, buffers: Mapping[str, Buffer]) -> int | None:
    """The first of the last axes of a nest along which places are read from tables; None where there are no such axes."""
    symbols = [a.symbol for a in nest.axes]
    if nest.reductions or nest.hole:
        return None
    places, along = _places(nest), {s for i in nest.body if _of_table(i, buffers) for x in i.access.index for s in x.symbols()}  # type: ignore[union-attr]
    read = any(i.name in places for i in nest.body if _of_table(i, buffers))
    first = min((symbols.index(s) for s in along if s in symbols), default=None)
    return first if read else None


def _of_table(i: Instr, buffers: Mapping[str, Buffer]) -> bool:
    return i.op == "load" and i.access is not None and buffers[i.access.buffer].role == CONSTANT and i.element == "int64"


def _places(nest: Nest) -> Set[str]:
    """The scalars that places are computed from."""
    found: set[str] = set()
    for i in reversed(nest.body):
        found |= {s for x in (i.access.index if i.access else ()) for s in x.symbols()}
        if i.name in found:
            found |= set(i.args)
    return found


def with_numbers(nest: Nest, tables: Tables) -> Nest:
    """The nest whose places are the numbers that follow from tables and constants."""
    if not any(i.op == "load" and i.access and i.access.buffer in tables for i in nest.body):
        return nest
    known: dict[str, int] = {}
    body: list[Instr] = []
    for i in nest.body:
        i = moved(i, known) if known else i
        value = _number(i, known, tables)
        if value is not None:
            known[i.name] = value
            i = Instr(i.name, "const", (), i.element, value=value, guard=i.guard)
        body.append(i)
    return replace(nest, body=tuple(body))


def _number(i: Instr, known: Mapping[str, int], tables: Tables) -> Any:
    if i.element not in ("int64", "bool") or i.where:
        return None
    if i.op == "const" and isinstance(i.value, int):
        return i.value
    if i.op == "size":
        return i.value.constant
    if i.op == "load" and i.access and i.access.buffer in tables:
        return _read(tables[i.access.buffer], i.access.index)
    args = [known.get(a) for a in i.args]
    return _KNOWN[i.op](*args) if i.op in _KNOWN and args and None not in args else None


def _read(table: np.ndarray, index: tuple[Size, ...]) -> int | None:
    places = [x.constant for x in index]
    return int(table[tuple(places)]) if None not in places and table.dtype.kind == "i" and table.ndim == len(places) else None
