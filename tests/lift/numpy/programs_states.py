"""States by name: texts, members of an Enum and functions, of which only a run tells which it is."""

import math
import operator
from enum import Enum, auto

import numpy as np

from tests.lift.numpy.case import Case


class Phase(Enum):
    IDLE = auto()
    HEAT = auto()
    COOL = auto()

    @property
    def rate(self):
        return {Phase.IDLE: -0.4, Phase.HEAT: 0.7, Phase.COOL: -1.0}[self]

    def after(self):
        return Phase.COOL if self is Phase.HEAT else Phase.IDLE


def thermostat(t, n):
    """A hysteresis, and how long it was in which state."""
    state, path, time = "idle", np.zeros(n), {"idle": 0.0, "heat": 0.0}
    switched = 0
    for k in range(n):
        if state == "idle" and t < 18.0:
            state, switched = "heat", switched + 1
        elif state == "heat" and t > 21.0:
            state = "idle"
        t += 0.7 if state == "heat" else -0.4
        time[state] += 0.5 * k
        path[k] = t
    return path, switched, time, state, state in ("heat", "cool"), bool(state)


def phases(t, n):
    phase, path, marks = Phase.IDLE, [], 0
    for _ in range(n):
        match phase:
            case Phase.IDLE:
                t -= 0.4
                if t < 18.0:
                    phase = Phase.HEAT
            case Phase.HEAT:
                t += 0.7
                if t > 21.0:
                    phase = phase.after()
            case Phase.COOL:
                t += phase.rate
                if t < 19.0:
                    phase = Phase.IDLE
            case other:
                message = f"no such phase: {other}"
                raise ValueError(message)
        marks += phase.value
        path.append(t)
    return np.array(path), marks, phase, phase.name


class Cell:
    limits = {"G1": 2.0, "S": 1.5, "G2": 1.0, "M": 0.5}
    order = ["G1", "S", "G2", "M"]

    def __init__(self, rate):
        self.rate, self.phase, self.age, self.divided = rate, "G1", 0.0, 0

    def step(self):
        self.age += self.rate
        if self.age > self.limits[self.phase]:
            self.age = 0.0
            self.divided += self.phase == "M"
            self.phase = self.order[(self.order.index(self.phase) + 1) % 4]


def until_long_enough(t, n):
    path = [t, t + 1.0]
    while len(path) <= n:
        t = 0.5 * path[-1] + 0.2 * path[-2]
        path.append(t)
        if t < 0.01:
            break
    return np.array(path), len(path)


def cycle(rate, n):
    cell = Cell(rate)
    while cell.divided < n:
        cell.step()
    return cell.phase, cell.age


def rules_by_name(x, n):
    def grow(v):
        return 1.1 * v

    def shrink(v, by=0.8):
        return by * v
    rules, mode, before, turns = {"up": grow, "down": shrink}, "up", None, 0
    for _ in range(n):
        x = rules[mode](x)
        turns += before is not None and before != mode
        before = mode
        mode = "down" if x.max() > 2.0 else "up" if x.max() < 1.0 else mode
    return x, turns, before


def why_it_stopped(x, tol):
    reason = None
    for k in range(9):
        x = 0.5 * x
        if x.max() < tol:
            reason = "converged"
            break
        if x.sum() < 0.1:
            reason = "vanished"
            break
    return {"x": x, "reason": reason, "steps": k, "ok": reason == "converged", "none": reason is None}


def best_by_name(x):
    models = {"mean": np.mean(x), "median": np.median(x), "first": x[0]}
    errors = {name: np.abs(x - m).sum() for name, m in models.items()}
    best = min(errors, key=errors.get)
    names = ["low", "middle", "high"]
    return best, models[best], errors[best], names[int(np.argmax(x[:3]))], names[-1 - int(np.argmin(x[:3]))]


def checked(v):
    if v > 5.0:
        message = "too large"
        raise ValueError(message)
    return v


def raises_behind_other_lines(x):
    """Branches that compute something, and then raise in every case."""
    total = 0.0
    for v in x:
        if v > 0.5:
            total += checked(v)
        elif v < -9.0:
            w = 2.0 * v
            if w < -30.0:
                raise ValueError("far below")
            else:
                raise ValueError(f"below: {w}")
        else:
            total -= v
    try:
        total += checked(10.0 * x[0])
    except ValueError:
        total = -1.0
    return total


def solved_or_none(a, b):
    try:
        x = np.linalg.solve(a, b)
    except np.linalg.LinAlgError:
        return None
    return x


def first_above(x, t):
    for k, v in enumerate(x):
        if v > t:
            return k, v
    return None


def least_above(x, t):
    best = None
    for v in x:
        if v > t and (best is None or v < best):
            best = v
    return {"best": best, "count": x.size}, best


def handled(a):
    status = "ok"
    try:
        b = np.linalg.inv(a)
    except np.linalg.LinAlgError:
        status, b = "singular", np.zeros_like(a)
    return b, status


U = np.random.default_rng(3).random(9)
def functions_by_data(code, x):
    """One of several functions: from a table, from a branch, kept from iteration to iteration, None at first."""
    table, ops, calls = {0: lambda v: v, 1: lambda v: v * v, 2: np.sin}, [operator.add, operator.mul, np.maximum], [0]

    def doubled(v):
        calls[0] += 1
        return 2.0 * v
    steady = np.sin if x[0] > 0.5 else np.cos
    total, last, best, most = 0.5, None, None, -1.0
    f = doubled
    for c, v in zip(code, x):
        total = ops[c](total, table[int(c)](v)) + f(v)
        if v > 0.6:
            f = abs
        elif v < 0.3:
            f = lambda t: t - total  # noqa: E731, B023
        else:
            f = doubled
    for v in x:
        if v > 0.7:
            last = math.exp
    for g in (np.sin, np.cos, lambda t: t * t):
        if g(x).sum() > most:
            best, most = g, g(x).sum()
    return total, calls[0], steady(x), best(x), last(x[0]) if last is not None else -1.0, [int(c) for c in code].count(1), list(x > 0.5).count(True)


CASES = [
    Case(functions_by_data, (np.arange(4) % 3, U[:4]), more=[(np.arange(9) % 3, U), (np.array([2, 1]), 0.1 * U[:2])], close=1e-14),
    Case(thermostat, (19.0, 30), more=[(17.0, 50), (30.0, 4)], close=1e-14), Case(phases, (19.0, 30), more=[(17.0, 45), (25.0, 3)], close=1e-14),
    Case(cycle, (0.3, 3), more=[(0.11, 5)], close=1e-14), Case(rules_by_name, (U[:3], 20), more=[(U, 31)], close=1e-14),
    Case(why_it_stopped, (U[:4], 0.05), more=[(U, 1e-9), (0.1 * U[:3], 1e-3)]), Case(best_by_name, (U[:5],), more=[(U, ), (U[3:],)], close=1e-14),
    Case(raises_behind_other_lines, (np.array([0.2, 0.9, 1.5]),), more=[(np.array([0.7, 0.1]),)], close=1e-15),
    Case(until_long_enough, (2.0, 12), more=[(2.0, 5), (2.0, 40)]),
    Case(solved_or_none, (np.eye(2), np.ones(2)), more=[(np.ones((2, 2)), np.ones(2))]),
    Case(first_above, (U[:4], 0.5), more=[(U, 2.0), (U, 0.1)]), Case(least_above, (U[:4], 0.5), more=[(U, 2.0), (U, 0.1)]),
    Case(handled, (np.eye(2),), more=[(np.ones((2, 2)),)])]
