"""What the printer and the parser of the text form share: operators, words, names, spans, slices. See docs/grammar.md."""

from __future__ import annotations

import ast
import keyword
import re
import unicodedata
from dataclasses import dataclass

from precis.errors import Span
from precis.ir.size import Size

ATOM, POWER, UNARY, COMPARE = 16, 14, 13, 6  # how tightly Python's operators bind


@dataclass(frozen=True, slots=True)
class Infix:
    """A binary operator of Python; one for each operation that has one."""

    sign: str
    precedence: int
    ast: type[ast.AST]


INFIX: dict[str, Infix] = {
    "add": Infix("+", 11, ast.Add),
    "sub": Infix("-", 11, ast.Sub),
    "mul": Infix("*", 12, ast.Mult),
    "div": Infix("/", 12, ast.Div),
    "floordiv": Infix("//", 12, ast.FloorDiv),
    "mod": Infix("%", 12, ast.Mod),
    "einsum": Infix("@", 12, ast.MatMult),
    "pow": Infix("**", POWER, ast.Pow),
    "shift_left": Infix("<<", 10, ast.LShift),
    "shift_right": Infix(">>", 10, ast.RShift),
    "bit_and": Infix("&", 9, ast.BitAnd),
    "bit_xor": Infix("^", 8, ast.BitXor),
    "bit_or": Infix("|", 7, ast.BitOr),
    "lt": Infix("<", COMPARE, ast.Lt),
    "le": Infix("<=", COMPARE, ast.LtE),
    "gt": Infix(">", COMPARE, ast.Gt),
    "ge": Infix(">=", COMPARE, ast.GtE),
    "eq": Infix("==", COMPARE, ast.Eq),
    "ne": Infix("!=", COMPARE, ast.NotEq),
}
UNARIES: dict[str, tuple[str, type[ast.AST]]] = {"neg": ("-", ast.USub), "bit_not": ("~", ast.Invert)}

# `@` stands for these contractions, by the ranks of the operands; any other is written `einsum(a, b, spec="...")`.
MATMUL = {(2, 2): "ij,jk->ik", (2, 1): "ij,j->i", (1, 2): "i,ij->j", (1, 1): "i,i->"}

INDEXED = {"slice": 1, "update": 2, "update_add": 2}  # operations with an index `at`: operands before those of the index
SIZE_ATTRS = ("length", "row", "value")  # attributes that hold one Size
POSITIONAL = {"iota": "length", "index": "value"}  # sources whose only attribute needs no name
FORMAT_ATTRS = ("format", "accumulate")
LOOP_WORDS = ("trips", "start", "by", "carry")
CALLS = {"loop": "loop", "while": "while_", "cond": "cond", "approx": "approx", "ruled": "ruled",
         "underivable": "underivable"}
LABELS = {"loop": ("step",), "while": ("test", "step"), "cond": ("then", "otherwise"), "approx": ("spec", "impl"),
          "ruled": ("forward", "backward"), "underivable": ()}

# Names. Any string is a name in a Program; `·` (U+00B7, a letter to Python) escapes what is no identifier.
_ESCAPED = re.compile("·([0-9a-f]*)·")
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


def identifier(name: str) -> str:
    """`name` as a Python identifier; `original_name` reads it back."""
    if name.isidentifier() and not keyword.iskeyword(name) and "·" not in name and unicodedata.normalize("NFKC", name) == name:
        return name
    text = "".join(c if c in _PLAIN else f"·{ord(c):x}·" for c in name)
    return text if text.isidentifier() and not keyword.iskeyword(text) else f"_··{text}"


def original_name(text: str) -> str:
    """The name that `identifier` spelled as `text`. Raises ValueError for an escape that names no character."""
    return _ESCAPED.sub(lambda m: chr(int(m[1], 16)), text.removeprefix("_··"))


VERSION = re.compile(r"(.+)__\d+\Z", re.DOTALL)
TEMPORARY = re.compile(r"_\w*\Z")
_SPAN = re.compile(r"(.*):(\d+):(\d+)(?:-(\d+))?\Z", re.DOTALL)


def container_of(name: str, containers: frozenset[str] | set[str]) -> str | None:
    """The container that the value called `name` in the text is kept in: `u`, `u__2` -> u; None for a temporary `_3`.

    Raises ValueError for a name that is neither.
    """
    if name in containers:
        return name
    version = VERSION.match(name)
    if version and version[1] in containers:
        return version[1]
    if TEMPORARY.match(name):
        return None
    raise ValueError(f"`{name}` is not declared")


def span_text(span: Span) -> str:
    return str(span) + (f"-{span.end_column}" if span.end_column is not None else "")


def read_span(text: str) -> Span | None:
    """The Span that `span_text` wrote, or None for any other text."""
    m = _SPAN.match(text)
    if not m or any(len(d or "") > 9 for d in m.groups()[1:]):
        return None
    return Span(m[1], int(m[2]), int(m[3]), int(m[4]) if m[4] else None)


def first_version(container: str, taken: frozenset[str] | set[str]) -> str:
    """Name of the first value of a container where the plain name means another value: `u__0`."""
    name = f"{container}__0"
    while name in taken:
        name += "0"
    return name


def default_start(dimension: Size, step: int) -> Size:
    """The start of `x[:stop:step]`."""
    return Size() if step > 0 else dimension - 1


def slice_length(start: Size, stop: Size | None, step: int, dimension: Size) -> Size:
    """The length of `start:stop:step`: ceil((stop - start) / step), all positions counted from the front."""
    if step > 0:
        return ((dimension if stop is None else stop) - start + (step - 1)) // step
    return (start - (Size.of(-1) if stop is None else stop) + (-step - 1)) // -step
