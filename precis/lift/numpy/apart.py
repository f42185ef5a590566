"""Lists that are a list for each part of their items (docs/adr/0167): where they are made, and when they are preferred."""

from __future__ import annotations

import ast
from typing import Any

from precis.ir.size import Size
from precis.lift.numpy.forms import has_stretches
from precis.lift.numpy.pools import nests, pools_for
from precis.lift.numpy.problems import NeedsParts
from precis.lift.numpy.state import Lifting

MOST = 8  # places that make such lists
WORK = 5_000  # nodes that writing out a loop would make: beyond, lists of parts are tried first


def ways_apart(lift: Lifting) -> dict[str, Any]:
    """The ways in which lists that have to be are, beyond those that are, a list for each part of their items; empty where there are no
    more. Things that hold things of their own kind lie in pools."""
    columns = lift.ways.columns
    found = {node: form for node in (*columns, *lift.made.mixed) if (form := _form(lift, node))}
    if len(found) > MOST or found == columns:
        return {}
    return (pools_for(lift) or {}) if any(map(nests, found.values())) else {"columns": found}


def may_be_parts(lift: Lifting, thing: Any) -> bool:
    """Whether a list may be a list for each part of its items."""
    return thing in lift.made.lists and _form(lift, lift.made.lists[thing]) is not None


def _form(lift: Lifting, node: ast.AST) -> Any:
    """The form of what is appended to the lists that are made here; None where it is none, or numbers."""
    form = lift.made.forms.get(node)
    return None if form is None or form.kind is None else form


def before_written_out(lift: Lifting, trips: Size, nodes: int) -> None:
    """A loop is about to be written out, of which one iteration makes so many nodes: where that would hold the Program to a size, or would
    be long, lists of parts are tried first, if there are lists that might be some."""
    symbols = lift.sizes.resolve(trips).symbols()
    times = lift.sizes.example(trips) or 0
    if lift.ways.patient or not (symbols or nodes * times > WORK) or not ways_apart(lift):
        return
    raise NeedsParts(len(symbols | lift.sizes.pins.keys()) - bool(symbols))


def before_many_iterations(lift: Lifting) -> None:
    """Iterations of a `while` on which sizes decide are about to be written out, all of them, though it pins none: likewise. Sizes decide
    where arrays in lists are as long as these say, however many lengths there are."""
    lift.made.mixed.update(node for node, form in lift.made.forms.items() if has_stretches(form))
    if not lift.ways.patient and ways_apart(lift):
        raise NeedsParts(len(lift.sizes.pins))
