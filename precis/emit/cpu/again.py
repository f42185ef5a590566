"""Which of the scalars that a strip wants are kept in it, and which are computed again from those.

A scalar costs a store in every iteration of the loop that fills the strip, as much as all its arithmetic; a sum or a product of what is
kept costs one operation for eight. So are products of what else is tallied not even computed in the loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from precis.emit.plan.kernels import Instr
from precis.formats import Format

CHEAP = ("add", "sub", "mul", "neg", "fma")
MOST = 4  # operations for one scalar: each pass over a strip computes them for itself


def stored(body: Iterable[Instr], wanted: Iterable[str]) -> tuple[str, ...]:
    """The scalars of `body` to be kept, in its order: all of `wanted` follow from them and from constants by CHEAP operations."""
    by_name = {i.name: i for i in body}
    found = {a for a in wanted if by_name[a].op != "const"}
    for name in reversed(by_name):  # later ones first, since they are made of earlier ones
        if name in found and _steps(name, found - {name}, by_name) is not None:
            found.remove(name)
    return tuple(_exchanged(found, by_name))


def _exchanged(found: Set[str], by_name: dict[str, Instr]) -> list[str]:
    """The same with scalars that nobody wants in place of two or more that follow from them."""
    for name, i in by_name.items():
        if name in found or not _is_number(i) or i.op == "const":
            continue
        more = found | {name}
        spare: set[str] = set()
        for a in reversed(by_name):
            if a in found and _steps(a, more - spare - {a}, by_name) is not None:
                spare.add(a)
        if len(spare) > 1:
            found = more - spare
    return [name for name in by_name if name in found]


def _steps(name: str, there: Set[str], by_name: dict[str, Instr]) -> int | None:
    """How many operations make `name` out of what is there, MOST at most; None where none do."""
    i = by_name.get(name)
    if name in there or (i and i.op == "const"):
        return 0
    if i is None or i.op not in CHEAP or i.guard or not _is_number(i):
        return None
    steps = 1
    for a in i.args:
        more = _steps(a, there, by_name)
        if more is None or steps + more > MOST:
            return None
        steps += more
    return steps


def _is_number(i: Instr) -> bool:
    return isinstance(i.element, Format) and i.element.name == "binary64"
