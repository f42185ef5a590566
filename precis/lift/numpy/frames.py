"""Calls that are being lifted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from precis.lift.numpy.source import Text
from precis.lift.numpy.values import serials


@dataclass(eq=False)
class Frame:
    """One call of a function being lifted.

    key     the function's syntax tree node: calls of the same function share their containers
    outer   the frame around a nested function, or the cells of a Python closure
    flow    how statements end: "returned", "result", and for loops "broke"
    encloses  whether functions defined in it see its names: those of the body of a class do not
    hidden  a definition of precis' own (library/): its names make no containers, and errors show the user's call
    """

    function: str
    key: Any
    text: Text | None
    names: dict[str, Any] = field(default_factory=dict)
    globals: Mapping[str, Any] = field(default_factory=dict)
    outer: Frame | Mapping[str, Any] | None = None
    loads: Mapping[str, int] = field(default_factory=dict)
    outward: set[str] = field(default_factory=set)
    worldwide: set[str] = field(default_factory=set)  # names declared global
    flow: dict[str, Any] = field(default_factory=dict)
    encloses: bool = True
    hidden: bool = False
    call: Any = None  # the syntax of the call
    consumer: Callable[[Any], None] | None = None  # of a generator: what takes the values that it yields
    leaving: Callable[[], Any] | None = None  # whether that has left the loop which takes them
    taking: frozenset[str] = frozenset()  # names that loops over generators assign where these yield, and that are read elsewhere
    serial: int = field(default_factory=lambda: next(serials))
