"""From what the user writes to source lines: `wet_bulb`, `wet_bulb#2`, `physics.py:wet_bulb`, `physics.py:40-52`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from precis.errors import Span, UsageError

_RANGE = re.compile(r"(?P<file>.+):(?P<first>\d+)-(?P<last>\d+)")
Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines first..last of `file`, and the functions that they call.

    callees  line ranges of functions that the lines call, directly or not, in the same file
    nested   line ranges of functions that are defined within the lines: theirs only where the lines call them
    returns_call   whether they return what such a function gives, as it gives it
    call     which call is meant, from 1; None: the only one
    """

    name: str
    file: str
    first: int
    last: int
    callees: tuple[tuple[int, int], ...] = ()
    nested: tuple[tuple[int, int], ...] = ()
    returns_call: bool = False
    call: int | None = None

    @property
    def span(self) -> Span:
        return Span(self.file, self.first)

    def hold(self, span: Span | None) -> bool:
        """Whether `span` lies in the lines themselves."""
        return self._within(span, ((self.first, self.last),)) and not self._within(span, self.nested)

    def reach(self, span: Span | None) -> bool:
        """Whether `span` lies in a function that these lines call."""
        return self._within(span, self.callees)

    def _within(self, span: Span | None, ranges: Iterable[tuple[int, int]]) -> bool:
        return span is not None and span.file == self.file and any(a <= span.line <= b for a, b in ranges)


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
    tree = _parse(sources[file])
    nested = tuple((d.lineno, d.end_lineno or d.lineno) for d in _definitions(tree) if first < d.lineno <= last)
    returns = any(isinstance(n, ast.Return) and isinstance(n.value, ast.Call) and first <= n.lineno <= last
                  for n in ast.walk(tree))
    return Lines(name, file, first, last, tuple(_callees(tree, first, last)), nested, returns, call)


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
        if name in seen or definition is None or definition.lineno == first:
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
