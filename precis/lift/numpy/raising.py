"""Blocks that are there to raise an exception: like asserts on data they have no effect on what is computed."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from precis.errors import UnsupportedProgram
from precis.ir.build import Build
from precis.lift.numpy.state import Lifting


class Raises(UnsupportedProgram):
    """A block always raises an exception; what the data say decides whether it runs."""

    def __init__(self, build: Build, node: ast.Raise):
        super().__init__("an exception that depends on the data cannot be lifted",
                         hints=("check before calling, or return what the check needs",))
        self.build, self.node = build, node


def only_raises(body: Sequence[ast.stmt]) -> bool:
    """Whether a block is there to raise an exception, of which it may make the text before."""
    return bool(body) and isinstance(body[-1], ast.Raise) and all(isinstance(s, ast.Expr) or _names(s) for s in body[:-1])


def _names(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign) and all(isinstance(t, ast.Name) for t in statement.targets)


def note_raise(lift: Lifting, body: Sequence[ast.stmt], holds: Any, when: str) -> None:
    """Where a block raises its exception: inside a `try` a hazard, else what does not happen."""
    last = body[-1]
    if lift.catching.hazards is None:
        lift.assume(f"`{ast.unparse(last)}`{when}", last)
        return
    lift.may_raise(raised_by(lift, last), holds)


def raised_by(lift: Lifting, statement: ast.stmt) -> type:
    """The class of the exception that a statement raises."""
    exception = statement.exc if isinstance(statement, ast.Raise) else None
    raised = Exception if exception is None else lift.evaluate(exception.func if isinstance(exception, ast.Call) else exception)
    return raised if isinstance(raised, type) else Exception
