"""Methods of dicts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from precis.lift.numpy.items import put_under
from precis.lift.numpy.partly import entry, or_default, there
from precis.lift.numpy.plain_keys import key_in, key_value, refuse_computed
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING, DictView, Items, Perhaps, as_held


def set_default(lift: Lifting, items: Items, key: Any, default: Any = None) -> Any:
    known_key = key_in(lift, items, key)
    found = entry(lift, items, known_key)
    if found is MISSING or isinstance(found, Perhaps):
        found = or_default(lift, found, default)
        put_under(lift, items, lift.held(items, partly=True), known_key, found)
    return found


def pop_key(lift: Lifting, items: Items, key: Any, *default: Any) -> Any:
    held, known_key = lift.held(items, partly=True), key_in(lift, items, key)
    found = held.get(known_key, MISSING)
    if found is MISSING:
        return default[0] if default else lift.wrong(
            f"the key {known_key!r} is not in the dictionary", exception=KeyError)
    lift.hold(items, as_held({k: v for k, v in held.items() if k != known_key}))
    return or_default(lift, found, default[0]) if default else there(lift, found) if isinstance(found, Perhaps) else found


def pop_pair(lift: Lifting, items: Items, last: Any = True) -> tuple[Any, Any]:
    """dict.popitem, and that of an OrderedDict."""
    held = lift.held(items)
    if not held:
        lift.wrong("popitem of a dictionary that is empty", exception=KeyError)
    key = list(held)[-1 if last else 0]
    lift.hold(items, {k: v for k, v in held.items() if k != key})
    return key_value(lift, key), held[key]


def move_to_end(lift: Lifting, items: Items, key: Any, last: Any = True) -> None:
    held, known_key = lift.held(items), key_in(lift, items, key)
    if known_key not in held:
        lift.wrong(f"the key {known_key!r} is not in the dictionary", exception=KeyError)
    moved, others = {known_key: held[known_key]}, {k: v for k, v in held.items() if k != known_key}
    lift.hold(items, {**others, **moved} if last else {**moved, **others})


def get(lift: Lifting, items: Items, key: Any, default: Any = None) -> Any:
    return or_default(lift, entry(lift, items, key_in(lift, items, key)), default)


def update(lift: Lifting, items: Items, other: Any = None, **more: Any) -> None:
    given = None if other is None else lift.call(dict, [other], {})
    if given is not None and not isinstance(given, Items):
        refuse_computed(lift, items)
    lift.hold(items, {**lift.held(items), **({} if given is None else lift.held(given)), **more})


def keys(lift: Lifting, items: Items) -> DictView:
    return DictView(key_value(lift, k) for k in lift.held(items))


def pairs(lift: Lifting, items: Items) -> DictView:
    return DictView(zip(keys(lift, items), lift.held(items).values()))


METHODS: dict[tuple[Any, str], Callable[..., Any]] = {
    (dict, "setdefault"): set_default, (dict, "pop"): pop_key, (dict, "popitem"): pop_pair, (dict, "move_to_end"): move_to_end,
    (dict, "get"): get, (dict, "update"): update, (dict, "keys"): keys, (dict, "items"): pairs,
    (dict, "values"): lambda lift, items: tuple(lift.held(items).values()),
}
