"""Tests of `if` and `while`, and the values of `and` and `or`: only a test is a truth; elsewhere they give one of their operands."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from precis.lift.numpy.branches import choose, short_circuit
from precis.lift.numpy.connectives import negation
from precis.lift.numpy.decisions import truth
from precis.lift.numpy.kinds import BOOL
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Scalar, certain


def condition(lift: Lifting, node: ast.expr) -> Any:
    """bool(node): True or False where that is known, else a bool scalar of the program."""
    if isinstance(node, ast.BoolOp):
        return _truth_of(lift, node.values, isinstance(node.op, ast.Or))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return negation(lift, condition(lift, node.operand))
    return truth(lift, lift.evaluate_or_none(node))


def _truth_of(lift: Lifting, nodes: Sequence[ast.expr], stop: bool) -> Any:
    first = condition(lift, nodes[0])
    if len(nodes) == 1 or first is stop:
        return first
    if isinstance(first, bool):
        return _truth_of(lift, nodes[1:], stop)
    return short_circuit(lift, first, lambda: _truth_of(lift, nodes[1:], stop), stop)


def operand_of(lift: Lifting, nodes: Sequence[ast.expr], stop: bool) -> Any:
    """The operand that `and` (`or`: stop) gives: the first that decides, else the last. Those after it are not evaluated."""
    first = lift.evaluate_or_none(nodes[0])
    if len(nodes) == 1:
        return first
    holds = truth(lift, first)
    if isinstance(holds, bool):
        return first if holds == stop else operand_of(lift, nodes[1:], stop)

    def rest() -> Any:
        return operand_of(lift, nodes[1:], stop)
    if _is_truth(first):
        found = _truth_of_both(lift, holds, rest, stop)
        if found is not None:
            return found
    return choose(lift, holds, *((lambda: certain(first), rest) if stop else (rest, lambda: first)))


def _truth_of_both(lift: Lifting, holds: Scalar, rest: Callable[[], Any], stop: bool) -> Any:
    """The value where both operands are truths, of which more is known than of a choice; None (and nothing done) where one is not."""
    start, all_truths = savepoint(lift), True

    def right() -> Any:
        nonlocal all_truths
        x = rest()
        all_truths = all_truths and _is_truth(x)
        return truth(lift, x)
    found = short_circuit(lift, holds, right, stop)
    if all_truths:
        return found
    start.undo(lift)
    return None


def _is_truth(x: Any) -> bool:
    return isinstance(x, bool) or (isinstance(x, Scalar) and x.dtype == BOOL)
