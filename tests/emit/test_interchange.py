"""Loops in strips of arrays: the same bits, whatever the strips' length; and loops that exchange two arrays where one does."""

import numpy as np
import pytest

from precis.emit.cpu import interchange
from precis.emit.cpu.interchange import interchanged
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Rotate, Strips
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def orbits(z, c, steps):
    """Every element for itself; real and imaginary parts are made of one another."""
    count = np.zeros(z.shape, dtype=np.int32)
    for _ in range(steps):
        near = z.real**2 + z.imag**2 < 4.0
        z = np.where(near, z * z + c, z)
        count += near
    return z, count


def smoothed(x, taps):
    """What is read moves along with the loop, what is written does not."""
    y = np.zeros(x.shape[0] - taps.shape[0] + 1)
    for k in range(taps.shape[0]):
        y[:] = 0.5 * y + taps[k] * x[k:k + y.shape[0]]
    return y


def columns(a, b):
    """A recurrence along the rows of two arrays, column by column."""
    for j in range(1, a.shape[1]):
        a[:, j] = 0.5 * a[:, j - 1] + b[:, j]
        b[:, j] -= 0.25 * a[:, j]
    return a[:, -1]


def layers(t, w, dt):
    """The last dimension is the loop's, two others are the nests'; rows are added up as they go."""
    flux = np.zeros(t.shape[:2])
    total = np.zeros(t.shape[0])
    for k in range(1, t.shape[2]):
        flux = 0.9 * flux + w * (t[:, :, k] - t[:, :, k - 1])
        t[:, :, k] -= dt * flux
        total += np.sum(t[:, :, k] * w, axis=1)
    return flux, total


def masked(x, limit, steps):
    for k in range(steps):
        gain = 1.0 / (k + 1)
        x[x < limit] += gain
        x[x >= limit] *= 0.5
    return x


def nested(x, a):
    for k in range(a.shape[0]):
        for j in range(a.shape[1]):
            x = x + a[k, j] * np.sqrt(np.abs(x))
    return x


def substituted(q, k):
    """The ends of columns in branches of their own."""
    n = q.shape[1]
    c = np.empty_like(q)
    for j in range(n):
        below = k[:, j] if j > 0 else 0.0 * k[:, 0]
        if j == 0:
            c[:, j] = 1.0 / (2.0 + k[:, j])
        elif j == n - 1:
            c[:, j] = q[:, j] - below * c[:, j - 1]
        else:
            c[:, j] = (q[:, j] - below * c[:, j - 1]) / (1.5 + below * c[:, j - 1] ** 2)
    for j in range(n - 2, -1, -1):
        q[:, j] -= c[:, j] * q[:, j + 1]
    return c


def depthwise(x, taps):
    """Pictures with channels: strips are cut along the first two of four axes."""
    n, rows, columns, channels = x.shape
    y = np.zeros((n, rows - 8, columns - 8, channels))
    for i in range(9):
        for j in range(9):
            y += x[:, i:i + rows - 8, j:j + columns - 8, :] * taps[i, j]
    return y


def three_terms(c, x):
    """Clenshaw's recurrence: three arrays change places."""
    b1 = np.zeros_like(x)
    b2 = np.zeros_like(x)
    for k in range(c.shape[0] - 1, 0, -1):
        b1, b2 = c[k] + 2.0 * x * b1 - b2, b1
    return c[0] + x * b1 - b2


def four_terms(x, steps):
    """Arrays move on that the new one is not made of, and a nest behind it reads the new one."""
    a, b, c, total = x, 0.5 * x, np.ones_like(x), np.zeros_like(x)
    for k in range(steps):
        new = 0.5 * x - 0.25 * c
        total += k * np.sin(new)
        a, b, c = new, a, b
    return a, b, c, total


def points(x, a):
    """Some nests go point by point, others number by number."""
    for j in range(a.shape[0]):
        x[:, 0] += a[j] * x[:, 1]
        x *= 0.9
    return x


def joints(x, a):
    """What every strip stores is the same."""
    p = np.zeros((a.shape[0], 2))
    for j in range(a.shape[0]):
        p[j, 0] = 0.5 * a[j]
        p[j, 1] = -p[j, 0]
        x[:, 0] += p[j, 1] * x[:, 1]
        x *= 0.9
    return x, p


IN_STRIPS = (points, joints, orbits, smoothed, columns, layers, masked, nested, substituted, depthwise, three_terms, four_terms)


def neighbours(u, steps):
    for _ in range(steps):
        u[1:-1] = 0.5 * (u[:-2] + u[2:])


def shifted(u, steps):
    """Read and written at places that differ by the loop's index."""
    for k in range(steps):
        u[k:k + 8] = 2.0 * u[:8] + 1.0


def normed(x, steps):
    """A sum over the strips between two iterations."""
    for _ in range(steps):
        x = x / np.sqrt(np.sum(x * x))
    return x


def clocked(x, steps, dt):
    """A scalar goes from one iteration to the next."""
    t = 0.0
    for _ in range(steps):
        x = x + dt * np.cos(t)
        t = t * 1.5 + dt
    return x * t


def recorded(x, out):
    """One element of the strips is read by all."""
    for k in range(out.shape[0]):
        x *= 0.5
        out[k] = x[3]


def switched(x, steps):
    """All elements wait for what became of one."""
    for _ in range(steps):
        if x[3] > 0.5:
            x *= 0.5
        else:
            x += 0.3
    return x


def streamed(a):
    """Nothing returns: each iteration has a row of its own."""
    out = np.empty_like(a)
    for k in range(a.shape[0]):
        out[k] = 2.0 * a[k]
    return out


def leapfrog(u, v, steps):
    """Three arrays change places, of which one is read at neighbours."""
    for _ in range(steps):
        new = 2.0 * u - v + 0.1 * (np.roll(u, 1) + np.roll(u, -1) - 2.0 * u)
        u, v = new, u
    return u, v


def furthest(w, u, steps):
    """Two arrays change places, of which one is written by what its rows come to alone."""
    v = np.empty_like(u)
    for _ in range(steps):
        v[:] = np.max(w + u, axis=1)
        u, v = v, u
    return u


def accumulated(x, a):
    """A number that goes on in an array."""
    p = np.zeros(2)
    for j in range(a.shape[0]):
        p[0] += a[j]
        x[:, 0] += p[0] * x[:, 1]
        x *= 0.9
    return x, p


def one_by_one(x, a):
    """The same, number after number."""
    p = np.zeros(a.shape[0])
    for j in range(1, a.shape[0]):
        p[j] = p[j - 1] + a[j]
        x[:, 0] += p[j] * x[:, 1]
        x *= 0.9
    return x, p


def at_times(x, a):
    """What is stored here and there was there before."""
    p = np.ones(2)
    for j in range(a.shape[0]):
        if a[j] > 0.0:
            p[0] = a[j]
        x[:, 0] += p[0] * x[:, 1]
        x *= 0.9
    return x, p


AS_THEY_ARE = (accumulated, one_by_one, at_times, neighbours, shifted, normed, clocked, recorded, switched, streamed, leapfrog, furthest)


def arguments(fn, n):
    rng = np.random.default_rng(n)
    x = rng.normal(size=n)
    members = (rng.normal(size=(n, 3)), rng.normal(size=4))
    return {
        **{f: lambda: members for f in (points, joints, accumulated, one_by_one, at_times)},
        orbits: lambda: (rng.normal(size=(n, 3)) + 1j * rng.normal(size=(n, 3)), 0.3 - 0.5j, 9),
        smoothed: lambda: (rng.normal(size=n + 4), rng.normal(size=5)),
        columns: lambda: (rng.normal(size=(n, 6)), rng.normal(size=(n, 6))),
        layers: lambda: (rng.normal(size=(n, 5, 7)), rng.normal(size=(n, 5)), 0.1),
        substituted: lambda: (rng.normal(size=(n, 7)), rng.uniform(size=(n, 7))),
        switched: lambda: (np.append(x, np.zeros(4)), 6),
        depthwise: lambda: (rng.normal(size=(3, n + 6, 17, 2)), rng.normal(size=(9, 9, 2))),
        masked: lambda: (x, 0.25, 6), nested: lambda: (x, rng.normal(size=(3, 4))),
        neighbours: lambda: (x, 5),
        shifted: lambda: (rng.normal(size=n + 16), 4),
        three_terms: lambda: (rng.normal(size=6), x), four_terms: lambda: (x, 5),
        leapfrog: lambda: (x, x[::-1].copy(), 5),
        furthest: lambda: (rng.normal(size=(n, n)), x, 5),
        normed: lambda: (x, 3), clocked: lambda: (x, 5, 0.1),
        recorded: lambda: (rng.normal(size=n + 4), np.zeros(4)), streamed: lambda: (rng.normal(size=(n, 9)),),
    }[fn]()


def _outcome(fn, args):
    mine = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    found = fn(*mine)
    return [np.asarray(x) for x in (*(found if isinstance(found, tuple) else (found,)), *mine) if x is not None]


def _same(found, expected):
    return len(found) == len(expected) and all(x.tobytes() == y.tobytes() for x, y in zip(found, expected))


def _strips(fn):
    program = lift(fn, *arguments(fn, 12))
    return [s for s in walk(interchanged(plan(program, default_assignment(program))).statements) if isinstance(s, Strips)]


@pytest.mark.parametrize("fn", IN_STRIPS)
def test_loops_whose_strips_are_apart_run_strip_by_strip(fn):
    assert len(_strips(fn)) == (2 if fn in (substituted, depthwise) else 1)


@pytest.mark.parametrize("fn", AS_THEY_ARE)
def test_other_loops_stay_as_they_are(fn):
    assert not _strips(fn)


@needs_compiler
@pytest.mark.parametrize("fn", IN_STRIPS + AS_THEY_ARE)
def test_strips_change_no_bit(fn, monkeypatch):
    """Strips of a few elements, so that small arrays have many and a last short one."""
    whole = compile(lift(fn, *arguments(fn, 12)))
    monkeypatch.setattr(interchange, "ROOM", 100)
    parted = compile(lift(fn, *arguments(fn, 12)))
    assert (fn in IN_STRIPS) == (whole.source != parted.source)
    for n in (4, 7, 12, 53):
        expected = _outcome(whole, arguments(fn, n))
        assert _same(_outcome(parted, arguments(fn, n)), expected)
        for mine, numpy in zip(expected, _outcome(fn, arguments(fn, n))):
            np.testing.assert_allclose(mine, numpy, rtol=1e-13)


@needs_compiler
@pytest.mark.parametrize("fn", [orbits, columns, layers, joints])
def test_threads_share_strips(fn, monkeypatch):
    monkeypatch.setattr(interchange, "ROOM", 1000)
    args = arguments(fn, 20_000)
    program = lift(fn, *args)
    assert _same(_outcome(compile(program, threads=3), args), _outcome(compile(program), args))


@pytest.mark.parametrize("fn", [orbits, nested, normed])
def test_a_nest_that_reads_only_what_it_overwrites_needs_no_second_array(fn):
    program = lift(fn, *arguments(fn, 12))
    assert not any(isinstance(s, Rotate) for s in walk(plan(program, default_assignment(program)).statements))


def turned(x, steps):
    """The new array is made of the old one elsewhere: both are wanted."""
    for _ in range(steps):
        x = x[::-1] * 0.5 + x
    return x


def late(x, steps):
    """The old array is wanted after the new one has been made."""
    y = x
    for _ in range(steps):
        new = x * 0.5 + 1.0
        y = y + np.roll(x, 1) * new
        x = new
    return x, y


def projected(x, steps):
    """The same, by a product."""
    a, y = np.outer(x, x[::-1]), np.zeros_like(x)
    for _ in range(steps):
        new = x * 0.5 + 1.0
        y = y + a @ new + a @ x
        x = new
    return x, y


@needs_compiler
@pytest.mark.parametrize("fn", [turned, late, projected])
def test_arrays_that_are_both_wanted_are_exchanged(fn):
    x = np.random.default_rng(0).normal(size=11)
    program = lift(fn, x, 4)
    assert any(isinstance(s, Rotate) for s in walk(plan(program, default_assignment(program)).statements))
    for mine, numpy in zip(_outcome(compile(program), (x, 5)), _outcome(fn, (x, 5))):
        np.testing.assert_allclose(mine, numpy, rtol=1e-14)


def filtered(x, a):
    """One array by columns."""
    state = np.zeros(x.shape[0])
    for t in range(x.shape[1]):
        state = a * state + x[:, t]
        x[:, t] = state
    return x


def test_rows_that_want_the_same_lines_of_the_cache_are_taken_fewer_at_a_time():
    """Of one array 16, but 8 where its rows lie in the same sets; of several arrays 8."""
    x = np.ones((40, 30))
    lengths = {}
    for fn, args in ((filtered, (x, 0.5)), (columns, (x, x.copy()))):
        program = lift(fn, *args)
        (strips,) = [s for s in walk(interchanged(plan(program, default_assignment(program))).statements) if isinstance(s, Strips)]
        lengths[fn] = [strips.length.value({s: 40 if given == 40 else n for s, given in program.sizes}) for n in (1000, 1024, 1500, 4096)]
    assert lengths == {filtered: [16, 8, 16, 8], columns: [8, 8, 8, 8]}
