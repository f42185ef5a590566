"""Lists that are a list for each part of their items: where the program makes them, and what they take and give (library.columns)."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from precis.lift.numpy import library, primitives
from precis.lift.numpy.forms import Form, form_of, in_stretches, leaves_of, made_of, merged, note_form, parts_of, widen
from precis.lift.numpy.freezing import appended
from precis.lift.numpy.functions.lines import lines_made
from precis.lift.numpy.library.lines import Lines
from precis.lift.numpy.library.stretches import Stretches
from precis.lift.numpy.pools import empty_list, laid_out
from precis.lift.numpy.queues import as_queue
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_1, Instance, Int, Items, Mapped, Method

FROM_FRONT = ".pop(0)"  # how a program takes the first item of a list


def list_made(lift: Lifting, node: ast.AST, made: Any) -> Any:
    """A list that the program makes here."""
    if not isinstance(made, Items) or made.kind is not list:
        return made
    lift.made.lists.setdefault(made, node)
    if made not in lift.made.queues and (text := lift.text()) is not None and FROM_FRONT in text.source:
        as_queue(lift, made)
    form, held = lift.made.columns.get(node), lift.content[made]
    for item in held if isinstance(held, tuple) else ():
        note_form(lift, made, item)
    if form is None or not isinstance(held, tuple):
        return made
    apart = _apart(lift, form, made)
    lift.made.lists[apart] = node
    for item in held:
        lift.call(Method(apart, "append"), [item], {})
    return apart


def _apart(lift: Lifting, form: Form, made: Items) -> Any:
    """The list that stands for one whose items have a form: `made`, which is empty."""
    if form.kind is Lines and made not in lift.made.deques:
        return lines_made(lift, form)
    stretches = in_stretches(form)
    return _columns_made(lift, form, made) if stretches is None else _that_shrink(lift, stretches, made)


def _that_shrink(lift: Lifting, form: Form, made: Items) -> Any:
    """Stretches, of which the first are taken out fast where that is what the program does."""
    apart = empty_list(lift, form)
    for part in ("begins", "counts") if made in lift.made.queues else ():
        as_queue(lift, lift.held(apart)[part])
    return apart


def _columns_made(lift: Lifting, form: Form, made: Items) -> Any:
    lists = tuple(_that_shrink(lift, leaf, made) if leaf.kind is Stretches else empty_list(lift, leaf) for leaf in leaves_of(form))
    for column in lists if made in lift.made.queues or made.longest is not None else ():
        if isinstance(column, Items):
            as_queue(lift, column)
    if made.longest is not None:
        return lift.call(library.columns.Bounded, [form, lists, Int.of(made.longest)], {})
    return lift.call(library.columns.Queue if made in lift.made.deques else library.columns.Columns, [form, lists], {})


def columns_of(lift: Lifting, x: Any) -> tuple[Any, ...] | None:
    """zip(*items) of such a list of tuples: one list for each part."""
    if not isinstance(x, Instance) or x.cls is not library.columns.Columns:
        return None
    form, lists = lift.held(x)["form"], iter(lift.held(x)["lists"])
    if not isinstance(form.kind, type) or not issubclass(form.kind, tuple):
        return None
    return tuple(_column(lift, part, tuple(next(lists) for _ in leaves_of(part))) for part in form.parts)


def _column(lift: Lifting, form: Form, lists: tuple[Any, ...]) -> Any:
    copies = tuple(lift.call(Method(column, "copy"), [], {}) for column in lists)
    return copies[0] if form.kind is None else lift.call(library.columns.Columns, [form, copies], {})


def parts_made(lift: Lifting, form: Form, item: Any) -> tuple[Any, ...]:
    given = form_of(lift, item)
    if given is None or merged(form, given) != form:
        for node in [n for n, f in lift.made.columns.items() if f == form]:
            widen(lift, node, given)
        lift.refuse("a list grows by things of different kinds", "grow a list for each kind")
    return tuple(parts_of(lift, form, item))


def array_made(lift: Lifting, form: Form, lists: tuple[Any, ...]) -> Any:
    form, lists = laid_out(lift, form, lists)
    if form.kind not in (tuple, list) or any(part.kind is not None for part in form.parts):
        lift.refuse("a list whose items are no numbers or arrays becomes an array", "give a list of their numbers: [s.x for s in items]")
    return lift.call(np.stack, [tuple(lift.call(np.array, [column], {}) for column in lists)], {"axis": INT_1})


def item_made(lift: Lifting, form: Form, parts: tuple[Any, ...]) -> Any:
    return made_of(lift, form, iter(parts))


def items_made(lift: Lifting, form: Form, rows: Any) -> Mapped:
    return Mapped(rows, lambda parts: item_made(lift, form, parts))


def kept_apart(lift: Lifting, things: Any, members: Items) -> None:
    """The thing must not change any more, and not be read once the members have."""
    parts = lift.held(things).values() if isinstance(things, Instance) else (things,)
    for part in (x for x in parts if isinstance(x, Items)):
        appended(lift, part)
        lift.relate(part, (members,))


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    primitives.kept_apart: kept_apart, primitives.array_made: array_made,
    primitives.parts_made: parts_made, primitives.item_made: item_made, primitives.items_made: items_made}
