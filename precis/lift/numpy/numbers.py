"""Numbers: from abstract values to SSA values of a wanted dtype, and what is known of them while lifting."""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from precis.errors import UnsupportedProgram
from precis.ir.ops import ArrayConstant
from precis.ir.size import Size
from precis.ir.types import Shape, Value
from precis.lift.numpy.arrays import read
from precis.lift.numpy.computations import computation
from precis.lift.numpy.evaluated import evaluated
from precis.lift.numpy.kinds import BOOL, FLOAT, INT, PYTHON, is_integer, kind_of, real_part
from precis.lift.numpy.ordered import counted_as, note_bounds, told_by_counts
from precis.lift.numpy.sizes_listed import sizes_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.steady import steadied
from precis.lift.numpy.values import Array, Chosen, Instance, Int, Items, Masked, MaskPart, Maybe, OneOf, Opaque, Scalar, View, Wording


def is_number(x: Any) -> bool:
    """Python and NumPy scalars."""
    return isinstance(x, (bool, Int, Scalar))


def is_numeric(x: Any) -> bool:
    return isinstance(x, (bool, Int, Scalar, Array, View, Masked))


def dtype_of(x: Any) -> np.dtype:
    """The NumPy dtype of a number or array; for Python numbers that which np.asarray gives."""
    if isinstance(x, bool):
        return BOOL
    if isinstance(x, Int):
        return x.dtype or INT
    if not isinstance(x, (Scalar, Array, View, Masked)):
        raise UnsupportedProgram(f"a number or an array is needed here, not {describe(x)}", hints=("give numbers or an array of them",))
    return x.dtype


def shape_of(lift: Lifting, x: Any) -> Shape:
    if isinstance(x, (Array, View)):
        return lift.shape(x.shape)
    return lift.shape(x.value.shape) if isinstance(x, Masked) else ()


def is_weak(x: Any) -> bool:
    """A Python number, which takes the dtype of what it meets. (A Python bool is a NumPy bool there.)"""
    return (isinstance(x, Int) and x.dtype is None) or (isinstance(x, Scalar) and x.weak and x.dtype != BOOL)


def is_python(x: Any) -> bool:
    """A Python number or bool."""
    return isinstance(x, bool) or is_weak(x) or is_python_bool(x)


def is_python_bool(x: Any) -> bool:
    """A Python bool that the program computes."""
    return isinstance(x, Scalar) and x.weak and x.dtype == BOOL


def operand(x: Any) -> Any:
    """What NumPy's type resolution sees: a dtype, or int, float, complex for Python numbers."""
    dtype = dtype_of(x)
    return PYTHON[dtype.kind] if is_weak(x) else dtype


def known(lift: Lifting, x: Any) -> Any:
    """The Python number that x is known to be while lifting, else None."""
    if isinstance(x, bool):
        return x
    if isinstance(x, Int):
        return lift.sizes.resolve(x.size).constant
    return x.known if isinstance(x, Scalar) and not x.given else None


def constant(lift: Lifting, number: Any, dtype: np.dtype) -> Value:
    """A `const` node; NaN and infinities included."""
    kind = kind_of(dtype)
    try:
        plain = {"real": float, "complex": complex, "bool": bool}.get(kind, int)(number)
    except (TypeError, ValueError, OverflowError) as problem:  # NaN as an int, a complex number as a real one
        lift.wrong(str(problem), exception=type(problem))
    if is_integer(dtype) and not np.iinfo(dtype).min <= plain <= np.iinfo(dtype).max:
        lift.wrong(f"{plain} is out of bounds for {dtype}", "convert the array first, as x.astype(np.int64) does", exception=OverflowError)
    return lift.emit("const", dtype=dtype, value=plain, kind=kind)


def array_constant(lift: Lifting, array: np.ndarray) -> Value:
    """A `const` node for a whole array, kept in Program.constants under its hash."""
    name = hash_name(array)
    lift.constants[name] = array
    return lift.emit("const", dtype=array.dtype, value=ArrayConstant((name, array.shape)), kind=kind_of(array.dtype))


def known_array(lift: Lifting, x: Any) -> np.ndarray | None:
    """The contents of an array of constants that nothing has changed; None of others."""
    node = lift.definitions.get(read(lift, x).name) if isinstance(x, Array) else None
    while node is not None and node.op == "store":
        node = lift.definitions.get(node.inputs[0].name)
    if node is None or node.op != "const" or not isinstance(node.attrs["value"], ArrayConstant):
        return None
    found = lift.constants[node.attrs["value"].name]
    return found if found.dtype == x.dtype else None


def hash_name(array: np.ndarray) -> str:
    digest = hashlib.sha256(f"{array.dtype.str} {array.shape} ".encode() + np.ascontiguousarray(array).tobytes())
    return f"c{digest.hexdigest()[:16]}"


def value_of(lift: Lifting, x: Any, dtype: np.dtype | None = None) -> Value:
    """The present SSA value of a number or array, converted to `dtype`."""
    dtype = dtype if dtype is not None else dtype_of(x)
    if isinstance(x, (Array, View)):
        return convert(lift, read(lift, x), dtype)
    if isinstance(x, Masked):
        return convert(lift, x.value, dtype)
    if isinstance(x, bool):
        return constant(lift, x, dtype)
    if isinstance(x, Int):
        return _of_size(lift, lift.sizes.resolve(x.size), dtype)
    if isinstance(x, Scalar):
        return convert(lift, x.value, dtype) if x.value is not None else constant(lift, x.known, dtype)
    lift.refuse(f"a number or an array is needed here, not {describe(x)}")


def _of_size(lift: Lifting, size: Size, dtype: np.dtype) -> Value:
    if size.constant is not None:
        return constant(lift, size.constant, dtype)
    return convert(lift, lift.emit("index", dtype=INT, value=size), dtype)


def convert(lift: Lifting, v: Value, dtype: np.dtype) -> Value:
    """`v` as `dtype`: a node where the kind changes; between real formats the operation that uses it rounds."""
    kind = kind_of(dtype)
    if v.kind == kind:
        return v
    if v.kind == "complex" and kind == "bool":
        zero = constant(lift, 0, lift.dtypes[v.name])
        return lift.emit("ne", v, zero, dtype=BOOL)
    if v.kind == "complex":
        v = lift.emit("re", v, dtype=real_part(lift.dtypes[v.name]))
        return convert(lift, v, dtype)
    if v.kind == "bool" and kind == "complex":
        v = lift.emit("convert", v, dtype=FLOAT, kind="real")
    if kind == "bool":
        return lift.emit("ne", v, constant(lift, 0, lift.dtypes[v.name]), dtype=BOOL)
    return lift.emit("convert", v, dtype=dtype, kind=kind)


def worded(lift: Lifting, x: Any) -> Any:
    """A text that names something, with its numbers as constants; other things unchanged."""
    return x.text(*(lift.fixed(s, "a number in a name") for s in x.sizes)) if isinstance(x, Wording) else x


def as_size(lift: Lifting, x: Any, stem: str = "n") -> Size:
    """An integer as a Size; one computed at run time becomes a run-time count."""
    if isinstance(x, bool):
        return Size.of(int(x))
    if isinstance(x, Int):
        return lift.sizes.resolve(x.size)
    if isinstance(x, (Array, View)) and not x.shape:
        x = lift.wrap(read(lift, x), x.dtype)
    if not isinstance(x, Scalar) or not is_integer(x.dtype):
        lift.wrong(f"an integer is needed here, not {describe(x)}")
    constant = steadied(lift.sizes, x)
    if constant is not None:
        return Size.of(constant)
    v = value_of(lift, x, INT)
    if (held := evaluated(lift, v)) is not None:
        return Size.of(held.item())
    found = sizes_of(lift, v)
    if found is not None:
        return found.item()
    told = told_by_counts(lift, v)
    return runtime_size(lift, v, stem) if told is None else lift.sizes.resolve(told)


def runtime_size(lift: Lifting, v: Value, stem: str = "n") -> Size:
    """The symbol of a run-time count; the same for values that are computed alike in sight of here."""
    size = counted_as(lift, v)
    if size is None:
        size = _new_runtime_size(lift, v, stem)
    note_bounds(lift, v, size)
    return size


def _new_runtime_size(lift: Lifting, v: Value, stem: str) -> Size:
    key = computation(lift, v)
    lift.build.span = lift.span
    size = lift.build.size(lift.settle(v), stem)
    lift.journal.set(lift.runtime, (id(lift.build), key), size)
    lift.journal.set(lift.counts, str(size), True)
    lift.sizes.keys[str(size)] = key
    lift.blocks_kept.append(lift.build)
    return size


def note_ways(lift: Lifting, count: Size, by: Value | Size, ways: Sequence[Size | None]) -> None:
    """A run-time count is one of several sizes, as a bool or the iteration of a loop says; None where nothing is known of one."""
    if None not in ways:
        told = _size_key(by) if isinstance(by, Size) else computation(lift, by)
        lift.sizes.keys[str(count)] = ("ways", (told, *(_size_key(way or Size()) for way in ways)), ())


def _size_key(size: Size) -> tuple[Any, ...]:
    return "index", (), (("size", size),)


def computed_here(lift: Lifting, what: str, v: Value, compute: Callable[[], Value]) -> Value:
    """Something computed of `v`, once for all values that are computed alike in sight of here."""
    key, build = (what, computation(lift, v)), lift.build
    while build is not None:
        known = lift.runtime.get((id(build), key))
        if isinstance(known, Value):
            return known
        build = build.parent
    found = compute()
    lift.journal.set(lift.runtime, (id(lift.build), key), found)
    lift.blocks_kept.append(lift.build)
    return found


def scalar(lift: Lifting, x: Any) -> Any:
    """Arrays of rank 0 as numbers; other values unchanged."""
    if isinstance(x, (Array, View)) and not x.shape:
        return Scalar(x.dtype, read(lift, x))
    return x


def python_type(x: Any) -> str:
    """The type name that Python shows."""
    if isinstance(x, Scalar):
        return {"i": "int", "f": "float", "c": "complex", "b": "bool"}.get(x.dtype.kind, "int") if x.weak else str(x.dtype)
    if isinstance(x, Int):
        return "int"
    if isinstance(x, (Array, View, Masked, MaskPart)):
        return "array"
    if isinstance(x, Items):
        return x.kind.__name__
    if isinstance(x, Instance):  # one of precis' own by what it stands for
        return getattr(x.cls, "stands_for", (x.cls,))[0].__name__
    return SAID.get(type(x).__name__, type(x).__name__)


# Abstract values by the names that Python has for what they stand for.
SAID = {"Closure": "function", "Partial": "function", "Method": "method", "Interval": "range", "Stacked": "list", "Together": "zip",
        "Places": "product", "SliceOf": "slice", "Generating": "generator", "Vectorized": "function", "DictView": "view of a dict"}


def describe(x: Any) -> str:
    """A value in a sentence."""
    if x is None or isinstance(x, (bool, str)):
        return repr(x)
    if isinstance(x, enum.Enum):
        return str(x)
    if isinstance(x, Opaque):
        return x.what
    if isinstance(x, Maybe):
        return "what may be None"
    if isinstance(x, Chosen):
        return " or ".join(map(describe, x.options))
    if isinstance(x, OneOf):
        return " or ".join(map(describe, x.things))
    name = python_type(x)
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


