"""What a mask chooses and what goes back to the same places is computed where it lies; what does not go back stays packed."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.emit.plan.unpacked import unpacked
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def ship(z, c, m):
    """In a loop, of complex numbers, by a mask of two dimensions."""
    for _ in range(3):
        near = m & (np.abs(z) < 3.0)
        z[near] = np.abs(z[near].real) + 1j * np.abs(z[near].imag) + c[near]
    return z


def selected_again(z, c, m):
    """Two arrays by one mask, which was reshaped."""
    x, y = z.real.reshape(4, -1).copy(), c.imag.reshape(4, -1).copy()
    n = (z.real > m.sum() - 30.0).reshape(4, -1)
    chosen = x[n]
    chosen[chosen < 0] = 0.25
    x[n] = chosen
    y[n] = np.power(y[n], 2)
    return x, y


def counted(z, c, m):
    """The number of elements stays a number."""
    x = z.real.copy()
    part = x[m]
    part[part > 1.0] = 1.0
    x[m] = part / len(part)
    return x, len(part)


def elsewhere(z, c, m):
    """By one mask from where it chooses, and by another to where that does."""
    x = z.real.copy()
    part = x[m] * 2.0
    part[part < 0] = 0.5
    x[m[::-1]] = part
    return x


def summed(z, c, m):
    """What is packed is read by a running sum, which is not one of the whole array."""
    x = z.real.copy()
    part = np.cumsum(x[m])
    x[m] = part
    return x


def twice(z, c, m):
    """What goes back is returned as well."""
    x = z.real.copy()
    part = x[m]
    part[part < 0] = 0.5
    x[m] = part
    return x, part


def neighbours(z, c, m):
    """From other places of what is written into, counted from the end where they are negative, and from a table that is shorter than the mask."""
    x, table = z.real.flatten(), c.real[0, :, 0] + c.real[0, 0, 0]
    at = np.flatnonzero((x > 0.1 * m.sum() - 3.0) & (np.arange(x.size) < table.size))
    x[at] += table[at] * x[(at ^ 1) - x.size // 2]
    return x


def turned(z, c, m):
    """Along two dimensions of another table, rows of which go to rows."""
    x = z.real.copy()
    i, j, k = np.nonzero(m)
    x[i, j, k] *= z.imag[1 - i, (j + k) % 8, k]
    some, rows = m[0, :, 0].copy(), z.imag[0].copy()
    rows[some] = z.real[1, 7 - np.flatnonzero(some)] / 2.0
    return x, rows


def from_what_may_be_nothing(z, c, m):
    """A table that other arguments leave without elements: nothing of it may be read."""
    x, table = z.real.flatten(), c.real[:, 0, 0]
    at = np.flatnonzero(np.arange(x.size) < table.size)
    x[at] = table[at] * x[at]
    return x


@needs_compiler
@pytest.mark.parametrize("fn, packed", [(ship, False), (selected_again, False), (counted, False), (elsewhere, True), (summed, True), (twice, True),
                                        (neighbours, False), (turned, False), (from_what_may_be_nothing, True)])
def test_it_is_the_same(fn, packed):
    rng = np.random.default_rng(3)
    z, c = (rng.normal(size=(2, 8, 10)).view(complex) for _ in range(2))
    program = lift(fn, z.copy(), c.copy(), z.real > 0.1)
    verify(unpacked(program))
    assert ("places" in str(unpacked(program))) == packed
    run = compile(program)
    for m in (z.real > 0.1, z.real > 9.0, z.real < 9.0):
        if fn is counted and not m.any():
            continue
        expected, found = (f(z.copy(), c.copy(), m) for f in (fn, run))
        for e, f in zip(expected, found) if isinstance(expected, tuple) else [(expected, found)]:
            np.testing.assert_allclose(f, e, rtol=1e-15)


@pytest.mark.parametrize("fn", [neighbours, turned])
def test_no_place_outside_is_read(fn):
    """NumPy's own positions, which the interpreter takes, are checked."""
    z, c = (np.random.default_rng(k).normal(size=(2, 8, 10)).view(complex) for k in (4, 5))
    program = unpacked(lift(fn, z.copy(), c.copy(), z.real > 0.1))
    for m in (z.real > 0.1, z.real < 9.0):
        expected, found = fn(z.copy(), c.copy(), m), interpret(program, (z.copy(), c.copy(), m))
        for e, f in zip(expected if isinstance(expected, tuple) else (expected,), found):
            np.testing.assert_array_equal(f, e)
