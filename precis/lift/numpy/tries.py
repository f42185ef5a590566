"""`try`: what an operation of its body may raise, by the data, is a bool of the program; the handler stands in a branch on it.

The body is run statement by statement. A statement that may raise is run on trial: where it raises, the handler sees what it had changed
by then; where it does not, it is run there again. Handlers that only raise are left out, as such branches of an `if` are.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from precis.errors import InputError
from precis.lift.numpy.branches import branch
from precis.lift.numpy.caught import Marks, hoisted
from precis.lift.numpy.connectives import disjunction
from precis.lift.numpy.finally_early import is_left_as_it_is, may_fail
from precis.lift.numpy.journal import Slot
from precis.lift.numpy.problems import Fails, Hazard
from precis.lift.numpy.raising import Raises, only_raises, raised_by
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.scopes import bind
from precis.lift.numpy.slots import Ending, Finals, changed, replay, trial
from precis.lift.numpy.source import awaited, may_leave
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import EXCEPTION, Opaque, serials

Execute = Callable[[Sequence[ast.stmt]], None]
SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return, ast.Pass, ast.Import, ast.ImportFrom, ast.Assert, ast.FunctionDef)


def try_statement(lift: Lifting, node: ast.Try, leaves: bool, rest: list[ast.stmt], execute: Execute) -> None:
    """Run a `try`, and the rest of the block in it where it `leaves` the block."""
    if node.finalbody and lift.catching.waiting and may_fail(node):
        lift.refuse("a `try` with `finally` inside of another that waits for its exceptions", "do in the handler what `finally` does")
    if leaves and node.finalbody and is_left_as_it_is(node):
        lift.refuse("a `try` with `finally` is left early", "return behind the `try`")
    behind = [*node.finalbody, *rest]
    handlers = [(_types(lift, h), h) for h in node.handlers if not only_raises(h.body) or _waited_for(lift, h.body[-1])]
    for types, _ in handlers:
        _refuse_asked_for(lift, types)
    if not handlers:
        execute([*node.body, *node.orelse, *behind])
        return

    def handle(handler: ast.ExceptHandler) -> None:
        if handler.name:
            bind(lift, handler.name, Opaque(EXCEPTION))
        execute([*handler.body, *behind])
    names = awaited(lift.frame.key, node, tuple(rest))
    _Trying(lift, handlers, handle, execute, names).run(node.body, [*node.orelse, *behind])


def _waited_for(lift: Lifting, raising: ast.stmt) -> bool:
    """Whether a `try` around has a handler for what a handler raises."""
    return lift.catching.handles(raised_by(lift, raising))


def _types(lift: Lifting, handler: ast.ExceptHandler) -> tuple[type, ...]:
    found = BaseException if handler.type is None else lift.evaluate(handler.type)
    types = found if isinstance(found, tuple) else (found,)
    if not all(isinstance(t, type) for t in types):
        lift.refuse("the exceptions of this handler are not known", "name them")
    return types


def _refuse_asked_for(lift: Lifting, types: Sequence[type]) -> None:
    """What NumPy raises only where the program asks for it: a handler that would see it."""
    if any(issubclass(t, Warning) for t in types) or (lift.catching.trapping and any(issubclass(FloatingPointError, t) for t in types)):
        lift.refuse("exceptions that np.errstate or filters of warnings ask for cannot be lifted", "test the result with np.isfinite")


class Failed(Exception):
    """A statement fails for these arguments, and this handler sees it."""

    def __init__(self, handler: ast.ExceptHandler):
        super().__init__()
        self.handler = handler


class Inside(Exception):
    """What may fail stands in a loop or branch of what is tried."""


class _Trying:
    """The body of a `try` with the handlers that do more than raise."""

    def __init__(self, lift: Lifting, handlers: list[tuple[tuple[type, ...], ast.ExceptHandler]], handle: Callable[[Any], None],
                 execute: Execute, names: frozenset[str]):
        self.lift, self.handlers, self.handle, self.execute, self.awaited = lift, handlers, handle, execute, names
        self.born = next(serials)
        self.before = lift.frame.flow.get("returned", False)  # of a loop that may return: false wherever its body runs

    def run(self, body: Sequence[ast.stmt], rest: Sequence[ast.stmt]) -> None:
        """`body` under the handlers, then `rest` without them."""
        if not body:
            self.execute(rest)
            return
        first, left = body[0], body[1:]
        whole = not isinstance(first, SIMPLE)
        start = savepoint(self.lift)
        try:
            ending, hazards = self._tried([first, *left] if whole else [first], whole)
        except Failed as failed:
            self.handle(failed.handler)
            return
        except Inside:
            start.undo(self.lift, self.lift.lasting)
            self._marked(body, rest)
            return
        except Raises as problem:
            if self._handler(raised_by(self.lift, problem.node)) is None:
                raise
            start.undo(self.lift, self.lift.lasting)
            self._marked(body, rest)
            return
        done = whole or isinstance(first, ast.Return)
        if not hazards:
            replay(self.lift, ending.all)
            self._go_on(done, left, rest)
            return
        handler = hazards[0][1]
        if any(h is not handler for _, h in hazards):
            self.lift.refuse("one statement may raise exceptions of several handlers", "write a statement for each")
        failed: Any = False
        for hazard, _ in hazards:
            failed = disjunction(self.lift, failed, hazard.holds)
        until = self._changed_until(hazards)

        def fail() -> None:
            replay(self.lift, until)
            self.handle(handler)

        def succeed() -> None:
            around = self.lift.catching
            outer = around.hazards, around.marks
            around.hazards, around.marks, around.settled = None, None, True
            self.execute([first])  # anew, where it does not fail: what failed has no derivative
            (around.hazards, around.marks), around.settled = outer, False
            self._go_on(done, left, rest)
        branch(self.lift, failed, fail, succeed, self.awaited)

    def _changed_until(self, hazards: list[tuple[Hazard, ast.ExceptHandler]]) -> Finals:
        """What the statement has changed where it fails, which the handler sees."""
        lasting, found = zip(*(hazard.changed[-1] for hazard, _ in hazards))
        if any(lasting) and any(self._told(one) != self._told(found[0]) for one in found):  # else all that is new is forgotten
            self.lift.refuse("what is tried may fail in several places and changes something between them", "check before changing")
        return found[0]

    def _told(self, changes: Finals) -> dict[Slot, int]:
        """What has changed but for names of functions that were called since."""
        frames = self.lift.frame_of
        return {slot: id(x) for slot, (table, _, x) in changes.items() if id(table) not in frames or frames[id(table)].serial < self.born}

    def _go_on(self, done: bool, left: Sequence[ast.stmt], rest: Sequence[ast.stmt]) -> None:
        """After a statement: the others, unless it was a return, or all of them."""
        returned = self.lift.frame.flow.get("returned", False)
        if returned is True or self.lift.frame.flow.get("broke", False) is True:
            return
        if returned is not False and returned is not self.before:
            self.lift.refuse("a `try` returns from a loop or branch in it", "return behind the `try`")
        if done:
            self.execute(rest)
        else:
            self.run(left, rest)

    def _tried(self, statements: Sequence[ast.stmt], whole: bool) -> tuple[Ending, list[tuple[Hazard, ast.ExceptHandler]]]:
        """What statements do, and which of their hazards have a handler."""
        lift = self.lift
        outer, lift.catching.hazards, lift.catching.marks = (lift.catching.hazards, lift.catching.marks), [], None
        born, start = next(serials), savepoint(lift)
        lift.catching.tried.append(lambda: (changed(lift, start.mark, born), changed(lift, start.mark, None)))
        lift.catching.waiting.append(self._handler)
        try:
            ending = trial(lift, lift.build, lambda: self.execute(statements))
            found = lift.catching.hazards
        except Fails as problem:
            handler = self._handler(problem.exception)
            if handler is None or problem.build is not lift.build or lift.catching.hazards or changed(lift, start.mark, born):
                lift.refuse(f"what is tried here fails for these arguments: {problem.message}", "check the condition with `if` before")
            start.undo(lift, lift.lasting)
            raise Failed(handler) from None
        except InputError as problem:
            lift.refuse(f"what is tried here fails for these arguments: {problem.message}", "check the condition with `if` before")
        finally:
            lift.catching.hazards, lift.catching.marks = outer
            lift.catching.tried.pop()
            lift.catching.waiting.pop()
        caught = [(h, handler) for h in found for handler in [self._handler(h.exception)] if handler is not None]
        uncaught = [h for h in found if self._handler(h.exception) is None]
        if any(whole or hazard.build is not lift.build for hazard, _ in caught):
            raise Inside
        self._pass_on(uncaught, statements[0])
        return ending, caught

    def _marked(self, body: Sequence[ast.stmt], rest: Sequence[ast.stmt]) -> None:
        """The first statement of `body` with marks for what loops and branches in it raise, then a handler or all that follows."""
        lift = self.lift
        first, *left = [*hoisted(body[0]), *body[1:]]
        if may_leave(first):
            lift.refuse("a `try` in which a loop or branch may fail is left in a loop or branch", "return behind the `try`")
        marks = Marks(lift, first, [handler for _, handler in self.handlers], self._handler)
        born, start = next(serials), savepoint(lift)
        lift.catching.tried.append(lambda: (changed(lift, start.mark, born), changed(lift, start.mark, None)))
        lift.catching.waiting.append(self._handler)
        before, lift.catching.hazards, lift.catching.marks = (lift.catching.hazards, lift.catching.marks), [], marks
        try:
            self.execute([first])
            found = lift.catching.hazards
        finally:
            lift.catching.hazards, lift.catching.marks = before
            lift.catching.tried.pop()
            lift.catching.waiting.pop()
        if any(self._handler(h.exception) for h in found):
            lift.refuse("what may fail stands in a loop or branch inside `try`", "test for it with `if` there")
        self._pass_on(found, first)
        lift.journal.set(lift.frame.flow, "returned", self.before)
        marks.meet(self.handle, lambda: self.run(left, rest), self.awaited)

    def _pass_on(self, hazards: Sequence[Hazard], node: ast.stmt) -> None:
        """What no handler here waits for is for a `try` around, or does not happen."""
        if self.lift.catching.hazards is not None:
            self.lift.catching.hazards.extend(replace(h, changed=h.changed[:-1]) for h in hazards)
        elif hazards:
            self.lift.assume(f"no {', '.join(dict.fromkeys(h.exception.__name__ for h in hazards))} here", node)

    def _handler(self, exception: type) -> ast.ExceptHandler | None:
        return next((h for types, h in self.handlers if issubclass(exception, types)), None)


def failing(lift: Lifting, exception: type, *results: Any) -> None:
    """A routine raises where its result is NaN although its operands are not: `results` are the result and the operands."""
    if lift.catching.hazards is None:
        return
    result, *operands = (lift.call(np.any, [lift.call(np.isnan, [x], {})], {}) for x in results)
    clean = lift.call(np.logical_not, [operands[0]], {}) if operands else True
    for other in operands[1:]:
        clean = lift.call(np.logical_and, [clean, lift.call(np.logical_not, [other], {})], {})
    lift.may_raise(exception, lift.call(np.logical_and, [result, clean], {}) if operands else result, called=True)
