"""The plan of a program: kernels over typed buffers, the same for every target.

Numbers in a plan carry a format. An element is a Format, or the kind of an integer or a boolean ("int64", "bool"). Index
expressions are Sizes over size symbols, indices of enclosing loops, axes of the nest (`%i0`, `%i1`, ...) and integer
scalars of its body (`%7`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Union

import numpy as np

from precis.errors import Span
from precis.formats import Format
from precis.ir.size import Size
from precis.ir.types import Shape

Element = Union[Format, str]

ARGUMENT, INOUT, RESULT, WORKSPACE, CONSTANT = "argument", "inout", "result", "workspace", "constant"
POSITIONS = ("argmax", "argmin")  # reductions to where the best element is


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
    """

    op: str
    args: tuple[str, ...]
    element: Element
    work: Element
    target: Access
    kept: int


@dataclass(frozen=True, slots=True)
class Nest:
    """A fused loop nest: axes from outermost to innermost, a straight-line body, reductions.

    Axes in `sequential` must run in order; the others are independent. Reductions over the last axis accumulate in lanes
    (precis/ir/order.py), unless `lanes` is False. Iterations in the box `hole` (per axis: from, to) are left out; what they would write
    is written again by a later nest, so that a target may as well run them. Where `begin` is given, the place that the body adds to
    begins with this number, whatever memory holds.
    """

    axes: tuple[Axis, ...]
    body: tuple[Instr, ...]
    reductions: tuple[Reduction, ...] = ()
    sequential: frozenset[str] = frozenset()
    sites: tuple[str, ...] = ()
    lanes: bool = True
    hole: tuple[tuple[Size, Size], ...] = ()
    begin: float | int | None = None


@dataclass(frozen=True, slots=True)
class Matrix:
    """Element (r, c) lies at start + r * step + c, or, transposed, at start + c * step + r."""

    start: Access
    step: Size
    transposed: bool


@dataclass(frozen=True, slots=True)
class Contract:
    """Matrix products C[m, n] = sum_k A[m, k] B[k, n], one for every value of the `batch` symbols, which the starts mention.

    `parts` 2: of complex numbers, whose real parts the starts are at; steps count complex numbers.

    `packing` first brings operands into `element` and into even steps; their values are those of `multiplicand`. `otherwise`
    computes the same with loops, for small sizes and for targets without a library.
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


@dataclass(frozen=True, slots=True)
class Operand:
    """A contiguous array of `shape`: where it begins; the imaginary part, where it has one, begins elsewhere."""

    parts: tuple[Access, ...]
    shape: Shape
    element: Element


@dataclass(frozen=True, slots=True)
class Routine:
    """`output = op(inputs, **attrs)` on whole arrays, computed by the host: the operation's meaning in NumPy (precis.emit.host).

    `identity`: the last operand is the identity matrix, of which targets may make use.
    """

    op: str
    attrs: Mapping[str, Any]
    inputs: tuple[Operand, ...]
    output: Operand
    sites: tuple[str, ...] = ()
    span: Span | None = None
    identity: bool = False

    @property
    def sizes(self) -> tuple[str, ...]:
        """The size symbols that shapes and attributes mention."""
        shapes = [d.symbols() for o in (*self.inputs, self.output) for d in o.shape]
        return tuple(sorted(frozenset().union(*shapes, *(a.symbols() for a in self.attrs.values() if isinstance(a, Size)))))


@dataclass(frozen=True, slots=True)
class Loop:
    """`index` runs over start, start + step, ... (`trips` values), in order."""

    index: str
    start: Size
    trips: Size
    step: int
    body: tuple[Statement, ...]
    sites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Strips:
    """The body for every strip of at most `length` of `extent` indices: it begins at `index` and has `count`, which a `length` of 1 leaves
    without a name. No strip touches what another writes, so that threads may share them, unless they are `ordered`; altogether they take
    about `work` (precis.emit.cpu.parallel.work)."""

    index: str
    count: str
    extent: Size
    length: Size
    body: tuple[Statement, ...]
    work: Size
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class While:
    """Runs `condition`, then, while the scalar `test` holds, `body` and `condition` again."""

    condition: tuple[Statement, ...]
    test: str
    body: tuple[Statement, ...]
    sites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class If:
    test: str
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    sites: tuple[str, ...] = ()
    guessed: bool = False  # a jump, whose direction the processor guesses, rather than a selection, which waits for the test


@dataclass(frozen=True, slots=True)
class Rotate:
    """Simultaneous assignment of pointers (or scalars): buffer `left` becomes what `right` was, for every pair."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SizeBind:
    """Binds a size symbol to the integer scalar `source`."""

    symbol: str
    source: str


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
    """

    name: str
    sizes: tuple[str, ...]
    buffers: dict[str, Buffer]
    parameters: tuple[str, ...]
    results: tuple[str, ...]
    statements: tuple[Statement, ...]
    constants: dict[str, np.ndarray] = field(default_factory=dict, compare=False)


def blocks_of(s: Statement) -> tuple[tuple[Statement, ...], ...]:
    """The blocks inside a statement."""
    if isinstance(s, Nest):  # most of them
        return ()
    if isinstance(s, (Loop, Strips)):
        return (s.body,)
    if isinstance(s, While):
        return (s.condition, s.body)
    if isinstance(s, If):
        return (s.then, s.otherwise)
    return (s.packing, s.otherwise) if isinstance(s, Contract) else ()


def walk(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    for s in statements:
        yield s
        for block in blocks_of(s):
            yield from walk(block)


def accesses(s: Statement) -> tuple[frozenset[str], frozenset[str]]:
    """(names of buffers read, names of buffers written) by a statement, blocks included."""
    reads: set[str] = set()
    writes: set[str] = set()
    for t in (s,) if isinstance(s, Nest) else walk((s,)):
        _own_accesses(t, reads, writes)
    return frozenset(reads), frozenset(writes)


def tallied(s: Statement) -> frozenset[str]:
    """Names of buffers that a statement, blocks included, touches by tallying only."""
    rows: set[str] = set()
    others: set[str] = set()
    for t in walk((s,)):
        if isinstance(t, Nest):
            rows |= {r.target.buffer for r in t.reductions if r.op == "tally"}
            others |= {i.access.buffer for i in t.body if i.access} | {r.target.buffer for r in t.reductions if r.op != "tally"}
        else:
            reads: set[str] = set()
            _own_accesses(t, reads, others)
            others |= reads
    return frozenset(rows - others)


def _own_accesses(s: Statement, reads: set[str], writes: set[str]) -> None:
    if isinstance(s, Nest):
        for i in s.body:
            if i.access:
                (writes if i.op == "store" else reads).add(i.access.buffer)
        for r in s.reductions:
            writes.add(r.target.buffer)
            if r.op == "tally":
                reads.add(r.target.buffer)
    elif isinstance(s, Contract):
        reads |= {s.a.start.buffer, s.b.start.buffer}
        writes.add(s.c.start.buffer)
    elif isinstance(s, Routine):
        reads.update(a.buffer for o in s.inputs for a in o.parts)
        writes.update(a.buffer for a in s.output.parts)
    elif isinstance(s, (While, If)):
        reads.add(s.test)
    elif isinstance(s, Rotate):
        reads |= {b for _, b in s.pairs}
        writes |= {a for a, _ in s.pairs}
    elif isinstance(s, SizeBind):
        reads.add(s.source)
    elif isinstance(s, Settle):
        reads.update(s.buffers)


def symbols_used(s: Statement) -> frozenset[str]:
    """Size symbols (axes and scalars of nests included) that a statement's sizes mention."""
    found: set[str] = set()

    def see(*sizes: Size) -> None:
        for size in sizes:
            found.update(size.symbols())
    for t in walk((s,)):
        if isinstance(t, Nest):
            see(*(a.extent for a in t.axes), *(end for ends in t.hole for end in ends))
            for i in t.body:
                if i.access:
                    see(*i.access.index, *i.access.shape)
                if i.op == "size":
                    see(i.value)
                see(*(size for bounds in (*i.guard, *i.where) for size in bounds))
            for r in t.reductions:
                see(*r.target.index, *r.target.shape)
        elif isinstance(t, Contract):
            see(t.m, t.n, t.k, *(a.extent for a in t.batch))
            for matrix in (t.a, t.b, t.c):
                see(matrix.step, *matrix.start.index, *matrix.start.shape)
        elif isinstance(t, Routine):
            found.update(t.sizes)
            see(*(i for o in (*t.inputs, t.output) for a in o.parts for i in (*a.index, *a.shape)))
        elif isinstance(t, Loop):
            see(t.start, t.trips)
        elif isinstance(t, Strips):
            see(t.extent, t.length, t.work)
    return frozenset(found)
