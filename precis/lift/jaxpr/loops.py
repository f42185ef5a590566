"""scan and while: counted loops where the trips can be counted, else `while`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from precis.formats import format_of_dtype
from precis.ir.size import Size, largest
from precis.ir.types import At, Cut, Range, Value
from precis.lift.jaxpr.avals import kind_of
from precis.lift.jaxpr.carries import Body, body_of, parameters
from precis.lift.jaxpr.shape import ZERO, expand, flip

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering


def scan(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """A loop over the leading axis of arrays, from the last row if reversed; stacks come out in the order of the rows."""
    p = eqn.params
    first, after = p["num_consts"], p["num_consts"] + p["num_carry"]
    rows = [v if v.rank == 0 else lo.full(v, a.aval) for v, a in zip(x[after:], eqn.invars[after:])]
    body = body_of(eqn, p["jaxpr"], x[:first], x[first:after])
    finals, stacks = counted_loop(lo, body, rows, Size.of(p["length"]), p["reverse"])
    return finals + [flip(lo, s, (0,)) if p["reverse"] else s for s in stacks]


def while_(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    p = eqn.params
    condition, first, after = p["cond_jaxpr"], p["cond_nconsts"], p["cond_nconsts"] + p["body_nconsts"]
    body = body_of(eqn, p["body_jaxpr"], x[first:after], x[after:])
    trips = _count(lo, condition.jaxpr, x[:first], body)
    if trips is not None:
        return counted_loop(lo, body, (), trips)[0]
    return _uncounted(lo, condition, x[:first], replace(body, steps={}))


# Counted loops.


def counted_loop(lo: Lowering, body: Body, rows: Sequence[Value], trips: Size,
                 reverse: bool = False) -> tuple[list[Value], list[Value]]:
    """Emit a `loop`; returns (final carries, stacked outputs in order of iteration).

    rows  arrays whose row k (from the last, if `reverse`) is an input of iteration k, after the carries
    """
    index = lo.b.names.fresh(_index_name(body))
    range_ = _range(lo, body, trips, reverse)
    lo.facts.ranges[index] = range_.ends
    inner = lo.child(body.jaxpr, body.eqn)
    params = parameters(lo, inner, body)
    iteration = range_.iteration(index)
    arguments = [params[k] if k in params else _counter(inner, body, k, iteration) for k in range(body.count)]
    arguments += [_row(inner, v, trips - 1 - iteration if reverse else iteration) for v in rows]
    results = inner.run(body.jaxpr, [*body.outer, *arguments], body.constants)
    full = [inner.full(v, var.aval) for v, var in zip(results, body.jaxpr.outvars)]
    kept = body.kept
    block = inner.b.block([params[k] for k in kept], [full[k] for k in kept] + full[body.count:])
    outputs = lo.b.loop(range_, body.starts(lo), block, index)
    stacks = list(outputs[len(kept):])
    note_formats(lo, stacks, body.jaxpr.outvars[body.count:])
    by_carry = dict(zip(kept, outputs))
    return [by_carry[k] if k in by_carry else _counter(lo, body, k, trips) for k in range(body.count)], stacks


def _index_name(body: Body) -> str:
    names = [body.argument(k) for k in body.steps]
    return next((n for n in names if n and n.isidentifier() and not n.startswith("_")), "i")


def _range(lo: Lowering, body: Body, trips: Size, reverse: bool) -> Range:
    """The index runs as the first counter does where that is known, else from 0, or back to it."""
    for k, step in body.steps.items():
        start = lo.facts.scalar(body.inputs[k])
        if isinstance(start, Size) and abs(step) == 1 and not reverse:
            return Range(start, trips, step)
    return Range(ZERO, trips).reverse() if reverse else Range(ZERO, trips)


def _counter(lo: Lowering, body: Body, k: int, iteration: Size) -> Value:
    """A carry that the loop leaves alone, or a counter, after so many iterations."""
    if k in body.fixed:
        return body.inputs[k]
    start, kind = lo.facts.scalar(body.inputs[k]), kind_of(body.aval(k))
    growth = iteration * body.steps[k]
    return lo.known(start + growth, kind) if isinstance(start, Size) else lo.b.add(body.inputs[k], lo.known(growth, kind))


def _row(inner: Lowering, rows: Value, position: Size) -> Value:
    """One row of an array; of a progression, a known integer."""
    if rows.rank == 0:
        return rows
    found = inner.facts.progression.get(rows.name)
    if found:
        return inner.known(Size.of(found[0]) + position * found[1], rows.kind)
    return inner.b.slice(rows, at=(At(position), *(Cut(ZERO, d) for d in rows.shape[1:])))


def note_formats(lo: Lowering, values: Sequence[Value], variables: Sequence[Any]) -> None:
    """Values of control nodes have the formats of these variables."""
    for v, var in zip(values, variables):
        fmt = format_of_dtype(var.aval.dtype)
        if fmt:
            lo.shared.formats[v.name] = fmt


def _count(lo: Lowering, condition: Any, outer: Sequence[Value], body: Body) -> Size | None:
    """The trips of `while counter < bound`, where the loop leaves the bound alone; None for any other condition."""
    if len(condition.eqns) != 1 or condition.outvars[0] is not condition.eqns[0].outvars[0]:
        return None
    if condition.outvars[0].aval.shape:
        return None
    (eqn,), places = condition.eqns, {v: k - len(outer) for k, v in enumerate(condition.invars)}
    if eqn.primitive.name not in ("lt", "le", "gt", "ge"):
        return None
    left, right = (None if hasattr(v, "val") else places[v] for v in eqn.invars)
    if left not in body.steps:
        return None
    step = body.steps[left]
    if (right is not None and right >= 0 and right not in body.fixed) or (step > 0) != (eqn.primitive.name in ("lt", "le")):
        return None
    bound = Size.of(int(eqn.invars[1].val)) if right is None else _size(lo, [*body.inputs, *outer][right])
    start = _size(lo, body.inputs[left])
    distance = (bound - start if step > 0 else start - bound) + (1 if eqn.primitive.name in ("le", "ge") else 0)
    trips = (distance + (abs(step) - 1)) // abs(step)
    return trips if lo.facts.nonnegative(trips) else largest(trips, 0)


def _size(lo: Lowering, value: Value) -> Size:
    """The integer as a Size: known, or bound at run time."""
    known = lo.facts.scalar(value)
    return known if isinstance(known, Size) else lo.b.size(value, "n")


# Loops on a condition.


def _uncounted(lo: Lowering, condition: Any, outer: Sequence[Value], body: Body) -> list[Value]:
    """A `while`. Under vmap the condition is an array: it goes on while any holds, and changes the carries where it holds."""
    inner, test = lo.child(body.jaxpr, body.eqn), lo.child(condition.jaxpr, body.eqn)
    params = parameters(lo, inner, body)
    carried = [params.get(k, v) for k, v in enumerate(body.inputs)]
    results = inner.run(body.jaxpr, [*body.outer, *carried], body.constants)
    full = [inner.full(v, var.aval) for v, var in zip(results, body.jaxpr.outvars)]
    batched = bool(condition.jaxpr.outvars[0].aval.shape)
    if batched:
        (where,) = inner.inline(condition, [*outer, *carried], body.eqn)
        full = [_where(inner, where, new, old) for new, old in zip(full, carried)]
    tested = {k: test.b.value(p.container or "", p.shape, p.kind, p.container) for k, p in params.items()}
    holds = test.run(condition.jaxpr, [*outer, *(tested.get(k, v) for k, v in enumerate(body.inputs))], condition.consts)
    holds = [_any(test, v, condition.jaxpr.outvars[0].aval) for v in holds] if batched else holds
    step = inner.b.block(list(params.values()), [full[k] for k in body.kept])
    finals = lo.b.while_(body.starts(lo), test.b.block(list(tested.values()), holds), step)
    by_carry = dict(zip(body.kept, finals))
    return [by_carry.get(k, v) for k, v in enumerate(body.inputs)]


def _where(inner: Lowering, which: Value, new: Value, old: Value) -> Value:
    rows = expand(inner, which, range(which.rank, new.rank)) if which.rank < new.rank else which
    return inner.b.select(rows, new, old)


def _any(test: Lowering, holds: Value, aval: Any) -> Value:
    return test.b.any(test.full(holds, aval), axes=tuple(range(aval.ndim)))
