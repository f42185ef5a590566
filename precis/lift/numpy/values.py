"""Abstract values: what a Python expression stands for while a function is lifted.

Python objects that are known while lifting (modules, functions, strings, None, bools, tuples of abstract values) stand for
themselves. Numbers and arrays are the classes below. Mutable things (arrays, lists, dicts, objects) have identity; what they
hold at a moment is kept in `Lifting.content`, so that branches and loops can be tried and taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.ir.types import Shape, Value
from precis.lift.numpy.steps import Step

serials = count(1)


@dataclass(frozen=True, slots=True)
class Int:
    """An integer known as a Size; `dtype` is that of a NumPy integer, None for a Python int; `member_of`: the IntEnum that it is of."""

    size: Size
    dtype: np.dtype | None = None
    member_of: Any = field(default=None, compare=False)

    @staticmethod
    def of(value: Any) -> Int:
        return Int(Size.of(value))

    @property
    def constant(self) -> int | None:
        return self.size.constant


INT_0, INT_1, INT_2, INT_50, INT_LAST = (Int(Size.of(n)) for n in (0, 1, 2, 50, -1))


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number or bool computed at run time.

    dtype   of NumPy; for Python numbers int64, float64 or complex128
    value   the SSA value of rank 0; None only where `known` is given and no operation has needed it yet
    weak    a Python number, which takes the dtype of the array that it meets (NEP 50), or a Python bool, which adds up as an int
    known   the Python number where it follows from constants of the program (and from the sizes `given`), else None
    again   what it is for other sizes
    member_of  the IntEnum that it is of
    """

    dtype: np.dtype
    value: Value | None = None
    weak: bool = False
    known: Any = None
    given: frozenset[str] = frozenset()
    again: Callable[[Mapping[str, Any]], Any] | None = field(default=None, compare=False)
    member_of: Any = field(default=None, compare=False)


class Array:
    """A NumPy array that owns its elements. Identity is the array; its present SSA value is `lifting.content[array]`."""

    __slots__ = ("dtype", "frozen", "serial", "shape", "views")

    def __init__(self, shape: Shape, dtype: np.dtype, frozen: str | None = None):
        self.shape, self.dtype, self.serial = shape, dtype, next(serials)
        self.frozen = frozen  # what it is, where it must not change
        self.views = 0  # how many views were taken while it had no name; what a list, dict or object holds has others


@dataclass(frozen=True, slots=True)
class View:
    """An alias of (part of) an array: reading applies `steps` to what `base` holds, writing goes through them."""

    base: Array
    steps: tuple[Step, ...]
    shape: Shape
    dtype: np.dtype


@dataclass(frozen=True, slots=True)
class Masked:
    """`x[mask]`: elements of `value` where `mask` holds, a one-dimensional array of unknown length.

    `value` has the full shape; the dimensions of `mask` start at `axis`. `whole`: for reductions with `where=`, whose axes are those
    of the full shape. `of`: where this is a view of another selection, that and the index.
    """

    value: Value
    mask: Value
    dtype: np.dtype
    axis: int = 0
    whole: bool = False
    of: tuple[Masked, Any] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class MaskPart:
    """One of the index arrays that np.nonzero(mask) gives."""

    mask: Value
    axis: int


class Items:
    """A Python list or dict; `lifting.content[items]` is a tuple of values or a plain dict.

    factory   of a defaultdict: what makes the item of a key that is missing
    longest   of a deque: how many items it keeps at most
    once      what iter() made, whose items are taken one after the other
    """

    __slots__ = ("factory", "frozen", "kind", "longest", "once", "serial")

    def __init__(self, kind: type, frozen: str | None = None, factory: Any = None, longest: int | None = None):
        self.kind, self.frozen, self.serial = kind, frozen, next(serials)
        self.factory, self.longest, self.once = factory, longest, False


FROZENSET = "a frozenset"  # what never changes
GROWN = "an item of a list that a loop grew"  # what must not change, because the list keeps its parts apart from it


@dataclass(frozen=True, slots=True, eq=False)
class Pooled:
    """What a list, dict or object holds that lies in a pool (pools.py): the parts at a place of it."""

    pool: Any
    place: Any


class DictView(tuple):
    """The keys or the pairs of a dict as they are now: in order, and compared as sets."""

    __slots__ = ()


class Instance:
    """An object of a user's class; `lifting.content[instance]` maps attribute names to values."""

    __slots__ = ("cls", "frozen", "serial")

    def __init__(self, cls: type):
        self.cls, self.serial = cls, next(serials)
        self.frozen: str | None = None  # what it is, where it must not change


@dataclass(frozen=True, slots=True)
class Parts:
    """Items that are tuples (or lists) of numbers: the dtype of each part, and whether it is a Python number.

    No dtypes: lists that are rows of one array themselves, of a length that only sizes or a run tell; `weak` has one entry.
    """

    kind: type
    dtypes: tuple[np.dtype, ...]
    weak: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Stacked:
    """What a Python list holds after a loop appended to it: known items, then one row of `rows` per iteration."""

    first: tuple[Any, ...]
    rows: Array
    weak: bool = False  # the rows are Python numbers
    parts: Parts | None = None  # of items that are tuples, each a row


@dataclass(frozen=True, slots=True)
class Interval:
    """`range(start, stop, step)`."""

    start: Any
    stop: Any
    step: Any


@dataclass(frozen=True, slots=True)
class Together:
    """`zip` (and `enumerate`, `reversed`) of iterables that is not written out as a tuple."""

    parts: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Mapped:
    """What a function makes of the items of an iterable, each when it is asked for: `map`."""

    of: Any
    function: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Places:
    """All positions of a shape, row by row; `parts`: what the positions stand for, by number."""

    shape: Shape
    parts: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Reversed:
    of: Any


@dataclass(frozen=True, slots=True)
class SliceOf:
    """`start:stop:step` with abstract bounds."""

    start: Any
    stop: Any
    step: Any


@dataclass(frozen=True, slots=True)
class Super:
    """super(): attributes of the classes behind `after` in the order in which the instance's class looks them up."""

    instance: Instance
    after: type

    def found(self, name: str) -> Any:
        """What those classes have under a name; None where they have nothing."""
        order = self.instance.cls.__mro__
        return next((vars(c)[name] for c in order[order.index(self.after) + 1:] if name in vars(c)), None)


@dataclass(frozen=True, slots=True)
class Method:
    """A method looked up on an abstract value."""

    owner: Any
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A function or lambda that the lifted code itself defines: its syntax, and the frame around it."""

    node: Any
    frame: Any
    defaults: tuple[Any, ...]
    keyword_defaults: tuple[tuple[str, Any], ...]

    @property
    def plain(self) -> bool:
        """Whether it keeps nothing of when it was defined."""
        return not self.defaults and not self.keyword_defaults

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Closure) and self.node is other.node and self.frame is other.frame and self.plain)

    def __hash__(self) -> int:
        return hash((id(self.node), id(self.frame)))


@dataclass(frozen=True, slots=True, eq=False)
class Generating:
    """A call of a generator function: `run(consumer)` runs its body, and hands what it yields to the consumer (`run(consumer,
    leaving)`: the body ends behind a value where leaving() holds); `following()` is the next value of one without end; `ahead`: what it
    goes through was read when it was made."""

    run: Callable[..., None]
    following: Callable[[], Any] | None = None
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class Vectorized:
    """np.vectorize(function)

    otypes    dtypes of the results, where they were stated
    excluded  positions and names of arguments that are handed on as they are
    signature of a function of rows, "(n),(n)->()"
    """

    function: Any
    otypes: tuple[np.dtype, ...] | None = None
    excluded: frozenset[int | str] = frozenset()
    signature: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Partial:
    """functools.partial(function, *args, **kwargs)"""

    function: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Undefined:
    """A name or array without one value here; reading it is an error for the reason given."""

    reason: str
    hint: str = ""


MISSING: Any = Undefined("has no value here")


@dataclass(frozen=True, slots=True, eq=False)
class Maybe:
    """A thing where `there` holds, else None. What uses it as a thing is for data for which it is there."""

    there: Any
    thing: Any


@dataclass(frozen=True, slots=True, eq=False)
class Perhaps:
    """What stands under a key of a dict, or is an attribute of an object, that is there where `there` holds."""

    there: Any
    thing: Any


class Partly(dict):
    """What a dict or an object holds of which the data tell some keys: only who knows of these may read it."""

    __slots__ = ()


class Unsure(Partly):
    """One in which the data tell the order of keys, too: a key that may be there keeps its place where it is, and else becomes the last."""

    __slots__ = ()


def has_names(kind: Any) -> bool:
    """Whether what is of this kind holds things under names of which the data may tell some: dicts, and objects of the user's classes."""
    plain = isinstance(kind, type) and kind.__module__ != "builtins" and not kind.__module__.startswith("precis.lift.")
    return kind is dict or (plain and not issubclass(kind, tuple))


def as_held(held: dict[Any, Any]) -> dict[Any, Any]:
    return Partly(held) if any(isinstance(x, Perhaps) for x in held.values()) else held


@dataclass(frozen=True, slots=True, eq=False)
class Filled:
    """An array, or a number in its place as the data ask for: then all elements of `array` are that number. It may only be an operand of
    arrays whose shape and dtype hide which of them it is."""

    array: Array


def certain(x: Any) -> Any:
    """The thing, where it may be None."""
    return x.thing if isinstance(x, Maybe) else x


@dataclass(frozen=True, slots=True, eq=False)
class Opaque:
    """Something that only a run knows and that no result may depend on."""

    what: str


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """One of several known things (texts, members of an Enum, None), as the data ask for: `options[which]`."""

    options: tuple[Any, ...]
    which: Scalar


@dataclass(frozen=True, slots=True, eq=False)
class OneOf:
    """An object of which the data tell the class: `things[which]`, one of each class."""

    things: tuple[Instance, ...]
    which: Scalar


@dataclass(frozen=True, slots=True)
class Wording:
    """A text with sizes or loop indices in it: `text(*numbers)`. They become constants where it names something."""

    sizes: tuple[Size, ...]
    text: Callable[..., str]


EXCEPTION = "an exception"
TEXT, TIME = Opaque("text with computed numbers in it"), Opaque("the time that a clock shows")
Number = (Int, Scalar, bool)
