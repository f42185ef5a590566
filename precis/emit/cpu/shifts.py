"""Loops at whose end arrays change places in a ring move elements instead, so that they can run strip by strip.

    for k: new[i] = f(a[i], b[i]); new, a, b = b, new, a     ->     for k: t = f(a[i], b[i]); b[i] = a[i]; a[i] = t

Recurrences of several terms over whole arrays are such loops: Clenshaw's, orthogonal polynomials, filters. In a strip that stays in the
first cache a store is cheap, and `new` needs no memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from precis.emit.plan.fills import whole
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Access, Instr, Loop, Nest, Plan, Rotate, Statement
from precis.emit.plan.maps import injective
from precis.emit.plan.share import buffers_renamed
from precis.emit.plan.walking import accesses

Block = tuple[Statement, ...]


def shifted(s: Statement, plan: Plan, uses: Counter[str]) -> Loop | None:
    """The loop without any change of places at its end; None where it has none, or some of them have to stay."""
    if not isinstance(s, Loop) or not s.body or not isinstance(s.body[-1], Rotate):
        return None
    body: Block | None = s.body[:-1]
    sources, here = dict(s.body[-1].pairs), touches(s.body)
    for ring in _rings(sources, frozenset().union(*(accesses(t)[1] for t in s.body[:-1]))):
        own = plan.buffers[ring[0]].role == WORKSPACE and here[ring[0]] == uses[ring[0]]
        body = _moved_on(body, ring, own) if body is not None and plan.buffers[ring[0]].shape else None
        sources = {target: source for target, source in sources.items() if target not in ring}
    return None if sources or body is None else replace(s, body=body)


def _rings(sources: Mapping[str, str], written: frozenset[str]) -> Iterable[tuple[str, ...]]:
    """(new, a, b, ...) for each ring of which only the first is written: a becomes new, b becomes a, ..., new becomes the last."""
    takes = {source: target for target, source in sources.items()}
    for new in (name for name in sources if name in written and name in takes):
        ring = [new]
        while (following := takes.get(ring[-1], new)) not in ring:
            ring.append(following)
        if takes.get(ring[-1]) == new and not written & set(ring[1:]):
            yield tuple(ring)


def _moved_on(body: Block, ring: Sequence[str], own: bool) -> Block | None:
    """`own`: whether only the loop knows the array that is written. What is read before it is written over is held like the others."""
    new, *held = ring
    touched = [accesses(t) for t in body]
    at = next((k for k, (reads, writes) in enumerate(touched) if new in reads | writes), None)
    maker = None if at is None else body[at]
    if at is None or not isinstance(maker, Nest) or any(set(held) & reads or new in writes for reads, writes in touched[at + 1:]):
        return None
    if new in touched[at][0]:
        held = [*held, new]
    elif not own:
        return None
    made = _moving(maker, new, held)
    return None if made is None else (*body[:at], made, *buffers_renamed(body[at + 1:], {new: held[0]}))


def _moving(nest: Nest, new: str, held: Sequence[str]) -> Nest | None:
    """The nest that moves the elements of `held` on behind its own loads, and puts the new one in place of the first."""
    mine = [i for i in nest.body if i.access and i.access.buffer == new]
    if not mine or any(r.target.buffer == new for r in nest.reductions):
        return None
    *before, store = mine
    if store.op != "store" or any(i.op != "load" for i in before) or store.guard or nest.hole or not store.access:
        return None
    places = [replace(store.access, buffer=name) for name in held]
    alone = all(i.access in places for i in nest.body if i.access and i.access.buffer in held)
    if not alone or not whole(store.access, nest.axes) or not injective(store.access.index, nest.axes):
        return None
    rest = [i for i in nest.body if i is not store]
    loads = [Instr(f"{store.name} {k}", "load", (), store.element, place) for k, place in enumerate(places[:-1])]
    moves = [_stored(load, place) for load, place in zip(loads, places[1:])]
    return replace(nest, body=(*rest, *loads, *moves, replace(store, access=places[0])))


def _stored(load: Instr, place: Access) -> Instr:
    return Instr(f"{load.name} on", "store", (load.name,), load.element, place)
