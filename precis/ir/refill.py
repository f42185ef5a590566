"""Dicts, lists and objects of the caller that a program leaves with other items: the way back, once its results are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from precis.errors import InputError
from precis.ir.trees import Each, Leaf, Listed, Refilled, Tree

Path = tuple[Any, ...]


class Refilling:
    """How the arguments of a program get other items: what depends on the program alone is worked out once."""

    def __init__(self, tree: Refilled, arguments: Sequence[tuple[str, Tree]]):
        """`arguments`: their trees; calls are given them in this order."""
        self.tree, self.paths = tree, [path for k, (name, t) in enumerate(arguments) for path in _containers(t, (name,))]
        self.number = {name: k for k, (name, _) in enumerate(arguments)}
        self.changed = [self.paths.index(r.path) for r in tree.refills]

    def targets(self, args: Sequence[Any]) -> list[Any]:
        """The things that get other items. Raises InputError where one of them is met under two names: one would be changed."""
        things = [self._at(args, path) for path in self.paths]
        if len(set(map(id, things))) < len(things):
            self._refuse_met_twice(things)
        for k, r in zip(self.changed, self.tree.refills):
            if r.items and (r.items[0][0] is ... or isinstance(r.items[0][0], Each)):
                self._refuse_rows_met_twice(k, things)
        return [things[k] for k in self.changed]

    def _refuse_met_twice(self, things: Sequence[Any]) -> None:
        for k in self.changed:
            for other, thing in enumerate(things):
                if other != k and thing is things[k]:
                    raise InputError(f"the arguments {spelled(self.paths[k])} and {spelled(self.paths[other])} are one thing, "
                                     "which gets other items", hints=("pass it once, or copies",))

    def _refuse_rows_met_twice(self, k: int, things: Sequence[Any]) -> None:
        """Things in a list, whose parts change, are things of their own."""
        rows, lists = set(map(id, things[k])), [x for other, x in enumerate(things) if other != k and isinstance(x, (list, tuple))]
        if len(rows) < len(things[k]) or rows & {*map(id, things), *map(id, chain.from_iterable(lists))}:
            raise InputError(f"an item of {spelled(self.paths[k])}, which changes, is there twice", hints=("pass copies of it",))

    def put(self, targets: Sequence[Any], made: Sequence[Any], args: Sequence[Any]) -> Any:
        """Put what was made into the arguments, as Python's assignments would, and answer what the function returns.

        What moves from one place to another (two buffers that change places) is read before anything is written.
        """
        sources = [[(key, made[s] if isinstance(s, int) else self._at(args, s)) for key, s in r.items] for r in self.tree.refills]
        for target, items, r in zip(targets, sources, self.tree.refills):
            _put(target, items, r.gone)
        return made[0]

    def _at(self, args: Sequence[Any], path: Path) -> Any:
        thing = args[self.number[path[0]]]
        for key in path[1:]:
            thing = inside(thing, key)
        return thing


def _containers(tree: Tree, path: Path) -> Iterator[Path]:
    """Paths to the dicts, lists and objects of an argument tree, outermost first."""
    if isinstance(tree, Leaf):
        return
    if not isinstance(tree, tuple) or isinstance(tree, Listed):
        yield path
    if isinstance(tree, Listed):
        return
    for key, t in tree.items() if isinstance(tree, dict) else enumerate(tree):
        yield from _containers(t, (*path, key))


def inside(thing: Any, key: Any) -> Any:
    """An item of a sequence or mapping; an attribute of another object, where it lies (its properties are in the program)."""
    if isinstance(thing, (dict, list, tuple)):
        return thing[key]
    own = getattr(thing, "__dict__", None)
    if own is not None and key in own:
        return own[key]
    return thing[key] if isinstance(thing, Mapping) else getattr(thing, key)


def has_attributes(x: Any) -> bool:
    return hasattr(x, "__dict__") or bool(_slots(type(x)))


def attributes_of(x: Any) -> dict[str, Any]:
    """What an object has in its slots and in its dict."""
    return {n: getattr(x, n) for n in _slots(type(x)) if hasattr(x, n)} | getattr(x, "__dict__", {})


@cache
def _slots(cls: type) -> tuple[str, ...]:
    named = [c.__dict__.get("__slots__", ()) for c in reversed(cls.__mro__)]
    return tuple(n for names in named for n in ((names,) if isinstance(names, str) else names) if not n.startswith("__"))


def _put(target: Any, items: Sequence[tuple[Any, Any]], gone: Sequence[Any]) -> None:
    if isinstance(target, list) and items and isinstance(items[0][0], Each):
        for part, new in items:
            for thing, x in zip(target, new, strict=True):
                _put_part(thing, part.key, x)
    elif isinstance(target, list) and items and items[0][0] is ...:
        for row, new in zip(target, items[0][1], strict=True):
            row[:] = new
    elif isinstance(target, list):
        target[:] = list(items[0][1]) if items and items[0][0] is None else [item for _, item in items]
    elif isinstance(target, Mapping):
        _update(target, items, gone)
    else:
        _set_attributes(target, items, gone)


def _put_part(thing: Any, key: Any, x: Any) -> None:
    if isinstance(thing, (dict, list)):
        thing[key] = x
    else:
        _set_attributes(thing, [(key, x)], ())


def _set_attributes(target: Any, items: Sequence[tuple[Any, Any]], gone: Sequence[Any]) -> None:
    """Attributes without their setters, which ran inside the program."""
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


def spelled(path: Path) -> str:
    """As the user would write it, roughly: names, and keys in brackets."""
    return str(path[0]) + "".join(f".{key}" if isinstance(key, str) and key.isidentifier() else f"[{key!r}]" for key in path[1:])
