"""Assignments: to names, items, attributes and several targets at once, and those that change what is there."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from typing import Any

from precis.errors import UnsupportedProgram
from precis.lift.numpy.attributes import attribute
from precis.lift.numpy.attributes_set import set_attribute, sets
from precis.lift.numpy.calls import unpacked
from precis.lift.numpy.expressions import evaluate, evaluate_operand, evaluate_or_none, position
from precis.lift.numpy.functions.linear import matmul
from precis.lift.numpy.indexing import put, take
from precis.lift.numpy.iterables import Counted, iterable
from precis.lift.numpy.numbers import is_number
from precis.lift.numpy.once import taken_once, uses
from precis.lift.numpy.operators import augmented
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.scopes import bind, look_up
from precis.lift.numpy.source import loads_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.tables_of_lists import put_in_row, table_named
from precis.lift.numpy.unending import next_of
from precis.lift.numpy.values import Array, Instance, Int, Interval, Items, SliceOf, View


def _assign(lift: Lifting, node: ast.Assign) -> None:
    start = savepoint(lift)
    try:
        value = taken_once(lift, node, _known_to_be_used_once(lift, node, _evaluated(lift, node)))
    except UnsupportedProgram:
        if not isinstance(node.value, ast.IfExp) or not all(isinstance(t, (ast.Subscript, ast.Name)) for t in node.targets):
            raise
        start.undo(lift)
        lift.execute([_assigning_either(node)])  # the same elements may get what differs in type and shape, and a name what is never read
        return
    for target in node.targets:
        assign(lift, target, value)


def _known_to_be_used_once(lift: Lifting, node: ast.Assign, value: Any) -> Any:
    if isinstance(node.value, ast.GeneratorExp) and next_of(lift, value) is None and not _may_be_a_list(lift, node):
        with lift.at(node.value):
            lift.refuse("a generator is used more than once, or what it reads changes before it is used", "write a list: [... for ...]")
    return value


def _evaluated(lift: Lifting, node: ast.Assign) -> Any:
    """The value; a name may keep what arithmetic makes of a number or an array."""
    kept = isinstance(node.value, ast.BinOp) and all(isinstance(t, ast.Name) for t in node.targets)
    return (evaluate_operand if kept else evaluate_or_none)(lift, node.value)


@cache
def _assigning_either(node: ast.Assign) -> ast.If:
    """`if test: target = a; else: target = b`, of `target = a if test else b`."""
    value: Any = node.value
    ways: list[list[ast.stmt]] = [[ast.copy_location(ast.Assign(node.targets, part), node)] for part in (value.body, value.orelse)]
    return ast.copy_location(ast.If(value.test, *ways), node)


def _may_be_a_list(lift: Lifting, node: ast.Assign) -> bool:
    """Whether a generator may be computed at once: it is unpacked, or used once under its name, and nothing that it reads is assigned
    later."""
    if all(isinstance(t, (ast.Tuple, ast.List)) for t in node.targets):
        return True
    names = [t.id for t in node.targets if isinstance(t, ast.Name)]
    later = {n.id for s in getattr(lift.frame.key, "body", ()) for n in ast.walk(s)
             if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and n.lineno > node.lineno}
    return all(len(uses(lift.frame.key, name)[1]) <= 1 for name in names) and not later & loads_of(node.value).keys()


def assign(lift: Lifting, target: ast.expr, value: Any) -> None:
    """target = value"""
    with lift.at(target):
        if isinstance(target, ast.Name):
            bind(lift, target.id, value)
        elif isinstance(target, ast.Subscript):
            table = _table_of(lift, target) if is_number(value) else None
            if table is not None:
                put_in_row(lift, table, evaluate(lift, target.value.slice), evaluate(lift, target.slice), value)  # type: ignore[attr-defined]
                return
            owner = evaluate(lift, target.value)
            put(lift, owner, position(lift, owner, target.slice), value)
        elif isinstance(target, ast.Attribute):
            set_attribute(lift, evaluate(lift, target.value), target.attr, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            _unpack(lift, target.elts, lift.present(value))
        else:
            lift.refuse(f"assignment to a `{type(target).__name__}` cannot be lifted")


def _table_of(lift: Lifting, target: ast.Subscript) -> Items | None:
    """d of a target d[i][j], where it is a list of lists that the function uses as a table; None for other targets."""
    row = target.value
    if not lift.made.tables or not isinstance(row, ast.Subscript) or not isinstance(row.value, ast.Name):
        return None
    return table_named(lift, row.value, evaluate(lift, row.value))


def _unpack(lift: Lifting, targets: list[ast.expr], value: Any) -> None:
    star = next((k for k, t in enumerate(targets) if isinstance(t, ast.Starred)), None)
    if star is not None and isinstance(value, (Array, View, Items, Instance, Interval)) and _of_a_size(lift, value, len(targets) - 1):
        _unpack_ends(lift, targets, star, value)
        return
    items = list(unpacked(lift, value, len(targets) if star is None else None))
    if star is not None and len(items) >= len(targets) - 1:
        behind = len(targets) - star - 1
        middle = lift.new_items(list, tuple(items[star:len(items) - behind]))
        items = [*items[:star], middle, *items[len(items) - behind:]]
    if len(items) != len(targets):
        lift.wrong(f"{len(items)} values are unpacked into {len(targets)} names")
    if isinstance(value, (Array, View)):
        items = [_row(lift, i, len(items)) for i in items]
    for target, item in zip(targets, items):
        assign(lift, target.value if isinstance(target, ast.Starred) else target, item)


def _of_a_size(lift: Lifting, value: Any, least: int) -> bool:
    """Whether a size, or a run, says how many items there are, at least so many; where they may be known one by one, that is noted."""
    over = iterable(lift, value) if not isinstance(value, Instance) or hasattr(value.cls, "__iter__") else None
    if not isinstance(over, Counted):
        return False
    if lift.sizes.example(over.range.trips) is None:
        return True
    sized = over.range.trips.constant is None and not lift.ways.itemwise and lift.sizes.nonnegative(over.range.trips - least) is True
    lift.lacks.sized |= sized
    return sized


def _unpack_ends(lift: Lifting, targets: list[ast.expr], star: int, value: Any) -> None:
    """first, *rest, last = value, of as many items as a size or a run tells."""
    behind = len(targets) - star - 1
    for k, target in enumerate(targets):
        if isinstance(target, ast.Starred):
            part = take(lift, value, SliceOf(Int.of(star), Int.of(-behind) if behind else None, None))
            assign(lift, target.value, lift.call(list, [part], {}))
        else:
            assign(lift, target, take(lift, value, Int.of(k if k < star else k - len(targets))))


def _row(lift: Lifting, item: Any, count: int) -> Any:
    """A row of an array that nothing else refers to becomes an array: rows do not overlap. `count` of them were taken."""
    if isinstance(item, View) and not lift.container(item.base) and not item.base.frozen and item.base.views <= count + 1:
        item.base.views = 0
    return item


def _augmented(lift: Lifting, node: ast.AugAssign) -> None:
    target, kind = node.target, type(node.op)
    if isinstance(target, ast.Name):
        old = lift.present(look_up(lift, target.id))
        new = _augment(lift, kind, old, evaluate_operand(lift, node.value))
        if new is not old:
            bind(lift, target.id, new)
    elif isinstance(target, ast.Subscript) and (table := _table_of(lift, target)) is not None:
        row, place = evaluate(lift, target.value.slice), evaluate(lift, target.slice)  # type: ignore[attr-defined]
        old = take(lift, take(lift, table, row), place)
        put_in_row(lift, table, row, place, _augment(lift, kind, old, evaluate_operand(lift, node.value)))
    elif isinstance(target, ast.Subscript):
        owner = evaluate(lift, target.value)
        index = position(lift, owner, target.slice)
        with lift.at(target):
            old = lift.present(take(lift, owner, index))
        copied = isinstance(owner, (Array, View)) and isinstance(old, Array) and old is not owner  # index arrays: no view
        new = _augment(lift, kind, old, evaluate_operand(lift, node.value))
        if copied or new is not old:
            put(lift, owner, index, new)
    else:
        owner = evaluate(lift, target.value)
        old = lift.present(attribute(lift, owner, target.attr))
        new = _augment(lift, kind, old, evaluate_operand(lift, node.value))
        if new is not old or sets(owner, target.attr):
            set_attribute(lift, owner, target.attr, new)


def _augment(lift: Lifting, kind: type[ast.operator], old: Any, new: Any) -> Any:
    if kind is ast.MatMult:
        return matmul(lift, old, new)
    return augmented(lift, kind, old, new)


def _annotated(lift: Lifting, node: ast.AnnAssign) -> None:
    if node.value is not None:
        assign(lift, node.target, evaluate_or_none(lift, node.value))


ASSIGNING: dict[type[ast.stmt], Callable[[Lifting, Any], None]] = {
    ast.Assign: _assign, ast.AugAssign: _augmented, ast.AnnAssign: _annotated}
