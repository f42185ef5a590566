"""What one container or one statement does to the outputs alone, all else being exact. Estimates.

A uniform format would hide it: a statement that rounds to bfloat16 leaves nothing to round to a store in bfloat16.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from precis.bitwidth.estimate import estimate, overflows
from precis.bitwidth.places import Place
from precis.bitwidth.probes import place_classes
from precis.bitwidth.sensitivity import Sensitivity
from precis.formats import FORMATS, Assignment, Format
from precis.ir.types import Program

EXACT = Assignment.uniform(FORMATS["binary64"])


@dataclass(frozen=True, slots=True)
class Alone:
    """share   estimated error of the outputs, in their seminorms; None where first order says nothing
    overflow   whether values seen do not fit"""

    share: float | None
    overflow: bool = False


def stored_alone(s: Sensitivity, members: Sequence[str], fmt: Format) -> Alone:
    """Containers of one storage class in `fmt`."""
    found = estimate(s, s.question.unrounded(EXACT.with_storage(dict.fromkeys(members, fmt))))
    over = any(overflows(s.containers[name], fmt) for name in members if name in s.containers)
    return _alone(found.by_container, [("storage", name) for name in members], found.unseen, over)


def computed_alone(s: Sensitivity, site: str, fmt: Format) -> Alone:
    """The arithmetic of one statement in `fmt`, with the conversion of its operands."""
    found = estimate(s, s.question.unrounded(EXACT.with_compute({site: fmt})))
    return _alone(found.by_site, [("compute", site)], found.unseen, site in found.overflow)


def _alone(shares: Mapping[str, float], places: Sequence[Place], unseen: Iterable[Place], over: bool) -> Alone:
    share = math.hypot(*(shares.get(name, 0.0) for _, name in places))
    return Alone(None if not share and set(places) & set(unseen) else share, over)


def storage_groups(program: Program, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Name -> those of `names` that share its storage class, itself included."""
    classes = place_classes(program)
    groups: dict[Place, list[str]] = {}
    for name in names:
        groups.setdefault(classes.get(("storage", name), ("storage", name)), []).append(name)
    return {name: tuple(members) for members in groups.values() for name in members}
