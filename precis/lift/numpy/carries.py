"""What a loop carries: found by running its body on trial until the carried slots and their templates do not change any more.

The first trial is the first iteration exactly. Slots that it changes, and whose new content matters (the next iteration reads it, or
what follows the loop), become carries whose template covers the content before the loop and at the end of the body.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from precis.ir.build import Build
from precis.ir.size import Size
from precis.ir.types import Value
from precis.lift.numpy.aliases import End, Position, Thing, lists_in, positions, relate, shared_with
from precis.lift.numpy.arrays import reshaped
from precis.lift.numpy.concatenated import behind
from precis.lift.numpy.exact_parts import check, leaves_them
from precis.lift.numpy.freezing import freeze
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.identity import Pair, known_of, note_pairs, pairs_of, truths
from precis.lift.numpy.joins import as_itself, join
from precis.lift.numpy.journal import Slot, Table, Watch
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.lengths import limit, write_out_names
from precis.lift.numpy.not_joined import CannotJoin, NoRows
from precis.lift.numpy.numbers import dtype_of, is_python, note_ways, runtime_size, value_of
from precis.lift.numpy.returning import forget_result, not_returned, note_result, result_slot
from precis.lift.numpy.rows_joined import as_rows
from precis.lift.numpy.slots import Finals, changed, keep_rows, named_template, slot_leaves, slot_rebuilt, title
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.template_values import flatten, kinds, leaves
from precis.lift.numpy.templates import ArrayLeaf, CountLeaf, Group, Length, NumberLeaf, Same, Template, template
from precis.lift.numpy.values import MISSING, Array, Int, Items, Parts, Scalar, Stacked, Undefined, serials
from precis.lift.numpy.varying import Varying, as_numbered, contents_of, meeting, since

MOST = 300  # trials for programs whose things have lists that grow: those that settle take 20 to 160


@dataclass(frozen=True, slots=True)
class Stepping:
    """Template of an int that grows by the same size in every iteration: start + step * iteration."""

    start: Size
    step: Size


@dataclass(frozen=True, slots=True)
class Carry:
    """One carried slot. `ends`: where the arrays that it holds at the end of the body come from."""

    table: Table = field(compare=False, hash=False)
    key: Any
    template: Template | Stepping
    ends: tuple[tuple[Position, End], ...] = ()

    @property
    def slot(self) -> Slot:
        return id(self.table), self.key


Plan = dict[Slot, Carry]


@dataclass(frozen=True, slots=True)
class Grown:
    """What one iteration appends to a list. `weak`: Python numbers; `parts`: of tuples of numbers; `several`: one row of the leaf each."""

    leaf: NumberLeaf | ArrayLeaf
    weak: bool = False
    parts: Parts | None = None
    several: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """What the iterations append to a list. `shared`: arrays that an item may share elements with; `lists`: those among the items."""

    items: Items
    before: tuple[Any, ...]
    grown: Grown
    shared: frozenset[Array]
    lists: frozenset[Items]


@dataclass
class Attempt:
    """One trial of a loop: the plan it runs under, the block, what slots held before, at the start and at the end of the body."""

    plan: Plan
    build: Build
    before: dict[Slot, Any] = field(default_factory=dict)
    heads: dict[Slot, Any] = field(default_factory=dict)
    places: dict[Position, Thing] = field(default_factory=dict)  # arrays and lists at the start of the body
    held: dict[Thing, Any] = field(default_factory=dict)  # what these hold there
    params: list[Value] = field(default_factory=list)
    finals: Finals = field(default_factory=dict)
    reads: set[Slot] = field(default_factory=set)
    started: int = 0  # what is older was there before the loop
    frozen: int = 0  # how many things had been frozen when the trial began
    born: int = 0
    ends: dict[Position, End] = field(default_factory=dict)
    outcomes: dict[Slot, tuple[Table, Any, Any]] = field(default_factory=dict)  # changed slots that are not carried
    results: list[Value] = field(default_factory=list)
    lengths: dict[int, Size] = field(default_factory=dict)  # lengths that vary, at the start of the body
    grown: dict[Slot, tuple[Items, tuple, tuple]] = field(default_factory=dict)  # lists: (list, items before, items appended)
    rows: list[Rows] = field(default_factory=list)  # what is stacked, in order
    pairs: list[Pair] = field(default_factory=list)  # arrays that may be one at the start of the body
    condition: Any = None
    unreturned: list[Value] = field(default_factory=list)  # parameters that stand for the function's result: no iteration has returned


def start(lift: Lifting, attempt: Attempt, build: Build, iteration: Size | None) -> list[Value]:
    """Put the plan's carries, as new parameters of `build`, into their slots; returns the parameters."""
    params: list[Value] = []
    for _ in computed(varying(lift, attempt.plan)):
        params.append(build.value("", (), "int64"))
        lift.dtypes[params[-1].name] = INT
    with lift.building(build):
        set_lengths(lift, varying(lift, attempt.plan), iter(params), iteration)
        if iteration is not None:
            note_lengths(lift, varying(lift, attempt.plan), iteration)
        attempt.lengths = dict(lift.loops.lengths)
        _heads(lift, attempt, build, iteration, params)
        if lift.ways.tracking:
            params.extend(_same(lift, attempt, build))
    return params


def _same(lift: Lifting, attempt: Attempt, build: Build) -> list[Value]:
    """Parameters that say which arrays are one at the start of the body."""
    now = named_positions(lift, attempt, attempt.heads)
    attempt.pairs = pairs_of(lift, now)
    found = [build.value("", (), "bool") for _ in attempt.pairs]
    lift.dtypes.update((v.name, BOOL) for v in found)
    note_pairs(lift, attempt.pairs, now, iter(found), attempt.started)
    return found


def varying(lift: Lifting, plan: Plan) -> Varying:
    """The lengths that a plan's arrays vary in."""
    return as_numbered(lift, [c.template for c in plan.values() if not isinstance(c.template, Stepping)])


def computed(found: Varying) -> list[Length]:
    """The lengths that are handed on as numbers: those that do not follow from the iteration."""
    return [length for _, length in found.values() if length.step is None]


def set_lengths(lift: Lifting, found: Varying, values: Iterator[Value], iteration: Size | None = None) -> None:
    """Bind the lengths that vary: to run-time counts, or to what they are in an iteration."""
    lift.loops.lengths = {}
    for number, (capacity, length) in found.items():
        if length.step is not None:
            lift.loops.lengths[number] = lift.sizes.resolve((length.ends[0] or Size()) + (iteration or Size()) * length.step)
            continue
        lift.loops.lengths[number] = runtime_size(lift, next(values), "n")
        limit(lift, lift.loops.lengths[number], capacity)


def note_lengths(lift: Lifting, found: Varying, by: Value | Size) -> None:
    """What tells the lengths that vary, which are bound."""
    for number, (_, length) in found.items():
        if length.step is None:
            note_ways(lift, lift.loops.lengths[number], by, length.ends)


def _heads(lift: Lifting, attempt: Attempt, build: Build, iteration: Size | None, params: list[Value]) -> None:
    for slot, carry in attempt.plan.items():
        attempt.before.setdefault(slot, carry.table.get(carry.key, MISSING))
    for slot, carry in attempt.plan.items():
        if isinstance(carry.template, Stepping):
            head: Any = Int(carry.template.start + carry.template.step * (iteration or Size()))
        elif slot == result_slot(lift):  # no iteration follows one that returns
            head = MISSING
            attempt.unreturned = [*_parameters(lift, carry, build, params)]
        else:
            head = slot_rebuilt(lift, carry.template, carry.table, carry.key, _parameters(lift, carry, build, params))
        lift.journal.set(carry.table, carry.key, head)
        attempt.heads[slot] = head
    relate(lift, named_positions(lift, attempt, attempt.heads), positions(lift, attempt.before), plan_ends(attempt.plan))


def named_positions(lift: Lifting, attempt: Attempt, held: dict[Slot, Any]) -> dict[Position, Thing]:
    """Positions of arrays that were made anew for carried names and lists (contents of arrays have no identity of their own)."""
    return positions(lift, {s: x for s, x in held.items() if not isinstance(attempt.plan[s].key, Array)})


def plan_ends(plan: Plan) -> dict[Position, End]:
    return {position: end for carry in plan.values() for position, end in carry.ends}


def _parameters(lift: Lifting, carry: Carry, build: Build, params: list[Value]) -> Iterator[Value]:
    found = leaves(lift, carry.template, title(lift, carry.table, carry.key))  # type: ignore[arg-type]
    for (shape, kind, container), (_, dtype, _) in zip(kinds(found), found):
        value = build.value(container or "", shape, kind, container)
        lift.dtypes[value.name] = dtype
        params.append(value)
        yield value


def run(lift: Lifting, attempt: Attempt, iteration: Size | None, body: Callable[[], None], watch: Watch) -> None:
    """Run the body once with the carries in place; what it changed is noted, not taken back."""
    lift.loops.trials += 1
    if lift.made.growing and lift.loops.trials > MOST:  # other ways are left, which hold the program to a size
        lift.refuse("lists that are parts of things in lists grow in loops inside of loops, and nothing says how long they become",
                    "give the things arrays with room for all, and count what is in them")
    attempt.started, attempt.frozen = next(serials), len(lift.made.frozen)
    result = attempt.before.setdefault(result_slot(lift), lift.frame.flow.get("result", MISSING))
    attempt.params = start(lift, attempt, attempt.build, iteration)
    attempt.places = positions(lift, attempt.heads)
    attempt.held = {thing: lift.content.get(thing) for thing in attempt.places.values()}
    forgotten = forget_result(lift, result)
    attempt.born, mark = lift.journal.restart(watch), lift.journal.mark()
    with lift.building(attempt.build), not_returned(lift, attempt.unreturned):
        body()
        write_out_names(lift, mark)
    attempt.finals = changed(lift, mark, attempt.started)
    for thing, held in forgotten.items():
        lift.journal.set(lift.content, thing, held)
    for slot, (table, key, _) in attempt.finals.items():
        if slot not in attempt.before:
            attempt.before[slot] = next(old for t, k, old, _ in lift.journal.entries[mark:] if t is table and k == key)
    attempt.reads = watch.reads


def close(lift: Lifting, attempt: Attempt) -> None:
    """The values that the body hands to the next iteration."""
    with lift.building(attempt.build):
        attempt.results.extend(length_values(lift, varying(lift, attempt.plan), 1))
        for slot, carry in attempt.plan.items():
            if not isinstance(carry.template, Stepping):
                attempt.results.extend(slot_leaves(lift, carry.template, carry.table, attempt.finals[slot][2]))
        held = {slot: attempt.finals[slot][2] for slot in attempt.plan}
        attempt.results.extend(truths(lift, known_of(lift, attempt.pairs, held)))
        for items, before, appended in attempt.grown.values():
            grown = stackable(lift, appended)
            attempt.rows.append(Rows(items, before, grown, shared_with(lift, appended), lists_in(lift, appended)))
            attempt.results.extend(flatten(lift, grown.leaf, asarray(lift, appended, grown.leaf.dtype) if grown.several else appended[0]))


def initial(lift: Lifting, attempt: Attempt, at_least_once: Callable[[], bool]) -> list[Value]:
    """The values that the first iteration gets; zeros where a slot is written before it is read."""
    found = length_values(lift, varying(lift, attempt.plan), 0)
    for slot, carry in attempt.plan.items():
        if isinstance(carry.template, Stepping):
            lift.journal.get(carry.table, carry.key)
        else:
            used = slot in attempt.reads or carry.table is lift.content or not at_least_once()
            before = lift.journal.get(carry.table, carry.key) if used else MISSING
            with since(lift, attempt.started), meeting(lift, lift.in_sight()), contents_of(lift, carry.key):
                found.extend(_first_values(lift, carry, before, slot in attempt.reads or isinstance(carry.key, Items)))
    return found + truths(lift, known_of(lift, attempt.pairs, attempt.before))


def length_values(lift: Lifting, found: Varying, way: int) -> list[Value]:
    """The lengths that vary, as they are on one of the ways that meet."""
    return [value_of(lift, Int(length.ends[way] or Size())) for length in computed(found)]


def _first_values(lift: Lifting, carry: Carry, before: Any, read: bool) -> list[Value]:
    """What a slot held before the loop; zeros where that has another type and no iteration reads it. Refuses where one does."""
    try:
        if not isinstance(before, (Value, Undefined)) and not isinstance(carry.template, CountLeaf):  # which began as that length did
            join(lift, as_itself(named_template(lift, carry.table, carry.key, before), before), carry.template)  # type: ignore[arg-type]
    except CannotJoin as problem:
        if read:
            lift.refuse(f"what a loop reads from the iteration before {problem} in the first one",
                        "keep the shape and type of every variable the same in all iterations")
        before = MISSING
    return slot_leaves(lift, carry.template, carry.table, before)  # type: ignore[arg-type]


def finish(lift: Lifting, attempt: Attempt, outs: Sequence[Value], trips: Size | None, once: bool = False) -> None:
    """Put what the loop leaves into the slots; `once`: it runs at least once."""
    values, born = iter(outs), next(serials)
    held: dict[Slot, Any] = {}
    set_lengths(lift, varying(lift, attempt.plan), values, trips)
    for slot, carry in attempt.plan.items():
        if isinstance(carry.template, Stepping):
            held[slot] = Int(carry.template.start + carry.template.step * (trips or Size()))
        else:
            held[slot] = slot_rebuilt(lift, carry.template, carry.table, carry.key, values)
        lift.journal.set(carry.table, carry.key, held[slot])
        note_result(lift, slot, held[slot], born)
    now = named_positions(lift, attempt, held)
    relate(lift, now, positions(lift, attempt.before), plan_ends(attempt.plan), once)
    note_pairs(lift, attempt.pairs, now, values, born)
    for slot, (table, key, what) in attempt.outcomes.items():
        lift.journal.set(table, key, what)
        if attempt.before[slot] is MISSING and trips is not None:
            lift.loops.trips_behind[slot] = what, trips
    ends = positions(lift, {slot: attempt.finals[slot][2] for slot in held})
    here = positions(lift, held)
    for rows in attempt.rows:
        value = next(values)
        dtype = rows.grown.leaf.dtype
        lift.dtypes[value.name] = dtype
        if rows.grown.several:
            value = reshaped(lift, value, (value.shape[0] * value.shape[1], *value.shape[2:]))
        whole = keep_rows(lift, rows.items, value, dtype)
        grown = Stacked((), whole, rows.grown.weak, rows.grown.parts)
        lift.relate(grown.rows, rows.shared | {a for p, a in here.items() if ends.get(p) in rows.shared})
        lift.hold(rows.items, behind(lift, rows.before, grown))
        freeze(lift, rows.lists | {x for p, x in here.items() if isinstance(x, Items) and ends.get(p) in rows.lists})


def stackable(lift: Lifting, appended: tuple[Any, ...]) -> Grown:
    """The template of what an iteration appends. Raises CannotJoin."""
    if len(appended) != 1:
        return _several(lift, appended)
    grown = lift.content.get(appended[0]) if isinstance(appended[0], Items) and appended[0].kind is list else None
    if isinstance(grown, Stacked) and not grown.first and grown.parts is None:
        return Grown(ArrayLeaf(lift.shape(grown.rows.shape), grown.rows.dtype), False, Parts(list, (), (grown.weak,)))
    t = template(lift, appended[0])
    if isinstance(t, Same) and isinstance(t.value, (bool, Int, Scalar)):
        t = NumberLeaf(dtype_of(t.value), is_python(t.value))
    if isinstance(t, Group) and t.kind in (tuple, list):
        rows = as_rows(Group(tuple, (0,), (t,)))
        if rows.rows is not None and rows.parts is not None:
            if rows.rows.dtype.kind in "fc" and leaves_them(lift, appended[0]):
                raise CannotJoin("grows by tuples of floats and ints that may leave 53 bits")
            check(lift, (appended[0],), rows.rows.dtype)
            return Grown(ArrayLeaf(rows.rows.shape[1:], rows.rows.dtype), False, rows.parts)
    if not isinstance(t, (NumberLeaf, ArrayLeaf)):
        raise NoRows
    return Grown(t, isinstance(t, NumberLeaf) and t.weak)


def _several(lift: Lifting, appended: tuple[Any, ...]) -> Grown:
    """Items of one kind that one iteration appends, as rows."""
    each = [stackable(lift, (item,)) for item in appended]
    rows = as_rows(template(lift, appended))
    alike = {(g.leaf.dtype, g.weak, isinstance(g.leaf, NumberLeaf)) for g in each}
    if rows.rows is None or len(alike) > 1:
        raise CannotJoin("is a list that grows by things of different types")
    return Grown(rows.rows, each[0].weak, rows.parts, several=True)
