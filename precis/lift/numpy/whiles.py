"""`while` nodes: a test and a body that get the same carries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from precis.ir.size import Size
from precis.ir.types import Value
from precis.lift.numpy import carries
from precis.lift.numpy.branches import short_circuit
from precis.lift.numpy.carries import Attempt, Plan
from precis.lift.numpy.connectives import disjunction, negation
from precis.lift.numpy.journal import Slot
from precis.lift.numpy.kinds import BOOL
from precis.lift.numpy.numbers import constant, value_of
from precis.lift.numpy.settling import TRIES, converge, rules_of
from precis.lift.numpy.slots import changed
from precis.lift.numpy.state import Lifting


class NeverEnds(Exception):
    """A loop without an end, whatever it carries."""


class ConditionChanges(Exception):
    """The condition of a loop changes what outlives it, which only the body of a `while` node can."""


def stopped(lift: Lifting) -> Any:
    """Whether the loop was left by break or return."""
    flow = lift.frame.flow
    return disjunction(lift, lift.journal.get(flow, "broke"), lift.journal.get(flow, "returned"))


def while_node(lift: Lifting, node: Any, test: Callable[[], Any], body: Callable[[], None], at_least_once: Callable[[], bool],
               most: Size | None = None, role: str = "while", patience: int = TRIES, with_large: int = TRIES,
               first: Plan | None = None) -> Attempt:
    """A `while` node; the test and the body get the same carries. Returns the trial that it is made of.

    most  more iterations than this there never are
    role  which of several loops that are made of one statement
    patience, with_large  in how many trials in a row lists may be longer, and the same with a large body
    first  the plan to begin with
    """
    def try_(plan: Plan) -> Attempt:
        attempt = Attempt(plan, lift.build.child())
        with lift.journal.watching() as watch, lift.sizes.conditional():
            attempt.condition = _condition(lift, attempt, test)
            if attempt.condition.value is not False:
                with lift.sizes.knowing(()):
                    carries.run(lift, attempt, None, body, watch)
                attempt.reads |= attempt.condition.reads
        return attempt

    rules = rules_of(lift, node, at_least_once, None, None, most)
    span = lift.span
    attempt = converge(lift, (node, role), try_, rules, patience, with_large, first)
    lift.span = span
    if attempt.condition.value is False:
        return attempt
    if not any(table is lift.frame.flow for table, _, _ in attempt.finals.values()) and attempt.condition.value is True:
        raise NeverEnds
    inits = carries.initial(lift, attempt, at_least_once)
    lift.build.span = lift.span
    body_block = attempt.build.block(attempt.params, attempt.results)
    outs = lift.build.while_(inits, attempt.condition.block(lift), body_block)
    lift.dtypes.update((o.name, lift.dtypes[p.name]) for o, p in zip(outs, attempt.params))
    carries.finish(lift, attempt, outs, None)
    return attempt


class Condition:
    """The test of a while loop under a plan: its block, its value there, and what it read."""

    def __init__(self, build: Any, params: list[Value], value: Any, reads: set[Slot]):
        self.build, self.params, self.value, self.reads = build, params, value, reads

    def block(self, lift: Lifting) -> Any:
        with lift.building(self.build):
            result = constant(lift, self.value, BOOL) if isinstance(self.value, bool) else value_of(lift, self.value)
        return self.build.block(self.params, [result])


def _condition(lift: Lifting, attempt: Attempt, test: Callable[[], Any]) -> Condition:
    build, mark = lift.build.child(), lift.journal.mark()
    with lift.journal.watching() as watch, lift.building(build):
        params = carries.start(lift, attempt, build, None)
        lift.journal.restart(watch)
        going = negation(lift, stopped(lift))
        changes = lift.journal.mark()
        value = going if going is False else test() if going is True else short_circuit(lift, going, test, False)
        if changed(lift, changes, watch.mark):
            raise ConditionChanges
    lift.journal.rollback(mark, lift.lasting)
    return Condition(build, params, value, watch.reads)
