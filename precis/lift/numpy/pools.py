"""Pools (docs/adr/0490): lists, dicts and objects that are items of lists and change lie in a list for each part of all things of their
kind; in lists, names and other things they are numbers, their places there. So each thing is one thing, however many lists hold it."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from precis.ir.build import Build
from precis.lift.numpy import library
from precis.lift.numpy.forms import RAGGED, Form, changes, form_of, kind_in_pools, leaves_of, made_of, merged, parts_by_name, parts_of
from precis.lift.numpy.functions.lines import stretches_made
from precis.lift.numpy.library.jagged import Row
from precis.lift.numpy.library.stretches import Stretches
from precis.lift.numpy.problems import NeedsPools
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING, Instance, Int, Items, Maybe, Method, OneOf, Pooled, Scalar

Thing = Items | Instance
ALL = "give the items all that they hold where they are made"


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """A part that was taken out of a pool whose lists held `now`, in a block that had so many nodes then, the last of which is `last`."""

    part: Any
    now: tuple[Any, ...]
    build: Build
    count: int
    last: list[Any]

    def holds(self, lift: Lifting, now: tuple[Any, ...]) -> bool:
        """Whether it is what one would take now, and in sight: taken in this block or one around it, and not taken back since."""
        around: Any = lift.build
        while around is not None and around is not self.build:
            around = around.parent
        there = self.build.nodes[self.count - 1:self.count]
        return around is not None and [*map(id, there)] == [*map(id, self.last)] and [*map(id, now)] == [*map(id, self.now)]


def _name_of(lift: Lifting, place: Any) -> Any:
    """What places that are surely equal have in common; None where nothing says it."""
    if isinstance(place, Int):
        return lift.sizes.resolve(place.size)
    return place.value.name if isinstance(place, Scalar) and place.value is not None else None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pool:
    """key: what its things have in common (forms.kind_in_pools); form: of their parts; lists: one for each leaf of it; taken: parts that
    were asked for last."""

    key: Any
    form: Form
    lists: tuple[Any, ...]

    taken: dict[Any, Taken] = field(default_factory=dict)

    @property
    def names(self) -> Iterator[tuple[Any, str]]:
        """Its lists, and how reports call them: Particle_x, dict_count, list_0."""
        for k, key in enumerate(self.form.keys):
            yield from ((column, f"{self.form.kind.__name__}_{key}") for column in self._columns(k))

    def thing(self, lift: Lifting, place: Any) -> Thing:
        """The thing at a place."""
        kind = self.key if isinstance(self.key, type) else self.key[0]
        found: Thing = Items(kind) if kind in (list, dict) else Instance(kind)
        lift.hold(found, Pooled(self, place))
        return found

    def place_of(self, lift: Lifting, x: Thing) -> Any:
        """The place of a thing, which gets one if it has none yet: what was known of it by itself is what the pool knows from then on."""
        if at := lift.pooled(x):
            return at.place
        if x.frozen or lift.relatives(x):
            lift.refuse("a thing becomes an item of a list that may be several things, depending on the data", "append a copy of it")
        leaves = parts_by_name(lift, self.form, _named(lift.held(x)))
        place = lift.call(len, [self.lists[0]], {})
        for column, leaf in zip(self.lists, leaves):
            lift.call(Method(column, "append"), [leaf], {})
        lift.journal.set(lift.content, x, Pooled(self, place))
        return place

    def _columns(self, k: int) -> tuple[Any, ...]:
        """The lists of the leaves of one part."""
        before = sum(len(leaves_of(part)) for part in self.form.parts[:k])
        return self.lists[before:before + len(leaves_of(self.form.parts[k]))]

    def part(self, lift: Lifting, place: Any, name: Any) -> Any:
        """One part of the thing at a place; MISSING where such things have none of this name."""
        if name not in self.form.keys:
            return MISSING
        k = self.form.keys.index(name)
        columns = self._columns(k)
        now = tuple(lift.journal.get(lift.content, column) for column in columns)
        which = k, _name_of(lift, place)
        known = self.taken.get(which)
        if known is None or not known.holds(lift, now):
            found = made_of(lift, self.form.parts[k], _at(lift, columns, place))
            if self.form.parts[k] == RAGGED:
                lift.made.held_apart[found] = self.key, name
            known = Taken(found, now, lift.build, len(lift.build.nodes), lift.build.nodes[-1:])
            if which[1] is not None:
                self.taken[which] = known
        return known.part

    def parts(self, lift: Lifting, place: Any) -> Any:
        """What the thing at a place holds."""
        found = {name: self.part(lift, place, name) for name in self.form.keys}
        return tuple(found.values()) if self.form.kind is list else found

    def put(self, lift: Lifting, place: Any, name: Any, x: Any) -> None:
        """Puts another part into the thing at a place."""
        if name not in self.form.keys:
            lift.refuse("a key or an attribute is added to an item of a list", ALL)
        k = self.form.keys.index(name)
        form, given = self.form.parts[k], form_of(lift, x)
        wider = given and merged(form, given)
        if wider is None:
            lift.refuse("a part of an item of a list changes its kind", "keep its kind: numbers, or arrays of one shape")
        if wider != form:
            parts = (*self.form.parts[:k], wider, *self.form.parts[k + 1:])
            raise NeedsPools({**lift.ways.pools, self.key: replace(self.form, parts=parts)})
        for column, leaf in zip(self._columns(k), parts_of(lift, form, x)):
            lift.call(operator.setitem, [column, place, leaf], {})

    def put_all(self, lift: Lifting, place: Any, held: Any) -> None:
        """Puts all parts into the thing at a place."""
        named = _named(held)
        if tuple(named) != self.form.keys:
            lift.refuse("keys, attributes or items of an item of a list are added or taken away", ALL)
        for name, x in named.items():
            self.put(lift, place, name, x)


def _named(held: Any) -> Mapping[Any, Any]:
    return dict(enumerate(held)) if isinstance(held, tuple) else held


def _at(lift: Lifting, columns: tuple[Any, ...], place: Any) -> Iterator[Any]:
    return (lift.call(operator.getitem, [column, place], {}) for column in columns)


def laid_out(lift: Lifting, form: Form, lists: Sequence[Any]) -> tuple[Form, tuple[Any, ...]]:
    """A form, and lists of its leaves, with what things hold in place of their places."""
    if form.kind is Pooled:
        pool, (places,) = lift.made.pools[form.keys[0]], lists
        return laid_out(lift, pool.form, [lift.call(library.columns.gathered, [column, places], {}) for column in pool.lists])
    if form.kind is Row:
        return RAGGED, (lift.call(library.runs.of_rows, [lift.made.growing[form.keys[0]], lists[0]], {}),)
    if not form.parts:
        return form, tuple(lists)
    if form.kind in (Maybe, OneOf) and any(leads_to_pools(part) for part in form.parts):
        lift.refuse("a list whose items may be None, or of several classes, is given back or made an array", "give lists of their parts")
    own = len(leaves_of(form)) - sum(len(leaves_of(part)) for part in form.parts)
    rest, found = iter(lists[own:]), list(lists[:own])
    parts = [laid_out(lift, part, [next(rest) for _ in leaves_of(part)]) for part in form.parts]
    return replace(form, parts=tuple(part for part, _ in parts)), (*found, *(column for _, columns in parts for column in columns))


def leads_to_pools(form: Form) -> bool:
    return form.kind in (Pooled, Row) or any(map(leads_to_pools, form.parts))


def leads_to_things(lift: Lifting, x: Any) -> bool:
    """Whether a list, dict or object holds things that lie in pools, of which others may be the same."""
    if at := lift.pooled(x):
        return any(map(leads_to_pools, at.pool.form.parts))
    columns = isinstance(x, Instance) and issubclass(x.cls, library.columns.Columns)
    return columns and leads_to_pools(lift.held(x)["form"])


def placed(lift: Lifting, thing: Any, key: Any) -> Any:
    """A thing that was just made, which lies in the pool of its kind where things do so from the beginning on."""
    pool = lift.made.pools.get(key) if lift.ways.placed else None
    if pool is not None and lift.pooled(thing) is None:
        pool.place_of(lift, thing)
    return thing


def make_pools(lift: Lifting) -> None:
    """The pools that the program needs, which are empty before it begins."""
    for key, form in lift.ways.pools.items():
        lift.made.pools[key] = Pool(key, form, tuple(empty_list(lift, leaf) for leaf in leaves_of(form)))


def empty_list(lift: Lifting, leaf: Form) -> Any:
    """A list of numbers or arrays, of arrays of several lengths, or of lists of any length."""
    if leaf.kind is Stretches:
        return stretches_made(lift, leaf)
    if leaf != RAGGED:
        return lift.new_items(list, ())
    return lift.call(library.runs.Pieces, [lift.new_items(list, ()) for _ in range(2)], {})


def pools_for(lift: Lifting) -> dict[str, Any] | None:
    """The ways in which items of all lists that are made lie in pools; None where no list has items that may change, or forms differ."""
    pools: dict[Any, Form] = {}
    forms = {node: form for node, form in lift.made.forms.items() if form is not None and form.kind is not None}
    columns = {node: found for node, form in forms.items() if (found := _with_places(form, pools)) != form or node in lift.made.mixed}
    for form in filter(may_change_by_parts, lift.made.forms_given):
        _with_places(form, pools)
    return {"columns": {**lift.ways.columns, **columns}, "pools": pools} if pools and None not in pools.values() else None


def may_change_by_parts(form: Form) -> bool:
    """Whether the items of a list that is given are things all parts of which are numbers."""
    return changes(form) and all(part.kind is None for part in form.parts)


def nests(form: Form, around: tuple[Any, ...] = ()) -> bool:
    """Whether things of a form hold things of their own kind, however deep."""
    kind = kind_in_pools(form) if changes(form) else None
    return (kind is not None and kind in around) or any(nests(part, (*around, kind)) for part in form.parts)


def _with_places(form: Form, pools: dict[Any, Any]) -> Form:
    """A form whose things are places; `pools` gets the forms of these."""
    form = replace(form, parts=tuple(_with_places(part, pools) for part in form.parts))
    if not changes(form):
        return form
    kind = kind_in_pools(form)
    before = pools.get(kind, form)
    pools[kind] = before and merged(before, form)
    return Form(Pooled, (kind,))
