"""Pins: which formats the user allows where. A pin names places and the formats that they may have.

    residual            the container of that name; a site by its name (heat.py:42)
    u*, heat.py:*       every container or site that matches (shell patterns)
    line:42             every site on a line 42
    inputs, outputs, locals, constants, arrays, scalars, lines     all containers of that role or rank, all sites
    compute:..., accumulate:..., storage:...                       only places of that kind

A pin to one format fixes it, a pin to several leaves them to be chosen from. A name outweighs a pattern or line, and
those outweigh a word; pins of equal weight must agree.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from precis.bitwidth.places import Place, sites_of
from precis.errors import UsageError
from precis.formats import Format, format_named
from precis.ir.emulate import ROUNDED
from precis.ir.types import Container, Program

Allowed = Format | str | Sequence[Format | str]
Pins = Mapping[Any, Allowed]  # of names and places
NAME, PATTERN, WORD = 2, 1, 0  # weights
WILD = "*?["
KINDS = ("storage", "compute", "accumulate")
ROLES: Mapping[str, tuple[str, ...]] = {
    "inputs": ("input", "inout"),
    "outputs": ("output", "inout"),
    "locals": ("local",),
    "constants": ("constant",),
}
WORDS = (*ROLES, "arrays", "scalars", "lines")


class _Pin(NamedTuple):
    weight: int
    name: str | Place
    formats: tuple[Format, ...]


def allowed_formats(
    program: Program, pins: Pins, group: Mapping[Place, Place] | None = None
) -> dict[Place, tuple[Format, ...]]:
    """Place -> formats that pins allow it, narrowest first; places without a pin are absent.

    group   place -> the place that shares its storage (for storage places only)
    Raises UsageError for unknown names and formats, empty sets and pins that contradict one another.
    """
    shared = group or {}
    found: dict[Place, _Pin] = {}
    for name, allowed in pins.items():
        weight, places = places_named(program, name)
        formats = _formats(name, allowed)
        for place in places:
            _check_kind(name, place, formats)
            own = shared.get(place, place) if place[0] == "storage" else place
            found[own] = _joined(found.get(own), _Pin(weight, name, formats), place, own)
    return {place: pin.formats for place, pin in found.items()}


def _joined(before: _Pin | None, pin: _Pin, place: Place, own: Place) -> _Pin:
    """The weightier of two pins of one place; what both allow where they weigh the same."""
    if before is None or pin.weight > before.weight:
        return pin
    if pin.weight < before.weight:
        return before
    both = tuple(f for f in pin.formats if f in before.formats)
    if not both:
        raise UsageError(_contradiction(before, pin, place, own), hints=("drop one of the two pins",))
    return _Pin(pin.weight, pin.name, both)


def _contradiction(before: _Pin, pin: _Pin, place: Place, own: Place) -> str:
    to, other = _listed(pin.formats), _listed(before.formats)
    if place[0] == "storage" and before.name not in (place[1], place) and before.weight == NAME:
        return f"{place[1]!r} is pinned to {to}, but shares its storage with {_shown(before.name)!r}, which is pinned to {other}"
    if pin.name == before.name:
        return f"{_shown(pin.name)!r} is pinned to {other} and to {to}"
    shown = f"pins of {_shown(before.name)!r} ({other}) and {_shown(pin.name)!r} ({to})"
    return f"{shown} contradict each other for {place[1]!r}"


def _shown(name: str | Place) -> str:
    return name if isinstance(name, str) else name[1]


def _listed(formats: Sequence[Format]) -> str:
    return " or ".join(f.name for f in formats)


def _formats(name: str | Place, allowed: Allowed) -> tuple[Format, ...]:
    given = [allowed] if isinstance(allowed, (Format, str)) else list(allowed)
    if not given:
        raise UsageError(f"no format is left for {_shown(name)!r}", hints=("name at least one format",))
    try:
        found = {f if isinstance(f, Format) else format_named(f) for f in given}
    except ValueError as problem:
        raise UsageError(f"pin of {_shown(name)!r}: {problem}") from None
    return tuple(sorted(found, key=lambda f: (f.precision, f.emax, f.name)))


def _check_kind(name: str | Place, place: Place, formats: Sequence[Format]) -> None:
    bad = [f for f in formats if not f.storable]
    if bad and place[0] in ("storage", "accumulate"):
        raise UsageError(
            f"{_shown(name)!r} cannot be pinned to {bad[0]}: a multiplicand format is not stored or accumulated in"
        )


def places_named(program: Program, name: str | Place) -> tuple[int, list[Place]]:
    """(weight, places) of what a pin names. UsageError where that is nothing."""
    floating = [c for c in program.containers if c.kind in ROUNDED]
    sites = sites_of(program)
    every = [("storage", c.name) for c in floating] + [(k, site) for k in KINDS[1:] for site in sites]
    if isinstance(name, tuple):
        found = [name] if name in every or (name[0] == "multiplicand" and name[1] in sites) else []
        return NAME, found or _unknown(program, name[1], every)
    prefix, colon, rest = name.partition(":")
    kinds = (prefix,) if colon and prefix in KINDS else ("storage", "compute")
    wanted = rest if colon and prefix in KINDS else name
    of_kind = [p for p in every if p[0] in kinds]
    exact = [p for p in of_kind if p[1] == wanted][:1]
    if exact:
        return NAME, exact
    if wanted in WORDS:
        return WORD, _of_word(program, wanted, floating, of_kind) or _unknown(program, name, every)
    if wanted.startswith("line:"):
        found = [p for p in of_kind if p[0] != "storage" and p[1].rpartition(":")[2] == wanted[5:]]
        return PATTERN, found or _no_such_line(name, sites)
    matching = [p for p in of_kind if fnmatchcase(p[1], wanted)] if any(c in wanted for c in WILD) else []
    return PATTERN, matching or _unknown(program, name, every)


def _of_word(program: Program, word: str, floating: Sequence[Container], places: Sequence[Place]) -> list[Place]:
    if word == "lines":
        return [p for p in places if p[0] != "storage"]
    returned = {v.container for v in program.body.results}
    chosen = {
        c.name
        for c in floating
        if c.role in ROLES.get(word, ())
        or (word == "outputs" and c.name in returned)
        or (word == "arrays" and c.shape)
        or (word == "scalars" and not c.shape)
    }
    return [p for p in places if p[0] == "storage" and p[1] in chosen]


def _unknown(program: Program, name: str, every: Sequence[Place]) -> list[Place]:
    other = next((c for c in program.containers if c.name == name), None)
    if other is not None:
        raise UsageError(f"{name!r} holds {other.kind} values: only floating containers have formats")
    names = sorted({p[1] for p in every if p[1]})
    close = difflib.get_close_matches(name, [*names, *WORDS], 3) or names[:8]
    what = "matches" if any(c in name for c in WILD) else "is called"
    raise UsageError(f"nothing that could be pinned {what} {name!r}", hints=(f"containers and sites: {', '.join(close)}",))


def _no_such_line(name: str, sites: Sequence[str]) -> list[Place]:
    lines = sorted({int(n) for s in sites if (n := s.rpartition(":")[2]).isdigit()})
    wanted = name.rpartition(":")[2]
    near = sorted(lines, key=lambda n: abs(n - int(wanted)))[:3] if wanted.isdecimal() else lines[:8]
    raise UsageError(
        f"nothing is computed on {name!r}", hints=(f"lines that compute: {', '.join(map(str, sorted(near)))}",)
    )
