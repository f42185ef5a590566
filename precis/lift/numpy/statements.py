"""Statements: one handler per kind of syntax. A computed `if` that may leave its block takes the rest of the block into its branches."""

from __future__ import annotations

import ast
import io
import logging
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from precis.lift.numpy import contexts, loops, while_loops
from precis.lift.numpy.assigning import ASSIGNING
from precis.lift.numpy.attributes_set import delete_attribute
from precis.lift.numpy.branches import branch
from precis.lift.numpy.caught import catches, elided, hoisted, left_by_mark, mark, state
from precis.lift.numpy.classes import class_statement
from precis.lift.numpy.conditions import condition
from precis.lift.numpy.connectives import negation
from precis.lift.numpy.decisions import OpaqueDecides
from precis.lift.numpy.declaring import DECLARING
from precis.lift.numpy.expressions import evaluate, evaluate_or_none
from precis.lift.numpy.functions.effects import shows
from precis.lift.numpy.inlining import define
from precis.lift.numpy.leaving import else_behind, was_left
from precis.lift.numpy.lengths import write_out_held
from precis.lift.numpy.matches import matching
from precis.lift.numpy.raising import Raises, note_raise, raised_by
from precis.lift.numpy.returning import forget_result
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.scopes import look_up
from precis.lift.numpy.slots import changed
from precis.lift.numpy.source import awaited, else_leaves, may_leave
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.tries import try_statement
from precis.lift.numpy.values import MISSING, Chosen, Instance, Items, Method, Scalar, serials


def execute(lift: Lifting, statements: Sequence[ast.stmt]) -> None:
    """Run statements to the end of their block, or to the statement that leaves it."""
    for k, statement in enumerate(statements):
        place(lift, statement)
        with lift.at(statement):
            before = state(lift, statement)
            if lift.catching.marks is not None and not lift.frame.hidden and len(parts := _apart(lift, statement)) > 1:
                execute(lift, [*parts, *statements[k + 1:]])
                return
            if isinstance(statement, ast.Match):
                statement = matching(lift, statement)
            if isinstance(statement, ast.With):
                statement = contexts.suppressing(lift, statement)
            if isinstance(statement, ast.If):
                if _if(lift, statement, statements[k + 1:]):
                    return
                if left_by_mark(lift, before) and _returned(lift, statements[k + 1:]):
                    return
                continue
            if isinstance(statement, ast.Try):
                leaves = may_leave(statement) or (bool(lift.catching.waiting) and _raises(statement))
                rest = list(statements[k + 1:]) if leaves else []
                try_statement(lift, statement, leaves, rest, lambda s: execute(lift, s))
                if leaves or (left_by_mark(lift, before) and _returned(lift, statements[k + 1:])):
                    return
                continue
            if isinstance(statement, (ast.For, ast.While)) and else_leaves(statement):
                _leaving_else(lift, statement, statements[k + 1:])
                return
            if isinstance(statement, ast.With) and may_leave(statement):
                _leaving_with(lift, statement, statements[k + 1:])
                return
            if isinstance(statement, (ast.Return, ast.Break, ast.Continue)):
                LEAVING[type(statement)](lift, statement)
                return
            if isinstance(statement, ast.Raise) and catches(lift, statement):
                mark(lift, statement)
                return
            HANDLERS.get(type(statement), _refused)(lift, statement)
        if (left_by_mark(lift, before) or isinstance(statement, (ast.For, ast.While))) and _returned(lift, statements[k + 1:]):
            return


def _raises(node: ast.stmt) -> bool:
    return any(isinstance(n, ast.Raise) for n in ast.walk(node))


def _refused(lift: Lifting, statement: ast.stmt) -> None:
    lift.refuse(f"`{NAMES.get(type(statement), type(statement).__name__)}` statements cannot be lifted",
                HINTS.get(type(statement), "write it with assignments, loops and calls"))


def _apart(lift: Lifting, statement: ast.stmt) -> tuple[ast.stmt, ...]:
    """The calls of a statement, each of which may raise what a `try` waits for, and the statement."""
    shown = isinstance(statement, ast.Expr) and _only_shows(lift, statement.value)
    return (statement,) if shown else hoisted(statement)


def place(lift: Lifting, statement: ast.stmt) -> None:
    """Nodes from here on belong to this statement, unless it is one of precis' own definitions."""
    if not lift.frame.hidden and lift.frame.text is not None:
        lift.span = lift.frame.text.span(statement)


def _returned(lift: Lifting, rest: Sequence[ast.stmt]) -> bool:
    """After a loop that may have returned: the rest of the block runs only where it has not."""
    returned = lift.journal.get(lift.frame.flow, "returned")
    if not isinstance(returned, Scalar):
        return returned is True
    if elided(lift, list(rest)):
        note_raise(lift, rest, negation(lift, returned), " behind the loop")
        lift.journal.set(lift.frame.flow, "returned", True)
        return True

    def go_on() -> None:
        lift.journal.set(lift.frame.flow, "returned", False)
        forget_result(lift, lift.frame.flow.get("result", MISSING))
        execute(lift, rest)
    branch(lift, returned, lambda: lift.journal.set(lift.frame.flow, "returned", True), go_on)
    return True


def _leaving_else(lift: Lifting, node: ast.For | ast.While, rest: Sequence[ast.stmt]) -> None:
    """A loop whose `else` may leave the block: the rest of the block goes into both branches, as behind an `if`."""
    HANDLERS[type(node)](lift, else_behind(node))
    left = was_left(lift)

    def go_on() -> None:
        lift.journal.set(lift.frame.flow, "returned", False)
        forget_result(lift, lift.frame.flow.get("result", MISSING))
        execute(lift, [*node.orelse, *rest])

    def behind() -> None:
        if not _returned(lift, rest):
            execute(lift, rest)
    if isinstance(left, bool):
        (behind if left else go_on)()
    else:
        branch(lift, left, behind, go_on, awaited(lift.frame.key, node, (*node.orelse, *rest)))


def _if(lift: Lifting, node: ast.If, rest: Sequence[ast.stmt]) -> bool:
    """Run an `if`; True where it took the rest of the block with it."""
    holds = condition(lift, node.test)
    leaves = may_leave(node) or (lift.catching.marks is not None and _raises(node))
    after = list(rest) if leaves else []
    if not isinstance(holds, bool) and (elided(lift, node.body) or elided(lift, node.orelse)):
        raising, holds = holds, not elided(lift, node.body)  # like an assert on data, it has no effect on what is computed
        when = f" {'unless' if holds else 'if'} `{ast.unparse(node.test)}`"
        note_raise(lift, node.orelse if holds else node.body, negation(lift, raising) if holds else raising, when)
    if isinstance(holds, bool):
        execute(lift, [*(node.body if holds else node.orelse), *after])
    else:
        span = lift.span
        names = awaited(lift.frame.key, node, tuple(after))
        write_out_held(lift, node, after, names)
        branch(lift, holds, lambda: execute(lift, [*node.body, *after]), lambda: execute(lift, [*node.orelse, *after]), names)
        lift.span = span
    return leaves


def _return(lift: Lifting, node: ast.Return) -> None:
    result = None if node.value is None else evaluate_or_none(lift, node.value)
    lift.journal.set(lift.frame.flow, "returned", True)
    lift.journal.set(lift.frame.flow, "result", result)


def _break(lift: Lifting, node: ast.Break) -> None:
    lift.journal.set(lift.frame.flow, "broke", True)


LEAVING: dict[type[ast.stmt], Callable[[Lifting, Any], None]] = {
    ast.Return: _return, ast.Break: _break, ast.Continue: lambda lift, node: None}


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
        return lift.held(owner, partly=True).get(node.attr)
    return getattr(owner, node.attr, None) if isinstance(owner, (ModuleType, logging.Logger, io.TextIOBase)) else None


def _delete(lift: Lifting, node: ast.Delete) -> None:
    for target in node.targets:
        owner = lift.evaluate(target.value) if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice) else None
        if isinstance(owner, (Items, Chosen)) and isinstance(target, ast.Subscript):
            lift.call(Method(owner, "pop"), [lift.evaluate(target.slice)], {})
            continue
        if isinstance(owner, Instance) and isinstance(target, ast.Subscript) and hasattr(owner.cls, "__delitem__"):
            lift.call(Method(owner, "__delitem__"), [lift.evaluate(target.slice)], {})
            continue
        if isinstance(target, ast.Attribute) and isinstance(holder := lift.evaluate(target.value), Instance):
            delete_attribute(lift, holder, target.attr)
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
        lift.wrong(f"{lift.frame.function} raises this exception for these arguments", exception=raised_by(lift, node))
    raise Raises(lift.build, node)


def _with(lift: Lifting, node: ast.With) -> None:
    calls = [item.context_expr for item in node.items if _is_errstate(item) and _context_name(item) == "errstate"]
    settings = [k.value for call in calls if isinstance(call, ast.Call) for k in call.keywords]
    outer, lift.catching.trapping = lift.catching.trapping, lift.catching.trapping or not all(_lenient(s) for s in settings)
    if lift.catching.trapping and lift.catching.hazards is not None:
        lift.refuse("np.errstate makes exceptions inside of `try`", "test the result with np.isfinite")
    contexts.within(lift, [item for item in node.items if not _is_errstate(item)], lambda: execute(lift, node.body))
    lift.catching.trapping = outer


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
    """Whether a context says what NumPy and Python tell and how, which has no effect on what is computed."""
    return _context_name(item) in ("errstate", "printoptions", "catch_warnings") and item.optional_vars is None


def _context_name(item: ast.withitem) -> str:
    call = item.context_expr
    return call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""


def _lenient(setting: ast.expr) -> bool:
    """Whether a setting of np.errstate raises nothing."""
    return isinstance(setting, ast.Constant) and setting.value in ("ignore", "warn", "print", "log")


HANDLERS: dict[type[ast.stmt], Callable[[Lifting, Any], None]] = {
    **ASSIGNING, **DECLARING, ast.Expr: _expression, ast.For: loops.for_loop, ast.While: while_loops.while_loop,
    ast.FunctionDef: _function, ast.ClassDef: class_statement, ast.Assert: _assert, ast.Delete: _delete, ast.Raise: _raise, ast.With: _with,
    ast.Pass: lambda lift, node: None,
}
NAMES: dict[type[ast.stmt], str] = {
    ast.TryStar: "except*", ast.AsyncFunctionDef: "async def"}
HINTS: dict[type[ast.stmt], str] = {
    ast.TryStar: "use `except`"}
