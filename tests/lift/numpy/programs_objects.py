"""Programs with objects: classes, operators, generators, containers, keyword arguments, guards."""

from dataclasses import dataclass

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both


@dataclass
class State:
    h: np.ndarray
    u: np.ndarray
    g: float = 9.81

    def energy(self):
        return 0.5 * np.sum(self.h * self.u ** 2) + 0.5 * self.g * np.sum(self.h ** 2)


class Solver:

    def __init__(self, dx, cfl=0.5):
        self.dx, self.cfl = (dx, cfl)
        self.steps = 0

    def dt(self, s):
        return self.cfl * self.dx / np.max(np.abs(s.u) + np.sqrt(s.g * s.h))

    def step(self, s: State) -> float:
        dt = self.dt(s)
        flux = s.h * s.u
        s.h[1:-1] -= dt / (2 * self.dx) * (flux[2:] - flux[:-2])
        s.u[1:-1] -= dt / (2 * self.dx) * s.g * (s.h[2:] - s.h[:-2])
        self.steps += 1
        return dt


@prog(lambda n: (U(2 * n), U(2 * n) * 0.1, 0.1, 5))
def shallow_objects(h, u, dx, nt):
    s = State(h, u)
    solver = Solver(dx)
    t = 0
    for _ in range(nt):
        t += solver.step(s)
    return (t, s.energy(), solver.steps)


@prog(lambda n: (U(n), 2), grad=False)
def modes(x, mode):
    match mode:
        case 1:
            return x * 2
        case 2 | 3:
            return x + 1
        case _:
            raise ValueError(f'unknown mode {mode}')


@prog(lambda n: (U(n), 1), grad=False)
def guards(x, order):
    if x.ndim != 1:
        raise ValueError('need 1-D')
    if order not in (1, 2):
        raise ValueError(f'order {order} is not supported')
    print('order', order)
    if (m := x.mean()) > 0.5:
        x = x - m
    return np.linalg.norm(x, ord=order)


@prog(lambda n: (U(n, n), U(n)))
def star(A, b, *extra, scale=2.0, **kw):
    coeffs = {k: 0.5 * v for k, v in zip('abc', (1.0, 2.0, 3.0))}
    fs = [lambda x, p=p: x ** p for p in range(1, 4)]
    total = 0.0
    for f, (name, c) in zip(fs, coeffs.items()):
        total += c * np.sum(f(b))
    first, *rest = [A[i] for i in range(3)]
    lo, hi = (min(b[0], b[1]), max(b))
    ok = all(x > 0 for x in (1, 2)) and any([False, True])
    return scale * total + sum(r @ first for r in rest) + (lo - hi if ok else 0)


def gen(n):
    k = 0
    while k < n:
        yield (k, k * 2)
        k += 1


@prog(lambda n: (U(n, n),), (5,), grad=False)
def generators(A):
    s = 0.0
    for i, j in gen(3):
        s += A[i, j // 2]
    return s


def states(u, nu, steps):
    for t in range(steps):
        u[1:-1] += nu * (u[2:] - 2 * u[1:-1] + u[:-2])
        yield (t, u)


@prog(lambda n: (U(n), 0.2))
def generator_of_arrays(u, nu):
    total = 0.0
    for t, w in states(u, nu, 5):
        if t % 2 == 0:
            continue
        total += w.sum() * t
        w[0] = 0.5
    return (total, sum(x * x for x in (1.0, 2.0)), tuple(k for k, _ in gen(3)))


@prog(lambda n: (U(n), 0.3), grad=False)
def data_guards(x, t):
    if np.any(x < 0):
        raise ValueError('negative')
    if t <= 0:
        print('bad', t, x)
        raise ValueError(f'bad threshold {t:.3f}')
    if x[0] > 10:
        y = x * 2
    elif x[0] > -1:
        y = x + 1
    else:
        raise RuntimeError('cannot be')
    print(f'mean is {x.mean():.3f}')
    return y


@prog(lambda n: ([U(n) for _ in range(3)], {'a': U(n), 'b': 2.0}))
def containers(xs, d):
    out = {}
    for name, v in d.items():
        out[name] = v * 2
    acc = []
    for x in xs:
        acc.append(x.sum())
    a, *rest = xs
    m = np.stack(xs)
    return (out, np.array(acc), (m.T @ m).diagonal(), len(rest), sorted([3, 1, 2])[0])


class Grid:
    ghost = 1

    def __init__(self, n, value=0.0):
        self.n = n
        self.data = np.full((n + 2 * self.ghost, n + 2 * self.ghost), value)

    @property
    def interior(self):
        g = self.ghost
        return self.data[g:-g, g:-g]

    def fill(self):
        self.data[0], self.data[-1] = (self.data[1], self.data[-2])
        self.data[:, 0], self.data[:, -1] = (self.data[:, 1], self.data[:, -2])

    def __len__(self):
        return self.n

    def __getitem__(self, k):
        return self.interior[k]


class Model:

    def __init__(self, u0):
        self.grid = Grid(u0.shape[0])
        self.grid.interior[...] = u0
        self.time, self.history = (0.0, [])

    def step(self, dt):
        self.grid.fill()
        d = self.grid.data
        lap = d[2:, 1:-1] + d[:-2, 1:-1] + d[1:-1, 2:] + d[1:-1, :-2] - 4 * d[1:-1, 1:-1]
        self.grid.interior[:] += dt * lap
        self.time += dt
        self.history.append(self.grid.interior.sum())


@prog(lambda n: (U(n, n), 5))
def oop(u, nt):
    m = Model(u)
    for k in range(nt):
        m.step(0.1)
    return (m.grid.interior.copy(), m.time, np.asarray(m.history), len(m.grid))


class Filter:
    def __init__(self, x):
        self.x, self.seen = x, []

    def step(self, z, gain=0.3):
        self.x = 0.9 * self.x
        self.x += gain * (z - self.x)
        self.seen.append(self.x.copy())


@prog(lambda n: (U(3), U(2 * n)))
def filtered(x, measured):
    f = Filter(x.copy())
    for z in measured:
        f.step(z)
    return np.array(f.seen), f.x


class Dual:
    """Forward differentiation by operators."""

    def __init__(self, v, d=0.0):
        self.v, self.d = (v, d)

    def __add__(self, o):
        return Dual(self.v + o.v, self.d + o.d) if isinstance(o, Dual) else Dual(self.v + o, self.d)
    __radd__ = __add__

    def __mul__(self, o):
        return Dual(self.v * o.v, self.v * o.d + self.d * o.v) if isinstance(o, Dual) else Dual(self.v * o, self.d * o)
    __rmul__ = __mul__

    def __neg__(self):
        return Dual(-self.v, -self.d)

    def __sub__(self, o):
        return self + -o

    def __lt__(self, o):
        return self.v < o


@prog(lambda n: (U(n), 0.7))
def dual_numbers(a, x):
    z = Dual(x, 1.0)
    p = Dual(0.0)
    for c in a:
        p = p * z + c
    q = 2.0 * p - z
    if q < 100.0:
        q = q * q
    if z < 0.5:
        q = q + z
    return (q.v, q.d)


class Fields:

    def __init__(self, *arrays):
        self.arrays = list(arrays)

    def __getitem__(self, k):
        return self.arrays[k]

    def __setitem__(self, k, x):
        self.arrays[k][:] = x

    def __iter__(self):
        for k in range(len(self.arrays)):
            yield self.arrays[k]

    def __len__(self):
        return len(self.arrays)


@prog(lambda n: (U(n), U(n, 1)[:, 0]))
def field_set(a, b):
    f = Fields(a, b)
    f[0] = f[1] * 2.0
    total = 0.0
    for x in f:
        total += x.sum()
        x += 1.0
    return (total, len(f))


class Moments:

    def __init__(self, x=0.0):
        self.n, self.mean = 0, x

    def __iadd__(self, x):
        self.n += 1
        self.mean += (x - self.mean) / self.n
        return self

    def __add__(self, x):
        return Moments(self.mean + (x.mean if isinstance(x, Moments) else x))

    __radd__ = __add__

    def __neg__(self):
        return Moments(-self.mean)

    def __lt__(self, other):
        return self.mean < other.mean


class Shift:

    def __init__(self, by):
        self.by = by

    def __add__(self, more):
        return Shift(self.by + more)


@prog(lambda n: (U(n) - 0.5,))
def operators_of_one_of_several(y):
    """Which object of a list or a dict it is only the data tell."""
    sides = {True: Moments(), False: Moments(1.0)}
    cells = [Moments(), Moments(), Moments(2.0)]
    for v in y:
        sides[bool(v > 0)] += v
        cells[int(abs(v) * 5) % 3] += v
    k = int(y[0] > 0)
    total = 1.0 + -cells[k] + cells[k + 1]
    shifts = [Shift(0.0), Shift(1.0)]
    old = shifts[0]
    shifts[k] += 5.0
    return sides[True].mean, sides[False].n, [c.n for c in cells], total.mean, cells[k] < cells[2], [s.by for s in shifts], old.by
