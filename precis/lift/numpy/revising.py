"""Which slots a loop carries, and by which templates: what a trial of its body shows to be needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from precis.ir.size import Size
from precis.lift.numpy.aliases import ends_of, grounded, positions
from precis.lift.numpy.apart import may_be_parts
from precis.lift.numpy.carries import Attempt, Carry, Plan, Stepping
from precis.lift.numpy.freezing import released_for_now
from precis.lift.numpy.joins import join, join_named
from precis.lift.numpy.journal import Slot, Table
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.lifting_tables import Growth
from precis.lift.numpy.not_joined import CannotJoin, KeysDiffer, NoneDiffers, ShapesDiffer
from precis.lift.numpy.problems import MayHaveChanged
from precis.lift.numpy.reached import reached
from precis.lift.numpy.slots import named_template
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.templates import ArrayLeaf, Choice, CountLeaf, Group, Kept, Length, ListLeaf, NumberLeaf, Same, Template
from precis.lift.numpy.values import MISSING, Array, Instance, Int, Items, Undefined, View
from precis.lift.numpy.varying import bounded, contents_of, meeting, numbered, since

FEW = 64  # iterations that are written out to know what a list holds


class NeedsPeeling(Exception):
    """The first iteration differs in kind from the others: no template covers what a slot holds before and after it.

    first   how many iterations may differ: a deque of so many items is full then
    shapes  whether only the shape of arrays differs
    keys    whether it makes keys or attributes, or something of what was None
    parts   whether what differs is a list that may be a list for each part of its items
    """

    def __init__(self, message: str, first: int = 0, shapes: bool = False, keys: bool = False, parts: bool = False):
        super().__init__(message)
        self.first, self.shapes, self.keys, self.parts = first, shapes, keys, parts


@dataclass(frozen=True, slots=True)
class Rules:
    """What revising a plan needs to know of the loop."""

    matters: Callable[[Table, Any], bool]  # whether a slot is read after the loop
    at_least_once: Callable[[], bool]
    last: Callable[[Any], Any]  # a name's final content after the loop, where no carry is needed; else MISSING
    inner: Callable[[Size], bool]  # whether a size varies inside the loop
    counted: bool
    trips: Size | None  # how many iterations there are, at most
    iteration: Size | None  # which one it is, where that is known
    outer: set[str]  # symbols in sight of the loop
    varying: bool  # whether arrays may change their length from one iteration to the next
    short: Callable[[], bool]  # whether the iterations are few and known
    leaving: Rules | None = None  # of a counted loop: those of the while loop that it is where the body may leave it


def revise(lift: Lifting, attempt: Attempt, rules: Rules) -> Plan:
    """The plan that the attempt shows to be needed; equal to its own plan where that was right."""
    plan: Plan = {}
    attempt.outcomes, attempt.grown = {}, {}
    finals = {s: x for s, (_, key, x) in attempt.finals.items() if not isinstance(key, Array)}
    before = positions(lift, {s: x for s, x in attempt.before.items() if s in attempt.finals})
    attempt.ends = ends_of(lift, attempt.places, before, finals, attempt.born, attempt.heads)
    lost: MayHaveChanged | None = None
    for slot in {**attempt.plan, **attempt.finals}:
        if slot not in attempt.finals:
            if _stays(attempt, slot):
                plan[slot] = carry = attempt.plan[slot]
                attempt.finals[slot] = (carry.table, carry.key, attempt.heads[slot])
            continue
        table, key, final = attempt.finals[slot]
        try:
            carry = _revised(lift, attempt, rules, slot, table, key, final)
        except MayHaveChanged as problem:
            lost, carry = lost or problem, _outcome(attempt, slot, table, key, final)
        if carry is not None:
            plan[slot] = carry
    plan = {slot: replace(c, ends=tuple((p, grounded(end, plan, before)) for p, end in c.ends)) for slot, c in plan.items()}
    plan = _with_lengths(lift, attempt, plan)
    if lost is not None and plan == attempt.plan:  # else a name that is carried from now on may have an array of its own
        raise lost
    return plan


def _stays(attempt: Attempt, slot: Slot) -> bool:
    """Whether iterations find, in a slot that had no value before the loop, the one known thing that they may put there."""
    carry = attempt.plan.get(slot)
    return carry is not None and isinstance(carry.template, Same) and attempt.before.get(slot, MISSING) is MISSING


def _with_lengths(lift: Lifting, attempt: Attempt, plan: Plan) -> Plan:
    """The plan with numbers for lengths that vary together; ints that are such a length follow it."""
    steady = [c for c in plan.values() if isinstance(c.template, Stepping)]
    others = [c for c in plan.values() if not isinstance(c.template, Stepping)]
    templates, varying = numbered(lift, [c.template for c in others])  # type: ignore[misc]
    if not varying:
        return plan
    lengths = {length.ends: length for _, length in varying.values()}
    swapped = {c.slot: replace(c, template=_as_count(lift, attempt, c, t, lengths)) for c, t in zip(others, templates)}
    swapped |= {c.slot: c for c in steady}
    return {slot: swapped[slot] for slot in plan}


def _as_count(lift: Lifting, attempt: Attempt, carry: Carry, t: Template, lengths: dict[Any, Length]) -> Template:
    before, final = attempt.before[carry.slot], attempt.finals[carry.slot][2]
    if isinstance(before, Int) and isinstance(final, Int) and before.dtype is final.dtype is None:
        found = lengths.get((lift.sizes.resolve(before.size), lift.sizes.resolve(final.size)))
        return t if found is None else CountLeaf(found)
    return t


def _revised(lift: Lifting, attempt: Attempt, rules: Rules, slot: Slot, table: Table, key: Any, final: Any) -> Carry | None:
    """The carry that a changed slot needs; None (and an outcome) where it needs none."""
    before, read = attempt.before[slot], slot in attempt.reads
    if slot not in attempt.plan and same(lift, before, final):
        return None
    if rules.counted and not read and grows(table, key, before, final):
        attempt.grown[slot] = (key, before, final[len(before):])
        return None
    if isinstance(final, Undefined):
        lift.note_mixed(key)
        if isinstance(key, Items) and _may_be_written_out(lift, rules) and reached(lift, key) is not None:
            raise CannotJoin(f"{_called(key)} {final.reason}")  # written out, it may be known what the list holds
        used = read and not isinstance(before, Undefined)  # what has no value is read where branches meet, and nowhere else
        if final is not MISSING and (used or (isinstance(key, Array) and rules.short())):
            raise MayHaveChanged(f"{_called(key)} {final.reason}", hints=(final.hint,))
        return _outcome(attempt, slot, table, key, final)
    if not read and not (table is lift.content or rules.matters(table, key)):
        return _outcome(attempt, slot, table, key, Undefined("was assigned only inside a loop", "assign it before the loop"))
    if not read and table is not lift.content:
        last = rules.last(final)
        if last is not MISSING and (before is MISSING or rules.at_least_once()):
            return _outcome(attempt, slot, table, key, last)
    if _shape_varies(final, rules.inner) and not _has_highest(lift, rules, final):
        if read:
            raise NeedsPeeling(f"{_called(key)} is an array whose shape changes in the loop")
        shape = Undefined("has a shape that changes in a loop", "use it inside the loop, or keep its shape")
        return _outcome(attempt, slot, table, key, shape)
    step = _stepping(lift, attempt, rules, slot, before, final)
    if step is not None:
        return Carry(table, key, step)
    ends = tuple((p, end) for p, end in attempt.ends.items() if p[0] == slot)
    return Carry(table, key, _template(lift, attempt, rules, slot, table, key, before, final), ends)


def _may_be_written_out(lift: Lifting, rules: Rules) -> bool:
    trips = None if rules.trips is None or not rules.counted else lift.sizes.example(rules.trips)
    return trips is not None and trips <= FEW


def grows(table: Table, key: Any, before: Any, final: Any) -> bool:
    """Whether the body does nothing with a list but append to it."""
    return (isinstance(key, Items) and isinstance(before, tuple) and isinstance(final, tuple) and len(final) > len(before)
            and all(a is b for a, b in zip(before, final)))


def _shape_varies(x: Any, inner: Callable[[Size], bool]) -> bool:
    """Whether an array has a size that only the body knows, so that nothing outside can hold it."""
    return isinstance(x, (Array, View)) and any(map(inner, x.shape))


def _has_highest(lift: Lifting, rules: Rules, x: Array | View) -> bool:
    """Whether the largest size of a varying array is known outside the loop."""
    return all(lift.sizes.highest(d, lambda s: s not in rules.outer) is not None for d in x.shape)


def _outcome(attempt: Attempt, slot: Slot, table: Table, key: Any, what: Any) -> None:
    attempt.outcomes[slot] = (table, key, what)


def _called(key: Any) -> str:
    if isinstance(key, str):
        return key
    return f"a {key.kind.__name__}" if isinstance(key, Items) else "an object" if isinstance(key, Instance) else "an array"


def same(lift: Lifting, a: Any, b: Any) -> bool:
    """Whether a slot holds the same as before, so that it is not carried."""
    if isinstance(a, Int) and isinstance(b, Int):
        return (lift.sizes.resolve(a.size), a.dtype) == (lift.sizes.resolve(b.size), b.dtype)
    return a is b or (isinstance(a, (str, bool)) and type(a) is type(b) and a == b)


def _stepping(lift: Lifting, attempt: Attempt, rules: Rules, slot: Slot, before: Any, final: Any) -> Stepping | None:
    """An int that moves by a size that does not vary inside the loop."""
    known = attempt.plan.get(slot)
    plain = isinstance(before, Int) and isinstance(final, Int) and before.dtype is final.dtype is None
    if not rules.counted or not plain:
        return None
    if known is not None and not isinstance(known.template, Stepping):
        return None
    step = lift.sizes.resolve(final.size - attempt.heads.get(slot, before).size)
    if rules.inner(step) or (known is not None and known.template.step != step):  # type: ignore[union-attr]
        return None
    return Stepping(lift.sizes.resolve(before.size), step)


def _general(lift: Lifting, t: Template, inner: Callable[[Size], bool]) -> Template:
    """Ints that vary inside the loop as numbers of the program."""
    if isinstance(t, Kept):
        return replace(t, template=_general(lift, t.template, inner))
    if isinstance(t, Group):
        return replace(t, items=tuple(_general(lift, i, inner) for i in t.items))
    if isinstance(t, Same) and isinstance(t.value, Int) and inner(t.value.size):
        return NumberLeaf(t.value.dtype or INT, t.value.dtype is None, member_of=t.value.member_of)
    return t


def _template(lift: Lifting, attempt: Attempt, rules: Rules, slot: Slot, table: Table, key: Any, before: Any, final: Any) -> Template:
    with since(lift, attempt.started):
        return _template_since(lift, attempt, rules, slot, table, key, before, final)


def _template_since(lift: Lifting, attempt: Attempt, rules: Rules, slot: Slot, table: Table, key: Any, before: Any, final: Any) -> Template:
    after = _general(lift, named_template(lift, table, key, final), rules.inner)
    trips = None if rules.trips is None else lift.sizes.resolve(rules.trips)
    growth = None if trips is None else Growth(attempt.lengths, trips, rules.iteration)
    outer = rules.outer if rules.varying or _changes(after, rules.inner) else None
    with meeting(lift, outer, growth), contents_of(lift, key):
        return _joined(lift, attempt, rules, slot, table, key, before, final, after)


def _changes(t: Template, inner: Callable[[Size], bool]) -> bool:
    """Whether arrays of a template have sizes that only the body knows."""
    if isinstance(t, Kept):
        return _changes(t.template, inner)
    if isinstance(t, Group):
        return any(_changes(i, inner) for i in t.items)
    if isinstance(t, ListLeaf):
        return t.rows is not None and _changes(t.rows, inner)
    return isinstance(t, ArrayLeaf) and any(map(inner, t.shape))


def _first_template(lift: Lifting, attempt: Attempt, table: Table, key: Any, before: Any) -> Template:
    """The template of what a slot held in front of the body: a list, dict or object as it was there."""
    mark, slot = lift.journal.mark(), (id(lift.content), before) if isinstance(before, (Items, Instance)) else None
    if slot in attempt.finals and slot in attempt.before:
        lift.journal.set(lift.content, before, attempt.before[slot])
    with released_for_now(lift, attempt.frozen):
        try:
            return named_template(lift, table, key, before)
        finally:
            lift.journal.rollback(mark)


def _joined(lift: Lifting, attempt: Attempt, rules: Rules, slot: Slot, table: Table, key: Any, before: Any, final: Any,
            after: Template) -> Template:
    try:
        after_only = bounded(lift, after)
    except CannotJoin as problem:
        raise NeedsPeeling(f"{_called(key)} {problem}") from None
    if isinstance(before, Undefined):
        return after_only
    known = attempt.plan.get(slot)
    try:
        first = _first_template(lift, attempt, table, key, before)
        if known is not None and not isinstance(known.template, (Stepping, CountLeaf)):
            first = join_named(lift, key, first, known.template, before, None)
        found = join_named(lift, key, first, after, None if isinstance(first, Choice) else before, final)
        return join(lift, found, Same(Int.of(0))) if isinstance(found, Same) and isinstance(found.value, Int) else found
    except CannotJoin as problem:
        lift.note_mixed(key)
        if slot in attempt.reads or isinstance(key, Items):
            longest, shapes = getattr(key, "longest", None) or 0, isinstance(problem, ShapesDiffer)
            keys = isinstance(problem, (KeysDiffer, NoneDiffers))
            raise NeedsPeeling(f"{_called(key)} {problem}", longest, shapes, keys, may_be_parts(lift, key)) from None
        if not rules.at_least_once():
            lift.refuse(f"{_called(key)} {problem}, depending on how often the loop runs", "use another name inside the loop")
        return after_only
