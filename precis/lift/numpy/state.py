"""The state of one lifting: where we are in the user's text, the block being built, what names and arrays hold."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any, NoReturn

import numpy as np

from precis.errors import InputError, PrecisError, Span, UnsupportedProgram, VerifyError
from precis.ir.build import Build, Names
from precis.ir.rewrite import map_sizes
from precis.ir.size import Size
from precis.ir.types import Assumption, Node, Shape, Value
from precis.lift.numpy.frames import Frame
from precis.lift.numpy.journal import Journal
from precis.lift.numpy.lifting_tables import PLAIN, Catching, Identity, Lacks, Layout, Loops, Made, Meeting, Sought, Ways
from precis.lift.numpy.names import Containers
from precis.lift.numpy.problems import Among, Fact, Fails, Hazard, MayHaveChanged, Mistaken, NeedsUnrolling, not_all_there
from precis.lift.numpy.sizes import Sizes
from precis.lift.numpy.source import Definition, Sources, Text
from precis.lift.numpy.values import (
    GROWN,
    Array,
    Instance,
    Items,
    Maybe,
    Partly,
    Perhaps,
    Scalar,
    Undefined,
    Unsure,
    View,
    certain,
    serials,
)

CALLS_DEEP = 100  # inlined calls within calls
IN_ARRAYS = "keep the items in an array, or make them numbers, or tuples of numbers that are alike: then a run may choose them"
OF_PARTS = "change a copy of it, or keep the part that changes in a list or an array of its own: hits[k] += 1"
OF_SIZES = "compute it from shapes, ints that are given and constants, not from the data"
ABSENT = "give it a value before, or leave these lines out where it is None: if every is not None"

Recursive = Callable[..., Any]


def note_held(what: Any) -> None:
    """Arrays that something else than a name refers to: a view of one stays a view when it gets a name."""
    for x in what.values() if isinstance(what, dict) else what if isinstance(what, tuple) else ():
        x = x.thing if isinstance(x, Perhaps) else x
        if isinstance(x, (Array, View)):
            (x if isinstance(x, Array) else x.base).views += 2
        elif isinstance(x, tuple):
            note_held(x)


class Lifting:
    """Everything that lifting one function changes. Handlers of syntax and of NumPy functions take it as their first argument."""

    def __init__(self, evaluate: Recursive, execute: Recursive, call: Recursive, assign: Recursive, choose: Recursive,
                 changed: Recursive, left: Recursive, ways: Ways = PLAIN) -> None:
        self._evaluate, self._execute, self._call, self._assign = evaluate, execute, call, assign
        self._choose, self._changed, self._left = choose, changed, left
        self.ways, self.lacks = ways, Lacks()
        self.made = Made(set(ways.keyed), dict(ways.columns), dict(ways.columns))
        self.layout, self.loops, self.meeting, self.identity = Layout(), Loops(), Meeting(), Identity()
        self.catching = Catching(trapping=bool({"raise", "call"} & set(np.geterr().values())))
        self.texts = Sources()
        self.arguments: set[Array] = set()  # arrays that the caller sees
        self.main: Any = None  # the syntax of the function that is lifted
        self.journal = Journal()
        self.sizes = Sizes(self.journal)
        self.sizes.whole = ways.whole
        self.sizes.here = lambda: self.span
        self.names = Names()
        self.build = Build(self.names)
        self.containers = Containers(self.journal, self.sizes)
        self.content: dict[Any, Any] = {}  # arrays, lists, dicts, objects -> what they hold
        self.kept: dict[Array, str] = {}  # arrays that the user named -> containers
        self.relations: dict[Any, frozenset[Any]] = {}  # arrays that may share elements with others, lists and objects that may be others
        self.frames: list[Frame] = []
        self.frame_of: dict[int, Frame] = {}  # id of a frame's names and flow -> frame
        self.span: Span | None = None
        self.placed: dict[tuple[int, str], Span | None] = {}  # (object, its attribute) or (what it is, ""), by serials: set where
        self.dtypes: dict[str, np.dtype] = {}  # of every SSA value
        self.sought: dict[str, Sought] = {}  # searches in hash tables, by the name of what they find
        self.stopped: set[str] = set()  # values that definitions say have no derivative
        self.operands: dict[str, np.dtype] = {}  # of comparisons: the dtype in which they compare
        self.implied: dict[str, tuple[list[Fact], list[Fact]]] = {}  # bools -> what is known where they hold, and where not
        self.holding: list[str | Among] = []  # bools that hold here, and what is known of things that are one of several
        self.definitions: dict[str, Node] = {}
        self.either: set[str] = set()  # values that Python has in one of several dtypes, as data ask for
        self.sources: dict[str, str] = {}
        self.constants: dict[str, np.ndarray] = {}
        self.globals_read: dict[int, tuple[Any, Any]] = {}  # id -> (object, what it stands for)
        self.runtime: dict[Any, Any] = {}  # sizes read from integer values, places of masks: by the block that has them
        self.births: dict[int, int] = {}  # id of a table of the lifter's own -> serial
        self.assumed: dict[Assumption, bool] = {}  # what is not checked
        self.overruns: dict[Size, Span | None] = {}  # positions that are out of bounds in the example
        self.random: Any = None  # what np.random.seed made
        self.beside: dict[Any, tuple[dict[str, Any], Any, list[Size]]] = {}  # generators that also draw in the example (draws)
        self.given: dict[Any, dict[str, Any]] = {}  # attributes that the program gives to functions and classes
        self.sparse: set[str] = set()  # which kinds of sparse operands there are: "matrix", "array"
        self.counts: dict[str, bool] = {}  # symbols of such sizes in sight
        self.prelude = Build(self.names)  # constants that every block sees
        self.blocks_kept: list[Build] = []  # blocks that `runtime` names by their id

    # The rules that call each other through all handlers.

    def evaluate(self, node: ast.expr) -> Any:
        return self.present(self._evaluate(self, node))

    def evaluate_or_none(self, node: ast.expr) -> Any:
        """The same where None by what the program computes is as good as a thing: where it is compared, tested, handed on or returned."""
        return self._evaluate(self, node)

    def execute(self, statements: Sequence[ast.stmt]) -> None:
        self._execute(self, statements)

    def call(self, function: Any, args: Sequence[Any], kwargs: dict[str, Any], node: ast.AST | None = None) -> Any:
        return self._call(self, function, args, kwargs, node)

    def assign(self, target: ast.expr, x: Any) -> None:
        self._assign(self, target, x)

    def choose(self, holds: Any, then: Callable[[], Any], otherwise: Callable[[], Any], fills: bool = False) -> Any:
        """The value of `then() if holds else otherwise()`."""
        return self._choose(self, holds, then, otherwise, fills)

    # Where we are.

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
        span, begun = self.span, None if self.catching.marks is None else self.catching.marks.begun
        if self.catching.marks is not None and self.catching.marks.now is not begun:
            self.refuse("an expression inside `try` goes on behind a call that may fail", "give each call a statement, or write a loop")
        self.frame_of[id(frame.names)] = self.frame_of[id(frame.flow)] = frame
        if frame.text is not None and not frame.hidden:
            self.sources[frame.text.name] = frame.text.source
        self.frames.append(frame)
        try:
            yield
        finally:
            self.frames.pop()
            self.span = span
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

    def present(self, x: Any, exception: type = TypeError) -> Any:
        """A thing that may be None where it is used as a thing: inside of `try`, the exception that None makes there may have a handler."""
        if isinstance(x, Maybe) and self.catching.hazards is not None:
            self.may_raise(exception, self.call(np.logical_not, [x.there], {}))
        return certain(x)

    def fixed(self, size: Size, what: str) -> int:
        """A size as a constant: its symbols are pinned to the example; a loop over its index is written out."""
        n = self.sizes.fix(size, what)
        if n is not None:
            return n
        size = self.sizes.resolve(size)
        for index in self.sizes.loops_behind(size):
            raise NeedsUnrolling(index, what)
        self.refuse(f"{what} has to be known before the program runs; here only a run tells it", IN_ARRAYS if "list" in what else OF_SIZES)

    def as_rows(self, size: Size) -> bool:
        """Whether a list of so many items becomes the rows of an array."""
        size, sizes = self.sizes.resolve(size), self.sizes
        decided = size.symbols() <= sizes.binding.keys() | sizes.ranges.keys()  # else a run alone tells it
        known = all(all(end.constant is not None for end in sizes.ranges.get(s, (size,))) for s in size.symbols())
        if known or (self.ways.itemwise and decided):
            return False
        self.lacks.sized |= decided
        return True

    # Building nodes.

    def settle(self, v: Value) -> Value:
        """The value with equalities of sizes that were found since it was made."""
        shape = self.shape(v.shape)
        return v if shape is v.shape else Value(v.name, shape, v.kind, v.container)

    def shape(self, shape: Shape) -> Shape:
        """The shape with equalities of sizes that were found; the same tuple where there are none for it."""
        return shape if self.sizes.settled(shape) else tuple(map(self.sizes.resolve, shape))

    def emit(self, op: str, *inputs: Value, dtype: np.dtype | None = None, container: str | None = None, **attrs: Any) -> Value:
        """Append a node of the present statement. `dtype`: the NumPy dtype of the result (default: that of the first input)."""
        self.build.span = self.span
        attrs = {k: map_sizes(a, self.sizes.resolve) for k, a in attrs.items()}
        try:
            out = self.build.call(op, *map(self.settle, inputs), container=container, **attrs)
        except VerifyError as problem:
            raise InputError(problem.message) from None
        self.definitions[out.name] = self.build.nodes[-1]
        self.dtypes[out.name] = dtype if dtype is not None else self.dtypes[inputs[0].name]
        return out

    def implications(self, name: str) -> tuple[list[Fact], list[Fact]]:
        """What is known where a bool holds, itself among it, and where it does not."""
        holds, fails = self.implied.get(name, ([], []))
        return [name, *holds], fails

    def holds(self, there: Any) -> bool:
        """Whether a truth value is known to hold here."""
        return there is True or (isinstance(there, Scalar) and there.value is not None and there.value.name in self.holding)

    @contextmanager
    def knowing(self, facts: Iterable[Fact]) -> Iterator[None]:
        """A branch or block in which some sizes are known to be >= 0 and some bools to hold."""
        mark, known = len(self.holding), list(facts)
        self.holding.extend(f for f in known if not isinstance(f, Size))
        try:
            with self.sizes.knowing(f for f in known if isinstance(f, Size)):
                yield
        finally:
            del self.holding[mark:]

    @contextmanager
    def building(self, build: Build) -> Iterator[Build]:
        """Append nodes to another block."""
        outer, self.build = self.build, build
        try:
            yield build
        finally:
            self.build = outer

    @property
    def lasting(self) -> set[int]:
        """Ids of the tables that keep what is found in a branch or loop body that becomes part of the program."""
        sizes = self.sizes
        return {id(t) for t in (sizes.guards, sizes.solved, sizes.binding, self.containers.table, self.kept, self.relations,
                                     self.layout.ordered, self.layout.decided_by, self.assumed, self.overruns)}

    def in_sight(self) -> set[str]:
        """Symbols of sizes that are bound here."""
        return set(self.sizes.binding) | set(self.sizes.ranges) | set(self.counts)

    # Contents.

    def new_table(self) -> dict[Any, Any]:
        """A table of the lifter's own, whose slots branches and loops join."""
        table: dict[Any, Any] = {}
        self.births[id(table)] = next(serials)
        self.journal.tables[id(table)] = table
        return table

    def held(self, thing: Any, partly: bool = False) -> Any:
        """What an array, list, dict or object holds now; `partly`: also where the data tell some keys of it."""
        found = self.journal.get(self.content, thing)
        if isinstance(found, Partly) and not partly:
            if isinstance(found, Unsure):
                self.made.keyed.update(self.made.dicts[x] for x in (thing,) if x in self.made.dicts)
                self.refuse("the order of the keys of this dict depends on the data", "give the dict all its keys before")
            self.refuse(*not_all_there(thing, [key for key, x in found.items() if isinstance(x, Perhaps)]))
        if isinstance(found, Undefined):
            what = f"a {thing.kind.__name__}" if isinstance(thing, Items) else "an array" if isinstance(thing, Array) else "an object"
            self.lacks.ambiguous = True
            if thing in self.made.dicts:
                self.made.keyed.add(self.made.dicts[thing])
            self.note_mixed(thing)
            raise MayHaveChanged(f"{what} here {found.reason}", hints=(found.hint,) if found.hint else ())
        return self._left(self, thing, found) if thing in self.made.queues else found

    def note_mixed(self, items: Any) -> None:
        """A list turns out to be no rows of one array."""
        if items in self.made.lists:
            self.made.mixed.add(self.made.lists[items])

    def hold(self, thing: Any, what: Any) -> None:
        self.refuse_frozen(thing)
        self.journal.set(self.content, thing, what)
        if not isinstance(thing, Array):
            note_held(what)
            self._changed(self, thing)

    def lengthen(self, items: Items, longer: tuple[Any, ...]) -> None:
        """Let a list hold what it held, and more behind it."""
        self.refuse_frozen(items)
        note_held(longer[-1:])
        self.journal.lengthen(self.content, items, longer)
        self._changed(self, items)

    def refuse_frozen(self, thing: Any) -> None:
        if isinstance(thing, (Items, Instance)) and thing.frozen:
            self.refuse(f"{thing.frozen} is changed here", OF_PARTS if thing.frozen == GROWN else "make it a local variable")

    def relatives(self, thing: Any) -> frozenset[Any]:
        """Arrays that may share elements with this one, lists and objects that may be this one; those of trials that were taken back
        hold nothing any more."""
        return frozenset(self.relations.get(thing, frozenset()) & self.content.keys())

    def related(self, thing: Any) -> list[Any]:
        """The relatives in the order in which they were made, for what depends on it."""
        return sorted(self.relatives(thing), key=lambda other: other.serial)

    def relate(self, thing: Any, others: Iterable[Any]) -> None:
        """`thing` may share elements with `others`, or be one of them; only things of one kind may."""
        others = frozenset(o for o in others if type(o) is type(thing))
        for a, bs in [(thing, others), *((o, frozenset((thing,))) for o in others)]:
            if more := bs - self.relations.get(a, frozenset()) - {a}:
                self.journal.set(self.relations, a, self.relatives(a) | more)

    def container(self, array: Array) -> str | None:
        """The container of an array that the user named."""
        return self.kept.get(array)

    def new_array(self, value: Value, dtype: np.dtype, container: str | None = None) -> Array:
        array = Array(value.shape, dtype)
        self.hold(array, value)
        if container:
            self.journal.set(self.kept, array, container)
        return array

    def new_items(self, kind: type, held: Any) -> Items:
        items = Items(kind)
        self.hold(items, held)
        return items

    def wrap(self, value: Value, dtype: np.dtype) -> Any:
        """A computed value: a NumPy scalar where it has rank 0, else a fresh array."""
        return self.new_array(value, dtype) if value.shape else Scalar(dtype, value)
