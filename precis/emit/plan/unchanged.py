"""Stores of an element that a choice may leave as it is, and the test that says so.

    old = y[i]; if x < old: new = x, else: new = old; ...; y[i] = new     ->     the store is wanted where x < old

`y[i] = min(x, y[i])` is lifted to this. Statements in between may do anything but change the element, its place, the test or `new`.
Where the test takes what is new of two that are equal (`y[i] = min(y[i], x)`, which settles on that), the elements are compared as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from precis.emit.plan.fuse import renamed
from precis.emit.plan.kernels import Access, If, Instr, Nest, Statement
from precis.emit.plan.walking import accesses

Block = tuple[Statement, ...]
STRICT, LOOSE = ("lt", "gt"), ("le", "ge")  # tests that are false, and true, of two equal numbers


@dataclass(frozen=True, slots=True)
class Places:
    """Names for the scalars of statements by what they are computed from, so that places of several statements can be compared:
    they are equal where equal instructions make the scalars in their indices."""

    known: dict[tuple, str] = field(default_factory=dict)

    def of(self, body: Sequence[Instr]) -> dict[str, Access]:
        """Where each load and store of a statement is, by the instruction's name."""
        names: dict[str, str] = {}
        found: dict[str, Access] = {}
        for i in body:
            if i.access:
                found[i.name] = renamed(i.access, names)
            value = i.value.substitute(names) if i.op == "size" else i.value
            made = (i.op, tuple(names.get(a, a) for a in i.args), found.get(i.name), value, i.element, i.guard, i.where)
            names[i.name] = self.known.setdefault(made, f"%{len(self.known)} of all")
        return found


@dataclass(frozen=True, slots=True)
class Copy:
    """An element that a statement copies as it is; `by`: what the scalars in its places are computed from."""

    source: Access
    target: Access
    by: frozenset[str]


@dataclass(frozen=True, slots=True)
class Change:
    """A store under the condition that it changes the element. ties: whether it is wanted of two equal ones too."""

    store: If
    ties: bool


def where_changed(store: Statement, before: Sequence[Statement]) -> Change | None:
    """None where every iteration may change the element."""
    places = Places()
    copy = copied(store, places) if before else None
    at = _chosen(copy, before) if copy else None
    choice = before[at] if at is not None else None
    if copy is None or not isinstance(choice, If):
        return None
    sides = [_keeps(side, copy, before[:at], places) for side in (choice.then, choice.otherwise)]
    if sides[0] == sides[1]:
        return None
    made = If(choice.test, () if sides[0] else (store,), (store,) if sides[0] else (), guessed=True)
    return Change(made, _compared(choice.test, before[:at]) in (STRICT if sides[0] else LOOSE))


def _compared(test: str, before: Sequence[Statement]) -> str:
    """The operation that a test is the result of."""
    maker = next((s for s in reversed(before) if test in accesses(s)[1]), None)
    return next((i.op for i in reversed(maker.body) if i.op != "store"), "") if isinstance(maker, Nest) and not maker.axes else ""


def unequal(store: Nest, flag: str) -> Nest:
    """Whether a store changes bits: what is new is another number than what lies there, or one of the zeros."""
    *others, last = store.body
    there = Instr("%there", "load", (), last.element, last.access)
    other = Instr("%other", "ne", (*last.args, there.name), "bool")
    zero = Instr("%nothing", "const", (), last.element, value=0)
    zeros = Instr("%zero", "eq", (*last.args, zero.name), "bool")
    either = Instr("%changed", "bit_or", (other.name, zeros.name), "bool")
    kept = Instr("%kept", "store", (either.name,), "bool", Access(flag, (), ()))
    return replace(store, body=(*others, there, other, zero, zeros, either, kept))


def copied(s: Statement, places: Places) -> Copy | None:
    """What a statement copies, if it does nothing but that."""
    if not isinstance(s, Nest) or s.axes or s.reductions or len(s.body) < 2:
        return None
    *others, store = s.body
    load = next((i for i in others if i.op == "load" and i.name in store.args), None)
    if load is None or store.op != "store" or load.element != store.element or any(i.guard or i.where or i.op == "store" for i in others):
        return None
    if store.guard or store.where:
        return None
    at = places.of(s.body)
    return Copy(at[load.name], at[store.name], frozenset(i.access.buffer for i in others if i.access and i is not load))


def _chosen(copy: Copy, before: Sequence[Statement]) -> int | None:
    """Which statement made what is stored; None where that, or what it goes by, may have changed since."""
    for k in reversed(range(len(before))):
        choice = before[k]
        if copy.source.buffer in accesses(choice)[1]:
            since = frozenset().union(*(accesses(s)[1] for s in before[k:]))
            return k if isinstance(choice, If) and not {choice.test, copy.target.buffer, *copy.by} & since else None
    return None


def _keeps(side: Block, copy: Copy, before: Sequence[Statement], places: Places) -> bool:
    """Whether one side of a choice is that what will be stored lies at the place already."""
    inside = copied(side[0], places) if len(side) == 1 else None
    if side and (inside is None or inside.target != copy.source):
        return False
    old = inside.source if inside else copy.source
    for s in reversed(before):
        writes = accesses(s)[1]
        if old.buffer in writes:
            first = copied(s, places)
            return first is not None and (first.source, first.target) == (copy.target, old)
        if writes & {copy.target.buffer, *copy.by}:
            return False
    return False
