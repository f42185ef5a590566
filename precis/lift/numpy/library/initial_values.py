"""scipy.integrate: initial value problems, by their definitions.

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


class Step(NamedTuple):
    """A step that holds: where it begins and the state there, how far it goes, coefficients of x, x**2, x**3, x**4 in between."""

    t: Any
    y: Any
    length: Any
    between: Any

    def at(self, s):
        """The state at a place inside of it."""
        x = (s - self.t) / self.length
        return self.y + self.between @ np.stack([x, x**2, x**3, x**4])

    def at_all(self, places):
        x = (places - self.t) / self.length
        return self.y[:, None] + self.between @ np.stack([x, x**2, x**3, x**4])


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


class Events:
    """Functions whose zeros are looked for: their heights at the end of the last step, and where they were zero."""

    def __init__(self, functions: Any, extra: Any, t: Any, y: Any):
        self.functions, self.extra, self.ended = functions, extra, False
        self.heights = [float(e(t, y, *extra)) for e in functions]
        self.hits: Any = [[] for _ in functions]
        self.states: Any = [[] for _ in functions]

    def seen(self, step, to, new, direction):
        """Where a step ends, and the state there: at the first zero of an event that is terminal, if there is one."""
        last = to
        roots: Any = [to for _ in self.functions]
        crossed = [False for _ in self.functions]
        for k, e in enumerate(self.functions):
            height = float(e(to, new, *self.extra))
            crossed[k] = _crosses(self.heights[k], height, getattr(e, "direction", 0))
            self.heights[k] = height
            if crossed[k]:
                roots[k] = brentq(lambda s, e=e: float(e(s, step.at(s), *self.extra)), step.t, to, (), 4.0 * EPSILON, 4.0 * EPSILON)
                if getattr(e, "terminal", False):
                    self.ended = True
                    last = min(last, roots[k]) if direction > 0.0 else max(last, roots[k])
        for k in range(len(self.functions)):
            if crossed[k] and direction * (roots[k] - last) <= 0.0:
                self.hits[k].append(roots[k])
                self.states[k].append(step.at(roots[k]))
        if self.ended:
            to, new = last, step.at(last)
        return to, new

    def found(self, width):
        """(places, states) of the zeros of each function."""
        return [np.array(h) for h in self.hits], [np.reshape(np.array(s), (-1, width)) for s in self.states]


def _crosses(before, after, direction):
    """Whether an event function goes through 0 in a step, upwards (1), downwards (-1) or either way (0)."""
    up, down = (before <= 0.0) & (after >= 0.0), (before >= 0.0) & (after <= 0.0)
    return up if direction > 0 else down if direction < 0 else up | down


class Record:
    """The solution at the ends of the steps, or at the places asked for; with `dense`, also the polynomials in between."""

    def __init__(self, t: Any, y: Any, places: Any, dense: Any, direction: Any):
        self.start, self.direction, self.dense, self.asked = t, direction, dense, places is not None
        self.places = np.asarray(places) * 1.0 if places is not None else np.zeros(1)
        self.out = np.zeros((y.shape[0], len(places) if places is not None else 1))
        self.times, self.values = [t], [y]
        self.marks, self.ends, self.pieces, self.lengths = [t], [y], [], []

    def add(self, step, to, new):
        if self.dense:
            self.marks.append(to)
            self.ends.append(new)
            self.pieces.append(step.between)
            self.lengths.append(step.length)
        if self.asked:
            inside = (self.direction * (self.places - step.t) > 0.0) & (self.direction * (self.places - to) <= 0.0)
            inside = inside | ((self.places == step.t) & (step.t == self.start))
            self.out = np.where(inside, step.at_all(self.places), self.out)
        else:
            self.times.append(to)
            self.values.append(new)

    def trajectory(self, t, events):
        """What SciPy gives, where the last step ends at t."""
        dense: Any = None
        if self.dense:
            dense = Dense(np.array(self.marks), np.array(self.ends), np.array(self.lengths), np.array(self.pieces), self.direction)
        times, values = (self.places, self.out) if self.asked else (np.array(self.times), np.array(self.values).T)
        if len(events.functions) == 0:
            return Trajectory(times, values, True, 0, dense)
        if self.asked:
            passed = self.direction * (times - t) <= 0.0
            times, values = times[passed], values[:, passed]
        return Trajectory(times, values, True, 1 if events.ended else 0, dense, *events.found(self.out.shape[0]))


def solve_ivp(fun, t_span, y0, method="RK45", t_eval: Any = None, dense_output=False, events: Any = None, *, args: Any = None,
              rtol=1e-3, atol=1e-6, first_step: Any = None, max_step=np.inf, vectorized=False, jac: Any = None, jac_sparsity: Any = None):
    """Dormand's and Prince's method of order 5 with error control; Radau's of order 5 for BDF and Radau, and for LSODA from where the
    problem turns out to be stiff. All but RK45 are a hundred times closer than asked for, so that they stand for SciPy's."""
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
    watch = Events([] if events is None else [events] if callable(events) else events, extra, t, y)
    record = Record(t, y, t_eval, dense_output, direction)
    rejected, stiff, seen, calm = False, method == "BDF" or method == "Radau", 0, 0
    while direction * (t - end) < 0.0 and h > 2.3e-15 * abs(t) and not watch.ended:
        to = t + min(h, max_step) * direction
        to = end if direction * (to - end) > 0.0 else to
        length = to - t
        h = abs(length)
        new, error, steep, between, tight = _stepped(
            f, t, y, slope, length, lambda z: atol + np.maximum(np.abs(y), np.abs(z)) * rtol, stiff)
        factor = _factor(error, -0.25 if stiff else -0.2, rejected)
        rejected = not error < 1.0
        if error < 1.0:
            step = Step(t, y, length, between)
            if len(watch.functions) > 0:
                to, new = watch.seen(step, to, new, direction)
            record.add(step, to, new)
            if method == "LSODA":
                calm = 0 if tight else calm + 1
                seen = seen + 1 if tight else 0 if calm == 6 else seen
                stiff = stiff or seen >= 15
            t, y, slope = to, new, steep
        h = h * factor
    return record.trajectory(t, watch)


def _factor(error, power, rejected):
    """How much longer or shorter than a step the next one is (or the same again)."""
    if error < 1.0:
        factor = 10.0 if error == 0.0 else min(10.0, 0.9 * error**power)
        return min(1.0, factor) if rejected else factor
    return max(0.2, 0.9 * error**power)


def odeint(func, y0, t, args=(), *, tfirst=False, rtol=1.49012e-8, atol=1.49012e-8, full_output=False, mxstep=0, hmax=0.0):
    assert not full_output

    def f(s, y):
        return func(s, y, *args) if tfirst else func(y, s, *args)
    given = rtol if rtol is not None else 1.49012e-8
    return solve_ivp(f, (t[0], t[-1]), y0, "LSODA", t, rtol=given, atol=atol if atol is not None else 1.49012e-8).y.T
