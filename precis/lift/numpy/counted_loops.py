"""Counted loops: they stay loops; those whose iterations differ in kind are peeled or written out."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from precis.errors import PrecisError, UnsupportedProgram
from precis.ir.size import Size
from precis.ir.types import Range
from precis.lift.numpy import carries
from precis.lift.numpy.apart import before_written_out
from precis.lift.numpy.carries import Attempt, Carry, Plan
from precis.lift.numpy.doubtful import SHORT
from precis.lift.numpy.growing import KeepsGrowing
from precis.lift.numpy.iterables import Counted
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.leaving import if_at_all, unless
from precis.lift.numpy.lengths import write_out_assigned
from precis.lift.numpy.memory import counts_in, index_symbol
from precis.lift.numpy.never_run import never_runs
from precis.lift.numpy.not_joined import CannotJoin
from precis.lift.numpy.numbers import constant, value_of
from precis.lift.numpy.one_by_one import COUNT, one_by_one
from precis.lift.numpy.problems import MayHaveChanged, Mistaken, NeedsRoom, NeedsUnrolling, Unassigned
from precis.lift.numpy.revising import NeedsPeeling
from precis.lift.numpy.rotation import rotate
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.settling import LISTED, WRITTEN_OUT, converge, leaves_early, rules_of
from precis.lift.numpy.source import assigned_in
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.templates import NumberLeaf
from precis.lift.numpy.trial import helps
from precis.lift.numpy.untold import only_runs_tell
from precis.lift.numpy.values import Int, Scalar
from precis.lift.numpy.varied import refuse_to_keep, unbounded, with_varying_lengths
from precis.lift.numpy.whiles import stopped, while_node

PEELED = 2  # iterations that may be written out in front of a loop
Bind = Callable[[Any], None]


def listed(lift: Lifting, items: list[Any], bind: Bind, body: Callable[[], None]) -> None:
    """One copy of the body per item."""
    for k, item in enumerate(items):
        outer, lift.loops.copied = lift.loops.copied, True
        try:
            bind(item)
            body()
        finally:
            lift.loops.copied = outer
        left = stopped(lift)
        if left is not False:
            unless(lift, left, lambda: listed(lift, items[k + 1:], bind, body))
            return


def counted(lift: Lifting, node: ast.AST, over: Counted, bind: Bind, body: Callable[[], None], peeled: int) -> None:
    """A loop node for items found by their number; the first iterations are written out where they differ in kind."""
    if lift.sizes.example(over.range.trips) == 0:
        lift.sizes.nonnegative(over.range.trips - 1)
        return
    trips = lift.sizes.resolve(over.range.trips).constant
    if trips == 1:
        listed(lift, [over.range.start], lambda at: bind(over.item(lift, at)), body)
        return
    write_out_assigned(lift, node)
    start, made = savepoint(lift), len(lift.definitions)
    index = index_symbol(lift, (node, peeled), over.name)
    few = (lift.sizes.example(over.range.trips) or WRITTEN_OUT) <= SHORT  # written out, they may have lengths that are known

    def again() -> None:
        _loop(lift, node, over, index, bind, body)
    try:
        again()
        return
    except Mistaken as problem:
        if problem.build.parent is not lift.build:
            raise
        start.undo(lift)
        never_runs(lift, lift.sizes.nonnegative(over.range.trips - 1) is True, problem)
        return
    except (NeedsUnrolling, NeedsPeeling, CannotJoin, Unassigned, UnsupportedProgram) as problem:
        if isinstance(problem, KeepsGrowing) and not lift.ways.roomy and over.range.trips.constant is None and not few:
            raise NeedsRoom from None
        if not _may_be_otherwise(lift, node, over, index, peeled, problem):
            raise
        failed = problem
        if isinstance(problem, PrecisError):
            lift.loops.failed = lift.loops.failed or problem
    start.undo(lift)
    reason = _not_varying(lift, node, over, peeled, failed, again)
    if reason is None:
        return
    if unbounded(reason) and not lift.ways.roomy and not few:
        if with_varying_lengths(lift, again):
            return
        if lift.loops.varying or unbounded(lift.loops.not_varying):
            raise NeedsRoom
    most = max(PEELED, getattr(reason, "first", 0))
    differs = isinstance(reason, (NeedsPeeling, MayHaveChanged, Unassigned)) and peeled < most
    may_be_written_out = (lift.sizes.example(over.range.trips) or 0) <= WRITTEN_OUT
    if may_be_written_out and getattr(reason, "parts", False):
        before_written_out(lift, over.range.trips, len(lift.definitions) - made)
    if peeled and getattr(reason, "shapes", False) and with_varying_lengths(lift, again):  # lists differ in every iteration
        return
    if differs and _peel(lift, node, over, bind, body, peeled, reason):
        return
    if isinstance(reason, Unassigned) or (isinstance(reason, MayHaveChanged) and not _few(lift, over, LISTED)):
        raise reason
    if may_be_written_out:
        before_written_out(lift, over.range.trips, len(lift.definitions) - made)
    _written_out(lift, over, bind, body, reason, again)


def _may_be_otherwise(lift: Lifting, node: ast.AST, over: Counted, index: str, peeled: int, problem: Exception) -> bool:
    """Whether a loop that cannot be one node for this reason may still be one in another way, or be written out."""
    if isinstance(problem, NeedsUnrolling):
        return problem.index == index
    if isinstance(problem, Unassigned):  # the first iteration may assign what the others read
        return not peeled and problem.name in assigned_in(node)
    if isinstance(problem, UnsupportedProgram):
        return _few(lift, over, LISTED) or (isinstance(problem, MayHaveChanged) and peeled < PEELED)
    return True


def _not_varying(lift: Lifting, node: ast.AST, over: Counted, peeled: int, reason: Exception,
                 again: Callable[[], None]) -> Exception | None:  # fmt: skip
    """Why a loop cannot be one node where its arrays may change their length either; None where it is one now."""
    long = not _few(lift, over, SHORT)
    leaves = not peeled and isinstance(reason, (NeedsPeeling, CannotJoin)) and may_leave(node)
    unrolls = isinstance(reason, NeedsUnrolling) and long
    if (leaves or unrolls) and with_varying_lengths(lift, again):
        return None
    if not peeled and long and getattr(reason, "shapes", False) and with_varying_lengths(lift, again, True):
        return None
    varied = lift.loops.not_varying
    return varied if unrolls and isinstance(varied, NeedsPeeling) else reason  # the first iteration also makes what the others find


def _peel(lift: Lifting, node: ast.AST, over: Counted, bind: Bind, body: Callable[[], None], peeled: int, reason: Exception) -> bool:
    """The first iteration in front of the loop; False (and nothing done) where nothing says that there is one."""
    span, more = lift.span, over.range.trips - 1

    def first_and_rest() -> None:
        outer, lift.loops.peeling = lift.loops.peeling, lift.loops.peeling or isinstance(reason, MayHaveChanged)
        bind(over.item(lift, over.range.start))
        body()
        lift.loops.peeling, lift.span = outer, span
        unless(lift, stopped(lift), lambda: counted(lift, node, over.after_first(), bind, body, peeled + 1))
    if lift.sizes.nonnegative(more):
        first_and_rest()
    elif getattr(reason, "keys", False):
        runs = Scalar(BOOL, lift.emit("le", constant(lift, 0, INT), value_of(lift, Int(more)), dtype=BOOL))
        if_at_all(lift, runs, first_and_rest, [more])
    else:
        return False
    return True


def may_leave(node: ast.AST) -> bool:
    """Whether a loop has a `break` or `return` in it."""
    return any(isinstance(n, (ast.Break, ast.Return)) for n in ast.walk(node))


def _few(lift: Lifting, over: Counted, number: int) -> bool:
    """Whether a loop has a known number of iterations that is small."""
    trips = lift.sizes.resolve(over.range.trips).constant
    return trips is not None and trips <= number


def _written_out(lift: Lifting, over: Counted, bind: Bind, body: Callable[[], None], reason: Exception, again: Callable[[], None]) -> None:
    trips = lift.sizes.example(over.range.trips)
    if not isinstance(reason, NeedsUnrolling) and not _few(lift, over, SHORT) and with_varying_lengths(lift, again):
        return
    if trips is None or trips > WRITTEN_OUT:
        if isinstance(reason, PrecisError):
            raise reason
        refuse_to_keep(lift, reason)
    count = lift.fixed(over.range.trips, "the number of iterations")
    places = [over.range.start + k * over.range.step for k in range(count)]
    listed(lift, places, lambda at: bind(over.item(lift, at)), body)


def _loop(lift: Lifting, node: ast.AST, over: Counted, index: str, bind: Bind, body: Callable[[], None]) -> None:
    if index in lift.loops.leaving and _left_as_before(lift, node, over, index, bind, body):
        return
    range_ = over.range
    trips = lift.sizes.resolve(range_.trips)
    symbol = Size.of(index)

    def try_(plan: Plan) -> Attempt:
        attempt = Attempt(plan, lift.build.child())
        lift.loops.doubts.pop(index, None)
        first, last = range_.ends
        with lift.journal.watching() as watch, lift.sizes.inside(index, first, last, [trips - 1]):
            def whole() -> None:
                bind(over.item(lift, symbol))
                body()
            carries.run(lift, attempt, range_.iteration(symbol), whole, watch)
        return attempt

    def at_least_once() -> bool:
        return lift.sizes.nonnegative(trips - 1) is True

    rules = rules_of(lift, node, at_least_once, index, range_,
                     leaving=rules_of(lift, node, at_least_once, None, None, trips))
    span = lift.span
    attempt = converge(lift, (node, "for"), try_, rules)
    lift.span = span
    if leaves_early(lift, attempt):
        lift.loops.leaving.add(index)
        _counted_while(lift, node, over, index, bind, body, attempt.plan)
        return
    block = attempt.build.block(attempt.params, attempt.results)
    if _few(lift, over, SHORT) and not only_runs_tell(block):
        raise NeedsUnrolling(index, "a slice has bounds that change with the loop")
    inits = carries.initial(lift, attempt, rules.at_least_once)
    lift.build.span = lift.span
    outs = lift.build.loop(Range(lift.sizes.resolve(range_.start), trips, range_.step), inits, block, index)
    lift.dtypes.update((o.name, lift.dtypes[p.name]) for o, p in zip(outs, attempt.params))
    carries.finish(lift, attempt, outs, trips, once=(trips.constant or 0) > 0)
    rotate(lift, attempt, trips)


def _left_as_before(lift: Lifting, node: ast.AST, over: Counted, index: str, bind: Bind, body: Callable[[], None]) -> bool:
    """A loop that an earlier trial of the loop around it found to be left early; False (and nothing done) where it is not now."""
    return helps(lift, lambda: leaves_early(lift, _counted_while(lift, node, over, index, bind, body, {})))


def _counted_while(lift: Lifting, node: ast.AST, over: Counted, index: str, bind: Bind, body: Callable[[], None], first: Plan) -> Attempt:
    """A counted loop that may be left early: a while loop that counts its iterations itself; `first`: what is known of its carries."""
    trips = lift.sizes.resolve(over.range.trips)
    hidden, going, whole = one_by_one(lift, over, index, bind, body)
    counts_in(lift, (node, "while"), hidden)
    if first:
        own = Carry(hidden, COUNT, NumberLeaf(INT, True))
        first = {**first, own.slot: own}
    return while_node(lift, node, going, whole, lambda: lift.sizes.nonnegative(trips - 1) is True, trips, first=first)
