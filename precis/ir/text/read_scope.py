"""What a block of the text sees, and reading the expressions in it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from precis.errors import VerifyError
from precis.ir.build import Build
from precis.ir.ops import OPS, ArrayConstant
from precis.ir.size import Size
from precis.ir.text.grammar import (
    FORMAT_ATTRS,
    INDEXED,
    INFIX,
    MATMUL,
    POSITIONAL,
    SIZE_ATTRS,
    UNARIES,
    container_of,
    default_start,
    slice_length,
)
from precis.ir.text.source import LARGEST, Source, callee, items
from precis.ir.types import KINDS, At, Cut, Index, New, Pick, Shape, Value

OPERATORS: Mapping[type[ast.AST], str] = {
    **{infix.ast: op for op, infix in INFIX.items()}, **{sign: op for op, (_, sign) in UNARIES.items()}}
_KINDS = {bool: "bool", int: "int64", float: "real", complex: "complex"}


@dataclass
class Scope:
    """One block. `values`: by name in the text; `symbols`: size symbols; `defs`: the nested `def`s above."""

    source: Source
    b: Build
    containers: frozenset[str]
    values: dict[str, Value]
    symbols: frozenset[str]
    defs: dict[str, ast.FunctionDef]

    def inner(self, symbols: frozenset[str]) -> Scope:
        return Scope(self.source, self.b.child(), self.containers, dict(self.values), self.symbols | symbols, {})

    def fail(self, node: ast.AST, message: str, *hints: str) -> NoReturn:
        self.source.fail(node, message, *hints)

    # Names.

    def define(self, node: ast.AST, text: str, value: Value) -> None:
        name = self.source.original(node, text)
        if name in self.values and name not in self.containers:
            self.fail(node, f"`{text}` is defined twice")
        self.values[name] = value

    def container(self, node: ast.AST, text: str) -> str | None:
        """The container of a value that is called `text`; None for a temporary."""
        try:
            return container_of(self.source.original(node, text), self.containers)
        except ValueError:
            self.fail(node, f"`{text}` is not declared",
                      f"declare `{text}: local[real]` at the head; temporaries are _0, _1, ...")

    def look_up(self, node: ast.Name) -> Value:
        name = self.source.original(node, node.id)
        if name not in self.values:
            hints = [f"write index({node.id}) for the value of a size"] if name in self.symbols else []
            self.fail(node, f"`{node.id}` is not defined", *hints)
        return self.values[name]

    # Expressions.

    def node(self, place: ast.AST, op: str, inputs: Sequence[Value], container: str | None = None,
             **attrs: Any) -> Value:
        """Append a node; what its record refuses is an error at `place`."""
        try:
            return self.b.call(op, *inputs, container=container, **attrs)
        except VerifyError as problem:
            self.fail(place, problem.message)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as problem:
            self.fail(place, f"{op}: {problem}")

    def value(self, node: ast.AST) -> Value:
        if isinstance(node, ast.Constant) or _is_negative_number(node):
            return self.constant(node, self.source.literal(node))
        read = _EXPRESSIONS.get(type(node))
        return read(self, node) if read else self.fail(node, "expected an expression of the text form")

    def constant(self, node: ast.AST, value: Any, kind: str | None = None) -> Value:
        kind = kind or _KINDS.get(type(value)) or self.fail(node, "expected a number")
        if "int" in kind and not np.iinfo(kind).min <= value <= np.iinfo(kind).max:
            self.fail(node, f"does not fit {kind}")
        return self.b.const(value, kind)

    def unary(self, node: ast.UnaryOp) -> Value:
        return self.node(node, self.operator(node, node.op), [self.value(node.operand)])

    def compare(self, node: ast.Compare) -> Value:
        if len(node.ops) != 1:
            self.fail(node, "one comparison at a time")
        return self.node(node, self.operator(node, node.ops[0]), [self.value(node.left), self.value(node.comparators[0])])

    def binary(self, node: ast.BinOp) -> Value:
        op, a, b = self.operator(node, node.op), self.value(node.left), self.value(node.right)
        if op != "einsum":
            return self.node(node, op, [a, b])
        spec = MATMUL.get((a.rank, b.rank))
        if spec is None:
            self.fail(node, f"`@` of {a.rank} and {b.rank} dimensions", "write einsum(a, b, spec=...)")
        return self.node(node, op, [a, b], spec=spec)

    def operator(self, node: ast.AST, sign: ast.AST) -> str:
        return OPERATORS.get(type(sign)) or self.fail(node, "this operator means no operation")

    def subscript(self, node: ast.Subscript) -> Value:
        base = self.value(node.value)
        at, picks = read_index(self, node.slice, base.shape, 0)
        return self.node(node, "slice", [base, *picks], at=at)

    def call(self, node: ast.Call, container: str | None = None) -> Value:
        op = callee(node)
        if op in _CONSTANTS or (op in KINDS and op not in OPS):
            return _CONSTANTS.get(op, _integer)(self, node)
        if op not in OPS:
            self.fail(node, f"unknown operation {op}".rstrip())
        words = self.source.keywords(node)
        if op in POSITIONAL and node.args:
            words[POSITIONAL[op]] = node.args[0]
        inputs = [] if op in POSITIONAL else [self.value(a) for a in node.args]
        attrs = {k: self.attribute(k, w) for k, w in words.items() if k != "at"}
        if op in INDEXED and "at" in words:
            given = max(0, len(inputs) - INDEXED[op])
            attrs["at"], picks = read_index(self, self.brackets(words["at"]), inputs[0].shape if inputs else (), given)
            inputs += picks
        for missing in (k for k in OPS[op].attrs if k not in attrs):
            self.fail(node, f"{op} needs `{missing}=`")
        return self.node(node, op, inputs, container, **attrs)

    def attribute(self, name: str, node: ast.expr) -> Any:
        if name == "shape":
            return self.source.sizes(node, self.symbols)
        if name in SIZE_ATTRS:
            return self.source.size(node, self.symbols)
        if name in FORMAT_ATTRS:
            return self.source.format(node)
        value = self.source.literal(node, self.symbols)
        if name == "kind" and value not in KINDS:
            self.fail(node, "expected a kind", f"kinds: {', '.join(KINDS)}")
        return value

    def brackets(self, node: ast.expr) -> ast.expr:
        if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "s_"):
            self.fail(node, "expected `s_[...]`")
        return node.slice


def _is_negative_number(node: ast.AST) -> bool:
    """A number with a minus sign is a constant; `neg(2.0)` is the operation."""
    return (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)
            and type(node.operand.value) in (int, float))


_EXPRESSIONS: Mapping[type[ast.AST], Callable[[Scope, Any], Value]] = {
    ast.Name: Scope.look_up, ast.Call: Scope.call, ast.Subscript: Scope.subscript, ast.UnaryOp: Scope.unary,
    ast.BinOp: Scope.binary, ast.Compare: Scope.compare}


# Constants that are calls: int32(3), const(inf), const(re, im), array("hash", shape, kind).


def _integer(scope: Scope, node: ast.Call) -> Value:
    if len(node.args) != 1 or "int" not in callee(node) or not _is_integer(node.args[0]):
        scope.fail(node, "expected one integer, as in int32(3)")
    return scope.constant(node, scope.source.literal(node.args[0]), callee(node))


def _is_integer(node: ast.AST) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    return isinstance(inner, ast.Constant) and type(inner.value) is int


def _const(scope: Scope, node: ast.Call) -> Value:
    if len(node.args) == 2:
        return scope.constant(node, scope.source.literal(node))
    return scope.constant(node, scope.source.real(node.args[0]) if node.args else scope.fail(node, "expected a number"))


def _array(scope: Scope, node: ast.Call) -> Value:
    if len(node.args) not in (2, 3) or node.keywords:
        scope.fail(node, 'expected array("hash", shape) or array("hash", shape, kind)')
    name, dims = scope.source.string(node.args[0]), scope.source.literal(node.args[1])
    if not isinstance(dims, tuple) or not all(type(d) is int and 0 <= d < LARGEST for d in dims):
        scope.fail(node.args[1], "expected a tuple of lengths")
    kind = scope.attribute("kind", node.args[2]) if len(node.args) == 3 else "real"
    return scope.node(node, "const", [], value=ArrayConstant((name, dims)), kind=kind)


_CONSTANTS: Mapping[str, Callable[[Scope, ast.Call], Value]] = {"const": _const, "array": _array}


# Indices.


def read_index(scope: Scope, node: ast.expr, shape: Shape, given: int) -> tuple[Index, list[Value]]:
    """(items, index operands that stand among them). `given` index operands stand elsewhere, as operand(0), ..."""
    picks: list[Value] = []
    dims = iter(shape)
    return tuple(_item(scope, i, dims, picks, given) for i in items(node)), picks


def _item(scope: Scope, node: ast.expr, dims: Iterator[Size], picks: list[Value], given: int) -> At | Cut | New | Pick:
    if isinstance(node, ast.Constant) and node.value is None:
        return New()
    dimension = next(dims, None)
    if dimension is None:
        scope.fail(node, "more indices than dimensions")
    if isinstance(node, ast.Slice):
        return _slice(scope, node, dimension)
    called = (callee(node), len(node.args)) if isinstance(node, ast.Call) else ("", 0)
    if called == ("cut", 3):
        start, length = (scope.source.size(a, scope.symbols) for a in node.args[:2])  # type: ignore[attr-defined]
        return Cut(start, length, _step(scope, node.args[2]))  # type: ignore[attr-defined]
    if called == ("operand", 1):
        k = scope.source.integer(node.args[0])  # type: ignore[attr-defined]
        return Pick(k) if 0 <= k < given else scope.fail(node, f"there is no index operand {k}")
    if called == ("pick", 1):
        return _pick(scope, node.args[0], picks, given)  # type: ignore[attr-defined]
    if isinstance(node, ast.Name) and scope.source.original(node, node.id) not in scope.symbols:
        return _pick(scope, node, picks, given)
    return At(_position(scope, node))


def _pick(scope: Scope, node: ast.expr, picks: list[Value], given: int) -> Pick:
    picks.append(scope.value(node))
    if "int" not in picks[-1].kind:
        scope.fail(node, f"an index of kind {picks[-1].kind}")
    return Pick(given + len(picks) - 1)


def _slice(scope: Scope, node: ast.Slice, dimension: Size) -> Cut:
    step = _step(scope, node.step) if node.step else 1
    start = _position(scope, node.lower) if node.lower else default_start(dimension, step)
    stop = _position(scope, node.upper) if node.upper else None
    return Cut(start, slice_length(start, stop, step, dimension), step)


def _step(scope: Scope, node: ast.expr) -> int:
    return scope.source.integer(node) or scope.fail(node, "a step of 0")


def _position(scope: Scope, node: ast.expr) -> Size:
    size = scope.source.size(node, scope.symbols)
    if (size.constant or 0) < 0:
        scope.fail(node, "a negative position", "count from the front: N - 1 is the last of N")
    return size
