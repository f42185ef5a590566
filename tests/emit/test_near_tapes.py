"""Tapes that are read in the iteration that writes them stay in the caches; others may go past them."""

import numpy as np
import pytest

from precis.emit.cpu.near_tapes import near_tapes
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.lift import lift


def used(x, steps):
    """What is kept for later is used right away."""
    kept = []
    for _ in range(steps):
        y = np.roll(x, 1) * 0.5
        kept.append(y)
        x = np.cumsum(y) + y[::-1]
    for k in range(steps - 1, -1, -1):
        x = x + np.sin(kept[k] * x)
    return x


def kept_apart(x, steps):
    kept = []
    for _ in range(steps):
        x = np.roll(x, 1) * 0.5
        kept.append(x * x)
    for k in range(steps - 1, -1, -1):
        x = x + np.sin(kept[k] * x)
    return x


def written_inside(x, steps):
    """The loop around reads what the loop inside keeps."""
    for _ in range(steps):
        x = kept_apart(x, 50)
    return x


@pytest.mark.parametrize(("fn", "near"), [(used, True), (kept_apart, False), (written_inside, False)])
def test_what_is_wanted_soon_is_stored_as_any_array(fn, near):
    program = lift(fn, np.ones(64), 70)
    made = plan(program, default_assignment(program))
    tapes = [{b.original for b in p.buffers.values() if b.tape and not b.carried} for p in (made, near_tapes(made))]
    assert tapes[0] == {"kept"} and (tapes[1] == set()) == near
