"""Python's operators on abstract values: on sizes and Python numbers by Python's rules, else by the ufunc."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.lift.numpy.concatenated import joined_lists
from precis.lift.numpy.elementwise import apply, put_out
from precis.lift.numpy.filled import either_way, refuse, stays_filled
from precis.lift.numpy.forms import note_form
from precis.lift.numpy.functions.texts import joined, method_of_text
from precis.lift.numpy.functions.ufuncs import OPERATORS, UFUNCS, as_operand
from precis.lift.numpy.kinds import BOOL, COMPLEX, FLOAT, INT
from precis.lift.numpy.lengths import is_shared, own, positions_of
from precis.lift.numpy.numbers import (
    as_size,
    describe,
    dtype_of,
    is_number,
    is_numeric,
    is_python,
    is_python_bool,
    is_weak,
    known,
    value_of,
)
from precis.lift.numpy.options import has_things, in_each
from precis.lift.numpy.plain_keys import is_set
from precis.lift.numpy.quotients import weight
from precis.lift.numpy.several import each
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import (
    Array,
    Chosen,
    Filled,
    Instance,
    Int,
    Items,
    Masked,
    MaskPart,
    Method,
    OneOf,
    Opaque,
    Scalar,
    Stacked,
    View,
    Wording,
)

SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**", ast.BitAnd: "&",
    ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@"}
SPECIAL: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.Pow: "pow",
    ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.LShift: "lshift", ast.RShift: "rshift", ast.MatMult: "matmul",
    ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}
PYTHON_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.Pow: operator.pow, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift}

HEAVIEST = 200  # atoms of a size, each as often as it stands there: remainders of remainders double, and are computed beyond
GROWING = (ast.Add, ast.Mult, ast.Pow, ast.LShift)  # of two computed ints, by which Python's grow without bounds
SETS: dict[type[ast.AST], str] = {ast.BitOr: "union", ast.BitAnd: "intersection", ast.Sub: "difference", ast.BitXor: "symmetric_difference"}


def binary(lift: Lifting, kind: type[ast.AST], a: Any, b: Any) -> Any:
    """`a kind b`."""
    if stays_filled(kind, a, b):
        return Filled(binary(lift, kind, *(x.array if isinstance(x, Filled) else x for x in (a, b))))
    a, b = either_way(lift, a, b), either_way(lift, b, a)
    a, b = (positions_of(lift, x) if isinstance(x, MaskPart) else x for x in (a, b))
    if isinstance(a, bool) and isinstance(b, bool) and kind in (ast.BitAnd, ast.BitOr, ast.BitXor):
        return PYTHON_OPERATORS[kind](a, b)
    if any(isinstance(x, bool) or is_python_bool(x) for x in (a, b)) and is_number(a) and is_number(b):
        if kind in (ast.BitAnd, ast.BitOr, ast.BitXor) and dtype_of(a) == dtype_of(b) == BOOL:
            return replace(apply(lift, UFUNCS[OPERATORS[kind]], a, b), weak=is_python(a) and is_python(b))
        a, b = _plain_bool(lift, a, b), _plain_bool(lift, b, a)
    if isinstance(a, Int) and isinstance(b, Int) and a.dtype is None and b.dtype is None:
        found = _of_sizes(lift, kind, a, b)
        if found is not None:
            return found
    if isinstance(a, OneOf) or has_things(a):
        return _of_one(lift, a, lambda thing: binary(lift, kind, thing, b))
    if isinstance(b, OneOf) or has_things(b):
        return _of_one(lift, b, lambda thing: binary(lift, kind, a, thing))
    for owner, other, prefix in ((a, b, "__"), (b, a, "__r")):
        if isinstance(owner, Instance) and hasattr(owner.cls, name := f"{prefix}{SPECIAL[kind]}__"):
            found = lift.call(Method(owner, name), [other], {})
            if found is not NotImplemented:
                return found
    if kind is ast.Add and any(isinstance(x, (Wording, Chosen)) for x in (a, b)) and all(map(_is_text, (a, b))):
        return joined(lift, (a, b))
    if isinstance(a, Opaque) or isinstance(b, Opaque):
        return a if isinstance(a, Opaque) else b
    if not (is_numeric(a) and is_numeric(b)):
        return _of_objects(lift, kind, a, b)
    if is_weak(a) and is_weak(b):
        return _of_python_numbers(lift, kind, a, b)
    if kind is ast.Pow and isinstance(a, (Array, View)) and a.dtype == BOOL and known(lift, b) == 2 and is_weak(b):
        return apply(lift, UFUNCS[np.square], a)  # NumPy squares, in int8
    return apply(lift, UFUNCS[OPERATORS[kind]], a, b)


def _is_text(x: Any) -> bool:
    return isinstance(x, (str, Opaque, Wording)) or (isinstance(x, Chosen) and all(isinstance(o, str) for o in x.options))


def _plain_bool(lift: Lifting, x: Any, other: Any) -> Any:
    """A Python bool that meets a Python number or bool counts as an int."""
    return _as_int(lift, x) if is_python(other) else x


def _as_int(lift: Lifting, x: Any) -> Any:
    """Python's bools as ints, anything else as it is."""
    if isinstance(x, bool):
        return Int.of(int(x))
    return Scalar(INT, value_of(lift, x, INT), weak=True) if is_python_bool(x) else x


def _of_sizes(lift: Lifting, kind: type[ast.AST], a: Int, b: Int) -> Any:
    """Integer arithmetic on sizes, where it stays a size; None where it does not."""
    x, y = lift.sizes.resolve(a.size), lift.sizes.resolve(b.size)
    if x.constant is not None and y.constant is not None:
        return _of_constants(lift, kind, x.constant, y.constant)
    rule = _SIZE_RULES.get(kind)
    found = rule(lift, x, y) if rule else None
    if found is not None and weight(found) > HEAVIEST:
        return binary(lift, kind, Scalar(INT, value_of(lift, a, INT), weak=True), b)
    return None if found is None else Int(found)


def _of_constants(lift: Lifting, kind: type[ast.AST], x: int, y: int) -> Any:
    if kind is ast.Div or (kind is ast.Pow and y < 0):
        return None
    try:
        return Int.of(PYTHON_OPERATORS[kind](x, y))
    except (ZeroDivisionError, ValueError, OverflowError) as problem:
        lift.wrong(str(problem))


def _floor(lift: Lifting, x: Size, y: Size) -> Size | None:
    return x // y if y.constant not in (None, 0) or lift.sizes.nonnegative(y - 1) else None


def _modulo(lift: Lifting, x: Size, y: Size) -> Size | None:
    return x - (x // y) * y if y.constant not in (None, 0) or lift.sizes.nonnegative(y - 1) else None


def _size_power(lift: Lifting, x: Size, y: Size) -> Size | None:
    n = y.constant
    if n is None and x.constant == -1 and lift.sizes.nonnegative(y):
        return 1 - 2 * (y - 2 * (y // 2))  # signs in turn
    if n is None:
        n = lift.fixed(y, "an exponent")
    if n is None or n < 0:
        return None
    total = Size.of(1)
    for _ in range(n):
        total = total * x
    return total


def _masked_bits(lift: Lifting, x: Size, y: Size) -> Size | None:
    """x & 1 and other masks of low bits."""
    n = y.constant
    return _modulo(lift, x, Size.of(n + 1)) if n is not None and n > 0 and n & (n + 1) == 0 else None


def _shifted(lift: Lifting, x: Size, y: Size) -> Size | None:
    return x * 2**y.constant if y.constant is not None and y.constant >= 0 else None


def _shifted_back(lift: Lifting, x: Size, y: Size) -> Size | None:
    return x // 2**y.constant if y.constant is not None and y.constant >= 0 else None


_SIZE_RULES: dict[type[ast.AST], Callable[[Lifting, Size, Size], Size | None]] = {
    ast.Add: lambda lift, x, y: x + y, ast.Sub: lambda lift, x, y: x - y, ast.Mult: lambda lift, x, y: x * y,
    ast.FloorDiv: _floor, ast.Mod: _modulo, ast.Pow: _size_power, ast.BitAnd: _masked_bits, ast.LShift: _shifted,
    ast.RShift: _shifted_back}


def _of_python_numbers(lift: Lifting, kind: type[ast.AST], a: Any, b: Any) -> Any:
    """Python numbers, one at least computed at run time or a float: the result is a Python number again."""
    dtype = np.result_type(_python_dtype(a), _python_dtype(b))
    if (kind is ast.Div and dtype == INT) or (kind is ast.Pow and dtype == INT and _negative(lift, b)):
        dtype = FLOAT
    if kind is ast.Pow and _is_complex(known(lift, a), known(lift, b)):
        dtype = COMPLEX
    if kind is ast.Div and known(lift, b) == 0:
        lift.wrong("division by zero")
    if kind in (ast.Div, ast.FloorDiv, ast.Mod) and lift.catching.hazards is not None and known(lift, b) is None:
        lift.may_raise(ZeroDivisionError, apply(lift, UFUNCS[np.equal], b, Int.of(0)))
    if dtype == INT and kind is ast.Pow and known(lift, b) is None and not (isinstance(b, Int) and lift.sizes.nonnegative(b.size)):
        definition = lift.definitions.get(b.value.name) if isinstance(b, Scalar) and b.value is not None else None
        if definition is not None and definition.op == "neg":
            lift.refuse("an int to a power that is negative in some runs is a float in those alone", "make the base a float: 2.0 ** -n")
        lift.assume("exponents of ints are not negative")
    if dtype == INT and kind in GROWING and known(lift, a) is known(lift, b) is None:
        lift.assume("ints stay below 2**63")
    result = apply(lift, UFUNCS[OPERATORS[kind]], a, b, dtype=dtype)
    return replace(result, weak=True)


def _is_complex(base: Any, exponent: Any) -> bool:
    """Whether Python's power of two numbers is complex: a negative base, and an exponent that is no integer."""
    return isinstance(base, (int, float)) and base < 0 and isinstance(exponent, float) and not exponent.is_integer()


def _negative(lift: Lifting, b: Any) -> bool:
    n = known(lift, b)
    return n is not None and n < 0


def _python_dtype(x: Any) -> np.dtype:
    return INT if isinstance(x, (bool, Int)) else x.dtype


def _of_objects(lift: Lifting, kind: type[ast.AST], a: Any, b: Any) -> Any:
    """Lists, tuples and strings: + and *; arrays beside lists of numbers."""
    if (isinstance(a, (Array, View, Masked)) and isinstance(b, (Items, tuple))) or (isinstance(b, (Array, View, Masked)) and isinstance(
            a, (Items, tuple))):
        return apply(lift, UFUNCS[OPERATORS[kind]], as_operand(lift, a), as_operand(lift, b))
    if kind is ast.Add and isinstance(a, tuple) and isinstance(b, tuple):
        return a + b
    if kind is ast.Add and isinstance(a, Items) and isinstance(b, Items) and a.kind is b.kind is list:
        return lift.new_items(list, joined_lists(lift, lift.held(a), lift.held(b)))
    if kind is ast.Mult and isinstance(b, (Items, tuple)) and is_number(a):
        a, b = b, a
    if kind is ast.Mult and isinstance(a, (Items, tuple)) and is_number(b):
        return _repeated(lift, a, b)
    if kind in SETS and (is_set(a) or is_set(b)) and isinstance(a, (Items, tuple)) and isinstance(b, (Items, tuple)):
        return lift.call(Method(lift.call(set, [a], {}), SETS[kind]), [b], {})
    if kind is ast.BitOr and isinstance(a, Items) and isinstance(b, Items) and a.kind is b.kind is dict:
        return lift.new_items(dict, {**lift.held(a), **lift.held(b)})
    if isinstance(a, str) and isinstance(b, str) and kind is ast.Add:
        return a + b
    if isinstance(a, str) and kind is ast.Mod:
        return method_of_text(lift, a.__mod__, [b], {})
    if isinstance(a, str) and kind is ast.Mult and isinstance(b, Int):
        return a * lift.fixed(b.size, "the length of a text")
    between = f"`{SIGNS.get(kind, '?')}` between {describe(a)} and {describe(b)}"
    if None in (a, b) and not isinstance(a, type) and not isinstance(b, type):
        lift.absent(f"{between} fails")
    lift.refuse(f"{between} cannot be lifted")


def _repeated(lift: Lifting, a: Any, times: Any) -> Any:
    size, held = as_size(lift, times), lift.held(a) if isinstance(a, Items) else a
    if isinstance(a, Items) and a.longest is None and held and lift.as_rows(size) and all(map(is_number, held)):
        some = lift.call(np.array, [held], {})
        rows = lift.call(np.tile, [some, Int(size)], {}) if len(held) > 1 else lift.call(np.full, [Int(size), held[0], some.dtype], {})
        return lift.new_items(list, Stacked((), rows, all(map(is_python, held))))
    if isinstance(held, Stacked) and not held.first and len(held.rows.shape) == 1:
        return lift.new_items(list, replace(held, rows=lift.call(np.tile, [held.rows, Int(size)], {})))
    if isinstance(held, Stacked):
        lift.refuse("a list of arrays or of tuples that a loop grew is repeated", "repeat an array of them: np.concatenate([rows, rows])")
    n = lift.fixed(size, "the length of a list")
    return a * n if isinstance(a, tuple) else lift.new_items(a.kind, held * n)


def unary(lift: Lifting, kind: type[ast.AST], x: Any) -> Any:
    """-x, +x, ~x."""
    if isinstance(x, OneOf) or has_things(x):
        return _of_one(lift, x, lambda thing: unary(lift, kind, thing))
    x = _as_int(lift, x)
    if isinstance(x, Instance) and hasattr(x.cls, f"__{SPECIAL[kind]}__"):
        return lift.call(Method(x, f"__{SPECIAL[kind]}__"), [], {})
    if isinstance(x, Int) and x.dtype is None:
        return Int({ast.USub: lambda n: -n, ast.UAdd: lambda n: n, ast.Invert: lambda n: -n - 1}[kind](x.size))  # type: ignore[index]
    if isinstance(x, Scalar) and x.value is None and kind is ast.USub and x.weak:
        return replace(x, known=-x.known)
    if isinstance(x, Opaque):
        return x
    if x is None:
        lift.absent("None has no sign")
    if isinstance(x, Instance) or not is_numeric(x):
        lift.wrong(f"bad operand of a unary operator: {describe(x)}")
    result = apply(lift, UFUNCS[OPERATORS[kind]], x)
    return replace(result, weak=True) if is_weak(x) and x.dtype != BOOL else result


def _of_one(lift: Lifting, x: OneOf | Chosen, way: Callable[[Any], Any]) -> Any:
    """What `way` makes of the one of several things that it is."""
    return each(lift, x, way) if isinstance(x, OneOf) else in_each(lift, x, way)


def _augmented_one(lift: Lifting, kind: type[ast.AST], a: OneOf | Chosen, b: Any) -> Any:
    """The same of one of several things: where all are changed in place it stays the one that it is."""
    stays: list[bool] = []

    def way(thing: Any) -> Any:
        found = augmented(lift, kind, thing, b)
        stays.append(found is thing)
        return found
    found = _of_one(lift, a, way)
    return a if all(stays) else found


def augmented(lift: Lifting, kind: type[ast.AST], a: Any, b: Any) -> Any:
    """`a kind= b`: in place for arrays and lists, else a new value."""
    if isinstance(a, Filled):
        refuse(lift)
    if isinstance(a, OneOf) or has_things(a):
        return _augmented_one(lift, kind, a, b)
    if isinstance(a, Instance) and hasattr(a.cls, f"__i{SPECIAL[kind]}__"):
        return lift.call(Method(a, f"__i{SPECIAL[kind]}__"), [b], {})
    if isinstance(a, Masked) and is_shared(lift, a):
        a = own(lift, a)
    if isinstance(a, (Array, View)) and kind is not ast.MatMult:
        result = apply(lift, UFUNCS[OPERATORS[kind]], a, as_operand(lift, either_way(lift, b, a)))
        return put_out(lift, a, value_of(lift, result), result.dtype)
    if isinstance(a, Items) and kind is ast.Add and isinstance(b, (Items, tuple)):
        more = lift.held(b) if isinstance(b, Items) else b
        for item in more if isinstance(more, tuple) else ():
            note_form(lift, a, item)
        lift.hold(a, joined_lists(lift, lift.held(a), more))
        return a
    if isinstance(a, Items) and a.kind is list and kind is ast.Add and not is_numeric(b):
        lift.call(Method(a, "extend"), [b], {})
        return a
    if isinstance(a, Items) and a.kind is list and kind is ast.Mult and isinstance(found := binary(lift, kind, a, b), Items):
        lift.hold(a, lift.held(found))
        return a
    if isinstance(a, Items) and kind is ast.BitOr and a.kind is dict:
        lift.call(Method(a, "update"), [b], {})
        return a
    if isinstance(a, Items) and a.kind is set and kind in SETS and not a.frozen:
        lift.hold(a, lift.held(binary(lift, kind, a, b)))
        return a
    return binary(lift, kind, a, b)


