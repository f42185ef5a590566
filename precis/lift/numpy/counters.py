"""`while i < n: ...; i += 1` is a counted loop in other words, and so is `while len(path) < n: ...; path.append(x)`."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import partial
from typing import Any

from precis.errors import UnsupportedProgram
from precis.ir.size import Size
from precis.ir.types import Range
from precis.lift.numpy.intervals import at_least_zero
from precis.lift.numpy.iterables import Counted
from precis.lift.numpy.library.columns import Columns
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Instance, Int, Items

MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}
STEPS: dict[type[ast.cmpop], tuple[int, int]] = {ast.Lt: (1, 0), ast.LtE: (1, 1), ast.Gt: (-1, 0), ast.GtE: (-1, 1)}


FACTORS = (ast.Mult, ast.FloorDiv, ast.LShift, ast.RShift)


class CountChanges(Exception):
    """What a loop counts to, or by, is changed by its iterations in another way than it counts."""


@dataclass(frozen=True, slots=True)
class Counter:
    """The loop's counter, and the values that it runs through.

    bound   to what it counts, which is `end` before the loop
    grown   the list whose length it is, which the statement `append` lengthens
    """

    name: ast.Name
    items: Counted
    bound: ast.expr
    end: Size
    grown: Items | None = None
    append: ast.stmt | None = None


def iteration(lift: Lifting, node: ast.While, counter: Counter) -> None:
    """The body of a counted loop: it may change neither the end to which it counts nor, but for its own `append`, the list by whose
    length it does, under whatever names (by a method or an inner function of the program's)."""
    lists = _lists_of(lift, counter)
    with lift.watching(lists) as places:
        lift.execute(node.body)
    own = {(id(lift.frame), line) for line in _lines(lift, counter.append)} if counter.append else set()
    if any(where - (own if x is counter.grown else set()) for x, where in zip(lists, places)):
        raise CountChanges
    try:
        end = lift.evaluate(counter.bound)
    except UnsupportedProgram:
        raise CountChanges from None
    if not isinstance(end, Int) or lift.sizes.resolve(end.size - counter.end).constant != 0:
        raise CountChanges


def _lists_of(lift: Lifting, counter: Counter) -> list[Items]:
    """Lists whose lengths the counter depends on."""
    named = [lift.frame.names.get(n.id) for n in ast.walk(counter.bound) if isinstance(n, ast.Name)]
    return [*([counter.grown] if counter.grown else []), *(x for x in map(partial(_counted_by, lift), named) if x)]


def _counted_by(lift: Lifting, x: Any) -> Items | None:
    """The list whose items are those of a list, or as many as those of a list of parts."""
    if isinstance(x, Instance) and issubclass(x.cls, Columns):
        x = lift.held(x)["lists"][0]
    return x if isinstance(x, Items) and x.kind is list else None


def _lines(lift: Lifting, statement: ast.stmt) -> range:
    assert lift.frame.text is not None
    first = lift.frame.text.span(statement).line
    return range(first, first + (statement.end_lineno or statement.lineno) - statement.lineno + 1)


def counting(lift: Lifting, node: ast.While) -> Counter | None:
    """The counter of a while loop that compares an int with a size, changes it by a constant as its last statement and nowhere else."""
    growing = _growing(lift, node)
    if growing is not None:
        return growing
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
    return Counter(ast.copy_location(ast.Name(name, ast.Store()), node.test), items, bound, end.size)


def by_factors(node: ast.While) -> bool:
    """Whether the loop compares a number that each iteration multiplies or divides by a constant: there are few iterations."""
    compared = {n.id for n in ast.walk(node.test) if isinstance(n, ast.Name)} if isinstance(node.test, ast.Compare) else set()
    return any(name in compared and isinstance(op, FACTORS) for statement in node.body for name, op in _changes(statement))


def _changes(statement: ast.stmt) -> list[tuple[str, ast.operator]]:
    """`name op= constant`, also as `name = name op constant`."""
    if isinstance(statement, ast.AugAssign):
        target, op, by = statement.target, statement.op, statement.value
    elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp) and len(statement.targets) == 1:
        target, op, by = statement.targets[0], statement.value.op, statement.value.right
        if not isinstance(statement.value.left, ast.Name) or not isinstance(target, ast.Name) or statement.value.left.id != target.id:
            return []
    else:
        return []
    return [(target.id, op)] if isinstance(target, ast.Name) and isinstance(by, ast.Constant) and isinstance(by.value, int) else []


def _growing(lift: Lifting, node: ast.While) -> Counter | None:
    """The length of a list as the counter: the loop compares it with a size, and every iteration appends one item."""
    test, body = node.test, node.body
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], (ast.Lt, ast.LtE)) or node.orelse:
        return None
    name, bound = _length_of(test.left), test.comparators[0]
    items = _counted_by(lift, lift.frame.names.get(name)) if name else None
    append = _append_of(name, body) if name else None
    if items is None or append is None or not isinstance(held := lift.content.get(items), tuple) or name in lift.frame.outward:
        return None
    if not name or not _steady(name, bound, body):
        return None
    end = lift.evaluate(bound)
    if not isinstance(end, Int):
        return None
    first = Size.of(len(held))
    span = end.size - first + (1 if isinstance(test.ops[0], ast.LtE) else 0)
    counted = Counted(Range(first, at_least_zero(lift, span, span), 1), lambda lift, index: Int(index), "k")
    name_of = ast.Name(f"length at {node.lineno}:{node.col_offset}", ast.Store())
    return Counter(ast.copy_location(name_of, test), counted, bound, end.size, items, append)


def _length_of(x: ast.expr) -> str | None:
    """The name in `len(name)`."""
    asked = isinstance(x, ast.Call) and isinstance(x.func, ast.Name) and x.func.id == "len" and len(x.args) == 1
    return x.args[0].id if asked and isinstance(x.args[0], ast.Name) else None  # type: ignore[union-attr]


def _append_of(name: str, body: list[ast.stmt]) -> ast.stmt | None:
    """The statement by which every iteration appends one item to a list of this name."""
    nodes = [n for s in body for n in ast.walk(s)]
    if any(isinstance(n, (ast.Continue, ast.FunctionDef, ast.Lambda)) for n in nodes):
        return None
    if any(isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load) for n in nodes):
        return None
    once = [s for s in body if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and _method_of(s.value, name) == "append"]
    inside = once and any(isinstance(n, ast.Call) and _method_of(n, name) for a in once[0].value.args for n in ast.walk(a))  # type: ignore
    return once[0] if len(once) == 1 and not inside else None


def _method_of(call: ast.Call, name: str) -> str | None:
    """The method of what has this name that is called."""
    asked = isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.func.value.id == name
    return call.func.attr if asked else None  # type: ignore[union-attr]


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
