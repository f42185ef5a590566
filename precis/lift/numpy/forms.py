"""Forms of the items of lists that are tuples, dicts or objects with numbers and arrays in them (ADR 167): such a list is a list for each
of these parts."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.lift.numpy.chosen import is_named, which_of
from precis.lift.numpy.freezing import appended
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.library.jagged import Row, row_of
from precis.lift.numpy.library.lines import Lines
from precis.lift.numpy.library.runs import MADE_ANEW, Pieces
from precis.lift.numpy.library.stretches import Stretches
from precis.lift.numpy.numbers import is_number, scalar
from precis.lift.numpy.problems import NeedsPools
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import (
    GROWN,
    INT_0,
    Array,
    Chosen,
    Instance,
    Int,
    Items,
    Masked,
    MaskPart,
    Maybe,
    Method,
    OneOf,
    Partly,
    Pooled,
    Scalar,
    Stacked,
    View,
    certain,
)


@dataclass(frozen=True, slots=True)
class Form:
    """kind: tuple, list, dict, a class, Maybe, Chosen (one of `keys`), OneOf (of `parts`), Pieces (a list of any length), Row (one that
    grows, of those that its one key says), Pooled (a thing in the pool of the kind that is its one key), Lines (an array of any length, of
    the dtype that is its one key), Stretches (the same where the list also shrinks, or with other parts; of that dtype, and of rows of
    that shape); None: a number, or an array (of the dtype and the shape that are its keys)."""

    kind: Any = None
    keys: tuple[Any, ...] = ()
    parts: tuple[Form, ...] = ()


LEAF = Form()
RAGGED = Form(Pieces)
NOTHING = Form(Chosen, (None,))


def form_of(lift: Lifting, x: Any) -> Form | None:
    """The form of an item; None where it has parts that no list is made of."""
    if isinstance(x, (Array, View, Masked, MaskPart)):
        return _form_of_array(lift, x)
    if is_number(x):
        return LEAF
    if isinstance(x, Chosen):
        return Form(Chosen, x.options) if all(map(is_named, x.options)) else None
    if x is None or isinstance(x, (str, enum.Enum, FunctionType)):
        return Form(Chosen, (x,))
    if is_ragged(lift, x):
        return RAGGED
    if isinstance(x, Maybe):
        of = form_of(lift, x.thing)
        return None if of is None or (of.kind is None and of.keys) else Form(Maybe, (), (of,))
    if isinstance(x, OneOf):
        forms = [form_of(lift, thing) for thing in x.things]
        return None if None in forms else _one_of([f for f in forms if f])
    if at := lift.pooled(x):
        return Form(Pooled, (at.pool.key,))
    named = _named_parts(lift, x)
    parts = [] if named is None else [form_of(lift, part) for part in named.values()]
    found = Form(_kind(x), tuple(named), tuple(p for p in parts if p)) if named and None not in parts else None
    return as_place(lift, found) if found and lift.ways.pools else found


def _form_of_array(lift: Lifting, x: Array | View | Masked | MaskPart) -> Form | None:
    """Of arrays whose length a run tells, they are stretches of one; of others, the shape, as those that meet may have another."""
    if isinstance(x, MaskPart):
        return Form(Stretches, (INT, ()))
    if isinstance(x, Masked):
        rank = x.mask.rank
        return None if x.whole or x.axis else Form(Stretches, (x.dtype, lift.shape(x.value.shape)[rank:]))
    shape = lift.shape(x.shape)
    told = [d.symbols() <= lift.sizes.binding.keys() for d in shape]
    if all(told):
        return Form(None, (x.dtype, shape)) if shape else LEAF
    return Form(Stretches, (x.dtype, shape[1:])) if all(told[1:]) else None


def in_stretches(form: Form) -> Form | None:
    """The form of arrays of one dtype, and of rows of one shape, of which one has this form; None of other things."""
    if form.kind is None and form.keys:
        return Form(Stretches, (form.keys[0], form.keys[1][1:]))
    return Form(Stretches, (*form.keys, ())) if form.kind is Lines else form if form.kind is Stretches else None


def resolved(lift: Lifting, form: Form) -> Form:
    """The same with sizes as they are now: of two that turned out to be equal, one."""
    def one(key: Any) -> Any:
        return lift.shape(key) if isinstance(key, tuple) and key and all(isinstance(d, Size) for d in key) else key
    return replace(form, keys=tuple(map(one, form.keys)), parts=tuple(resolved(lift, part) for part in form.parts))


def changes(form: Form) -> bool:
    """Whether what has a form is a thing of the program that may change part by part."""
    plain = isinstance(form.kind, type) and form.kind not in (Chosen, Maybe, OneOf, Pieces, Row, Pooled, Stretches)
    return plain and not issubclass(form.kind, tuple) and not form.kind.__module__.startswith("precis.lift.")


def kind_in_pools(form: Form) -> Any:
    """What things have in common that lie in one pool: their class; of lists and dicts what they are and their keys."""
    return (form.kind, form.keys) if form.kind in (list, dict) else form.kind


def as_place(lift: Lifting, form: Form) -> Form:
    """The form of a thing as its place in the pool of its kind, which has to know all forms of such things."""
    if not changes(form):
        return form
    kind, pools = kind_in_pools(form), lift.ways.pools
    found = merged(pools.get(kind, form), form)
    if found is None:
        lift.refuse(f"things of the kind {getattr(form.kind, '__name__', form.kind)} that are items of lists have parts of different kinds",
                    "give each part numbers, or arrays of one shape, alone")
    if found != pools.get(kind):
        raise NeedsPools({**pools, kind: found})
    return Form(Pooled, (kind,))


def is_ragged(lift: Lifting, x: Any) -> bool:
    """Whether x is a list of numbers, or of tuples of them, of which only a run tells how many, or one without items."""
    if isinstance(x, Instance):
        return x.cls in MADE_ANEW
    if not isinstance(x, Items) or x.kind is not list or x.longest is not None:
        return False
    held = lift.held(x)
    return not held or (isinstance(held, Stacked) and (len(held.rows.shape) == 1 or bool(held.parts and held.parts.dtypes)))


def _one_of(forms: Iterable[Form]) -> Form:
    """The form of items of which the data tell the class."""
    parts = tuple(forms)
    return Form(OneOf, tuple(map(_class_of, parts)), parts)


def _class_of(form: Form) -> Any:
    """The class of objects of a form."""
    return form.keys[0] if form.kind is Pooled else form.kind


def _options(form: Form) -> tuple[Form, ...] | None:
    """The forms of objects that an item has one of; None for other things."""
    if form.kind is OneOf:
        return form.parts
    if form.kind is Pooled:
        return (form,) if isinstance(form.keys[0], type) else None
    return None if form.kind in (None, Chosen, Maybe, Pieces, Row, Lines, Stretches, tuple, list, dict) else (form,)


def _kind(x: Any) -> type:
    return tuple if isinstance(x, tuple) else x.kind if isinstance(x, Items) else x.cls


def _named_parts(lift: Lifting, x: Any) -> dict[Any, Any] | None:
    """The parts of a tuple, list, dict or object by their names; None for other things."""
    if isinstance(x, (Items, Instance)) and getattr(x, "longest", None) is None and _kind(x) is not set:
        x = lift.held(x, partly=True)
        if isinstance(x, Partly):
            return None
    if isinstance(x, tuple):
        return dict(enumerate(x))
    return x if isinstance(x, dict) else None


def merged(a: Form, b: Form) -> Form | None:
    """The form of items of both forms; None where there is none."""
    if a == b:
        return a
    if a.kind is b.kind is Chosen:
        return Form(Chosen, tuple(dict.fromkeys(a.keys + b.keys)))
    if Maybe in (a.kind, b.kind) or NOTHING in (a, b):
        things = [f.parts[0] if f.kind is Maybe else f for f in (a, b) if f != NOTHING]
        of = merged(*things) if len(things) == 2 else in_stretches(things[0]) or things[0]
        return None if of is None or of.kind is Chosen else Form(Maybe, (), (of,))
    if (a.kind is b.kind is None) or {Stretches, Lines} & {a.kind, b.kind}:
        return _merged_arrays(a, b)
    if Row in (a.kind, b.kind):
        return next((f for f, other in ((a, b), (b, a)) if f.kind is Row and (other == RAGGED or other.kind is list)), None)
    if RAGGED in (a, b) or (a.kind is b.kind is list and a.keys != b.keys):
        return RAGGED if _may_be_ragged(a) and _may_be_ragged(b) else None
    options = _options(a), _options(b)
    if None not in options and a.kind is not b.kind:
        return _merged_options([*options[0], *options[1]])  # type: ignore[misc]
    if a.kind is not b.kind or a.keys != b.keys or len(a.parts) != len(b.parts):
        return None
    parts = [merged(x, y) for x, y in zip(a.parts, b.parts)]
    return None if None in parts else Form(a.kind, a.keys, tuple(p for p in parts if p))


def _merged_arrays(a: Form, b: Form) -> Form | None:
    """Of numbers and arrays; arrays of several lengths are Lines as long as nothing asks for more."""
    if a.kind is b.kind is None and (LEAF in (a, b) or a.keys[1] == b.keys[1]):
        return LEAF
    one, other = in_stretches(a), in_stretches(b)
    if one is None or one != other:
        return LEAF if a.kind is b.kind is None else None
    return Form(Lines, one.keys[:1]) if Lines in (a.kind, b.kind) and Stretches not in (a.kind, b.kind) else one


def _may_be_ragged(form: Form) -> bool:
    """Whether items are lists of numbers, or of tuples of as many."""
    alike = form.kind is list and len(set(form.parts)) == 1
    return form == RAGGED or (alike and (form.parts[0] == LEAF or (form.parts[0].kind is tuple and set(form.parts[0].parts) == {LEAF})))


def _merged_options(forms: Sequence[Form]) -> Form | None:
    found: dict[Any, Form | None] = {}
    for f in forms:
        same = found.get(_class_of(f), f)
        found[_class_of(f)] = same and merged(same, f)
    return None if None in found.values() else _one_of([f for f in found.values() if f])


def leaves_of(form: Form) -> tuple[Form, ...]:
    """What the lists hold that items of a form are kept in: numbers and arrays (LEAF), arrays of several lengths, or lists
    (RAGGED)."""
    own = (LEAF,) if form.kind in (None, Chosen, Maybe, OneOf, Row, Pooled) else (form,) if form.kind in (Pieces, Stretches) else ()
    return (*own, *(leaf for part in form.parts for leaf in leaves_of(part)))


def parts_of(lift: Lifting, form: Form, x: Any) -> list[Any]:
    """What an item puts into these lists. It must not change any more: the lists would not know."""
    if form.kind is Chosen:
        return [scalar(lift, which_of(lift, form.keys, x))]
    if form.kind is Maybe:
        of, there = form.parts[0], x.there if isinstance(x, Maybe) else x is not None
        return [there, *(_no_parts(lift, of) if x is None else parts_of(lift, of, certain(x)))]
    if form.kind in (None, Stretches):
        return [x]
    if form == RAGGED:
        return [_as_it_is(lift, x)]
    if form.kind is Row:
        return [lift.call(row_of, [lift.made.growing[form.keys[0]], x], {})]
    if form.kind is OneOf:
        return _parts_of_one(lift, form, x)
    if form.kind is Pooled:
        return [lift.made.pools[form.keys[0]].place_of(lift, x)]
    if isinstance(x, (Items, Instance)):
        appended(lift, x)
    return parts_by_name(lift, form, _named_parts(lift, x) or {})


def parts_by_name(lift: Lifting, form: Form, named: Mapping[Any, Any]) -> list[Any]:
    return [part for f, key in zip(form.parts, form.keys) for part in parts_of(lift, f, named[key])]


def _as_it_is(lift: Lifting, x: Any) -> Any:
    """A list that becomes an item: neither it nor those that are parts of it with others may change any more."""
    if isinstance(x, Instance) and x.cls is Row:
        lists = lift.held(lift.held(x)["lists"])
        for part in (lists["heads"], lists["members"]):
            appended(lift, part)
    elif isinstance(x, Items):
        appended(lift, x)
    return lift.call(Method(x, "copy"), [], {}) if isinstance(x, Instance) else x


def _parts_of_one(lift: Lifting, form: Form, x: Any) -> list[Any]:
    """The number of an item's class, and the parts of every class: zeros where it is of another."""
    things = {thing.cls: thing for thing in (x.things if isinstance(x, OneOf) else (x,))}
    which = which_of(lift, form.keys, Chosen(tuple(things), x.which) if isinstance(x, OneOf) else x.cls)
    parts = [parts_of(lift, f, things[k]) if k in things else _no_parts(lift, f) for k, f in zip(form.keys, form.parts)]
    return [scalar(lift, which), *(p for of_form in parts for p in of_form)]


def _no_parts(lift: Lifting, form: Form) -> list[Any]:
    """What stands for the parts of a thing that is not there."""
    return [() if leaf == RAGGED else no_rows(lift, leaf) if leaf.kind is Stretches else INT_0 for leaf in leaves_of(form)]


def no_rows(lift: Lifting, form: Form) -> Any:
    """An array of none of the rows that stretches have."""
    return lift.call(np.zeros, [(INT_0, *map(Int, form.keys[1]))], {"dtype": form.keys[0]})


def made_of(lift: Lifting, form: Form, leaves: Iterator[Any]) -> Any:
    """The item that these parts make, which must not change."""
    if form.kind in (None, Stretches):
        return next(leaves)
    if form == RAGGED:
        return _list_of(lift, next(leaves))
    if form.kind is Chosen:
        which = scalar(lift, next(leaves))
        return form.keys[0] if len(form.keys) == 1 else Chosen(form.keys, which)
    if form.kind is Row:
        return lift.call(Method(lift.made.growing[form.keys[0]], "row"), [next(leaves)], {})
    if form.kind is Pooled:
        return lift.made.pools[form.keys[0]].thing(lift, next(leaves))
    if form.kind is Maybe:
        return Maybe(next(leaves), made_of(lift, form.parts[0], leaves))
    which = scalar(lift, next(leaves)) if form.kind is OneOf else None
    parts = tuple(made_of(lift, f, leaves) for f in form.parts)
    if isinstance(which, Scalar):
        return OneOf(parts, which)
    if form.kind is tuple:
        return parts
    thing: Any = Items(form.kind) if form.kind in (list, dict) else Instance(form.kind)
    lift.hold(thing, parts if form.kind is list else dict(zip(form.keys, parts)))
    thing.frozen = GROWN
    return thing


def _list_of(lift: Lifting, run: Any) -> Any:
    """A list that is an item, which must not change."""
    found = lift.call(Method(run, "copy"), [], {})
    found.frozen = GROWN
    return found


def refuse_copies(lift: Lifting, a: Any, b: Any) -> None:
    """Whether two things are one is not known of items of lists that loops grew: each time that one is asked for, it is made anew."""
    if a is not b and type(a) is type(b) and (_is_copy(lift, a) or _is_copy(lift, b)):
        lift.lacks.one_thing = True
        lift.refuse("whether two items of lists that loops grew are one thing is not known",
                    "compare their positions: for j, b in enumerate(items)")


def _is_copy(lift: Lifting, x: Any) -> bool:
    if isinstance(x, tuple):
        return bool(lift.made.columns) or any(isinstance(held, Stacked) and held.parts for held in lift.content.values())
    if isinstance(x, View):
        return any(isinstance(held, Stacked) and held.rows is x.base for held in lift.content.values())
    return isinstance(x, (Items, Instance)) and (x.frozen == GROWN or getattr(getattr(x, "cls", None), "made_anew", False))


def is_tuple(form: Form) -> bool:
    """Whether items are tuples, or of a class of named ones without an order of its own."""
    own = any("__lt__" in vars(cls) for cls in getattr(form.kind, "__mro__", ()) if cls not in (tuple, object))
    return isinstance(form.kind, type) and issubclass(form.kind, tuple) and not own


def is_text(form: Form) -> bool:
    """Whether items are texts, one of several."""
    return form.kind is Chosen and all(isinstance(key, str) for key in form.keys)


def note_form(lift: Lifting, items: Items, x: Any) -> None:
    """Of a list that the program makes, to which x is appended."""
    node = lift.made.lists.get(items)
    if node is None or isinstance(x, Scalar):
        return
    form = form_of(lift, x)
    widen(lift, node, Form(Lines, form.keys[:1]) if form and form.kind is Stretches and form.keys[1] == () else form)


def has_stretches(form: Form | None) -> bool:
    """Whether arrays of several lengths are parts of things of a form."""
    return form is not None and (form.kind in (Lines, Stretches) or any(map(has_stretches, form.parts)))


def widen(lift: Lifting, node: Any, form: Form | None) -> None:
    """Of the lists that the program makes somewhere, to which items of a form are appended."""
    before = lift.made.forms.get(node, form)
    lift.made.forms[node] = None if form is None or before is None else merged(resolved(lift, before), resolved(lift, form))
