"""Comprehensions: a list grown by a loop, in a scope of its own."""

from __future__ import annotations

import ast
from contextlib import nullcontext
from functools import cache
from typing import Any

from precis.ir.size import Size
from precis.lift.numpy import branches, library, loops
from precis.lift.numpy.conditions import condition
from precis.lift.numpy.frames import Frame
from precis.lift.numpy.functions.columns import list_made
from precis.lift.numpy.functions.lists import append
from precis.lift.numpy.grows import fills_dicts, grows_lists, grows_sets, is_new_dict
from precis.lift.numpy.indexing import put
from precis.lift.numpy.iterables import Counted, Listed, iterable
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.source import loads_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.tables_of_lists import note_table
from precis.lift.numpy.unending import next_of
from precis.lift.numpy.values import Generating, Instance, Items, Method, Undefined

FEW = 64


def evaluate(lift: Lifting, node: Any) -> Any:
    """A list, for list comprehensions and generators."""
    kind = _that_grow(lift, node)
    if kind is not None:
        if node in lift.made.keyed:
            return _lists(lift, node, kind)
        lift.made.nested.add(node)
    function, chooses = _of_each(node), _only_chooses(node)
    items = lift.evaluate(node.generators[0].iter) if function or chooses else None
    if function and next_of(lift, items) is not None:
        return lift.call(map, [lift.evaluate(function), items], {})
    if chooses and isinstance(items, Instance) and items.cls in (library.splits.Splits, library.stretches.Stretches):
        return lift.call(library.splits.kept, [lift.evaluate(_test_of(node)), items], {})
    result = list_made(lift, node, lift.new_items(list, ()))
    fill(lift, node, result, items)
    if isinstance(result, Items) and isinstance(node, ast.ListComp):
        note_table(lift, node, result)
    return result


# what keeps lists, sets or dicts that grow -> of how many lists it consists
LISTS = {library.jagged.Jagged: 1, library.sets_by_key.Sets: 2, library.dicts_by_key.Dicts: 3}


def _that_grow(lift: Lifting, node: Any) -> type | None:
    """What keeps the lists of [[] for _ in range(n)], or the sets of [set() for _ in range(n)], that the function grows."""
    if not isinstance(node, ast.ListComp) or len(node.generators) != 1 or node.generators[0].ifs:
        return None
    if isinstance(node.elt, ast.List) and not node.elt.elts and grows_lists(lift.frame, node):
        return library.jagged.Jagged
    if is_new_dict(node.elt) and fills_dicts(lift.frame, node):
        return library.dicts_by_key.Dicts
    return library.sets_by_key.Sets if ast.unparse(node.elt) == "set()" and grows_sets(lift.frame, node) else None


def _lists(lift: Lifting, node: ast.ListComp, kind: type) -> Any:
    """As many lists, of which only a run tells which one grows."""
    count = lift.call(len, [lift.evaluate(node.generators[0].iter)], {})
    lists = lift.call(kind, [lift.new_items(list, ()) for _ in range(LISTS[kind])], {"count": count})
    return lift.call(library.jagged.Lists, [lift.call(list, [lift.call(range, [count], {})], {}), lists], {})


@cache
def _of_each(node: Any) -> ast.Lambda | None:
    """What a generator expression without conditions makes of each item, as a function of it."""
    if not isinstance(node, ast.GeneratorExp) or len(node.generators) != 1 or node.generators[0].ifs:
        return None
    target = node.generators[0].target
    return _lambda(target.id, node.elt) if isinstance(target, ast.Name) else None


def _lambda(name: str, body: ast.expr) -> ast.Lambda:
    made = ast.Lambda(ast.arguments(posonlyargs=[], args=[ast.arg(name)], kwonlyargs=[], kw_defaults=[], defaults=[]), body)
    return ast.fix_missing_locations(ast.copy_location(made, body))


def _only_chooses(node: Any) -> bool:
    """Whether a comprehension is [x for x in items if ...]."""
    if not isinstance(node, ast.ListComp) or len(node.generators) != 1 or not isinstance(node.elt, ast.Name):
        return False
    target, tests = node.generators[0].target, node.generators[0].ifs
    binds = any(isinstance(n, ast.NamedExpr) for test in tests for n in ast.walk(test))
    return isinstance(target, ast.Name) and target.id == node.elt.id and bool(tests) and not binds


@cache
def _test_of(node: ast.ListComp) -> ast.Lambda:
    """Its conditions as a function of an item."""
    (part,) = node.generators
    test = part.ifs[0] if len(part.ifs) == 1 else ast.BoolOp(ast.And(), part.ifs)
    return _lambda(node.elt.id if isinstance(node.elt, ast.Name) else "", test)


def fill(lift: Lifting, node: Any, result: Any, items: Any = None) -> None:
    """Put what a comprehension makes into an empty list or dict. items: what it goes through, where that is known already."""
    outer = lift.frame
    frame = Frame(outer.function, node, outer.text, globals=outer.globals, outer=outer, hidden=True, call=node)
    frame.loads = loads_of([node])
    lazy = isinstance(node, ast.GeneratorExp)
    with lift.calling(frame), lift.sizes.conditional() if lazy else nullcontext():
        _generate(lift, node, list(node.generators), result, items)


def _generate(lift: Lifting, node: Any, generators: list[ast.comprehension], result: Any, items: Any = None) -> None:
    if not generators:
        _add(lift, node, result)
        return
    first, *rest = generators

    def body() -> None:
        _filtered(lift, node, list(first.ifs), lambda: _generate(lift, node, rest, result), result)
    items, frame = lift.evaluate(first.iter) if items is None else items, lift.frame
    if isinstance(items, Generating):
        def consume(item: Any) -> None:
            with lift.returning_to(frame):
                lift.assign(first.target, item)
                body()
        items.run(consume)
        return
    over = iterable(lift, items, loops.stem(first.target))
    if isinstance(over, Listed) or isinstance(items, Items):
        _refuse_taking_beside(lift, node, first)
    items = _decided(lift, first, over) or over
    loops.repeat(lift, first, items, lambda item: lift.assign(first.target, item), body)


def _refuse_taking_beside(lift: Lifting, node: Any, first: ast.comprehension) -> None:
    """What a comprehension goes through was taken from an iterator before, where Python takes an item when it comes to it."""
    beside = loads_of([part for part in ast.iter_child_nodes(node) if part is not first] + first.ifs)
    local = getattr(lift.frame.outer, "names", {})
    found = [local.get(name) for name in sorted(loads_of(first.iter).keys() & beside.keys())]
    if any(isinstance(x, (Generating, Instance)) and next_of(lift, x) is not None for x in found):
        lift.refuse("a comprehension takes items of an iterator that it goes through", "write a loop with next(...)")


def _decided(lift: Lifting, part: ast.comprehension, over: Counted | Listed) -> Listed | None:
    """The numbers that a comprehension goes through where they are few and constants of the program tell, to begin with, which it keeps."""
    start, trips = (over.range.start.constant, over.range.trips.constant) if isinstance(over, Counted) else (None, None)
    if not part.ifs or start is None or not trips or trips > FEW or not isinstance(over, Counted):
        return None
    items = tuple(over.item(lift, Size.of(start + k * over.range.step)) for k in range(trips))
    before = savepoint(lift)
    lift.assign(part.target, items[0])
    decided = isinstance(condition(lift, part.ifs[0]), bool)
    before.undo(lift)
    return Listed(items) if decided else None


def _filtered(lift: Lifting, node: Any, tests: list[ast.expr], body: Any, result: Any) -> None:
    if not tests:
        body()
        return
    holds = condition(lift, tests[0])
    if isinstance(holds, bool):
        if holds:
            _filtered(lift, node, tests[1:], body, result)
    elif isinstance(result, Items) and isinstance(node, ast.DictComp):
        lift.made.keyed.add(node)
        lift.refuse("a dict that keeps items by computed conditions has unknown keys", "use arrays")
    else:
        branches.branch(lift, holds, lambda: _filtered(lift, node, tests[1:], body, result), lambda: None)
        kept = lift.content[result]
        if isinstance(kept, Undefined):  # a loop whose iterations are few and known is written out instead
            lift.note_mixed(result)
            lift.refuse(f"a comprehension that keeps items by computed conditions {kept.reason}", "use np.where, or arrays")


def _add(lift: Lifting, node: Any, result: Any) -> None:
    if isinstance(node, ast.DictComp):
        key, thing = lift.evaluate(node.key), lift.evaluate_or_none(node.value)
        put(lift, result, key, thing)
    else:
        item = lift.evaluate_or_none(node.elt)
        if isinstance(result, Items):
            append(lift, result, item)
        else:
            lift.call(Method(result, "append"), [item], {})
