"""What a loop carries: found by running its body on trial until the carried slots and their templates do not change any more.

The first trial is the first iteration exactly. Slots that it changes, and whose new content matters (the next iteration reads it, or
what follows the loop), become carries whose template covers the content before the loop and at the end of the body.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from precis.ir.build import Build
from precis.ir.size import Size
from precis.ir.types import Value
from precis.lift.numpy.joins import CannotJoin, Same, Template, bases, join, kinds, leaves
from precis.lift.numpy.journal import Slot, Table, Watch
from precis.lift.numpy.slots import Finals, changed, slot_leaves, slot_rebuilt, slot_template, title
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING, Array, Int, Undefined, serials


@dataclass(frozen=True, slots=True)
class Stepping:
    """Template of an int that grows by the same size in every iteration: start + step * iteration."""

    start: Size
    step: Size


@dataclass(frozen=True, slots=True)
class Carry:
    """One carried slot. `end`: which array a name refers to at the end of the body: ("head", slot), ("old", array), ("new", slot)."""

    table: Table = field(compare=False, hash=False)
    key: Any
    template: Template | Stepping
    end: Any = None

    @property
    def slot(self) -> Slot:
        return id(self.table), self.key


Plan = dict[Slot, Carry]


class NeedsPeeling(Exception):
    """The first iteration differs in kind from the others: no template covers what a slot holds before and after it."""


@dataclass
class Attempt:
    """One trial of a loop: the plan it runs under, the block, what slots held before, at the start and at the end of the body."""

    plan: Plan
    build: Build
    before: dict[Slot, Any] = field(default_factory=dict)
    heads: dict[Slot, Any] = field(default_factory=dict)
    params: list[Value] = field(default_factory=list)
    finals: Finals = field(default_factory=dict)
    reads: set[Slot] = field(default_factory=set)
    born: int = 0
    outcomes: dict[Slot, tuple[Table, Any, Any]] = field(default_factory=dict)  # changed slots that are not carried
    results: list[Value] = field(default_factory=list)
    condition: Any = None


def start(lift: Lifting, attempt: Attempt, build: Build, iteration: Size | None) -> list[Value]:
    """Put the plan's carries, as new parameters of `build`, into their slots; returns the parameters."""
    params: list[Value] = []
    for slot, carry in attempt.plan.items():
        attempt.before.setdefault(slot, carry.table.get(carry.key, MISSING))
    for slot, carry in attempt.plan.items():
        if isinstance(carry.template, Stepping):
            head: Any = Int(carry.template.start + carry.template.step * (iteration or Size()))
        else:
            head = slot_rebuilt(lift, carry.template, carry.table, carry.key, _parameters(lift, carry, build, params))
        lift.journal.set(carry.table, carry.key, head)
        attempt.heads[slot] = head
    relate(lift, attempt, attempt.heads)
    return params


def _parameters(lift: Lifting, carry: Carry, build: Build, params: list[Value]) -> Iterator[Value]:
    found = leaves(lift, carry.template, title(lift, carry.table, carry.key))  # type: ignore[arg-type]
    for (shape, kind, container), (_, dtype, _) in zip(kinds(found), found):
        value = build.value(container or "", shape, kind, container)
        lift.dtypes[value.name] = dtype
        params.append(value)
        yield value


def relate(lift: Lifting, attempt: Attempt, held: dict[Slot, Any]) -> None:
    """Which arrays of carried names may share elements: with those from before the loop, and with each other."""
    arrays = {s: x for s, x in held.items() if isinstance(x, Array) and attempt.plan[s].table is not lift.content}
    for slot, array in arrays.items():
        old = _sources(attempt, slot)
        lift.relate(array, old.union(*(lift.relatives(a) for a in old)) - frozenset(arrays.values()))
    for slot in arrays:
        for other in arrays:
            if slot != other and _may_meet(lift, attempt, slot, other):
                lift.relate(arrays[slot], frozenset((arrays[other],)))


def _sources(attempt: Attempt, slot: Slot, seen: frozenset[Slot] = frozenset()) -> frozenset[Array]:
    """Arrays from before the loop that a name may refer to in some iteration."""
    found, end = bases(attempt.before[slot]), attempt.plan[slot].end
    if end and end[0] == "old":
        found |= {end[1]}
    if end and end[0] == "head" and end[1] in attempt.plan and end[1] not in seen:
        found |= _sources(attempt, end[1], seen | {slot})
    return found


def _may_meet(lift: Lifting, attempt: Attempt, a: Slot, b: Slot) -> bool:
    x, y = bases(attempt.before[a]), bases(attempt.before[b])
    if x & y or any(lift.relatives(i) & y for i in x):
        return True
    return attempt.plan[a].end is not None and attempt.plan[a].end == attempt.plan[b].end


def run(lift: Lifting, attempt: Attempt, iteration: Size | None, body: Callable[[], None], watch: Watch) -> None:
    """Run the body once with the carries in place; what it changed is noted, not taken back."""
    attempt.params = start(lift, attempt, attempt.build, iteration)
    attempt.born, mark = next(serials), lift.journal.mark()
    watch.mark = attempt.born
    with lift.building(attempt.build):
        body()
    attempt.finals = changed(lift, mark, attempt.born)
    for slot, (table, key, _) in attempt.finals.items():
        if slot not in attempt.before:
            attempt.before[slot] = next(old for t, k, old, _ in lift.journal.entries[mark:] if t is table and k == key)
    attempt.reads = watch.reads


@dataclass(frozen=True, slots=True)
class Rules:
    """What revising a plan needs to know of the loop."""

    matters: Callable[[Table, Any], bool]  # whether a slot is read after the loop
    at_least_once: Callable[[], bool]
    last: Callable[[Any], Any]  # a name's final content after the loop, where no carry is needed; else MISSING
    inner: Callable[[Size], bool]  # whether a size varies inside the loop
    counted: bool


def revise(lift: Lifting, attempt: Attempt, rules: Rules) -> Plan:
    """The plan that the attempt shows to be needed; equal to its own plan where that was right."""
    plan: Plan = {}
    attempt.outcomes = {}
    for slot in {**attempt.plan, **attempt.finals}:
        if slot not in attempt.finals:
            continue
        table, key, final = attempt.finals[slot]
        carry = _revised(lift, attempt, rules, slot, table, key, final)
        if carry is not None:
            plan[slot] = carry
    return plan


def _revised(lift: Lifting, attempt: Attempt, rules: Rules, slot: Slot, table: Table, key: Any, final: Any) -> Carry | None:
    """The carry that a changed slot needs; None (and an outcome) where it needs none."""
    before, read = attempt.before[slot], slot in attempt.reads
    if slot not in attempt.plan and same(lift, before, final):
        return None
    if isinstance(final, Undefined):
        if read and final is not MISSING:
            lift.refuse(f"{_called(key)} {final.reason}", final.hint)
        return _outcome(attempt, slot, table, key, final)
    if not read and not (table is lift.content or rules.matters(table, key)):
        return _outcome(attempt, slot, table, key, Undefined("was assigned only inside a loop", "assign it before the loop"))
    if not read and table is not lift.content:
        last = rules.last(final)
        if last is not MISSING and (before is MISSING or rules.at_least_once()):
            return _outcome(attempt, slot, table, key, last)
    step = _stepping(lift, attempt, rules, slot, before, final)
    if step is not None:
        return Carry(table, key, step)
    return Carry(table, key, _template(lift, attempt, rules, slot, table, key, before, final), _end(lift, attempt, slot, final))


def _outcome(attempt: Attempt, slot: Slot, table: Table, key: Any, what: Any) -> None:
    attempt.outcomes[slot] = (table, key, what)


def _called(key: Any) -> str:
    return key if isinstance(key, str) else "an array"


def same(lift: Lifting, a: Any, b: Any) -> bool:
    """Whether a slot holds the same as before, so that it is not carried."""
    if isinstance(a, Int) and isinstance(b, Int):
        return (lift.sizes.resolve(a.size), a.dtype) == (lift.sizes.resolve(b.size), b.dtype)
    return a is b or (isinstance(a, (str, bool)) and type(a) is type(b) and a == b)


def _stepping(lift: Lifting, attempt: Attempt, rules: Rules, slot: Slot, before: Any, final: Any) -> Stepping | None:
    """An int that moves by a size that does not vary inside the loop."""
    known = attempt.plan.get(slot)
    if not rules.counted or not (isinstance(before, Int) and isinstance(final, Int) and before.dtype is final.dtype is None):
        return None
    if known is not None and not isinstance(known.template, Stepping):
        return None
    step = lift.sizes.resolve(final.size - attempt.heads.get(slot, before).size)
    if rules.inner(step) or (known is not None and known.template.step != step):  # type: ignore[union-attr]
        return None
    return Stepping(lift.sizes.resolve(before.size), step)


def _template(lift: Lifting, attempt: Attempt, rules: Rules, slot: Slot, table: Table, key: Any, before: Any, final: Any) -> Template:
    after = slot_template(lift, table, key, final)
    if isinstance(before, Undefined):
        return after
    known = attempt.plan.get(slot)
    first = slot_template(lift, table, key, before)
    if known is not None and not isinstance(known.template, Stepping):
        first = known.template
    try:
        found = join(lift, first, after)
        return join(lift, found, Same(Int.of(0))) if isinstance(found, Same) and isinstance(found.value, Int) else found
    except CannotJoin as problem:
        if slot in attempt.reads:
            raise NeedsPeeling(f"{_called(key)} {problem}") from None
        if not rules.at_least_once():
            lift.refuse(f"{_called(key)} {problem}, depending on how often the loop runs", "use another name inside the loop")
        return after


def _end(lift: Lifting, attempt: Attempt, slot: Slot, final: Any) -> Any:
    """Which array a name refers to at the end of the body."""
    base = next(iter(bases(final)), None)
    if base is None or attempt.finals[slot][0] is lift.content:
        return None
    for other, head in attempt.heads.items():
        if head is base and attempt.plan[other].table is not lift.content:
            return "head", other
    if base.serial < attempt.born:
        owner = next((s for s, b in attempt.before.items() if b is base and s in attempt.finals), None)
        return ("head", owner) if owner is not None and owner not in attempt.plan else ("old", base)
    first = next(s for s, (_, _, x) in attempt.finals.items() if base in bases(x))
    return "new", first


def close(lift: Lifting, attempt: Attempt) -> None:
    """The values that the body hands to the next iteration."""
    with lift.building(attempt.build):
        for slot, carry in attempt.plan.items():
            if not isinstance(carry.template, Stepping):
                attempt.results.extend(slot_leaves(lift, carry.template, carry.table, attempt.finals[slot][2]))


def initial(lift: Lifting, attempt: Attempt, at_least_once: Callable[[], bool]) -> list[Value]:
    """The values that the first iteration gets; zeros where a slot is written before it is read."""
    found: list[Value] = []
    for slot, carry in attempt.plan.items():
        if not isinstance(carry.template, Stepping):
            used = slot in attempt.reads or carry.table is lift.content or not at_least_once()
            before = lift.journal.get(carry.table, carry.key) if used else MISSING
            found.extend(_first_values(lift, carry, before))
    return found


def _first_values(lift: Lifting, carry: Carry, before: Any) -> list[Value]:
    """What a slot held before the loop; zeros where that has another type, so that no iteration reads it."""
    try:
        if not isinstance(before, (Value, Undefined)):
            join(lift, slot_template(lift, carry.table, carry.key, before), carry.template)  # type: ignore[arg-type]
    except CannotJoin:
        before = MISSING
    return slot_leaves(lift, carry.template, carry.table, before)  # type: ignore[arg-type]


def finish(lift: Lifting, attempt: Attempt, outs: list[Value], trips: Size | None) -> None:
    """Put what the loop leaves into the slots."""
    values = iter(outs)
    held: dict[Slot, Any] = {}
    for slot, carry in attempt.plan.items():
        if isinstance(carry.template, Stepping):
            held[slot] = Int(carry.template.start + carry.template.step * (trips or Size()))
        else:
            held[slot] = slot_rebuilt(lift, carry.template, carry.table, carry.key, values)
        lift.journal.set(carry.table, carry.key, held[slot])
    relate(lift, attempt, held)
    for table, key, what in attempt.outcomes.values():
        lift.journal.set(table, key, what)


