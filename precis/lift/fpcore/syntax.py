"""The cores of a file: names, arguments, properties, body. Expressions stay data until they are lowered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from precis.errors import Span
from precis.lift.fpcore.literals import CONSTANTS, number
from precis.lift.fpcore.problem import Problems, nearest
from precis.lift.fpcore.reader import Atom, Datum, List, Text, read

MEANING = (":pre", ":spec", ":precision", ":round")  # properties that change what is computed; all others are notes


@dataclass(frozen=True, slots=True)
class Argument:
    """`dimensions`: a number or a symbol each; empty for a scalar."""

    name: str
    dimensions: tuple[Atom, ...]
    properties: Mapping[str, Datum]
    where: Atom


@dataclass(frozen=True, slots=True)
class Core:
    """One (FPCore ...). `name` is the identifier that other cores call it by, "" where it has none."""

    name: str
    arguments: tuple[Argument, ...]
    properties: Mapping[str, Datum]
    body: Datum
    where: List

    @property
    def title(self) -> str:
        """The :name property, or the identifier."""
        named = self.properties.get(":name")
        return named.text if isinstance(named, (Text, Atom)) else self.name

    @property
    def span(self) -> Span:
        return self.where.span


def cores_of(text: str, file: str) -> tuple[Core, ...]:
    """The cores of a file in order. Raises ParseError with the place of what is wrong."""
    problems = Problems(text)
    found: dict[str, Core] = {}
    cores = tuple(_core(datum, problems) for datum in read(text, file))
    for core in cores:
        if core.name in found:
            raise problems.wrong(f"the core {core.name} stands twice: the first is on line {found[core.name].span.line}", core.where)
        if core.name:
            found[core.name] = core
    return cores


def _core(datum: Datum, problems: Problems) -> Core:
    if not isinstance(datum, List) or datum.head != "FPCore":
        head = datum.head if isinstance(datum, List) else datum.text
        raise problems.wrong(f"expected (FPCore ...), found {head or 'a list'}", datum, *nearest(head, ["FPCore"]))
    rest = list(datum.items[1:])
    name = rest.pop(0).text if rest and isinstance(rest[0], Atom) else ""  # type: ignore[union-attr]
    if not rest or not isinstance(rest[0], List):
        raise problems.wrong("expected a list of arguments after FPCore", rest[0] if rest else datum, "write (FPCore (x y) body)")
    arguments = tuple(_argument(a, problems) for a in rest.pop(0).items)  # type: ignore[union-attr]
    _check_distinct(arguments, problems)
    properties, body = properties_of(rest, problems)
    if len(body) != 1:
        what = "this core has no body" if not body else f"expected one body, found {len(body)} expressions"
        raise problems.wrong(what, body[1] if len(body) > 1 else datum)
    return Core(name, arguments, properties, body[0], datum)


def _argument(datum: Datum, problems: Problems) -> Argument:
    properties: Mapping[str, Datum] = {}
    items: Sequence[Datum] = (datum,)
    if isinstance(datum, List):
        items = datum.items
        if datum.head == "!":
            properties, items = properties_of(datum.items[1:], problems)
            if len(items) == 1 and isinstance(items[0], List):
                items = items[0].items
    if not items or not all(isinstance(i, Atom) for i in items):
        raise problems.wrong("an argument is x, (A n m), or (! :precision p x)", datum)
    name, *dimensions = items
    assert isinstance(name, Atom)
    check_name(name, problems)
    return Argument(name.text, tuple(d for d in dimensions if isinstance(d, Atom)), properties, name)


def _check_distinct(arguments: Sequence[Argument], problems: Problems) -> None:
    seen: set[str] = set()
    for a in arguments:
        if a.name in seen:
            raise problems.wrong(f"the argument {a.name} stands twice", a.where)
        seen.add(a.name)


def check_name(atom: Atom, problems: Problems) -> None:
    """Raise ParseError where a name that is to be bound is a number, a constant or a property."""
    if atom.text in CONSTANTS or atom.text.startswith(":") or number(atom.text) is not None:
        raise problems.wrong(f"{atom.text} cannot be bound: it is a {'property' if atom.text[0] == ':' else 'constant'}", atom)


def properties_of(items: Sequence[Datum], problems: Problems) -> tuple[dict[str, Datum], Sequence[Datum]]:
    """(leading properties, what follows them)."""
    found: dict[str, Datum] = {}
    k = 0
    while k < len(items):
        key = items[k]
        if not isinstance(key, Atom) or not key.text.startswith(":"):
            break
        if k + 1 >= len(items):
            raise problems.wrong(f"the property {key.text} has no value", key)
        if key.text in found and key.text in MEANING:
            raise problems.wrong(f"the property {key.text} stands twice", key)
        found[key.text] = items[k + 1]
        k += 2
    return found, items[k:]
