"""What Numba compiles: it has a Python text, which is lifted. Told by its module and name, so that numba need not be loaded."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from precis.errors import InputError
from precis.lift.numpy import library
from precis.lift.numpy.elementwise import put_out
from precis.lift.numpy.functions.casts import as_dtype, cast
from precis.lift.numpy.functions.effects import nothing
from precis.lift.numpy.functions.elements import cores, generalized
from precis.lift.numpy.functions.ufuncs import as_operand
from precis.lift.numpy.kinds import dtypes_of_call
from precis.lift.numpy.numbers import dtype_of, is_number, operand, value_of
from precis.lift.numpy.scopes import wrap_number
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Int, View

Handler = Callable[..., Any]


def of_numba(function: Any) -> Handler | None:
    """The handler of an object of Numba's that is called."""
    made = KINDS.get(_full_name(type(function)))
    return made(function) if made is not None else NAMED.get(_full_name(function))


def _full_name(x: Any) -> tuple[str, str]:
    """The library that something is from, where that is numba, and its name."""
    module = getattr(x, "__module__", None) or ""
    return module.split(".")[0], getattr(x, "__name__", "")


def _converting(kind: Any) -> Handler:
    """numba.float32(x)"""
    return lambda lift, x: cast(lift, x, as_dtype(lift, kind))


def _elementwise(function: Any) -> Handler:
    """numba.vectorize: in the types that were declared, else in those of its arguments."""
    def handler(lift: Lifting, *args: Any, out: Any = None) -> Any:
        given, places = [as_operand(lift, x) for x in args[:function.nin]], [*args[function.nin:], out]
        dtypes = _declared(function, given)
        if dtypes is not None:
            given = [cast(lift, x, t) for x, t in zip(given, dtypes)]
        single = all(map(is_number, given))
        found = lift.call(*((function.__wrapped__, given) if single else (library.elements.vectorized, [function.__wrapped__, *given])), {})
        found = found if dtypes is None else cast(lift, found, dtypes[-1])
        return found if places[0] is None else put_out(lift, places[0], value_of(lift, found), dtype_of(found))
    return handler


def _declared(function: Any, given: Sequence[Any]) -> tuple[np.dtype, ...] | None:
    """The types of the loop that NumPy chooses; None where one is compiled for these arguments."""
    try:
        return dtypes_of_call(function.ufunc, [operand(x) for x in given]) if function.types else None
    except InputError:
        if function._frozen:
            raise
        return None


def _by_rows(function: Any) -> Handler:
    """numba.guvectorize: its function writes into the arrays that it is given last."""
    def handler(lift: Lifting, *args: Any) -> Any:
        taken, written = cores(function.signature)
        given, outs = [as_operand(lift, x) for x in args[:len(taken)]], args[len(taken):]
        dtypes = _declared(function, given)
        if dtypes is None:
            lift.refuse("a function of numba.guvectorize without declared types cannot be lifted", "declare them: @guvectorize([...], ...)")
        given = [cast(lift, x, t) for x, t in zip(given, dtypes)]
        shapes = tuple(tuple(_place(lift, taken, axis) for axis in axes) for axes in written)
        core = lift.call(library.elements.writing, [function.__wrapped__, shapes, tuple(dtypes[len(taken):]),
                                                    tuple(not axes for axes in written)], {})
        found = generalized(lift, core, taken, len(written), given)
        found = tuple(put_out(lift, out, value_of(lift, f), dtype_of(f)) for out, f in zip(outs, found)) if outs else found
        return found[0] if len(found) == 1 else found
    return handler


def _place(lift: Lifting, taken: Sequence[Sequence[str]], axis: str) -> tuple[Int, Int]:
    """An argument that has the axis, and where."""
    for k, axes in enumerate(taken):
        if axis in axes:
            return Int.of(k), Int.of(axes.index(axis))
    lift.refuse(f"no argument has the axis {axis} of a result", "give an array of that size as a further argument")


def _stencil(function: Any) -> Handler:
    """numba.stencil: neighbours by constant offsets, or within the neighbourhood that was stated."""
    def handler(lift: Lifting, *args: Any, out: Any = None) -> Any:
        kernel, options = function.kernel_ir.func_id.func, function.options
        names = kernel.__code__.co_varnames[:kernel.__code__.co_argcount]
        standard = options.get("standard_indexing") or ()
        arrays = [as_operand(lift, x) for x in args]
        relative = tuple(isinstance(x, (Array, View)) and name not in standard for x, name in zip(arrays, names))
        reach = options.get("neighborhood") or _reach(lift, kernel, {n for n, seen in zip(names, relative) if seen})
        low, high = (tuple(Int.of(int(r[k])) for r in reach) for k in (0, 1))
        border = wrap_number(options.get("cval", 0))
        if out is not None:
            lift.refuse("out= of a stencil cannot be lifted", "write out[...] = kernel(a)")
        return lift.call(library.elements.stencil, [kernel, low, high, border, relative, *arrays], {})
    return handler


def _reach(lift: Lifting, kernel: Any, names: set[str]) -> list[tuple[int, int]]:
    """The lowest and highest offset along every axis, and the place itself."""
    offsets = list(_offsets(lift, lift.definition(kernel)[0], names))
    return [(min(0, *axis), max(0, *axis)) for axis in zip(*offsets)]


def _offsets(lift: Lifting, tree: ast.AST, names: set[str]) -> Iterator[tuple[int, ...]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in names:
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            try:
                yield tuple(int(ast.literal_eval(p)) for p in parts)
            except (ValueError, TypeError):
                lift.refuse("a stencil whose offsets are computed has to state its neighborhood", "add neighborhood=((-1, 1), ...)")


KINDS: dict[tuple[str, str], Callable[[Any], Handler]] = {  # by the class of the object
    **{("numba", name): _converting for name in ("Float", "Integer", "Complex", "Boolean")},
    ("numba", "DUFunc"): _elementwise, ("numba", "GUFunc"): _by_rows, ("numba", "StencilFunc"): _stencil}
NAMED: dict[tuple[str, str], Handler] = {
    ("numba", "prange"): lambda lift, *bounds: lift.call(range, list(bounds), {}),
    ("numba", "set_num_threads"): nothing,
    ("numba", "List"): lambda lift, *items: lift.call(list, list(items), {}),
    ("numba", "literal_unroll"): lambda lift, items: items}
