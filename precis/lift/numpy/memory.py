"""What earlier trials of a loop found out, so that a loop inside a loop settles in one trial the next time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from precis.lift.numpy import carries
from precis.lift.numpy.aliases import End
from precis.lift.numpy.carries import Carry, Plan, Stepping
from precis.lift.numpy.frames import Frame
from precis.lift.numpy.journal import Slot, Table
from precis.lift.numpy.slots import slot_template
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.templates import ArrayLeaf, Group, ListLeaf, Same, Template, bases, opened
from precis.lift.numpy.values import MISSING, Array, Int

Entry = tuple[str, str, Any, Any]  # (role of the slot, name, template, end by names)


def place(lift: Lifting, key: Any) -> Any:
    """A statement under the calls that lead to it."""
    return (*(id(f.call) for f in lift.frames), key)


def remember(lift: Lifting, key: Any, plan: Plan) -> None:
    frame, where = lift.frame, place(lift, key)
    if carries.varying(lift, plan):
        lift.loops.plans.pop(where, None)
        return
    own = lift.loops.counting.get(where)
    lift.loops.plans[where] = [e for e in (_entry(frame, lift, plan, carry, own) for carry in plan.values()) if e]


def counts_in(lift: Lifting, key: Any, table: Table) -> None:
    """A loop keeps what it counts in a table of its own, which is another one the next time."""
    lift.loops.counting[place(lift, key)] = table


def _entry(frame: Frame, lift: Lifting, plan: Plan, carry: Carry, own: Table | None) -> Entry | None:
    if carry.table is own:
        return "own", carry.key, carry.template, ()
    if carry.table is frame.names:
        return "name", carry.key, carry.template, tuple(_end_by_name(frame, plan, path, end) for (_, path), end in carry.ends)
    if carry.table is frame.flow:
        return "flow", carry.key, carry.template, ()
    if carry.table is lift.content and isinstance(carry.key, Array):
        name = next((n for f in _visible(frame) for n, x in f.names.items() if carry.key in bases(x)), None)
        return ("content", name, None, ()) if name else None
    return None


def _end_by_name(frame: Frame, plan: Plan, path: Any, end: End) -> Any:
    """An end in terms of names, which outlive a trial; None where it refers to an array of this trial."""
    if end.kind == "old" or end.others or end.source[0] not in plan or plan[end.source[0]].table is not frame.names:
        return path, None
    names = {(id(c.table), c.key): c.key for c in plan.values() if c.table is frame.names}
    meets = [(names[slot], inner) for slot, inner in end.meets if slot in names]
    return path, (end.kind, plan[end.source[0]].key, end.source[1], end.whole, meets)


def _visible(frame: Any) -> list[Frame]:
    found = []
    while isinstance(frame, Frame):
        found.append(frame)
        frame = frame.outer
    return found


def recall(lift: Lifting, key: Any) -> Plan:
    """The plan of an earlier trial, for the slots that are there now; empty the first time, and where it has what that trial counted."""
    frame, where = lift.frame, place(lift, key)
    plan: Plan = {}
    entries, seen = lift.loops.plans.get(where, []), lift.in_sight()
    tables = {"name": frame.names, "flow": frame.flow, "own": lift.loops.counting.get(where)}
    if not all(_in_sight(lift, template, seen) for _, _, template, _ in entries):
        return plan
    for role, name, template, ends in entries:
        carry = _carry(lift, frame, tables, role, name, template, ends)
        if carry is not None:
            plan[carry.slot] = carry
    return plan


def _in_sight(lift: Lifting, t: Template | None, seen: set[str]) -> bool:
    """Whether all sizes of a template are among those `seen`."""
    t = t and opened(t)
    if isinstance(t, Group):
        return all(_in_sight(lift, i, seen) for i in t.items)
    if isinstance(t, ListLeaf):
        return _in_sight(lift, t.rows, seen)
    sizes = t.shape if isinstance(t, ArrayLeaf) else (t.value.size,) if isinstance(t, Same) and isinstance(t.value, Int) else ()
    return all(d.symbols() <= seen for d in lift.shape(sizes))


def _carry(lift: Lifting, frame: Frame, tables: Mapping[str, Table | None], role: str, name: str, template: Any, ends: Any) -> Carry | None:
    if role == "content":
        x = next((f.names[name] for f in _visible(frame) if name in f.names), None)
        base = next(iter(bases(x)), None)
        held = lift.content.get(base, MISSING)
        if base is None or base.frozen or held is MISSING or hasattr(held, "reason"):
            return None
        return Carry(lift.content, base, slot_template(lift, lift.content, base, held))
    table = tables[role]
    if table is None:
        return None
    if isinstance(template, Stepping):
        before = table.get(name)
        if not isinstance(before, Int):
            return None
        template = Stepping(lift.sizes.resolve(before.size), template.step)
    slot = id(table), name
    known = tuple(((slot, path), _end(frame, end)) for path, end in ends if end)
    return Carry(table, name, template, known)


def _end(frame: Frame, end: Any) -> End:
    kind, name, path, whole, meets = end
    return End(kind, (_slot(frame, name), path), whole, frozenset(), frozenset((_slot(frame, n), p) for n, p in meets))


def _slot(frame: Frame, name: str) -> Slot:
    return id(frame.names), name


def index_symbol(lift: Lifting, node: Any, stem: str) -> str:
    """The symbol of a loop's index: the same in every trial of the loop."""
    where = place(lift, node)
    if where not in lift.loops.indices:
        lift.loops.indices[where] = lift.names.fresh(stem)
    return lift.loops.indices[where]
