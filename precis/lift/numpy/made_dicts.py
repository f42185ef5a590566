"""Dicts and sets that a program makes: known here, or tables of keys and lists of members where only a run tells them."""

from __future__ import annotations

import ast
import functools
from collections.abc import Sequence
from typing import Any

from precis.errors import UnsupportedProgram
from precis.lift.numpy import library
from precis.lift.numpy.functions.columns import list_made
from precis.lift.numpy.grows import fills_dicts, grows_dicts, grows_lists, grows_sets, is_new_dict
from precis.lift.numpy.plain_keys import is_computed, is_one_of_names, is_size, key_value, static_key
from precis.lift.numpy.pools import placed
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING, Items, Method

# what grows under keys -> the lists that it consists of
PARTS = {library.jagged.Jagged: ("members",),
         library.sets_by_key.Sets: ("members", "pairs"),
         library.dicts_by_key.Dicts: ("members", "pairs", "inner things")}


def dict_of(lift: Lifting, node: ast.Dict) -> Any:
    """What `{...}` makes."""
    pairs = [(None, _as_dict(lift, lift.evaluate_or_none(value))) if key is None else (lift.evaluate(key), lift.evaluate_or_none(value))
             for key, value in zip(node.keys, node.values)]
    frame = lift.frames[-1]
    listed = node in lift.made.keyed and not any(grows(frame, node) for grows in (grows_lists, grows_sets, grows_dicts))
    keys = [key for key, _ in pairs if key is not None]
    of_data = any(key is None and not isinstance(value, Items) for key, value in pairs)
    if of_data or any(is_computed(lift, key) or is_one_of_names(key) or (listed and is_size(lift, key)) for key in keys):
        lift.made.searched.add(node)
        return _table(lift, node, pairs)
    held: dict[Any, Any] = {}
    for key, value in pairs:
        held |= pairs_of(lift, value) if key is None else {static_key(lift, key): value}
    return dict_made(lift, node, lift.new_items(dict, held))


def _as_dict(lift: Lifting, x: Any) -> Any:
    """What `**x` hands on: a dict, or an object that has such items, as one; a table where only a run tells the keys."""
    return x if isinstance(x, Items) else lift.call(dict, [x], {})


def pairs_of(lift: Lifting, x: Any) -> dict[Any, Any]:
    """The items that `**x` hands on."""
    found = _as_dict(lift, x)
    if not isinstance(found, Items):
        lift.refuse("only a run tells the keys of this dict", "give each argument by its name, or the dict itself as one argument")
    return lift.held(found)


def _table(lift: Lifting, node: ast.expr, pairs: Sequence[tuple[Any, Any]]) -> Any:
    """{k[0]: 1.0, **more}"""
    table = lift.call(library.dicts.Table, [_part(lift, node, part, ()) for part in ("names", "things")], {})
    for key, value in pairs:
        lift.call(Method(table, "update" if key is None else "__setitem__"), [value] if key is None else [key, value], {})
    return table


def dict_made(lift: Lifting, node: ast.expr, made: Any) -> Any:
    """A dict that the program makes here: a table of keys where only a run tells them."""
    if not isinstance(made, Items) or made.kind is not dict:
        return made
    lift.made.dicts.setdefault(made, node)
    if node not in lift.made.keyed:
        placed(lift, made, (dict, tuple(lift.held(made))))
        if not lift.held(made) and made.factory is None and _grown_under_keys(lift, node, made) is not None:
            lift.made.nested.add(node)
        return made
    held = lift.held(made)
    if (of := _grown_under_keys(lift, node, made)) is not None:
        inner = [inner_factory(lift, made.factory)] if of is library.dicts_by_key.Dicts else []
        lists = lift.call(of, [*(_part(lift, node, part, ()) for part in PARTS[of]), *inner], {})
        parts = [_part(lift, node, part, ()) for part in ("names", "things")]
        table = lift.call(library.lists_by_key.Groups, [*parts, lists, made.factory], {})
        for key, value in held.items():
            lift.call(Method(table, "__setitem__"), [key_value(lift, key), value], {})
        return table
    given = {"names": tuple(key_value(lift, k) for k in held), "things": tuple(held.values())}
    return lift.call(library.dicts.Table, [*(_part(lift, node, part, x) for part, x in given.items()), made.factory], {})


def _grown_under_keys(lift: Lifting, node: ast.expr, made: Items) -> type | None:
    """What keeps lists, or sets, that grow under the keys of a dict; None where other things stand there."""
    frame = lift.frames[-1]
    makes = made.factory is not None and inner_factory(lift, made.factory) not in (MISSING, list, set, dict)
    known = dict if makes else made.factory
    for kind, grows, of in ((list, grows_lists, library.jagged.Jagged), (set, grows_sets, library.sets_by_key.Sets),
                            (dict, grows_dicts, library.dicts_by_key.Dicts)):
        if known is kind or (known not in (list, set, dict) and grows(frame, node)):
            return of
    filled = isinstance(node, ast.DictComp) and is_new_dict(node.value) and fills_dicts(frame, node)
    return library.dicts_by_key.Dicts if filled else None


def inner_factory(lift: Lifting, make: Any) -> Any:
    """What the empty dicts that `make` makes have as their default_factory; None where they have none, MISSING where it makes others."""
    if make is None or make in (int, float, complex, bool, str, tuple):
        return None if make is None else MISSING
    start = savepoint(lift)
    found = lift.call(make, [], {})
    start.undo(lift)
    return found.factory if isinstance(found, Items) and found.kind is dict else MISSING


def _part(lift: Lifting, node: ast.expr, part: str, held: tuple[Any, ...]) -> Any:
    """One of the lists that a table of keys consists of."""
    return list_made(lift, _place_of(node, part), lift.new_items(list, held))


@functools.cache
def _place_of(node: ast.expr, part: str) -> ast.AST:
    """Where a dict that is made at a node has its lists made: the same whenever it is asked for."""
    return ast.Name(part)


def set_of(lift: Lifting, node: ast.expr, given: list[Any]) -> Any:
    """A set that the program makes here: a list of its members where only a run tells them."""
    if node in lift.made.keyed:
        return lift.call(library.members.members, given, {})
    try:
        made = lift.call(set, given, {})
    except UnsupportedProgram:
        lift.made.keyed.add(node)
        raise
    lift.made.dicts.setdefault(made, node)
    return made
