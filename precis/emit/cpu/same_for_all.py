"""Arrays of which every strip of a loop stores the same elements with the same values: what an iteration makes of scalars.

    for j: p[j, 0] = a[j]; c = p[j, 0]; for i: y[i] += c * x[j, i]

Strips of i that each run through all j store p again and again. What goes into it is the same for all of them, as are all scalars of a loop
whose iterations hand none on, and each element is stored before it is read, in the same iteration.
"""

from __future__ import annotations

from precis.emit.cpu.abreast import bare
from precis.emit.plan.kernels import Access, Loop, Nest
from precis.emit.plan.walking import own_accesses, walk


def same_for_all(name: str, s: Loop) -> bool:
    """Whether that holds of an array that the loop stores."""
    stores = [t for t in walk(s.body) if name in own_accesses(t)[1]]
    if not all(any(t is u for u in s.body) and isinstance(t, Nest) and bare(t) for t in stores):
        return False
    touching = [t for t in walk(s.body) if name in frozenset().union(*own_accesses(t))]
    stored: set[Access] = set()
    return all(isinstance(t, Nest) and _stored_before(name, t, stored) for t in touching)


def _stored_before(name: str, n: Nest, stored: set[Access]) -> bool:
    """Whether what a nest reads is `stored`, to which it adds what it stores itself, at places that loops tell."""
    for a, op in ((i.access, i.op) for i in n.body if i.access and i.access.buffer == name):
        if op == "load" and a not in stored:
            return False
        if any(x.startswith("%") for at in a.index for x in at.symbols()):
            return False
        stored.add(a)
    return not any(r.target.buffer == name for r in n.reductions)
