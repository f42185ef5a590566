"""Lists that are longer in every trial of a while loop: whether they would be for ever, which one more trial tells."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from precis.errors import UnsupportedProgram
from precis.lift.numpy.carries import Plan
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.templates import ArrayLeaf, ListLeaf, with_arrays
from precis.lift.numpy.values import Items

FAR = 1024  # trials that are skipped
TWICE = 4  # trials in a row after each of which arrays have about twice the room: bounds by numbers and other sizes hold sooner
SIZE = 16  # of all that sizes are made of, where room is compared


class KeepsGrowing(UnsupportedProgram):
    """Lists are longer in every trial of a loop, and nothing else changes; `cut_short`: more trials were left, but take long; `lists`:
    those that would be longer after however many trials; empty where nobody has looked; `doubling`: arrays have twice the room each time,
    which neither more trials nor a first run would end."""

    cut_short = doubling = False
    lists: frozenset[Items] = frozenset()


def only_longer(old: Plan, new: Plan) -> bool:
    """Whether a plan differs from the one before only by the room that arrays of varying length have."""
    changed: list[tuple[Any, Any]] = [(old[s].template, c.template) for s, c in new.items() if s in old and old[s].template != c.template]
    same = all(with_arrays(a, _without_room) == with_arrays(b, _without_room) for a, b in changed)
    return old.keys() == new.keys() and bool(changed) and same


def _without_room(t: ArrayLeaf) -> ArrayLeaf:
    return replace(t, shape=t.shape[1:], lengths=tuple(n and replace(n, grown=None) for n in t.lengths)) if t.lengths else t


def doubled(old: Plan, new: Plan) -> bool:
    """Whether some array that varies has about twice the room that it had in the plan before: n + n, or n + n - 1."""
    return any(3 * a <= 2 * b for s, c in new.items() if s in old for a, b in [(_room(old[s].template), _room(c.template))] if a)


def _room(t: Any) -> int:
    """How long an array may be where all sizes are SIZE; 0 of what is none that varies."""
    varies = isinstance(t, ArrayLeaf) and t.lengths and t.lengths[0]
    return t.shape[0].value(dict.fromkeys(t.shape[0].symbols(), SIZE)) if varies else 0


def lengthened(old: Plan, new: Plan) -> frozenset[Items]:
    """The lists that have more room in a plan than in the one before."""
    return frozenset(c.key for s, c in new.items() if isinstance(c.key, Items) and old[s].template != c.template)


def far_ahead(lift: Lifting, old: Plan, new: Plan) -> Plan | None:
    """What a plan would be after FAR more trials that each make lists as much longer as the last one did; None where it made something
    else longer. A body that keeps lists below a bound, whatever it is, keeps them below this one;
    one that makes lists longer than that as well has none."""
    found = {slot: c if old[slot].template == c.template else replace(c, template=_far(lift, old[slot].template, c.template))
             for slot, c in new.items()}  # fmt: skip
    return None if any(c.template is None for c in found.values()) else found


def _far(lift: Lifting, old: Any, new: Any) -> Any:
    """The template of a list with room for what FAR trials add."""
    if not (isinstance(old, ListLeaf) and isinstance(new, ListLeaf) and old.rows is not None and new.rows is not None):
        return None
    step, *others = (lift.sizes.resolve(b - a) for a, b in zip(old.rows.shape, new.rows.shape, strict=True))
    if any(d.terms for d in others) or lift.sizes.nonnegative(step) is not True:
        return None
    shape = (new.rows.shape[0] + step * FAR, *new.rows.shape[1:])
    return replace(new, rows=replace(new.rows, shape=shape))
