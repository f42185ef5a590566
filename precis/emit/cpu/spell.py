"""The C++ target as tables: types of elements, spellings of operations, casts and constants."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from precis.emit.plan.elements import hardware
from precis.emit.plan.kernels import Element
from precis.formats import FORMATS, Format
from precis.ir.ops import OPS
from precis.ir.size import Size

# format -> (type in memory, type in registers). Formats narrower than binary32 are held in binary32 and rounded after every operation.
TYPES: dict[str, tuple[str, str]] = {
    "e4m3": ("pr::e4m3", "float"), "e5m2": ("pr::e5m2", "float"),
    "binary16": ("pr::binary16", "float"), "bfloat16": ("pr::bfloat16", "float"),
    "tf32": ("float", "float"), "binary32": ("float", "float"), "binary64": ("double", "double"),
    "binary80": ("pr::wide", "pr::wide"), "binary128": ("pr::quad", "pr::quad"),
    "binary64x2": ("pr::dd", "pr::dd"),
}
NAME_LETTERS = 24  # of a user's name that emitted ones keep
TRUTH = "truth"  # the element of arrays of truth values that take eight bytes each; in registers they are what others are
KINDS = {"bool": "bool", **{f"{u}int{n}": f"{u}int{n}_t" for u in ("", "u") for n in (8, 16, 32, 64)}}

WRAPPING = {"uint32": "pr::to_uint32", "uint64": "pr::to_uint64"}  # conversions of reals that C++ leaves open beyond the range
HIDDEN = ("int32", "int64")  # what compilers must not join the conversions to with those back
ALONE = "_alone"  # of these conversions, where loops need no vectors

# Operations that are calls; all others follow the C-family expression of their record.
CALLS = {name: f"pr::{name}" for name in (
    "fma", "sqrt", "mod", "fmod", "floordiv", "abs", "sign", "copysign", "maximum", "minimum", "floor", "ceil", "trunc", "rint",
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh",
    "tanh", "arcsinh", "arccosh", "arctanh", "erf", "erfc", "tgamma", "lgamma", "remainder", "cbrt", "rsqrt",
    "logistic", "pow", "arctan2", "hypot", "isnan", "isinf", "isfinite", "bit_not", "shift_left", "shift_right",
    "threefry_0", "threefry_1", "floordiv_in_vectors", "mod_in_vectors", "mod_beside", "floordiv_in_lanes", "mod_in_lanes", "fmod_in_lanes",
    "root_not_below", "root_above", "product", "from_end", "within", "maximum_guessed", "minimum_guessed")}
WHOLE = (*range(-16, -3), *range(6, 17))  # exponents: their products take less than a logarithm and an exponential
HALVES = (-3, -2, -1, 1, 2, 3, 4)  # and a half more, away from zero
QUARTERS = (-3, -1, 1, 3, 5, 7)
POWERS = {**{float(n): f"pr::power<{n}>" for n in WHOLE},
          **{n + (0.5 if n > 0 else -0.5): f"pr::halves<{n}>" for n in HALVES}, **{n / 4: f"pr::quarters<{n}>" for n in QUARTERS},
          -3.0: "pr::inverse_cube", -2.0: "pr::inverse_square", -1.0: "pr::inverse", -0.5: "pr::inverse_root", 0.0: "pr::zeroth",
          0.5: "pr::half", 1.0: "pr::itself", 2.0: "pr::square", 3.0: "pr::cube", 4.0: "pr::fourth",
          5.0: "pr::fifth"}  # of a constant exponent
IN_VECTORS = {"floordiv": "floordiv_in_vectors"}  # for sizes in loops that are made of vectors
PARTS = {"re": "{0}", "conj": "{0}", "im": "0"}
OPEN = "pr::Open<"  # rounding to open formats
ROOM, AT_MOST, ALIKE, INSIDE = "precis_room.hpp", "pr::at_most(", "pr::alike(", "pr::inside("
# What stands in the text -> the header that is needed for it:
DEFINED = {OPEN: "precis_open.hpp", "_in_lanes(": "precis_remainder.hpp", "pr::over(": "precis_quotients.hpp",
           "pr::whole_vectors<": "precis_whole_vectors.hpp", "pr::narrow_rows<": "precis_whole_vectors.hpp",
           "pr::narrow_totals<": "precis_whole_vectors.hpp", "pr::narrow_columns<": "precis_whole_vectors.hpp",
           "pr::take(": "precis_taken.hpp",
           "pr::ByteTable": "precis_lookup.hpp", "pr::Counts": "precis_counts.hpp", "pr::stays": "precis_counts.hpp",
           "pr::Reserved": "precis_space.hpp", AT_MOST: ROOM, ALIKE: ROOM, INSIDE: ROOM}


def memory_type(element: Element) -> str:
    if isinstance(element, Format) and element.scale:
        return f"pr::scaled<{TYPES[element.part][0]}, {element.scale}, {register_type(element)}>"
    if isinstance(element, Format) and element.slot is not None:
        return TYPES[element.part][0]
    if element == TRUTH:
        return "pr::truth"
    return TYPES[element.name][0] if isinstance(element, Format) else KINDS[element]


def register_type(element: Element) -> str:
    if isinstance(element, Format) and element.scale:
        return "float" if FORMATS["binary32"].contains(element) and abs(element.scale) <= 120 else "double"
    if isinstance(element, Format) and element.slot is not None:
        return TYPES[element.part][1]
    if element == TRUTH:
        return "bool"
    return TYPES[element.name][1] if isinstance(element, Format) else KINDS[element]


def soft(element: Element) -> bool:
    """Whether results in this element are rounded by the runtime header."""
    return not hardware(element)


def rounded(text: str, element: Element) -> str:
    if not isinstance(element, Format) or not soft(element):
        return text
    by_type = element.scale or element.slot is not None
    return f"{rounding(element)}::to({_bare(text)})" if by_type else f"pr::to_{element.name}({_bare(text)})"


def rounding(element: Format) -> str:
    """The type whose apply() rounds to a soft format."""
    if element.slot is not None:
        return f"{OPEN}{element.slot}>"
    if element.scale:
        return f"pr::Round_scaled<pr::F_{element.part}, {element.scale}, {register_type(element)}>"
    return f"pr::Round_{element.name}"


def _bare(text: str) -> str:
    """Without the outer brackets, where they enclose everything."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    depth = 0
    for k, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and k < len(text) - 1:
            return text
    return text[1:-1]


def operation(op: str, args: list[str], element: Element, operand: Element) -> str:
    """`op` as an expression of type `element`; `operand` is the element of its last argument."""
    if op in PARTS:
        return PARTS[op].format(*args)
    if operand == "bool" and op in ("add", "maximum", "mul", "minimum"):
        return f"({args[0]} {'|' if op in ('add', 'maximum') else '&'} {args[1]})"
    if operand == "bool" and op == "bit_not":
        return f"!{args[0]}"  # of C++, a & b of bools is an int, whose complement is true
    if op in CALLS:
        text = f"{CALLS[op]}({', '.join(_bare(a) for a in args)})"
    else:
        text = OPS[op].spelling.format(*args)
    if isinstance(element, Format):
        return rounded(text, element)
    narrow = element not in ("bool", "int64", "uint64", "int32", "uint32") and op not in CALLS
    return f"{KINDS[element]}({_bare(text)})" if narrow else text


def cast(text: str, source: Element, target: Element, hidden: str | None = None) -> str:
    """`text` of element `source` as `target`; `hidden`: in which of two ways a real becomes an integer that compilers know nothing of."""
    source, target = ("bool" if e == TRUTH else e for e in (source, target))
    if not isinstance(target, Format):
        if source == target:
            return text
        real = isinstance(source, Format) and register_type(source) in ("float", "double")
        if hidden is not None and real and target in HIDDEN:
            return f"pr::to_integer{hidden}<{KINDS[target]}>({_bare(text)})"
        call = WRAPPING[target] if real and target in WRAPPING else KINDS[target]
        return f"({text} != 0)" if target == "bool" else f"{call}({_bare(text)})"
    if isinstance(source, Format) and target.contains(source):
        return text if register_type(source) == register_type(target) else f"{register_type(target)}({_bare(text)})"
    if source == "bool":  # g++ 12 has no vectors of double(truth)
        text = f"({text} ? 1.0 : 0.0)"
        return text if register_type(target) == "double" and not soft(target) else cast(text, FORMATS["binary64"], target)
    if soft(target):
        return rounded(text if isinstance(source, Format) else f"double({_bare(text)})", target)
    return f"{register_type(target)}({_bare(text)})"


def constant(value: Any, element: Element) -> str:
    """A literal of the element's own type."""
    if not isinstance(element, Format):
        return _integer(value, element)
    type_ = register_type(element)
    value = float(value)
    if math.isnan(value):
        return f"pr::nan<{type_}>()"
    if math.isinf(value):
        return f"(-pr::infinity<{type_}>())" if value < 0 else f"pr::infinity<{type_}>()"
    if type_ == "float":
        text = _decimal(str(np.float32(value))) + "f"
    elif type_ == "double":
        text = _decimal(repr(value))
    else:
        text = f"{type_}({_decimal(repr(value))})"
    return f"({text})" if text.startswith("-") else text


def _decimal(text: str) -> str:
    return text if "." in text or "e" in text else text + ".0"


_LEAST = {"int32": -(2**31), "int64": -(2**63)}


def _integer(value: Any, element: str) -> str:
    if element in ("bool", TRUTH):
        return "true" if value else "false"
    if element in _LEAST and value == _LEAST[element]:  # C++ has no literals of these
        return f"{element.upper()}_MIN"
    text = f"{int(value)}{'u' if element.startswith('u') else ''}{'l' if element.endswith('64') else ''}"
    text = f"{KINDS[element]}({text})" if element not in ("int64", "int32") else text
    return f"({text})" if text.startswith("-") else text


def size(s: Size, name: Callable[[str], str], calls: Mapping[str, str] = MappingProxyType({})) -> str:
    """A Size as an expression of int64_t; `calls`: functions in place of the usual ones."""
    return s.render(name, lambda f, args: f"pr::{calls.get(f, f'size_{f}')}({args[0]}, {args[1]})")


def identifier(stem: str, number: int | str) -> str:
    """A C identifier that recalls a user's name and can be no keyword: letters and digits of the name, and a number."""
    return f"{letters(stem)}_{number}"


def letters(name: str) -> str:
    """What identifiers recall of a user's name: how one may begin."""
    clean = re.sub(r"[^A-Za-z0-9_]", "", name)[:NAME_LETTERS].strip("_")
    return f"w{clean}" if clean[:1].isdigit() else clean or "w"


def comment(text: str) -> str:
    """Text that is safe inside a // comment: printable ASCII, no line continuation."""
    return "".join(c if " " <= c <= "~" and c != "\\" else "?" for c in text)
