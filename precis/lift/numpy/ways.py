"""The ways to lift a program, one after the other until one does: which one is gone next follows from what the last one lacked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, fields, replace
from typing import Any

from precis.errors import PrecisError, UnsupportedProgram
from precis.ir.types import Program
from precis.lift.numpy.apart import ways_apart
from precis.lift.numpy.growing_parts import with_growing
from precis.lift.numpy.lifting_tables import Ways
from precis.lift.numpy.pools import pools_for
from precis.lift.numpy.problems import LetsGrow, MayHaveChanged, NeedsParts, NeedsPools, NeedsRoom, NeedsTables
from precis.lift.numpy.sizes import FOLLOWED
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.work import GivenUp, TooMuch, Work, given_up

Again = Callable[..., Program]  # by the same ways, but for those that are given


def in_some_way(begin: Callable[[Ways], Lifting], lifted: Callable[[Lifting], Program], ways: Ways) -> Program:
    """By these ways, or others, as long as that takes no more work than it may. `begin`: the state of lifting by some ways; `lifted`: what
    is lifted with it."""
    attempts = _Attempts(begin, lifted)
    try:
        return attempts.by_these(ways)
    except GivenUp as problem:
        raise attempts.work.reason or problem from None


@dataclass(frozen=True)
class _Attempts:
    begin: Callable[[Ways], Lifting]
    lifted: Callable[[Lifting], Program]
    work: Work = field(default_factory=Work)

    def by_these(self, ways: Ways) -> Program:
        """By these ways, or by those that they turn out to lack."""
        key, gone = tuple(frozenset((id(k), repr(v)) for k, v in x.items()) if isinstance(x, Mapping) else x
                          for x in (getattr(ways, part.name) for part in fields(ways))), self.work.gone
        if key not in gone:
            gone[key] = UnsupportedProgram("ways to lift the program lead to one another")  # until it is known what becomes of these
            try:
                gone[key] = self._by_these_and_others(ways)
            except PrecisError as problem:
                gone[key] = problem
        found = gone[key]
        if isinstance(found, PrecisError):
            raise found
        return found

    def _by_these_and_others(self, ways: Ways) -> Program:
        """Short loops that grow lists stay loops where they are long in nodes, unless the lists are used in ways that rows of an array
        do not know: then they are written out, and so are lists of as many items as a size says. Bools that say which arrays are the same
        one are computed where nothing goes without. Dicts whose keys only a run tells are tables of keys, and lists that are no rows of
        one array a list for each part of their items."""
        lift = self.begin(ways)
        lift.most = self.work.left()

        def again(**changes: Any) -> Program:
            return self.by_these(replace(ways, **changes))
        try:
            found = self._once(lift)
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
            self.work.failed(problem)
            return _in_another_way(lift, ways, again, problem)
        return _for_more_sizes(found, lift, ways, again)

    def _once(self, lift: Lifting) -> Program:
        """What is lifted with the work that is left."""
        try:
            return self.lifted(lift)
        except TooMuch as problem:
            raise given_up(lift, problem) from None
        finally:
            self.work.note(len(lift.names.taken))


def _for_more_sizes(found: Program, lift: Lifting, ways: Ways, again: Again) -> Program:
    """What other ways that were asked for make of the program, where they hold it to fewer sizes."""
    if lift.made.nested - ways.keyed:
        found = _of_more_sizes(found, lambda: again(keyed=ways.keyed | lift.made.nested))
    if lift.made.searched - ways.keyed:
        found = _of_more_sizes(found, lambda: again(keyed=ways.keyed | lift.made.searched))
    if apart := ways_apart(lift):
        found = _of_more_sizes(found, lambda: again(**apart, patient=False))
    if lift.lacks.room and not ways.roomy:
        found = _of_more_sizes(found, lambda: again(roomy=True))
    pools = _pools_asked(lift, ways)
    return _of_more_sizes(found, lambda: again(**pools)) if pools else found


def _of_more_sizes(program: Program, other: Callable[[], Program]) -> Program:
    """Of two ways to lift a program the one that holds it to fewer sizes, the first where they are equal."""
    if not program.pinned:
        return program
    with suppress(PrecisError):
        found = other()
        return found if len(found.pinned) < len(program.pinned) else program
    return program


def _pools_asked(lift: Lifting, ways: Ways) -> dict[str, Any] | None:
    """With pools for the items of lists, where some of these have to be things that the lists do not keep."""
    found = pools_for(lift) if lift.lacks.one_thing and not ways.pools else None
    return found and {**found, "patient": False}


def _in_parts(again: Again, apart: Mapping[str, Any], most: int) -> Program:
    """With lists that are a list for each part of their items, if that holds the Program to few sizes; else with loops written out."""
    with suppress(PrecisError):
        found = again(**apart)
        if len(found.pinned) <= most:
            return found
    return again(patient=True)


def _with_tables(lift: Lifting, ways: Ways, again: Again) -> Program:
    """With lists that stand side by side where the program makes many, of which only a run tells the one; else each by itself."""
    try:
        found = again(keyed=ways.keyed | lift.made.keyed | lift.made.nested)
    except UnsupportedProgram:
        return again(apart=True)
    return _of_more_sizes(found, lambda: again(apart=True))


def _in_another_way(lift: Lifting, ways: Ways, again: Again, first: PrecisError) -> Program:
    """By what the way that failed lacked; `first`: what it said."""
    try:
        if lift.made.keyed - ways.keyed:
            with suppress(UnsupportedProgram):
                if asked := _pools_asked(lift, ways):
                    return again(**asked)
            return _with_keys(lift, ways, again, first)
        return _without_keys(lift, ways, again, first)
    except GivenUp:
        raise first from None


def _with_keys(lift: Lifting, ways: Ways, again: Again, first: PrecisError) -> Program:
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


def _without_keys(lift: Lifting, ways: Ways, again: Again, first: PrecisError) -> Program:
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
