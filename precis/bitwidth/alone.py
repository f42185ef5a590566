"""What one container or one statement does to the outputs alone, all else being exact. Estimates.

A uniform format would hide it: a statement that rounds to bfloat16 leaves nothing to round to a store in bfloat16.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from precis.bitwidth.estimate import narrows, overflows, share_here
from precis.bitwidth.places import KINDS, Place, formats_at
from precis.bitwidth.probes import place_classes
from precis.bitwidth.sensitivity import Sensitivity
from precis.bitwidth.tally import Share
from precis.bitwidth.unseen import unseen
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
    return _alone(s, [("storage", name) for name in members], EXACT.with_storage(dict.fromkeys(members, fmt)))


def computed_alone(s: Sensitivity, site: str, fmt: Format) -> Alone:
    """The arithmetic of one statement in `fmt`, with the conversion of its operands."""
    return _alone(s, [(kind, site) for kind in KINDS if kind != "storage"], EXACT.with_compute({site: fmt}))


def _alone(s: Sensitivity, places: Collection[Place], assignment: Assignment) -> Alone:
    """The causes at these places only: reports ask for every container and statement in every format."""
    causes = [c for c in s.causes if c.place in places]
    formats = formats_at({p for c in causes for p in (c.place, c.source) if p}, s.question.unrounded(assignment))
    parts: dict[str, Share] = {}
    for c in causes:
        if c.occurs(formats):
            parts[c.place[1]] = parts.get(c.place[1], Share()).plus(share_here(s, c, formats[c.place]))
    share = math.hypot(*(part.size for part in parts.values()))
    blind = not share and any(narrows(c, formats) for c in unseen(s).intersection(causes))
    return Alone(None if blind else share, any(overflows(s.row(c), formats[c.place]) for c in causes))


def storage_groups(program: Program, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Name -> those of `names` that share its storage class, itself included."""
    classes = place_classes(program)
    groups: dict[Place, list[str]] = {}
    for name in names:
        groups.setdefault(classes.get(("storage", name), ("storage", name)), []).append(name)
    return {name: tuple(members) for members in groups.values() for name in members}
