"""Text -> Program. The text is Python syntax: it is read with `ast`, and nothing of it is ever executed.

Statements are read in order with the builder that makes every Program; the result is canonical (see `rewrite.canonical`).
"""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

import numpy as np

from precis.errors import ParseError, Span, VerifyError
from precis.formats import Assignment, Format, format_named
from precis.ir.build import Build, Names
from precis.ir.ops import OPS, ArrayConstant
from precis.ir.rewrite import canonical
from precis.ir.size import Size, largest, smallest
from precis.ir.text_grammar import (
    CALLS,
    FORMAT_ATTRS,
    INDEXED,
    INFIX,
    KEPT,
    LABELS,
    LOOP_WORDS,
    MATMUL,
    POSITIONAL,
    SIZE_ATTRS,
    UNARIES,
    container_of,
    original_name,
    read_span,
)
from precis.ir.text_show import default_start, slice_length
from precis.ir.types import (
    KINDS,
    ROLES,
    At,
    Block,
    Container,
    Cut,
    Guard,
    Index,
    Leaf,
    New,
    Node,
    Pick,
    Program,
    Range,
    Shape,
    Tree,
    Value,
)

LARGEST = 2**63  # of integers in Sizes
MOST_TERMS = 10_000  # of a Size
MOST_CHARACTERS = 1 << 24
RELATIONS = {ast.Eq: "==", ast.LtE: "<=", ast.NotEq: "!="}
OPERATORS = {infix.ast: name for name, infix in INFIX.items()} | {kind: name for name, (_, kind) in UNARIES.items()}
CONTROL_CALLS = {word: op for op, word in CALLS.items()}


def parse(text: str, constants: Mapping[str, np.ndarray] | None = None, *, original: Assignment | None = None,
          sources: Mapping[str, str] | None = None, file: str = "<text>") -> Program:
    """The canonical Program that `text` describes: `parse(show(p), p.constants, original=p.original) == p` for canonical p.

    constants, original and sources are not in the text and are given beside it. Raises ParseError at line and column.
    """
    source = _Source(text, file)
    try:
        program = _function(source)
    except RecursionError:
        raise ParseError("nested too deeply", Span(file, 1)) from None
    return replace(program, constants=dict(constants or {}), original=original, sources=dict(sources or {}))


@dataclass(frozen=True)
class _Source:
    text: str
    file: str

    def fail(self, node: ast.AST, message: str, *hints: str) -> NoReturn:
        raise ParseError(message, self.place(node), hints=hints, source=self.text)

    def place(self, node: ast.AST) -> Span:
        line = getattr(node, "lineno", 1)
        return Span(self.file, line, self._column(line, getattr(node, "col_offset", 0)))

    def _column(self, line: int, offset: int) -> int:
        """1-based column in characters, from an offset in UTF-8 bytes."""
        lines = self.text.split("\n")
        return len(lines[line - 1].encode()[:offset].decode(errors="ignore")) + 1 if line <= len(lines) else 1

    def read(self) -> ast.FunctionDef:
        if len(self.text) > MOST_CHARACTERS:
            raise ParseError(f"longer than {MOST_CHARACTERS} characters", Span(self.file, 1))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                body = ast.parse(self.text).body
        except SyntaxError as problem:
            span = Span(self.file, problem.lineno or 1, problem.offset or 1)
            raise ParseError(f"not Python syntax: {problem.msg}", span, source=self.text) from None
        except (ValueError, MemoryError) as problem:
            raise ParseError(f"cannot be read: {problem or 'nested too deeply'}", Span(self.file, 1)) from None
        if len(body) != 1 or not isinstance(body[0], ast.FunctionDef):
            self.fail(body[1] if len(body) > 1 else body[0] if body else ast.Module(), "expected one function definition")
        return body[0]

    def name(self, node: ast.AST, what: str = "a name") -> str:
        if not isinstance(node, ast.Name):
            self.fail(node, f"expected {what}")
        return self.unescape(node, node.id)

    def unescape(self, node: ast.AST, text: str) -> str:
        try:
            return original_name(text)
        except ValueError:
            self.fail(node, f"`{text}` escapes no character")

    def string(self, node: ast.AST) -> str:
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            self.fail(node, "expected a string")
        return node.value

    def integer(self, node: ast.AST) -> int:
        value = self.literal(node)
        if type(value) is not int or not -LARGEST <= value < LARGEST:
            self.fail(node, "expected an integer of 64 bits")
        return value

    def span(self, node: ast.AST) -> Span:
        text = self.string(node)
        return read_span(text) or self.fail(node, f"{text!r} is no place in a file", 'write "file:line:column"')

    def keywords(self, call: ast.Call) -> dict[str, ast.expr]:
        """The keyword arguments of a call, `name=value` only, each once."""
        found: dict[str, ast.expr] = {}
        for k in call.keywords:
            if k.arg is None or k.arg in found:
                self.fail(k.value, "expected `name=value`" if k.arg is None else f"`{k.arg}` stands twice")
            found[k.arg] = k.value
        return found

    def literal(self, node: ast.AST, symbols: frozenset[str] | None = None) -> Any:
        """Numbers, strings, None, inf, nan, tuples, `size(...)` and `Format(...)`; nothing is evaluated."""
        if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float, str, type(None))):
            if isinstance(node.value, float) and not math.isfinite(node.value):
                self.fail(node, "too large for binary64", "write inf")
            return node.value
        if isinstance(node, ast.Tuple):
            return tuple(self.literal(e, symbols) for e in node.elts)
        if isinstance(node, ast.Name) and node.id in ("inf", "nan"):
            return math.inf if node.id == "inf" else math.nan
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self.literal(node.operand)
            if type(value) in (int, float):
                return -value
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "size" and len(node.args) == 1:
                return self.size(node.args[0], symbols)
            if node.func.id == "const" and len(node.args) == 2:
                return complex(self.real(node.args[0]), self.real(node.args[1]))
            if node.func.id == "Format":
                return self.format(node)
        self.fail(node, "expected a literal")

    def real(self, node: ast.AST) -> float:
        value = self.literal(node)
        if type(value) not in (int, float):
            self.fail(node, "expected a number")
        try:
            return float(value)
        except OverflowError:
            self.fail(node, "too large for binary64", "write inf")

    def format(self, node: ast.AST) -> Format:
        try:
            if isinstance(node, ast.Call):
                return Format(*(self.literal(a) for a in node.args))
            return format_named(self.string(node))
        except (TypeError, ValueError) as problem:
            self.fail(node, str(problem))

    # Sizes.

    def size(self, node: ast.AST, symbols: frozenset[str] | None = None) -> Size:
        """A Size over `symbols` (None: any)."""
        if isinstance(node, ast.Constant):
            return Size.of(self.integer(node))
        if isinstance(node, ast.Name):
            name = self.unescape(node, node.id)
            if symbols is not None and name not in symbols:
                known = ", ".join(sorted(symbols)) or "none"
                self.fail(node, f"`{node.id}` is no size here", f"sizes here: {known}")
            return Size.of(name)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self.size(node.operand, symbols)
        if isinstance(node, ast.BinOp) and type(node.op) in _SIZE_OPERATORS:
            return self._combine(node, _SIZE_OPERATORS[type(node.op)], node.left, node.right, symbols)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max") and len(node.args) == 2:
            return self._combine(node, smallest if node.func.id == "min" else largest, *node.args, symbols)
        self.fail(node, "expected a size", "sizes are integers, size symbols, + - * // %, min(a, b) and max(a, b)")

    def _combine(self, node: ast.AST, f: Callable[[Size, Size], Size], left: ast.AST, right: ast.AST,
                 symbols: frozenset[str] | None) -> Size:
        a, b = self.size(left, symbols), self.size(right, symbols)
        if len(a.terms) * max(1, len(b.terms)) > MOST_TERMS:
            self.fail(node, "the size has too many terms")
        try:
            size = f(a, b)
        except ZeroDivisionError:
            self.fail(node, "division by zero")
        if any(not -LARGEST <= k < LARGEST for _, k in size.terms):
            self.fail(node, "the size has a coefficient of more than 64 bits")
        return size

    def shape(self, node: ast.AST, symbols: frozenset[str] | None) -> Shape:
        items = node.elts if isinstance(node, ast.Tuple) else [node]
        return tuple(self.size(d, symbols) for d in items)

    def type(self, node: ast.AST, symbols: frozenset[str] | None) -> tuple[str, Shape]:
        """(kind, shape) of `real` or `real[N, M]`."""
        kind, dims = (node.value, node.slice) if isinstance(node, ast.Subscript) else (node, None)
        if not isinstance(kind, ast.Name) or kind.id not in KINDS:
            self.fail(node, "expected a kind", f"kinds: {', '.join(KINDS)}")
        return kind.id, () if dims is None else self.shape(dims, symbols)

    def statements(self, body: Sequence[ast.stmt]) -> list[tuple[ast.stmt, Span | None]]:
        """Statements with their spans: the string that follows on the same line."""
        found: list[tuple[ast.stmt, Span | None]] = []
        for s in body:
            if isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant):
                if not found or found[-1][0].end_lineno != s.lineno or found[-1][1]:
                    self.fail(s, "a span stands behind its statement: `u = e; \"file:line:column\"`")
                found[-1] = (found[-1][0], self.span(s.value))
            else:
                found.append((s, None))
        return found


_SIZE_OPERATORS: dict[type, Callable[[Size, Size], Size]] = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b, ast.Mod: lambda a, b: a % b}


@dataclass
class _Scope:
    """What the statements of one block see."""

    source: _Source
    b: Build
    containers: frozenset[str]
    values: dict[str, Value]
    symbols: frozenset[str]
    defs: dict[str, ast.FunctionDef]

    def inner(self, symbols: frozenset[str] = frozenset()) -> _Scope:
        return _Scope(self.source, self.b.child(), self.containers, dict(self.values), self.symbols | symbols, {})

    def fail(self, node: ast.AST, message: str, *hints: str) -> NoReturn:
        self.source.fail(node, message, *hints)

    # Names.

    def define(self, node: ast.AST, text: str, value: Value) -> None:
        name = self.source.unescape(node, text)
        if name in self.values and name not in self.containers:
            self.fail(node, f"`{text}` is defined twice")
        self.values[name] = value

    def container(self, node: ast.AST, text: str) -> str | None:
        try:
            return container_of(self.source.unescape(node, text), self.containers)
        except ValueError:
            self.fail(node, f"`{text}` is not declared", f"declare it at the head: `{text}: local[real]`; temporaries are `_0`, `_1`, ...")

    def look_up(self, node: ast.Name) -> Value:
        name = self.source.unescape(node, node.id)
        if name in self.values:
            return self.values[name]
        hints = (f"`index({node.id})` is the value of a size",) if name in self.symbols else ()
        self.fail(node, f"`{node.id}` is not defined", *hints)

    # Statements.

    def block(self, body: Sequence[ast.stmt]) -> tuple[Value, ...]:
        """The statements of a nested block; returns its results."""
        *statements, (last, span) = self.source.statements(body) or [(ast.Pass(), None)]
        if not isinstance(last, ast.Return):
            self.fail(last, "a block ends with `return`")
        for s, where in statements:
            self.statement(s, where)
        self.b.span = span
        results = last.value.elts if isinstance(last.value, ast.Tuple) else [last.value] if last.value else []
        return tuple(self.value(r) for r in results)

    def statement(self, s: ast.stmt, span: Span | None) -> None:
        self.b.span = span
        if isinstance(s, ast.FunctionDef):
            self.defs[s.name] = s
        elif isinstance(s, ast.Assign) and len(s.targets) == 1:
            self.assign(s.targets[0], s.value)
        elif isinstance(s, ast.AugAssign) and isinstance(s.op, ast.Add) and isinstance(s.target, ast.Subscript):
            self.update(s.target, s.value, "update_add")
        elif isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and _callee(s.value) in CONTROL_CALLS:
            self.control([], s.value)
        else:
            self.fail(s, "expected an assignment, a nested `def` or `return`")

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        callee = _callee(value)
        if isinstance(value, ast.Call) and callee in CONTROL_CALLS:
            self.control(target.elts if isinstance(target, ast.Tuple) else [target], value)
        elif isinstance(target, ast.Subscript):
            self.update(target, value, "update")
        elif not isinstance(target, ast.Name):
            self.fail(target, "expected a name to assign to")
        elif isinstance(value, ast.Call) and callee == "size":
            self.bind_size(target, value)
        else:
            self.define(target, target.id, self.stored(value, self.container(target, target.id)))

    def stored(self, value: ast.expr, container: str | None) -> Value:
        if container is None:
            return self.value(value)
        if isinstance(value, ast.Call) and _callee(value) in KEPT:
            return self.call(value, container)
        return self.node(value, "store", [self.value(value)], container=container)

    def update(self, target: ast.Subscript, value: ast.expr, op: str) -> None:
        if not isinstance(target.value, ast.Name):
            self.fail(target, "expected a container to assign into")
        old = self.look_up(target.value)
        new = self.value(value)
        at, picks = self.index(target.slice, old.shape, 0)
        out = self.node(target, op, [old, new, *picks], container=self.container(target, target.value.id), at=at)
        self.define(target, target.value.id, out)

    def bind_size(self, target: ast.Name, call: ast.Call) -> None:
        if len(call.args) != 1 or call.keywords:
            self.fail(call, "expected `n = size(value)`")
        value, symbol = self.value(call.args[0]), self.source.unescape(target, target.id)
        if symbol in self.symbols:
            self.fail(target, f"the size `{target.id}` is bound already")
        self.b.nodes.append(Node("size", (value,), (), {"symbol": symbol}, (), self.b.span))
        self.symbols |= {symbol}

    # Expressions.

    def node(self, place: ast.AST, op: str, inputs: Sequence[Value], container: str | None = None, **attrs: Any) -> Value:
        try:
            return self.b.call(op, *inputs, container=container, **attrs)
        except VerifyError as problem:
            self.fail(place, problem.message)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as problem:
            self.fail(place, f"{op}: {'needs ' if isinstance(problem, KeyError) else ''}{problem}")

    def value(self, node: ast.AST) -> Value:
        if isinstance(node, ast.Name):
            return self.look_up(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.Subscript):
            base = self.value(node.value)
            at, picks = self.index(node.slice, base.shape, 0)
            return self.node(node, "slice", [base, *picks], at=at)
        if isinstance(node, ast.Constant) or _negative(node):
            return self.constant(node, self.source.literal(node))
        if isinstance(node, ast.UnaryOp) and type(node.op) in OPERATORS:
            return self.node(node, OPERATORS[type(node.op)], [self.value(node.operand)])
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return self.binary(node, OPERATORS[type(node.op)], node.left, node.right)
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OPERATORS:
            return self.binary(node, OPERATORS[type(node.ops[0])], node.left, node.comparators[0])
        self.fail(node, "expected an expression of the text form")

    def binary(self, node: ast.AST, op: str, left: ast.AST, right: ast.AST) -> Value:
        a, b = self.value(left), self.value(right)
        if op != "einsum":
            return self.node(node, op, [a, b])
        spec = MATMUL.get((a.rank, b.rank)) or self.fail(node, f"`@` of {a.rank} and {b.rank} dimensions", "write einsum(a, b, spec=...)")
        return self.node(node, op, [a, b], spec=spec)

    def constant(self, node: ast.AST, value: Any, kind: str | None = None) -> Value:
        kind = kind or {bool: "bool", int: "int64", float: "real", complex: "complex"}.get(type(value))
        if kind is None:
            self.fail(node, "expected a number")
        if "int" in kind and not np.iinfo(kind).min <= value <= np.iinfo(kind).max:
            self.fail(node, f"does not fit {kind}")
        return self.b.const(value, kind)

    def call(self, node: ast.Call, container: str | None = None) -> Value:
        op = _callee(node)
        if op in _CONSTANTS:
            return _CONSTANTS[op](self, node)
        if op in KINDS and op not in OPS:
            return self.constant(node, self.source.integer(node.args[0]) if len(node.args) == 1 else self.fail(node, "expected one integer"), op)
        if op not in OPS:
            self.fail(node, f"unknown operation `{ast.unparse(node.func)[:40]}`")
        attrs = self.source.keywords(node)
        if op in POSITIONAL and node.args:
            attrs[POSITIONAL[op]] = node.args[0]
        inputs = [self.value(a) for a in node.args] if op not in POSITIONAL else []
        read = {k: self.attribute(op, k, a) for k, a in attrs.items() if k != "at"}
        if op in INDEXED and "at" in attrs and len(inputs) >= INDEXED[op]:
            read["at"], picks = self.index(self.brackets(attrs["at"]), inputs[0].shape, len(inputs) - INDEXED[op])
            inputs += picks
        missing = [k for k in OPS[op].attrs if k not in read]
        if missing:
            self.fail(node, f"{op} needs `{missing[0]}=`")
        return self.node(node, op, inputs, container, **read)

    def attribute(self, op: str, name: str, node: ast.expr) -> Any:
        if name == "shape":
            return self.source.shape(node, self.symbols)
        if name in SIZE_ATTRS and op != "const":
            return self.source.size(node, self.symbols)
        if name in FORMAT_ATTRS:
            return self.source.format(node)
        value = self.source.literal(node, self.symbols)
        if name == "kind" and value not in KINDS:
            self.fail(node, f"{value!r} is no kind", f"kinds: {', '.join(KINDS)}")
        return value

    # Indices.

    def brackets(self, node: ast.expr) -> ast.expr:
        if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "s_"):
            self.fail(node, "expected `s_[...]`")
        return node.slice

    def index(self, node: ast.expr, shape: Shape, given: int) -> tuple[Index, list[Value]]:
        """(items, index operands that stand among them); `given` index operands stand before, as `operand(0)`, ..."""
        picks: list[Value] = []
        dims = iter(shape)
        items = node.elts if isinstance(node, ast.Tuple) else [node]
        return tuple(self.item(i, dims, picks, given) for i in items), picks

    def item(self, node: ast.expr, dims: Any, picks: list[Value], given: int) -> Any:
        if isinstance(node, ast.Constant) and node.value is None:
            return New()
        dimension = next(dims, None)
        if dimension is None:
            self.fail(node, "more indices than dimensions")
        if isinstance(node, ast.Slice):
            return self.slice(node, dimension)
        callee = _callee(node)
        if isinstance(node, ast.Call) and callee == "cut" and len(node.args) == 3:
            return Cut(self.source.size(node.args[0], self.symbols), self.source.size(node.args[1], self.symbols),
                       self.step(node.args[2]))
        if isinstance(node, ast.Call) and callee == "operand" and len(node.args) == 1:
            k = self.source.integer(node.args[0])
            return Pick(k) if 0 <= k < given else self.fail(node, f"there is no index operand {k}")
        pick = node.args[0] if isinstance(node, ast.Call) and callee == "pick" and len(node.args) == 1 else None
        if pick is None and isinstance(node, ast.Name) and self.source.unescape(node, node.id) not in self.symbols:
            pick = node
        if pick is None:
            return At(self.position(node))
        picks.append(self.value(pick))
        if "int" not in picks[-1].kind:
            self.fail(pick, f"an index of kind {picks[-1].kind}")
        return Pick(given + len(picks) - 1)

    def slice(self, node: ast.Slice, dimension: Size) -> Cut:
        step = self.step(node.step) if node.step else 1
        start = self.position(node.lower) if node.lower else default_start(dimension, step)
        stop = self.position(node.upper) if node.upper else None
        return Cut(start, slice_length(start, stop, step, dimension), step)

    def step(self, node: ast.expr) -> int:
        return self.source.integer(node) or self.fail(node, "a step of 0")

    def position(self, node: ast.expr) -> Size:
        size = self.source.size(node, self.symbols)
        if (size.constant or 0) < 0:
            self.fail(node, "a negative position", "count from the front: `N - 1` is the last of N")
        return size

    # Control.

    def control(self, targets: Sequence[ast.expr], call: ast.Call) -> None:
        op, words = CONTROL_CALLS[_callee(call)], self.source.keywords(call)
        blocks = len(LABELS[op])
        labels = call.args[1:] if op == "cond" else call.args[:blocks]
        if len(labels) != blocks or (op in ("loop", "while") and len(call.args) != blocks):
            self.fail(call, f"{_callee(call)} needs {' and '.join(LABELS[op])}" + (" and a predicate before" if op == "cond" else ""))
        if op in ("loop", "while"):
            carry = words.pop("carry", None)
            operands: Sequence[ast.expr] = carry.elts if isinstance(carry, ast.Tuple) else [carry] if carry else []
        else:
            operands = call.args[:1] if op == "cond" else call.args[blocks:]
        inputs = tuple(self.value(o) for o in operands)
        attrs: dict[str, Any] = self.range(call, words, labels[0]) if op == "loop" else {}
        attrs |= {k: self.attribute(op, k, w) for k, w in words.items() if k not in LOOP_WORDS or op != "loop"}
        read = tuple(self.nested(op, label, inputs, attrs) for label in labels)
        self.b.nodes.append(Node(op, inputs, self.outputs(call, op, targets, read, attrs), attrs, read, self.b.span))

    def range(self, call: ast.Call, words: Mapping[str, ast.expr], label: ast.expr) -> dict[str, Any]:
        if "trips" not in words:
            self.fail(call, "loop needs `trips=`")
        trips, start = (self.source.size(words[w], self.symbols) if w in words else Size() for w in ("trips", "start"))
        params = self.definition(label).args.args
        if not params:
            self.fail(label, "the block of a loop needs the loop index as its first parameter")
        step = self.step(words["by"]) if "by" in words else 1
        return {"index": self.source.unescape(label, params[0].arg), "range": Range(start, trips, step)}

    def definition(self, label: ast.expr) -> ast.FunctionDef:
        found = self.defs.get(label.id) if isinstance(label, ast.Name) else None
        if found is None:
            self.fail(label, "expected the name of a nested `def` above")
        a = found.args
        if a.posonlyargs or a.vararg or a.kwonlyargs or a.kwarg or a.defaults or found.decorator_list:
            self.fail(found, "expected plain parameters")
        return found

    def nested(self, op: str, label: ast.expr, inputs: Sequence[Value], attrs: Mapping[str, Any]) -> Block:
        definition = self.definition(label)
        names = definition.args.args[1:] if op == "loop" else definition.args.args
        types = inputs if op != "cond" else ()
        if len(names) != len(types):
            self.fail(definition, f"`{definition.name}` has {len(names)} parameters for {len(types)} values")
        scope = self.inner(frozenset([attrs["index"]]) if op == "loop" else frozenset())
        params = []
        for a, v in zip(names, types):
            container = scope.container(a, a.arg)
            params.append(scope.b.value(container or "", v.shape, v.kind, container))
        for a, p in zip(names, params):
            scope.values[scope.source.unescape(a, a.arg)] = p
        results = scope.block(definition.body)
        return scope.b.block(params, results)

    def outputs(self, call: ast.Call, op: str, targets: Sequence[ast.expr], blocks: Sequence[Block], attrs: Mapping[str, Any]) -> tuple[Value, ...]:
        results = blocks[-1].params if op == "while" else blocks[0].results
        shapes = [v.shape for v in results]
        if op == "loop":
            carries = len(blocks[0].params)
            if len(results) < carries:
                self.fail(call, f"the block returns {len(results)} values for {carries} carries")
            shapes = [s if k < carries else (attrs["range"].trips, *s) for k, s in enumerate(shapes)]
            results = (*blocks[0].params, *results[carries:])
            shapes[:carries] = [p.shape for p in blocks[0].params]
        if len(targets) != len(results):
            self.fail(call, f"{len(results)} results for {len(targets)} names")
        found = []
        for t, v, shape in zip(targets, results, shapes):
            if not isinstance(t, ast.Name):
                self.fail(t, "expected a name to assign to")
            container = self.container(t, t.id)
            found.append(self.b.value(container or "", shape, v.kind, container))
            self.define(t, t.id, found[-1])
        return tuple(found)


def _callee(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _negative(node: ast.AST) -> bool:
    """A number with a minus sign is a constant; `neg(2.0)` is the operation."""
    return (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)
            and type(node.operand.value) in (int, float))


def _const(scope: _Scope, node: ast.Call) -> Value:
    if len(node.args) == 2:
        return scope.constant(node, scope.source.literal(node))
    return scope.constant(node, scope.source.real(node.args[0]) if node.args else scope.fail(node, "const needs a number"))


def _array(scope: _Scope, node: ast.Call) -> Value:
    if len(node.args) not in (2, 3) or node.keywords:
        scope.fail(node, 'expected array("hash", shape, kind)')
    name, dims = scope.source.string(node.args[0]), scope.source.literal(node.args[1])
    if not isinstance(dims, tuple) or not all(type(d) is int and 0 <= d < LARGEST for d in dims):
        scope.fail(node.args[1], "expected a tuple of sizes")
    kind = scope.attribute("const", "kind", node.args[2]) if len(node.args) == 3 else "real"
    return scope.node(node, "const", [], value=ArrayConstant((name, dims)), kind=kind)


_CONSTANTS = {"const": _const, "array": _array}


# The function around the body.


def _function(source: _Source) -> Program:
    f = source.read()
    sizes, guards, order = _header(source, f)
    symbols = frozenset(s for s, _ in sizes)
    statements = source.statements(f.body)
    declared = [_declaration(source, s, span) for s, span in statements if isinstance(s, ast.AnnAssign)]
    signature = _Signature(source, symbols, [])
    arguments = tuple((source.unescape(a, a.arg), signature.tree(a.annotation or source.fail(a, "expected a type"), a.arg))
                      for a in f.args.args)
    for a in f.args.kwonlyargs:
        signature.tree(a.annotation or source.fail(a, "expected a type"), a.arg)
    signature.check_plain(f)
    containers = _containers(source, f, signature, order, declared)
    scope = _Scope(source, Build(Names(set(symbols))), frozenset(c.name for c in containers), {}, symbols, {})
    params, arguments = signature.bind(scope, arguments, order)
    body, returns, mutated = _body(scope, [s for s in statements if not isinstance(s[0], ast.AnnAssign)], f, params)
    program = Program(source.unescape(f, f.name), sizes, containers, body, arguments, returns, mutated, guards)
    return canonical(program)


def _header(source: _Source, f: ast.FunctionDef) -> tuple[tuple[tuple[str, int], ...], tuple[Guard, ...], list[ast.expr]]:
    calls = {_callee(d): d for d in f.decorator_list if isinstance(d, ast.Call)}
    if len(calls) != len(f.decorator_list) or set(calls) - {"sizes", "guards", "params"}:
        source.fail(f.decorator_list[0], "expected @sizes(...), @guards(...) and @params(...), each at most once")
    sizes = source.keywords(calls["sizes"]) if "sizes" in calls else {}
    guards = calls["guards"].args if "guards" in calls else []
    found = tuple((source.unescape(n, s), source.integer(n)) for s, n in sizes.items())
    symbols = frozenset(s for s, _ in found)
    return found, tuple(_guard(source, g, symbols) for g in guards), calls["params"].args if "params" in calls else []


def _guard(source: _Source, node: ast.expr, symbols: frozenset[str]) -> Guard:
    if not (isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in RELATIONS):
        source.fail(node, "expected a guard `a == b`, `a <= b` or `a != b`")
    return Guard(source.size(node.left, symbols), RELATIONS[type(node.ops[0])], source.size(node.comparators[0], symbols))


def _declaration(source: _Source, s: ast.AnnAssign, span: Span | None) -> Container:
    name = source.name(s.target)
    a = s.annotation
    if s.value or not (isinstance(a, ast.Subscript) and isinstance(a.value, ast.Name) and a.value.id in ROLES):
        source.fail(s, "expected a declaration `name: role[kind[shape]]`", f"roles: {', '.join(ROLES)}")
    kind, shape = source.type(a.slice, None)
    return Container(name, shape, kind, a.value.id, span)


@dataclass
class _Signature:
    """Reads the annotations of the function's parameters; `found` collects (text name, value without container, Container)."""

    source: _Source
    symbols: frozenset[str]
    found: list[tuple[ast.AST, str, Value, Container | None]]

    def check_plain(self, f: ast.FunctionDef) -> None:
        a = f.args
        if a.posonlyargs or a.vararg or a.kwarg or a.defaults or any(a.kw_defaults):
            self.source.fail(f, "expected plain parameters")

    def tree(self, node: ast.expr, argument: str) -> Tree:
        source, callee = self.source, _callee(node)
        if isinstance(node, ast.Dict):
            return {source.literal(k or node): self.tree(v, "") for k, v in zip(node.keys, node.values)}
        if isinstance(node, (ast.Tuple, ast.List)):
            items = [self.tree(e, "") for e in node.elts]
            return tuple(items) if isinstance(node, ast.Tuple) else items
        if isinstance(node, ast.Name) and node.id == "size" and argument:
            return Leaf("size", source.size(ast.copy_location(ast.Name(argument), node), self.symbols))
        if isinstance(node, ast.Call) and callee in ("size", "static") and len(node.args) == 1:
            value = source.size(node.args[0], self.symbols) if callee == "size" else source.literal(node.args[0], self.symbols)
            return Leaf(callee, value)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in (*ROLES, "value"):
            return Leaf("value", self.parameter(node, node.value.id, argument))
        source.fail(node, "expected `role[kind[shape]]`, `value[...]`, `size`, `static(...)` or a tree of them")

    def parameter(self, node: ast.Subscript, role: str, argument: str) -> str:
        """Name in the text of the value that a leaf stands for."""
        source, item, span = self.source, node.slice, None
        if role == "value" and isinstance(item, ast.Name) and item.id not in KINDS:
            return source.name(item)
        if isinstance(item, ast.Tuple) and len(item.elts) == 2 and role != "value":
            item, span = item.elts[0], source.span(item.elts[1])
        name, kind_node = argument, item
        if isinstance(item, ast.Slice):
            if item.lower is None or item.upper is None or item.step is not None:
                source.fail(node, "expected `name: kind[shape]`")
            name, kind_node = source.name(item.lower), item.upper
        else:
            name = source.unescape(node, argument) or source.fail(node, "expected `name: kind[shape]`")
        kind, shape = source.type(kind_node, self.symbols)
        if any(name == known for _, known, _, _ in self.found):
            source.fail(node, f"`{name}` is defined twice")
        container = None if role == "value" else Container(name, shape, kind, role, span)
        self.found.append((node, name, Value(name, shape, kind), container))
        return name

    def bind(self, scope: _Scope, arguments: Any, order: Sequence[ast.expr]) -> tuple[tuple[Value, ...], Any]:
        """(the parameters as values, the arguments' trees with the names of these values)."""
        values: dict[str, Value] = {}
        for node, name, v, c in self.ordered(order):
            container = c.name if c else scope.container(node, name)
            values[name] = scope.b.value(container or "", v.shape, v.kind, container)
        scope.values.update(values)

        def rename(tree: Tree) -> Tree:
            if isinstance(tree, Leaf):
                if tree.what == "value" and tree.value not in values:
                    raise ParseError(f"`{tree.value}` is no parameter", Span(self.source.file, 1))
                return Leaf("value", values[tree.value].name) if tree.what == "value" else tree
            return {k: rename(t) for k, t in tree.items()} if isinstance(tree, dict) else type(tree)(rename(t) for t in tree)
        return tuple(values.values()), tuple((name, rename(tree)) for name, tree in arguments)

    def ordered(self, order: Sequence[ast.expr]) -> list[tuple[ast.AST, str, Value, Container | None]]:
        if not order:
            return self.found
        by_name = {f[1]: f for f in self.found}
        names = [self.source.name(o) for o in order]
        if sorted(names) != sorted(by_name):
            self.source.fail(order[0], "@params names every parameter once")
        return [by_name[n] for n in names]


def _containers(source: _Source, f: ast.FunctionDef, signature: _Signature, order: Sequence[ast.expr],
                declared: Sequence[Container]) -> tuple[Container, ...]:
    found = (*(c for _, _, _, c in signature.ordered(order) if c), *declared)
    names = [c.name for c in found]
    twice = next((n for n in names if names.count(n) > 1), None)
    if twice is not None:
        source.fail(f, f"container `{twice}` is declared twice")
    return found


def _body(scope: _Scope, statements: Sequence[tuple[ast.stmt, Span | None]], f: ast.FunctionDef,
          params: tuple[Value, ...]) -> tuple[Block, Tree, tuple[str, ...]]:
    if not statements or not isinstance(statements[-1][0], ast.Return):
        scope.fail(statements[-1][0] if statements else f, "a function ends with `return`")
    *before, (last, span) = statements
    entry = dict(scope.values)
    mutated: dict[str, Value] = {}
    results: list[Value] | None = None
    for s, where in before:
        callee = _callee(s.value) if isinstance(s, ast.Expr) else ""
        if callee == "mutates":
            mutated = _mutated(scope, s.value, entry)  # type: ignore[attr-defined]
        elif callee == "results":
            results = [scope.value(a) for a in s.value.args]  # type: ignore[attr-defined]
        else:
            scope.statement(s, where)
    scope.b.span = span
    found: list[Value] = []
    returns = _returned(scope, last.value or ast.copy_location(ast.Constant(None), last), found)  # type: ignore[attr-defined]
    return scope.b.block(params, (*(found if results is None else results), *mutated.values())), returns, tuple(mutated)


def _mutated(scope: _Scope, call: ast.Call, entry: Mapping[str, Value]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, node in scope.source.keywords(call).items():
        parameter = entry.get(scope.source.unescape(node, name)) or scope.fail(node, f"`{name}` is no parameter")
        found[parameter.name] = scope.value(node)
    return found


def _returned(scope: _Scope, node: ast.expr, found: list[Value]) -> Tree:
    """The tree of a `return`; its values are collected in order."""
    callee = _callee(node)
    if isinstance(node, ast.Constant) and node.value is None:
        return Leaf("static", None)
    if isinstance(node, ast.Call) and callee in ("size", "static") and len(node.args) == 1:
        value = scope.source.size(node.args[0], scope.symbols) if callee == "size" else scope.source.literal(node.args[0], scope.symbols)
        return Leaf(callee, value)
    if isinstance(node, ast.Dict):
        return {scope.source.literal(k or node): _returned(scope, v, found) for k, v in zip(node.keys, node.values)}
    if isinstance(node, (ast.Tuple, ast.List)):
        items = [_returned(scope, e, found) for e in node.elts]
        return tuple(items) if isinstance(node, ast.Tuple) else items
    found.append(scope.value(node))
    return Leaf("value", found[-1].name)
