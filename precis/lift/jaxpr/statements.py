"""What a place in a user's file means: its statement, and the names that an expression's value is given there."""

from __future__ import annotations

import ast
import linecache
import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from precis.lift.jaxpr.frames import Function, Place, first_line, scope_at

Targets = str | tuple | None  # a name, a tuple of Targets, or nothing worth a name
RETURNED = object()  # the value of the expression is what the function returns
Expression = tuple[int, int, int, int]


@dataclass
class Source:
    """A user's file: text, statements, and the meaning of each expression that is assigned or returned."""

    file: str
    text: str
    tree: ast.Module = field(repr=False)
    found: dict[tuple[int, int], ast.stmt | None] = field(default_factory=dict, repr=False)

    @cached_property
    def uses(self) -> dict[Expression, object]:
        """Expression -> RETURNED, or the Targets that its value is assigned to."""
        found: dict[Expression, object] = {}
        for node in ast.walk(self.tree):
            _USES.get(type(node), _no_use)(node, found)
        return found

    @cached_property
    def statements(self) -> list[ast.stmt]:
        return [n for n in ast.walk(self.tree) if isinstance(n, ast.stmt)]

    def statement(self, line: int, column: int) -> ast.stmt | None:
        """The innermost statement at a position."""
        if (line, column) not in self.found:
            at = [s for s in self.statements if (s.lineno, s.col_offset) <= (line, column) <= (s.end_lineno, s.end_col_offset)]
            self.found[line, column] = max(at, key=lambda s: (s.lineno, s.col_offset), default=None)
        return self.found[line, column]

    def column(self, line: int, offset: int) -> int:
        """The 1-based column, in characters, of a UTF-8 offset."""
        lines = self.lines
        return len(lines[line - 1].encode()[:offset].decode(errors="ignore")) + 1 if line <= len(lines) else offset + 1

    @cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @cached_property
    def definitions(self) -> dict[tuple[str, int], ast.FunctionDef]:
        """Functions by their name and first line."""
        return {(n.name, first_line(n)): n for n in self.statements if isinstance(n, ast.FunctionDef)}

    def function(self, function: Function) -> ast.FunctionDef | None:
        """The definition of a function; None for a lambda."""
        return self.definitions.get((function.name, function.line))

    def scope(self, line: int) -> str:
        return scope_at(self.tree, line)


@lru_cache(maxsize=256)
def source_of(file: str) -> Source | None:
    """The parsed file; None where there is no text to read or it does not parse."""
    text = "".join(linecache.getlines(file))
    try:
        return Source(file, text, ast.parse(text)) if text else None
    except (SyntaxError, ValueError):
        return None


def use_at(place: Place) -> object:
    """RETURNED, the Targets that the value of the expression is assigned to, or None."""
    source = source_of(place.file)
    return source.uses.get(place.expression) if source else None


def unpacked(function: Function, path: str) -> str | None:
    """The name that the body of `function` gives to a part of its argument: `c[0]` is `x` after `x, v = c`."""
    source = source_of(function.file)
    root = re.match(r"\w+", path)
    node = source.function(function) if source and root else None
    if node is None or root is None:
        return None
    for statement in node.body:
        if isinstance(statement, ast.Assign):
            name = _part(statement, root.group(), path)
            if name:
                return name
    return None


def _part(statement: ast.Assign, root: str, path: str) -> str | None:
    targets, value = targets_of(statement.targets[0]), ast.unparse(statement.value)
    if not path.startswith(value) or not value.startswith(root):
        return None
    rest = path[len(value):]
    if not re.fullmatch(r"(\[\d+\])*", rest):
        return None
    for k in re.findall(r"\d+", rest):
        if not isinstance(targets, tuple) or int(k) >= len(targets):
            return None
        targets = targets[int(k)]
    return targets if isinstance(targets, str) else None


def targets_of(node: ast.AST) -> Targets:
    """The names of an assignment target: a, self.a, d["a"], (a, b), [a, (b, c)]; `_` and computed subscripts name nothing."""
    if isinstance(node, ast.Name):
        return None if node.id == "_" else node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, (ast.Tuple, ast.List)):
        return tuple(map(targets_of, node.elts))
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        base = targets_of(node.value)
        return identifier(f"{base}_{node.slice.value}") if isinstance(base, str) else None
    return None


def identifier(text: str) -> str:
    """`text` as an identifier: runs of other characters become one underscore."""
    name = re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_")
    return name if name and not name[0].isdigit() else f"v_{name}" if name else "v"


def _expression(node: ast.AST) -> Expression:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]


def _use(value: ast.AST, use: object, found: dict) -> None:
    """Record what becomes of `value`, of both branches of a conditional expression, and of the elements of a tuple."""
    if use is None:
        return
    found[_expression(value)] = use
    if isinstance(value, ast.IfExp):
        _use(value.body, use, found)
        _use(value.orelse, use, found)
    if isinstance(value, (ast.Tuple, ast.List)):
        parts = use if isinstance(use, tuple) and len(use) == len(value.elts) else (None,) * len(value.elts)
        for element, part in zip(value.elts, [RETURNED] * len(value.elts) if use is RETURNED else parts):
            _use(element, part, found)
    if isinstance(value, ast.Dict) and use is RETURNED:
        for element in value.values:
            _use(element, use, found)


def _assign(node: ast.Assign, found: dict) -> None:
    _use(node.value, next((t for t in map(targets_of, node.targets) if t is not None), None), found)


def _annotated(node: ast.AnnAssign | ast.NamedExpr, found: dict) -> None:
    if node.value is not None:
        _use(node.value, targets_of(node.target), found)


def _augmented(node: ast.AugAssign, found: dict) -> None:
    target = targets_of(node.target)
    if target is not None:
        found[_expression(node)] = target


def _returned(node: ast.Return, found: dict) -> None:
    if node.value is not None:
        _use(node.value, RETURNED, found)


def _no_use(node: ast.AST, found: dict) -> None:
    pass


_USES = {
    ast.Assign: _assign, ast.AnnAssign: _annotated, ast.NamedExpr: _annotated, ast.AugAssign: _augmented, ast.Return: _returned,
    ast.Lambda: lambda node, found: _use(node.body, RETURNED, found),
}
