"""Where loops keep the best so far, and what belongs to it: of a strip the iteration with the first of the best is all that counts.

    for j in strip: if x[j] > best: best = x[j]; at = j    ->    j = argmax(x); if x[j] > best: best = x[j]; at = j
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from precis.emit.cpu.recurrences import WIDE, Iteration, extreme
from precis.emit.plan.kernels import Instr

STRICT = ("lt", "gt")  # of what is as good, the first one stays
POSITION = {"minimum": "argmin", "maximum": "argmax"}


@dataclass(frozen=True, slots=True)
class Best:
    """`value` is compared with the best so far; `op`: argmin or argmax."""

    value: str
    op: str


def best(of: Iteration, stores: Sequence[Instr], known: frozenset[str]) -> Best | None:
    """What decides about all of these stores, where one comparison does. `known`: buffers that are known ahead of a strip."""
    chosen = [(of.by_name[i.args[0]], i.access.buffer) for i in stores if i.access and not i.access.shape]
    if len(chosen) < len(stores) or len({i.args[:1] for i, _ in chosen}) != 1 or not all(_keeps(of, i, name) for i, name in chosen):
        return None
    for i, _ in chosen:
        op = extreme(i, of.by_name)
        if op and i.element in WIDE and of.handed[i.args[1]] <= known and of.by_name[i.args[0]].op in STRICT:
            return Best(i.args[1], POSITION[op])
    return None


def _keeps(of: Iteration, i: Instr, buffer: str) -> bool:
    """Whether an instruction selects something else or what `buffer` holds."""
    last = of.by_name[i.args[2]] if i.op == "select" else None
    return last is not None and last.op == "load" and last.access is not None and last.access.buffer == buffer
