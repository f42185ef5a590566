"""Lifting NumPy-style Python: abstract interpretation of a function's syntax tree on example arguments."""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, fields, replace
from functools import partial
from types import FunctionType, MethodType
from typing import Any

import numpy as np

from precis.errors import PrecisError, UnsupportedProgram
from precis.ir.canonical import canonical
from precis.ir.types import Program
from precis.ir.verify import verify
from precis.lift.numpy import assigning, calls, statements
from precis.lift.numpy.apart import ways_apart
from precis.lift.numpy.bounds import refuse_overruns
from precis.lift.numpy.branches import changed, choose
from precis.lift.numpy.expressions import evaluate_or_none
from precis.lift.numpy.finish import program_of
from precis.lift.numpy.frames import Frame
from precis.lift.numpy.functions.compiled import of_numba
from precis.lift.numpy.given_pools import parts_given
from precis.lift.numpy.growing_parts import make_growing, with_growing
from precis.lift.numpy.inlining import run_body
from precis.lift.numpy.lifting_tables import PLAIN, Ways
from precis.lift.numpy.listed_ways import with_lists
from precis.lift.numpy.pools import make_pools, pools_for
from precis.lift.numpy.prescan import in_the_way
from precis.lift.numpy.problems import LetsGrow, MayHaveChanged, NeedsParts, NeedsPools, NeedsRoom, NeedsTables
from precis.lift.numpy.queues import left
from precis.lift.numpy.room import room_of
from precis.lift.numpy.scopes import closure_of
from precis.lift.numpy.signature import arguments
from precis.lift.numpy.sizes import FOLLOWED
from precis.lift.numpy.source import Sources, callable_name, loads_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.tables_of_lists import note_given
from precis.lift.numpy.work import GivenUp, TooMuch, Work, given_up

RECURSION = 10_000  # frames of Python


def lift_numpy(fn: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Program:
    """The Program of `fn`, which computes what fn does on arguments like these: same kinds and ranks, sizes that the guards admit.

    Raises UnsupportedProgram for what cannot be lifted and InputError where the function itself fails, each with its place.
    """
    function, fixed = plain_function(fn)
    texts = Sources()
    with deep_recursion(), uncollected():
        try:
            def by(least: float) -> Program:
                return _soon_enough(texts, fn, function, fixed, args, kwargs, ways=replace(PLAIN, least=least))
            return with_lists(by, (*args, *kwargs.values()))
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


def _soon_enough(texts: Sources, *given: Any, ways: Ways) -> Program:
    """By these ways, or others, as long as that takes no more work than it may."""
    work = Work()
    try:
        return _in_the_best_way(texts, work, *given, ways=ways)
    except GivenUp as problem:
        raise work.reason or problem from None


def _in_the_best_way(texts: Sources, work: Work, *given: Any, ways: Ways) -> Program:
    """By these ways, or by those that they turn out to lack."""
    key, gone = tuple(frozenset((id(k), repr(v)) for k, v in x.items()) if isinstance(x, Mapping) else x
                      for x in (getattr(ways, part.name) for part in fields(ways))), work.gone
    if key not in gone:
        gone[key] = UnsupportedProgram("ways to lift the program lead to one another")  # until it is known what becomes of these
        try:
            gone[key] = _by_ways_and_others(texts, work, *given, ways=ways)
        except PrecisError as problem:
            gone[key] = problem
    found = gone[key]
    if isinstance(found, PrecisError):
        raise found
    return found


def _by_ways_and_others(texts: Sources, work: Work, *given: Any, ways: Ways) -> Program:
    """Short loops that grow lists stay loops where they are long in nodes, unless the lists are used in ways that rows of an array
    do not know: then they are written out, and so are lists of as many items as a size says. Bools that say which arrays are the same
    one are computed where nothing goes without. Dicts whose keys only a run tells are tables of keys, and lists that are no rows of
    one array a list for each part of their items."""
    lift = Lifting(evaluate_or_none, statements.execute, calls.call, assigning.assign, choose, changed, left, ways)
    lift.most = work.left()
    apart: dict[str, Any] = {}

    def again(**changes: Any) -> Program:
        return _in_the_best_way(texts, work, *given, ways=replace(ways, **changes))
    try:
        found = _within(work, lift, lambda: _lifted(lift, texts, *given))
        if lift.made.nested - ways.keyed:
            found = _for_more_sizes(found, lambda: again(keyed=ways.keyed | lift.made.nested))
        apart = ways_apart(lift)
        if apart:
            found = _for_more_sizes(found, lambda: again(**apart, patient=False))
        if lift.lacks.room and not ways.roomy:
            found = _for_more_sizes(found, lambda: again(roomy=True))
        pools = _pools_asked(lift, ways)
        return _for_more_sizes(found, lambda: again(**pools)) if pools else found
    except NeedsTables:
        return _with_tables(lift, ways, again)
    except NeedsPools as problem:
        return again(pools=problem.pools)
    except NeedsRoom:
        return again(roomy=True)
    except LetsGrow as problem:
        return again(pools=with_growing(ways.pools, problem.kind, problem.name))
    except NeedsParts as problem:
        return _in_parts(again, ways_apart(lift), problem.most)
    except PrecisError as problem:
        if apart:
            raise
        first = problem
        work.failed(first)
    try:
        return _by_others(lift, ways, again, first)
    except GivenUp:
        raise first from None


def _within(work: Work, lift: Lifting, lifted: Callable[[], Program]) -> Program:
    """What is lifted with the work that is left."""
    try:
        return lifted()
    except TooMuch as problem:
        raise given_up(lift, problem) from None
    finally:
        work.note(len(lift.names.taken))


def _by_others(lift: Lifting, ways: Ways, again: Callable[..., Program], first: PrecisError) -> Program:
    if lift.made.keyed - ways.keyed:
        with suppress(UnsupportedProgram):
            if asked := _pools_asked(lift, ways):
                return again(**asked)
        return _with_keys(lift, ways, again, first)
    return _in_another_way(lift, ways, again, first)


def _pools_asked(lift: Lifting, ways: Ways) -> dict[str, Any] | None:
    """With pools for the items of lists, where some of these have to be things that the lists do not keep."""
    found = pools_for(lift) if lift.lacks.one_thing and not ways.pools else None
    return found and {**found, "patient": False}


def _in_parts(again: Callable[..., Program], apart: Mapping[str, Any], most: int) -> Program:
    """With lists that are a list for each part of their items, if that holds the Program to few sizes; else with loops written out."""
    with suppress(PrecisError):
        found = again(**apart)
        if len(found.pinned) <= most:
            return found
    return again(patient=True)


def _with_tables(lift: Lifting, ways: Ways, again: Callable[..., Program]) -> Program:
    """With lists that stand side by side where the program makes many, of which only a run tells the one; else each by itself."""
    try:
        found = again(keyed=ways.keyed | lift.made.keyed | lift.made.nested)
    except UnsupportedProgram:
        return again(apart=True)
    return _for_more_sizes(found, lambda: again(apart=True))


def _with_keys(lift: Lifting, ways: Ways, again: Callable[..., Program], first: PrecisError) -> Program:
    """With tables of keys in place of dicts."""
    try:
        return again(keyed=frozenset(lift.made.keyed))
    except UnsupportedProgram as problem:
        if lift.lacks.sized and not ways.itemwise:
            return again(itemwise=True)
        if lift.lacks.ambiguous and not ways.tracking:
            with suppress(PrecisError):
                return again(listing=False, tracking=True)
        raise first if isinstance(first, MayHaveChanged) or "a dictionary key" in problem.message else problem from None


def _in_another_way(lift: Lifting, ways: Ways, again: Callable[..., Program], first: PrecisError) -> Program:
    """By what the way that failed lacked; `first`: what it said."""
    if lift.made.nested - ways.keyed:
        with suppress(UnsupportedProgram):
            return again(keyed=ways.keyed | lift.made.nested)
    if pools := _pools_asked(lift, ways):
        with suppress(UnsupportedProgram):
            return again(**pools)
    if apart := ways_apart(lift):
        try:
            return again(**apart, patient=False)
        except UnsupportedProgram as problem:
            first = problem if "list" in first.message else first  # else something else is in the way
    for other in OTHERS:
        if other.asked(lift, ways):
            with suppress(PrecisError) if other.tried else nullcontext():
                return again(**other.changes)
            if other.last:
                break
    raise first


@dataclass(frozen=True)
class Other:
    """Another way to lift a program: where it is asked for, what it changes; `tried`: where it fails too, what it says counts for nothing,
    and no further way is gone where it is the `last`."""

    asked: Callable[[Lifting, Ways], bool]
    changes: Mapping[str, Any]
    tried: bool = True
    last: bool = False


def _in_equal_parts(lift: Lifting, ways: Ways) -> bool:
    """Whether lengths would be known if the parts that loops make of a size were as long as one another."""
    return bool(lift.sizes.partly) and not ways.whole and not ways.sized


OTHERS = (  # in this order
    Other(lambda lift, ways: bool(ways.pools) and lift.lacks.one_thing and not ways.placed, {"placed": True}),
    Other(lambda lift, ways: lift.lacks.room and not ways.roomy and not _in_equal_parts(lift, ways), {"roomy": True}),
    Other(lambda lift, ways: lift.lacks.gathered and not ways.gathered, {"gathered": True}),
    Other(lambda lift, ways: lift.lacks.sized and not ways.itemwise, {"itemwise": True}, tried=False),
    Other(lambda lift, ways: lift.lacks.unsteady and not ways.steady, {"steady": True}, tried=False),
    Other(lambda lift, ways: _in_equal_parts(lift, ways), {"whole": True}),
    Other(lambda lift, ways: lift.lacks.room and not ways.roomy, {"roomy": True}),
    Other(lambda lift, ways: lift.sizes.followed > FOLLOWED and not ways.sized, {"sized": True}, last=True),
    Other(lambda lift, ways: lift.lacks.stacked and not ways.listing, {"listing": True}, tried=False),
    Other(lambda lift, ways: lift.lacks.ambiguous and not ways.tracking, {"listing": False, "tracking": True}),
)


def _for_more_sizes(program: Program, other: Callable[[], Program]) -> Program:
    """Of two ways to lift a program the one that holds it to fewer sizes, the first where they are equal."""
    if not program.pinned:
        return program
    with suppress(UnsupportedProgram):
        found = other()
        return found if len(found.pinned) < len(program.pinned) else program
    return program


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
