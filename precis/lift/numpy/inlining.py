"""Bodies of the user's functions, lifted where they are called."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from typing import Any

from precis.errors import PrecisError
from precis.lift.numpy.connectives import conjunction
from precis.lift.numpy.contents import note_held
from precis.lift.numpy.frames import Frame
from precis.lift.numpy.left_early import left_early
from precis.lift.numpy.placed import CALLS_DEEP
from precis.lift.numpy.source import Definition, loads_of, yields
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.unending import following, take_arguments
from precis.lift.numpy.values import MISSING, Closure, Generating, Int, Maybe, Undefined, certain


def inline(lift: Lifting, frame: Frame, definition: Definition, names: dict[str, Any]) -> Any:
    """Inline one call: its result. The body of a generator runs when its values are wanted."""
    if not yields(definition):
        return _inlined(lift, frame, definition, names)

    def run(consumer: Callable[[Any], None], leaving: Callable[[], Any] | None = None) -> None:
        frame.consumer, frame.leaving = consumer, leaving
        body = definition if leaving is None or isinstance(definition, ast.Lambda) else left_early(definition)
        frame.key = body
        with lift.sizes.conditional():  # whoever takes the values may stop before the last
            _inlined(lift, frame, body, names)
    return Generating(run, following(lift, frame, definition, names))


def _inlined(lift: Lifting, frame: Frame, definition: Definition, names: dict[str, Any]) -> Any:
    if isinstance(definition, ast.Lambda) and lift.catching.marks is not None:
        frame.key = definition = _as_function(definition)
    frame.loads = loads_of(definition.body)
    caller = lift.frame
    if not frame.hidden:
        note_held(names)
    if len(lift.frames) >= CALLS_DEEP:  # a loop whose index says how deep is written out
        for x in names.values():
            if isinstance(x, Int):
                lift.fixed(x.size, "how deep a function calls itself")
    with lift.calling(frame):
        take_arguments(lift, frame, names)
        try:
            return run_body(lift, frame, definition)
        except PrecisError as problem:
            if caller.text is not None and frame.call is not None and not frame.hidden and not caller.hidden:
                _note_call(problem, f"in {frame.function}, called at {caller.text.span(frame.call)}")
            raise


def _note_call(problem: PrecisError, place: str) -> None:
    """A call on the way to where a problem stands; of a recursion once."""
    if place not in problem.notes:
        problem.notes += (place,)


def run_body(lift: Lifting, frame: Frame, definition: Definition) -> Any:
    """The result of a call whose arguments are bound."""
    if isinstance(definition, ast.Lambda):
        if lift.span is None and frame.text is not None:
            lift.span = frame.text.span(definition.body)
        return lift.evaluate_or_none(definition.body)
    lift.execute(definition.body)
    with lift.at(definition.body[-1]):
        return result_of(lift, frame)


@cache
def _as_function(definition: ast.Lambda) -> ast.FunctionDef:
    """A lambda whose body is a statement, so that its calls are made one by one: they may raise what a `try` waits for."""
    body = ast.copy_location(ast.Return(definition.body), definition.body)
    return ast.copy_location(ast.FunctionDef("<lambda>", definition.args, [body], []), definition)


def result_of(lift: Lifting, frame: Frame) -> Any:
    """What a finished call returns."""
    result, returned = frame.flow.get("result", MISSING), frame.flow.get("returned", False)
    if result is MISSING or returned is False:
        return None
    if isinstance(result, Undefined):
        lift.refuse(f"what {frame.function} returns {result.reason}", result.hint)
    if returned is True or result is None:
        return result
    there = conjunction(lift, returned, result.there) if isinstance(result, Maybe) else returned
    return Maybe(there, certain(result))


def define(lift: Lifting, node: Definition) -> Closure:
    """A `def` or `lambda` met while lifting; defaults are evaluated now."""
    defaults = tuple(lift.evaluate_or_none(d) for d in node.args.defaults)
    keyword = tuple((a.arg, lift.evaluate_or_none(d)) for a, d in zip(node.args.kwonlyargs, node.args.kw_defaults) if d is not None)
    return Closure(node, lift.frame if lift.frame.encloses else lift.frame.outer, defaults, keyword)
