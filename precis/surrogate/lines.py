"""From what the user writes to source lines: `wet_bulb`, `wet_bulb#2`, `physics.py:wet_bulb`, `physics.py:40-52`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from precis.errors import Span, UsageError

_RANGE = re.compile(r"(?P<file>.+):(?P<first>\d+)-(?P<last>\d+)")
Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines first..last of `file`, the line ranges of the functions that they call, and which call is meant (None: the only)."""

    name: str
    file: str
    first: int
    last: int
    callees: tuple[tuple[int, int], ...] = ()
    call: int | None = None

    @property
    def span(self) -> Span:
        return Span(self.file, self.first)

    def hold(self, span: Span | None) -> bool:
        return span is not None and span.file == self.file and self.first <= span.line <= self.last

    def reach(self, span: Span | None) -> bool:
        """Whether `span` lies in a function that these lines call, directly or not."""
        return span is not None and span.file == self.file and any(a <= span.line <= b for a, b in self.callees)


def find_lines(sources: Mapping[str, str], where: str) -> Lines:
    """The lines that `where` names in `sources` (file name -> text). Raises UsageError."""
    text, _, call = where.partition("#")
    if call and not call.isdecimal():
        raise UsageError(f"{where}: after # stands the number of a call")
    number = int(call) if call else None
    match = _RANGE.fullmatch(text)
    if match:
        file = _file(sources, match["file"], where)
        return _lines(sources, where, file, int(match["first"]), int(match["last"]), number)
    file_part, _, name = text.rpartition(":")
    files = [_file(sources, file_part, where)] if file_part else list(sources)
    found = [(f, d) for f in files for d in _definitions(_parse(sources[f])) if d.name == name]
    if len(found) != 1:
        raise UsageError(_not_one(where, name, found), hints=(_available(sources),))
    file, definition = found[0]
    return _lines(sources, name, file, definition.lineno, definition.end_lineno or definition.lineno, number)


def _lines(sources: Mapping[str, str], name: str, file: str, first: int, last: int, call: int | None) -> Lines:
    if not 1 <= first <= last <= len(sources[file].splitlines()):
        raise UsageError(f"{file} has no lines {first}-{last}")
    return Lines(name, file, first, last, tuple(_callees(_parse(sources[file]), first, last)), call)


def _file(sources: Mapping[str, str], name: str, where: str) -> str:
    found = [f for f in sources if f == name or f.endswith("/" + name)]
    if len(found) != 1:
        raise UsageError(f"{where}: the program has no source file {name}", hints=("its files are " + ", ".join(sources),))
    return found[0]


def _parse(text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except SyntaxError:
        return ast.Module([], [])


def _definitions(tree: ast.AST) -> Iterator[Definition]:
    return (n for n in ast.walk(tree) if isinstance(n, Definition))


def _callees(tree: ast.Module, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Line ranges of the functions of the same file that lines first..last call, followed through their calls."""
    definitions = {d.name: d for d in _definitions(tree)}
    seen: set[str] = set()
    waiting = list(_called(tree, first, last))
    while waiting:
        name = waiting.pop()
        definition = definitions.get(name)
        if name in seen or definition is None or first <= definition.lineno <= last:
            continue
        seen.add(name)
        end = definition.end_lineno or definition.lineno
        waiting += _called(tree, definition.lineno, end)
        yield definition.lineno, end


def _called(tree: ast.Module, first: int, last: int) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and first <= node.lineno <= last:
            if isinstance(node.func, ast.Name):
                yield node.func.id
            elif isinstance(node.func, ast.Attribute):
                yield node.func.attr


def _not_one(where: str, name: str, found: list[tuple[str, Definition]]) -> str:
    if not found:
        return f"{where}: the program has no function {name!r}"
    places = ", ".join(f"{file}:{d.lineno}" for file, d in found)
    return f"{where} is defined more than once: {places}"


def _available(sources: Mapping[str, str]) -> str:
    names = sorted({d.name for text in sources.values() for d in _definitions(_parse(text))})
    return "name a function (" + ", ".join(names[:12]) + ") or lines (file.py:first-last)"
