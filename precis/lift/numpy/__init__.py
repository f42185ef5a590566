"""Lifting NumPy-style Python: abstract interpretation of a function's syntax tree on example arguments."""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from types import FunctionType, MethodType
from typing import Any

import numpy as np

from precis.errors import UnsupportedProgram
from precis.ir.canonical import canonical
from precis.ir.types import Program
from precis.ir.verify import verify
from precis.lift.numpy import assigning, calls, statements
from precis.lift.numpy.bounds import refuse_overruns
from precis.lift.numpy.branches import changed, choose
from precis.lift.numpy.expressions import evaluate_or_none
from precis.lift.numpy.finish import program_of
from precis.lift.numpy.frames import Frame
from precis.lift.numpy.functions.compiled import of_numba
from precis.lift.numpy.given_pools import parts_given
from precis.lift.numpy.growing_parts import make_growing
from precis.lift.numpy.inlining import run_body
from precis.lift.numpy.lifting_tables import PLAIN, Ways
from precis.lift.numpy.listed_ways import with_lists
from precis.lift.numpy.pools import make_pools
from precis.lift.numpy.prescan import in_the_way
from precis.lift.numpy.queues import left
from precis.lift.numpy.room import room_of
from precis.lift.numpy.scopes import closure_of
from precis.lift.numpy.signature import arguments
from precis.lift.numpy.source import Sources, callable_name, loads_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.tables_of_lists import note_given
from precis.lift.numpy.ways import in_some_way

RECURSION = 10_000  # frames of Python


def lift_numpy(fn: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Program:
    """The Program of `fn`, which computes what fn does on arguments like these: same kinds and ranks, sizes that the guards admit.

    Raises UnsupportedProgram for what cannot be lifted and InputError where the function itself fails, each with its place.
    """
    function, fixed = plain_function(fn)
    texts = Sources()
    with deep_recursion(), uncollected():
        try:
            def begin(ways: Ways) -> Lifting:
                return Lifting(evaluate_or_none, statements.execute, calls.call, assigning.assign, choose, changed, left, ways)

            def lifted(lift: Lifting) -> Program:
                return _lifted(lift, texts, fn, function, fixed, args, kwargs)
            return with_lists(lambda least: in_some_way(begin, lifted, replace(PLAIN, least=least)), (*args, *kwargs.values()))
        except UnsupportedProgram as problem:
            problem.notes += in_the_way(texts, function, problem)
            problem.hints += _of_class(fn)
            raise


def _of_class(fn: Any) -> tuple[str, ...]:
    """How the method of one object is lifted for any: what the object holds is constant otherwise."""
    if not isinstance(fn, MethodType) or isinstance(fn.__self__, type):
        return ()
    name = f"{type(fn.__self__).__name__}.{fn.__name__}"
    return (f"where the method changes its object, make that an argument: precis.lift({name}, it, ...)",)


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Room for inlined calls within calls; each takes about ten of Python's frames."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, RECURSION))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@contextmanager
def uncollected() -> Iterator[None]:
    """Reference cycles are collected afterwards: trials make many objects and few cycles, looking for which takes a seventh of the time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def _lifted(lift: Lifting, texts: Sources, fn: Any, function: FunctionType, fixed: list[Any], args: Sequence[Any],
            kwargs: Mapping[str, Any]) -> Program:  # fmt: skip
    lift.texts = texts
    definition, text = lift.definition(function)
    lift.sources[text.name] = text.source
    frame = Frame(function.__name__, definition, text, globals=function.__globals__, outer=closure_of(function))
    frame.loads = loads_of(definition.body)
    with lift.calling(frame):
        make_growing(lift)
        make_pools(lift)
    lift.span = text.span(definition)  # of what puts into pools what is given
    inputs = arguments(lift, fn, function, definition, text, [*fixed, *args], kwargs, len(fixed))
    parts_given(lift)
    lift.span = None
    if lift.ways.sized:
        lift.sizes.pin(tuple(lift.sizes.binding), "lengths that follow from one another")
    with lift.calling(frame):
        for name, x in inputs.names.items():
            lift.journal.set(frame.names, name, x)
            if name in inputs.tables:
                note_given(lift, name, x)
        if lift.ways.roomy:
            room_of(lift)
        result = run_body(lift, frame, definition)
        refuse_overruns(lift)
        with lift.at(definition.body if isinstance(definition, ast.Lambda) else definition.body[-1]):
            program = program_of(lift, function.__name__, inputs, result)
    program = canonical(program)
    verify(program)
    return program


def plain_function(fn: Any) -> tuple[FunctionType, list[Any]]:
    """The Python function behind a callable, and the arguments that it already has."""
    if isinstance(fn, FunctionType):
        return fn, []
    if isinstance(fn, MethodType) and isinstance(fn.__func__, FunctionType):
        return fn.__func__, [fn.__self__]
    if isinstance(fn, partial) and not fn.keywords:
        function, fixed = plain_function(fn.func)
        return function, [*fixed, *fn.args]
    by_elements = isinstance(fn, np.vectorize) or of_numba(fn) is not None
    for name in () if by_elements else ("py_func", "__wrapped__"):
        if isinstance(getattr(fn, name, None), FunctionType):
            return getattr(fn, name), []
    raise UnsupportedProgram(f"{callable_name(fn) if callable(fn) else repr(fn)} is no Python function",
                             hints=("give a function that calls it" if by_elements else "give a function written in Python",))


__all__ = ["lift_numpy"]
