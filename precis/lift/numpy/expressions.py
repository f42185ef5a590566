"""Expressions: one handler per kind of syntax."""

from __future__ import annotations

import ast
import collections
import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from precis.errors import PrecisError
from precis.lift.numpy import attributes, branches, calls, comprehensions, indexing, items, library, loops, operators
from precis.lift.numpy.comparisons import comparison
from precis.lift.numpy.concatenated import joined_lists
from precis.lift.numpy.conditions import condition, operand_of
from precis.lift.numpy.decisions import truth
from precis.lift.numpy.filled import refuse
from precis.lift.numpy.functions.columns import columns_of, list_made
from precis.lift.numpy.functions.linear import matmul
from precis.lift.numpy.functions.texts import CONVERSIONS, formatted, joined
from precis.lift.numpy.inlining import define
from precis.lift.numpy.iterables import iterable
from precis.lift.numpy.left_early import LEFT
from precis.lift.numpy.lengths import written_out as selected
from precis.lift.numpy.made_dicts import dict_made, dict_of, pairs_of, set_of
from precis.lift.numpy.numbers import dtype_of
from precis.lift.numpy.scopes import bind_around, look_up, wrap_number
from precis.lift.numpy.searches import first_found, search
from precis.lift.numpy.slots import changed
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import (
    INT_0,
    Array,
    Filled,
    Generating,
    Instance,
    Int,
    Items,
    Maybe,
    SliceOf,
    Stacked,
    View,
    certain,
    serials,
)


def evaluate(lift: Lifting, node: ast.expr) -> Any:
    """What an expression stands for here. Nodes are appended to the block being built."""
    return lift.present(evaluate_or_none(lift, node))


def evaluate_or_none(lift: Lifting, node: ast.expr) -> Any:
    """The same, with what may be None by what the program computes, unless it is known here to be there."""
    found = _found(lift, node)
    if isinstance(found, Filled):
        with lift.at(node):
            refuse(lift)
    return found


def evaluate_operand(lift: Lifting, node: ast.expr) -> Any:
    """What an operand of arithmetic stands for, which may be a number or an array."""
    return lift.present(_found(lift, node))


def _found(lift: Lifting, node: ast.expr) -> Any:
    handler = HANDLERS.get(type(node))
    try:  # not `with lift.at(node)`, which costs as much as a short expression itself
        if handler is None:
            lift.refuse(f"`{type(node).__name__}` expressions cannot be lifted")
        found = handler(lift, node)
        return found.thing if isinstance(found, Maybe) and lift.holds(found.there) else found
    except PrecisError as problem:
        lift.set_place(problem, node)
        raise


def _constant(lift: Lifting, node: ast.Constant) -> Any:
    number = wrap_number(node.value)
    if isinstance(node.value, bytes):
        return lift.call(library.octets.Fixed, [lift.new_items(list, tuple(map(Int.of, node.value)))], {})
    return node.value if number is None else number


def _name(lift: Lifting, node: ast.Name) -> Any:
    return look_up(lift, node.id)


def _binary(lift: Lifting, node: ast.BinOp) -> Any:
    look = evaluate if isinstance(node.op, ast.MatMult) else evaluate_operand
    a, b = look(lift, node.left), look(lift, node.right)
    if isinstance(node.op, ast.MatMult) and not isinstance(a, Instance) and not isinstance(b, Instance):
        return matmul(lift, a, b)
    return operators.binary(lift, type(node.op), a, b)


def _unary(lift: Lifting, node: ast.UnaryOp) -> Any:
    if isinstance(node.op, ast.Not):
        return condition(lift, node)
    return operators.unary(lift, type(node.op), evaluate(lift, node.operand))


def _compare(lift: Lifting, node: ast.Compare) -> Any:
    left, right = evaluate_or_none(lift, node.left), evaluate_or_none(lift, node.comparators[0])
    first = comparison(lift, node.ops[0], left, right)
    return first if len(node.ops) == 1 else _chained(lift, truth(lift, first), right, node.ops[1:], node.comparators[1:])


def _chained(lift: Lifting, holds: Any, left: Any, ops: list[ast.cmpop], nodes: list[ast.expr]) -> Any:
    """`... left < a < b` behind comparisons that hold or not: what follows one that is false is not evaluated."""
    if not ops or holds is False:
        return holds

    def rest() -> Any:
        right = evaluate(lift, nodes[0])
        return _chained(lift, truth(lift, comparison(lift, ops[0], left, right)), right, ops[1:], nodes[1:])
    return rest() if holds is True else branches.short_circuit(lift, holds, rest, False)


def _boolean(lift: Lifting, node: ast.BoolOp) -> Any:
    """`and`, `or`: the operands after one that decides are not evaluated; one that may not be evaluated stands in a branch."""
    return operand_of(lift, node.values, isinstance(node.op, ast.Or))


def _choice(lift: Lifting, node: ast.IfExp) -> Any:
    holds = condition(lift, node.test)
    if isinstance(holds, bool):
        return evaluate_or_none(lift, node.body if holds else node.orelse)
    return branches.choose(lift, holds, lambda: _chosen(lift, node, True), lambda: _chosen(lift, node, False))


def _chosen(lift: Lifting, node: ast.IfExp, way: bool) -> Any:
    part = node.body if way else node.orelse
    found = evaluate_or_none(lift, part)
    return certain(found) if _is_there(node.test, part, way) else found


def _is_there(test: ast.expr, part: ast.expr, way: bool) -> bool:
    """Whether `part`, taken where `test` is `way`, is what the test has found not to be None: `x if x is not None else 0`."""
    if not isinstance(test, ast.Compare) or not isinstance(part, (ast.Name, ast.Attribute, ast.Subscript)) or len(test.ops) > 1:
        return False
    steady = not any(isinstance(n, (ast.Call, ast.NamedExpr)) for n in ast.walk(part))
    return (steady and ast.dump(test.left) == ast.dump(part) and isinstance(test.ops[0], ast.IsNot if way else ast.Is)
            and ast.unparse(test.comparators[0]) == "None")


def _tuple(lift: Lifting, node: ast.Tuple) -> tuple:
    return tuple(elements(lift, node.elts))


def elements(lift: Lifting, nodes: list[ast.expr]) -> list[Any]:
    found: list[Any] = []
    for node in nodes:
        if isinstance(node, ast.Starred):
            found.extend(calls.unpacked(lift, evaluate(lift, node.value)))
        else:
            found.append(evaluate_or_none(lift, node))
    return found


def _list(lift: Lifting, node: ast.List) -> Items:
    if not any(isinstance(part, ast.Starred) for part in node.elts):
        return list_made(lift, node, lift.new_items(list, tuple(elements(lift, node.elts))))
    parts = [evaluate(lift, part.value) if isinstance(part, ast.Starred) else (evaluate_or_none(lift, part),) for part in node.elts]
    numbers = [x for part in parts if isinstance(part, tuple) for x in part if operators.is_number(x)]
    held = [_as_rows(lift, part, numbers) for part in parts]
    return list_made(lift, node, lift.new_items(list, functools.reduce(functools.partial(joined_lists, lift), held, ())))


def _as_rows(lift: Lifting, x: Any, numbers: Sequence[Any]) -> Any:
    """What `*x` adds to a list that has `numbers`, too: rows where x has as many items as a size says, of which none is a view, and no
    number would become one of another type."""
    x = selected(lift, x)
    if isinstance(x, (Array, View)) and len(x.shape) == 1 and _alike(x.dtype, numbers) and lift.as_rows(x.shape[0]):
        return Stacked((), lift.call(np.copy, [x], {}))
    if isinstance(x, Instance) and issubclass(x.cls, library.dicts.Table):
        x = lift.call(list, [x], {})
    held = lift.held(x) if isinstance(x, Items) and x.kind is list else None
    grown = isinstance(held, Stacked) and not held.first and _alike(held.rows.dtype, numbers) and lift.as_rows(held.rows.shape[0])
    return held if grown else calls.unpacked(lift, x)


def _alike(dtype: np.dtype, numbers: Sequence[Any]) -> bool:
    return all(dtype_of(x) == dtype for x in numbers)


def _set(lift: Lifting, node: ast.Set) -> Any:
    return set_of(lift, node, [tuple(elements(lift, node.elts))])


def _attribute(lift: Lifting, node: ast.Attribute) -> Any:
    return attributes.attribute(lift, lift.present(evaluate_or_none(lift, node.value), AttributeError), node.attr)


def _subscript(lift: Lifting, node: ast.Subscript) -> Any:
    owner = evaluate(lift, node.value)
    found = indexing.take(lift, owner, position(lift, owner, node.slice))
    return _copy_of_flat(lift, node, found)


def _copy_of_flat(lift: Lifting, node: ast.Subscript, found: Any) -> Any:
    """x.flat[1:3], which NumPy copies; other items as they are."""
    if isinstance(found, (Array, View)) and isinstance(node.value, ast.Attribute) and node.value.attr == "flat":
        return lift.call(np.copy, [found], {})
    return found


def position(lift: Lifting, owner: Any, node: ast.expr) -> Any:
    """The index in a subscript. Of an array, None is an index; elsewhere what may be None is there."""
    found = evaluate_or_none(lift, node)
    return found if isinstance(owner, indexing.INDEXED_BY_NONE) else lift.present(found)


def _slice(lift: Lifting, node: ast.Slice) -> SliceOf:
    parts = ((node.lower, node.step is None), (node.upper, False), (node.step, False))
    return SliceOf(*(None if n is None else _bound(lift, n, first) for n, first in parts))


def _bound(lift: Lifting, node: ast.expr, first: bool) -> Any:
    """A bound of a slice; where the `first` one is None, it is 0."""
    found = evaluate_or_none(lift, node)
    if isinstance(found, Maybe) and first:
        return lift.call(np.where, [found.there, found.thing, INT_0], {})
    if isinstance(found, Maybe):
        lift.refuse("a bound of a slice may be None, as the data ask for", "give it a number where it is None")
    return found


def _call(lift: Lifting, node: ast.Call) -> Any:
    function = evaluate(lift, node.func)
    if function is next and (sought := search(node)) is not None:
        return first_found(lift, node, sought)
    turned = _columns(lift, node) if function is zip else None
    if turned is not None:
        return turned
    mark, born = lift.journal.mark(), next(serials)
    args = elements(lift, node.args)
    if function in (any, all) and isinstance(node.args[0], ast.GeneratorExp) and changed(lift, mark, born):
        lift.refuse(f"{function.__name__} stops early, and what it goes through changes something", "write a loop with break")
    kwargs: dict[str, Any] = {}
    for keyword in node.keywords:
        value = evaluate_or_none(lift, keyword.value)
        kwargs.update({keyword.arg: value} if keyword.arg else pairs_of(lift, value))
    if function is collections.deque or (function is list and len(args) < 2 and not kwargs):
        return list_made(lift, node, calls.call(lift, function, args, kwargs, node))
    if function is set and len(args) < 2 and not kwargs:
        return set_of(lift, node, args)
    found = calls.call(lift, function, args, kwargs, node)
    return dict_made(lift, node, found) if function in DICTS else found


DICTS = (dict, dict.fromkeys, collections.OrderedDict, collections.defaultdict)


def _columns(lift: Lifting, node: ast.Call) -> Any:
    """`zip(*items)` of a list of tuples that a loop grew; None for other things."""
    if len(node.args) != 1 or not isinstance(node.args[0], ast.Starred) or node.keywords:
        return None
    x = evaluate(lift, node.args[0].value)
    apart = columns_of(lift, x)
    held = lift.held(x) if isinstance(x, Items) else x
    if apart is None and isinstance(held, Stacked) and held.parts and held.parts.dtypes and not held.first:
        apart = items.columns(lift, held)
    lift.made.tuples.update(column for column in apart or () if isinstance(column, Items))
    return apart


def _lambda(lift: Lifting, node: ast.Lambda) -> Any:
    return define(lift, node)


def _comprehension(lift: Lifting, node: Any) -> Any:
    return comprehensions.evaluate(lift, node)


def _dict_comprehension(lift: Lifting, node: ast.DictComp) -> Any:
    made = dict_made(lift, node, lift.new_items(dict, {}))
    comprehensions.fill(lift, node, made)
    return made


def _set_comprehension(lift: Lifting, node: ast.SetComp) -> Any:
    return set_of(lift, node, [comprehensions.evaluate(lift, node)])


def _named(lift: Lifting, node: ast.NamedExpr) -> Any:
    value = evaluate_or_none(lift, node.value)
    bind_around(lift, node.target.id, value)
    return look_up(lift, node.target.id)


def _yield(lift: Lifting, node: ast.Yield) -> None:
    consumer = lift.frame.consumer
    if consumer is None:
        lift.refuse("the function that is lifted is a generator", "return an array of what it yields")
    consumer(None if node.value is None else evaluate_or_none(lift, node.value))
    if lift.frame.leaving is not None:
        lift.journal.set(lift.frame.names, LEFT, lift.frame.leaving())


def _yield_from(lift: Lifting, node: ast.YieldFrom) -> None:
    consumer, items = lift.frame.consumer, evaluate(lift, node.value)
    if consumer is None:
        lift.refuse("the function that is lifted is a generator", "return an array of what it yields")
    if isinstance(items, Generating):
        items.run(consumer)
    else:
        loops.repeat(lift, node, iterable(lift, items), consumer, lambda: None)


def _text(lift: Lifting, node: ast.JoinedStr) -> Any:
    """f-strings only name things (errors, keys); sizes in them are those of the example."""
    parts = [str(p.value) if isinstance(p, ast.Constant) else _shown(lift, p) for p in node.values]  # type: ignore[arg-type]
    return joined(lift, parts)


def _shown(lift: Lifting, part: ast.FormattedValue) -> Any:
    spec = "" if part.format_spec is None else evaluate(lift, part.format_spec)
    return formatted(lift, CONVERSIONS[part.conversion](lift, evaluate(lift, part.value)), spec)


HANDLERS: dict[type[ast.expr], Callable[[Lifting, Any], Any]] = {
    ast.Constant: _constant, ast.Name: _name, ast.BinOp: _binary, ast.UnaryOp: _unary, ast.Compare: _compare, ast.BoolOp: _boolean,
    ast.IfExp: _choice, ast.Tuple: _tuple, ast.List: _list, ast.Dict: dict_of, ast.Set: _set, ast.Attribute: _attribute,
    ast.Subscript: _subscript, ast.Slice: _slice, ast.Call: _call, ast.Lambda: _lambda, ast.ListComp: _comprehension,
    ast.GeneratorExp: _comprehension, ast.DictComp: _dict_comprehension, ast.SetComp: _set_comprehension,
    ast.NamedExpr: _named, ast.JoinedStr: _text, ast.Yield: _yield, ast.YieldFrom: _yield_from,
}
