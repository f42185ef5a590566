"""Programs on grids: in place, with helper functions that change their arguments, implicit columns, multigrid, cells that move."""

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both


@prog(lambda n: (U(2 * n), 0.01, 5), (6, 8, 11))
def weno_like(u, dt, steps):

    def flux(q):
        return 0.5 * q * q

    def minmod(a, b):
        return np.where(a * b > 0, np.where(np.abs(a) < np.abs(b), a, b), 0.0)
    for _ in range(steps):
        ext = np.concatenate((u[-2:], u, u[:2]))
        d = np.diff(ext)
        s = minmod(d[:-1], d[1:])
        left = ext[1:-1] + 0.5 * s
        right = ext[1:-1] - 0.5 * s
        f = 0.5 * (flux(left[:-1]) + flux(right[1:])) - 0.5 * np.maximum(abs(left[:-1]), abs(right[1:])) * (right[1:] - left[:-1])
        u = u - dt * (f[1:] - f[:-1])
    return u


def smooth(u, f, h, its):
    for _ in range(its):
        u[1:-1] = 0.5 * (u[2:] + u[:-2] + h * h * f[1:-1])


def vcycle(u, f, h):
    n = u.shape[0]
    smooth(u, f, h, 3)
    if n <= 3:
        return u
    r = np.zeros_like(u)
    r[1:-1] = f[1:-1] + (u[2:] - 2 * u[1:-1] + u[:-2]) / h ** 2
    rc = r[::2].copy()
    e = vcycle(np.zeros_like(rc), rc, 2 * h)
    full = np.zeros_like(u)
    full[::2] = e
    full[1::2] = 0.5 * (e[:-1] + e[1:])
    u += full
    smooth(u, f, h, 3)
    return u


@prog(lambda n: (np.zeros(17), U(17)), (1, 2, 3))
def multigrid(u, f):
    h = 1.0 / (len(u) - 1)
    for k in range(3):
        u = vcycle(u, f, h)
    return u


@prog(lambda n: (U(n, n) * 10, U(n, n)), grad=False)
def upwind(c, vel):
    dt, dx = (0.1, 1.0)
    pos = np.maximum(vel, 0)
    neg = np.minimum(vel, 0.0)
    for n in range(3):
        cn = np.pad(c, 1, mode='edge')
        c -= dt / dx * (pos * (cn[1:-1, 1:-1] - cn[1:-1, :-2]) + neg * (cn[1:-1, 2:] - cn[1:-1, 1:-1]))
    return (c.sum(), c.max(axis=0, keepdims=True))


@prog(lambda n: (U(n, n), U(n, n), 4))
def poisson_sor(u, f, its):
    omega = 1.5
    ny, nx = u.shape
    res = np.zeros(its)
    for it in range(its):
        for j in range(1, ny - 1):
            for i in range(1 + j % 2, nx - 1, 2):
                u[j, i] += omega * 0.25 * (u[j - 1, i] + u[j + 1, i] + u[j, i - 1] + u[j, i + 1] - 4 * u[j, i] - f[j, i])
        res[it] = np.sqrt(np.mean((u[1:-1, 1:-1] - f[1:-1, 1:-1]) ** 2))
    return res


@prog(lambda n: (U(2 * n), 3))
def red_black(u, sweeps):
    for s in range(sweeps):
        u[1:-1:2] = 0.5 * (u[:-2:2] + u[2::2])
        u[2:-1:2] = 0.5 * (u[1:-2:2] + u[3::2])


@prog(lambda n: (U(n * 4), 4))
def wavelet(x, levels):
    out = x.copy()
    n = len(x)
    for l in range(2):
        half = n // 2
        a = (out[0:n:2] + out[1:n:2]) / np.sqrt(2)
        d = (out[0:n:2] - out[1:n:2]) / np.sqrt(2)
        out[:half] = a
        out[half:n] = d
        n = half
    return out


@prog(lambda n: (U(n, n), U(n), 0.1), grad=False)
def convective(q, z, dt):
    out = np.zeros_like(q)
    for j in range(q.shape[1]):
        col = q[:, j]
        base = np.argmax(col > 0.8) if np.any(col > 0.8) else 0
        top = base
        while top < len(col) - 1 and col[top + 1] > 0.5:
            top += 1
        m = col[base:top + 1].mean()
        out[base:top + 1, j] = m
        out[:base, j] = col[:base] * dt
        if base == top:
            continue
        out[top, j] -= dt
    return out


def apply_bc(u, left=0.0, right=0.0):
    u[0], u[-1] = (left, right)


def step_(u, nu):
    un = u.copy()
    u[1:-1] = un[1:-1] + nu * (un[2:] - 2 * un[1:-1] + un[:-2])
    apply_bc(u, right=1.0)
    return u


@prog(lambda n: (U(n), 0.2))
def nested_mutation(u, nu):
    hist = []
    for k in range(4):
        step_(u, nu)
        hist.append(u.copy())
    return (np.array(hist), np.stack(hist, axis=1).max(axis=1))


@prog(lambda n: (0.4, U(n, n + 2)))
@prog(lambda n: (np.float32(0.4), U(n, n + 2).astype(np.float32)), close=1e-5)
def rauch_smoother(noise, record):
    """Rauch, Tung and Striebel's smoother (1965) of a random walk, a row per station: forward, then backward."""
    steady = drift = noise * noise
    mean, spread = np.empty_like(record), np.empty_like(record)
    mean[:, 0] = record[:, 0]
    spread[:, 0] = noise
    for t in range(1, record.shape[1]):
        ahead = spread[:, t - 1] + drift
        gain = ahead / (ahead + noise)
        mean[:, t] = mean[:, t - 1] + gain * (record[:, t] - mean[:, t - 1])
        spread[:, t] = (1.0 - gain) * ahead
    spread[:, -1] += steady
    for t in range(record.shape[1] - 2, -1, -1):
        mean[:, t] += spread[:, t] / (spread[:, t] + drift) * (mean[:, t + 1] - mean[:, t])
    return mean, spread[:, -2]


@prog(lambda n: (n, 3, U(n, n)))
def smoothed_terrain(n, rounds, height):
    """Implicit smoothing along the rows, turned after each round; the number of points is an argument beside the array."""
    carry = np.empty(height.shape, dtype=height.dtype)
    value = np.empty(height.shape, dtype=height.dtype)
    weight = 1.0 / rounds * n
    for _ in range(1, rounds + 1):
        carry[1:n - 1, 0] = 0.0
        value[1:n - 1, 0] = 1.0
        value[1:n - 1, n - 1] = height[1:n - 1, n - 1]
        for j in range(1, n - 1):
            pivot = 1.0 + 2.0 * weight - weight * carry[1:n - 1, j - 1]
            carry[1:n - 1, j] = weight / pivot
            value[1:n - 1, j] = (height[1:n - 1, j] + weight * value[1:n - 1, j - 1]) / pivot
        for j in range(n - 2, 0, -1):
            value[1:n - 1, j] += carry[1:n - 1, j] * value[1:n - 1, j + 1]
        height[1:n - 1, 1:n - 1] = value[1:n - 1, 1:n - 1].T


@prog(lambda n: (3, U(n, n)))
def drainage(rounds, water):
    """Water runs down a slope: a row gets of the row above at once, then passes on sideways cell by cell."""
    for _ in range(rounds - 1):
        for i in range(1, water.shape[0] - 1):
            water[i, 1:-1] += 0.25 * (water[i - 1, :-2] + water[i - 1, 2:])
            for j in range(1, water.shape[1] - 1):
                water[i, j] += 0.5 * water[i, j - 1]
                water[i, j] /= 2.0


def recharge(rate, rain, head, wells, day):
    """What rain brings and wells take, into `rate`."""
    rate[1:-1, 1:-1] = rain * np.exp(-0.1 * day) - wells[1:-1, 1:-1] * head[1:-1, 1:-1] ** 2


def levelled(head, rate, rounds):
    """Levels that flow together under a given recharge, in place."""
    last = np.empty_like(head)
    for _ in range(rounds):
        last = head.copy()
        head[1:-1, 1:-1] = 0.25 * (last[1:-1, 2:] + last[1:-1, :-2] + last[2:, 1:-1] + last[:-2, 1:-1]) + 0.1 * rate[1:-1, 1:-1]
        head[:, -1] = 0.5 * (head[:, -2] + 1.0)
        head[-1, 1:-1] = head[-2, 1:-1]


@prog(lambda n: (U(n, n + 2), 0.1 * U(n, n + 2), U(n, n + 2), 0.3, 4, 3))
def aquifer(head, wells, bottom, rain, days, rounds):
    """Days of pumping from an aquifer with a river on two sides; the bottom settles with the level."""
    rate = np.zeros((head.shape[0], head.shape[1]))
    for day in range(days):
        before = head.copy()
        recharge(rate, rain, before, wells, day)
        levelled(head, rate, rounds)
        head[:, 0] = head[0, :1] = 0
        bottom[1:-1, 1:-1] -= 0.01 * (before[1:-1, 1:-1] - head[1:-1, 1:-1]) / before[1:-1, 1:-1] ** 2
    return rate


@prog(lambda n: (U(n, n), 0.05), grad=False)
def thin_film(film, speed):
    """A film drains along its rows until little is lost; the loss starts as an integer."""
    lost = 1
    rounds = 0
    while lost > 0.02:
        before = film.copy()
        film[1:-1, 1:] = before[1:-1, 1:] - speed * (before[1:-1, 1:] ** 3 - before[1:-1, :-1] ** 3)
        film[1:-1, 0] = before[1:-1, 0] * (1 - speed)
        film[1:-1, -1] = before[1:-1, -1] - speed * before[1:-1, -2] ** 2
        film[0, :] = 0
        film[-1, :] = 0
        lost = (np.sum(before) - np.sum(film)) / np.sum(before)
        rounds += 1
    return rounds


@prog(lambda n: (U(n, n - 1, 5), U(n + 1, n - 1, 5), 0.3))
def frozen_ground(temperature, conductivity, dt):
    """Heat in columns of soil, implicit in depth, with conductivities between columns; arrays start without values."""
    rows, columns, depth = temperature.shape[0], temperature.shape[1], temperature.shape[2]
    carry = np.ndarray((rows, columns, depth), dtype=temperature.dtype)
    layer = np.ndarray((rows, columns), dtype=temperature.dtype)
    for k in range(1):
        flow = 0.5 * dt * (conductivity[1:, :, k] + conductivity[:-1, :, k])
        carry[:, :, k] = flow / (1.0 + flow)
        temperature[:, :, k] = temperature[:, :, k] / (1.0 + flow)
    for k in range(1, depth):
        flow = 0.5 * dt * (conductivity[1:, :, k] + conductivity[:-1, :, k])
        share = 1.0 / (1.0 + 2.0 * flow - flow * carry[:, :, k - 1])
        carry[:, :, k] = flow * share
        temperature[:, :, k] = (temperature[:, :, k] + flow * temperature[:, :, k - 1]) * share
    for k in range(depth - 1, depth - 2, -1):
        below = temperature[:, :, k]
        layer[:] = below
    for k in range(depth - 2, -1, -1):
        below = temperature[:, :, k] + carry[:, :, k] * layer[:, :]
        layer[:] = below
        temperature[:, :, k] = below


@prog(lambda n: (U(n + 2, n + 2, 2), np.zeros((n, n, 2)), U(n, n, 2)))
def hillslope(height, after, hardness):
    """Soil moves between neighbours where the drop is steep, and elsewhere not at all."""
    rows, columns = after.shape[0], after.shape[1]
    drop = height[1:, 1:columns + 1, :] - height[:-1, 1:columns + 1, :]
    down = np.where(drop * drop < 0.1, 0, drop)
    drop = height[1:rows + 1, 1:, :] - height[1:rows + 1, :-1, :]
    aside = np.where(drop * drop < 0.1, 0, drop)
    moved = down[1:, :, :] - down[:-1, :, :] + aside[:, 1:, :] - aside[:, :-1, :]
    after[:, :, :] = height[1:rows + 1, 1:columns + 1, :] + 0.2 / hardness[:, :, :] * moved


@prog(lambda n: (U(n, n, n), U(n, n, n), 4))
def charged_cube(potential, charge, rounds):
    """The potential of charges in a cube: two arrays that change places."""
    other = potential.copy()
    for _ in range(1, rounds):
        around = potential[2:, 1:-1, 1:-1] + potential[:-2, 1:-1, 1:-1] + potential[1:-1, 2:, 1:-1] + potential[1:-1, :-2, 1:-1]
        other[1:-1, 1:-1, 1:-1] = (around + potential[1:-1, 1:-1, 2:] + potential[1:-1, 1:-1, :-2] + charge[1:-1, 1:-1, 1:-1]) / 6.0
        potential, other = other, potential
    return potential


@prog(lambda n: (U(4, n, n), 3, 0.6))
def wandering(crowd, steps, habit):
    """People move on a torus in four directions, each with habits that turn towards where the crowd goes."""
    right = np.array([1, 0, -1, 0])
    down = np.array([0, 1, 0, -1])
    weights = np.array([0.3, 0.2, 0.3, 0.2])
    for _ in range(steps):
        for k, dx in enumerate(right):
            crowd[k, :, :] = np.roll(crowd[k, :, :], dx, axis=1)
        for layer, dy in zip(crowd, down):
            layer[...] = np.roll(layer, dy, axis=0)
        everyone = np.sum(crowd, 0)
        drift = np.sum(crowd * right[:, None, None], 0) / everyone
        usual = np.zeros(crowd.shape)
        for k, dx, w in zip(range(4), right, weights):
            usual[k] = everyone * w * (1 + 0.5 * dx * drift)
        crowd += -habit * (crowd - usual)
    return crowd


@prog(lambda n: (U(3, n, n + 1), 2))
def streaming(f, steps):
    """A lattice gas whose populations move by the rows of a table of directions."""
    directions = np.array([(0, 1), (1, 0), (-1, -1)])
    for _ in range(steps):
        for k, c in enumerate(directions):
            f[k] = np.roll(f[k], c, axis=(0, 1))
        f[0] = np.roll(f[0], [1, -1], axis=[0, 1])
    return f
