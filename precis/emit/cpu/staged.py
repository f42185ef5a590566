"""Reductions beside truth values and bytes in memory: terms are computed in long loops first, and added up in their lanes behind.

Lanes take eight terms at a time, which are a vector of binary64 numbers, but an eighth of a vector of truth values: compilers then go
through both one by one. A loop that only computes has as many terms at a time as a vector holds of the narrowest. Truth values that
functions of what takes eight bytes tell wait as wide as that: else these terms would be 64 at a time, and the rest of a row one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from precis.emit.cpu.moderate import RANGED
from precis.emit.cpu.spell import TRUTH
from precis.emit.plan.kernels import Access, Buffer, Element, Nest
from precis.formats import Format

BYTES = ("bool", "int8", "uint8")
EIGHT_BYTES = ("int64", "uint64", TRUTH)
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


def as_wide_as_numbers(nest: Nest, buffers: Mapping[str, Buffer], copied: Collection[Access]) -> bool:
    """Whether all that a nest touches in memory takes eight bytes, but for what is copied to as many."""
    held = [buffers[i.access.buffer].element for i in nest.body if i.access and i.access.shape and i.access not in copied]
    return all(e in EIGHT_BYTES or (isinstance(e, Format) and e.name == "binary64") for e in held)


def _fills_rows(nest: Nest) -> bool:
    """Whether each row has sums of its own, and more than one of them or something to store."""
    rows = all(0 < r.kept == len(nest.axes) - 1 for r in nest.reductions)
    return rows and (len(nest.reductions) > 1 or any(i.op == "store" for i in nest.body))
