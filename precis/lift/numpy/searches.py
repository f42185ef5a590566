"""next(x for ... if ...): a loop that is left where the first one is found."""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

from precis.lift.numpy import calls
from precis.lift.numpy.inlining import define
from precis.lift.numpy.state import Lifting

DEFAULT = "what next gives"


def search(node: ast.Call) -> ast.FunctionDef | None:
    """What a call of `next` looks for, as a function of what it gives where there is none of the kind; None of other calls."""
    if node.keywords or not 1 <= len(node.args) <= 2 or not isinstance(node.args[0], ast.GeneratorExp):
        return None
    return _search(node)


@cache
def _search(node: Any) -> ast.FunctionDef | None:
    generator = node.args[0]
    tests = [test for part in generator.generators for test in part.ifs]
    if not tests or any(isinstance(n, ast.NamedExpr) for n in ast.walk(generator)):
        return None
    body: ast.stmt = ast.Return(generator.elt)
    for part in reversed(generator.generators):
        for test in reversed(part.ifs):
            body = ast.If(test, [body], [])
        body = ast.For(part.target, part.iter, [body], [])
    ended = ast.Return(ast.Name(DEFAULT, ast.Load())) if node.args[1:] else ast.Raise(ast.Name("StopIteration", ast.Load()))
    arguments = ast.arguments(posonlyargs=[], args=[ast.arg(DEFAULT)] if node.args[1:] else [], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.fix_missing_locations(ast.copy_location(ast.FunctionDef("next", arguments, [body, ended], []), node))


def first_found(lift: Lifting, node: ast.Call, definition: ast.FunctionDef) -> Any:
    default = [lift.evaluate_or_none(x) for x in node.args[1:]]
    return calls.call(lift, define(lift, definition), default, {}, node)
