"""Where in the user's text lifting is, and what is said of it there: refusals, errors of the program, assumptions."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any, NoReturn

import numpy as np

from precis.errors import InputError, PrecisError, UnsupportedProgram
from precis.ir.types import Assumption, Shape
from precis.lift.numpy.frames import Frame
from precis.lift.numpy.known_here import KnownHere
from precis.lift.numpy.problems import Fails, Hazard, Mistaken
from precis.lift.numpy.source import Definition, Text
from precis.lift.numpy.values import Maybe, certain

CALLS_DEEP = 100  # inlined calls within calls
ABSENT = "give it a value before, or leave these lines out where it is None: if every is not None"


class Placed(KnownHere):
    """Frames, places and problems."""

    def definition(self, function: FunctionType) -> tuple[Definition, Text]:
        """The syntax tree of a function and its file, whose text is kept for reports."""
        found, text = self.texts.definition(function)
        return found, text

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    @contextmanager
    def calling(self, frame: Frame) -> Iterator[None]:
        """Run the body of a function; afterwards the caller's statement is the place again."""
        self.journal.set(frame.flow, "returned", False)
        if len(self.frames) >= CALLS_DEEP:
            self.refuse(f"{frame.function} calls itself more than {CALLS_DEEP} times deep", "write the recursion as a loop")
        begun = None if self.catching.marks is None else self.catching.marks.begun
        if self.catching.marks is not None and self.catching.marks.now is not begun:
            self.refuse("an expression inside `try` goes on behind a call that may fail", "give each call a statement, or write a loop")
        self.frame_of[id(frame.names)] = self.frame_of[id(frame.flow)] = frame
        if frame.text is not None and not frame.hidden:
            self.sources[frame.text.name] = frame.text.source
        with self.returning_to(frame):
            try:
                yield
            finally:
                if self.catching.marks is not None:
                    self.catching.marks.begun = begun

    @contextmanager
    def returning_to(self, frame: Frame) -> Iterator[None]:
        """Run code of a caller in between (the body of a loop over a generator)."""
        span = self.span
        self.frames.append(frame)
        try:
            yield
        finally:
            self.frames.pop()
            self.span = span

    def text(self) -> Text | None:
        """The file of the innermost frame that the user wrote."""
        return next((f.text for f in reversed(self.frames) if not f.hidden), None)

    @contextmanager
    def at(self, node: ast.AST) -> Iterator[None]:
        """Errors raised inside, without a place, are at `node`."""
        try:
            yield
        except PrecisError as problem:
            self.set_place(problem, node)
            raise

    def set_place(self, problem: PrecisError, node: ast.AST) -> None:
        """An error without a place is at `node`."""
        if problem.span is None and not self.frame.hidden and self.frame.text is not None:
            problem.span, problem.source = self.frame.text.span(node), self.frame.text.source

    def refuse(self, message: str, *hints: str) -> NoReturn:
        """The program is outside of what can be lifted."""
        raise UnsupportedProgram(message, hints=hints)

    def wrong(self, message: str, *hints: str, exception: type | None = None) -> NoReturn:
        """The program itself fails with these arguments; `exception`: what Python raises, wherever these lines run."""
        if exception is not None and self.catching.hazards is not None:
            raise Fails(message, hints, exception, self.build)
        if exception in (IndexError, KeyError) and self.build.parent is not None:
            raise Mistaken(message, hints, self.build)
        raise InputError(message, hints=hints)

    def absent(self, message: str) -> NoReturn:
        """What is None here is used as if it were not: a TypeError wherever these lines run."""
        if self.build.parent is not None and self.catching.hazards is None:
            raise Mistaken(message, (ABSENT,), self.build)
        self.wrong(message, ABSENT, exception=TypeError)

    def mismatch(self, message: str, shapes: Sequence[Shape]) -> NoReturn:
        """Shapes that do not fit: an error of the program, or sizes known only at run time that cannot be shown to be equal."""
        if any(self.sizes.example(d) is None for shape in shapes for d in shape):
            self.refuse(f"{message}: sizes computed while the program runs cannot be shown to be equal",
                        "take the sizes from the same variable")
        self.wrong(message)

    def may_raise(self, exception: type, holds: Any, called: bool = False) -> None:
        """The program raises an exception here where a bool of the program holds; what is outside of `try` is for data that does not.
        `called`: by a function that changes nothing."""
        around = self.catching
        if around.hazards is None or (called and around.marks is not None and around.marks.set_where(exception, holds)):
            return
        around.hazards.append(Hazard(exception, holds, self.build, tuple(since() for since in around.tried)))

    def assume(self, text: str, node: ast.AST | None = None) -> None:
        """Something holds of all data that the program is for; `node`: the user's own check of it."""
        if self.catching.settled:
            return
        own = node is not None and not self.frame.hidden and self.frame.text is not None
        span = self.frame.text.span(node) if own else self.span  # type: ignore[union-attr, arg-type]
        self.note(Assumption(text if own or node is None else f"{self.frame.function}: {text}", span, own))

    def note(self, assumption: Assumption) -> None:
        self.journal.set(self.assumed, assumption, True)

    def evaluate(self, node: ast.expr) -> Any:
        return self.present(self._evaluate(self, node))

    def present(self, x: Any, exception: type = TypeError) -> Any:
        """A thing that may be None where it is used as a thing: inside of `try`, the exception that None makes there may have a handler."""
        if isinstance(x, Maybe) and self.catching.hazards is not None:
            self.may_raise(exception, self.call(np.logical_not, [x.there], {}))
        return certain(x)
