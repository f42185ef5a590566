"""Dicts, lists and objects of the caller that the function leaves with other items (ADR 209): what it puts there is a result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from precis.errors import UnsupportedProgram
from precis.ir.refill import Refilling, spelled
from precis.ir.trees import Each, Refill, Refilled, Tree
from precis.lift.numpy.given_back import Results, items_tree, returned_tree
from precis.lift.numpy.given_pools import parts_changed
from precis.lift.numpy.listed import is_columns, keeps_its_items
from precis.lift.numpy.signature import Inputs
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.tables_of_lists import is_table, refuse_uneven
from precis.lift.numpy.values import Array, Instance, Items, Stacked, View

Path = tuple[Any, ...]


def refilled(lift: Lifting, inputs: Inputs, tree: Tree, out: Results) -> Tree:
    """The return tree together with what arguments get; `tree` itself where they keep what they had."""
    before = {items: held for _, items, held in inputs.lists}
    changed = {items for items, held in before.items() if lift.content[items] is not held or _parts_changed(lift, inputs, items)}
    parts = {things: found for things in lift.made.given if (found := list(parts_changed(lift, things)))}
    if not changed and not parts:
        return tree
    places = {thing: path for path, thing in _places(inputs, before)}
    new = _New(lift, places, [tree], out)
    for name, items, _ in inputs.lists:
        if items in changed and items not in places:
            raise UnsupportedProgram(f"the {_kind(items)} {name}, an argument, gets other items",
                                     hints=("change its arrays in place, or return new ones",))
        if items in changed and items in inputs.rows and keeps_its_items(inputs.rows[items][0]) and not is_table(lift, items):
            raise UnsupportedProgram(f"the list {name}, an argument whose items are lists, dicts or objects, is changed",
                                     hints=("change a copy: list(...), or return a new list",))
    new.refuse_sharing([(places[items], lift.held(items), before[items]) for _, items, _ in inputs.lists if items in changed])
    refills = tuple(new.refill(items, before[items]) for _, items, _ in inputs.lists if items in changed) + tuple(
        new.of_each(things, found) for things, found in parts.items())
    tree = Refilled.of(new.children, refills)
    Refilling(tree, inputs.trees).targets([inputs.given.get(name) for name, _ in inputs.trees])
    return tree


def _parts_changed(lift: Lifting, inputs: Inputs, items: Any) -> bool:
    """Whether one of the lists of parts that a list is has changed."""
    return items in inputs.rows and any(lift.content[column] is not held for column, held in inputs.rows[items][1])


def _places(inputs: Inputs, before: dict[Any, Any]) -> Iterator[tuple[Path, Any]]:
    """Arrays, dicts, lists and objects of the caller, with the path to each."""
    todo: list[tuple[Path, Any]] = [((name,), x) for name, x in inputs.stands.items()]
    while todo:
        path, x = todo.pop(0)
        if isinstance(x, (Array, Items, Instance)) and (isinstance(x, Array) or x in before):
            yield path, x
        held = () if x in inputs.rows else x if isinstance(x, tuple) else before.get(x, ()) if isinstance(x, (Items, Instance)) else ()
        todo += [((*path, key), item) for key, item in (held.items() if isinstance(held, dict) else enumerate(held))]


class _New:
    """What arguments get: children of the return tree, each once however often it stands there."""

    def __init__(self, lift: Lifting, places: dict[Any, Path], children: list[Tree], out: Results):
        self.lift, self.places, self.children, self.out = lift, places, children, out
        self.known: dict[Any, int] = {}

    def refill(self, items: Items | Instance, before: Any) -> Refill:
        path, now = self.places[items], self.lift.held(items)
        if isinstance(now, Stacked) or is_columns(items):
            refuse_uneven(self.lift, items)
            whole = ... if items in self.lift.made.tables else None
            return Refill(path, ((whole, self._child(now if isinstance(now, Stacked) else items, path)),))
        gone = [k for k in before if k not in now] if isinstance(now, dict) else ()
        return Refill(path, tuple((k, self._source(x, (*path, k))) for k, x in _new_items(now, before)), tuple(gone))

    def of_each(self, things: Any, parts: list[tuple[Any, Items]]) -> Refill:
        path = self.places[things]
        return Refill(path, tuple((Each(key), self._child(column, path)) for key, column in parts))

    def refuse_sharing(self, changed: list[tuple[Path, Any, Any]]) -> None:
        """What Python would leave sharing memory, or a thing of the caller in something new, comes back as copies: refused."""
        put = [((*path, key), x) for path, now, before in changed for key, x in _new_items(now, before)
               if not isinstance(x, (Array, Items, Instance)) or x not in self.places]
        parts = [(path, part, part is x) for path, x in put for part in _inside(self.lift, x)]
        whole = {part for _, part, _ in parts if isinstance(part, Array)} | set(self.out.arrays.values()) | self.lift.arguments
        seen: set[Array] = set()
        for path, part, outermost in parts:
            if not outermost and not isinstance(part, View) and part in self.places:
                raise UnsupportedProgram(f"{spelled(path)} gets {spelled(self.places[part])} inside of something new",
                                         hints=("assign a copy, or the thing itself",))
            if isinstance(part, View) and (part.base in whole or part.base in seen):
                raise UnsupportedProgram(f"{spelled(path)} gets a view of an array that is kept elsewhere, and would share its memory",
                                         hints=("assign a copy: x.copy()",))
            seen |= {part.base} if isinstance(part, View) else set()

    def _source(self, x: Any, path: Path) -> int | Path:
        if isinstance(x, (Array, Items, Instance)) and x in self.places:
            return self.places[x]
        if not isinstance(x, (Array, Items, Instance)):
            return self._child(x, path)
        if x not in self.known:
            self.known[x] = self._child(x, path)
        return self.known[x]

    def _child(self, x: Any, path: Path) -> int:
        try:
            self.children.append((items_tree if isinstance(x, Stacked) else returned_tree)(self.lift, x, self.out))
        except UnsupportedProgram as problem:
            raise UnsupportedProgram(problem.message.replace("the function returns", f"{spelled(path)} becomes"), problem.span,
                                     hints=problem.hints) from None
        return len(self.children) - 1


def _new_items(now: Any, before: Any) -> list[tuple[Any, Any]]:
    """(key, thing) of what a dict or object did not hold there before; all items of a list."""
    if isinstance(now, dict) and "lists" not in now:
        return [(k, x) for k, x in now.items() if k not in before or before[k] is not x]
    return list(enumerate(now)) if isinstance(now, tuple) else []


def _inside(lift: Lifting, x: Any) -> Iterator[Any]:
    """A thing, and the arrays, views, dicts, lists and objects in it."""
    if isinstance(x, (Array, View, Items, Instance)):
        yield x
    held = x if isinstance(x, tuple) else lift.held(x) if isinstance(x, (Items, Instance)) else ()
    for item in held.values() if isinstance(held, dict) else held if isinstance(held, tuple) else ():
        yield from _inside(lift, item)


def _kind(items: Items | Instance) -> str:
    return "object" if isinstance(items, Instance) else items.kind.__name__
