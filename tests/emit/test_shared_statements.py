"""What a pass leaves as it is stays the same object, and what is remembered of it is forgotten where it changes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from precis import lift
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, If, Instr, Loop, Nest
from precis.emit.plan.moved import moved
from precis.emit.plan.walking import accesses, walk
from precis.formats import FORMATS
from precis.ir.size import Size

N, K = Size.of("n"), Size.of("k")
REAL = FORMATS["binary64"]


def load(name, buffer, *index, **more):
    return Instr(name, "load", (), REAL, access=Access(buffer, index, (N,) * len(index)), **more)


def test_instructions_without_the_symbols_stay():
    here = load("%1", "x", K)
    assert moved(here, {"j": Size.of(3)}) is here
    assert moved(here, {"k": Size.of(3)}) == load("%1", "x", Size.of(3))
    guarded = load("%1", "x", N, guard=((K, Size(), N),))
    assert moved(guarded, {"k": Size.of(3)}).guard == ((Size.of(3), Size(), N),)
    assert moved(guarded, {"j": Size.of(3)}) == guarded
    size = Instr("%2", "size", (), "int64", value=K)
    assert moved(size, {"k": N}).value == N and moved(size, {"j": N}) is size


def branching(x, n):
    y = x.copy()
    for i in range(1, n):
        if y[i - 1] > 0.5:
            y[i] = y[i - 1] * x[i] + 1.0
        else:
            y[i] = x[i] - y[i - 1]
    return y


def test_what_statements_touch_is_that_of_what_they_are_now():
    program = lift(branching, np.linspace(0.0, 1.0, 9), 9)
    statements = plan(program, default_assignment(program)).statements
    loops = [s for s in walk(statements) if isinstance(s, Loop)]
    assert loops and any(isinstance(s, If) for s in walk(statements))
    for loop in loops:
        assert map_blocks(loop, lambda block: tuple(block)) is loop
        reads, writes = accesses(loop)
        assert (reads, writes) == tuple(frozenset().union(*(accesses(s)[way] for s in loop.body)) for way in (0, 1))
        assert accesses(loop) is accesses(loop)
        more = Nest((), (load("%1", "another", K),))
        longer = map_blocks(loop, lambda block: (*block, more))
        assert longer is not loop and accesses(longer) == (reads | {"another"}, writes)
        assert accesses(replace(loop, body=())) == (frozenset(), frozenset()) and accesses(loop) == (reads, writes)
