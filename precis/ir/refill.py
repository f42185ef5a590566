"""Dicts, lists and objects of the caller that a program leaves with other items: the way back, once its results are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from precis.errors import InputError
from precis.ir.types import Refill, Refilled


def refill(tree: Refilled, made: Sequence[Any], arguments: Mapping[str, Any]) -> Any:
    """Put what was made into the arguments, as Python's assignments would, and answer what the function returns.

    What moves from one place to another (two buffers that change places) is read before anything is written.
    """
    todo = [(_at(arguments, r.path), [(key, _source(arguments, made, source)) for key, source in r.items], r.gone) for r in tree.refills]
    for target, items, gone in todo:
        _put(target, items, gone)
    return made[0]


def _source(arguments: Mapping[str, Any], made: Sequence[Any], source: int | tuple[Any, ...]) -> Any:
    return made[source] if isinstance(source, int) else _at(arguments, source)


def _at(arguments: Mapping[str, Any], path: tuple[Any, ...]) -> Any:
    """The thing at a path, of what a call was given."""
    thing = arguments[path[0]]
    for key in path[1:]:
        thing = inside(thing)[key]
    return thing


def inside(thing: Any) -> Any:
    """Items of a sequence or mapping; attributes of another object, where they lie (properties and `__setattr__` are in the program)."""
    return thing if isinstance(thing, (Mapping, Sequence)) else attributes_of(thing)


def has_attributes(x: Any) -> bool:
    return hasattr(x, "__dict__") or bool(_slots(type(x)))


def attributes_of(x: Any) -> dict[str, Any]:
    """What an object has in its slots and in its dict."""
    return {n: getattr(x, n) for n in _slots(type(x)) if hasattr(x, n)} | getattr(x, "__dict__", {})


def _slots(cls: type) -> list[str]:
    named = [c.__dict__.get("__slots__", ()) for c in reversed(cls.__mro__)]
    return [n for names in named for n in ((names,) if isinstance(names, str) else names) if not n.startswith("__")]


def _put(target: Any, items: Sequence[tuple[Any, Any]], gone: Sequence[Any]) -> None:
    if isinstance(target, list):
        target[:] = list(items[0][1]) if items and items[0][0] is None else [item for _, item in items]
    elif isinstance(target, Mapping):
        _update(target, items, gone)
    else:
        slots = _slots(type(target))
        for key, item in items:
            if key in slots:
                object.__setattr__(target, key, item)
        for key in gone:
            if key in slots:
                object.__delattr__(target, key)
        _update(getattr(target, "__dict__", {}), [i for i in items if i[0] not in slots], [k for k in gone if k not in slots])


def _update(held: Any, items: Sequence[tuple[Any, Any]], gone: Sequence[Any]) -> None:
    for key in gone:
        del held[key]
    held.update(items)


def refuse_met_twice(tree: Refilled, arguments: Mapping[str, Any]) -> None:
    """Raise InputError where a thing that gets other items is met under two names: the program would change one of them."""
    changed = {id(_at(arguments, r.path)): r.path for r in tree.refills}
    seen: set[int] = set()
    for path, thing in _things(arguments):
        if id(thing) in changed and id(thing) in seen:
            raise InputError(f"the arguments {spelled(changed[id(thing)])} and {spelled(path)} are one thing, which gets other items",
                             hints=("pass it once, or copies",))
        seen.add(id(thing))


def _things(arguments: Mapping[str, Any]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """(path, thing) of all dicts, lists and objects that a call is given."""
    todo: list[tuple[tuple[Any, ...], Any]] = [((name,), x) for name, x in arguments.items()]
    while todo:
        path, thing = todo.pop(0)
        if isinstance(thing, (str, bytes)) or not (isinstance(thing, (Mapping, Sequence)) or has_attributes(thing)) or callable(thing):
            continue
        yield path, thing
        held = inside(thing)
        todo += [((*path, key), item) for key, item in (held.items() if isinstance(held, Mapping) else enumerate(held))]


def spelled(path: tuple[Any, ...]) -> str:
    """As the user would write it, roughly: names, and keys in brackets."""
    return str(path[0]) + "".join(f".{key}" if isinstance(key, str) and key.isidentifier() else f"[{key!r}]" for key in path[1:])


__all__ = ["Refill", "refill", "refuse_met_twice", "spelled"]
