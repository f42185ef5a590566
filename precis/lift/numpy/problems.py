"""What may come up while a block is lifted, and what is noted of it: exceptions of the lifter's own, and those of the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from precis.errors import InputError, UnsupportedProgram
from precis.ir.build import Build
from precis.ir.size import Size
from precis.ir.types import Value
from precis.lift.numpy.values import Items, Undefined


@dataclass(frozen=True, slots=True)
class Among:
    """What one of several known things is: one of those at these places. `which`: the value that says which it is."""

    which: str
    places: frozenset[int]


@dataclass(frozen=True, slots=True)
class Ordered:
    """Two computed integers: `high` is larger than `low` by `apart` at least."""

    low: Value
    high: Value
    apart: int


Fact = Size | str | Among | Ordered  # a size that is >= 0, a bool that holds, which of several things something is, what is larger


class NeedsUnrolling(Exception):
    """A size that has to be a constant depends on the index of a loop, which then is written out."""

    def __init__(self, index: str, what: str):
        super().__init__(what)
        self.index, self.what = index, what


class NeedsParts(Exception):
    """Before a loop is written out since a list that it grows is no rows of one array: such lists may be a list for each part of their
    items, if the Program is held to no more than `most` sizes then."""

    def __init__(self, most: int):
        super().__init__("a list for each part of its items")
        self.most = most


class NeedsTables(Exception):
    """Before something is done to each of many lists, of which a run tells the one: where they are made, they may stand side by side."""

    def __init__(self) -> None:
        super().__init__("lists, sets or dicts that stand side by side")


class NeedsPools(Exception):
    """Pools hold things of other forms than they are lifted with (pools.py)."""

    def __init__(self, pools: dict[Any, Any]):
        super().__init__("pools of other forms")
        self.pools = pools


class LetsGrow(Exception):
    """A list that is a part of things in a pool becomes longer, or other than it was."""

    def __init__(self, kind: Any, name: Any):
        super().__init__("a list in a pool changes")
        self.kind, self.name = kind, name


class NeedsRoom(Exception):
    """Nothing says how long an array becomes in a loop."""


class Unassigned(InputError):
    """A name is read that nothing has assigned yet, in a loop or a branch."""

    def __init__(self, name: str):
        super().__init__(f"the name {name} is not defined")
        self.name = name


class Fails(InputError):
    """What is tried raises an exception for these arguments, wherever a block runs."""

    def __init__(self, message: str, hints: tuple[str, ...], exception: type, build: Build):
        super().__init__(message, hints=hints)
        self.exception, self.build = exception, build


class Mistaken(InputError):
    """A step that Python answers by an IndexError or KeyError, or by a TypeError as something is None, in a block which only runs where
    the data ask for it."""

    def __init__(self, message: str, hints: tuple[str, ...], build: Build):
        super().__init__(message, hints=hints)
        self.build = build


class MayHaveChanged(UnsupportedProgram):
    """An array is read that may have been changed through another name, depending on the data, or a name that only an iteration assigns."""


class ChangesWhileRunning(UnsupportedProgram):
    """The list that a loop runs over changes while it runs."""


@dataclass(frozen=True, slots=True)
class Hazard:
    """An exception that is raised where `holds`, in a block; what has changed by then since each `try` around it, outermost
    first: (what was there before, with what is new)."""

    exception: type
    holds: Any
    build: Build
    changed: tuple[Any, ...]


CHANGED = Undefined("may have been changed through another name for it, which depends on the data",
                    "make a copy where the names are bound: x = y.copy()")


def not_all_there(thing: Any, names: Sequence[Any]) -> tuple[str, str]:
    """Why what takes a dict or an object as a whole cannot be lifted, and what to do."""
    if isinstance(thing, Items):
        return (f"whether {', '.join(map(repr, names))} is in this dict depends on the data",
                "ask for it by `in`, `[]` or `get`, or give the dict all its keys before")
    return (f"whether this object has the attribute {', '.join(f'.{name}' for name in names)} depends on the data",
            "read and assign its attributes by their names, or give it all of them before")
