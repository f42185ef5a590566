"""Elements of arrays that an innermost loop reads and writes at one place are held in scalars while it runs.

    for j: y[i] += a[j]          s = y[i]; for j: s += a[j]; y[i] = s

(scalar replacement; Callahan, Carr & Kennedy, Improving register allocation for subscripted variables, PLDI 1990.) Compilers do not know
that the arrays of a plan lie apart, and through memory an addition waits for the store before it. Where the loop does not run, nothing
is read or written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import WORKSPACE, Access, Buffer, If, Instr, Loop, Nest, Plan, Rotate, Statement
from precis.emit.plan.walking import walk
from precis.ir.size import Size

Buffers = dict[str, Buffer]


def promoted(plan: Plan) -> Plan:
    made = dict(plan.buffers)
    return replace(plan, statements=_block(plan.statements, made), buffers=made)


def _block(statements: tuple[Statement, ...], made: Buffers) -> tuple[Statement, ...]:
    out: list[Statement] = []
    for s in statements:
        s = map_blocks(s, lambda block: _block(block, made))
        out += _around(s, made) if isinstance(s, Loop) and but_for_moves(s, made) else [s]
    return tuple(out)


def scalar_loop(s: Loop) -> bool:
    """Whether the loop holds nothing but scalar statements and branches."""
    return all(isinstance(t, If) or (isinstance(t, Nest) and not t.axes) for t in walk(s.body))


def but_for_moves(s: Loop, made: Buffers) -> bool:
    """The same, or that scalars change places besides."""
    kept = tuple(t for t in s.body if not isinstance(t, Rotate) or any(made[name].shape for pair in t.pairs for name in pair))
    return scalar_loop(replace(s, body=kept))


def _around(s: Loop, made: Buffers) -> list[Statement]:
    """The loop between the nests that bring its elements to scalars and back."""
    places = _places(s)
    held = {a: Access(f"held {len(made) + k}", (), ()) for k, a in enumerate(places)}
    made.update((scalar.buffer, Buffer(scalar.buffer, (), made[a.buffer].element, WORKSPACE)) for a, scalar in held.items())
    before = [moved(a, held[a], made, s, reading=True) for a in places]
    behind = [moved(a, held[a], made, s, reading=False) for a in places]
    return [*before, replace(s, body=_with_scalars(s.body, held)), *behind]


def _places(s: Loop) -> list[Access]:
    """One for each array that the loop writes, and touches at one place only, which every iteration touches."""
    found: dict[str, set[Access]] = {}
    for i in instructions(s.body):
        if i.access:
            found.setdefault(i.access.buffer, set()).add(i.access)
    tallied = {r.target.buffer for t in walk(s.body) if isinstance(t, Nest) for r in t.reductions}
    tested = {t.test for t in walk(s.body) if isinstance(t, If)}
    written = dict.fromkeys(i.access for i in instructions(s.body) if i.op == "store" and i.access)
    sure = {i.access for t in s.body if isinstance(t, Nest) for i in t.body if not i.guard and not i.where}
    return [a for a in written if found[a.buffer] == {a} and a in sure and a.shape and _stays(a, s) and a.buffer not in tallied | tested]


def instructions(statements: tuple[Statement, ...]) -> Iterator[Instr]:
    """Those of all nests, in order."""
    for t in walk(statements):
        if isinstance(t, Nest):
            yield from t.body


def _stays(a: Access, s: Loop) -> bool:
    symbols = frozenset().union(*(i.symbols() for i in a.index))
    return s.index not in symbols and not any(symbol.startswith("%") for symbol in symbols)


def moved(a: Access, scalar: Access, made: Buffers, s: Loop, reading: bool) -> Nest:
    """`scalar = a`, or `a = scalar`, where the loop runs."""
    runs, element = ((Size(), Size(), s.trips),), made[a.buffer].element
    if reading:
        body = (Instr("%0", "load", (), element, a, where=runs), Instr("%1", "store", ("%0",), element, scalar))
    else:
        body = (Instr("%0", "load", (), element, scalar, guard=runs), Instr("%1", "store", ("%0",), element, a, guard=runs))
    return Nest((), body, sites=s.sites)


def _with_scalars(statements: tuple[Statement, ...], held: Mapping[Access, Access]) -> tuple[Statement, ...]:
    return tuple(_replaced(t, held) if isinstance(t, Nest) else map_blocks(t, lambda block: _with_scalars(block, held)) for t in statements)


def _replaced(nest: Nest, held: Mapping[Access, Access]) -> Nest:
    body = (replace(i, access=held[i.access]) if i.access and i.access in held else i for i in nest.body)
    return replace(nest, body=tuple(body))
