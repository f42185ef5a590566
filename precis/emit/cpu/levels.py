"""At which depth of its loops a nest computes each of its scalars."""

from __future__ import annotations

from precis.emit.plan.kernels import Nest


def written(nest: Nest) -> set[str]:
    """The buffers that a nest stores into, or reduces to."""
    return {i.access.buffer for i in nest.body if i.op == "store" and i.access} | {r.target.buffer for r in nest.reductions}


def levels(nest: Nest) -> dict[str, int]:
    """Loop depth of each instruction: 0 before all loops."""
    axis, stored = {a.symbol: k for k, a in enumerate(nest.axes)}, written(nest)
    level: dict[str, int] = {}
    for i in nest.body:
        symbols = frozenset().union(*(s.symbols() for s in i.sizes))
        deps = [level[a] for a in i.args] + [axis[s] + 1 for s in symbols if s in axis] + [level[s] for s in symbols if s in level]
        pinned = i.op == "store" or i.guard or (i.op == "load" and i.access is not None and i.access.buffer in stored)
        level[i.name] = len(nest.axes) if pinned else max(deps, default=0)
    return level


def still(nest: Nest) -> frozenset[str]:
    """The scalars that a nest with axes computes before all loops."""
    return frozenset(name for name, depth in levels(nest).items() if depth == 0) if nest.axes else frozenset()
