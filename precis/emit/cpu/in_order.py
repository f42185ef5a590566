"""Whether nests may run a strip of rows at a time, one strip behind the other, where strips bear on later ones.

    for i: for j: b[i, j] = ...             for strips, in order: (for i in strip: for j: b[i, j] = ...)
    for i: for j: n[b[i, j]] += x[i, j]  ->                       (for i in strip: for j: n[b[i, j]] += x[i, j])

A dependence of a later nest on an earlier one holds if it goes to the same strip or to one before, that is, forward in the order of strips
(Wolfe, High performance compilers for parallel computing, 1996, 9.2). Those of a nest on itself keep their order whatever they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from precis.emit.cpu.interchange import places, touched
from precis.emit.plan.kernels import Access, Nest
from precis.emit.plan.walking import accesses


def in_order(nests: Sequence[Nest]) -> bool:
    """Whether some nest has to run in order anyway, so that threads lose nothing, and all dependences go forward."""
    return any(n.axes[0].symbol in n.sequential for n in nests) and all(forward(a, b) for a, b in combinations(nests, 2))


def forward(first: Nest, second: Nest) -> bool:
    """Whether all dependences of the second nest on the first one go to the same strip of rows or to one before."""
    (reads, writes), (later_reads, later_writes) = accesses(first), accesses(second)
    shared = writes & (later_reads | later_writes) | reads & later_writes
    return all(_reached(a, first, b, second) for a in touched(first) if a.buffer in shared for b in touched(second) if b.buffer == a.buffer)


def _reached(a: Access, first: Nest, b: Access, second: Nest) -> bool:
    """Whether the first nest is through with an element when a strip of the second comes to it: along some dimension the rows of the
    first are those of the second or further on."""
    ahead, behind = places(a, first, set()), places(b, second, set())
    gaps = [(by - back).constant for d, by in ahead for e, back in behind if d == e]
    return a.shape == b.shape and any(gap is not None and gap >= 0 for gap in gaps)
