"""Nonlinear least squares in trust regions, as scipy.optimize goes from the start towards a minimum: which of several is found hangs on
the steps. Between bounds by scaling and reflections (Branch, Coleman & Li, A subspace, interior, and conjugate gradient method for
large-scale bound-constrained minimization problems, 1999), without any by Moré (The Levenberg-Marquardt algorithm, 1978).
"""

import numpy as np

EPSILON = 2.0**-52  # of binary64


def length(v):
    return np.sqrt(np.sum(v * v))


def secular(suf, s, alpha, radius):
    """(how much longer than the radius the step of damping alpha is, the slope of that)"""
    part = s * s + alpha
    norm = length(suf / part)
    return norm - radius, -np.sum(suf**2 / part**3) / norm


def inside(u, s, vt, r, radius, alpha, slack, trials):
    """(the step of least residual that is about as long as the radius, or shorter; its damping), from singular values."""
    uf = u.T @ r
    suf = s * uf
    full = s[-1] > EPSILON * r.shape[0] * s[0]
    step = -(vt.T @ (uf / np.where(s > 0.0, s, 1.0)))
    if full and length(step) <= radius:
        alpha = 0.0
    else:
        upper, lower = length(suf) / radius, 0.0
        if full:
            phi, slope = secular(suf, s, 0.0, radius)
            lower = -phi / slope
        if alpha == 0.0:
            alpha = max(0.001 * upper, np.sqrt(lower * upper))
        count, done = 0, False
        while not done and count < trials:
            if alpha < lower or alpha > upper:
                alpha = max(0.001 * upper, np.sqrt(lower * upper))
            phi, slope = secular(suf, s, alpha, radius)
            upper = alpha if phi < 0.0 else upper
            lower = max(lower, alpha - phi / slope)
            alpha = alpha - (phi + radius) * phi / slope / radius
            done = abs(phi) < slack * radius
            count = count + 1
        step = -(vt.T @ (suf / (s * s + alpha)))
        step = step * (radius / length(step))
    return step, alpha


def to_bound(x, step, low, high):
    """(by how much of itself a step may go on until it meets a bound, where it does)"""
    away = np.where(step == 0.0, 1.0, step)
    room = np.where(step == 0.0, np.inf, np.maximum((low - x) / away, (high - x) / away))
    least = np.min(room)
    return least, room == least


def to_radius(x, step, radius):
    a, b, c = np.sum(step * step), np.sum(x * step), np.sum(x * x) - radius**2
    q = -(b + np.copysign(np.sqrt(b * b - a * c), b))
    return max(q / a, c / q)


def model(j, g, step, bend):
    """The quadratic model of the cost at a step, in scaled unknowns."""
    moved = j @ step
    return 0.5 * (np.sum(moved * moved) + np.sum(step * bend * step)) + np.sum(g * step)


def least_along(j, g, bend, start, step, low, high):
    """Where between low and high the model is least on a line: (how far, its value there)"""
    moved, at = j @ step, j @ start
    a = 0.5 * (np.sum(moved * moved) + np.sum(step * bend * step))
    b = np.sum(g * step) + np.sum(at * moved) + np.sum(start * bend * step)
    middle = -0.5 * b / a if a != 0.0 else low
    middle = middle if low < middle and middle < high else low
    best = middle
    for t in (low, high):
        best = t if t * (a * t + b) < best * (a * best + b) else best
    return best, best * (a * best + b) + model(j, g, start, bend)


def reflected(x, p, j, g, bend, d, radius, low, high, theta):
    """The best of three steps, in scaled unknowns, where the step p would leave the bounds: p cut short, reflected, or down the slope.
    (the step, what the model gains by it)"""
    stride, hit = to_bound(x, d * p, low, high)
    turned, start = np.where(hit, -p, p), stride * p
    room, _ = to_bound(x + d * start, d * turned, low, high)
    far = min(room, to_radius(start, turned, radius))
    near = (1.0 - theta) * stride / far if far > 0.0 else 0.0
    far = -1.0 if far <= 0.0 else theta * room if far == room else far
    best, value = theta * start, model(j, g, theta * start, bend)
    if near <= far:
        t, found = least_along(j, g, bend, start, turned, near, far)
        if found < value:
            best, value = start + t * turned, found
    room, _ = to_bound(x, -d * g, low, high)
    far = radius / length(g)
    t, found = least_along(j, g, bend, np.zeros_like(g), -g, 0.0, theta * room if room < far else far)
    if found < value:
        best, value = -t * g, found
    return best, -value


def strictly(x, low, high, share):
    """x moved off the bounds, by a share of their size."""
    x = np.where(x <= low, low + share * np.maximum(1.0, np.abs(low)), x)
    x = np.where(x >= high, high - share * np.maximum(1.0, np.abs(high)), x)
    return np.where((x < low) | (x > high), 0.5 * (low + high), x)


def scaling(x, g, low, high):
    """(the distance to the bound that a step down the slope g goes to, else 1; how it changes with x)"""
    up, down = (g < 0.0) & np.isfinite(high), (g > 0.0) & np.isfinite(low)
    return np.where(up, high - x, np.where(down, x - low, 1.0)), np.where(up, -1.0, np.where(down, 1.0, 0.0))


def trusted(f, slope, weighed, x, low, high, limit):
    """Near a minimum of the cost between bounds. `weighed(r)`: (cost, factors of the residuals, factors of the Jacobian's rows)."""
    x = strictly(x, low, high, 1e-10)
    r = f(x)
    cost, _, _ = weighed(r)
    radius, alpha, count, done = -1.0, 0.0, 0, False
    while not done and count < limit:
        _, by, rows = weighed(r)
        j = rows[:, None] * slope(x)
        g = j.T @ (by * r)
        v, turn = scaling(x, g, low, high)
        d, bend = np.sqrt(v), g * turn
        if radius < 0.0:
            radius = length(x / d)
            radius = 1.0 if radius == 0.0 else radius
        steep = np.max(np.abs(g * v))
        u, s, vt = np.linalg.svd(np.concatenate([j * d, np.diag(np.sqrt(bend))]), full_matrices=False)
        p, alpha = inside(u, s, vt, np.concatenate([by * r, np.zeros_like(x)]), radius, alpha, 0.01, 10)
        whole = d * p
        if np.all((x + whole >= low) & (x + whole <= high)):
            gain = -model(j * d, d * g, p, bend)
        else:
            p, gain = reflected(x, p, j * d, d * g, bend, d, radius, low, high, max(0.995, 1.0 - steep))
        new = strictly(x + d * p, low, high, 0.0)
        there, long = f(new), length(p)
        found, _, _ = weighed(there)
        fell = cost - found
        ratio = fell / gain if gain > 0.0 else 1.0 if gain == 0.0 and fell == 0.0 else 0.0
        wider = 0.25 * long if not np.isfinite(found) or ratio < 0.25 else 2.0 * radius if ratio > 0.75 and long > 0.95 * radius else radius
        small = (fell < 1e-8 * cost and ratio > 0.25) or length(d * p) < 1e-8 * (1e-8 + length(x))
        done = steep < 1e-8 or (np.isfinite(found) and small)
        alpha, radius = alpha * radius / wider, wider
        if fell > 0.0 and steep >= 1e-8:
            x, r, cost = new, there, found
        count = count + 1
    return x


def damped(u, s, vt, r, radius, alpha):
    """(Levenberg's step, within a tenth of as long as the radius unless the whole one is shorter; its damping), from singular values."""
    uf = u.T @ r
    suf = s * uf
    full = s[-1] > EPSILON * r.shape[0] * s[0]
    step = -(vt.T @ np.where(s > EPSILON * r.shape[0] * s[0], uf / np.where(s > 0.0, s, 1.0), 0.0))
    long = length(step)
    if long <= 1.1 * radius:
        alpha = 0.0
    else:
        upper, lower = length(suf) / radius, 0.0
        if full:
            phi, slope = secular(suf, s, 0.0, radius)
            lower = -phi / slope
        alpha = min(max(alpha, lower), upper)
        if alpha == 0.0:
            alpha = length(suf) / long
        count, done, was = 0, False, 0.0
        while not done and count < 10:
            alpha = max(0.001 * upper, 1e-300) if alpha == 0.0 else alpha
            phi, slope = secular(suf, s, alpha, radius)
            done = abs(phi) <= 0.1 * radius or (lower == 0.0 and phi <= was and was < 0.0) or count == 9
            if not done:
                lower, upper = max(lower, alpha) if phi > 0.0 else lower, min(upper, alpha) if phi < 0.0 else upper
                alpha = max(lower, alpha - phi * (phi + radius) / (radius * slope))
            was = phi
            count = count + 1
        step = -(vt.T @ (suf / (s * s + alpha)))
    return step, alpha


def marquardt(f, slope, x, limit):
    """Near a minimum of the sum of squares, without bounds."""
    r = f(x)
    norm, scale = length(r), np.zeros_like(x)
    radius, alpha, count, started, done = -1.0, 0.0, 0, False, False
    while not done and count < limit:
        j = slope(x)
        columns = np.sqrt(np.sum(j * j, axis=0))
        scale = np.maximum(scale, np.where((columns == 0.0) & (scale == 0.0), 1.0, columns))
        size = length(scale * x)
        if radius < 0.0:
            radius = 100.0 * size if size > 0.0 else 100.0
        u, s, vt = np.linalg.svd(j / scale, full_matrices=False)
        p, alpha = damped(u, s, vt, r, radius, alpha)
        long = length(p)
        radius = radius if started else min(radius, long)
        new = x + p / scale
        there = f(new)
        found = length(there)
        fell = 1.0 - (found / norm) ** 2 if 0.1 * found < norm else -1.0
        straight, bent = (length(j @ (p / scale)) / norm) ** 2, alpha * (long / norm) ** 2
        gain = straight + 2.0 * bent
        ratio = fell / gain if gain > 0.0 else 0.0
        if not ratio > 0.25:
            share = 0.5 if fell >= 0.0 else 0.5 * (straight + bent) / (straight + bent - 0.5 * fell)
            share = 0.1 if not 0.1 * found < norm or share < 0.1 else share
            radius, alpha = share * min(radius, 10.0 * long), alpha / share
        elif alpha == 0.0 or ratio >= 0.75:
            radius, alpha = 2.0 * long, 0.5 * alpha
        if ratio >= 1e-4:
            x, r, norm, started = new, there, found, True
        done = norm == 0.0 or (abs(fell) <= 1e-8 and gain <= 1e-8 and ratio <= 2.0) or radius <= 1e-8 * size
        count = count + 1
    return x
