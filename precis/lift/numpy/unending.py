"""Generators and iterators of itertools that have no end: what they give next, one after the other.

    while True:          the first time what stands before the loop, then `head`, `value`; from then on `behind`, `head`, `value`
        head
        yield value
        behind
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from precis.lift.numpy import library
from precis.lift.numpy.frames import Frame
from precis.lift.numpy.problems import MayHaveChanged
from precis.lift.numpy.source import Definition, loads_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Generating, Instance, Mapped, Method, Together

WAITS = "behind the yield"  # whether the generator waits there; before its first value it has not begun


@dataclass(frozen=True)
class Parts:
    before: tuple[ast.stmt, ...]
    head: tuple[ast.stmt, ...]
    value: ast.expr
    behind: tuple[ast.stmt, ...]


@cache
def _parts(definition: Definition) -> Parts | None:
    """The parts of a generator whose last statement is `while True` with one `yield`; None of others."""
    *before, last = definition.body if isinstance(definition, ast.FunctionDef) else [ast.Pass()]
    if not isinstance(last, ast.While) or not isinstance(last.test, ast.Constant) or last.test.value is not True:
        return None
    places = [k for k, s in enumerate(last.body) if isinstance(s, ast.Expr) and isinstance(s.value, ast.Yield) and s.value.value]
    leaving = (ast.Yield, ast.YieldFrom, ast.Return, ast.Break, ast.Continue)
    if len(places) != 1 or sum(isinstance(n, leaving) for s in definition.body for n in ast.walk(s)) != 1:  # type: ignore[union-attr]
        return None
    k = places[0]
    return Parts(tuple(before), tuple(last.body[:k]), last.body[k].value.value, tuple(last.body[k + 1:]))  # type: ignore[attr-defined]


def take_arguments(lift: Lifting, frame: Frame, names: dict[str, Any]) -> None:
    for name, x in names.items():
        lift.journal.set(frame.names, name, lift.new_items(dict, x) if isinstance(x, dict) else x)


def following(lift: Lifting, frame: Frame, definition: Definition, names: dict[str, Any]) -> Callable[[], Any] | None:
    """What gives the next value of a call of a generator without end; None where there is none."""
    parts = _parts(definition)
    if parts is None:
        return None
    frame.loads = loads_of(definition.body)
    take_arguments(lift, frame, names)
    lift.journal.set(frame.names, WAITS, False)

    def go_on() -> Any:
        with lift.calling(frame):
            waits = lift.journal.get(frame.names, WAITS)
            if not isinstance(waits, bool):  # in a loop, whose first iteration is written out then
                raise MayHaveChanged("whether a generator has begun depends on the data", hints=("ask for its first value before",))
            lift.execute(parts.behind if waits else parts.before)
            lift.journal.set(frame.names, WAITS, True)
            lift.execute(parts.head)
            return lift.evaluate_or_none(parts.value)
    return go_on


def next_of(lift: Lifting, x: Any) -> Callable[[], Any] | None:
    """What gives the next item of a thing that has no end; None where it is none such."""
    if isinstance(x, (Generating, Instance)) and x in lift.made.ahead:
        lift.refuse("zip asks what stands in front of what ends for one item more than it gives, which is missing here",
                    "put what ends first: zip(x, counter)")
    if isinstance(x, Generating):
        return x.following
    if isinstance(x, Instance) and issubclass(x.cls, library.python.Unending):
        return lambda: lift.call(Method(x, "__next__"), [], {})
    if isinstance(x, Mapped) and (inner := next_of(lift, x.of)) is not None:
        return lambda: x.function(inner())
    if isinstance(x, Together) and x.parts:
        parts = [next_of(lift, part) for part in x.parts]
        return (lambda: tuple(part() for part in parts)) if all(parts) else None  # type: ignore[misc]
    return None


def asked_for_more(lift: Lifting, x: Any) -> None:
    """Note that zip asks an iterator, or one that something is computed of, for one item more than it gives."""
    if isinstance(x, Generating) or (isinstance(x, Instance) and issubclass(x.cls, library.python.Unending)):
        lift.journal.set(lift.made.ahead, x, True)
    for part in (x.of,) if isinstance(x, Mapped) else x.parts if isinstance(x, Together) else ():
        asked_for_more(lift, part)


def while_over(lift: Lifting, node: ast.For, items: Any) -> ast.While | None:
    """`while True` in place of a loop over what has no end; None of other loops."""
    counts = isinstance(items, Instance) and items.cls is library.python.Count and isinstance(node.iter, ast.Call)
    if not counts and next_of(lift, items) is None:
        return None
    for name, x in zip(_hidden_names(node), lift.held(items).values() if counts else (items, next)):
        lift.journal.set(lift.frame.names, name, x)
    return _counting(node) if counts else _taking(node)


def _hidden_names(node: ast.For) -> tuple[str, str]:
    return f"count at {node.lineno}:{node.col_offset}", f"step at {node.lineno}:{node.col_offset}"


@cache
def _counting(node: ast.For) -> ast.While:
    """Of itertools.count(), which only this loop goes through: with a counter."""
    counter, step = (ast.Name(name, ast.Load()) for name in _hidden_names(node))
    head = [ast.Assign([node.target], counter), ast.Assign([ast.Name(counter.id, ast.Store())], ast.BinOp(counter, ast.Add(), step))]
    return _endless(node, head, counter, step, head[1].targets[0], head[1].value)


@cache
def _taking(node: ast.For) -> ast.While:
    items, asks = (ast.Name(name, ast.Load()) for name in _hidden_names(node))
    head = ast.Assign([node.target], ast.Call(asks, [items], []))
    return _endless(node, [head], items, asks, head.value)


def _endless(node: ast.For, head: list[ast.Assign], *parts: ast.AST) -> ast.While:
    loop = ast.While(ast.Constant(True), [*head, *node.body], node.orelse)
    for new in (loop, loop.test, *head, *parts):
        ast.copy_location(new, node)
    return loop
