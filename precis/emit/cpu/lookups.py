"""What a nest looks up in bytes beside elementary functions is looked up by a nest in front of it (loop distribution).

    y[i] = exp(w[kind[at[i]]])    ->    for i: k[i] = kind[at[i]];  for i: y[i] = exp(w[k[i]])

Vectors gather no elements of one or two bytes, so that compilers do all of such a loop number by number, its functions too. What was found
takes eight bytes, since compilers choose as many elements at a time as a vector holds of the narrowest (precis.emit.cpu.truths). Numbers of
one or two bytes that lie in steps (the colours of a picture) are read ahead, too: what compilers make of 64 of them, and eight copies of
each function, takes five times as long as the functions do, and them many seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from precis.emit.cpu.nest_facts import neighbours
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import WORKSPACE, Access, Buffer, Element, Instr, Nest, Plan, Statement
from precis.emit.plan.select import LATE, SLOW
from precis.ir.size import Size

Block = tuple[Statement, ...]

NARROW = ("bool", "int8", "uint8", "int16", "uint16")
WIDE = "int64"
SHORTEST = 16  # elements along the innermost axis, if that is known


def lookups_apart(plan: Plan) -> Plan:
    made = replace(plan, buffers=dict(plan.buffers))
    return replace(made, statements=_block(plan.statements, made))


def _block(statements: Block, plan: Plan) -> Block:
    return tuple(t for s in statements for t in (_parts(s, plan) if isinstance(s, Nest) else (map_blocks(s, lambda b: _block(b, plan)),)))


def _parts(nest: Nest, plan: Plan) -> Block:
    if not _plain(nest, plan) or not any(i.op in LATE for i in nest.body):
        return (nest,)
    found = _looked_up(nest, plan.buffers)
    front = _live([i for i in nest.body if i.op != "store"], {i.name for i in found})
    written = {i.access.buffer for i in nest.body if i.op == "store" and i.access} | {r.target.buffer for r in nest.reductions}
    if not found or any(i.op in LATE or (i.access and i.access.buffer in written) for i in front):
        return (nest,)
    shape = tuple(a.extent for a in nest.axes)
    kept = {i.name: Buffer(f"looked up {len(plan.buffers)} {i.name}", shape, _element(i, nest), WORKSPACE) for i in found}
    plan.buffers.update((b.name, b) for b in kept.values())
    places = {name: Access(b.name, tuple(Size.of(a.symbol) for a in nest.axes), shape) for name, b in kept.items()}
    read = [Instr(i.name, "load", (), kept[i.name].element, places[i.name]) if i.name in kept else i for i in nest.body]
    ahead = replace(nest, body=(*front, *(x for i in found for x in _kept(i, kept[i.name].element, places[i.name]))), reductions=())
    return (ahead, replace(nest, body=_live(read, _reduced(nest))))


def _plain(nest: Nest, plan: Plan) -> bool:
    """Whether iterations are independent and what they find has a length that is known from the arguments."""
    odd = nest.sequential or nest.hole or nest.begin is not None or nest.bins is not None or any(i.guard or i.where for i in nest.body)
    known = all(a.extent.symbols() <= set(plan.sizes) for a in nest.axes)
    tallies = any(r.op == "tally" for r in nest.reductions)
    return bool(nest.axes) and known and not (odd or tallies) and (len(nest.axes) > 1 or not _short(nest))


def _short(nest: Nest) -> bool:
    return (nest.axes[-1].extent.constant or SHORTEST) < SHORTEST


def _looked_up(nest: Nest, buffers: Mapping[str, Buffer]) -> list[Instr]:
    """Loads of narrow elements that change along the innermost axis, from places that the data tell; beside functions, of numbers that lie
    in steps, or will where a short axis becomes the outer one (precis.emit.cpu.interchange)."""
    last, short = nest.axes[-1].symbol, _short(nest)
    moving = {last}
    scalars = {i.name for i in nest.body}
    functions = any(i.op in SLOW for i in nest.body)
    found = []
    for i in nest.body:
        if moving & _taken(i):
            moving.add(i.name)
            element = buffers[i.access.buffer].element if i.op == "load" and i.access else None
            in_steps = functions and element != "bool" and (short or not neighbours(i, last))
            if element in NARROW and (in_steps or (scalars & _taken(i) and not short)):
                found.append(i)
    return found


def _element(i: Instr, nest: Nest) -> Element:
    """In which a value is kept: numbers that are only converted and counted with in a wider one. Truth values are widened later."""
    return WIDE if i.element != "bool" and all(j.op == "cast" for j in nest.body if i.name in j.args) else i.element


def _kept(i: Instr, element: Element, place: Access) -> tuple[Instr, ...]:
    kept = Instr(f"{i.name} kept", "cast", (i.name,), element)
    return (kept, Instr(f"{i.name} stored", "store", (kept.name,), element, place))


def _live(body: Iterable[Instr], wanted: set[str]) -> tuple[Instr, ...]:
    """The stores of a body, what is `wanted` of it, and all that these take."""
    wanted = set(wanted)
    kept = []
    for i in reversed([*body]):
        if i.op == "store" or i.name in wanted:
            kept.append(i)
            wanted |= _taken(i)
    return tuple(reversed(kept))


def _reduced(nest: Nest) -> set[str]:
    sizes = [*(s for r in nest.reductions for s in r.target.index), *(s for r in nest.reductions for ends in r.read for s in ends)]
    return {a for r in nest.reductions for a in r.args} | {x for s in sizes for x in s.symbols()}


def _taken(i: Instr) -> set[str]:
    """The scalars and axes that an instruction takes."""
    return {*i.args, *(x for s in i.sizes for x in s.symbols())}
