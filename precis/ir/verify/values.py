"""What holds of every value: it is defined once, before it is used, with sizes and a container that are known there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from precis.ir.emulate import STORES
from precis.ir.rewrite import sizes_in
from precis.ir.shapes import text
from precis.ir.size import Size
from precis.ir.types import KINDS, Program, Value

Problems = Iterator[str]


@dataclass
class Scope:
    """What a node may use: values and size symbols bound before it. `defined`: every value name of the Program so far."""

    program: Program
    values: dict[str, Value] = field(default_factory=dict)
    symbols: set[str] = field(default_factory=set)
    defined: set[str] = field(default_factory=set)

    def inner(self, symbols: Iterable[str] = ()) -> Scope:
        return Scope(self.program, dict(self.values), self.symbols | set(symbols), self.defined)


def definition(v: Value, scope: Scope, may_be_kept: bool) -> Problems:
    if v.name in scope.defined:
        yield f"the value {v.name} is defined twice"
    if v.kind not in KINDS:
        yield f"{v.name} has the unknown kind {v.kind!r}"
    if not isinstance(v.shape, tuple) or not all(isinstance(d, Size) for d in v.shape):
        yield f"the shape of {v.name} is no tuple of Sizes"
    yield from bound(v.shape, scope, f"the shape of {v.name}")
    if v.container is not None:
        yield from _kept(v, scope, may_be_kept)


def _kept(v: Value, scope: Scope, allowed: bool) -> Problems:
    c = next((c for c in scope.program.containers if c.name == v.container), None)
    if c is None:
        yield f"{v.name} is kept in {v.container}, which is not declared"
    elif not allowed:
        yield f"{v.name} is kept in {v.container}; only parameters, {', '.join(STORES)} and control nodes keep values"
    elif c.kind != v.kind or len(c.shape) != v.rank:
        yield f"{v.name} is {type_text(v)}, its container {c.name} is {c.kind} of shape {text(c.shape)}"


def uses(values: Iterable[Value], scope: Scope) -> Problems:
    for v in values:
        known = scope.values.get(v.name)
        if known is None:
            yield f"{v.name} is used " + ("outside its block" if v.name in scope.defined else "before it is defined")
        elif known != v:
            yield f"{v.name} is used as {v!r}, but defined as {known!r}"


def bound(attr: Any, scope: Scope, what: str) -> Problems:
    for symbol in sorted(sizes_in(attr) - scope.symbols):
        yield f"{what} mentions the size {symbol}, which is not bound here"


def type_text(v: Value) -> str:
    return f"{v.kind} of shape {text(v.shape)}"


def same_types(left: Sequence[Value], right: Sequence[Value], what: str) -> Problems:
    """Equal shapes and kinds, one by one."""
    if len(left) != len(right):
        yield f"{what}: {len(left)} and {len(right)} values"
    for a, b in zip(left, right):
        if (a.shape, a.kind) != (b.shape, b.kind):
            yield f"{what}: {a.name} is {type_text(a)}, {b.name} is {type_text(b)}"
