"""The types of the IR. Frozen data only: what a Program is, not what is done with it.

A Program means real arithmetic. Values are SSA: each is defined once, by a block parameter or by a node. A Value may be
kept in a Container, the array or scalar that the user named. Blocks may use the values of the blocks around them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Union

import numpy as np

from precis.errors import Span
from precis.formats import Assignment
from precis.ir.size import Size, SizeLike
from precis.ir.trees import Tree, leaves_of

KINDS = ("real", "complex", "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
ROLES = ("input", "inout", "output", "local", "constant")
Shape = tuple[Size, ...]


def shape_of(*dims: SizeLike) -> Shape:
    return tuple(Size.of(d) for d in dims)


@dataclass(frozen=True, slots=True)
class Value:
    """One SSA value. `name` is unique in its Program; `container` is None for an unnamed temporary."""

    name: str
    shape: Shape = ()
    kind: str = "real"
    container: str | None = None

    @property
    def rank(self) -> int:
        return len(self.shape)

    def __repr__(self) -> str:
        dims = ", ".join(map(str, self.shape))
        return f"{self.name}: {self.kind}[{dims}]" + (f" in {self.container}" if self.container else "")


@dataclass(frozen=True, slots=True)
class Container:
    """An array or scalar that the user named; storage formats belong to containers. Views own none."""

    name: str
    shape: Shape = ()
    kind: str = "real"
    role: str = "local"
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class At:
    """Index item: one integer position, `0 <= position < dimension`. Drops the dimension."""

    position: Size


@dataclass(frozen=True, slots=True)
class Cut:
    """Index item: `length` elements from `start` by `step` (may be negative); `start` is the position of element 0."""

    start: Size
    length: Size
    step: int = 1


@dataclass(frozen=True, slots=True)
class New:
    """Index item: a new dimension of length 1."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Index item: positions held by the integer operand number `operand` (0 = first index operand of the node).

    Rank-0 operands are run-time positions; several arrays broadcast together as in NumPy. In range and non-negative:
    front ends insert the wrap or clamp that their language means.
    """

    operand: int


@dataclass(frozen=True, slots=True)
class Windows:
    """Index item that planning alone knows, of two dimensions: `count` windows of `length` elements by `step`, each `apart` from the one
    before."""

    start: Size
    count: Size
    length: Size
    apart: int
    step: int = 1


Item = Union[At, Cut, New, Pick]
Index = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """The index of a loop runs over start, start + step, ...: `trips` values. `step` is a non-zero constant."""

    start: Size
    trips: Size
    step: int = 1

    @property
    def last(self) -> Size:
        return self.start + self.step * (self.trips - 1)

    def reverse(self) -> Range:
        """The same index values, last first."""
        return Range(self.last, self.trips, -self.step)

    def iteration(self, index: SizeLike) -> Size:
        """The number 0, 1, ... of the iteration in which the loop index is `index`."""
        return (Size.of(index) - self.start) // self.step if self.step > 0 else (self.start - Size.of(index)) // -self.step

    @property
    def ends(self) -> tuple[Size, Size]:
        """(lowest, highest) index value, for at least one trip."""
        return (self.start, self.last) if self.step > 0 else (self.last, self.start)


Attrs = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Node:
    """One operation: `outputs = op(inputs, **attrs)`, at the statement `span`.

    Control nodes carry blocks:

    - `loop`   attrs index (symbol), range (Range); inputs = initial carries; one block: params = carries, results =
      next carries then one value per stacked output; outputs = final carries, then stacks of shape (trips, *shape)
      in order of iteration (row k is iteration k).
    - `while`  inputs = initial carries; blocks (condition: params carries -> one bool; body: params carries -> carries);
      outputs = final carries.
    - `cond`   inputs = (bool predicate,); blocks (then, else) without params, equal result types; outputs = results.
    - `approx` attrs name; inputs as of both blocks; blocks (spec, impl), params = inputs; outputs = results. References run spec,
      compiled code runs impl.
    - `ruled`  attrs count; inputs = `count` results of a function, then the arguments of its rule; blocks (forward, backward), params of
      forward = arguments, its results = the function's and what backward needs; params of backward = cotangents of the results and that,
      its results = cotangents of the floating arguments; outputs = the results.
    - `underivable`  attrs why; outputs = inputs, results of a function whose rule of derivatives is not known here.
    - `size`   attrs symbol: binds a new size symbol to the value of the integer input. No outputs. Visible in the rest of the
      block and in nested blocks.
    """

    op: str
    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    attrs: Attrs = field(default_factory=dict)
    blocks: tuple[Block, ...] = ()
    span: Span | None = None

    @property
    def output(self) -> Value:
        (only,) = self.outputs
        return only

    @property
    def site(self) -> str:
        """Site key: the source statement. Nodes without a span share the site ""."""
        return self.span.site if self.span else ""

    def __hash__(self) -> int:
        return hash((self.op, self.outputs))


@dataclass(frozen=True, slots=True)
class Block:
    """known: what was found out about it once (precis.ir.rewrite.once): a block never changes."""

    params: tuple[Value, ...]
    nodes: tuple[Node, ...]
    results: tuple[Value, ...]
    known: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def walk(self) -> Iterator[Node]:
        """Every node, blocks included, in order of the text."""
        for node in self.nodes:
            yield node
            for block in node.blocks:
                yield from block.walk()


@dataclass(frozen=True, slots=True)
class Guard:
    """A fact about sizes that lifting relied on: `left relation right`, relation one of == <= !=."""

    left: Size
    relation: str
    right: Size
    span: Span | None = field(default=None, compare=False)  # the statement that asked for it; not part of the meaning

    def holds(self, binding: Mapping[str, int]) -> bool:
        a, b = self.left.value(binding), self.right.value(binding)
        return a == b if self.relation == "==" else a <= b if self.relation == "<=" else a != b

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


@dataclass(frozen=True, slots=True)
class Assumption:
    """What holds of the data that a Program is for, and is not checked: the text of a check that the source makes, or what it leaves to
    Python. `own`: the user wrote the check."""

    text: str
    span: Span | None = None
    own: bool = True

    def __str__(self) -> str:
        return f"{self.text} ({self.span})" if self.span else self.text


@dataclass(frozen=True, slots=True)
class Pin:
    """Why a length, or the value of an integer argument, is a constant of a Program: what has to be known, and the statement that asks
    for it."""

    what: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Program:
    """A dataflow program over real numbers. Data only.

    name        of the user's function
    sizes       size symbols in the order in which they are bound, with the example binding: dimensions and integer parameters
    containers  every container by name
    body        params = array and scalar arguments; results = returned values (in tree order), then final values of `mutated`
    arguments   one (parameter name, Tree) per parameter of the function
    returns     Tree of Leaf("value", name of a result)
    mutated     names of the params (roles inout) whose final value is a result, in order
    guards      facts about sizes that a binding has to meet
    ordered     names of the params whose arrays have to lie in C order
    assumed     facts about data that the source checks and the Program does not; not part of the meaning
    pinned      (argument, axis, or None for an integer) -> why it serves one length only; not part of the meaning
    original    the Assignment that the source itself states
    constants   arrays named by their hash, that `const` nodes refer to
    sources     text of the source files, for reports; not part of the meaning
    """

    name: str
    sizes: tuple[tuple[str, int], ...]
    containers: tuple[Container, ...]
    body: Block
    arguments: tuple[tuple[str, Tree], ...]
    returns: Tree
    mutated: tuple[str, ...] = ()
    guards: tuple[Guard, ...] = ()
    original: Assignment | None = None
    constants: Mapping[str, np.ndarray] = field(default_factory=dict, compare=False)
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)
    ordered: tuple[str, ...] = ()
    assumed: tuple[Assumption, ...] = field(default=(), compare=False)
    pinned: Mapping[tuple[str, int | None], Pin] = field(default_factory=dict, compare=False)

    @property
    def binding(self) -> dict[str, int]:
        return dict(self.sizes)

    @property
    def rooms(self) -> frozenset[str]:
        """The size symbols that no argument says: room for results whose length nothing bounds. Whoever calls chooses it."""
        said = [d for p in self.body.params for d in p.shape]
        said += [leaf.value for _, tree in self.arguments for leaf in leaves_of(tree) if leaf.what == "size"]
        return frozenset(self.binding) - {s for d in said for s in d.symbols()}

    def container(self, name: str) -> Container:
        for c in self.containers:
            if c.name == name:
                return c
        raise KeyError(name)

    def nodes(self) -> Iterator[Node]:
        return self.body.walk()

    @property
    def returned(self) -> tuple[Value, ...]:
        """The results that the function returns (without mutated arguments)."""
        return self.body.results[: len(self.body.results) - len(self.mutated)]

    def with_body(self, body: Block) -> Program:
        return replace(self, body=body)

    def __str__(self) -> str:
        from precis.ir.text import show  # the printer imports these types

        return show(self)


def values_of(block: Block) -> Iterator[Value]:
    """Every value that is defined in `block` or in blocks inside it."""
    yield from block.params
    for node in block.nodes:
        yield from node.outputs
        for inner in node.blocks:
            yield from values_of(inner)
