"""What one iteration of an innermost loop stores and the next one reads goes on in a scalar.

    for k: y[k] = a[k] + c * y[k - 1]          s = y[-1]; for k: s = a[k] + c * s; y[k] = s

(scalar replacement of recurrences; Callahan, Carr & Kennedy, Improving register allocation for subscripted variables, PLDI 1990.) A
compiler that does not know that no other store comes between reads it from memory again, and waits for the store: five cycles in each
link of the chain. Stores stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from precis.emit.cpu.promote import Buffers, but_for_moves, instructions, moved
from precis.emit.cpu.spell import register_type, soft
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import WORKSPACE, Access, Buffer, Element, Instr, Loop, Nest, Plan, Statement
from precis.emit.plan.maps import disjoint
from precis.emit.plan.walking import walk
from precis.formats import Format
from precis.ir.size import Size


@dataclass(frozen=True, slots=True)
class Link:
    """`stored` in every iteration by the instruction `store`, read as `read` in the next one, before anything is stored there."""

    store: Instr
    stored: Access
    read: Access


def handed_on(plan: Plan) -> Plan:
    made = dict(plan.buffers)
    return replace(plan, statements=_block(plan.statements, made), buffers=made)


def _block(statements: tuple[Statement, ...], made: Buffers) -> tuple[Statement, ...]:
    out: list[Statement] = []
    for s in statements:
        s = map_blocks(s, lambda block: _block(block, made))
        out += with_links(s, made) if isinstance(s, Loop) and but_for_moves(s, made) else [s]
    return tuple(out)


def with_links(s: Loop, made: Buffers, wanted: Callable[[Buffer], bool] | None = None) -> list[Statement]:
    """The loop behind nests that read what its first iteration is handed. `wanted`: arrays whose elements are to go on in scalars (default:
    those that are waited for)."""
    before: list[Statement] = []
    for link in links(s, made, wanted):
        held = Access(f"handed {len(made)}", (), ())
        made[held.buffer] = Buffer(held.buffer, (), made[link.read.buffer].element, WORKSPACE)
        before.append(moved(_at_start(link.read, s), held, made, s, reading=True))
        s = replace(s, body=_linked(s.body, link, held))
    return [*before, s]


def links(s: Loop, made: Buffers, wanted: Callable[[Buffer], bool] | None = None) -> list[Link]:
    """One for each place that is stored: a complex number has two."""
    tallied = {r.target.buffer for t in walk(s.body) if isinstance(t, Nest) for r in t.reductions}
    found: dict[Access, Link] = {}
    for t in s.body:
        for i in t.body if isinstance(t, Nest) else ():
            if i.op == "store" and i.access and i.access.shape and not i.guard and i.access not in found and i.access.buffer not in tallied:
                link = _link(i, i.access, s)
                b = made[i.access.buffer]
                if link and (wanted(b) if wanted else waits(b.element)):
                    found[i.access] = link
    return list(found.values())


def _link(store: Instr, stored: Access, s: Loop) -> Link | None:
    """A read of the place comes before the store, no other store comes between, and the first iteration reads it in any case. Reads
    behind the store find it in memory."""
    here = [(i, i.access) for i in instructions(s.body) if i.access and i.access.buffer == stored.buffer]
    reads = {a for i, a in here if i.op == "load" and _moves(a, s) and _next(a, s) == stored}
    if len(reads) != 1 or any(a.shape != stored.shape for _, a in here):
        return None
    (read,) = reads
    until = next(k for k, (i, _) in enumerate(here) if i is store)
    last = max((k for k, (i, a) in enumerate(here[:until]) if a == read and i.op == "load"), default=None)
    sure = any(i.op == "load" and i.access == read and not i.guard and not i.where for t in s.body if isinstance(t, Nest) for i in t.body
               if any(i is j for j, _ in here[:until]))
    stores = [(k, a) for k, (i, a) in enumerate(here) if i.op == "store" and i is not store]
    alone = all(apart(a, stored) and (k > (last or 0) or apart(a, read)) for k, a in stores)
    return Link(store, stored, read) if sure and last is not None and alone else None


def apart(a: Access, b: Access) -> bool:
    return disjoint(a.index, b.index, ())


def waits(element: Element) -> bool:
    """Whether elements come from memory later than from registers where they have just been stored: of integers, processors rename them
    (measured: 0.91 to 1.00 of the speed with links)."""
    return isinstance(element, Format) and register_type(element) in ("float", "double") and not soft(element)


def _moves(a: Access, s: Loop) -> bool:
    symbols = frozenset().union(*(i.symbols() for i in a.index))
    return s.index in symbols and not any(symbol.startswith("%") for symbol in symbols)


def _next(a: Access, s: Loop) -> Access:
    """The place that `a` is in the next iteration."""
    from_here = {s.index: Size.of(s.index) + s.step}
    return replace(a, index=tuple(i.substitute(from_here) for i in a.index))


def _at_start(a: Access, s: Loop) -> Access:
    return replace(a, index=tuple(i.substitute({s.index: s.start}) for i in a.index))


def _linked(statements: tuple[Statement, ...], link: Link, held: Access) -> tuple[Statement, ...]:
    """Reads of a link before its store are of the scalar, to which the store is followed by another."""
    at = next((k for k, t in enumerate(statements) if isinstance(t, Nest) and any(i is link.store for i in t.body)), len(statements) - 1)
    front = (replace(t, body=tuple(_through(t, link, held))) if isinstance(t, Nest) else
             map_blocks(t, lambda block: _linked(block, link, held)) for t in statements[:at + 1])
    return (*front, *statements[at + 1:])


def _through(nest: Nest, link: Link, held: Access) -> Iterator[Instr]:
    before = True
    for i in nest.body:
        yield replace(i, access=held) if before and i.op == "load" and i.access == link.read else i
        if i is link.store:
            before = False
            yield replace(i, name=f"{i.name} handed", access=held)
