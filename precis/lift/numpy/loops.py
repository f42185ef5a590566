"""`for`: what it goes through, and what its iterations must not change."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Hashable, Set
from typing import Any

from precis.errors import UnsupportedProgram
from precis.lift.numpy.counted_loops import Bind, counted, listed, may_leave
from precis.lift.numpy.followed import follow
from precis.lift.numpy.iterables import Counted, Listed, is_iterator, iterable, iterated
from precis.lift.numpy.journal import Slot, Table
from precis.lift.numpy.leaving import otherwise
from precis.lift.numpy.library.columns import Columns
from precis.lift.numpy.once import reads_ahead
from precis.lift.numpy.problems import ChangesWhileRunning, NeedsUnrolling
from precis.lift.numpy.reach import within_reach
from precis.lift.numpy.rolled import as_table
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.source import awaited
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.unending import while_over
from precis.lift.numpy.values import MISSING, Generating, Instance, Interval, Reversed, Together
from precis.lift.numpy.watched import Watched
from precis.lift.numpy.whiles import stopped


def for_loop(lift: Lifting, node: ast.For) -> None:
    """`for target in iterable`."""
    lazily = _is_lazy(node.iter)
    with lift.journal.watching() as evaluating:
        given = items = lift.evaluate(node.iter)
    iterates = isinstance(items, Instance) and hasattr(items.cls, "__iter__") and not issubclass(items.cls, tuple)
    if iterates and (is_iterator(items) or not may_leave(node)):
        items = iterated(lift, items)
    if (unending := while_over(lift, node, items)) is not None:
        lift.execute([unending])
        return
    mark = lift.journal.mark()
    read_ahead = evaluating.reads if reads_ahead(lift, node.iter, items) else set()
    if isinstance(items, Generating):
        _over_generator(lift, node, items)
        _refuse_changed_content(lift, mark, read_ahead)
        return
    start = savepoint(lift)
    try:
        watched = _run(lift, node, given, items, evaluating.reads if lazily else set())
    except ChangesWhileRunning as problem:
        start.undo(lift)
        follow(lift, node, given, problem)
        return
    if watched.gets_other_items():
        start.undo(lift)
        _run(lift, node, given, watched.by_position(items), set())
        watched.check_lengths()
    _refuse_changed_content(lift, mark, read_ahead)


def _run(lift: Lifting, node: ast.For, given: Any, items: Any, read: Container[Slot]) -> Watched:
    """`for target in items`, those of `given`; `read`: what was read when these were evaluated, and is read while the loop runs."""
    ahead = _generates(items)
    _move_to_front(lift, items)
    mark = lift.journal.mark()
    with lift.journal.watching() as reading:
        over = iterable(lift, items, stem(node.target))
    if isinstance(items, Interval) and isinstance(over, Counted):
        over = within_reach(lift, node, over)
    if ahead:
        _refuse_changes(lift, lift.journal.changes(mark))
    mark = lift.journal.mark()
    watched = Watched(lift, given, items, over)

    def bind(item: Any) -> None:
        watched.check_rest()
        lift.assign(node.target, item)

    def ended() -> None:
        watched.check_whole()
        changes = lift.journal.changes(mark).items()
        _refuse_changes(lift, {slot: change for slot, change in changes if slot in read or (ahead and slot in reading.reads)})
    repeat(lift, node, over, bind, lambda: lift.execute(node.body), node.orelse, ended)
    return watched


def _is_lazy(node: ast.expr) -> bool:
    """Whether a loop runs over a generator expression, which reads while the loop runs."""
    parts = node.args if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("enumerate", "zip") else [node]
    return any(isinstance(p, ast.GeneratorExp) for p in parts)


def _generates(items: Any) -> bool:
    """Whether a generator gives the items of a loop, or some of them, which then runs to its end before the loop begins."""
    if isinstance(items, (Together, Reversed)):
        return any(map(_generates, items.parts if isinstance(items, Together) else (items.of,)))
    return isinstance(items, Generating) or (isinstance(items, Instance) and not issubclass(items.cls, tuple))


def _move_to_front(lift: Lifting, items: Any) -> None:
    """Reading a queue moves what is left in its rows to their front, which is no change that a loop over it would see."""
    for part in items.parts if isinstance(items, Together) else (items.of,) if isinstance(items, Reversed) else ():
        _move_to_front(lift, part)
    if isinstance(items, Instance) and issubclass(items.cls, Columns):
        for column in lift.held(items)["lists"]:
            lift.held(column)


def _refuse_changes(lift: Lifting, changes: dict[Slot, tuple[Table, Hashable, Any]]) -> None:
    """Things that were there before the generator or the loop and that one of both changes: in Python they take turns."""
    names = {id(frame.names) for frame in lift.frames}
    if any(old is not MISSING and (table is lift.content or id(table) in names) for table, _, old in changes.values()):
        lift.refuse("a loop that may end before its generator does, or that takes other items beside it, changes what the other sees",
                    "loop over a range, and write in the loop what the generator does")


def _refuse_changed_content(lift: Lifting, mark: int, reads: Set[Slot]) -> None:
    """Arrays, lists and objects that were read before a loop begins, of which Python reads each item when it comes to it."""
    changes = lift.journal.changes(mark).items()
    if any(slot in reads and table is lift.content and old is not MISSING for slot, (table, _, old) in changes):
        lift.refuse("a loop changes what its iterator reads", "loop over a range, or over a copy: list(x), x.copy()")


def _over_generator(lift: Lifting, node: ast.For, items: Generating) -> None:
    """The body of the loop runs where the generator yields; where the loop is left, the generator returns."""
    frame, leaves = lift.frame, may_leave(node)
    outer = frame.flow.get("broke", False)

    def consume(item: Any) -> None:
        with lift.returning_to(frame):
            if leaves:
                lift.journal.set(frame.flow, "broke", False)
                lift.journal.set(frame.flow, "returned", False)
            lift.assign(node.target, item)
            lift.execute(node.body)

    def left() -> Any:
        with lift.returning_to(frame):
            return stopped(lift)
    lift.journal.set(frame.flow, "broke", False)
    around, frame.taking = frame.taking, frame.taking | awaited(frame.key, node, ())
    items.run(consume, left if leaves else None)
    frame.taking = around
    otherwise(lift, node.orelse)
    lift.journal.set(frame.flow, "broke", outer)


def stem(target: ast.expr) -> str:
    """How the index of a loop is called."""
    if isinstance(target, ast.Tuple) and target.elts:
        return stem(target.elts[0])
    return target.id if isinstance(target, ast.Name) and target.id.strip("_") else "k"


def repeat(lift: Lifting, node: ast.AST, over: Counted | Listed, bind: Bind, body: Callable[[], None],
           orelse: list[ast.stmt] | None = None, ended: Callable[[], None] = lambda: None) -> None:
    """Run `body` for every item of `over`; `ended`: what is done behind the last one, before what stands in `else`."""
    flow = lift.frame.flow
    outer = flow.get("broke", False)
    lift.journal.set(flow, "broke", False)
    if isinstance(over, Listed):
        _over_list(lift, node, over, bind, body)
    else:
        counted(lift, node, over, bind, body, 0)
    ended()
    otherwise(lift, orelse or [])
    lift.journal.set(flow, "broke", outer)


def _over_list(lift: Lifting, node: ast.AST, over: Listed, bind: Bind, body: Callable[[], None]) -> None:
    """A loop over a table of the items where that can be, else one copy of the body per item."""
    start = savepoint(lift)
    table = as_table(lift, node, over.items, stem(node.target) if isinstance(node, ast.For) else "k")
    if table is not None:
        try:
            counted(lift, node, table, bind, body, 0)
            return
        except (UnsupportedProgram, NeedsUnrolling):
            start.undo(lift)
    listed(lift, list(over.items), bind, body)
