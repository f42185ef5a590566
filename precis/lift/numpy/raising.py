"""Blocks that are there to raise an exception: like asserts on data they have no effect on what is computed."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from precis.lift.numpy.state import Lifting


def only_raises(body: Sequence[ast.stmt]) -> bool:
    """Whether a block is there to raise an exception."""
    return bool(body) and isinstance(body[-1], ast.Raise) and all(isinstance(s, ast.Expr) for s in body[:-1])


def note_raise(lift: Lifting, body: Sequence[ast.stmt], holds: Any, when: str) -> None:
    """Where a block raises its exception: inside a `try` a hazard, else what does not happen."""
    last = body[-1]
    if lift.hazards is None:
        lift.assume(f"`{ast.unparse(last)}`{when}", last)
        return
    raised = lift.evaluate(last.exc) if isinstance(last, ast.Raise) and last.exc is not None else Exception
    lift.may_raise(raised if isinstance(raised, type) else Exception, holds)
