"""scipy.integrate: quadrature of functions and initial value problems, by their definitions.

Results agree with SciPy's within the tolerances asked for; `solve_ivp` with RK45 takes SciPy's own steps, other methods stand for SciPy's.
"""

from typing import Any, NamedTuple

import numpy as np

from precis.lift.numpy.library.roots import brentq
from precis.lift.numpy.library.stiff import implicit, norm
from precis.lift.numpy.library.trust import EPSILON


class Trajectory(NamedTuple):
    t: Any
    y: Any
    success: Any = True
    status: Any = 0
    sol: Any = None
    t_events: Any = None
    y_events: Any = None


# Nodes and weights of the 21-point Kronrod rule with the 10-point Gauss rule in it, to the middle (QUADPACK, qk21).
NODES = np.array([
    0.995657163025808080735527280689003, 0.973906528517171720077964012084452, 0.930157491355708226001207180059508,
    0.865063366688984510732096688423493, 0.780817726586416897063717578345042, 0.679409568299024406234327365114874,
    0.562757134668604683339000099272694, 0.433395394129247190799265943165784, 0.294392862701460198131126603103866,
    0.148874338981631210884826001129720, 0.0])
KRONROD = np.array([
    0.011694638867371874278064396062192, 0.032558162307964727478818972459390, 0.054755896574351996031381300244580,
    0.075039674810919952767043140916190, 0.093125454583697605535065465083366, 0.109387158802297641899210590325805,
    0.123491976262065851077958109585166, 0.134709217311473325928054001771707, 0.142775938577060080797094273138717,
    0.147739104901338491374841515972068, 0.149445554002916905664936468389821])
GAUSS = np.array([
    0.0, 0.066671344308688137593568809893332, 0.0, 0.149451349150580593145863397657697, 0.0, 0.219086362515982043995534934228163,
    0.0, 0.269266719309996355091226921569469, 0.0, 0.295524224714752870173815619188769, 0.0])


def _rule(f, a, b):
    """(integral, how far Kronrod's rule is from Gauss's) over an interval"""
    middle, half = (a + b) / 2.0, (b - a) / 2.0
    total, fewer = 0.0, 0.0
    for k in range(21):
        j = k if k <= 10 else 20 - k
        y = f(middle + (half if k <= 10 else -half) * NODES[j])
        total += KRONROD[j] * y
        fewer += GAUSS[j] * y
    return total * half, abs((total - fewer) * half)


def given(args):
    return args if isinstance(args, tuple) else (args,)


def quad(func, a, b, args=(), full_output=0, epsabs=1.49e-8, epsrel=1.49e-8, limit=50, points: Any = None, *, complex_func=False):
    """The interval with the largest error is halved until the sum of errors is small enough; infinite ones are mapped to (0, 1)."""
    assert not full_output and not complex_func
    args = given(args)
    if b == np.inf and a == -np.inf:
        return _adaptive(lambda t: (func((1.0 - t) / t, *args) + func(-(1.0 - t) / t, *args)) / (t * t), 0.0, 1.0, epsabs, epsrel, limit)
    if b == np.inf:
        return _adaptive(lambda t: func(a + (1.0 - t) / t, *args) / (t * t), 0.0, 1.0, epsabs, epsrel, limit)
    if a == -np.inf:
        return _adaptive(lambda t: func(b - (1.0 - t) / t, *args) / (t * t), 0.0, 1.0, epsabs, epsrel, limit)
    return _adaptive(lambda t: func(t, *args), a, b, epsabs, epsrel, limit)


def _adaptive(f, a, b, epsabs, epsrel, limit):
    low, high, part, error = np.zeros(limit), np.zeros(limit), np.zeros(limit), np.zeros(limit)
    low[0], high[0] = a, b
    part[0], error[0] = _rule(f, low[0], high[0])
    count = 1
    while count < limit and np.sum(error) > max(epsabs, epsrel * abs(np.sum(part))):
        k = np.argmax(error)
        middle = (low[k] + high[k]) / 2.0
        low[count], high[count] = middle, high[k]
        high[k] = middle
        part[k], error[k] = _rule(f, low[k], high[k])
        part[count], error[count] = _rule(f, low[count], high[count])
        count += 1
    return np.sum(part), np.sum(error)


def dblquad(func, a, b, gfun, hfun, args=(), epsabs=1.49e-8, epsrel=1.49e-8):
    """func(y, x): y between functions or numbers, inside of x"""
    def inner(x):
        return quad(lambda y: func(y, x, *args), _bound(gfun, x), _bound(hfun, x), (), 0, epsabs, epsrel)[0]
    return quad(inner, a, b, (), 0, epsabs, epsrel)


def _bound(limit: Any, *outer: Any) -> Any:
    return limit(*outer) if callable(limit) else limit


def tplquad(func, a, b, gfun, hfun, qfun, rfun, args=(), epsabs=1.49e-8, epsrel=1.49e-8):
    """func(z, y, x): z between functions of x and y, y between functions of x"""
    def inner(y, x):
        return quad(lambda z: func(z, y, x, *args), _bound(qfun, x, y), _bound(rfun, x, y), (), 0, epsabs, epsrel)[0]
    return dblquad(inner, a, b, gfun, hfun, (), epsabs, epsrel)


def nquad(func, ranges, args: Any = None, opts: Any = None, full_output=False):
    """The first argument of `func` is the innermost; a range may be a function of the arguments outside of it."""
    assert opts is None and not full_output
    return _nested(func, ranges, () if args is None else given(args), ())


def _nested(func, ranges, args, outer):
    low, high = _bound(ranges[len(ranges) - 1], *outer, *args)
    if len(ranges) == 1:
        return quad(lambda x: func(x, *outer, *args), low, high)
    return quad(lambda x: _nested(func, ranges[:-1], args, (x, *outer))[0], low, high)


def fixed_quad(func, a, b, args=(), n=5):
    x, w = np.polynomial.legendre.leggauss(n)
    y = (b - a) * (x + 1.0) / 2.0 + a
    return (b - a) / 2.0 * np.sum(w * func(y, *args), axis=-1), None


# Dormand and Prince (1980): nodes, stages, weights, errors; the polynomials between steps are those of L. Shampine (1986).
C = np.array([0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0])
A = np.array([[0.0, 0, 0, 0, 0], [1 / 5, 0, 0, 0, 0], [3 / 40, 9 / 40, 0, 0, 0], [44 / 45, -56 / 15, 32 / 9, 0, 0],
              [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0], [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656]])
B = np.array([35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84])
E = np.array([-71 / 57600, 0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40])
P = np.array([
    [1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432], [0, 0, 0, 0],
    [0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799],
    [0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072],
    [0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632],
    [0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844],
    [0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423]])


def _first_step(f, t, y, end, slope, direction, rtol, atol):
    """Hairer, Norsett, Wanner, Solving ordinary differential equations I, section II.4"""
    scale = atol + np.abs(y) * rtol
    d0, d1 = norm(y / scale), norm(slope / scale)
    h0 = 1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1
    h0 = min(h0, abs(end - t))
    d2 = norm((f(t + h0 * direction, y + h0 * direction * slope) - slope) / scale) / h0
    h1 = max(1e-6, h0 * 1e-3) if d1 <= 1e-15 and d2 <= 1e-15 else (0.01 / max(d1, d2)) ** 0.2
    return min(100.0 * h0, h1, abs(end - t))


def _explicit(f, t, y, slope, step, scale):
    """(the end of a step, its error over `scale`, the slope there, coefficients of x, x**2, x**3, x**4 in between, whether the step is
    about as long as the method is stable: Hairer & Wanner, Solving ordinary differential equations II, section IV.2)"""
    k = np.zeros((7,) + y.shape)
    k[0] = slope
    for s in range(1, 5):
        k[s] = f(t + C[s] * step, y + step * (A[s, :5] @ k[:5]))
    last = y + step * (A[5, :5] @ k[:5])
    k[5] = f(t + step, last)
    new = y + step * (B @ k[:6])
    k[6] = f(t + step, new)
    tight = abs(step) * norm(k[6] - k[5]) > 3.25 * norm(new - last)
    return new, norm((E @ k) * step / scale(new)), k[6], step * (k.T @ P), tight


def _stepped(f, t, y, slope, step, scale, stiff):
    """What `_explicit` gives, of Radau's method where the problem is known as stiff."""
    if stiff:
        new, error, end, between = implicit(f, t, y, slope, step, scale(y))
        return new, error, end, between, True
    return _explicit(f, t, y, slope, step, scale)


class Dense:
    """The solution at any place: where the steps begin and end, the states there, lengths of whole steps, coefficients in between."""

    def __init__(self, t: Any, y: Any, steps: Any, between: Any, direction: Any):
        self.t, self.y, self.steps, self.between, self.direction = t, y, steps, between, direction

    def __call__(self, s: Any):
        s = np.asarray(s) * 1.0
        last = self.steps.shape[0] - 1
        i = np.clip(np.searchsorted(self.direction * self.t, self.direction * s, side="left") - 1, 0, last)
        x = (s - self.t[i]) / self.steps[i]
        found = self.y[i].T + np.moveaxis(self.between[i], (-2, -1), (0, 1))[:, 0] * x
        for k in range(1, 4):
            found = found + np.moveaxis(self.between[i], (-2, -1), (0, 1))[:, k] * x ** (k + 1)
        return found


def _crosses(before, after, direction):
    """Whether an event function goes through 0 in a step, upwards (1), downwards (-1) or either way (0)."""
    up, down = (before <= 0.0) & (after >= 0.0), (before >= 0.0) & (after <= 0.0)
    return up if direction > 0 else down if direction < 0 else up | down


def _within(t, y, step, between):
    """The solution inside of a step."""
    def at(s):
        x = (s - t) / step
        return y + between @ np.stack([x, x**2, x**3, x**4])
    return at


def solve_ivp(fun, t_span, y0, method="RK45", t_eval: Any = None, dense_output=False, events: Any = None, *, args: Any = None,
              rtol=1e-3, atol=1e-6, first_step: Any = None, max_step=np.inf, vectorized=False, jac: Any = None, jac_sparsity: Any = None):
    """Dormand's and Prince's method of order 5 with error control; Radau's of order 5 for BDF and Radau, and for LSODA from where the
    problem turns out to be stiff. All but RK45 are a hundred times closer than asked for, so that they stand for SciPy's."""
    watched: Any = [] if events is None else [events] if callable(events) else events
    closer = 1.0 if method == "RK45" else 0.01
    rtol, atol = max(rtol * closer, 2.3e-14), atol * closer
    extra = () if args is None else args

    def f(t, y):
        return np.asarray(fun(t, y, *extra)) * 1.0
    start, end = float(t_span[0]), float(t_span[1])
    t, y = start, np.atleast_1d(np.asarray(y0)) * 1.0
    direction = 1.0 if end >= start else -1.0
    slope = f(t, y)
    h = _first_step(f, t, y, end, slope, direction, rtol, atol) if first_step is None else float(first_step)
    out = np.zeros((y.shape[0], len(t_eval) if t_eval is not None else 1))
    places = np.asarray(t_eval) * 1.0 if t_eval is not None else np.zeros(1)
    times, values = [t], [y]
    rejected, stiff, seen, calm = False, method == "BDF" or method == "Radau", 0, 0
    heights, ended = [float(e(t, y, *extra)) for e in watched], False
    marks, ends, pieces, lengths = [t], [y], [], []
    hits, states = [[] for _ in watched], [[] for _ in watched]
    while direction * (t - end) < 0.0 and h > 2.3e-15 * abs(t) and not ended:
        h = min(h, max_step)
        to = t + h * direction
        if direction * (to - end) > 0.0:
            to = end
        step = to - t
        h = abs(step)
        new, error, steep, between, tight = _stepped(f, t, y, slope, step, lambda z: atol + np.maximum(np.abs(y), np.abs(z)) * rtol, stiff)
        power = -0.25 if stiff else -0.2
        if error < 1.0:
            factor = 10.0 if error == 0.0 else min(10.0, 0.9 * error**power)
            factor = min(1.0, factor) if rejected else factor
            rejected = False
            if len(watched) > 0:
                at, last = _within(t, y, step, between), to
                roots: Any = [to for _ in watched]
                crossed = [False for _ in watched]
                for k, e in enumerate(watched):
                    height = float(e(to, new, *extra))
                    crossed[k] = _crosses(heights[k], height, getattr(e, "direction", 0))
                    heights[k] = height
                    if crossed[k]:
                        roots[k] = brentq(lambda s, e=e: float(e(s, at(s), *extra)), t, to, (), 4.0 * EPSILON, 4.0 * EPSILON)
                        if getattr(e, "terminal", False):
                            ended = True
                            last = min(last, roots[k]) if direction > 0.0 else max(last, roots[k])
                for k in range(len(watched)):
                    if crossed[k] and direction * (roots[k] - last) <= 0.0:
                        hits[k].append(roots[k])
                        states[k].append(at(roots[k]))
                if ended:
                    to, new = last, at(last)
            if dense_output:
                marks.append(to)
                ends.append(new)
                pieces.append(between)
                lengths.append(step)
            if t_eval is not None:
                inside = (direction * (places - t) > 0.0) & (direction * (places - to) <= 0.0)
                inside = inside | ((places == t) & (t == start))
                x = (places - t) / step
                out = np.where(inside, y[:, None] + between @ np.stack([x, x**2, x**3, x**4]), out)
            if method == "LSODA":
                calm = 0 if tight else calm + 1
                seen = seen + 1 if tight else 0 if calm == 6 else seen
                stiff = stiff or seen >= 15
            t, y, slope = to, new, steep
            if t_eval is None:
                times.append(t)
                values.append(y)
            h = h * factor
        else:
            h = h * max(0.2, 0.9 * error**power)
            rejected = True
    dense: Any = None
    if dense_output:
        dense = Dense(np.array(marks), np.array(ends), np.array(lengths), np.array(pieces), direction)
    if len(watched) > 0:
        status, width = (1 if ended else 0), y.shape[0]
        met = [np.array(found) for found in hits], [np.reshape(np.array(found), (-1, width)) for found in states]
        if t_eval is None:
            return Trajectory(np.array(times), np.array(values).T, True, status, dense, *met)
        passed = direction * (places - t) <= 0.0
        return Trajectory(places[passed], out[:, passed], True, status, dense, *met)
    if t_eval is not None:
        return Trajectory(places, out, True, 0, dense)
    return Trajectory(np.array(times), np.array(values).T, True, 0, dense)


def odeint(func, y0, t, args=(), *, tfirst=False, rtol=1.49012e-8, atol=1.49012e-8, full_output=False, mxstep=0, hmax=0.0):
    assert not full_output

    def f(s, y):
        return func(s, y, *args) if tfirst else func(y, s, *args)
    given = rtol if rtol is not None else 1.49012e-8
    return solve_ivp(f, (t[0], t[-1]), y0, "LSODA", t, rtol=given, atol=atol if atol is not None else 1.49012e-8).y.T
