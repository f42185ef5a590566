"""How many iterations a loop over a computed range has at most, where lists grow in it: each takes another element of an array by the
index of the loop, and no run takes more elements than there are."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from precis.errors import PrecisError
from precis.ir.size import Size
from precis.lift.numpy.iterables import Counted
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.numbers import runtime_size, value_of
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.source import assigned_in
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Int, Items, Scalar, Stacked, View

LEAVING = (ast.Break, ast.Continue, ast.Return, ast.Raise)
GROWING = ("append", "appendleft", "extend", "extendleft", "heappush")
SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)


@cache
def _grows(node: ast.AST) -> bool:
    return any(isinstance(n, ast.Attribute) and n.attr in GROWING for n in ast.walk(node))


def within_reach(lift: Lifting, node: ast.For, over: Counted) -> Counted:
    """The same iterations, whose number has a limit where only a run tells it and a list grows in the loop."""
    trips = lift.sizes.resolve(over.range.trips)
    if not isinstance(node.target, ast.Name) or not _grows(node):
        return over
    if lift.sizes.highest(trips, lambda s: s not in lift.sizes.binding) is not None:
        return over
    most = next(_lengths(lift, node, node.target.id), None)
    if most is None or lift.sizes.resolve(most - trips).constant == 0:
        return over
    reached = value_of(lift, Int(lift.sizes.resolve(2 * most)))  # negative positions count from the end
    size = runtime_size(lift, lift.emit("minimum", value_of(lift, Int(trips)), reached, dtype=INT), "trips")
    lift.sizes.limits[str(size)] = (ZERO, 2 * most)
    return replace(over, range=replace(over.range, trips=size))


def _lengths(lift: Lifting, node: ast.For, index: str) -> Iterator[Size]:
    """The lengths of the dimensions along which every iteration takes an element by the index of the loop."""
    changed = assigned_in(node)
    for owner, before in _taken(node.body, index):
        if any(not isinstance(n, (ast.Name, ast.Constant)) or getattr(n, "id", "") in changed for n in (owner, *before)):
            continue
        try:
            x, *numbers = (lift.evaluate(n) for n in (owner, *before))
        except PrecisError:
            continue
        x = _rows(lift, x)
        if isinstance(x, (Array, View)) and len(before) < len(x.shape) and all(isinstance(n, (Int, Scalar)) for n in numbers):
            yield lift.sizes.resolve(x.shape[len(before)])


def _rows(lift: Lifting, x: Any) -> Any:
    """The rows of a list, which are its items; anything else as it is."""
    held = lift.content.get(x) if isinstance(x, Items) and x not in lift.made.queues else None
    return held.rows if isinstance(held, Stacked) and not held.first else x


def _taken(body: Sequence[ast.stmt], index: str) -> Iterator[tuple[ast.expr, list[ast.expr]]]:
    """(array, the indices in front of the loop's) of what each iteration surely takes by its index."""
    for statement in body:
        if isinstance(statement, SIMPLE):
            yield from _in(statement, index)
        elif isinstance(statement, ast.If):
            yield from _in(statement.test, index)
        if any(isinstance(n, LEAVING) for n in ast.walk(statement)) or index in assigned_in(statement):
            return


def _in(node: ast.AST, index: str) -> Iterator[tuple[ast.expr, list[ast.expr]]]:
    if isinstance(node, ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        yield from ((node.value, parts[:k]) for k, p in enumerate(parts) if isinstance(p, ast.Name) and p.id == index)
    for part in _surely_evaluated(node):
        yield from _in(part, index)


def _surely_evaluated(node: ast.AST) -> Sequence[ast.AST]:
    if isinstance(node, ast.BoolOp):
        return node.values[:1]
    if isinstance(node, ast.IfExp):
        return [node.test]
    nothing = isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp))
    return [] if nothing else list(ast.iter_child_nodes(node))
