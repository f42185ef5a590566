"""Which instructions of a nest follow from which: what they take, along which axes they differ, what they are computed from."""

from __future__ import annotations

from collections.abc import Sequence, Set

from precis.emit.plan.kernels import Instr


def taken(i: Instr) -> set[str]:
    """The scalars, and the axes, that an instruction takes."""
    return {*i.args, *(s for size in i.sizes for s in size.symbols())}


def varying(body: Sequence[Instr], axis: str) -> set[str]:
    """The scalars that differ along an axis, and its symbol."""
    varies = {axis}
    for i in body:
        if varies & taken(i):
            varies.add(i.name)
    return varies


def needed_by(body: Sequence[Instr], names: Set[str]) -> set[str]:
    """These scalars and all that they are computed from."""
    needed = set(names)
    for i in reversed(body):
        if i.name in needed:
            needed |= taken(i)
    return needed
