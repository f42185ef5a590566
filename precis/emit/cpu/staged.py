"""Reductions beside truth values and bytes in memory: terms are computed in long loops first, and added up in their lanes behind.

Lanes take eight terms at a time, which are a vector of binary64 numbers, but an eighth of a vector of truth values: compilers then go
through both one by one. A loop that only computes has as many terms at a time as a vector holds of the narrowest.
"""

from __future__ import annotations

from collections.abc import Mapping

from precis.emit.cpu.moderate import RANGED
from precis.emit.plan.kernels import Buffer, Element, Nest
from precis.formats import Format

BYTES = ("bool", "int8", "uint8")
VERSIONS = ("binary32", "binary64")  # of what there are these


def staged(nest: Nest, buffers: Mapping[str, Buffer]) -> bool:
    """Whether the terms of a nest that reduces in lanes are as narrow as a byte in part, or take angles in rows of more than one sum."""
    last = nest.axes[-1].symbol
    plain = nest.lanes and last not in nest.sequential and not nest.hole and nest.begin is None
    if not plain or any(i.guard for i in nest.body):
        return False
    if angles := [i for i in nest.body if i.op in RANGED]:
        return _fills_rows(nest) and all(isinstance(i.element, Format) and i.element.name in VERSIONS for i in angles)
    held: list[Element] = [r.element for r in nest.reductions]
    held += [buffers[i.access.buffer].element for i in nest.body if i.access and i.access.shape]
    computed = [i.element for i in nest.body if i.op not in ("const", "size", "store")]
    return any(e in BYTES for e in held) and any(e not in BYTES for e in (*held, *computed))


def _fills_rows(nest: Nest) -> bool:
    """Whether each row has sums of its own, and more than one of them or something to store."""
    rows = all(0 < r.kept == len(nest.axes) - 1 for r in nest.reductions)
    return rows and (len(nest.reductions) > 1 or any(i.op == "store" for i in nest.body))
