"""What a lifting keeps track of, by concern: each table is one attribute of `Lifting`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from precis.errors import PrecisError
from precis.ir.size import Size
from precis.ir.types import Value
from precis.lift.numpy.journal import Slot
from precis.lift.numpy.problems import Hazard
from precis.lift.numpy.values import Array, Instance, Items, Scalar


@dataclass(frozen=True, slots=True)
class Sought:
    """A search in a hash table: the name of the rows and the numbers of the key, and whether it is there, or missing."""

    what: tuple[Any, ...]
    there: Value
    missing: Value


@dataclass(frozen=True, slots=True)
class Ways:
    """How what Python leaves open is lifted.

    listing   lists that short loops grow are known item by item, however much is written out for that
    tracking  bools of the program say which arrays are the same one, where that depends on the data
    keyed     where the program makes dicts whose keys only a run tells
    itemwise  lists of as many items as a size says are known item by item, and the size with them
    steady    the lesser of integers that floating-point numbers make of sizes is known, and holds for some sizes
    columns   where the program makes lists that are a list for each part of their items -> the form of these
    sized     every size is that of the example, since lengths follow from lengths that follow from others
    least     lists of the caller of so many items are rows of arrays, shorter ones are known item by item
    whole     the parts that loops make of a size are as long as one another: their length divides it, which is guarded
    gathered  a list that becomes longer by another one of bounded length is bounded by all iterations of that
    roomy     arrays of which nothing says how long they become have the room of the program (room.py)
    pools     kinds of things that lie in pools, since items of lists change -> the form of their parts (pools.py)
    placed    things of such kinds lie there from the beginning on, not only when they become items
    apart     what is done to one of many lists, of which a run tells the one, is done to each, before these stand side by side
    patient   loops are written out for lists that are no rows of one array, before these are a list for each part of their items
    """

    listing: bool = False
    tracking: bool = False
    keyed: frozenset[ast.expr] = frozenset()
    itemwise: bool = False
    steady: bool = False
    columns: Mapping[ast.AST, Any] = field(default_factory=dict)
    sized: bool = False
    least: float = 2
    whole: bool = False
    gathered: bool = False
    roomy: bool = False
    pools: Mapping[Any, Any] = field(default_factory=dict)
    placed: bool = False
    apart: bool = False
    patient: bool = False


PLAIN = Ways()


@dataclass(slots=True)
class Lacks:
    """What other ways would have been for.

    stacked    lists that grow item by item were made rows of arrays
    sized      so were lists of as many items as a size says
    unsteady   the lesser of integers that floating-point numbers make of sizes was computed
    ambiguous  something was read that may have been changed through another name
    gathered   a list became longer by another one of bounded length
    room       nothing said how long an array becomes
    one_thing  a thing was changed, or asked which one it is, that is an item of a list which keeps its parts alone
    """

    stacked: bool = False
    sized: bool = False
    unsteady: bool = False
    ambiguous: bool = False
    gathered: bool = False
    room: bool = False
    one_thing: bool = False


@dataclass(slots=True)
class Made:
    """Lists and dicts that the program makes, and what they turn out to be.

    dicts, lists  dicts and lists -> where the program makes them
    keyed         where it makes dicts whose keys only a run tells
    forms         where it makes lists -> the form of what is appended there; None where there is none
    columns       where it makes those that are a list for each part of their items -> the form of these
    queues        deques and lists -> the table that says how many items were taken from their front and are still in their rows
    deques        lists that Python has as deques
    ordered       whether some dicts are OrderedDicts in Python, which are dicts here
    tuples        those that it has as tuples: what zip(*items) gives
    tables        lists of lists that calls use as tables -> the call and their name there
    uneven        those that get numbers of another kind than they had, of Python or NumPy, ints or floats
    mixed         where it makes those that are no rows of one array
    searched      dicts in whose first keys sizes may stand, and computed numbers later (made_dicts.dict_of)
    nested        where it makes lists of empty ones, or dicts in which lists grow, which may stand side by side (library.jagged)
    frozen        things that became items of lists that do not know of their changes, in the order in which they did
    pools         kinds of things that lie in pools -> the pool
    growing       kinds of things, and their parts that are lists which grow -> these (growing_parts.py)
    held_apart    lists that were taken out of pools, which do not know of their changes -> the kind of the thing, and which part it is
    given         lists of the caller whose items lie in pools -> where they lie (given_pools.py)
    forms_given   the forms of the items of such lists that are lists for each part
    begun         lists of pools -> what they hold before the program begins
    ahead         iterators that zip asks for one item more than it gives, unless its loop is left before
    """

    keyed: set[ast.expr]
    forms: dict[ast.AST, Any]
    columns: dict[ast.AST, Any]
    pools: dict[Any, Any] = field(default_factory=dict)
    growing: dict[Any, Instance] = field(default_factory=dict)
    held_apart: dict[Items, tuple[Any, Any]] = field(default_factory=dict)
    given: dict[Instance, Any] = field(default_factory=dict)
    forms_given: list[Any] = field(default_factory=list)
    begun: dict[Items, Any] = field(default_factory=dict)
    dicts: dict[Items, ast.expr] = field(default_factory=dict)
    lists: dict[Items | Instance, ast.AST] = field(default_factory=dict)
    queues: dict[Items, dict[Any, Any]] = field(default_factory=dict)
    deques: set[Items] = field(default_factory=set)
    ordered: bool = False
    tuples: set[Items] = field(default_factory=set)
    tables: dict[Items, tuple[int, str]] = field(default_factory=dict)
    uneven: set[Items] = field(default_factory=set)
    mixed: set[ast.AST] = field(default_factory=set)
    ahead: dict[Any, bool] = field(default_factory=dict)
    nested: set[ast.expr] = field(default_factory=set)
    searched: set[ast.expr] = field(default_factory=set)
    frozen: list[Items | Instance] = field(default_factory=list)

    def kind(self, items: Items) -> type:
        """What Python has as these items."""
        return tuple if items in self.tuples else items.kind


@dataclass(slots=True)
class Layout:
    """How arrays lie in memory.

    in_c_order       arrays that surely lie so in NumPy: what it computes lies as its operands do
    out_of_order     arrays that were asked for in another order
    lying_like       new arrays that lie as others do (layouts.deciding)
    made_of          what arrays held first, as which they lie: writes do not move them
    argument_values  values of array arguments -> arrays
    decided_by       arrays -> arguments by whose order in memory a write to them shows elsewhere
    ordered          arguments that have to lie in C order
    """

    in_c_order: set[Array] = field(default_factory=set)
    out_of_order: set[Array] = field(default_factory=set)
    lying_like: dict[Array, frozenset[str] | None] = field(default_factory=dict)
    made_of: dict[Array, Value] = field(default_factory=dict)
    argument_values: dict[str, Array] = field(default_factory=dict)
    decided_by: dict[Array, frozenset[str]] = field(default_factory=dict)
    ordered: dict[str, bool] = field(default_factory=dict)


@dataclass(slots=True)
class Loops:
    """What earlier trials of loops found, and how the loops around here are tried.

    plans         loops -> carries found in an earlier trial
    counting      the same loops -> the table of their own counts
    counted       while loops whose iterations are counted -> how many are written out in front
    indices       loops -> the symbol of the index
    leaving       those of loops that an earlier trial found to be left early
    trips_behind  names that only a loop assigns -> (what they hold, its trips)
    peeling       an iteration is written out to keep track of which array is which
    copied        the iterations of a loop around here are written out
    varying       loops may carry arrays whose length changes
    not_varying   why the last loop that was tried with these does not settle
    not_carried   what no iteration of a loop around here needs at its start
    lengths       varying lengths, by their number in the template that is being rebuilt
    forgetting    appending to lists older than this serial number does nothing
    forgotten     those that were appended to
    room          the symbol of the room of the program (room.py), once it has one
    watched       lists whose lengths loops count by, and the frames and lines that change these
    trials        of bodies of loops so far
    failed        why the first loop that is not one node as it is written is not, where that is no matter of its first iterations
    doubts        loops, by their index -> how many pairs of lengths that it tells a run has to compare in the trial at hand
    """

    plans: dict[Any, Any] = field(default_factory=dict)
    counting: dict[Any, dict[Any, Any]] = field(default_factory=dict)
    counted: dict[Any, int] = field(default_factory=dict)
    indices: dict[Any, str] = field(default_factory=dict)
    leaving: set[str] = field(default_factory=set)
    trips_behind: dict[tuple[int, Any], tuple[Any, Size]] = field(default_factory=dict)
    peeling: bool = False
    copied: bool = False
    varying: bool = False
    not_varying: Exception | None = None
    not_carried: frozenset[Slot] = frozenset()
    lengths: dict[int, Size] = field(default_factory=dict)
    forgetting: int | None = None
    forgotten: set[Items] = field(default_factory=set)
    trials: int = 0
    failed: PrecisError | None = None
    room: str | None = None
    watched: list[tuple[Items, set[tuple[int, int]]]] = field(default_factory=list)
    doubts: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Growth:
    """How a loop may lengthen arrays: their lengths at the start of an iteration, how many iterations there are at most, and which one
    it is."""

    lengths: dict[int, Size]
    trips: Size
    iteration: Size | None = None


@dataclass(slots=True)
class Meeting:
    """Where ways meet.

    outer    symbols in sight there; None: shapes have to be the same
    growth   of the loop whose carries meet
    absence  None and a thing may meet: in branches; loops are peeled instead
    partly   dicts whose keys differ may meet
    born     things with a serial below this one are there on both ways; None: all
    key      of the slot whose contents meet
    """

    outer: set[str] | None = None
    growth: Growth | None = None
    absence: bool = False
    partly: bool = False
    born: int | None = None
    key: Any = None


@dataclass(slots=True)
class Catching:
    """Exceptions of the program.

    trapping  NumPy makes exceptions of what it warns of
    hazards   what may be raised inside a `try`; None outside
    tried     for each `try` around: what has changed since it began
    waiting   for each `try` around: its handler for a class of exceptions
    marks     of the `try` around whose exceptions are marked (caught.Marks)
    settled   what may fail here has been looked at before
    """

    trapping: bool
    hazards: list[Hazard] | None = None
    tried: list[Callable[[], Any]] = field(default_factory=list)
    waiting: list[Callable[[type], Any]] = field(default_factory=list)
    marks: Any = None
    settled: bool = False

    def handles(self, exception: type) -> bool:
        """Whether a `try` around has a handler that does more than raise."""
        return any(waiting(exception) is not None for waiting in self.waiting)


@dataclass(slots=True)
class Identity:
    """Which things are the same one.

    identities  pairs of arrays that may be one -> whether they are
    chosen      contents chosen by a bool that says so -> (the bool, the content where it is false)
    returned    arrays, lists and objects that loops made of what they return: nothing else refers to them
    unreturned  results of functions -> what iterations get for them, none of which has returned
    """

    identities: dict[frozenset[Any], bool | Scalar] = field(default_factory=dict)
    chosen: dict[str, tuple[str, Value]] = field(default_factory=dict)
    returned: set[Any] = field(default_factory=set)
    unreturned: dict[Slot, list[Value]] = field(default_factory=dict)


__all__ = ["PLAIN", "Catching", "Identity", "Lacks", "Layout", "Loops", "Made", "Meeting", "Ways"]
