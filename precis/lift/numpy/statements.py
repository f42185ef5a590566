"""Statements: one handler per kind of syntax. A computed `if` that may leave its block takes the rest of the block into its branches."""

from __future__ import annotations

import ast
import importlib
import io
import logging
from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from precis.errors import UnsupportedProgram
from precis.lift.numpy import contexts, loops, while_loops
from precis.lift.numpy.attributes import attribute, set_attribute, sets
from precis.lift.numpy.branches import branch
from precis.lift.numpy.calls import unpacked
from precis.lift.numpy.conditions import condition
from precis.lift.numpy.decisions import OpaqueDecides, negation
from precis.lift.numpy.expressions import evaluate, evaluate_or_none, position
from precis.lift.numpy.functions.effects import shows
from precis.lift.numpy.functions.linear import matmul
from precis.lift.numpy.indexing import put, take
from precis.lift.numpy.inlining import define
from precis.lift.numpy.lengths import write_out_held
from precis.lift.numpy.matches import matching
from precis.lift.numpy.operators import augmented
from precis.lift.numpy.outside import said_of_module
from precis.lift.numpy.raising import Raises, note_raise, only_raises
from precis.lift.numpy.returning import forget_result
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.scopes import bind, look_up
from precis.lift.numpy.slots import changed
from precis.lift.numpy.source import awaited, loads_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.tries import try_statement
from precis.lift.numpy.values import MISSING, Array, Instance, Items, Method, Scalar, View, serials


def execute(lift: Lifting, statements: Sequence[ast.stmt]) -> None:
    """Run statements to the end of their block, or to the statement that leaves it."""
    for k, statement in enumerate(statements):
        place(lift, statement)
        with lift.at(statement):
            if isinstance(statement, ast.Match):
                statement = matching(lift, statement)
            if isinstance(statement, ast.With):
                statement = contexts.suppressing(lift, statement)
            if isinstance(statement, ast.If):
                if _if(lift, statement, statements[k + 1:]):
                    return
                continue
            if isinstance(statement, ast.Try):
                leaves = may_leave(statement)
                rest = list(statements[k + 1:]) if leaves else []
                try_statement(lift, statement, leaves, rest, lambda s: execute(lift, s))
                if leaves:
                    return
                continue
            if isinstance(statement, ast.With) and may_leave(statement):
                _leaving_with(lift, statement, statements[k + 1:])
                return
            if isinstance(statement, (ast.Return, ast.Break, ast.Continue)):
                LEAVING[type(statement)](lift, statement)
                return
            handler = HANDLERS.get(type(statement))
            if handler is None:
                lift.refuse(f"`{NAMES.get(type(statement), type(statement).__name__)}` statements cannot be lifted",
                            HINTS.get(type(statement), "write it with assignments, loops and calls"))
            handler(lift, statement)
        if isinstance(statement, (ast.For, ast.While)) and _returned(lift, statements[k + 1:]):
            return


def place(lift: Lifting, statement: ast.stmt) -> None:
    """Nodes from here on belong to this statement, unless it is one of precis' own definitions."""
    if not lift.frame.hidden and lift.frame.text is not None:
        lift.span = lift.frame.text.span(statement)


def _returned(lift: Lifting, rest: Sequence[ast.stmt]) -> bool:
    """After a loop that may have returned: the rest of the block runs only where it has not."""
    returned = lift.journal.get(lift.frame.flow, "returned")
    if not isinstance(returned, Scalar):
        return returned is True
    if only_raises(rest):
        note_raise(lift, rest, negation(lift, returned), " behind the loop")
        lift.journal.set(lift.frame.flow, "returned", True)
        return True

    def go_on() -> None:
        lift.journal.set(lift.frame.flow, "returned", False)
        forget_result(lift, lift.frame.flow.get("result", MISSING))
        execute(lift, rest)
    branch(lift, returned, lambda: lift.journal.set(lift.frame.flow, "returned", True), go_on)
    return True


def _if(lift: Lifting, node: ast.If, rest: Sequence[ast.stmt]) -> bool:
    """Run an `if`; True where it took the rest of the block with it."""
    holds = condition(lift, node.test)
    leaves = may_leave(node)
    after = list(rest) if leaves else []
    if not isinstance(holds, bool) and (only_raises(node.body) or only_raises(node.orelse)):
        raising, holds = holds, not only_raises(node.body)  # like an assert on data, it has no effect on what is computed
        when = f" {'unless' if holds else 'if'} `{ast.unparse(node.test)}`"
        note_raise(lift, node.orelse if holds else node.body, negation(lift, raising) if holds else raising, when)
    if isinstance(holds, bool):
        execute(lift, [*(node.body if holds else node.orelse), *after])
    else:
        span = lift.span
        write_out_held(lift, node)
        branch(lift, holds, lambda: execute(lift, [*node.body, *after]), lambda: execute(lift, [*node.orelse, *after]),
               awaited(lift.frame.key, node, tuple(after)))
        lift.span = span
    return leaves


def may_leave(node: ast.AST) -> bool:
    """Whether a break, continue or return in this `if` leaves the block that it stands in."""
    if isinstance(node, (ast.Return, ast.Break, ast.Continue)):
        return True
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        return False
    if isinstance(node, (ast.For, ast.While)):
        return any(isinstance(n, ast.Return) for n in ast.walk(node))
    return any(may_leave(child) for child in ast.iter_child_nodes(node) if isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case)))


def _return(lift: Lifting, node: ast.Return) -> None:
    result = None if node.value is None else evaluate_or_none(lift, node.value)
    lift.journal.set(lift.frame.flow, "returned", True)
    lift.journal.set(lift.frame.flow, "result", result)


def _break(lift: Lifting, node: ast.Break) -> None:
    lift.journal.set(lift.frame.flow, "broke", True)


LEAVING: dict[type[ast.stmt], Callable[[Lifting, Any], None]] = {
    ast.Return: _return, ast.Break: _break, ast.Continue: lambda lift, node: None}


def _assign(lift: Lifting, node: ast.Assign) -> None:
    if isinstance(node.value, ast.GeneratorExp) and not _may_be_a_list(lift, node):
        with lift.at(node.value):
            lift.refuse("a generator is used more than once, or what it reads changes before it is used", "write a list: [... for ...]")
    start = savepoint(lift)
    try:
        value = evaluate_or_none(lift, node.value)
    except UnsupportedProgram:
        if not isinstance(node.value, ast.IfExp) or not all(isinstance(t, (ast.Subscript, ast.Name)) for t in node.targets):
            raise
        start.undo(lift)
        _if(lift, _assigning_either(node), [])  # the same elements may get what differs in type and shape, and a name what is never read
        return
    for target in node.targets:
        assign(lift, target, value)


@cache
def _assigning_either(node: ast.Assign) -> ast.If:
    """`if test: target = a; else: target = b`, of `target = a if test else b`."""
    value: Any = node.value
    ways: list[list[ast.stmt]] = [[ast.copy_location(ast.Assign(node.targets, part), node)] for part in (value.body, value.orelse)]
    return ast.copy_location(ast.If(value.test, *ways), node)


def _may_be_a_list(lift: Lifting, node: ast.Assign) -> bool:
    """Whether a generator may be computed at once: it is unpacked, or used once under its name, and nothing that it reads is assigned
    later."""
    if all(isinstance(t, (ast.Tuple, ast.List)) for t in node.targets):
        return True
    names = [t.id for t in node.targets if isinstance(t, ast.Name)]
    later = {n.id for s in getattr(lift.frame.key, "body", ()) for n in ast.walk(s)
             if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and n.lineno > node.lineno}
    return all(lift.frame.loads.get(name, 0) <= 1 for name in names) and not later & loads_of(node.value).keys()


def assign(lift: Lifting, target: ast.expr, value: Any) -> None:
    """target = value"""
    with lift.at(target):
        if isinstance(target, ast.Name):
            bind(lift, target.id, value)
        elif isinstance(target, ast.Subscript):
            owner = evaluate(lift, target.value)
            put(lift, owner, position(lift, owner, target.slice), value)
        elif isinstance(target, ast.Attribute):
            set_attribute(lift, evaluate(lift, target.value), target.attr, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            _unpack(lift, target.elts, lift.present(value))
        else:
            lift.refuse(f"assignment to a `{type(target).__name__}` cannot be lifted")


def _unpack(lift: Lifting, targets: list[ast.expr], value: Any) -> None:
    items = list(unpacked(lift, value))
    star = next((k for k, t in enumerate(targets) if isinstance(t, ast.Starred)), None)
    if star is not None and len(items) >= len(targets) - 1:
        behind = len(targets) - star - 1
        middle = lift.new_items(list, tuple(items[star:len(items) - behind]))
        items = [*items[:star], middle, *items[len(items) - behind:]]
    if len(items) != len(targets):
        lift.wrong(f"{len(items)} values are unpacked into {len(targets)} names")
    if isinstance(value, (Array, View)):
        items = [_row(lift, i, len(items)) for i in items]
    for target, item in zip(targets, items):
        assign(lift, target.value if isinstance(target, ast.Starred) else target, item)


def _row(lift: Lifting, item: Any, count: int) -> Any:
    """A row of an array that nothing else refers to becomes an array: rows do not overlap. `count` of them were taken."""
    if isinstance(item, View) and not lift.container(item.base) and not item.base.frozen and item.base.views <= count + 1:
        item.base.views = 0
    return item


def _augmented(lift: Lifting, node: ast.AugAssign) -> None:
    target, kind = node.target, type(node.op)
    if isinstance(target, ast.Name):
        old = lift.present(look_up(lift, target.id))
        new = _augment(lift, kind, old, evaluate(lift, node.value))
        if new is not old:
            bind(lift, target.id, new)
    elif isinstance(target, ast.Subscript):
        owner = evaluate(lift, target.value)
        index = position(lift, owner, target.slice)
        with lift.at(target):
            old = lift.present(take(lift, owner, index))
        copied = isinstance(owner, (Array, View)) and isinstance(old, Array) and old is not owner  # index arrays: no view
        new = _augment(lift, kind, old, evaluate(lift, node.value))
        if copied or new is not old:
            put(lift, owner, index, new)
    else:
        owner = evaluate(lift, target.value)
        old = lift.present(attribute(lift, owner, target.attr))
        new = _augment(lift, kind, old, evaluate(lift, node.value))
        if new is not old or sets(owner, target.attr):
            set_attribute(lift, owner, target.attr, new)


def _augment(lift: Lifting, kind: type[ast.operator], old: Any, new: Any) -> Any:
    if kind is ast.MatMult:
        return matmul(lift, old, new)
    return augmented(lift, kind, old, new)


def _annotated(lift: Lifting, node: ast.AnnAssign) -> None:
    if node.value is not None:
        assign(lift, node.target, evaluate_or_none(lift, node.value))


def _expression(lift: Lifting, node: ast.Expr) -> None:
    if not isinstance(node.value, ast.Constant) and not _only_shows(lift, node.value):
        evaluate_or_none(lift, node.value)


def _only_shows(lift: Lifting, node: ast.expr) -> bool:
    """Whether an expression is a call that prints, warns or logs: it has no effect on what is computed, and is left out."""
    return isinstance(node, ast.Call) and shows(_plain_function(lift, node.func))


def _plain_function(lift: Lifting, node: ast.expr) -> Any:
    """What is called by a name, or by attributes of one, where finding that out computes nothing."""
    if isinstance(node, ast.Name):
        return evaluate(lift, node) if node.id == "print" or node.id in lift.frame.globals else None
    if not isinstance(node, ast.Attribute):
        return None
    owner = look_up(lift, node.value.id) if isinstance(node.value, ast.Name) else _plain_function(lift, node.value)
    if isinstance(owner, Instance):
        return lift.held(owner).get(node.attr)
    return getattr(owner, node.attr, None) if isinstance(owner, (ModuleType, logging.Logger, io.TextIOBase)) else None


def _delete(lift: Lifting, node: ast.Delete) -> None:
    for target in node.targets:
        owner = lift.evaluate(target.value) if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice) else None
        if isinstance(owner, Items) and isinstance(target, ast.Subscript):
            lift.call(Method(owner, "pop"), [lift.evaluate(target.slice)], {})
            continue
        if not isinstance(target, ast.Name):
            lift.refuse("`del` of an item or attribute cannot be lifted", "build a new list without it")
        lift.journal.set(lift.frame.names, target.id, MISSING)


def _function(lift: Lifting, node: ast.FunctionDef) -> None:
    function: Any = define(lift, node)
    for decorator in reversed(node.decorator_list):
        with lift.at(decorator):
            function = lift.call(evaluate(lift, decorator), [function], {})
    lift.journal.set(lift.frame.names, node.name, function)


def _assert(lift: Lifting, node: ast.Assert) -> None:
    """Asserts that sizes decide hold for every size admitted; of those on data what they change stays, like a function that they call."""
    start, born = savepoint(lift), next(serials)
    try:
        holds = condition(lift, node.test)
    except OpaqueDecides:
        start.undo(lift)
        lift.assume(f"`assert {ast.unparse(node.test)}`", node)
        return
    if holds is False and lift.frame.hidden:
        why = node.msg.value if isinstance(node.msg, ast.Constant) else f"{ast.unparse(node.test)} does not hold"
        lift.refuse(f"{lift.frame.function} is not lifted for these arguments: {why}",
                    "write it with the functions that are (docs/lifting.md)")
    if holds is False:
        lift.wrong("this assertion fails")
    if holds is not True and lift.frame.hidden:
        lift.refuse(f"{lift.frame.function}: {ast.unparse(node.test)} depends on the data", "give constants, or leave the argument out")
    if holds is not True and not changed(lift, start.mark, born):
        start.undo(lift)
    if holds is not True:
        lift.assume(f"`assert {ast.unparse(node.test)}`", node)


def _raise(lift: Lifting, node: ast.Raise) -> None:
    if lift.build.parent is None:
        lift.wrong(f"{lift.frame.function} raises this exception for these arguments")
    raise Raises(lift.build, node)


def _with(lift: Lifting, node: ast.With) -> None:
    calls = [item.context_expr for item in node.items if _is_errstate(item)]
    settings = [k.value for call in calls if isinstance(call, ast.Call) for k in call.keywords]
    outer, lift.trapping = lift.trapping, lift.trapping or not all(_lenient(s) for s in settings)
    if lift.trapping and lift.hazards is not None:
        lift.refuse("np.errstate makes exceptions inside of `try`", "test the result with np.isfinite")
    contexts.within(lift, [item for item in node.items if not _is_errstate(item)], lambda: execute(lift, node.body))
    lift.trapping = outer


def _leaving_with(lift: Lifting, node: ast.With, rest: Sequence[ast.stmt]) -> None:
    """A `with` whose body may leave the block that it stands in. What np.errstate asks for does not end at the `with` then."""
    if all(map(_is_errstate, node.items)):
        whole = ast.With(node.items, [*node.body, *rest])
        _with(lift, ast.copy_location(whole, node))
    elif isinstance(node.body[-1], ast.Return) and not any(map(may_leave, node.body[:-1])):
        _with(lift, node)
    else:
        lift.refuse("a `with` statement is left early", "return behind the `with`")


def _is_errstate(item: ast.withitem) -> bool:
    call = item.context_expr
    name = call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""
    return name == "errstate" and item.optional_vars is None


def _lenient(setting: ast.expr) -> bool:
    """Whether a setting of np.errstate raises nothing."""
    return isinstance(setting, ast.Constant) and setting.value in ("ignore", "warn", "print", "log")


def _import(lift: Lifting, node: ast.Import) -> None:
    for alias in node.names:
        module = _imported(lift, alias.name)
        top = _imported(lift, alias.name.split(".")[0])
        lift.journal.set(lift.frame.names, alias.asname or alias.name.split(".")[0], module if alias.asname else top)


def _imported(lift: Lifting, name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as problem:
        other = said_of_module(name)
        if other is not None:
            lift.refuse(f"{name} is imported here, which {other.does}", other.hint)
        lift.wrong(str(problem))


def _import_from(lift: Lifting, node: ast.ImportFrom) -> None:
    if node.level:
        lift.refuse("a relative import inside a function cannot be lifted", "import at the top of the file")
    module = _imported(lift, node.module or "")
    for alias in node.names:
        bind(lift, alias.asname or alias.name, attribute(lift, module, alias.name))


def _nonlocal(lift: Lifting, node: ast.Nonlocal) -> None:
    lift.frame.outward.update(node.names)


def _global(lift: Lifting, node: ast.Global) -> None:
    """Names of the module that are only read."""
    function = lift.frame.key
    stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    changed = [name for name in node.names if name in stored]
    if changed:
        lift.refuse(f"the function changes {changed[0]}, a variable of its module", "pass the value as an argument and return it")


HANDLERS: dict[type[ast.stmt], Callable[[Lifting, Any], None]] = {
    ast.Assign: _assign, ast.AugAssign: _augmented, ast.AnnAssign: _annotated, ast.Expr: _expression, ast.For: loops.for_loop,
    ast.While: while_loops.while_loop, ast.FunctionDef: _function, ast.Assert: _assert, ast.Delete: _delete, ast.Raise: _raise,
    ast.With: _with, ast.Import: _import, ast.ImportFrom: _import_from, ast.Nonlocal: _nonlocal, ast.Global: _global,
    ast.Pass: lambda lift, node: None,
}
NAMES: dict[type[ast.stmt], str] = {
    ast.TryStar: "except*", ast.ClassDef: "class", ast.AsyncFunctionDef: "async def"}
HINTS: dict[type[ast.stmt], str] = {
    ast.TryStar: "use `except`",
    ast.ClassDef: "define the class outside the function"}
