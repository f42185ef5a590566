"""What an iteration of an innermost loop has stored and reads again is taken from a scalar.

    for j: E[j] = f(j); F[j] = g(j); H[j] = E[j] + F[j]    ->    for j: E[j] = e = f(j); F[j] = g(j); H[j] = e + F[j]

Compilers do not know that the arrays of a plan lie apart: behind another store they read from memory again, and wait for it. What is handed
on to the next iteration (precis.emit.cpu.handed) may then be read behind its store, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from precis.emit.cpu.handed import apart, waits
from precis.emit.cpu.promote import Buffers, but_for_moves
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import WORKSPACE, Access, Buffer, If, Instr, Loop, Nest, Plan, Statement
from precis.emit.plan.walking import walk

Block = tuple[Statement, ...]


def forwarded(plan: Plan) -> Plan:
    made = dict(plan.buffers)
    return replace(plan, statements=_block(plan.statements, made), buffers=made)


def _block(statements: Block, made: Buffers) -> Block:
    out = (map_blocks(s, lambda block: _block(block, made)) for s in statements)
    return tuple(replace(s, body=_forwarded(s.body, made)) if isinstance(s, Loop) and but_for_moves(s, made) else s for s in out)


def _forwarded(body: Block, made: Buffers) -> Block:
    tallied = {r.target.buffer for t in walk(body) if isinstance(t, Nest) for r in t.reductions}
    for k, t in enumerate(body):
        for store in t.body if isinstance(t, Nest) else ():
            if _lasts(store, made) and store.access and store.access.buffer not in tallied:
                held = Access(f"kept {len(made)}", (), ())
                behind, _ = _read_from(body[k + 1:], store.access, held, True)
                if behind != body[k + 1:]:
                    made[held.buffer] = Buffer(held.buffer, (), made[store.access.buffer].element, WORKSPACE)
                    body = (*body[:k], _keeping(body[k], store, held), *behind)
    return body


def _lasts(i: Instr, made: Buffers) -> bool:
    """Whether this is a store in each iteration, at a place known outside its nest, from where it is read later than from a register."""
    if i.op != "store" or i.access is None or not i.access.shape or i.guard:
        return False
    return waits(made[i.access.buffer].element) and not any(x.startswith("%") for n in i.access.index for x in n.symbols())


def _keeping(nest: Statement, store: Instr, held: Access) -> Nest:
    assert isinstance(nest, Nest)
    at = nest.body.index(store) + 1
    return replace(nest, body=(*nest.body[:at], replace(store, name=f"{store.name} kept", access=held), *nest.body[at:]))


def _read_from(statements: Block, place: Access, held: Access, fresh: bool) -> tuple[Block, bool]:
    """The statements, which read `place` from `held` until something may be stored there; and whether nothing was."""
    out: list[Statement] = []
    for t in statements:
        if isinstance(t, If):
            (then, one), (otherwise, other) = (_read_from(b, place, held, fresh) for b in (t.then, t.otherwise))
            out.append(replace(t, then=then, otherwise=otherwise))
            fresh = one and other
        elif isinstance(t, Nest):
            out.append(replace(t, body=tuple(_instructions(t, place, held, fresh))))
            fresh = fresh and not any(_overwrites(i, place) for i in t.body)
        else:
            out.append(t)
    return tuple(out), fresh


def _instructions(t: Nest, place: Access, held: Access, fresh: bool) -> Iterator[Instr]:
    for i in t.body:
        yield replace(i, access=held) if fresh and i.op == "load" and i.access == place else i
        fresh = fresh and not _overwrites(i, place)


def _overwrites(i: Instr, place: Access) -> bool:
    return i.op == "store" and i.access is not None and i.access.buffer == place.buffer and not apart(i.access, place)
