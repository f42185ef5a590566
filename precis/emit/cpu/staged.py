"""Reductions beside truth values and bytes in memory: terms are computed in long loops first, and added up in their lanes behind.

Lanes take eight terms at a time, which are a vector of binary64 numbers, but an eighth of a vector of truth values: compilers then go
through both one by one. A loop that only computes has as many terms at a time as a vector holds of the narrowest.
"""

from __future__ import annotations

from collections.abc import Mapping

from precis.emit.plan.kernels import Buffer, Element, Nest

BYTES = ("bool", "int8", "uint8")
OWN_LOOPS = ("sin", "cos")  # have versions of their loop (precis.emit.cpu.split)


def staged(nest: Nest, buffers: Mapping[str, Buffer]) -> bool:
    """Whether the terms of a nest that reduces in lanes are as narrow as a byte in part."""
    last = nest.axes[-1].symbol
    plain = nest.lanes and last not in nest.sequential and not nest.hole and nest.begin is None
    if not plain or any(i.guard or i.op in OWN_LOOPS for i in nest.body):
        return False
    held: list[Element] = [r.element for r in nest.reductions]
    held += [buffers[i.access.buffer].element for i in nest.body if i.access and i.access.shape]
    computed = [i.element for i in nest.body if i.op not in ("const", "size", "store")]
    return any(e in BYTES for e in held) and any(e not in BYTES for e in (*held, *computed))
