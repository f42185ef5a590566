"""Generators whose loop is left before they end: behind each value they ask whether it was, and return.

    yield v        ->    yield v
                         if left: return
    yield from x   ->    for item in x: yield item; if left: return
"""

from __future__ import annotations

import ast
import copy
from functools import cache
from typing import Any

LEFT, ITEM = "left by the loop", "item of the generator"


@cache
def left_early(definition: ast.FunctionDef) -> ast.FunctionDef:
    """The same generator, which returns where LEFT holds behind a value."""
    made = copy.deepcopy(definition)
    made.body = [part for s in made.body for part in _asking(s)]
    return made


def _asking(statement: ast.stmt) -> list[ast.stmt]:
    value = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(value, ast.YieldFrom):
        taken: Any = ast.Expr(ast.Yield(ast.Name(ITEM, ast.Load())))
        statement = _placed(ast.For(ast.Name(ITEM, ast.Store()), value.value, [taken], []), statement)
        value = None
    if isinstance(value, ast.Yield):
        return [statement, _placed(ast.If(ast.Name(LEFT, ast.Load()), [ast.Return(None)], []), statement)]
    if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        for name in ("body", "orelse", "finalbody"):
            if isinstance(block := getattr(statement, name, None), list):
                setattr(statement, name, [part for s in block for part in _asking(s)])
    return [statement]


def _placed(new: Any, old: ast.stmt) -> Any:
    return ast.fix_missing_locations(ast.copy_location(new, old))
