"""Tolerances as they are stated: relative or absolute, in a norm, for all outputs or for each by name.

Written out as text:  u: rtol=1e-6, norm=max; energy: atol=1e-3; *: rtol=1e-4; flags: ignore
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union

from precis.bitwidth.seminorm import NORMS, Seminorm
from precis.errors import Span, UsageError

DEFAULT_RTOL = 1e-6
REST, IGNORE = "*", "ignore"
OPTION = "--tolerance"  # the file that spans in its text name
_NUMBERS = ("rtol", "atol")


@dataclass(frozen=True, slots=True)
class Tolerance:
    """What one output may be off by. Its error e = found - reference keeps to it where

    norm "2"     ||e||_2   <= atol + rtol ||y||_2
    norm "max"   max |e_i| <= atol + rtol max |y_i|
    norm "each"  |e_i|     <= atol + rtol |y_i| for every element, as numpy.allclose has it

    What is left out, or 0 beside a positive one, counts nothing; at least one of rtol and atol is positive. UsageError for values that
    make no sense.
    """

    rtol: float | None = None
    atol: float | None = None
    norm: str = "2"

    def __post_init__(self) -> None:
        for name, other in (_NUMBERS, _NUMBERS[::-1]):
            if getattr(self, name) == 0 and getattr(self, other):  # as numpy.allclose spells a tolerance of one kind
                object.__setattr__(self, name, None)
            _check_positive(name, getattr(self, name))
        if self.rtol is None and self.atol is None:
            raise UsageError("a tolerance needs rtol or atol", hints=("such as rtol=1e-6",))
        if self.norm not in NORMS:
            raise UsageError(f"there is no norm {self.norm!r}", hints=(f"norms: {', '.join(NORMS)}",))

    @property
    def words(self) -> str:
        """1e-6 absolute, max-norm; the default kind (relative, 2-norm) goes without saying."""
        kinds = [f"{self.atol:g} absolute"] if self.atol else []
        kinds += [f"{self.rtol:g} relative" if kinds or self.norm != "2" else f"{self.rtol:g}"] if self.rtol else []
        norm = {"2": "2-norm" if self.atol else "", "max": "max-norm", "each": "element-wise"}[self.norm]
        return ", ".join(filter(None, [" + ".join(kinds), norm]))

    def __str__(self) -> str:
        parts = [f"{n}={getattr(self, n):g}" for n in _NUMBERS if getattr(self, n) is not None]
        return ", ".join(parts + ([f"norm={self.norm}"] if self.norm != "2" else []))


def _check_positive(name: str, value: Any) -> None:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if value is not None and not (number and math.isfinite(value) and value > 0):
        what = "the tolerance" if name == "rtol" else name
        raise UsageError(f"{what} is {value!r}; it must be a positive number, such as 1e-6",
                         hints=("for outputs that have to be equal, compare them outside precis",) if value == 0 else ())  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tolerances:
    """The tolerance of every output, and the unit in which errors are told.

    rows   output name or position -> its Tolerance; None: it is not judged
    rest   of outputs that no row names; None: each has to be named
    unit   what a measured error is compared with. Where all outputs share one rtol (or one atol), errors are relative
           (or absolute) and the unit is that number; else an error is the share of what its output is allowed, unit 1
    """

    rows: tuple[tuple[str, Tolerance | None], ...] = ()
    rest: Tolerance | None = None

    @property
    def unit(self) -> float:
        return _common(self)[1]

    @property
    def relative(self) -> float:
        """The smallest relative part that is stated, else the default one: how far readings of one program may differ."""
        return min((t.rtol for t in self.stated if t.rtol), default=DEFAULT_RTOL)

    @property
    def stated(self) -> list[Tolerance]:
        return [t for t in (*(row for _, row in self.rows), self.rest) if t]

    @property
    def words(self) -> str:
        """After "tolerance": the number with its kind, or 1 with what it is the share of."""
        shared, unit = _common(self)
        return shared.words if shared and unit != 1.0 else f"1 (of what is allowed: {self})"

    def seminorm(self, stated: Tolerance) -> Seminorm:
        """How the error of an output with this Tolerance is measured, in the unit."""
        return Seminorm(stated.norm, (stated.rtol or 0.0) / self.unit, (stated.atol or 0.0) / self.unit)

    def __str__(self) -> str:
        rows = [f"{name}: {IGNORE if t is None else t}" for name, t in self.rows]
        rest = [f"{REST}: {self.rest}" if rows else str(self.rest)] if self.rest else []
        return "; ".join(rows + rest)


Stated = Union[Tolerances, Tolerance, Mapping[Any, Union[Tolerance, None]], str, float, None]


def _common(t: Tolerances) -> tuple[Tolerance | None, float]:
    """(the tolerance that all judged outputs share or None, the unit)."""
    found = set(t.stated)
    shared = next(iter(found)) if len(found) == 1 else None
    if shared is None or (shared.rtol and shared.atol):
        return None, 1.0
    return shared, float(shared.rtol or shared.atol or 1.0)


def tolerances(
    stated: Stated = None, *, rtol: float | None = None, atol: float | None = None, norm: str | None = None
) -> Tolerances:
    """One record from whatever way the tolerance was stated. UsageError for values that make no sense and for two
    statements that contradict each other; for a text with the column in it."""
    if isinstance(stated, Tolerances):
        return stated
    if stated is not None and (rtol, atol, norm) != (None, None, None):
        given = [n for n, v in (("rtol", rtol), ("atol", atol), ("norm", norm)) if v is not None]
        raise UsageError(f"tolerance and {' and '.join(given)} were both given", hints=("state one of them",))
    if isinstance(stated, str):
        return parse(stated)
    if isinstance(stated, Tolerance):
        return Tolerances(rest=stated)
    if isinstance(stated, Mapping):
        return _of_mapping(stated)
    if stated is not None:
        return Tolerances(rest=Tolerance(stated))
    plain = DEFAULT_RTOL if rtol is None and atol is None else rtol
    return Tolerances(rest=Tolerance(plain, atol, "2" if norm is None else norm))


def _of_mapping(stated: Mapping[Any, Any]) -> Tolerances:
    for name, t in stated.items():
        if not isinstance(t, (Tolerance, type(None))):
            raise UsageError(f"the tolerance of {name!r} is a {type(t).__name__}, not a Tolerance",
                             hints=('such as {"u": Tolerance(rtol=1e-6, norm="max")}',))  # fmt: skip
    if not any(stated.values()):
        raise UsageError("no output is given a tolerance")
    rows = tuple((str(name), t) for name, t in stated.items() if str(name) != REST)
    return Tolerances(rows, stated.get(REST))


def judged(wanted: Tolerances, names: Sequence[str], floating: Sequence[int]) -> dict[int, Seminorm]:
    """Position of every judged output -> its seminorm. `floating`: positions that have an error at all.

    UsageError for names of no output, and for outputs that no row names where there is no rest.
    """
    rows: dict[int, Tolerance | None] = {}
    for name, t in wanted.rows:
        k = _position(name, names)
        if k in rows:
            raise UsageError(f"the output {names[k]} is given two tolerances")
        if k not in floating and t is not None:
            raise UsageError(f"the output {names[k]} holds integers, which are not judged")
        rows[k] = t
    unnamed = [names[k] for k in floating if k not in rows]
    if unnamed and wanted.rest is None:
        missing = ", ".join(unnamed[:4])
        raise UsageError(f"no tolerance is stated for the output {missing}",
                         hints=(f"add `{REST}: rtol=...` for all others, or `{unnamed[0]}: {IGNORE}`",))  # fmt: skip
    found = {k: rows.get(k, wanted.rest) for k in floating}
    return {k: wanted.seminorm(t) for k, t in found.items() if t is not None}


def _position(name: str, names: Sequence[str]) -> int:
    if name in names:
        return list(names).index(name)
    if name.isdigit() and int(name) < len(names):
        return int(name)
    close = difflib.get_close_matches(name, names, 1)
    hints = (f"did you mean {close[0]}?",) if close else ()
    raise UsageError(f"no output is called {name!r}", hints=(*hints, f"outputs: {', '.join(names)}"))


def parse(text: str) -> Tolerances:
    """The tolerances of a text such as "u: rtol=1e-6, norm=max; energy: atol=1e-3". UsageError at the column that is
    wrong."""
    rows: dict[str, Tolerance | None] = {}
    for start, part in _pieces(text, ";", 0):
        name, colon, _ = part.partition(":")
        if not colon:
            name, body = REST, (start, part)
        else:
            rest = part[len(name) + 1 :]
            body = (start + len(part) - len(rest.lstrip()), rest.strip())
        if not name.strip():
            _refuse(text, start, part, "expected the name of an output before the colon")
        if name.strip() in rows:
            _refuse(text, start, name, f"{name.strip()} is given two tolerances")
        rows[name.strip()] = _parse_row(text, *body)
    if not any(rows.values()):
        _refuse(text, 0, text, "no output is given a tolerance")
    return Tolerances(tuple((n, t) for n, t in rows.items() if n != REST), rows.get(REST))


def _parse_row(text: str, start: int, body: str) -> Tolerance | None:
    if body.strip() == IGNORE:
        return None
    found: dict[str, Any] = {}
    for at, item in _pieces(body, ",", start):
        name, equals, value = (s.strip() for s in item.partition("="))
        if not equals or name not in (*_NUMBERS, "norm"):
            close = [f"rtol={name}"] if _is_number(name) else difflib.get_close_matches(name, [*_NUMBERS, "norm"], 1)
            _refuse(text, at, item, "expected rtol=NUMBER, atol=NUMBER or norm=NORM", close)
        if name in found:
            _refuse(text, at, item, f"{name} is given twice")
        found[name] = value if name == "norm" else _number(text, at, item, name, value)
    if "norm" in found and found["norm"] not in NORMS:
        _refuse(text, start, body, f"there is no norm {found['norm']!r}; norms: {', '.join(NORMS)}")
    if not set(found) & set(_NUMBERS):
        _refuse(text, start, body, "a tolerance needs rtol or atol")
    return Tolerance(**found)


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _number(text: str, at: int, item: str, name: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number > 0.0):
        _refuse(text, at, item, f"{name} is a positive number such as 1e-6, not {value!r}")
    return number


def _pieces(text: str, separator: str, offset: int) -> list[tuple[int, str]]:
    """(place, stripped part) of every non-empty part."""
    parts = re.finditer(rf"[^{separator}]+", text)
    found = [(m.start() + len(m.group()) - len(m.group().lstrip()), m.group().strip()) for m in parts]
    return [(offset + at, part) for at, part in found if part]


def _refuse(text: str, at: int, part: str, words: str, close: Sequence[str] = ()) -> None:
    span = Span(OPTION, 1, at + 1, at + 1 + max(1, len(part.rstrip())))
    raise UsageError(words, span, source=text, hints=tuple(f"did you mean {c}?" for c in close))
