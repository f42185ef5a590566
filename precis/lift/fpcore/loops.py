"""Loops of FPCore: while, for, tensor, and their sequential twins with a star."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from precis.ir.size import Size, product
from precis.ir.types import Range, Value
from precis.lift.fpcore.lower import FORMS, Entry, Lowering, Scope, lo_items, pairs
from precis.lift.fpcore.reader import Atom, Datum, List


@dataclass(frozen=True, slots=True)
class Variable:
    """A loop variable: its update, its value before the loop, and its value in an iteration."""

    name: Atom
    update: Datum
    start: Value
    param: Value

    @property
    def container(self) -> str:
        assert self.param.container is not None
        return self.param.container


def _variables(lo: Lowering, bindings: Datum, scope: Scope, sequential: bool) -> list[Variable]:
    """Loop variables, stored where they start; those of a sequential loop see the ones before them."""
    inner, found = scope, []
    for name, (start, update) in pairs(lo, bindings, 2):
        value = lo.bound(name, start, inner).value
        assert value is not None
        param = scope.b.value(value.container or "", value.shape, value.kind, value.container)
        lo.formats.update({param.name: lo.formats[value.name]} if value.name in lo.formats else {})
        found.append(Variable(name, update, value, param))
        inner = inner.bind(**{name.text: Entry(value)}) if sequential else inner
    return found


def _updated(lo: Lowering, variables: Sequence[Variable], scope: Scope, sequential: bool) -> tuple[Scope, list[Value]]:
    """(the scope with all variables updated, their new values)."""
    seen, after, values = scope, scope, []
    for v in variables:
        entry = lo.bound(v.name, v.update, seen, v.container)
        assert entry.value is not None
        values.append(entry.value)
        after = after.bind(**{v.name.text: Entry(entry.value)})
        seen = after if sequential else seen
    return after, values


def _within(scope: Scope, variables: Sequence[Variable]) -> Scope:
    return scope.child().bind(**{v.name.text: Entry(v.param) for v in variables})


def _after(lo: Lowering, scope: Scope, variables: Sequence[Variable], finals: Sequence[Value]) -> Scope:
    """Names behind a loop; the values have the formats of their containers."""
    for v, final in zip(variables, finals):
        if v.container in lo.containers.formats:
            lo.formats[final.name] = lo.containers.formats[v.container]
    return scope.bind(**{v.name.text: Entry(final) for v, final in zip(variables, finals)})


def _while(lo: Lowering, x: List, scope: Scope) -> Value:
    sequential = x.head == "while*"
    test, bindings, body = lo_items(lo, x, 3, f"({x.head} condition ([x start update] ...) body)")
    variables = _variables(lo, bindings, scope, sequential)
    params = [v.param for v in variables]
    testing = _within(scope, variables)
    with lo.statement(testing, test.span):
        condition = testing.b.block(params, (lo.condition(test, "while", testing),))
    # The condition has parameters of its own: every value is defined once.
    renamed = [replace(p, name=scope.b.names.fresh(p.container or "")) for p in params]
    again = [replace(v, param=p) for v, p in zip(variables, renamed)]
    lo.formats.update({r.name: lo.formats[p.name] for p, r in zip(params, renamed) if p.name in lo.formats})
    looping = _within(scope, again)
    _, updates = _updated(lo, again, looping, sequential)
    finals = scope.b.while_([v.start for v in variables], condition, looping.b.block(renamed, updates))
    return lo.lower(body, _after(lo, scope, variables, finals))


def _ranges(lo: Lowering, bindings: Datum, scope: Scope) -> list[tuple[Atom, Size]]:
    """Index names with how far each counts."""
    found = []
    for name, (limit,) in pairs(lo, bindings, 1):
        size = lo.size(limit, scope)
        if size is None:
            count = lo.integer(limit, scope)
            size = scope.b.size(scope.b.maximum(count, scope.b.const(0, "int64")), "n")
        elif size.constant is not None and size.constant < 0:
            size = Size()
        found.append((name, size))
    return found


def _counted(lo: Lowering, indices: Sequence[tuple[Atom, Size]], scope: Scope) -> tuple[str, Range, dict[str, Entry]]:
    """(symbol, range, indices) of one loop over the product of all ranges, the last index fastest."""
    symbol = scope.b.names.fresh("k" if len(indices) != 1 else _plain(indices[0][0].text))
    range_ = Range(Size(), product([n for _, n in indices]))
    lo.ranges[symbol] = range_
    rest, entries = Size.of(symbol), {}
    for number, (name, n) in reversed(list(enumerate(indices))):
        entries[name.text] = Entry(size=rest if number == 0 else rest % n)
        rest = rest // n if number else rest
    return symbol, range_, entries


def _plain(name: str) -> str:
    return name if name.isidentifier() else "k"


def _for(lo: Lowering, x: List, scope: Scope) -> Value:
    sequential = x.head == "for*"
    ranges, bindings, body = lo_items(lo, x, 3, f"({x.head} ([i n] ...) ([x start update] ...) body)")
    indices = _ranges(lo, ranges, scope)
    variables = _variables(lo, bindings, scope, sequential)
    symbol, range_, entries = _counted(lo, indices, scope)
    looping = _within(scope.bind(**entries), variables)
    _, updates = _updated(lo, variables, looping, sequential)
    block = looping.b.block([v.param for v in variables], updates)
    finals = scope.b.loop(range_, [v.start for v in variables], block, symbol) if variables else ()
    return lo.lower(body, _after(lo, scope, variables, finals))


def _tensor(lo: Lowering, x: List, scope: Scope) -> Value:
    """A loop that stacks its bodies; (tensor* indices variables body) updates the variables before each body."""
    starred = x.head == "tensor*"
    shape = "(tensor* ([i n] ...) ([x start update] ...) body)" if starred else "(tensor ([i n] ...) body)"
    ranges, *bindings, body = lo_items(lo, x, 3 if starred else 2, shape)
    indices = _ranges(lo, ranges, scope)
    for (name, n), (_, (limit,)) in zip(indices, pairs(lo, ranges, 1)):
        if n.constant == 0:
            raise lo.problems.wrong(f"this tensor has no elements: {name.text} counts to nothing", limit)
    variables = _variables(lo, bindings[0], scope, True) if starred else []
    symbol, range_, entries = _counted(lo, indices, scope)
    looping = _within(scope.bind(**entries), variables)
    inner, updates = _updated(lo, variables, looping, True)
    element = lo.lower(body, inner)
    block = looping.b.block([v.param for v in variables], [*updates, element])
    *_, stack = scope.b.loop(range_, [v.start for v in variables], block, symbol)
    lo.formats.update({stack.name: lo.formats[element.name]} if element.name in lo.formats else {})
    if len(indices) == 1:
        return stack
    return shaped(lo, scope, stack, (*(n for _, n in indices), *element.shape))


def shaped(lo: Lowering, scope: Scope, v: Value, shape: tuple[Size, ...]) -> Value:
    """A reshaped value, in the format that it has."""
    out = scope.b.reshape(v, shape=shape)
    lo.formats.update({out.name: lo.formats[v.name]} if v.name in lo.formats else {})
    return out


FORMS.update({"while": _while, "while*": _while, "for": _for, "for*": _for, "tensor": _tensor, "tensor*": _tensor})
