"""Rounding contexts: what :precision and :round say, as formats of precis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from precis.formats import FORMATS, Format
from precis.lift.fpcore.literals import number
from precis.lift.fpcore.problem import Problems, nearest
from precis.lift.fpcore.reader import Atom, Datum, List

NAMES = {name: FORMATS[name] for name in ("binary16", "bfloat16", "binary32", "binary64", "binary80", "binary128")}
REAL = FORMATS["binary128"]  # what stands for unlimited precision where a program has to run
WIDTHS = {(f.bits if f.name != "binary80" else 80, f.emax): f for f in NAMES.values()}
ROUNDINGS = ("nearestEven", "nearestAway", "toPositive", "toNegative", "toZero")
TO_INTEGER = {"nearestEven": "rint", "toPositive": "ceil", "toNegative": "floor", "toZero": "trunc"}


@dataclass(frozen=True, slots=True)
class Context:
    """A rounding context: the format of results, and where they are integers, the operation that makes them so."""

    format: Format = FORMATS["binary64"]
    rounding: str = "nearestEven"
    integer: bool = False

    @property
    def to_integer(self) -> str | None:
        return TO_INTEGER[self.rounding] if self.integer else None


def within(context: Context, properties: Mapping[str, Datum], problems: Problems) -> Context:
    """`context` as the properties of an annotation change it; anything but rounding to nearest, ties to even, is refused, except of
    integers."""
    if ":precision" in properties:
        context = _precision(context, properties[":precision"], problems)
    if ":round" in properties:
        context = replace(context, rounding=_rounding(properties[":round"], problems))
    if context.rounding != "nearestEven" and not (context.integer and context.rounding in TO_INTEGER):
        where = properties.get(":round") or properties[":precision"]
        raise problems.unsupported(f"rounding {context.rounding} is not supported; precis rounds to nearest, ties to even", where,
                                   "leave :round out, or write nearestEven")
    return context


def _precision(context: Context, datum: Datum, problems: Problems) -> Context:
    if isinstance(datum, Atom) and datum.text == "integer":
        return replace(context, integer=True)
    return replace(context, format=_format(datum, problems), integer=False)


def _format(datum: Datum, problems: Problems) -> Format:
    if isinstance(datum, Atom):
        if datum.text == "real":
            return REAL
        if datum.text in NAMES:
            return NAMES[datum.text]
        raise problems.unsupported(f"the precision {datum.text} is not supported", datum, *nearest(datum.text, NAMES),
                                   f"precisions: {', '.join(NAMES)}, real, integer, (float ES NBITS)")
    if isinstance(datum, List) and datum.head == "float" and len(datum.items) == 3:
        sizes = [number(item.text) if isinstance(item, Atom) else None for item in datum.items[1:]]
        if all(s is not None and s.denominator == 1 for s in sizes):
            exponent, bits = (int(s) for s in sizes if s is not None)
            if 1 < exponent < 20 and (bits, 2 ** (exponent - 1) - 1) in WIDTHS:
                return WIDTHS[bits, 2 ** (exponent - 1) - 1]
    words = f"({datum.head} ...)" if isinstance(datum, List) else "this precision"
    raise problems.unsupported(f"{words} is no format that precis computes in", datum, f"formats: {', '.join(NAMES)}")


def _rounding(datum: Datum, problems: Problems) -> str:
    if isinstance(datum, Atom) and datum.text in ROUNDINGS:
        return datum.text
    name = datum.text if not isinstance(datum, List) else ""
    raise problems.wrong(f"unknown rounding {name}", datum, *nearest(name, ROUNDINGS), f"roundings: {', '.join(ROUNDINGS)}")
