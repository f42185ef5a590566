"""Room for arrays that loops make: no more than the least of what their lengths never exceed."""

import numpy as np

from precis.ad import adjoint
from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def relaxed(u, steps):
    for _ in range(steps):
        u[1:-1] = u[1:-1] * (1.5 - 0.5 * u[:-2]) + 0.1 * np.sin(u[2:])
    return u.sum()


def test_tapes_of_segments_have_room_for_one_segment():
    """A segment of 5 iterations is min(steps - 5 segment, 5) long: at most `steps`, and at most 5."""
    u, steps = np.random.default_rng(0).random(1000), 64
    program = lift(relaxed, u.copy(), steps)
    made = adjoint(program, memory=80_000)
    compiled = compile_native(made)
    assert compiled.peak_bytes(dict(program.binding)) < 200_000  # 240,000 with room for all segments of segments
    bar = compiled(u.copy(), np.float64(1.0), np.ones(1000), steps)[-1]
    (expected,) = compile_native(adjoint(program))(u.copy(), np.float64(1.0), np.ones(1000), steps)[-1:]
    np.testing.assert_allclose(bar, expected, rtol=1e-12)
