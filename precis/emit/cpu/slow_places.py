"""Elements at places that follow a counter slowly are changed in registers: bits that are put into bytes one after the other.

    loop: out[at >> 3] |= bit << (7 - (at & 7)); at += 1
    ->  loop: if (at >> 3 != place) { out[place] = held; place = at >> 3; held = out[place]; } held |= bit << (7 - (at & 7)); at += 1

Where a branch asks for a bit of data, half of the changes are guessed wrong, and through memory each waits for the store before it. In a
register the branch becomes a choice by bits, and only every eighth iteration moves on. All that a loop does with the array has to be such
changes, so that it may as well be a cache of one element; branches that ask for something else may be guessed well, and stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from precis.emit.cpu.parity import parity
from precis.emit.plan.counters import counts_from_end
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import (
    RESULT,
    WORKSPACE,
    Access,
    Buffer,
    Element,
    If,
    Instr,
    Loop,
    Nest,
    Plan,
    Statement,
    Strips,
    While,
)
from precis.emit.plan.walking import accesses, blocks_of, walk
from precis.ir.size import Call, Size

Block = tuple[Statement, ...]
Buffers = dict[str, Buffer]

SLOW = 4  # steps of the counter within one place, at least
INDEX = "int64"


@dataclass(frozen=True, slots=True)
class Change:
    """`nest` reads and writes `element` alone, at a place that `shared` values of `counter`, a scalar or a size, have alike."""

    nest: Nest
    element: Access
    counter: str | Size
    shared: int


@dataclass(frozen=True, slots=True)
class Held:
    """The scalars of an array: where the element lies that is held, what it is, where the next one lies, and whether it is another."""

    place: Access
    element: Access
    next: Access
    moves: Access
    kind: Element


def slow_places(plan: Plan) -> Plan:
    made = dict(plan.buffers)
    return replace(plan, statements=_block(plan.statements, made), buffers=made)


def _block(statements: Block, made: Buffers) -> Block:
    return tuple(t for s in statements for t in _statement(s, made))


def _statement(s: Statement, made: Buffers) -> Block:
    if isinstance(s, Strips):  # threads may share them
        return (s,)
    bits, names = _choosing(s, made) if isinstance(s, (Loop, While)) else (frozenset(), [])
    if not names:
        return (map_blocks(s, lambda block: _block(block, made)),)
    held = {n: _scalars(made[n], made) for n in names}
    inner = map_blocks(s, lambda block: _in_registers(block, held, bits))
    return (*(_begun(h) for h in held.values()), inner, *(t for n, h in held.items() for t in _put_back(h, made[n])))


def _choosing(s: Loop | While, made: Buffers) -> tuple[frozenset[str], list[str]]:
    """The truth values of a loop that are bits of numbers, and the arrays that they decide on."""
    bits = _bits(s)
    return bits, sorted(n for n in accesses(s)[1] if bits and _by_bits(s, n, bits) and _all_slow(s, made[n]))


def _bits(s: Loop | While) -> frozenset[str]:
    """Truth values that are bits of numbers wherever a loop computes them."""
    found: dict[str, bool] = {}
    for t in walk((s,)):
        by_name = {i.name: i for i in t.body} if isinstance(t, Nest) else {}
        for i in by_name.values():
            if i.op == "store" and i.access and i.element == "bool" and not i.access.shape:
                found[i.access.buffer] = found.get(i.access.buffer, True) and parity(by_name[i.args[0]], by_name) is not None
    return frozenset(name for name, bit in found.items() if bit)


def _by_bits(s: Loop | While, name: str, bits: frozenset[str]) -> bool:
    """Whether a branch that asks for a bit is around a change of an array that may be computed all the same."""
    changes = (_chosen_change(t, bits) for t in walk((s,)) if isinstance(t, If))
    return any(c is not None and c.element.buffer == name for c in changes)


def _chosen_change(s: If, bits: frozenset[str]) -> Change | None:
    """The only thing that a branch does, of integers, from scalars."""
    nest = s.then[0] if len(s.then) == 1 and not s.otherwise and s.test in bits else None
    stores = [i for i in nest.body if i.op == "store" and i.access] if isinstance(nest, Nest) else []
    change = _change(nest, stores[0].access.buffer) if isinstance(nest, Nest) and stores and stores[0].access else None
    if change is None or not str(stores[0].element).startswith(("int", "uint")):
        return None
    others = [i.access for i in change.nest.body if i.op == "load" and i.access and i.access != change.element]
    return None if any(a.shape for a in others) else change


def _all_slow(s: Loop | While, buffer: Buffer) -> bool:
    """Whether all that a loop does with an array are changes of elements whose places follow counters slowly."""
    if not buffer.shape or buffer.role not in (WORKSPACE, RESULT):
        return False
    leaves = [(t, loop) for t, loop in _leaves(s) if buffer.name in _named(t)]
    return bool(leaves) and all(isinstance(t, Nest) and _slow(_change(t, buffer.name), s, loop) for t, loop in leaves)


def _leaves(s: Loop | While) -> Iterator[tuple[Statement, Loop | While]]:
    """The statements without blocks, and the innermost loops around them."""
    for block in blocks_of(s):
        for t in walk_branches(block):
            if isinstance(t, (Loop, While)):
                yield from _leaves(t)
            else:
                yield t, s


def walk_branches(block: Block) -> Iterator[Statement]:
    """The statements of a block and of its branches."""
    for t in block:
        if isinstance(t, If):
            yield from walk_branches((*t.then, *t.otherwise))
        else:
            yield t


def _named(t: Statement) -> frozenset[str]:
    reads, writes = accesses(t)
    return reads | writes | frozenset(getattr(t, "buffers", ())) | frozenset({getattr(t, "buffer", "")})


def _slow(c: Change | None, s: Loop | While, inner: Loop | While) -> bool:
    """Whether the counter of a change goes on by so little from one iteration to the next that SLOW of them are at one place."""
    if c is None or isinstance(c.counter, str):
        return c is not None and c.counter in _counters(s, c.shared // SLOW)
    step = c.counter.coefficient(inner.index) if isinstance(inner, Loop) else None
    return isinstance(inner, Loop) and step is not None and 0 < abs((step.constant or 0) * inner.step) * SLOW <= c.shared


def _change(nest: Nest, name: str) -> Change | None:
    odd = nest.axes or nest.reductions or nest.hole or nest.begin is not None or any(i.guard or i.where for i in nest.body)
    stores = [i for i in nest.body if i.op == "store"]
    mine = {i.access for i in nest.body if i.op == "load" and i.access and i.access.buffer == name}
    if odd or len(stores) != 1 or mine != {stores[0].access}:
        return None
    (element,) = mine
    shared = _shared(element.index[0], {i.name: i for i in nest.body}) if element and len(element.index) == 1 else None
    return Change(nest, element, *shared) if element and shared else None


def _shared(place: Size, by_name: Mapping[str, Instr]) -> tuple[str | Size, int] | None:
    """(what a place is counted by, how many neighbouring values of it have one place)."""
    at = by_name.get(place.symbol or "")
    if at is None or at.op == "size":
        return _quotient(place if at is None else at.value)
    if counts_from_end(at, by_name):
        return _shared(Size.of(at.args[2]), by_name)
    if at.op not in ("shift_right", "floordiv") or not all(a in by_name for a in at.args):
        return None
    counter, by = (by_name[a] for a in at.args)
    scalar = counter.op == "load" and counter.access and not counter.access.shape and counter.element == INDEX
    if not scalar or by.op != "const" or not counter.access or not 0 < by.value < 32:
        return None
    return counter.access.buffer, 1 << by.value if at.op == "shift_right" else by.value


def _quotient(place: Size) -> tuple[Size, int] | None:
    """Those of a size that is a quotient by a constant."""
    atom = place.terms[0][0][0] if len(place.terms) == 1 and len(place.terms[0][0]) == 1 and place.terms[0][1] == 1 else None
    if not isinstance(atom, Call) or atom.name != "floordiv" or not atom.args[1].constant:
        return None
    return atom.args[0], atom.args[1].constant


def _counters(s: Statement, step: int) -> frozenset[str]:
    """Scalars that a loop gives nothing but numbers of this kind, and such that are at most `step` more."""
    nests = [t for t in walk((s,)) if isinstance(t, Nest)]
    stores = (i.access for t in nests for i in t.body if i.op == "store" and i.access and not i.access.shape)
    found = frozenset(a.buffer for a in stores if step)
    while found:
        others = frozenset(name for t in nests for name in _others(t, found, step))
        if not others & found:
            break
        found -= others
    return found


def _others(nest: Nest, found: frozenset[str], step: int) -> Iterator[str]:
    """Scalars that get something else."""
    by_name = {i.name: i for i in nest.body}
    yield from (r.target.buffer for r in nest.reductions)
    for i in nest.body:
        if i.op == "store" and i.access and not _counts(by_name[i.args[0]], by_name, found, step):
            yield i.access.buffer


def _counts(i: Instr, by_name: Mapping[str, Instr], found: frozenset[str], step: int) -> bool:
    if i.op == "add":
        first, second = (by_name[a] for a in i.args)
        small = second.op == "const" and 0 <= second.value <= step
        return small and _counts(first, by_name, found, 0)
    return i.op == "load" and i.access is not None and i.access.buffer in found


def _scalars(buffer: Buffer, made: Buffers) -> Held:
    kinds = {"place": INDEX, "held": buffer.element, "next": INDEX, "moves": "bool"}
    scalars = {what: Access(f"{what} of {buffer.name} {len(made)}", (), ()) for what in kinds}
    made.update((a.buffer, Buffer(a.buffer, (), kinds[what], WORKSPACE)) for what, a in scalars.items())
    return Held(scalars["place"], scalars["held"], scalars["next"], scalars["moves"], buffer.element)


def _begun(h: Held) -> Nest:
    """No element is held."""
    return Nest((), (Instr("%0", "const", (), INDEX, value=-1), Instr("%1", "store", ("%0",), INDEX, h.place),
                     Instr("%2", "const", (), h.kind, value=0), Instr("%3", "store", ("%2",), h.kind, h.element)))


def _put_back(h: Held, array: Buffer | Access) -> Block:
    """What is held goes where it was, if anything is."""
    some = (Instr("%0", "load", (), INDEX, h.place), Instr("%1", "const", (), INDEX, value=0), Instr("%2", "ge", ("%0", "%1"), "bool"),
            Instr("%3", "store", ("%2",), "bool", h.moves))
    there = Access(array.name if isinstance(array, Buffer) else array.buffer, (Size.of("%0"),), array.shape)
    put = (Instr("%0", "load", (), INDEX, h.place), Instr("%1", "load", (), h.kind, h.element),
           Instr("%2", "store", ("%1",), h.kind, there))
    return (Nest((), some), If(h.moves.buffer, (Nest((), put),), (), guessed=True))


def _in_registers(block: Block, held: Mapping[str, Held], bits: frozenset[str]) -> Block:
    return tuple(t for s in block for t in _replaced(s, held, bits))


def _replaced(s: Statement, held: Mapping[str, Held], bits: frozenset[str]) -> Block:
    found = _chosen_change(s, bits) if isinstance(s, If) else None
    change = found or next((c for n in held if isinstance(s, Nest) and (c := _change(s, n))), None)
    if change is None or change.element.buffer not in held:
        return (map_blocks(s, lambda block: _in_registers(block, held, bits)),)
    return _changed(change, held[change.element.buffer], s.test if isinstance(s, If) else "")


def _changed(c: Change, h: Held, test: str = "") -> Block:
    """The change of the element that is held, once it is the right one; `test`: the scalar that says whether there is one at all."""
    return (_ahead(c, h, test), If(h.moves.buffer, _moved(c.element, h), (), guessed=True), _held(c, h, test))


def _ahead(c: Change, h: Held, test: str) -> Nest:
    """Where the change is: where the last one was, if there is none. Choices by bits: compilers would make branches of others."""
    place = c.element.index[0].symbol or "place"
    at = Instr("held at", "load", (), INDEX, h.place)
    known = _needed(place, c.nest.body)
    if not c.element.index[0].symbol:
        known.append(Instr("place", "size", (), INDEX, value=c.element.index[0]))
    chosen = _chosen("to", place, "held at", INDEX, _mask(test, INDEX)) if test else ()
    to = "to" if test else place
    return Nest((), (*known, at, *chosen, Instr("next", "store", (to,), INDEX, h.next), Instr("differs", "ne", (to, "held at"), "bool"),
                     Instr("moves", "store", ("differs",), "bool", h.moves)), sites=c.nest.sites)


def _needed(name: str, body: tuple[Instr, ...]) -> list[Instr]:
    """What a value is computed from, itself included."""
    needed, found = {name}, list[Instr]()
    for i in reversed(body):
        if i.name in needed:
            needed |= {*i.args, *(x for size in i.sizes for x in size.symbols())}
            found.insert(0, i)
    return found


def _moved(element: Access, h: Held) -> Block:
    """What is held goes where it was, and the next one is."""
    there = Access(element.buffer, (Size.of("next at"),), element.shape)
    bring = (Instr("next at", "load", (), INDEX, h.next), Instr("go", "store", ("next at",), INDEX, h.place),
             Instr("brought", "load", (), h.kind, there), Instr("hold", "store", ("brought",), h.kind, h.element))
    return (*_put_back(h, element), Nest((), bring))


def _held(c: Change, h: Held, test: str) -> Nest:
    """The change on the scalar."""
    body: list[Instr] = []
    for i in c.nest.body:
        if i.op == "store" and test:
            body.append(Instr("as before", "load", (), h.kind, h.element))
            body += _chosen("either", i.args[0], "as before", h.kind, _mask(test, h.kind))
        args = ("either",) if i.op == "store" and test else i.args
        body.append(replace(i, access=h.element, args=args) if i.access == c.element else i)
    return Nest((), tuple(body), sites=c.nest.sites)


def _mask(test: str, kind: Element) -> tuple[Instr, ...]:
    """All bits, or none."""
    return (Instr("wanted", "load", (), "bool", Access(test, (), ())), Instr("number", "cast", ("wanted",), kind),
            Instr("mask", "neg", ("number",), kind))


def _chosen(name: str, wanted: str, otherwise: str, kind: Element, mask: tuple[Instr, ...]) -> tuple[Instr, ...]:
    off, by = f"{name} off", f"{name} by"
    return (*mask, Instr(off, "bit_xor", (wanted, otherwise), kind), Instr(by, "bit_and", (off, "mask"), kind),
            Instr(name, "bit_xor", (by, otherwise), kind))
