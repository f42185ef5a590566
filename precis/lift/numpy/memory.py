"""What earlier trials of a loop found out, so that a loop inside a loop settles in one trial the next time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from precis.ir.size import Size
from precis.lift.numpy import carries
from precis.lift.numpy.aliases import End, Position
from precis.lift.numpy.carries import Carry, Plan, Stepping
from precis.lift.numpy.frames import Frame
from precis.lift.numpy.journal import Slot, Table
from precis.lift.numpy.slots import slot_template
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.templates import ArrayLeaf, CountLeaf, Group, ListLeaf, Same, Template, bases, opened
from precis.lift.numpy.values import MISSING, Array, Int, Items, Stacked

Address = tuple[str, Any]  # (role, name) of a slot: what outlives a trial
Entry = tuple[Address, Any, Any]  # (address, template, ends by addresses)


def place(lift: Lifting, key: Any) -> Any:
    """A statement under the calls that lead to it."""
    return (*(id(f.call) for f in lift.frames), key)


def remember(lift: Lifting, key: Any, plan: Plan) -> None:
    frame, where = lift.frame, place(lift, key)
    if not all(_steady(lift, carry) for carry in plan.values()):
        lift.loops.plans.pop(where, None)
        return
    own = lift.loops.counting.get(where)
    found = {carry.slot: address for carry in plan.values() if (address := _address(frame, lift, carry, own))}
    lift.loops.plans[where] = [(address, plan[slot].template, _ends_by_address(found, plan[slot])) for slot, address in found.items()]


def _steady(lift: Lifting, carry: Carry) -> bool:
    """Whether the next trial can tell what lengths vary in it: none, or that of a list, which grows by so many items in an iteration."""
    t = carry.template
    return _grows(t) or not (isinstance(t, CountLeaf) or carries.varying(lift, {carry.slot: carry}))


def _grows(t: Any) -> bool:
    """Whether a list has a length that varies, and nothing else of it does."""
    lengths = t.rows.lengths if isinstance(t, ListLeaf) and t.rows is not None else ()
    return bool(lengths) and lengths[0] is not None and lengths[0].grown is not None and not any(lengths[1:])


def counts_in(lift: Lifting, key: Any, table: Table) -> None:
    """A loop keeps what it counts in a table of its own, which is another one the next time."""
    lift.loops.counting[place(lift, key)] = table


def _address(frame: Frame, lift: Lifting, carry: Carry, own: Table | None) -> Address | None:
    if carry.table is own:
        return "own", carry.key
    if carry.table is frame.names:
        return "name", carry.key
    if carry.table is frame.flow:
        return "flow", carry.key
    if carry.table is lift.content and isinstance(carry.key, Array):
        name = next((n for f in _visible(frame) for n, x in f.names.items() if carry.key in bases(x)), None)
        return ("content", name) if name else None
    if carry.table is lift.content and isinstance(carry.template, ListLeaf) and carry.template.rows is not None:
        name = next((n for f in _visible(frame) for n, x in f.names.items() if x is carry.key), None)
        return ("list", name) if name else None
    return None


def _ends_by_address(addresses: Mapping[Slot, Address], carry: Carry) -> tuple[Any, ...]:
    """Where what a slot holds comes from, in terms that outlive a trial; without what refers to an array of this one."""
    if addresses[carry.slot][0] not in ("name", "list"):
        return ()
    return tuple((path, found) for (_, path), end in carry.ends if (found := _end_by_address(addresses, end)))


def _end_by_address(addresses: Mapping[Slot, Address], end: End) -> Any:
    if any(kind == "old" or source[0] not in addresses for kind, source in end.sources):
        return None

    def of(position: Position) -> Any:
        return addresses[position[0]], position[1]
    others = [(kind, of(source)) for kind, source in end.others]
    return end.kind, of(end.source), end.whole, others, [of(p) for p in end.meets if p[0] in addresses]


def _visible(frame: Any) -> list[Frame]:
    found = []
    while isinstance(frame, Frame):
        found.append(frame)
        frame = frame.outer
    return found


def recall(lift: Lifting, key: Any, trips: Size | None) -> Plan:
    """The plan of an earlier trial, for the slots that are there now; empty the first time, and where it has what that trial counted.
    `trips`: how many iterations there are at most."""
    frame, where = lift.frame, place(lift, key)
    entries, seen = lift.loops.plans.get(where, []), lift.in_sight()
    tables = {"name": frame.names, "flow": frame.flow, "own": lift.loops.counting.get(where)}
    if not all(address[0] in ("content", "list") or _in_sight(lift, template, seen) for address, template, _ in entries):
        return {}
    if lift.loops.copied and any(_grows(template) for _, template, _ in entries):
        return {}  # lists that are longer in each copy show sooner there that they should not be copied
    found = {address: carry for address, template, _ in entries
             if (carry := _carry(lift, frame, tables, address, template, partial(_room, lift, trips)))}  # fmt: skip
    ends = {address: of for address, _, of in entries}
    return {c.slot: replace(c, ends=tuple(((c.slot, path), end) for path, by in ends[address] if (end := _end(found, by))))
            for address, c in found.items()}


def _room(lift: Lifting, trips: Size | None, step: Size) -> Size | None:
    """By how much a list may be longer after a loop that lengthens it by so many items in each iteration."""
    return None if trips is None or not step.symbols() <= lift.in_sight() else trips * step


def _in_sight(lift: Lifting, t: Template | None, seen: set[str]) -> bool:
    """Whether all sizes of a template are among those `seen`."""
    t = t and opened(t)
    if isinstance(t, Group):
        return all(_in_sight(lift, i, seen) for i in t.items)
    if isinstance(t, ListLeaf):
        return _in_sight(lift, t.rows, seen)
    sizes = t.shape if isinstance(t, ArrayLeaf) else (t.value.size,) if isinstance(t, Same) and isinstance(t.value, Int) else ()
    return all(d.symbols() <= seen for d in lift.shape(sizes))


def _carry(lift: Lifting, frame: Frame, tables: Mapping[str, Table | None], address: Address, template: Any,
           room: Callable[[Size], Size | None]) -> Carry | None:
    role, name = address
    if role in ("content", "list"):
        x = next((f.names[name] for f in _visible(frame) if name in f.names), None)
        return _array(lift, x) if role == "content" else _list(lift, x, template, room)
    table = tables[role]
    if table is None:
        return None
    if isinstance(template, Stepping):
        before = table.get(name)
        if not isinstance(before, Int):
            return None
        template = Stepping(lift.sizes.resolve(before.size), template.step)
    return Carry(table, name, template)


def _array(lift: Lifting, x: Any) -> Carry | None:
    base = next(iter(bases(x)), None)
    held = lift.content.get(base, MISSING)
    if base is None or base.frozen or held is MISSING or hasattr(held, "reason"):
        return None
    return Carry(lift.content, base, slot_template(lift, lift.content, base, held))


def _list(lift: Lifting, x: Any, template: ListLeaf, room: Callable[[Size], Size | None]) -> Carry | None:
    """A list as it is now, or as it varies from there."""
    held = lift.content.get(x) if isinstance(x, Items) and not x.frozen else None
    now = slot_template(lift, lift.content, x, held) if isinstance(held, Stacked) else None
    if not isinstance(now, ListLeaf) or now.rows is None or template.rows is None or now.rows.dtype != template.rows.dtype:
        return None
    if not _grows(template):
        return Carry(lift.content, x, now)
    length, first = template.rows.lengths[0], now.rows.shape[0]
    more = room(length.grown)  # type: ignore[union-attr, arg-type]
    if more is None or len(now.rows.shape) != len(template.rows.shape):
        return None
    varies = replace(length, ends=(first, None))  # type: ignore[type-var]
    shape = (lift.sizes.resolve(first + more), *now.rows.shape[1:])
    return Carry(lift.content, x, replace(template, rows=replace(template.rows, shape=shape, lengths=(varies, *template.rows.lengths[1:]))))


def _end(found: Mapping[Address, Carry], by: Any) -> End | None:
    """What was noted of an end, in terms of the slots that are there now."""
    kind, source, whole, others, meets = by
    if any(address not in found for address, _ in (source, *(position for _, position in others))):
        return None

    def of(position: Any) -> Position:
        return found[position[0]].slot, position[1]
    return End(kind, of(source), whole, frozenset((k, of(p)) for k, p in others), frozenset(of(p) for p in meets if p[0] in found))


def index_symbol(lift: Lifting, node: Any, stem: str) -> str:
    """The symbol of a loop's index: the same in every trial of the loop."""
    where = place(lift, node)
    if where not in lift.loops.indices:
        lift.loops.indices[where] = lift.names.fresh(stem)
    return lift.loops.indices[where]
