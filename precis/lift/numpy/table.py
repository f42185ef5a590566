"""The functions that precis lifts: callable -> handler(lifting, *args, **kwargs), and methods of arrays, lists and dicts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from precis.lift.numpy import attributes, attributes_set, draws
from precis.lift.numpy.functions import (
    casts,
    classes,
    columns,
    containers,
    conversion,
    creation,
    defined,
    diagonals,
    dicts,
    effects,
    einsum,
    elements,
    extremes,
    grids,
    hashing,
    iterators,
    jagged,
    joining,
    linear,
    lines,
    lists,
    mathematics,
    methods,
    objects,
    ordering,
    python,
    records,
    reductions,
    routines,
    selected,
    selection,
    shaping,
    special,
    types_asked,
    ufuncs,
)

Handler = Callable[..., Any]

FUNCTIONS: dict[Any, Handler] = {}
for _part in (ufuncs, conversion, creation, grids, casts, shaping, joining, diagonals, reductions, linear, einsum, selection, python,
              extremes, ordering, mathematics, routines, columns, defined, selected, draws, attributes, attributes_set, containers,
              iterators, effects, elements, objects, classes, records, special, hashing, jagged, lines, types_asked):
    FUNCTIONS.update(_part.FUNCTIONS)
METHODS: dict[tuple[Any, str], Handler] = {**methods.METHODS, **lists.METHODS, **dicts.METHODS, **containers.METHODS}
UFUNC_METHODS: dict[str, dict[Any, Handler]] = {
    "reduce": {**defined.UFUNC_METHODS["reduce"], **reductions.REDUCING}, "outer": shaping.OUTER,
    "accumulate": {**defined.UFUNC_METHODS["accumulate"], **reductions.ACCUMULATING}, "reduceat": defined.UFUNC_METHODS["reduceat"],
    "at": {**defined.UFUNC_METHODS["at"], **selection.ADDING}}
