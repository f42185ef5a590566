"""`try` with `finally` that is left early: what `finally` does stands before each statement that leaves.

    try:                        try:
        if x: return f(y)           if x:
        ...                             result = f(y)
    finally:               ->           done()
        done()                          return result
                                    ...
                                finally:
                                    done()

What `finally` does at the end of the body stays where it is. A `finally` that leaves itself is left as it is, and so is one of which an
exception might then be seen by the handlers of its own `try`.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable

RESULT = "result of the try"
MAY_FAIL = (ast.Call, ast.Subscript, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.Raise, ast.Assert, ast.For, ast.While)
SCOPES = (ast.FunctionDef, ast.ClassDef, ast.Lambda)


class _Early(ast.NodeTransformer):
    """Inner statements first: what an inner `finally` does comes before that of an outer one."""

    def visit_Try(self, node: ast.Try) -> ast.Try:
        self.generic_visit(node)
        if not node.finalbody or is_left_as_it_is(node):
            return node
        node.body = _before_leaving(node.body, node.finalbody, False)
        for handler in node.handlers:
            handler.body = _before_leaving(handler.body, node.finalbody, False)
        node.orelse = _before_leaving(node.orelse, node.finalbody, False)
        return node


def finally_early(tree: ast.Module) -> ast.Module:
    """The same module with what each `finally` does before what leaves its `try`."""
    has = any(isinstance(n, ast.Try) and n.finalbody for n in ast.walk(tree))
    return _Early().visit(tree) if has else tree


def is_left_as_it_is(node: ast.Try) -> bool:
    """Whether what `finally` does cannot stand before what leaves."""
    parts = [n for s in node.finalbody for n in ast.walk(s)]
    if any(isinstance(n, (*SCOPES, ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)) for n in parts):
        return True
    return bool(node.handlers) and any(isinstance(n, MAY_FAIL) for n in parts)


def may_fail(node: ast.Try) -> bool:
    """Whether an exception may leave the `try`, before which nothing is done here."""
    return any(isinstance(n, MAY_FAIL) for s in node.body for n in ast.walk(s))


def _before_leaving(block: Iterable[ast.stmt], done: list[ast.stmt], inside: bool) -> list[ast.stmt]:
    """A block with `done` before each statement that leaves the `try`; `inside`: in a loop of its own, which break and continue stay in."""
    return [part for s in block for part in _statement(s, done, inside)]


def _statement(s: ast.stmt, done: list[ast.stmt], inside: bool) -> list[ast.stmt]:
    if isinstance(s, ast.Return) and s.value is not None and not isinstance(s.value, ast.Constant):
        kept = ast.Assign([ast.Name(RESULT, ast.Store())], s.value)
        result = ast.Return(ast.Name(RESULT, ast.Load()))
        return [_at(kept, s), *copy.deepcopy(done), _at(result, s)]
    if isinstance(s, ast.Return) or (isinstance(s, (ast.Break, ast.Continue)) and not inside):
        return [*copy.deepcopy(done), s]
    if isinstance(s, SCOPES):
        return [s]
    loop = isinstance(s, (ast.For, ast.While))
    for name in ("body", "orelse", "finalbody"):
        if isinstance(held := getattr(s, name, None), list):
            setattr(s, name, _before_leaving(held, done, inside or (loop and name == "body")))
    for part in (*getattr(s, "handlers", ()), *getattr(s, "cases", ())):
        part.body = _before_leaving(part.body, done, inside)
    return [s]


def _at(new: ast.stmt, old: ast.stmt) -> ast.stmt:
    return ast.fix_missing_locations(ast.copy_location(new, old))
