"""Lists that are parts of things in pools and grow (`p.history.append(x)`): those of one part stand side by side (library.jagged), and a
thing has the number of its own."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from precis.lift.numpy import library
from precis.lift.numpy.forms import Form
from precis.lift.numpy.functions.columns import list_made
from precis.lift.numpy.library.jagged import Row
from precis.lift.numpy.state import Lifting


def with_growing(pools: Mapping[Any, Form], kind: Any, name: Any) -> dict[Any, Form]:
    """Pools where a part of the things of one kind is a list that grows."""
    form = pools[kind]
    parts = (Form(Row, ((kind, name),)) if key == name else part for key, part in zip(form.keys, form.parts))
    return {**pools, kind: replace(form, parts=tuple(parts))}


def make_growing(lift: Lifting) -> None:
    """The lists that the parts of things consist of, of which there are none before the program begins."""
    for key in {key: None for form in lift.ways.pools.values() for key in _growing(form)}:
        members = list_made(lift, _place_of(key), lift.new_items(list, ()))
        lift.made.growing[key] = lift.call(library.jagged.Jagged, [members], {})


def _growing(form: Form) -> Iterator[Any]:
    if form.kind is Row:
        yield form.keys[0]
    for part in form.parts:
        yield from _growing(part)


@functools.cache
def _place_of(key: Any) -> ast.AST:
    """Where the items of such lists are made: the same whenever it is asked for."""
    return ast.Name("items")
