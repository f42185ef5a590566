"""Branches of a few cheap scalar statements become selections: no jump that the processor may guess wrong, and the statements around stay
one straight line.

    if t: x = a                  x = select(t, a, x)

Both sides are computed then, so they may read only what is in memory for sure: scalars, and elements of arrays that statements before the
branch have read or written in the same block. Elements that are written are written back unchanged where the branch is not taken.
A branch remains one where its test takes an elementary function, a root or a quotient of what it changes: the next iteration would wait
for it, where a guess costs less even if every other one is wrong. So it does where the test reads an array at the place that it changes to
another one (`if x[i] < x[least]: least = i`), which does not follow from the place before as it does in searches that halve. Stores that
may leave an element as it is become one there (precis.emit.plan.unchanged).
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from precis.emit.plan.fuse import map_blocks, renamed
from precis.emit.plan.kernels import Access, Buffer, If, Instr, Nest, Plan, Statement
from precis.emit.plan.unchanged import Change, Places, unequal, where_changed
from precis.emit.plan.walking import accesses, walk
from precis.ir.ops import OPS
from precis.ir.ops.record import LIBRARY

CHEAP = frozenset(("load", "store", "const", "size", "cast", "add", "sub", "mul", "fma", "neg", "abs", "maximum", "minimum", "select",
                   "lt", "le", "gt", "ge", "eq", "ne", "bit_and", "bit_or", "bit_xor", "bit_not"))
SLOW = frozenset(name for name, op in OPS.items() if op.rounding == LIBRARY)
DEAR = {**dict.fromkeys(SLOW, 20), "div": 10, "sqrt": 10}  # what operations of vectors take; others 1
LATE = SLOW | {"div", "sqrt"}  # what an iteration after it waits for
MOST = 12  # instructions of both sides: more cost more than a jump that is guessed wrong now and then
Block = tuple[Statement, ...]


def select(plan: Plan) -> Plan:
    buffers = dict(plan.buffers)
    return replace(plan, statements=_block(plan.statements, buffers), buffers=buffers)


def _block(statements: Block, buffers: dict[str, Buffer]) -> Block:
    made: list[Statement] = []
    touched: set[Access] = set()  # elements of arrays that exist for sure
    for k, s in enumerate(statements):
        s = map_blocks(s, lambda block: _block(block, buffers))
        changed = where_changed(s, statements[:k])
        if changed and _waited_for(changed.store, made):
            made += _told_apart(s, changed, buffers)
            continue
        elif isinstance(s, If) and _waited_for(s, made):
            s = replace(s, guessed=True)
        elif isinstance(s, If) and _plain(s, touched, buffers):
            sides = [[n for n in side if isinstance(n, Nest)] for side in (s.then, s.otherwise)]
            made += _either(sides[0], sides[1], s.test) or [_selected(n, s.test, k == 0) for k, side in enumerate(sides) for n in side]
            continue
        made.append(s)
        touched |= _touched(s)
    return tuple(made)


def _told_apart(store: Statement, changed: Change, buffers: dict[str, Buffer]) -> list[Statement]:
    """The store where it changes the element, behind what asks that."""
    if not changed.ties or not isinstance(store, Nest):
        return [changed.store]
    flag = Buffer(f"b{len(buffers)}", (), "bool")
    buffers[flag.name] = flag
    return [unequal(store, flag.name), If(flag.name, (store,), (), guessed=True)]


def _touched(s: Statement) -> set[Access]:
    """Elements that a scalar statement reads or writes at places that mean the same in the statements after it."""
    if not isinstance(s, Nest) or s.axes or s.reductions:
        return set()
    return {i.access for i in s.body if i.access and not i.guard and _lasting(i.access)}


def _lasting(access: Access) -> bool:
    """Whether the index mentions no scalar of its statement."""
    return not any(symbol.startswith("%") for i in access.index for symbol in i.symbols())


def _plain(s: If, touched: set[Access], buffers: dict[str, Buffer]) -> bool:
    every = (*s.then, *s.otherwise)
    if not every or not all(isinstance(n, Nest) and not n.axes and not n.reductions and not n.hole for n in every):
        return False
    body = [i for n in every if isinstance(n, Nest) for i in n.body]
    written = frozenset().union(*(accesses(n)[1] for n in every))
    return len(body) <= MOST and s.test not in written and all(
        i.op in CHEAP and not i.guard and (not i.access or _there(i.access, touched, buffers)) for i in body)


def _waited_for(s: If, before: Sequence[Statement]) -> bool:
    """Whether the test takes a slow function of what the branch has changed in an iteration before, or looks up what it says."""
    named = Places()
    places = {named.of(n.body)[i.name] for n in _nests(s) for i in n.body if i.op == "store"}
    known, late, looked = set(accesses(s)[1]), set[str](), set[str]()  # what such changes bear on: all of it, what takes long, by a place
    for t in before:
        reads, writes = accesses(t)
        if reads & known and _from_before(t, places, named) & known:
            late |= writes if reads & late or any(i.op in LATE for i in _body(t)) else set()
            looked |= writes if reads & looked or _looks_up(t, known) else set()
            known |= writes
        elif isinstance(t, Nest):
            anew = {i.access.buffer for i in t.body if i.op == "store" and i.access and not i.access.index}
            known, late, looked = known - anew, late - anew, looked - anew
    return s.test in late or (s.test in looked and not any(a and a.index for a in places) and not _loaded(s) & known)


def _looks_up(t: Statement, known: Set[str]) -> bool:
    """Whether a statement reads an element at a place that follows from what is in the buffers `known`."""
    for n in _nests(t):
        following = set[str]()
        for i in n.body:
            at = {x for size in i.access.index for x in size.symbols()} if i.access else set[str]()
            if i.op == "load" and at & following:
                return True
            if (i.op == "load" and i.access and i.access.buffer in known) or following & {*i.args, *at}:
                following.add(i.name)
    return False


def _loaded(s: Statement) -> set[str]:
    return {i.access.buffer for i in _body(s) if i.op == "load" and i.access}


def _from_before(t: Statement, places: set[Access], named: Places) -> frozenset[str]:
    """What a statement reads but for elements of arrays at `places`, which no iteration before has changed."""
    loads = [a for n in _nests(t) for i, a in zip(n.body, _accesses(n, named)) if i.op == "load" and a and a.index]
    return accesses(t)[0] - ({a.buffer for a in loads if a in places} - {a.buffer for a in loads if a not in places})


def _accesses(n: Nest, named: Places) -> list[Access | None]:
    found = named.of(n.body)
    return [found.get(i.name) for i in n.body]


def _nests(s: Statement) -> list[Nest]:
    return [n for n in walk((s,)) if isinstance(n, Nest)]


def _body(s: Statement) -> list[Instr]:
    return [i for n in _nests(s) for i in n.body]


def _there(access: Access, touched: set[Access], buffers: dict[str, Buffer]) -> bool:
    return not buffers[access.buffer].shape or access in touched


def _either(then: list[Nest], otherwise: list[Nest], test: str) -> list[Nest]:
    """One statement where both sides store one value at the same place, which then is one of the two, whatever was there."""
    if len(then) != 1 or len(otherwise) != 1:
        return []
    (a,), (b,) = then, otherwise
    ends = [[i for i in n.body if i.op == "store"] for n in (a, b)]
    if any(len(stores) != 1 or n.body[-1] is not stores[0] for n, stores in zip((a, b), ends)):
        return []
    (one,), (other,) = ends
    if one.access != other.access or one.element != other.element or not one.access or not _lasting(one.access):
        return []
    names, others = ({i.name: f"{i.name} {side}" for i in n.body} for n, side in ((a, "then"), (b, "otherwise")))
    asked = _asked(test)
    body = [asked, *(_under(i, names) for i in a.body[:-1]), *(_under(i, others) for i in b.body[:-1])]
    chosen = Instr(f"%chosen by {test}", "select", (asked.name, names[one.args[0]], others[other.args[0]]), one.element)
    sites = tuple(dict.fromkeys((*a.sites, *b.sites)))
    return [replace(a, body=(*body, chosen, replace(one, args=(chosen.name,))), sites=sites)]


def _asked(test: str) -> Instr:
    """The test under a name of its own: statements that are chosen may be chosen by others inside."""
    return Instr(f"%test of {test}", "load", (), "bool", Access(test, (), ()))


def _under(i: Instr, names: dict[str, str]) -> Instr:
    """The instruction under another name."""
    value = i.value.substitute(names) if i.op == "size" else i.value
    return replace(i, name=names[i.name], args=tuple(names[x] for x in i.args), access=i.access and renamed(i.access, names), value=value)


def _selected(n: Nest, test: str, taken: bool) -> Nest:
    """The statements of one side, whose stores keep what is there where the side is not taken."""
    asked = _asked(test)
    body = [asked]
    for i in n.body:
        if i.op != "store":
            body.append(i)
            continue
        old, chosen = f"%old {i.name} by {test}", f"%new {i.name} by {test}"
        new = (i.args[0], old) if taken else (old, i.args[0])
        body += [Instr(old, "load", (), i.element, i.access), Instr(chosen, "select", (asked.name, *new), i.element)]
        body.append(replace(i, args=(chosen,)))
    return replace(n, body=tuple(body))
