"""`if` on computed values: both branches are lifted, and what they leave differently joins in a `cond` node."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

from precis.ir.types import Assumption, At, Node, Pick, Value
from precis.lift.numpy import carries
from precis.lift.numpy.aliases import Position, Thing, positions, relate_ways
from precis.lift.numpy.connectives import conjunction, disjunction
from precis.lift.numpy.freezing import freeze, frozen_for_now, released
from precis.lift.numpy.identity import Known, Pair, known_of, note_pairs, same_thing, truths
from precis.lift.numpy.joins import join_named, with_all_keys
from precis.lift.numpy.journal import Slot, Table
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.lengths import own_before
from precis.lift.numpy.not_joined import CannotJoin
from precis.lift.numpy.numbers import value_of
from precis.lift.numpy.problems import CHANGED, Fact, Mistaken
from precis.lift.numpy.queues import nothing_taken
from precis.lift.numpy.raising import Raises
from precis.lift.numpy.returning import note_result, unreturned
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.slots import Ending, replay, slot_leaves, slot_rebuilt, slot_template, title, trial
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.template_values import leaves
from precis.lift.numpy.templates import Same, Template
from precis.lift.numpy.values import GROWN, MISSING, Instance, Items, Scalar, Undefined, serials
from precis.lift.numpy.varying import Varying, bounded, contents_of, meeting, numbered, since

Run = Callable[[], None]
Meeting = tuple[Table, Any, Template]
Near = dict[Position, frozenset[Thing]]


def branch(lift: Lifting, holds: Scalar, then: Run, otherwise: Run, awaited: Set[str] = frozenset(), fills: bool = False) -> None:
    """Lift both branches and join what they leave. Names `awaited` may be assigned in one branch alone: another iteration assigns
    them, or Python would fail where they are read. `fills`: the same of attributes and keys that one branch makes."""
    span = lift.span
    implied = lift.implications(value_of(lift, holds).name)
    born = next(serials)
    tried = [_tried(lift, run, facts) for run, facts in zip((then, otherwise), implied)]
    lift.span = span
    if own_before(lift, _held_by_one(tried)):
        branch(lift, holds, then, otherwise, awaited, fills)
    else:
        _join(lift, holds, tried, (then, otherwise), born, awaited, fills)


def _join(lift: Lifting, holds: Scalar, tried: Sequence[Ending | Raises | Mistaken], ways: Sequence[Run], born: int,
          awaited: Set[str] = frozenset(), fills: bool = False) -> None:
    """Join what both branches leave. `born`: what is younger was made in them; `ways`: what was tried."""
    predicate = value_of(lift, holds)
    ends = [end for end in tried if isinstance(end, Ending)]
    if len(ends) < 2:
        _run_other(lift, tried, ways)
        return
    meetings = {}
    for slot in {**ends[0].finals, **ends[1].finals}:
        with since(lift, born):
            found = _meet(lift, slot, ends, awaited, fills)
        if found is not None:
            meetings[slot] = found
    templates, varying = numbered(lift, [t for _, _, t in meetings.values()])
    meetings = {slot: (table, key, t) for (slot, (table, key, _)), t in zip(meetings.items(), templates)}
    near = [_near(lift, end, meetings) for end in ends]
    same = _same(lift, ends, meetings, near) if lift.ways.tracking else {}
    blocks = [_close(lift, end, meetings, varying, way, [both[way] for both in same.values()]) for way, end in enumerate(ends)]
    types: list[Any] = [((), INT, None) for _ in varying]
    types += [leaf for table, key, t in meetings.values() for leaf in leaves(lift, t, title(lift, table, key))]
    types += [((), BOOL, None) for _ in same]
    lift.build.span = lift.span
    outs = lift.build.cond(predicate, *blocks, containers=[t[2] for t in types]) if types else ()
    lift.dtypes.update((v.name, dtype) for v, (_, dtype, _) in zip(outs, types))
    _restore(lift, outs, meetings, near, varying, same)
    carries.note_lengths(lift, varying, predicate)
    for end in ends:
        freeze(lift, end.frozen)


def _held_by_one(tried: Sequence[Ending | Raises | Mistaken]) -> list[Any]:
    """What stands where one of two branches alone puts another thing."""
    finals = [end.finals for end in tried if isinstance(end, Ending)]
    by_one = finals[0].keys() ^ finals[1].keys() if len(finals) == 2 else ()
    return [table.get(key) for f in finals for slot, (table, key, _) in f.items() if slot in by_one]


def _tried(lift: Lifting, run: Run, facts: Iterable[Fact]) -> Ending | Raises | Mistaken:
    """A branch, or the exception that ends it wherever it runs, which no handler waits for."""
    build, start, frozen = lift.build.child(), savepoint(lift), len(lift.made.frozen)
    try:
        end = trial(lift, build, run, facts)
        return replace(end, frozen=released(lift, frozen))
    except (Raises, Mistaken) as problem:
        if problem.build is not build or lift.catching.hazards is not None:
            raise
        start.undo(lift, lift.lasting)
        return problem


def _run_other(lift: Lifting, tried: Sequence[Ending | Raises | Mistaken], ways: Sequence[Run]) -> None:
    """Of two branches the one that raises no exception: the program is for data that do not ask for the other."""
    found = [problem for problem in tried if not isinstance(problem, Ending)]
    if len(found) == 2:
        raise _either(lift, found[0])
    if isinstance(found[0], Raises):
        lift.assume(f"`{ast.unparse(found[0].node)}` is not reached", found[0].node)
    else:
        lift.note(Assumption(f"this is not reached: {found[0].message}", found[0].span, own=False))
    ways[0 if tried[1] is found[0] else 1]()


def _either(lift: Lifting, problem: Raises | Mistaken) -> Raises | Mistaken:
    """The exception of a block in which an `if` raises it either way."""
    if lift.build.parent is None:
        return problem
    return Raises(lift.build, problem.node) if isinstance(problem, Raises) else Mistaken(problem.message, problem.hints, lift.build)


def _sides(slot: Slot, ends: list[Ending]) -> tuple[Table, Any, list[Any]]:
    table, key, _ = next(e.finals[slot] for e in ends if slot in e.finals)
    return table, key, [e.certain(e.finals[slot][2] if slot in e.finals else table.get(key, MISSING)) for e in ends]


def _meet(lift: Lifting, slot: Slot, ends: list[Ending], awaited: Set[str], fills: bool) -> Meeting | None:
    """The template that covers both sides of a slot; None (and the slot set) where nothing is to be computed."""
    table, key, (a, b) = _sides(slot, ends)
    if a is b:
        lift.journal.set(table, key, a)
        return None
    templates = []
    for end, x in zip(ends, (a, b)):
        mark = replay(lift, end.all)
        try:
            with frozen_for_now(lift, end.frozen):
                templates.append(slot_template(lift, table, key, x))
        except CannotJoin as problem:
            templates.append(Same(Undefined(str(problem), problem.hint)))
        lift.journal.rollback(mark, lift.lasting)
    try:
        frame = lift.frame_of.get(id(table), lift.frame)
        names = awaited if table is lift.frame.names else frame.taking if table is frame.names else ()
        waited_for = key in names and slot not in lift.loops.not_carried
        one_way = MISSING in (a, b) and (table is frame.flow or table is lift.content or waited_for)
        with meeting(lift, lift.in_sight()), contents_of(lift, key):
            way = 0 if b is MISSING else 1
            lift.meeting.absence = True
            templates = with_all_keys(lift, *templates) if fills else templates
            found = bounded(lift, templates[way], way) if one_way else join_named(lift, key, templates[0], templates[1], a, b)
        if any(slot not in end.finals for end in ends):
            lift.journal.get(table, key)
        if isinstance(found, Same):
            lift.journal.set(table, key, a if (a is not MISSING and isinstance(a, Undefined)) or table is lift.content else found.value)
            return None
        return table, key, found
    except CannotJoin as problem:
        lift.journal.set(table, key, _undefined(lift, a, b, problem))
        return None
    finally:
        lift.meeting.absence = False


def _undefined(lift: Lifting, a: Any, b: Any, problem: CannotJoin) -> Undefined:
    line = f" at line {lift.span.line}" if lift.span else ""
    if MISSING in (a, b):
        return Undefined(f"is assigned in only one branch of the `if`{line}", "assign it in both branches, or before")
    depends = ", depending on the `if`"
    return Undefined(f"{problem}" if depends in f"{problem}" else f"{problem}{depends}{line}", problem.hint)  # the innermost decides


def _same(lift: Lifting, ends: list[Ending], meetings: dict[Slot, Meeting], near: list[Near]) -> dict[Pair, tuple[Known, ...]]:
    """Which arrays may be one behind the meeting, and whether they are on either way."""
    found: dict[Position, set[Thing]] = {}
    for way in near:
        for position, arrays in ((p, a) for p, a in way.items() if p[0] in meetings):
            found.setdefault(position, set()).update(a for a in arrays if a in lift.content)
    pairs: list[Pair] = [(p, a) for p, arrays in found.items() for a in sorted(arrays, key=lambda a: a.serial)]
    pairs += combinations(found, 2)
    ways = []
    for end in ends:
        mark = replay(lift, end.all)
        ways.append(known_of(lift, pairs, {slot: table.get(key, MISSING) for slot, (table, key, _) in meetings.items()}))
        lift.journal.rollback(mark, lift.lasting)
    return {pair: both for pair, both in zip(pairs, zip(*ways)) if None not in both and any(both)}


def _close(lift: Lifting, end: Ending, meetings: dict[Slot, Meeting], varying: Varying, way: int, same: list[Known]) -> Any:
    """The block of one branch, with the lengths that vary, the leaves of every meeting and which arrays are one as results."""
    mark, results = replay(lift, end.all), []
    with lift.building(end.build):
        results.extend(carries.length_values(lift, varying, way))
        for slot, (table, key, t) in meetings.items():
            held = end.certain(table.get(key, MISSING))
            found = slot_leaves(lift, t, table, held)
            results.extend(unreturned(lift, slot, found) if held is MISSING else found)
        results.extend(truths(lift, same))
    lift.journal.rollback(mark, lift.lasting)
    return end.build.block((), results)


def _near(lift: Lifting, end: Ending, meetings: dict[Slot, Meeting]) -> Near:
    """The arrays that the slots which meet refer to at the end of one branch, with those that may share their elements."""
    untouched = {slot: table.get(key, MISSING) for slot, (table, key, _) in meetings.items() if slot not in end.finals}
    return end.near | {p: lift.relatives(a) | {a} for p, a in positions(lift, untouched).items()}


def _restore(lift: Lifting, outs: tuple[Value, ...], meetings: dict[Slot, Meeting], near: list[Near], varying: Varying,
             same: Iterable[Pair]) -> None:
    values, held, born = iter(outs), {}, next(serials)
    carries.set_lengths(lift, varying, values)
    for slot, (table, key, t) in meetings.items():
        held[slot] = slot_rebuilt(lift, t, table, key, values)
        lift.journal.set(table, key, held[slot])
        note_result(lift, slot, held[slot], born)
    now = positions(lift, held)
    relate_ways(lift, now, near)
    note_pairs(lift, same, now, values, born)


def choose(lift: Lifting, holds: Scalar, then: Callable[[], Any], otherwise: Callable[[], Any], fills: bool = False) -> Any:
    """The value of `then() if holds else otherwise()`; `fills` as in `branch`."""
    place = lift.new_table()

    def run(f: Callable[[], Any]) -> Run:
        return lambda: lift.journal.set(place, "value", f())
    branch(lift, holds, run(then), run(otherwise), fills=fills)
    return _chosen(lift, place)


def _chosen(lift: Lifting, place: Table) -> Any:
    found = place["value"]
    if isinstance(found, Undefined):
        lift.refuse(f"the value {found.reason}", found.hint)
    return found


def changed(lift: Lifting, thing: Items | Instance) -> None:
    """A list, dict or object was changed: others that may be the same one are changed with it where they are."""
    def now() -> Any:
        return lift.held(thing, partly=True)

    def put(other: Any, held: Any) -> None:
        if other in lift.made.queues:
            nothing_taken(lift, other)
        lift.journal.set(lift.content, other, held)
    for other in lift.related(thing):
        same = same_thing(lift, thing, other) if lift.ways.tracking else None
        if same is not False and getattr(other, "frozen", None) not in (None, GROWN):
            lift.refuse_frozen(other)
        if same is None:
            lift.journal.set(lift.content, other, CHANGED)
        elif same is True:
            put(other, now())
        elif same is not False and not isinstance(lift.content[other], Undefined):
            branch(lift, same, partial(put, other, now()), lambda: None)


def short_circuit(lift: Lifting, holds: Scalar, right: Callable[[], Any], stop: bool) -> Any:
    """`holds and right()` (stop: `or`): the right side stands in a branch where evaluating it might fail or change something. It is
    evaluated once: in each of many operands behind one another, twice would be twice as often as in the one before."""
    implied, span = lift.implications(value_of(lift, holds).name), lift.span
    place, born = lift.new_table(), next(serials)

    def let(value: Callable[[], Any]) -> Run:
        return lambda: lift.journal.set(place, "value", value())
    ways = (let(right), let(lambda: stop))
    end = _tried(lift, ways[0], implied[1 if stop else 0])
    lift.span = span
    if isinstance(end, Ending) and len(end.finals) == 1 and not any(_may_fail(lift, n) for n in end.build.nodes):
        lift.build.nodes.extend(end.build.nodes)
        freeze(lift, end.frozen)
        return (disjunction if stop else conjunction)(lift, holds, end.finals[id(place), "value"][2])
    tried = (end, _tried(lift, ways[1], ()))
    if own_before(lift, _held_by_one(tried)):
        return short_circuit(lift, holds, right, stop)
    _join(lift, holds, *((tried[::-1], ways[::-1]) if stop else (tried, ways)), born)
    found = _chosen(lift, place)
    if isinstance(found, Scalar) and found.value is not None and found.dtype == BOOL:  # where it is not `stop`, nor is the left side
        lift.implied[found.value.name] = ([], list(implied[1])) if stop else (list(implied[0]), [])
    return found


def _may_fail(lift: Lifting, node: Node) -> bool:
    """Whether a node reads at a position that only the left side of `and` may keep in range."""
    if node.blocks:
        return True
    if node.op != "slice":
        return False
    if any(isinstance(i, Pick) for i in node.attrs["at"]):
        return True
    dims = iter(lift.shape(node.inputs[0].shape))
    places = [(i, next(dims)) for i in node.attrs["at"] if hasattr(i, "position") or hasattr(i, "start")]
    return any(isinstance(i, At) and not (lift.sizes.nonnegative(i.position) and lift.sizes.below(i.position, d)) for i, d in places)


