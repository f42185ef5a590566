"""Loops over lists that become longer or shorter while they run: Python asks for one position after the other until there is none.

    for target in items:            position = 0
        body                        while position < len(items):
                                        target = items[position]
                                        position += 1
                                        body
"""

from __future__ import annotations

import ast
import builtins
from functools import cache
from typing import Any

from precis.lift.numpy import library
from precis.lift.numpy.problems import ChangesWhileRunning
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, Instance, Items, Together


def follow(lift: Lifting, node: ast.For, items: Any, problem: ChangesWhileRunning) -> None:
    """The loop over a list, or over `enumerate` of one, as Python runs it; others are refused as they were."""
    numbers, listed = items.parts if isinstance(items, Together) and _is_enumerate(lift, node.iter) else (None, items)
    if not _is_list(listed):
        raise problem
    start = INT_0 if numbers is None else numbers.start
    for name, x in zip(_names(node), (listed, INT_0, start, len)):
        lift.journal.set(lift.frame.names, name, x)
    lift.execute([_while(node, numbers is not None)])


def _is_list(x: Any) -> bool:
    return (isinstance(x, Items) and x.kind is list) or (isinstance(x, Instance) and x.cls in (library.columns.Columns, library.jagged.Row))


def _is_enumerate(lift: Lifting, node: ast.expr) -> bool:
    """Whether a call is one of `enumerate`, whose numbers end where the list ends then."""
    return isinstance(node, ast.Call) and lift.evaluate(node.func) is builtins.enumerate


def _names(node: ast.For) -> tuple[str, ...]:
    return tuple(f"{what} at {node.lineno}:{node.col_offset}" for what in ("items", "position", "start", "len"))


@cache
def _while(node: ast.For, numbered: bool) -> ast.While:
    items, position, start, length = (ast.Name(name, ast.Load()) for name in _names(node))
    item: ast.expr = ast.Subscript(items, position, ast.Load())
    if numbered:
        item = ast.Tuple([ast.BinOp(start, ast.Add(), position), item], ast.Load())
    head = [ast.Assign([node.target], item),
            ast.Assign([ast.Name(position.id, ast.Store())], ast.BinOp(position, ast.Add(), ast.Constant(1)))]
    loop = ast.While(ast.Compare(position, [ast.Lt()], [ast.Call(length, [items], [])]), [*head, *node.body], node.orelse)
    for new in (loop, *ast.walk(loop.test), *(n for s in head for n in ast.walk(s) if not hasattr(n, "lineno"))):
        ast.copy_location(new, node)
    return loop
