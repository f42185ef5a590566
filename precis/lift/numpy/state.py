"""The state of one lifting: where we are in the user's text, the block being built, what names and arrays hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from precis.errors import InputError, VerifyError
from precis.ir.build import Build
from precis.ir.rewrite import map_sizes
from precis.ir.size import Size
from precis.ir.types import Shape, Value
from precis.lift.numpy.contents import Contents
from precis.lift.numpy.problems import Fact, NeedsUnrolling
from precis.lift.numpy.values import Scalar
from precis.lift.numpy.work import TooMuch

IN_ARRAYS = "keep the items in an array, or make them numbers, or tuples of numbers that are alike: then a run may choose them"
OF_SIZES = "compute it from shapes, ints that are given and constants, not from the data"


class Lifting(Contents):
    """Everything that lifting one function changes. Handlers of syntax and of NumPy functions take it as their first argument."""

    def settle(self, v: Value) -> Value:
        """The value with equalities of sizes that were found since it was made."""
        shape = self.shape(v.shape)
        return v if shape is v.shape else Value(v.name, shape, v.kind, v.container)

    def shape(self, shape: Shape) -> Shape:
        """The shape with equalities of sizes that were found; the same tuple where there are none for it."""
        return shape if self.sizes.settled(shape) else tuple(map(self.sizes.resolve, shape))

    def emit(self, op: str, *inputs: Value, dtype: np.dtype | None = None, container: str | None = None, **attrs: Any) -> Value:
        """Append a node of the present statement. `dtype`: the NumPy dtype of the result (default: that of the first input)."""
        if len(self.names.taken) > self.most:
            raise TooMuch(self.span)
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
