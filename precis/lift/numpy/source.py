"""The user's text: the syntax tree of a function in its file, and places in that file."""

from __future__ import annotations

import ast
import inspect
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from precis.errors import Span, UnsupportedProgram
from precis.lift.numpy.finally_early import finally_early

Definition = ast.FunctionDef | ast.Lambda
FILES_KEPT = 64  # of which the trees are kept for the next function that is lifted


@dataclass(frozen=True, slots=True)
class Text:
    """A source file, under the short name that spans carry."""

    name: str
    source: str

    def span(self, node: ast.AST) -> Span:
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        end = node.end_col_offset if getattr(node, "end_lineno", None) == line else None  # type: ignore[attr-defined]
        return Span(self.name, line, self._characters(line, column) + 1, None if end is None else self._characters(line, end) + 1)

    def _characters(self, line: int, offset: int) -> int:
        """ast counts bytes of UTF-8; spans count characters."""
        lines = _lines(self.source)
        text = lines[line - 1] if line <= len(lines) else ""
        return offset if text.isascii() else len(text.encode()[:offset].decode(errors="ignore"))


@cache
def _lines(source: str) -> list[str]:
    return source.splitlines()


class Sources:
    """Files read so far: one tree per file."""

    def __init__(self) -> None:
        self.files: dict[str, tuple[Text, ast.Module]] = {}
        self.functions: dict[CodeType, tuple[Definition, Text]] = {}

    def definition(self, function: FunctionType) -> tuple[Definition, Text]:
        """The syntax tree of a Python function, and its file. Raises UnsupportedProgram where there is no source."""
        code = function.__code__
        if code not in self.functions:
            text, tree = self._file(function)
            self.functions[code] = (_find(tree, code, function.__name__), text)
        return self.functions[code]

    def _file(self, function: FunctionType) -> tuple[Text, ast.Module]:
        path = function.__code__.co_filename
        if path not in self.files:
            try:
                source = "".join(inspect.findsource(function)[0])
                tree = _parsed(path, source)
            except (OSError, TypeError, SyntaxError):
                raise UnsupportedProgram(f"the source of {function.__name__} is not at hand",
                                         hints=("define the function in a file",)) from None
            self.files[path] = (Text(self._short(path), source), tree)
        return self.files[path]

    def _short(self, path: str) -> str:
        """The file name, with its folder where two files have the same name."""
        name = os.path.basename(path)
        taken = {text.name for text, _ in self.files.values()}
        return name if name not in taken else os.path.join(os.path.basename(os.path.dirname(path)), name)


def _find(tree: ast.Module, code: CodeType, name: str) -> Definition:
    found = [n for n in _definitions(tree) if _first_line(n) == code.co_firstlineno and getattr(n, "name", "<lambda>") == code.co_name]
    if len(found) > 1:
        place = min(((line, c) for line, _, c, end in code.co_positions() if line and c is not None and end), default=(0, 0))
        around = [n for n in found if isinstance(n, ast.Lambda) and _begin(n.body) <= place <= _end(n.body)]
        found = sorted(around, key=lambda n: _begin(n.body))[-1:] or found  # of lambdas in one another, the innermost
    if not found:
        raise UnsupportedProgram(f"the source of {name} does not match what runs",
                                 hints=("import the module again after editing it",))
    return found[0]


@lru_cache(FILES_KEPT)
def _parsed(path: str, source: str) -> ast.Module:
    """The tree of a file, shared by all functions that are lifted from it: nobody changes a tree."""
    return finally_early(ast.parse(source, path))


@lru_cache(FILES_KEPT)
def _definitions(tree: ast.Module) -> list[Definition]:
    return [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.Lambda))]


def _begin(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.expr) -> tuple[int, int]:
    return node.end_lineno or 0, node.end_col_offset or 0


def _first_line(node: Definition) -> int:
    decorators = getattr(node, "decorator_list", [])
    return decorators[0].lineno if decorators else node.lineno


@cache
def yields(definition: Definition) -> bool:
    """Whether a function is a generator."""
    own: list[ast.AST] = [definition.body] if isinstance(definition, ast.Lambda) else list(definition.body)
    while own:
        node = own.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            own.extend(ast.iter_child_nodes(node))
    return False


def loads_of(body: Sequence[ast.AST] | ast.AST) -> Mapping[str, int]:
    """How often each name is read in a body, nested functions included."""
    if isinstance(body, ast.AST):
        return _loads_in(body)
    return _loads_in_all(tuple(body))


@cache
def _loads_in_all(body: tuple[ast.AST, ...]) -> Mapping[str, int]:
    return sum(map(_loads_in, body), Counter())


@cache
def _loads_in(body: ast.AST) -> Counter[str]:
    read = (n.target if isinstance(n, ast.AugAssign) else n for n in ast.walk(body)
            if isinstance(n, ast.AugAssign) or (isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Store)))
    return Counter(n.id for n in read if isinstance(n, ast.Name))


@cache
def assigned_in(node: ast.AST) -> frozenset[str]:
    """Names that a piece of syntax assigns."""
    return frozenset(n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


@cache
def local_names(definition: Definition) -> frozenset[str]:
    """Names that are a function's own: its parameters and what its body binds, functions and classes inside of it left out."""
    found, outward = {a.arg for a in ast.walk(definition.args) if isinstance(a, ast.arg)}, set()
    own: list[ast.AST] = [definition.body] if isinstance(definition, ast.Lambda) else list(definition.body)
    while own:
        node = own.pop()
        if isinstance(node, (ast.Nonlocal, ast.Global)):
            outward.update(node.names)
        found.update(_bound_by(node))
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            own.extend(ast.iter_child_nodes(node))
    return frozenset(found - outward)


def _bound_by(node: ast.AST) -> Iterator[str]:
    """The names that one piece of syntax itself binds."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).split(".")[0]


@cache
def awaited(function: Definition, node: ast.stmt, after: tuple[ast.stmt, ...]) -> frozenset[str]:
    """Names that an `if`, or a loop with `else`, inside of a loop, or what it takes with it `after` itself, assigns, and that are read
    elsewhere in the function, or there before they are assigned: what an iteration reads then, one before it has assigned."""
    if not _in_a_loop(function, node):
        return frozenset()
    inside, everywhere = loads_of([node, *after]), loads_of(function.body)
    assigned, first = set().union(*map(assigned_in, (node, *after))), _read_first((node, *after))[0]
    return frozenset(name for name in assigned if name in first or everywhere.get(name, 0) > inside.get(name, 0))


def _in_a_loop(function: Definition, node: ast.stmt) -> bool:
    """An `if` that asks what a `while` loop asks, inside of the loop, is none of the function's own statements."""
    own = {node, *(n for n in ast.walk(node.test) if isinstance(n, ast.expr))} if isinstance(node, ast.If) else {node}
    return not own.isdisjoint(_in_loops(function))


@cache
def _in_loops(function: Definition) -> frozenset[ast.AST]:
    """What stands in loops of a function, and the loops."""
    return frozenset(n for loop in ast.walk(function) if isinstance(loop, (ast.For, ast.While)) for n in ast.walk(loop))


def _read_first(block: Sequence[ast.stmt]) -> tuple[set[str], set[str]]:
    """Names that a block may read before it assigns them, and those that it surely assigns."""
    read: set[str] = set()
    assigned: set[str] = set()
    for statement in block:
        reads, assigns = _reads_and_assigns(statement)
        read |= reads - assigned
        assigned |= assigns
    return read, assigned


def _reads_and_assigns(node: ast.stmt) -> tuple[Set[str], Set[str]]:
    if isinstance(node, ast.If):
        ways = [_read_first(node.body), _read_first(node.orelse)]
        return {*loads_of(node.test), *ways[0][0], *ways[1][0]}, ways[0][1] & ways[1][1]
    if isinstance(node, (ast.For, ast.While)):
        head, target = (node.iter, assigned_in(node.target)) if isinstance(node, ast.For) else (node.test, frozenset())
        return {*loads_of(head), *(_read_first(node.body)[0] - target), *_read_first(node.orelse)[0]}, set()
    simple = isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign))
    return set(loads_of(node)), assigned_in(node) if simple else set()


def callable_name(fn: Callable[..., Any]) -> str:
    """How the user writes a callable: np.sum, math.sin, max."""
    module = (getattr(fn, "__module__", "") or "").removeprefix("builtins")
    name = getattr(fn, "__qualname__", None) or getattr(fn, "__name__", None) or type(fn).__name__
    module = "numpy" if isinstance(fn, np.ufunc) else module
    root = module.replace("numpy", "np", 1) if module.split(".")[0] == "numpy" else module
    return f"{root}.{name}" if root and root != "__main__" else name


def may_leave(node: ast.AST) -> bool:
    """Whether a break, continue or return in this statement leaves the block that it stands in."""
    if isinstance(node, (ast.Return, ast.Break, ast.Continue)):
        return True
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        return False
    if isinstance(node, (ast.For, ast.While)):
        return any(isinstance(n, ast.Return) for n in ast.walk(node)) or else_leaves(node)
    return any(may_leave(child) for child in ast.iter_child_nodes(node) if isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case)))


def else_leaves(loop: ast.For | ast.While) -> bool:
    """Whether a break or continue in the `else` of a loop, which belongs to the loop around, leaves the block that the loop stands in."""
    return any(map(_jumps, loop.orelse))


def _jumps(node: ast.AST) -> bool:
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        return False
    if isinstance(node, (ast.For, ast.While)):
        return else_leaves(node)
    return isinstance(node, (ast.Break, ast.Continue)) or any(map(_jumps, ast.iter_child_nodes(node)))
