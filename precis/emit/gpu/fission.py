"""Parts a nest that both reduces and stores in order: GPUs do the one with a block per sum, the other with a thread per column."""

from __future__ import annotations

from dataclasses import replace

from precis.emit.gpu.matmul import flat
from precis.emit.plan.kernels import Instr, Nest


def parted(nest: Nest) -> tuple[Nest, ...]:
    """`nest` as one nest of the stores that need its order, then one of all else; `nest` alone where that would change what is read."""
    if not (nest.reductions and nest.sequential):
        return (nest,)
    stores = [i for i in nest.body if i.op == "store"]
    ordered = [i for i in stores if i.access and not nest.sequential <= flat(i.access).symbols()]
    first = _slice(nest.body, [i.name for i in ordered])
    rest = _slice(nest.body, [*(i.name for i in stores if i not in ordered), *(a for r in nest.reductions for a in r.args)])
    if not ordered or not _apart(first, rest) or not _in_place(rest):
        return (nest,)
    return replace(nest, body=first, reductions=()), replace(nest, body=rest, sequential=frozenset())


def _slice(body: tuple[Instr, ...], wanted: list[str]) -> tuple[Instr, ...]:
    """The instructions that `wanted` need, in order."""
    needed = set(wanted)
    for i in reversed(body):
        if i.name in needed:
            needed.update(i.args)
    return tuple(i for i in body if i.name in needed)


def _apart(first: tuple[Instr, ...], rest: tuple[Instr, ...]) -> bool:
    """Whether running all of `first` before `rest` reads what running them together reads."""
    written = {i.access.buffer for i in first if i.op == "store" and i.access}
    if any(i.access and i.access.buffer in written for i in rest):
        return False
    later = {i.access.buffer: i.access for i in rest if i.op == "store" and i.access}
    return all(later.get(i.access.buffer, i.access) == i.access for i in first if i.access)


def _in_place(body: tuple[Instr, ...]) -> bool:
    """Whether iterations touch what they write at one place of their own."""
    written = {i.access.buffer: i.access for i in body if i.op == "store" and i.access}
    return all(written.get(i.access.buffer, i.access) == i.access for i in body if i.access)
