"""How the user reaches an array, a list or an object: by a name, or by an attribute or item of what a name stands for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from precis.lift.numpy.frames import Frame
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Instance, Items

DEEP = 3  # objects within objects that are looked through for the name of an array


def reached(lift: Lifting, key: Any) -> tuple[Frame, str] | None:
    """The innermost frame that knows an array, a list or an object, and how."""
    found = ((frame, path) for frame in reversed(lift.frames) for name, x in frame.names.items()
             for path in _paths(lift, x, key, name, DEEP))  # fmt: skip
    return next(found, None) or _in_pools(lift, key)


def _in_pools(lift: Lifting, key: Any) -> tuple[Frame, str] | None:
    """A list of a pool, which no name stands for."""
    named = (name for pool in lift.made.pools.values() for column, name in pool.names if column is key)
    return next(((lift.frames[0], name) for name in named if lift.frames), None)


def _paths(lift: Lifting, x: Any, key: Any, name: str, deep: int) -> Iterator[str]:
    """How the user reaches `key` from what a name stands for: `pop_early` for pop.early, `early` for self.early."""
    if x is key:
        yield name
    elif deep and isinstance(x, tuple):
        yield from (path for i in x for path in _paths(lift, i, key, name, deep - 1))
    elif deep and isinstance(x, (Instance, Items)) and isinstance(held := lift.content.get(x), (tuple, dict)):
        stem = "" if name == "self" else f"{name}_"
        named = held.items() if isinstance(held, dict) else ((None, i) for i in held)
        for part, i in named:
            yield from _paths(lift, i, key, name if part is None else f"{stem}{part}", deep - 1)
