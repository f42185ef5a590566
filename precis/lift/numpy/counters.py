"""`while i < n: ...; i += 1` is a counted loop in other words."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from precis.ir.types import Range
from precis.lift.numpy.intervals import at_least_zero
from precis.lift.numpy.iterables import Counted
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Int

MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}
STEPS: dict[type[ast.cmpop], tuple[int, int]] = {ast.Lt: (1, 0), ast.LtE: (1, 1), ast.Gt: (-1, 0), ast.GtE: (-1, 1)}


@dataclass(frozen=True, slots=True)
class Counter:
    """The loop's counter, and the values that it runs through."""

    name: ast.Name
    items: Counted


def counting(lift: Lifting, node: ast.While) -> Counter | None:
    """The counter of a while loop that compares an int with a size, changes it by a constant as its last statement and nowhere else."""
    found = _compared(node.test)
    if found is None or node.orelse:
        return None
    name, op, bound = found
    step = _step(name, node.body)
    if step is None or not _steady(name, bound, node.body) or (step > 0) != (STEPS[op][0] > 0):
        return None
    start = lift.frame.names.get(name)
    if not isinstance(start, Int) or start.dtype is not None or name in lift.frame.outward:
        return None
    end = lift.evaluate(bound)
    if not isinstance(end, Int):
        return None
    first = lift.sizes.resolve(lift.journal.get(lift.frame.names, name).size)
    span = (end.size - first) * STEPS[op][0] + STEPS[op][1]
    trips = at_least_zero(lift, (span + (abs(step) - 1)) // abs(step), span)
    items = Counted(Range(first, trips, step), lambda lift, index: Int(index), name)
    return Counter(ast.copy_location(ast.Name(name, ast.Store()), node.test), items)


def _compared(test: ast.expr) -> tuple[str, type[ast.cmpop], ast.expr] | None:
    """(name, comparison, bound) of `name < bound` or `bound > name`."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or type(test.ops[0]) not in STEPS:
        return None
    left, right, op = test.left, test.comparators[0], type(test.ops[0])
    if isinstance(left, ast.Name):
        return left.id, op, right
    return (right.id, MIRRORED[op], left) if isinstance(right, ast.Name) else None


def _step(name: str, body: list[ast.stmt]) -> int | None:
    """The constant that the last statement adds to the counter, where nothing else changes it or leaves it out."""
    last = body[-1]
    rest = [n for s in body[:-1] for n in ast.walk(s)]
    if any(isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load) for n in rest):
        return None
    if any(isinstance(n, ast.Continue) for n in rest) or any(isinstance(n, (ast.FunctionDef, ast.Lambda)) for n in rest):
        return None
    return _increment(name, last)


def _increment(name: str, last: ast.stmt) -> int | None:
    """`name += 1`, `name -= 2`, `name = name + 1`."""
    if isinstance(last, ast.AugAssign) and isinstance(last.target, ast.Name) and last.target.id == name:
        op, amount = last.op, last.value
    elif (isinstance(last, ast.Assign) and len(last.targets) == 1 and isinstance(last.targets[0], ast.Name)
          and last.targets[0].id == name and isinstance(last.value, ast.BinOp) and isinstance(last.value.left, ast.Name)
          and last.value.left.id == name):
        op, amount = last.value.op, last.value.right
    else:
        return None
    if not isinstance(amount, ast.Constant) or type(amount.value) is not int or amount.value == 0:
        return None
    return {ast.Add: amount.value, ast.Sub: -amount.value}.get(type(op))


def _steady(name: str, bound: ast.expr, body: list[ast.stmt]) -> bool:
    """Whether the bound has the same value in every iteration: names that the body does not assign, and lengths of them."""
    used = {n.id for n in ast.walk(bound) if isinstance(n, ast.Name)}
    changed = {n.id for s in body for n in ast.walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    return name not in used and not used & changed and all(map(_plain, ast.walk(bound)))


def _plain(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("len", "min", "max")
    if isinstance(node, ast.Attribute):
        return node.attr in ("shape", "size", "ndim")
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
    return isinstance(node, (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context))
