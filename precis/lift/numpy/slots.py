"""Slots whose contents control flow joins: which outlive a block, what they are called, and what a trial run of a block did to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.ir.build import Build
from precis.ir.types import Shape, Value
from precis.lift.numpy.aliases import Position, Thing, positions
from precis.lift.numpy.frames import Frame
from precis.lift.numpy.journal import Slot, Table
from precis.lift.numpy.lengths import write_out_names
from precis.lift.numpy.not_joined import CannotJoin
from precis.lift.numpy.problems import Fact
from precis.lift.numpy.reached import reached
from precis.lift.numpy.scopes import container
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.template_values import flatten, rebuild
from precis.lift.numpy.templates import ArrayLeaf, Group, Template, Title, kept, template
from precis.lift.numpy.values import MISSING, Array, Instance, Items, Maybe, Scalar, Unsure, as_held, serials

Finals = dict[Slot, tuple[Table, Any, Any]]  # slot -> (table, key, what it holds at the end)


@dataclass(frozen=True, slots=True)
class Ending:
    """A block that was run on trial: its nodes, and what the slots that outlive it hold at its end."""

    build: Build
    finals: Finals  # slots that outlive the block
    all: Finals  # those of arrays and lists made in the block too
    near: dict[Position, frozenset[Thing]]  # arrays that the slots which outlive it refer to, with those that may share their elements
    facts: tuple[Fact, ...] = ()  # what is known throughout
    frozen: tuple[Items | Instance, ...] = ()  # what must not change any more where this block was run

    def certain(self, x: Any) -> Any:
        """x, or the thing that it is where it is known to be there."""
        there = x.there.value if isinstance(x, Maybe) and isinstance(x.there, Scalar) else None
        return x.thing if there is not None and there.name in self.facts else x


def trial(lift: Lifting, build: Build, run: Callable[[], None], facts: Iterable[Fact] = ()) -> Ending:
    """Run a block, note what it changed, and take the changes back (guards and equalities of sizes stay)."""
    born, mark = next(serials), lift.journal.mark()
    known = tuple(facts)
    with lift.building(build), lift.knowing(known), lift.sizes.conditional():
        run()
        write_out_names(lift, mark)
    finals = changed(lift, mark, born)
    near = {p: lift.relatives(a) | {a} for p, a in positions(lift, {slot: x for slot, (_, _, x) in finals.items()}).items()}
    ending = Ending(build, finals, changed(lift, mark, None), near, known)
    lift.journal.rollback(mark, lift.lasting)
    return ending


def changed(lift: Lifting, mark: int, born: int | None) -> Finals:
    """Slots that existed before `born` (None: all) and hold something else now."""
    lasting = lift.lasting
    return {slot: (table, key, table.get(key, MISSING)) for slot, (table, key, old) in lift.journal.changes(mark).items()
            if id(table) not in lasting and _older(lift, table, key, born) and table.get(key, MISSING) is not old}


def _older(lift: Lifting, table: Table, key: Any, born: int | None) -> bool:
    """Whether the owner of a slot existed before."""
    if table is lift.content:
        return born is None or key.serial < born
    frame = lift.frame_of.get(id(table))
    birth = frame.serial if frame is not None else lift.births.get(id(table))
    return birth is not None and (born is None or birth < born)


def replay(lift: Lifting, finals: Finals) -> int:
    """Put back what a trial left; returns the mark to roll back to."""
    mark = lift.journal.mark()
    for table, key, value in finals.values():
        lift.journal.set(table, key, value)
    return mark


def slot_template(lift: Lifting, table: Table, key: Any, x: Any) -> Template:
    """The template of what a slot holds: for the contents of an array, the array's own."""
    if table is lift.content and isinstance(key, Array) and x is not MISSING and not hasattr(x, "reason"):
        return ArrayLeaf(lift.shape(key.shape), key.dtype)
    if table is lift.content and isinstance(x, (tuple, dict)):
        return Group(tuple, tuple(x) if isinstance(x, dict) else tuple(range(len(x))), tuple(kept(lift, i) for i in _values(x)),
                     unsure=isinstance(x, Unsure))
    return kept(lift, x) if isinstance(x, Items) and x in lift.made.queues else template(lift, x)


def named_template(lift: Lifting, table: Table, key: Any, x: Any) -> Template:
    """The same; of a list, dict or object that cannot be made anew, that it is this one."""
    try:
        return slot_template(lift, table, key, x)
    except CannotJoin:
        if table is lift.content or not isinstance(x, (Items, Instance)):
            raise
        return kept(lift, x)


def title(lift: Lifting, table: Table, key: Any) -> Title:
    """How the containers of a slot's leaves are called."""
    def of(path: str, shape: Shape, dtype: np.dtype) -> str | None:
        if table is lift.content and isinstance(key, Array) and lift.container(key):
            return lift.container(key)
        frame, name = _owner(lift, table, key)
        span = lift.placed.get((getattr(key, "serial", 0), path[1:]))
        return None if frame is None or frame.hidden else container(lift, frame, f"{name}{path}", shape, dtype, span)
    return of


def _owner(lift: Lifting, table: Table, key: Any) -> tuple[Frame | None, str]:
    """(frame, name) by which the user knows a slot; no frame for slots of the lifter's own."""
    frame = lift.frame_of.get(id(table))
    if frame is not None:
        return (None, "") if table is frame.flow and key != "result" else (frame, key)
    if table is not lift.content:
        return None, ""
    return reached(lift, key) or (lift.frames[0], "array")


def keep_rows(lift: Lifting, items: Items, rows: Value, dtype: np.dtype) -> Array:
    """The array that a list has become, in a container called like the list."""
    found = reached(lift, items)
    if found is None or found[0].hidden:
        return lift.new_array(rows, dtype)
    title = container(lift, *found, rows.shape, dtype, lift.placed.get((items.serial, "")))
    return lift.new_array(lift.emit("store", rows, dtype=dtype, container=title), dtype, title)


def _values(x: Any) -> tuple[Any, ...]:
    return tuple(x.values()) if isinstance(x, dict) else x


def slot_leaves(lift: Lifting, t: Template, table: Table, x: Any) -> list[Value]:
    """The leaves of what a slot holds, as values of its template's dtypes."""
    if table is lift.content and isinstance(x, Value):
        return [lift.settle(x)]
    if table is lift.content and isinstance(x, dict):
        x = tuple(x.get(k, MISSING) for k in t.keys) if isinstance(t, Group) else _values(x)
    return flatten(lift, t, x)


def slot_rebuilt(lift: Lifting, t: Template, table: Table, key: Any, values: Iterator[Value]) -> Any:
    """What the slot holds when its leaves are `values`."""
    if table is lift.content and isinstance(key, Array):
        return next(values)
    x = rebuild(lift, t, values)
    keyed = table is lift.content and (isinstance(key, Instance) or (isinstance(key, Items) and key.kind is dict))
    return (Unsure if t.unsure else as_held)(dict(zip(t.keys, x))) if keyed and isinstance(t, Group) else x
