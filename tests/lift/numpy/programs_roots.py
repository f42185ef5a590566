"""Functions of SciPy that call the program back: roots, quadrature, initial value problems; their derivatives pass through the result."""

import math

import numpy as np
from scipy.integrate import dblquad, fixed_quad, odeint, quad, solve_ivp
from scipy.optimize import bisect, brentq, fixed_point, fsolve, newton, root, root_scalar

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(5, 7, 10)).both


@prog(lambda n: (U(n),), close=1e-10)
def depths(flow):
    """Depth of a channel of trapezoidal section that carries each discharge."""
    def missing(h, q, slope):
        area = h * (2.0 + 0.5 * h)
        return area * (area / (2.0 + 2.4 * h)) ** (2.0 / 3.0) * slope - q
    found = np.zeros(len(flow))
    for i in range(len(flow)):
        found[i] = brentq(missing, 1e-3, 9.0, args=(flow[i], 1.5))
    last, told = brentq(lambda h: missing(h, flow[0], 1.1), 1e-3, 9.0, full_output=True)
    return found, last + told.root


@prog(lambda n: (U(n),), close=1e-8)
def orbits(mean):
    """Kepler's equation in four ways."""
    def residual(e, m):
        return e - 0.3 * math.sin(e) - m
    whole = newton(lambda e: e - 0.3 * np.sin(e) - mean, mean, fprime=lambda e: 1.0 - 0.3 * np.cos(e))
    one = newton(residual, 1.0, args=(mean[0],))
    curved = newton(residual, 1.0, fprime=lambda e, m: 1.0 - 0.3 * math.cos(e), fprime2=lambda e, m: 0.3 * math.sin(e), args=(mean[1],))
    fixed = fixed_point(lambda e: mean[2] + 0.3 * np.sin(e), 1.0)
    bracketed = root_scalar(lambda e: residual(e, mean[3]), bracket=[0.0, 3.0], method="brentq").root
    return whole, one, curved, fixed, bracketed


@prog(lambda n: (U(n),), close=1e-8, grad=False)
def halved(x):
    return bisect(lambda t: t**3 - x[0], 0.0, 3.0)


@prog(lambda n: (U(n),), close=1e-7)
def systems(x):
    a, b = fsolve(lambda v: [v[0] ** 2 + v[1] - x[0] - 2.0, v[0] - v[1] * x[1]], [1.0, 1.0])
    found = root(lambda v: v + 0.1 * np.roll(v, 1) ** 2 - x, x)
    return a, b, found.x


@prog(lambda n: (U(n),), close=1e-9)
def areas(x):
    inside, _ = quad(lambda t: math.exp(-x[0] * t * t) * math.cos(t), 0.0, x[1])
    tail = quad(lambda t, rate: math.exp(-rate * t), 0.0, np.inf, args=(x[2],))[0]
    sharp = quad(lambda t: 1.0 / (1e-3 + (t - x[3]) ** 2), 0.0, 2.0)[0]
    both = dblquad(lambda v, u: u * v * x[0], 0.0, 1.0, lambda u: 0.0, lambda u: u)[0]
    return inside, tail, sharp, both, fixed_quad(lambda t: np.exp(-t * x[0]), 0.0, 1.0, n=4)[0]


@prog(lambda n: (U(n), 1.3), sizes=(2, 3, 4), close=1e-7)
def swings(angle, pull):
    state = np.concatenate([angle, 0.0 * angle])
    n = len(angle)

    def moved(t, s):
        return np.concatenate([s[n:], -pull * np.sin(s[:n])])
    seen = solve_ivp(moved, (0.0, 1.0), state, t_eval=np.linspace(0.0, 1.0, 4), rtol=1e-4)
    end = solve_ivp(moved, [0.0, 0.5], state)
    return seen.y, seen.t, end.y[:, -1]


@prog(lambda n: (U(n),), sizes=(3, 4, 5), close=1e-5)
def decays(x):
    def rates(y, t, k):
        return [-k * y[0], k * y[0] - 0.3 * y[1]]
    return odeint(rates, [x[0], 0.1], np.linspace(0.0, 1.5, 5), args=(x[1],))
