"""Trials of a loop body until what it carries settles on one plan."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from precis.errors import PrecisError, UnsupportedProgram
from precis.ir.size import Size
from precis.ir.types import Range
from precis.lift.numpy import carries
from precis.lift.numpy.aliases import Position, Thing, arrays_in, lists_in, positions, shared_with
from precis.lift.numpy.carries import Attempt, Plan
from precis.lift.numpy.growing import TWICE, KeepsGrowing, doubled, far_ahead, lengthened, only_longer
from precis.lift.numpy.journal import Table
from precis.lift.numpy.lengths import own_before, selections_in
from precis.lift.numpy.memory import recall, remember
from precis.lift.numpy.not_joined import CannotJoin
from precis.lift.numpy.problems import NeedsUnrolling
from precis.lift.numpy.revising import NeedsPeeling, Rules, grows, revise
from precis.lift.numpy.source import loads_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.templates import ArrayLeaf
from precis.lift.numpy.values import MISSING, Int, Items, Stacked

TRIES = 16  # trials of a body until its carries do not change
WRITTEN_OUT = 256  # iterations of a loop that may be written out in full
LISTED = 16  # items of a list that a loop grows one by one; longer ones become the rows of an array
LONG = 200  # nodes of a body that are many: a loop that would have more when written out is kept, its lists as rows


def leaves_early(lift: Lifting, attempt: Attempt) -> bool:
    """Whether the body may break or return."""
    return any(table is lift.frame.flow and key in ("broke", "returned") and value is not False
               for table, key, value in attempt.finals.values())


def converge(lift: Lifting, key: Any, try_: Callable[[Plan], Attempt], rules: Rules, patience: int = TRIES,
             with_large: int = TRIES, first: Plan | None = None) -> Attempt:
    """Trials of the body until the plan of carries holds; the state is then as before the loop, guards apart. `patience`: in how many
    trials in a row lists may be longer, and nothing else be different; `with_large`: the same with a body of more than LONG nodes,
    of which each trial takes long; `first`: the plan to begin with where no earlier trial of the loop is remembered."""
    outer = lift.loops.not_carried
    try:
        return _converged(lift, key, try_, rules, patience, with_large, first or {})
    finally:
        lift.loops.not_carried = outer


def _converged(lift: Lifting, key: Any, try_: Callable[[Plan], Attempt], rules: Rules, patience: int, with_large: int,
               first: Plan) -> Attempt:
    plan, span, longer, twice = recall(lift, key, rules.trips) or first, lift.span, 0, 0
    earlier: Plan = {}
    remembered, lists = bool(plan), frozenset[Items]()
    for _ in range(TRIES):
        mark = lift.journal.mark()
        try:
            attempt = try_(plan)
            if _taken_back(lift, attempt, mark):
                continue
            if rules.leaving is not None and leaves_early(lift, attempt):
                attempt.plan = _found_so_far(lift, attempt, rules.leaving)
                lift.journal.rollback(mark, {id(lift.sizes.solved), id(lift.sizes.binding)})
                return attempt
            revised = revise(lift, attempt, rules)
            if attempt.grown:
                check_growth(lift, attempt, rules)
            if revised == plan:
                attempt.plan = revised
                if any(_changes_later(lift, attempt, before, appended) for _, before, appended in attempt.grown.values()):
                    lift.refuse("an array that later iterations change is appended to a list", "append a copy: items.append(x.copy())")
                if any(_list_changes_later(lift, attempt, appended) for _, _, appended in attempt.grown.values()):
                    lift.lacks.one_thing = True
                    lift.refuse("a list that later iterations change is appended to a list", "append a copy: items.append(row[:])")
                carries.close(lift, attempt)
        except (PrecisError, NeedsPeeling, NeedsUnrolling, CannotJoin):
            if not remembered:
                raise
            lift.journal.rollback(mark)  # the arrays are others than last time: begin with the first iteration
            lift.span, plan, remembered = span, {}, False
            continue
        if revised == plan:
            lift.journal.rollback(mark, lift.lasting)
            remember(lift, key, plan)
            return attempt
        lift.journal.rollback(mark, {id(lift.sizes.solved), id(lift.sizes.binding)})
        lift.loops.not_carried |= plan.keys() - revised.keys()
        longer = longer + 1 if only_longer(plan, revised) else 0
        twice = twice + 1 if longer and doubled(plan, revised) else 0
        lift.span, earlier, plan = span, plan, revised
        if lift.ways.roomy:  # arrays that grow have the room of the program then
            continue
        if longer == 1 and (lists := _for_ever_longer(lift, try_, rules, earlier, plan)):
            break
        if with_large < TRIES and not longer and _only_appends(attempt, rules) and _nodes(attempt) > LONG:
            longer = with_large
        if twice >= TWICE or longer >= patience or (longer >= with_large and _nodes(attempt) > LONG):
            break
    if twice >= TWICE:
        lift.lacks.room = True
        raise _doubling(_named(earlier, plan))
    problem = (KeepsGrowing if longer else UnsupportedProgram)(
        f"what this loop carries from one iteration to the next does not settle on one shape and type{_named(earlier, plan)}",
        hints=("keep the shape and type of every variable the same in all iterations",))
    if isinstance(problem, KeepsGrowing):
        lift.lacks.room = True
        problem.cut_short, problem.lists = not lists and with_large <= longer < patience, lists
    raise problem


def _doubling(named: str) -> KeepsGrowing:
    problem = KeepsGrowing(f"arrays may be twice as long after every iteration of this loop, and nothing says how long they become{named}",
                           hints=("take the pieces one by one from a list: stack.append(...), stack.pop()",
                                  "or keep them in arrays as long as they may become, with a number that counts them"))
    problem.doubling = True
    return problem


def _taken_back(lift: Lifting, attempt: Attempt, mark: int) -> bool:
    """Whether a trial put other things where selections were, which are arrays from now on: it is to be made again."""
    held = [attempt.before.get(slot) for slot in attempt.finals]
    if not selections_in(held):
        return False
    lift.journal.rollback(mark, {id(lift.sizes.solved), id(lift.sizes.binding)})
    return own_before(lift, held)


def _for_ever_longer(lift: Lifting, try_: Callable[[Plan], Attempt], rules: Rules, old: Plan, new: Plan) -> frozenset[Items]:
    """The lists that would be longer after however many trials; empty where there are none, or where that cannot be told."""
    ahead = far_ahead(lift, old, new) if rules.trips is None else None
    if ahead is None:
        return frozenset()
    mark, span, plans = lift.journal.mark(), lift.span, dict(lift.loops.plans)
    try:
        found = revise(lift, try_(ahead), rules)
        return lengthened(ahead, found) if only_longer(ahead, found) else frozenset()
    except (PrecisError, NeedsPeeling, NeedsUnrolling, CannotJoin):
        return frozenset()
    finally:
        lift.journal.rollback(mark)
        lift.span, lift.loops.plans = span, plans


def _found_so_far(lift: Lifting, attempt: Attempt, rules: Rules) -> Plan:
    """What a trial shows to be carried by the same body under other rules; nothing where it does not fit these."""
    try:
        return revise(lift, attempt, rules)
    except (PrecisError, NeedsPeeling, CannotJoin):
        return {}


def _named(earlier: Plan, plan: Plan) -> str:
    """The variables of which the last trial found something else than the one before it."""
    carries_ = {**earlier, **plan}
    names = {c.key for s, c in carries_.items() if isinstance(c.key, str) and earlier.get(s) != plan.get(s)}
    return f": {', '.join(sorted(names))}" if names else ""


def _only_appends(attempt: Attempt, rules: Rules) -> bool:
    """Whether the body appends to a list without reading it, and nothing says how often: it is longer in every trial."""
    return rules.trips is None and any(slot not in attempt.reads and grows(table, key, attempt.before[slot], final)
                                       for slot, (table, key, final) in attempt.finals.items())


def check_growth(lift: Lifting, attempt: Attempt, rules: Rules) -> None:
    """Lists that a loop grows become arrays of rows; short ones of known length are written out where that takes few nodes."""
    if rules.short():
        if lift.ways.listing or _nodes(attempt) * (lift.sizes.example(rules.trips or Size.of(1)) or 1) <= LONG:
            raise CannotJoin("a list grows")
        lift.lacks.stacked = True
    for items, before, appended in attempt.grown.values():
        try:
            grown = carries.stackable(lift, appended)
        except CannotJoin as problem:
            lift.note_mixed(items)
            raise CannotJoin(f"a list {problem}") from None
        trips = None if rules.trips is None else lift.sizes.example(rules.trips)
        parts = grown.parts
        if lift.ways.listing and (grown.several or before):
            raise CannotJoin("a list grows by several items, or behind others")
        lift.lacks.stacked |= grown.several
        if parts is not None and parts.kind is list and trips is not None and trips <= WRITTEN_OUT:
            if lift.ways.listing:
                raise CannotJoin("a list grows by lists, which may change")
            lift.lacks.stacked = True
        if (isinstance(grown.leaf, ArrayLeaf) and any(map(rules.inner, grown.leaf.shape))) or isinstance(lift.content[items], Stacked):
            lift.note_mixed(items)
            raise CannotJoin("a list grows by arrays of different shapes")


def _nodes(attempt: Attempt) -> int:
    return len(attempt.build.nodes) + sum(1 for n in attempt.build.nodes for block in n.blocks for _ in block.walk())


def _changes_later(lift: Lifting, attempt: Attempt, before: Any, appended: tuple[Any, ...]) -> bool:
    """Whether the next iterations change an array that this one appends: one from before the loop, or one that they start with."""
    heads = _started_with(lift, attempt)
    started = arrays_in(lift, appended) & {*heads.values(), *arrays_in(lift, before)}
    shared = started or shared_with(lift, appended)
    if any(table is lift.content and key in shared for table, key, _ in attempt.finals.values()):
        return True
    params = {v.name for v in attempt.params}
    ends = positions(lift, {slot: x for slot, (_, _, x) in attempt.finals.items()})
    return any(getattr(lift.content.get(h), "name", "") not in params for p, h in heads.items() if ends.get(p) in shared)


def _list_changes_later(lift: Lifting, attempt: Attempt, appended: tuple[Any, ...]) -> bool:
    """Whether the next iterations change a list that this one appends."""
    lists = lists_in(lift, appended)
    if not lists:
        return False
    changed = {key for table, key, _ in attempt.finals.values() if table is lift.content}
    changed |= {thing for thing, held in attempt.held.items() if lift.content.get(thing) is not held}
    ends = positions(lift, {slot: x for slot, (_, _, x) in attempt.finals.items()})
    return any(x in changed and x.serial < attempt.born for x in lists) or any(
        ends.get(p) in lists and x in changed for p, x in attempt.places.items())


def _started_with(lift: Lifting, attempt: Attempt) -> dict[Position, Thing]:
    """What an iteration starts with; of the lists that it appends to, which are there as they are at its end, not the items."""
    heads, grown = positions(lift, attempt.heads), {items for items, _, _ in attempt.grown.values()}
    lists = [(slot, path) for (slot, path), thing in heads.items() if thing in grown]
    return {(slot, path): thing for (slot, path), thing in heads.items()
            if not any(slot == at and path != of and path[:len(of)] == of for at, of in lists)}


def rules_of(lift: Lifting, node: Any, at_least_once: Callable[[], bool], index: str | None, range_: Range | None,
             most: Size | None = None, leaving: Rules | None = None) -> Rules:
    loads, inside = lift.frame.loads, loads_of([node])
    outer = lift.in_sight()

    def matters(table: Table, key: Any) -> bool:
        return table is not lift.frame.names or loads.get(key, 0) > inside.get(key, 0) or not isinstance(key, str)

    def inner(size: Size) -> bool:
        return not lift.sizes.resolve(size).symbols() <= outer

    def last(x: Any) -> Any:
        end = {index: range_.last} if index and range_ else {}
        return _at_end(lift, x, end, inner)
    def short() -> bool:
        trips = lift.sizes.resolve(range_.trips).constant if range_ else None
        return trips is not None and trips <= LISTED
    iteration = range_.iteration(Size.of(index)) if range_ and index else None
    return Rules(matters, at_least_once, last, inner, index is not None, range_.trips if range_ else most, iteration, outer,
                 lift.loops.varying, short, leaving)


def _at_end(lift: Lifting, x: Any, end: dict[str, Size], inner: Callable[[Size], bool]) -> Any:
    """An int or view that depends on nothing but the loop index, in the last iteration; MISSING for others."""
    if isinstance(x, Int):
        size = lift.sizes.resolve(x.size).substitute(end)
        return MISSING if inner(size) else Int(size, x.dtype)
    if isinstance(x, tuple):
        items = tuple(_at_end(lift, i, end, inner) for i in x)
        return MISSING if any(i is MISSING for i in items) else items
    if x is None or isinstance(x, (bool, str)) or callable(x) or not type(x).__module__.startswith("precis.lift."):
        return x
    return MISSING
