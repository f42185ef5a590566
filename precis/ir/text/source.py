"""Reading the smallest things of the text: names, numbers, Sizes, types, spans; and errors at their place.

Nothing is evaluated: every function looks at syntax trees of `ast` and knows which ones it takes.
"""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from precis.errors import ParseError, Span
from precis.formats import Format, format_named
from precis.ir.size import Size, largest, smallest
from precis.ir.text.grammar import original_name, read_span
from precis.ir.types import KINDS, Shape

LARGEST = 2**63  # of the integers in Sizes
MOST_TERMS = 10_000  # of a Size
MOST_CHARACTERS = 1 << 24
Symbols = frozenset[str] | None  # size symbols that are bound; None: any may be

_SIZE_OPERATORS: Mapping[type[ast.AST], Callable[[Size, Size], Size]] = {
    ast.Add: Size.__add__, ast.Sub: Size.__sub__, ast.Mult: Size.__mul__, ast.FloorDiv: Size.__floordiv__, ast.Mod: Size.__mod__}
_SIZE_CALLS: Mapping[str, Callable[[Size, Size], Size]] = {"min": smallest, "max": largest}


@dataclass(frozen=True)
class Source:
    text: str
    file: str

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def fail(self, node: ast.AST, message: str, *hints: str) -> NoReturn:
        raise ParseError(message, self.place(node), hints=hints, source=self.text)

    def place(self, node: ast.AST) -> Span:
        """Line and column of a node; `ast` counts columns in bytes of UTF-8."""
        line, offset = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        before = self.lines[line - 1].encode()[:offset] if line <= len(self.lines) else b""
        return Span(self.file, line, len(before.decode(errors="ignore")) + 1)

    def function(self) -> ast.FunctionDef:
        """The one function definition that a text is."""
        body = self._statements()
        if len(body) != 1 or not isinstance(body[0], ast.FunctionDef):
            self.fail(body[min(1, len(body) - 1)] if body else ast.Pass(), "expected one function definition and nothing else")
        return body[0]

    def _statements(self) -> list[ast.stmt]:
        if len(self.text) > MOST_CHARACTERS:
            raise ParseError(f"the text has more than {MOST_CHARACTERS} characters", Span(self.file, 1))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about what the code would do if it ran
                return ast.parse(self.text).body
        except SyntaxError as problem:
            place = Span(self.file, problem.lineno or 1, problem.offset or 1)
            raise ParseError(f"not Python syntax: {problem.msg}", place, source=self.text) from None
        except (ValueError, MemoryError) as problem:
            message = f"not Python syntax: {problem}" if str(problem) else "nested too deeply"
            raise ParseError(message, Span(self.file, 1)) from None

    # Names, strings, places.

    def name(self, node: ast.AST, what: str = "a name") -> str:
        if not isinstance(node, ast.Name):
            self.fail(node, f"expected {what}")
        return self.original(node, node.id)

    def original(self, node: ast.AST, text: str) -> str:
        try:
            return original_name(text)
        except (ValueError, OverflowError):
            self.fail(node, f"`{text}` escapes no character")

    def string(self, node: ast.AST) -> str:
        if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            self.fail(node, "expected a string")
        return node.value

    def span(self, node: ast.AST) -> Span:
        return read_span(self.string(node)) or self.fail(node, "expected a place in a file", 'write "file:line:column"')

    def keywords(self, call: ast.Call) -> dict[str, ast.expr]:
        """The `name=value` of a call."""
        found: dict[str, ast.expr] = {}
        for k in call.keywords:
            if k.arg is None or k.arg in found:
                self.fail(k.value, f"`{k.arg}` stands twice" if k.arg else "expected `name=value`")
            found[k.arg] = k.value
        return found

    def with_spans(self, body: Sequence[ast.stmt]) -> list[tuple[ast.stmt, Span | None]]:
        """Statements, each with its span: the string behind it on its last line."""
        found: list[tuple[ast.stmt, Span | None]] = []
        for s in body:
            if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)):
                found.append((s, None))
            elif not found or found[-1][0].end_lineno != s.lineno or found[-1][1]:
                self.fail(s, "a place stands behind its statement", 'write `u = e; "file:line:column"`')
            else:
                found[-1] = (found[-1][0], self.span(s.value))
        return found

    # Literals.

    def literal(self, node: ast.AST, symbols: Symbols = None) -> Any:
        """Numbers, strings, True, False, None, inf, nan, tuples, const(re, im), size(...) and Format(...)."""
        if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float, str, type(None))):
            return node.value if node.value != math.inf else self.fail(node, "too large for binary64", "write inf")
        if isinstance(node, ast.Tuple):
            return tuple(self.literal(e, symbols) for e in node.elts)
        if isinstance(node, ast.Name) and node.id in ("inf", "nan"):
            return math.inf if node.id == "inf" else math.nan
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self._negated(node)
        if isinstance(node, ast.Call):
            return self._literal_call(node, symbols)
        self.fail(node, "expected a literal")

    def _negated(self, node: ast.UnaryOp) -> Any:
        value = self.literal(node.operand)
        return -value if type(value) in (int, float) else self.fail(node, "expected a number behind the sign")

    def _literal_call(self, node: ast.Call, symbols: Symbols) -> Any:
        called = (callee(node), len(node.args))
        if called == ("size", 1):
            return self.size(node.args[0], symbols)
        if called == ("const", 2):
            return complex(self.real(node.args[0]), self.real(node.args[1]))
        return self.format(node) if called[0] == "Format" else self.fail(node, "expected a literal")

    def real(self, node: ast.AST) -> float:
        value = self.literal(node)
        if type(value) not in (int, float):
            self.fail(node, "expected a number")
        try:
            return float(value)
        except OverflowError:
            self.fail(node, "too large for binary64", "write inf")

    def integer(self, node: ast.AST) -> int:
        value = self.literal(node)
        if type(value) is not int or not -LARGEST <= value < LARGEST:
            self.fail(node, "expected an integer of 64 bits")
        return value

    def format(self, node: ast.AST) -> Format:
        try:
            return Format(*map(self.literal, node.args)) if isinstance(node, ast.Call) else format_named(self.string(node))
        except (TypeError, ValueError) as problem:
            self.fail(node, str(problem))

    # Sizes and types.

    def size(self, node: ast.AST, symbols: Symbols = None) -> Size:
        if isinstance(node, ast.Constant):
            return Size.of(self.integer(node))
        if isinstance(node, ast.Name):
            return self._symbol(node, symbols)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self.size(node.operand, symbols)
        if isinstance(node, ast.BinOp) and type(node.op) in _SIZE_OPERATORS:
            return self._combined(node, _SIZE_OPERATORS[type(node.op)], [node.left, node.right], symbols)
        if isinstance(node, ast.Call) and callee(node) in _SIZE_CALLS and len(node.args) == 2:
            return self._combined(node, _SIZE_CALLS[callee(node)], node.args, symbols)
        self.fail(node, "expected a size", "sizes are made of integers, size symbols, + - * // %, min(a, b) and max(a, b)")

    def _symbol(self, node: ast.Name, symbols: Symbols) -> Size:
        name = self.original(node, node.id)
        if symbols is not None and name not in symbols:
            self.fail(node, f"`{node.id}` is no size here", f"sizes here: {', '.join(sorted(symbols)) or 'none'}")
        return Size.of(name)

    def _combined(self, node: ast.AST, f: Callable[[Size, Size], Size], operands: Sequence[ast.expr],
                  symbols: Symbols) -> Size:
        a, b = (self.size(o, symbols) for o in operands)
        if len(a.terms) * max(1, len(b.terms)) > MOST_TERMS:
            self.fail(node, f"a size of more than {MOST_TERMS} terms")
        try:
            size = f(a, b)
        except ZeroDivisionError:
            self.fail(node, "division by zero")
        if any(not -LARGEST <= k < LARGEST for _, k in size.terms):
            self.fail(node, "a size of more than 64 bits")
        return size

    def sizes(self, node: ast.AST, symbols: Symbols) -> Shape:
        return tuple(self.size(d, symbols) for d in items(node))

    def type(self, node: ast.AST, symbols: Symbols) -> tuple[str, Shape]:
        """(kind, shape) of `real` or `real[N, M]`."""
        kind, dims = (node.value, node.slice) if isinstance(node, ast.Subscript) else (node, None)
        if not (isinstance(kind, ast.Name) and kind.id in KINDS):
            self.fail(node, "expected a kind", f"kinds: {', '.join(KINDS)}")
        return kind.id, () if dims is None else self.sizes(dims, symbols)


def callee(node: ast.AST) -> str:
    """The plain name that a call calls, else ""."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def items(node: ast.AST | None) -> list[Any]:
    """The items of a tuple, or the one node itself, or nothing."""
    return node.elts if isinstance(node, ast.Tuple) else [node] if node else []
