"""The plan of a program: kernels over typed buffers, the same for every target.

Numbers in a plan carry a format. An element is a Format, or the kind of an integer or a boolean ("int64", "bool"). Index
expressions are Sizes over size symbols, indices of enclosing loops, axes of the nest (`%i0`, `%i1`, ...) and integer
scalars of its body (`%7`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Union

import numpy as np

from precis.errors import Span
from precis.formats import Format
from precis.ir.size import Size
from precis.ir.types import Shape

Element = Union[Format, str]
Touched = tuple[frozenset[str], frozenset[str]]  # the buffers that a statement reads, and those that it writes, blocks included

ARGUMENT, INOUT, RESULT, WORKSPACE, CONSTANT = "argument", "inout", "result", "workspace", "constant"
POSITIONS = ("argmax", "argmin")  # reductions to where the best element is
READ = "read"  # of a sort: (first, how many) of the elements of each row that are read, if not all are (precis.emit.plan.sorted_parts)


@dataclass(frozen=True, slots=True)
class Buffer:
    """Contiguous row-major memory. Buffers of rank 0 are scalar variables.

    `capacity` is the number of elements to allocate where the shape changes with loop indices. `original` is the user's name. A
    `tape` is written row by row in a loop and read behind it; of a `carried` one the next iteration reads what the last one wrote.
    """

    name: str
    shape: Shape
    element: Element
    role: str = WORKSPACE
    original: str = ""
    capacity: Size | None = None
    tape: bool = False
    carried: bool = False


@dataclass(frozen=True, slots=True)
class Access:
    """Element `index` of a buffer seen as an array of shape `shape` (its own, or a reshaped one)."""

    buffer: str
    index: tuple[Size, ...]
    shape: Shape


Guard = tuple[tuple[Size, Size, Size], ...]


@dataclass(frozen=True, slots=True)
class Border:
    """What a comparison index < limit is about, kept with it: where `index` runs along the innermost axis, targets may split its loop."""

    index: Size
    limit: Size


@dataclass(frozen=True, slots=True)
class Instr:
    """One scalar operation of a nest's body, in SSA form.

    op        load (access) | store (access, one argument of the buffer's element) | const (value) | size (value, a Size) | cast |
              choose (where) | the name of a pointwise operation
    element   of the result; arguments of a pointwise operation have it too, unless their own elements say otherwise
    guard     runs only where low <= index < high for each (index, low, high); what it defines is used under the same guard
    where     the same for a choice: a load reads where it holds, and is zero elsewhere; `choose` is its first argument where it holds,
              else its second
    """

    name: str
    op: str
    args: tuple[str, ...]
    element: Element
    access: Access | None = None
    value: Any = None
    guard: Guard = ()
    where: Guard = ()

    @property
    def sizes(self) -> tuple[Size, ...]:
        """What its place, its value and its choice are computed from."""
        ends = tuple(size for bounds in self.where for size in bounds)
        return (*(self.access.index if self.access else ()), *((self.value,) if self.op == "size" else ()), *ends)


@dataclass(frozen=True, slots=True)
class Axis:
    symbol: str
    extent: Size


@dataclass(frozen=True, slots=True)
class Reduction:
    """An accumulation over the axes after the first `kept` ones, stored when these have run.

    op        sum, prod, max, min, any, all, argmax, argmin or tally
    args      scalars of the body (tally: cotangent and weight; argmax: value and position)
    element   in which the accumulator is held: it is rounded to it after every step
    work      in which each step is computed (a format that contains `element` and the terms)
    target    where the result goes; a tally adds to its row
    read      of a row that CPUs sort (precis.emit.cpu.sorted_terms): what is READ of it
    """

    op: str
    args: tuple[str, ...]
    element: Element
    work: Element
    target: Access
    kept: int
    read: tuple[tuple[Size, Size], ...] = ()


@dataclass(frozen=True, slots=True)
class Nest:
    """A fused loop nest: axes from outermost to innermost, a straight-line body, reductions.

    Axes in `sequential` must run in order; the others are independent. Reductions over the last axis accumulate in lanes
    (precis/ir/order.py), unless `lanes` is False. Iterations in the box `hole` (per axis: from, to) are left out; what they would write
    is written again by a later nest, so that a target may as well run them. Where `begin` is given, the place that the body adds to
    begins with this number, whatever memory holds. Where `bins` is given, each iteration belongs to one of so many bins, or to none: the
    scalar that indexes the targets of reductions is the number of its bin, or that of bins. `whole`: the extent of the first axis of the
    nest that this one is a strip of. `behind`: (old, new) for each old array that is written over, in order, behind the reads; threads
    write the new one. `touched`, here and in statements with blocks: what precis.emit.plan.walking.accesses found.
    """

    axes: tuple[Axis, ...]
    body: tuple[Instr, ...]
    reductions: tuple[Reduction, ...] = ()
    sequential: frozenset[str] = frozenset()
    sites: tuple[str, ...] = ()
    lanes: bool = True
    hole: tuple[tuple[Size, Size], ...] = ()
    begin: float | int | None = None
    bins: Size | None = None
    whole: Size | None = None
    behind: tuple[tuple[str, str], ...] = ()
    touched: Touched | None = field(default=None, init=False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Matrix:
    """Element (r, c) lies at start + r * step + c, or, transposed, at start + c * step + r."""

    start: Access
    step: Size
    transposed: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """An axis of rows or terms of a product, with the steps from one to the next in each of the matrices."""

    extent: Size
    a: Size
    b: Size
    c: Size


@dataclass(frozen=True, slots=True)
class Contract:
    """Matrix products C[m, n] = sum_k A[m, k] B[k, n], one for every value of the `batch` symbols, which the starts mention.

    `parts` 2: of complex numbers, whose real parts the starts are at; steps count complex numbers.

    `packing` first brings operands into `element` and into even steps; their values are those of `multiplicand`. `otherwise`
    computes the same with loops, for small sizes and for targets without a library.

    `rows` and `terms`, where they are given, are the axes of m and k, which no single step runs through; n runs along neighbours. `lanes`:
    the length of rows of terms, and the number of terms, that loops may add up in lanes (precis.ir.order); others they never do.
    """

    a: Matrix
    b: Matrix
    c: Matrix
    m: Size
    n: Size
    k: Size
    batch: tuple[Axis, ...]
    element: Format
    multiplicand: Format
    packing: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    sites: tuple[str, ...] = ()
    parts: int = 1
    rows: tuple[Turn, ...] = ()
    terms: tuple[Turn, ...] = ()
    lanes: tuple[Size, ...] = ()


@dataclass(frozen=True, slots=True)
class Operand:
    """A contiguous array of `shape`: where it begins; the imaginary part, where it has one, begins elsewhere."""

    parts: tuple[Access, ...]
    shape: Shape
    element: Element


@dataclass(frozen=True, slots=True)
class Routine:
    """`output = op(inputs, **attrs)` on whole arrays, computed by the host: the operation's meaning in NumPy (precis.emit.host).

    `identity`: the last operand is the identity matrix, of which targets may make use. `factors`: where those of the matrix are kept.
    """

    op: str
    attrs: Mapping[str, Any]
    inputs: tuple[Operand, ...]
    output: Operand
    sites: tuple[str, ...] = ()
    span: Span | None = None
    identity: bool = False
    factors: Access | None = None

    @property
    def sizes(self) -> tuple[str, ...]:
        """The size symbols that shapes and attributes mention."""
        shapes = [d.symbols() for o in (*self.inputs, self.output) for d in o.shape]
        parts = (size for part in self.attrs.get(READ, ()) for size in part)
        return tuple(sorted(frozenset().union(*shapes, *(a.symbols() for a in (*self.attrs.values(), *parts) if isinstance(a, Size)))))


@dataclass(frozen=True, slots=True)
class Loop:
    """`index` runs over start, start + step, ... (`trips` values), in order. `short`: it runs many times, and seldom over many values."""

    index: str
    start: Size
    trips: Size
    step: int
    body: tuple[Statement, ...]
    sites: tuple[str, ...] = ()
    short: bool = False
    touched: Touched | None = field(default=None, init=False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Strips:
    """The body for every strip of at most `length` of `extent` indices: it begins at `index` and has `count`, which a `length` of 1 leaves
    without a name. No strip touches what another writes, so that threads may share them, unless they are `ordered`; altogether they take
    about `work` (precis.emit.cpu.parallel.work). Threads run those that are `shifted` as one strip, to share the nests inside; nests right
    inside that reduce all of their axes go on where they were in the strip before."""

    index: str
    count: str
    extent: Size
    length: Size
    body: tuple[Statement, ...]
    work: Size
    ordered: bool = False
    shifted: bool = False
    touched: Touched | None = field(default=None, init=False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class While:
    """Runs `condition`, then, while the scalar `test` holds, `body` and `condition` again."""

    condition: tuple[Statement, ...]
    test: str
    body: tuple[Statement, ...]
    sites: tuple[str, ...] = ()
    touched: Touched | None = field(default=None, init=False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class If:
    test: str
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    sites: tuple[str, ...] = ()
    guessed: bool = False  # a jump, whose direction the processor guesses, rather than a selection, which waits for the test
    touched: Touched | None = field(default=None, init=False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Rotate:
    """Simultaneous assignment of pointers (or scalars): buffer `left` becomes what `right` was, for every pair; `threads`: only where
    threads share nests, and arrays change places two by two."""

    pairs: tuple[tuple[str, str], ...]
    threads: bool = False


@dataclass(frozen=True, slots=True)
class SizeBind:
    """Binds a size symbol to the integer scalar `source`; `reserved`: to as much of it as there is address space for; `most`: the run ends
    where it is more than that; `threads`: what it is where threads take all in one strip; `span`: where the source
    asks for it, if it ends the run."""

    symbol: str
    source: str
    reserved: bool = False
    most: Size | None = None
    threads: Size | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Allocate:
    """Memory for a buffer whose size is known only here; lives to the end of the block."""

    buffer: str


@dataclass(frozen=True, slots=True)
class Settle:
    """Brings the contents of results, whose pointers may have been rotated, home to the caller's memory."""

    buffers: tuple[str, ...]


Statement = Union[Nest, Contract, Routine, Loop, Strips, While, If, Rotate, SizeBind, Allocate, Settle]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a target prints.

    parameters  buffers that the caller passes, one per Program parameter, in order
    results     buffers of the Program's results, in order; an inout buffer stands here again
    constants   arrays of CONSTANT buffers
    example     sizes that the program was lifted with: what is more likely, never what is taken for granted
    """

    name: str
    sizes: tuple[str, ...]
    buffers: dict[str, Buffer]
    parameters: tuple[str, ...]
    results: tuple[str, ...]
    statements: tuple[Statement, ...]
    constants: dict[str, np.ndarray] = field(default_factory=dict, compare=False)
    example: Mapping[str, int] = field(default_factory=dict, compare=False)
