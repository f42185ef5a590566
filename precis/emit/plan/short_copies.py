"""Short rows that were stored number by number are copied number by number.

    w[0] = a; w[1] = b; w[2] = c; w[3] = d; for k in 4: stack[top, k] = w[k]     ->     ...; stack[top, 0] = w[0]; stack[top, 1] = w[1]; ...

`stack[top] = a, b, c, d` is lifted so. A vector that is read from several stores waits until all of them have reached the cache.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Loop, Nest, Plan, Statement, While
from precis.emit.plan.walking import accesses
from precis.emit.plan.windows import one_by_one

LONGEST = 16  # numbers of a row

Block = tuple[Statement, ...]


def copied_singly(plan: Plan) -> Plan:
    """The plan with such copies, in loops."""
    return replace(plan, statements=_block(plan.statements, plan, False))


def _block(statements: Block, plan: Plan, again: bool) -> Block:
    """`again`: the statements run more than once."""
    out: list[Statement] = []
    single: frozenset[str] = frozenset()  # buffers of which a number was stored last
    for s in statements:
        inside = again or isinstance(s, (Loop, While))
        if again and isinstance(s, Nest) and _short(s) and _copies(s, single):
            s = one_by_one(s, plan.buffers, 0)
        out.append(map_blocks(s, lambda block, inside=inside: _block(block, plan, inside)))
        written = accesses(s)[1]
        single = single | written if isinstance(s, Nest) and not s.axes else single - written
    return tuple(out)


def _short(nest: Nest) -> bool:
    count = prod(a.extent.constant or LONGEST + 1 for a in nest.axes)
    return bool(nest.axes) and not nest.hole and not nest.reductions and count <= LONGEST


def _copies(nest: Nest, single: frozenset[str]) -> bool:
    """Whether a nest does nothing but copy, and reads what was stored number by number."""
    loaded = [i.access.buffer for i in nest.body if i.op == "load" and i.access and i.access.shape]
    return all(i.op in ("load", "store") for i in nest.body) and not single.isdisjoint(loaded)
