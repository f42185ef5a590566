"""Texts of the smallest things: numbers, Sizes, types, formats, slices."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from precis.formats import Format, is_known
from precis.ir.ops import ArrayConstant
from precis.ir.size import Call, Size
from precis.ir.text.grammar import default_start, identifier, slice_length
from precis.ir.types import Cut, Node, Shape


def number(value: Any) -> str:
    """A bool, int, float or complex."""
    if isinstance(value, complex):
        return f"const({number(value.real)}, {number(value.imag)})"
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return repr(value)


def literal(value: Any) -> str:
    """Strings, numbers, None, Sizes, Formats and tuples of them, as attributes and static arguments hold them."""
    if isinstance(value, Size):
        return f"size({size_text(value)})"
    if isinstance(value, Format):
        return format_text(value)
    if isinstance(value, tuple):
        return tuple_text(map(literal, value))
    return number(value) if isinstance(value, (float, complex)) else repr(value)


def tuple_text(items: Iterable[str]) -> str:
    parts = list(items)
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def format_text(fmt: Format) -> str:
    if is_known(fmt):
        return repr(fmt.name)
    return f"Format({', '.join(repr(getattr(fmt, f)) for f in list(Format.__dataclass_fields__)[:7])})"


def size_text(size: Size) -> str:
    return size.render(identifier, _size_call)


def _size_call(name: str, args: list[str]) -> str:
    if name != "floordiv":
        return f"{name}({', '.join(args)})"
    return "(" + "//".join(a if a.isidentifier() or a.isdigit() else f"({a})" for a in args) + ")"


def type_text(kind: str, shape: Shape) -> str:
    return f"{kind}[{', '.join(map(size_text, shape))}]" if shape else kind


def constant_text(node: Node) -> str:
    """A `const` node: 2.0, 3 (int64), True; int32(3); const(inf), const(re, im); array("hash", shape, kind)."""
    value, kind = node.attrs["value"], node.attrs["kind"]
    if isinstance(value, ArrayConstant):
        return f"array({value.name!r}, {tuple(value.shape)!r}" + (f", {kind!r})" if kind != "real" else ")")
    if kind == "real":
        return number(float(value)) if math.isfinite(value) else f"const({number(float(value))})"
    if kind == "complex":
        return number(complex(value))
    return number(bool(value)) if kind == "bool" else number(int(value)) if kind == "int64" else f"{kind}({int(value)})"


def cut_text(cut: Cut, dimension: Size | None) -> str:
    """A Cut as a Python slice if that says exactly this Cut of this dimension, else `cut(start, length, step)`."""
    if dimension is not None and cut.step and (cut.start.constant or 0) >= 0:
        start = "" if cut.start == default_start(dimension, cut.step) else size_text(cut.start)
        for stop in (None, *_likely_stops(cut)):
            if slice_length(cut.start, stop, cut.step, dimension) == cut.length and (stop is None or (stop.constant or 0) >= 0):
                return f"{start}:{'' if stop is None else size_text(stop)}" + (f":{cut.step}" if cut.step != 1 else "")
    return f"cut({size_text(cut.start)}, {size_text(cut.length)}, {cut.step})"


def _likely_stops(cut: Cut) -> Iterator[Size]:
    """The stop that the user wrote where the length still shows its rounded-up division, and the one after the last element."""
    sign = 1 if cut.step > 0 else -1
    (factors, k), *more = cut.length.terms or (((), 0),)
    if not more and k == 1 and len(factors) == 1 and isinstance(factors[0], Call) and factors[0].name == "floordiv":
        yield cut.start + sign * (factors[0].args[0] - abs(cut.step) + 1)
    yield cut.start + cut.step * (cut.length - 1) + sign
