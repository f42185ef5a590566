"""Which containers emitted code keeps in memory: fused ones live in registers, and move nothing."""

from __future__ import annotations

from collections.abc import Mapping

from precis.bitwidth.cost import Work, work_of
from precis.bitwidth.sensitivity import Sensitivity
from precis.emit.engine import default_assignment
from precis.emit.plan import NotEmittable, plan
from precis.emit.plan.walking import accesses
from precis.ir.schedule import FIRST
from precis.ir.types import Program


def observed_work(program: Program, s: Sensitivity, while_trips: Mapping[str, float] | None = None) -> Work:
    """The work of `program` at the sizes and magnitudes that `s` saw; while_trips: of while loops by site."""
    smallest = {site: min(rows.compute.smallest, rows.accumulate.smallest) for site, rows in s.sites.items()}
    return work_of(program, s.binding, while_trips, resident(program), smallest)


def resident(program: Program) -> frozenset[str] | None:
    """Containers with a buffer in the plan under the program's own formats; None where there is no plan."""
    try:
        made = plan(program, default_assignment(program))
    except NotEmittable:
        return None
    used = {*made.parameters, *made.results}
    for statement in made.statements:
        reads, writes = accesses(statement)
        used |= reads | writes
    names = {name for b in made.buffers.values() if b.name in used for name in b.original.split(", ")}
    names |= {_other_part(name) for name in names} & {c.name for c in program.containers}
    return frozenset(names | {c.name for c in program.containers if c.kind == "complex"})  # planned as two parts


def _other_part(name: str) -> str:
    """What a container of one part of a cut loop is called in the other: where both share a buffer, it goes by one name."""
    behind = f"_{FIRST}"
    return name.removesuffix(behind) if name.endswith(behind) else name + behind
