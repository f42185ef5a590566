"""Exceptions that loops, branches and functions inside of a `try` raise: they are marked, and all behind them is left out.

A raise sets the mark and leaves its function as a return does; where a statement may have set it, the rest of its block stands in a branch.
Calls get statements of their own there, so that nothing of a statement happens after an exception in it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from typing import Any

from precis.lift.numpy.branches import branch
from precis.lift.numpy.connectives import disjunction
from precis.lift.numpy.raising import only_raises, raised_by
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING

WHOLE = (ast.Lambda, ast.GeneratorExp, ast.JoinedStr)  # nothing in them is called here
APART = (ast.ListComp, ast.SetComp, ast.DictComp, ast.IfExp, ast.BoolOp)  # what is called in them need not be
HOISTED = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return, ast.If)
Handler = Callable[[type], "ast.ExceptHandler | None"]
HIDDEN = "result of "  # what names of calls begin with


class Marks:
    """The marks of a statement of a `try`: slots of the flow of the function that it stands in, one for each handler and one for all."""

    def __init__(self, lift: Lifting, statement: ast.stmt, handlers: list[ast.ExceptHandler], handler_of: Handler):
        self.lift, self.handlers, self.handler_of = lift, handlers, handler_of
        self.flow, self.all = lift.frame.flow, f"raised {statement.lineno}:{statement.col_offset}"
        self.raised: list[ast.ExceptHandler] = []
        self.calling = False  # whether the present statement is a call alone
        self.begun: Any = False  # the mark where the present statement began
        for key in (self.all, *map(self._key, handlers)):
            lift.journal.set(self.flow, key, False)

    def _key(self, handler: ast.ExceptHandler) -> str:
        return f"{self.all} for {handler.lineno}"

    @property
    def now(self) -> Any:
        return self.flow.get(self.all, MISSING)

    def set(self, handler: ast.ExceptHandler) -> None:
        for key in (self.all, self._key(handler)):
            self.lift.journal.set(self.flow, key, True)
        if handler not in self.raised:
            self.raised.append(handler)

    def set_where(self, exception: type, holds: Any) -> bool:
        """The same where a bool of the program holds, for the exception of a call; False where no handler waits for it."""
        handler = self.handler_of(exception)
        if handler is None or not self.calling:
            return False
        for key in (self.all, self._key(handler)):
            self.lift.journal.set(self.flow, key, disjunction(self.lift, self.lift.journal.get(self.flow, key), holds))
        if handler not in self.raised:
            self.raised.append(handler)
        return True

    def meet(self, handle: Callable[[ast.ExceptHandler], None], go_on: Callable[[], None], awaited: frozenset[str]) -> None:
        """Run the handler whose mark is set, or what follows where none is; `awaited` as in branches. The marks end here."""
        marked = [self.lift.journal.get(self.flow, key) for key in (self.all, *map(self._key, self.raised))]
        for key in (self.all, *map(self._key, self.handlers)):
            self.lift.journal.set(self.flow, key, MISSING)
        ways = [lambda handler=handler: handle(handler) for handler in self.raised]
        self._either(marked[0], lambda: self._among(marked[1:], ways), go_on, awaited)

    def _among(self, marked: list[Any], ways: list[Callable[[], None]]) -> None:
        """One of them is set."""
        if len(ways) > 1:
            self._either(marked[0], ways[0], lambda: self._among(marked[1:], ways[1:]))
        else:
            ways[0]()

    def _either(self, holds: Any, then: Callable[[], None], otherwise: Callable[[], None], awaited: frozenset[str] = frozenset()) -> None:
        if isinstance(holds, bool):
            (then if holds else otherwise)()
        else:
            branch(self.lift, holds, then, otherwise, awaited)


def catches(lift: Lifting, node: ast.stmt) -> bool:
    """Whether the `try` around marks the exception of this statement."""
    marks = lift.catching.marks
    return marks is not None and isinstance(node, ast.Raise) and marks.handler_of(raised_by(lift, node)) is not None


def elided(lift: Lifting, body: list[ast.stmt]) -> bool:
    """Whether a block is there to raise an exception which nobody waits for, or which its `try` looks for by itself."""
    return only_raises(body) and not catches(lift, body[-1])


def mark(lift: Lifting, node: ast.Raise) -> None:
    """The exception is raised: its function is left."""
    lift.catching.marks.set(lift.catching.marks.handler_of(raised_by(lift, node)))
    lift.journal.set(lift.frame.flow, "returned", True)


def state(lift: Lifting, statement: ast.stmt) -> Any:
    """What tells whether a statement raises what is marked, and whether it leaves its function itself then."""
    if lift.catching.marks is None:
        return None
    lift.catching.marks.calling = lift.frame.hidden or _hidden(statement)
    lift.catching.marks.begun = lift.catching.marks.now
    return lift.catching.marks.now, lift.frame.flow.get("returned", False)


def left_by_mark(lift: Lifting, before: Any) -> bool:
    """Whether a statement may have raised what is marked, since `before`; the function is left where it has."""
    if lift.catching.marks is None or lift.catching.marks.now is before[0]:
        return False
    if lift.frame.flow.get("returned", False) is before[1]:
        lift.journal.set(lift.frame.flow, "returned", lift.journal.get(lift.catching.marks.flow, lift.catching.marks.all))
    return True


@cache
def hoisted(statement: ast.stmt) -> tuple[ast.stmt, ...]:
    """The calls of a statement one by one, in the order in which Python makes them, and the statement with their results."""
    name = "test" if isinstance(statement, ast.If) else "value"
    value = getattr(statement, name, None)
    if not isinstance(statement, HOISTED) or value is None or _hidden(statement):
        return (statement,)
    calls: list[ast.stmt] = []
    rest = _without_calls(value, calls, statement)
    if not calls:
        return (statement,)
    fields = {**dict(ast.iter_fields(statement)), name: rest}
    return *calls, ast.copy_location(type(statement)(**fields), statement)


def _hidden(statement: ast.stmt) -> bool:
    """Whether a statement is such a call, and nothing else."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    return isinstance(target, ast.Name) and target.id.startswith(HIDDEN)


def _without_calls(node: Any, calls: list[ast.stmt], statement: ast.stmt) -> Any:
    if isinstance(node, list):
        return [_without_calls(n, calls, statement) for n in node]
    apart = isinstance(node, APART) and any(isinstance(n, ast.Call) for n in ast.walk(node))
    if not isinstance(node, ast.AST) or (isinstance(node, APART) and not apart) or isinstance(node, WHOLE) or _is_super(node):
        return node
    fields = ast.iter_fields(node)
    new: Any = node if apart else type(node)(**{name: _without_calls(x, calls, statement) for name, x in fields})
    new = ast.copy_location(new, node) if hasattr(node, "lineno") else new
    if not isinstance(node, ast.Call) and not apart:
        return new
    at: Any = node
    name = f"{HIDDEN}{at.lineno}:{at.col_offset}:{at.end_col_offset}"
    target = ast.copy_location(ast.Name(name, ast.Store()), node)
    calls.append(ast.copy_location(ast.Assign([target], new), statement))
    return ast.copy_location(ast.Name(name, ast.Load()), node)


def _is_super(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
