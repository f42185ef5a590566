"""Arguments: arrays and floats become inputs of the Program, dimensions and integers become size symbols, the rest is static."""

from __future__ import annotations

import ast
import enum
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import FunctionType
from typing import Any

import numpy as np

from precis.errors import UnsupportedProgram
from precis.formats import format_of_dtype
from precis.ir.listed import Form
from precis.ir.refill import attributes_of
from precis.ir.size import Size
from precis.ir.trees import Leaf, Tree
from precis.ir.types import Shape, Value
from precis.lift.numpy import library
from precis.lift.numpy.binding import bind_arguments
from precis.lift.numpy.functions.records import structured
from precis.lift.numpy.kinds import kind_of
from precis.lift.numpy.listed import FEW, form_given, is_plain_object, lists_in, rows_given
from precis.lift.numpy.names import plain_name
from precis.lift.numpy.scopes import wrap
from precis.lift.numpy.source import Text
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.tables_of_lists import given_tables
from precis.lift.numpy.values import Array, Instance, Int, Items, Scalar, SliceOf

LITERAL = (bool, int, float, complex, str, type(None))


@dataclass
class Inputs:
    """What the function is called with while it is lifted."""

    names: dict[str, Any] = field(default_factory=dict)  # parameter -> abstract value
    trees: list[tuple[str, Tree]] = field(default_factory=list)
    params: list[Value] = field(default_factory=list)
    arrays: dict[str, Array] = field(default_factory=dict)  # name of the Value -> array
    examples: dict[str, np.ndarray] = field(default_factory=dict)
    lists: list[tuple[str, Items | Instance, Any]] = field(default_factory=list)
    rows: dict[Items | Instance, tuple[Form, tuple[Any, ...]]] = field(default_factory=dict)  # of lists: (form, lists of parts at first)
    stands: dict[str, Any] = field(default_factory=dict)  # argument -> abstract value
    given: dict[str, Any] = field(default_factory=dict)  # argument -> example
    tables: frozenset[str] = frozenset()  # parameters that are tables, where lists of lists are given


def arguments(lift: Lifting, fn: Any, function: FunctionType, definition: Any, text: Text, args: Sequence[Any],
              kwargs: Mapping[str, Any], fixed: int) -> Inputs:
    """Bind example arguments to parameters. Parameters left to their defaults are static."""
    spec: ast.arguments = definition.args
    defaults = list(function.__defaults__ or ())
    bound = bind_arguments(function.__name__, spec, list(args), dict(kwargs), defaults, function.__kwdefaults__ or {})
    given = {a.arg for a in (*spec.posonlyargs, *spec.args)[: len(args)]} | set(kwargs)
    inputs = Inputs(tables=given_tables(lift, definition, function.__globals__))
    lift.main = definition
    extra = [a.arg for a in (spec.vararg,) if a]
    order = [a.arg for a in (*spec.posonlyargs, *spec.args)] + extra  # as a call gives them
    for k, (name, x) in enumerate({name: bound[name] for name in (*order, *bound)}.items()):
        if k < fixed:
            inputs.names[name] = wrap(lift, x, name)
        elif spec.vararg and name == spec.vararg.arg:
            inputs.names[name] = tuple(_argument(lift, inputs, f"{name}_{i}", item, True) for i, item in enumerate(x))
        elif spec.kwarg and name == spec.kwarg.arg:
            inputs.names[name] = lift.new_items(dict, {key: _argument(lift, inputs, key, item, True) for key, item in x.items()})
        else:
            inputs.names[name] = _argument(lift, inputs, name, x, name in given)
    return inputs


def _argument(lift: Lifting, inputs: Inputs, name: str, x: Any, given: bool) -> Any:
    if not given:
        inputs.trees.append((name, _static(x)))
        return wrap(lift, x, name)
    stands, tree = _leaf(lift, inputs, name, x)
    inputs.trees.append((name, tree))
    inputs.stands[name], inputs.given[name] = stands, x
    return stands


def _static(x: Any) -> Tree:
    """A default, which is part of the Program: of what its text has no literals for, the type."""
    if isinstance(x, dict):
        return {key: _static(item) for key, item in x.items()}
    if type(x) in (list, tuple):
        return type(x)(map(_static, x))
    if callable(x):
        return Leaf("static", getattr(x, "__name__", str(x)))
    return Leaf("static", x if isinstance(x, LITERAL) and not isinstance(x, np.generic) else type(x).__name__)


def _leaf(lift: Lifting, inputs: Inputs, name: str, x: Any) -> tuple[Any, Tree]:
    """(what the argument stands for, its tree)."""
    if isinstance(x, np.ndarray) and x.dtype.names is not None and type(x) is np.ndarray:
        return _records(lift, inputs, name, x)
    if isinstance(x, np.ndarray):
        return _array(lift, inputs, name, x)
    if isinstance(x, enum.Enum) and not isinstance(x, (int, float, str)):
        return x, Leaf("static", str(x))
    if isinstance(x, (bool, np.bool_, str, bytes, type(None), np.dtype, type)) or x is Ellipsis:
        return (bool(x) if isinstance(x, np.bool_) else x), Leaf("static", x)
    if isinstance(x, (int, np.integer)):
        return _integer(lift, name, x)
    if isinstance(x, (float, complex, np.inexact)) or format_of_number(x):
        return _number(lift, inputs, name, x)
    if isinstance(x, tuple) and hasattr(x, "_asdict"):
        return _object(lift, inputs, name, x)
    if isinstance(x, (tuple, list)):
        return _sequence(lift, inputs, name, x)
    if isinstance(x, slice):
        parts = {key: _leaf(lift, inputs, f"{name}_{key}", getattr(x, key)) for key in ("start", "stop", "step")}
        return SliceOf(*(p[0] for p in parts.values())), {k: p[1] for k, p in parts.items()}
    if isinstance(x, dict):
        parts = {key: _leaf(lift, inputs, f"{name}_{key}", item) for key, item in x.items()}
        items = lift.new_items(dict, {k: p[0] for k, p in parts.items()})
        lift.made.ordered |= isinstance(x, OrderedDict)
        inputs.lists.append((name, items, lift.content[items]))
        return items, {k: p[1] for k, p in parts.items()}
    if callable(x):
        return wrap(lift, x, name), Leaf("static", getattr(x, "__name__", type(x).__name__))
    if is_plain_object(x):
        return _object(lift, inputs, name, x)
    if type(x).__module__.startswith("scipy.sparse"):
        return _sparse(lift, inputs, name, x)
    raise UnsupportedProgram(f"the argument {name} is an object of type {type(x).__name__}",
                             hints=("pass its arrays and numbers as arguments of their own",))


def _object(lift: Lifting, inputs: Inputs, name: str, x: Any) -> tuple[Instance, Tree]:
    """An object, bound by its attributes."""
    attributes = x._asdict() if hasattr(x, "_asdict") else attributes_of(x)
    parts = {key: _leaf(lift, inputs, f"{name}_{key}", item) for key, item in attributes.items()}
    instance = Instance(type(x))
    lift.hold(instance, {k: p[0] for k, p in parts.items()})
    inputs.lists.append((name, instance, lift.content[instance]))
    return instance, {k: p[1] for k, p in parts.items()}


def _records(lift: Lifting, inputs: Inputs, name: str, x: np.ndarray) -> tuple[Instance, Tree]:
    """An array of records, field by field."""
    dtype = structured(lift, x.dtype)
    parts = {key: _leaf(lift, inputs, f"{name}_{key}", x[key]) for key in x.dtype.names or ()}
    fields = lift.new_items(dict, {k: p[0] for k, p in parts.items()})
    inputs.lists.append((name, fields, lift.content[fields]))
    instance = Instance(library.records.Records)
    lift.hold(instance, {"dtype": dtype, "ndim": Int.of(x.ndim), "fields": fields})
    return instance, {k: p[1] for k, p in parts.items()}


def _sparse(lift: Lifting, inputs: Inputs, name: str, x: Any) -> tuple[Instance, Tree]:
    """A matrix in compressed rows or columns."""
    cls = library.sparse.CLASSES.get(x.format)
    lift.sparse.add(type(x).__name__.partition("_")[2])
    if cls is None:
        raise UnsupportedProgram(f"the argument {name} is a sparse matrix in the format {x.format}", hints=("pass its .tocsr()",))
    parts = {key: _leaf(lift, inputs, f"{name}_{key}", getattr(x, key)) for key in ("data", "indices", "indptr", "shape")}
    instance = Instance(cls)
    lift.hold(instance, {k: p[0] for k, p in parts.items()})
    inputs.lists.append((name, instance, lift.content[instance]))
    return instance, {k: p[1] for k, p in parts.items()}


def format_of_number(x: Any) -> bool:
    """Scalars of ml_dtypes."""
    return isinstance(x, np.generic) and format_of_dtype(x.dtype) is not None


def _sequence(lift: Lifting, inputs: Inputs, name: str, x: Any) -> tuple[Any, Tree]:
    form = form_given(lift, x, 0 if name in inputs.tables else FEW) if type(x) is list else None
    if form is not None:
        return _rows(lift, inputs, name, x, form)
    parts = [_leaf(lift, inputs, f"{name}_{k}", item) for k, item in enumerate(x)]
    trees = [p[1] for p in parts]
    if isinstance(x, tuple):
        return tuple(p[0] for p in parts), tuple(trees)
    items = lift.new_items(list, tuple(p[0] for p in parts))
    inputs.lists.append((name, items, lift.content[items]))
    return items, trees


def _rows(lift: Lifting, inputs: Inputs, name: str, x: list[Any], form: Form) -> tuple[Any, Tree]:
    """A list as rows of arrays."""
    def parameter(title: str, column: np.ndarray, shape: Shape, mixed: bool) -> Array:
        value = _parameter(lift, inputs, title, shape, column.dtype)
        if mixed:
            lift.either.add(value.name)
        return lift.new_array(value, column.dtype, value.container)
    rows, tree = rows_given(lift, name, x, form, partial(_dimension, lift), parameter)
    inputs.lists.append((name, rows, lift.content[rows]))
    inputs.rows[rows] = form, tuple((column, lift.content[column]) for column in lists_in(lift, rows))
    return rows, tree


def _array(lift: Lifting, inputs: Inputs, name: str, x: np.ndarray) -> tuple[Array, Tree]:
    if type(x) is not np.ndarray:
        raise UnsupportedProgram(f"the argument {name} is a {type(x).__name__}, a kind of array of its own",
                                 hints=("pass np.asarray(...) of it",))
    shape = tuple(_dimension(lift, name, k, n) for k, n in enumerate(x.shape))
    value = _parameter(lift, inputs, name, shape, x.dtype)
    inputs.examples[value.name] = x
    array = lift.new_array(value, x.dtype, value.container)
    inputs.arrays[value.name] = array
    lift.arguments.add(array)
    lift.layout.argument_values[value.name] = array
    if x.flags.c_contiguous:
        lift.layout.in_c_order.add(array)
    return array, Leaf("value", value.name)


def _dimension(lift: Lifting, name: str, axis: int, n: int) -> Size:
    """A new symbol; dimensions of length 1 broadcast, and stay 1."""
    if n == 1:
        return Size.of(1)
    symbol = lift.names.fresh(f"{plain_name(name)}_d{axis}")
    lift.sizes.binding[symbol] = n
    return Size.of(symbol)


def _parameter(lift: Lifting, inputs: Inputs, name: str, shape: Shape, dtype: np.dtype) -> Value:
    try:
        kind = kind_of(dtype)
    except UnsupportedProgram as problem:
        raise UnsupportedProgram(f"the argument {name}: {problem.message}", hints=problem.hints) from None
    title = lift.containers.add(lift.main, "", name, shape, dtype, "input", None)
    value = lift.build.value(title, shape, kind, title)
    lift.dtypes[value.name] = dtype
    inputs.params.append(value)
    return value


def _number(lift: Lifting, inputs: Inputs, name: str, x: Any) -> tuple[Scalar, Tree]:
    strong = isinstance(x, np.generic)
    dtype = x.dtype if strong else np.dtype(type(x))
    value = _parameter(lift, inputs, name, (), dtype)
    return Scalar(dtype, value, weak=not strong), Leaf("value", value.name)


def _integer(lift: Lifting, name: str, x: Any) -> tuple[Int, Tree]:
    symbol = lift.names.fresh(plain_name(name))
    lift.sizes.binding[symbol] = int(x)
    lift.sizes.integers.add(symbol)
    dtype = x.dtype if isinstance(x, np.integer) else None
    return Int(Size.of(symbol), dtype), Leaf("size", Size.of(symbol))
