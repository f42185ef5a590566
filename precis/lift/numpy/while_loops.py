"""`while`: one node, a counted loop, or iterations written out where the sizes decide them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from precis.errors import PrecisError
from precis.lift.numpy.apart import before_many_iterations
from precis.lift.numpy.carries import Attempt
from precis.lift.numpy.conditions import condition
from precis.lift.numpy.counted_loops import PEELED, counted
from precis.lift.numpy.counters import CountChanges, Counter, by_factors, counting, iteration
from precis.lift.numpy.forms import has_stretches
from precis.lift.numpy.growing import KeepsGrowing
from precis.lift.numpy.leaving import if_at_all, otherwise, unless
from precis.lift.numpy.lengths import write_out_assigned
from precis.lift.numpy.memory import place
from precis.lift.numpy.never_run import never_runs
from precis.lift.numpy.not_joined import CannotJoin
from precis.lift.numpy.options import has_things
from precis.lift.numpy.problems import Among, Mistaken
from precis.lift.numpy.revising import NeedsPeeling
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.settling import TRIES, WRITTEN_OUT
from precis.lift.numpy.source import loads_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.trial import helps
from precis.lift.numpy.unbounded import counted_first
from precis.lift.numpy.values import Maybe, Scalar
from precis.lift.numpy.varied import refuse_to_keep, with_varying_lengths
from precis.lift.numpy.whiles import ConditionChanges, NeverEnds, stopped, while_node
from precis.lift.numpy.worklists import let_lengths_vary

LEVELS = 64  # iterations of a loop whose counter is multiplied or divided: no size has more digits
MANY = 24  # iterations that are written out before the loop is tried as one whose lengths vary; fewer where lists hold arrays that do
PATIENCE, LESS_PATIENCE = 8, 3  # trials of a while loop in a row in which lists are longer, and again after they were


def while_loop(lift: Lifting, node: ast.While) -> None:
    """`while test`."""
    flow = lift.frame.flow
    outer = flow.get("broke", False)
    lift.journal.set(flow, "broke", False)
    start = savepoint(lift)
    try:
        named = any(isinstance(n, ast.NamedExpr) for n in ast.walk(node.test))
        _while(lift, _left_inside(node) if named else node)
    except ConditionChanges:
        start.undo(lift)
        _while(lift, _left_inside(node))
    lift.journal.set(flow, "broke", outer)


def _while(lift: Lifting, node: ast.While) -> None:
    def test() -> Any:
        return condition(lift, node.test)
    counter = counting(lift, node)
    if counter is None or not _by_counter(lift, node, counter):
        let_lengths_vary(lift, node)
        start = savepoint(lift)
        try:
            _while_or_written_out(lift, node, test, many=1 if any(map(has_stretches, lift.ways.columns.values())) else MANY)
        except Mistaken as problem:
            if problem.build.parent is not lift.build:
                raise
            start.undo(lift)
            never_runs(lift, test() is True, problem)
        except NeverEnds:
            if lift.frame.consumer is not None:
                lift.refuse("this generator has no end, and what takes its values stops before",
                            "write its loop where the values are used, or give it an end: for _ in range(most)")
            lift.refuse("this loop never ends", "let its condition depend on what the loop computes")
        if _ends_by_return(node):
            lift.journal.set(lift.frame.flow, "returned", True)
    otherwise(lift, node.orelse)


def _by_counter(lift: Lifting, node: ast.While, counter: Counter) -> bool:
    """A while loop as a counted one; False (and nothing done) where its iterations change what it counts by."""
    start = savepoint(lift)
    try:
        counted(lift, node, counter.items, lambda item: lift.assign(counter.name, item), lambda: iteration(lift, node, counter), 0)
        return True
    except CountChanges:
        start.undo(lift)
        return False


def _ends_by_return(node: ast.While) -> bool:
    """`while True` without a `break` of its own."""
    return isinstance(node.test, ast.Constant) and bool(node.test.value) and not any(map(_breaks, node.body))


def _breaks(node: ast.AST) -> bool:
    """Whether a statement may break the loop that it stands in."""
    if isinstance(node, (ast.For, ast.While)):
        return any(map(_breaks, node.orelse))
    return isinstance(node, ast.Break) or any(map(_breaks, ast.iter_child_nodes(node)))


@cache
def _left_inside(node: ast.While) -> ast.While:
    """`while True: if not test: ...; break; ...`, where the test assigns a name or changes an array."""
    leave = ast.If(ast.UnaryOp(ast.Not(), node.test), [*node.orelse, ast.Break()], [])
    loop = ast.While(ast.Constant(True), [leave, *node.body], [])
    for new in (loop, loop.test, leave, leave.test, leave.body[-1]):
        ast.copy_location(new, node.test)
    return ast.copy_location(loop, node)


def _with_counted_iterations(lift: Lifting, node: ast.While, test: Callable[[], Any]) -> bool:
    """A while loop as a counted one, whose iterations a first run counts; False (and nothing done) where that does not help."""
    def as_counted() -> bool:
        over = counted_first(lift, node, test, lambda: lift.execute(node.body))
        if over is not None:
            counted(lift, node, over, lambda item: test(), lambda: lift.execute(node.body), 0)
        return over is not None
    return helps(lift, as_counted)


def _counted_as_before(lift: Lifting, node: ast.While, test: Callable[[], Any], first: int) -> bool:
    """A loop whose iterations an earlier trial of the loop around it had to count, `first` of them written out in front, counted at once;
    False (and nothing done) where that does not help now."""
    return helps(lift, lambda: all(_written_out(lift, node, test) for _ in range(first)) and _with_counted_iterations(lift, node, test))


def _written_out(lift: Lifting, node: ast.While, test: Callable[[], Any]) -> bool:
    """An iteration that the sizes decide on, in front of the loop, which may go on behind it."""
    write_out_assigned(lift, node)
    span = lift.span
    if test() is not True:
        return False
    lift.execute(node.body)
    lift.span = span
    return stopped(lift) is not True


def _with_lengths(attempt: Attempt) -> bool:
    """Whether arrays of an iteration have lengths that the run computes from its counters: those that count elements of arrays are the
    data's wherever the iteration stands."""
    nodes = list(attempt.build.block((), ()).walk())
    counts = {n.outputs[0].name for n in nodes if n.op == "sum"}
    return any(n.op == "size" and n.inputs[0].name not in counts for n in nodes)


def _levels(lift: Lifting, node: ast.While, test: Callable[[], Any]) -> bool:
    """All iterations of a loop that halves or doubles its lengths, where the sizes decide how many there are; False (and nothing done)
    where they do not. Each then has lengths that are known."""
    return helps(lift, lambda: _runs_out(lift, node, test))


def _runs_out(lift: Lifting, node: ast.While, test: Callable[[], Any]) -> bool:
    """Write iterations out while the sizes decide on them; whether they also decide which one is the last."""
    span = lift.span
    for _ in range(LEVELS):
        write_out_assigned(lift, node)
        holds = test()
        if holds is not True:
            return holds is False
        lift.execute(node.body)
        lift.span, left = span, stopped(lift)
        if left is not False:
            return left is True
    return False


def _first_and_rest(lift: Lifting, node: ast.While, test: Callable[[], Any], peeled: int) -> None:
    span = lift.span
    lift.execute(node.body)
    lift.span = span
    unless(lift, stopped(lift), lambda: _while_or_written_out(lift, node, test, peeled + 1))


@dataclass
class _Trials:
    """Trials of a while loop as a node; `problem`: why the last one failed; `patience`: in how many of them in a row lists may be longer;
    `cut_short`: more were left, but take long."""

    lift: Lifting
    node: ast.While
    test: Callable[[], Any]
    problem: Exception | None = None
    patience: int = PATIENCE
    cut_short: bool = False

    def made(self, patience: int = TRIES, with_large: int = LESS_PATIENCE) -> Attempt:
        try:
            return while_node(self.lift, self.node, self.test, self.body, lambda: False, patience=patience, with_large=with_large)
        except KeepsGrowing as growing:
            self.cut_short = growing.cut_short
            raise

    @property
    def for_ever_longer(self) -> bool:
        """Whether lists would be longer after however many trials, wherever the loop begins."""
        return isinstance(self.problem, KeepsGrowing) and (self.problem.doubling or bool(self.problem.lists))

    def body(self) -> None:
        """The body, in which the test tells which of several things a name stands for."""
        with self.lift.knowing(self.told(True)):
            self.lift.execute(self.node.body)

    def told(self, way: bool) -> list[Among | str]:
        """What the test tells of the things that it asks about, where it holds or not: which they are; in the body, that they are there."""
        things = [self.lift.frame.names.get(name) for name in loads_of(self.node.test)]
        there = way and any(isinstance(x, Maybe) for x in things) and not _may_change(self.node.test)
        holds = self.test() if there or any(map(has_things, things)) else way
        facts = self.lift.implications(holds.value.name)[0 if way else 1] if isinstance(holds, Scalar) and holds.value is not None else []
        return [fact for fact in facts if isinstance(fact, Among) or (there and isinstance(fact, str))]

    def succeed(self, first: bool) -> bool:
        """The loop as a node; False (and nothing done) where none can be made. `first`: nothing of it is written out in front."""
        start = savepoint(self.lift)
        try:
            if _with_lengths(self.made(self.patience)) and first and by_factors(self.node):
                start.undo(self.lift)
                if not _levels(self.lift, self.node, self.test):
                    self.made(self.patience)
            if stopped(self.lift) is False:
                self.lift.holding.extend(self.told(False))
            return True
        except (NeedsPeeling, CannotJoin, PrecisError) as problem:
            self.problem = problem
            self.patience = LESS_PATIENCE if isinstance(problem, KeepsGrowing) else self.patience
            start.undo(self.lift)
            return False

    def otherwise(self) -> bool:
        """What is left to try: lengths that vary, and a first run that counts the iterations; whether that was it."""
        for counts in (True, False) if isinstance(self.problem, KeepsGrowing) else (False, True):
            if not counts and with_varying_lengths(self.lift, self.made):
                return False
            if counts and _with_counted_iterations(self.lift, self.node, self.test):
                return True
        if self.cut_short and with_varying_lengths(self.lift, lambda: self.made(with_large=TRIES)):
            return False
        if isinstance(self.problem, PrecisError):
            raise self.problem
        assert self.problem is not None
        refuse_to_keep(self.lift, self.problem)

    def kept(self, way: Any) -> bool:
        """The loop as a node whose lengths vary, or as a counted one, without iterations in front."""
        if self.otherwise():
            self.lift.loops.counted[way] = 0
        return True


def _may_change(test: ast.expr) -> bool:
    """Whether a test, asked for twice, may do more than once."""
    return any(isinstance(n, (ast.Call, ast.NamedExpr, ast.Await, ast.Yield)) for n in ast.walk(test))


def _while_or_written_out(lift: Lifting, node: ast.While, test: Callable[[], Any], peeled: int = 0, many: int = MANY) -> None:
    """A `while` node; iterations that the sizes decide are written out where no node can be made; `peeled`: under a condition; `many`: so
    many iterations only where no node can be made either whose lengths vary."""
    way = place(lift, (node, lift.loops.varying, lift.loops.forgetting is None))
    if way in lift.loops.counted and _counted_as_before(lift, node, test, lift.loops.counted[way]):
        return
    trials, span, start, by_sizes, guards = _Trials(lift, node, test), lift.span, savepoint(lift), False, len(lift.sizes.guards)
    for first in range(WRITTEN_OUT):
        if first == many or (by_sizes and lift.ways.roomy and many == MANY):
            start.undo(lift)
            if not helps(lift, lambda: trials.kept(way)):
                _while_or_written_out(lift, node, test, peeled, WRITTEN_OUT)
            return
        write_out_assigned(lift, node)
        if first <= PEELED and not trials.for_ever_longer and trials.succeed(first == 0):
            return
        before = len(lift.sizes.guards)
        holds = test()
        by_sizes |= len(lift.sizes.guards) > before
        if isinstance(holds, Scalar) and getattr(trials.problem, "keys", False) and peeled < PEELED:
            if_at_all(lift, holds, lambda: _first_and_rest(lift, node, test, peeled))
            return
        if holds is False:
            return
        if holds is not True:
            break
        if first > PEELED and len(lift.sizes.guards) > guards:
            before_many_iterations(lift)
        lift.execute(node.body)
        lift.span, left = span, stopped(lift)
        if left is True:
            return
        if left is not False:
            first += 1
            break
    else:
        first = WRITTEN_OUT
    if trials.otherwise():
        lift.loops.counted[way] = first
