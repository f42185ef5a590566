"""What zip, map, iter and generators give is there once: who goes through it again finds nothing.

Here such a thing is a list, or gives its items as often as it is asked. A function that goes through one under its name twice, or in a
loop that it stands before, is refused; where it asks for the next item, the thing becomes a list from which next() takes.
"""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

from precis.lift.numpy.scopes import look_up
from precis.lift.numpy.source import assigned_in, loads_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Generating, Instance, Interval, Mapped, View

MAKERS = (zip, map, filter, enumerate, reversed, iter, itertools.islice, itertools.chain, itertools.accumulate, itertools.pairwise,
          itertools.starmap, itertools.takewhile, itertools.dropwhile, itertools.groupby, itertools.product, itertools.combinations,
          itertools.permutations, itertools.zip_longest)
LAZY = (zip, enumerate, reversed, iter)  # of these the items are read when a loop comes to them here, too
COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp)


def taken_once(lift: Lifting, node: ast.Assign, value: Any) -> Any:
    """The value of `name = zip(...)`: as it is, or a list from which next() takes; of `a, b = zip(...), iter(...)` one by one."""
    target, given = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(given, ast.Tuple) and len(target.elts) == len(given.elts) == len(value):
        return tuple(_taken(lift, node, [t], part, v) for t, part, v in zip(target.elts, given.elts, value))
    return _taken(lift, node, node.targets, given, value)


def _taken(lift: Lifting, node: ast.Assign, targets: list[ast.expr], given: ast.expr, value: Any) -> Any:
    names = [t.id for t in targets if isinstance(t, ast.Name) and _stores(lift.frame.key)[t.id] == 1]
    if not names or not _is_given_once(lift, given, value) or isinstance(value, Instance):
        return value
    for name in names:
        _refuse_again(lift, node, given, name)
    if not any(uses(lift.frame.key, name)[0] for name in names):
        return value
    if _stored_behind(lift.frame.key, node.lineno) & (loads_of(given).keys() - assigned_in(given)):
        with lift.at(given):
            lift.refuse("what this reads changes before it is used", "write a list: list(...)")
    return lift.call(iter, [value], {})


def _refuse_again(lift: Lifting, node: ast.Assign, given: ast.expr, name: str) -> None:
    asking, others = uses(lift.frame.key, name)
    again = len(others) > 1 or not all(_in_same_loop(lift.frame.key, node, use) for use in others)
    if again or any(use.lineno > other.lineno for use in asking for other in others):
        with lift.at(given):
            lift.refuse(f"{name} is gone through more than once: Python finds its items the first time only", "write a list: list(...)")


def _is_given_once(lift: Lifting, node: ast.expr, value: Any) -> bool:
    if isinstance(node, ast.GeneratorExp) or isinstance(value, Generating):
        return True
    called = _called(lift, node.func) if isinstance(node, ast.Call) else None
    return any(called is maker for maker in MAKERS)


def reads_ahead(lift: Lifting, node: ast.expr, items: Any) -> bool:
    """Whether what a loop goes through was read when the iterator was made, where Python reads each item when the loop comes to it."""
    if isinstance(items, Generating):
        return items.ahead
    if not isinstance(node, ast.Call) or isinstance(items, (Array, View, Interval, Mapped)):
        return False
    called = _called(lift, node.func)
    if any(called is maker for maker in LAZY):
        return any(reads_ahead(lift, part, None) for part in node.args)
    return any(called is maker for maker in MAKERS)


def _called(lift: Lifting, function: ast.expr) -> Any:
    """What a name, or a name of a module, stands for: functions of others may be called `product`, too."""
    if isinstance(function, ast.Name):
        return look_up(lift, function.id)
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
        return None
    owner = look_up(lift, function.value.id)
    return getattr(owner, function.attr, None) if isinstance(owner, ModuleType) else None


@cache
def uses(function: Any, name: str) -> tuple[list[ast.Name], list[ast.expr]]:
    """(where the next item of `name` is asked for, where it is read otherwise): zip(it, it) reads it once."""
    asking: list[ast.Name] = []
    others: list[ast.expr] = []
    for statement in function.body:
        for node, parent in _with_parents(statement):
            if not isinstance(node, ast.Name) or node.id != name or isinstance(node.ctx, ast.Store):
                continue
            called = getattr(parent.func, "id", "") if isinstance(parent, ast.Call) and node in parent.args else ""
            if called == "next":
                asking.append(node)
            elif called != "zip":
                others.append(node)
            elif parent not in others:
                others.append(parent)  # type: ignore[arg-type]
    return asking, others


def _with_parents(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        yield child, node
        yield from _with_parents(child)


@cache
def _stores(function: Any) -> Counter[str]:
    """How often each name is assigned."""
    return Counter(n.id for s in function.body for n in _stored(s))


@cache
def _stored_behind(function: Any, line: int) -> frozenset[str]:
    """Names that are assigned behind a line."""
    return frozenset(n.id for s in function.body for n in _stored(s) if n.lineno > line)


def _stored(tree: ast.AST) -> Iterator[ast.Name]:
    return (n for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def _in_same_loop(function: Any, assignment: ast.AST, use: ast.AST) -> bool:
    """Whether a thing is used as often as it is made: no loop around the use begins behind the assignment."""
    return _loops_around(function, use) <= _loops_around(function, assignment)


@cache
def _loops_around(function: Any, node: ast.AST) -> frozenset[ast.AST]:
    """The loops and comprehensions that run `node` in every iteration; what one goes through it reads once."""
    return frozenset(loop for s in function.body for loop in ast.walk(s) if any(_within(part, node) for part in _run_often(loop)))


def _run_often(loop: ast.AST) -> list[ast.AST]:
    if isinstance(loop, (ast.For, ast.While)):
        return [*loop.body, *([loop.test] if isinstance(loop, ast.While) else [])]
    if not isinstance(loop, COMPREHENSIONS):
        return []
    first, *rest = loop.generators
    return [*([loop.key, loop.value] if isinstance(loop, ast.DictComp) else [loop.elt]), *first.ifs, *rest]


def _within(part: ast.AST, node: ast.AST) -> bool:
    return any(n is node for n in ast.walk(part))
