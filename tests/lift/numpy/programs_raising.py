"""Exceptions that loops, branches and functions inside of a `try` raise."""

import math

import numpy as np

from tests.lift.numpy.surface import Collection, U, spd

PROGRAMS, prog = Collection(sizes=(5, 7, 9)).both


class Stalled(ArithmeticError):
    def __init__(self, k, x):
        super().__init__(f"stalled at {x:.2e} after {k}")
        self.k = k


def damped(x, c, k):
    new = x - c * (x * x - 2.0)
    if abs(new) > 10.0:
        raise Stalled(k, x)
    return new


def solved(x, c, most=40):
    for k in range(most):
        new = damped(x, c, k)
        if abs(new - x) < 1e-9:
            return new, k
        x = new
    raise RuntimeError(f"no root after {most}")


@prog(lambda n: (np.array([1.0, -1.3, 0.2, 5.0, 1.4]), np.array([0.2, 0.2, 0.001, 0.3, 0.25])), grad=False)
def a_solver_gives_up_in_several_ways(xs, cs):
    """Deep in a function, behind its loop, and not at all; the names of a statement that fails stay as they were."""
    out, log, k = np.zeros_like(xs), np.zeros((xs.size, 3)), -7
    for i, (x, c) in enumerate(zip(xs, cs)):
        try:
            log[i, 0] = 1.0
            out[i], k = solved(x, c)
            log[i, 1] = k
        except Stalled:
            out[i] = -1.0
        except RuntimeError as problem:
            print(problem)
            out[i] = -2.0 + k
        else:
            log[i, 2] = out[i]
    return out, log


def step_size(f, x, g, alpha=1.0):
    for _ in range(6):
        if f(x - alpha * g) < f(x) - 0.1 * alpha * np.sum(g * g):
            return alpha
        alpha *= 0.5
    raise Stalled(6, alpha)


@prog(lambda n: (U(n), 3), grad=False)
def descends_until_no_step_is_found(x, most):
    def f(x):
        return np.sum(x**4) - np.sum(x)

    status = 0
    for k in range(20 * most):
        g = 4 * x**3 - 1
        try:
            alpha = step_size(f, x, g)
        except Stalled:
            status = 1
            break
        x = x - alpha * g
    return x, k, status


class Machine:
    def __init__(self):
        self.moves, self.where = 0, 0.0

    def move(self, d):
        self.moves += 1
        if d > 0.9:
            if d > 1.2:
                raise ValueError("far too long")
            raise OverflowError("too long")
        self.where += d

    def run(self, steps, log):
        for d in steps:
            log.append(self.move(d) or self.where)
        return self.where


@prog(lambda n: (U(n), np.full(n, 0.5), np.linspace(0.1, 1.3, n)), grad=False)
def objects_keep_what_was_done_before(x, y, z):
    found = []
    for steps in (x, y, z):
        machine, log, total = Machine(), [], -1.0
        try:
            total = machine.run(steps, log) + 1.0
        except OverflowError:
            machine.where *= -1.0
        except ValueError:
            machine.where += 100.0
        found.append((machine.moves, machine.where, total, np.sum(np.array(log))))
    return found


@prog(lambda n: (U(n), 1.0 + 0.1 * n), grad=False)
def raises_in_loops_of_its_own(x, limit):
    total, kept = 0.0, np.zeros_like(x)
    try:
        for i, v in enumerate(x):
            while v > 0.5:
                v *= 0.7
                total += v
                if total > limit:
                    raise StopIteration
            kept[i] = v
    except StopIteration:
        total = -total
    finally:
        kept += 1.0
    return total, kept


def returned(x, limit):
    try:
        return solved(x, 0.2)[0] * limit
    except (Stalled, RuntimeError):
        pass
    return limit - x


@prog(lambda n: (0.7, -1.3, U(n)), grad=False)
def returns_what_a_loop_finds(a, b, x):
    return returned(a, x), returned(b, x)


@prog(lambda n: (spd(n), U(n), 1.5), grad=False, close=1e-9)
def routines_fail_in_loops(a, x, shift):
    """A factor is tried again and again; what may fail in a function of `math` stands between others."""
    found = []
    for scale in (0.0, shift):
        try:
            total, b = 0.0, a.copy()
            for k in range(4):
                b = b - scale * (k + 1) * np.eye(len(a)) * len(a) / 2
                total += np.log(np.diag(np.linalg.cholesky(b))).sum()
        except np.linalg.LinAlgError:
            total = -1.0
        found.append(total)
    try:
        y = 0.0
        for v in x:
            y = y + math.sqrt(v - 0.25 * shift) * 2.0
    except ValueError:
        y = -y
    return found, y


def grown(x, most):
    for _ in range(most):
        if x > 2.0:
            raise LookupError("too large")
        x = 1.5 * x
    return x


def translated(x, most):
    try:
        y = grown(x, most)
    except LookupError as problem:
        raise Stalled(most, x) from problem
    return y + 1.0


@prog(lambda n: (np.array([1.0, 0.2, 1.9, 0.1 * n]),), grad=False)
def handlers_raise_what_others_wait_for(x):
    found = []
    for v in x:
        try:
            y = translated(v, 3)
        except Stalled:
            y = -1.0
        found.append(y)
    return found


@prog(lambda n: (np.array([1.0, 9.0, 0.5 * n]),), grad=False)
def tries_again_until_it_succeeds(x):
    found, counts = [], []
    for v in x:
        tries = 0
        while True:
            try:
                tries += 1
                y = grown(v, 3)
                break
            except LookupError:
                v = 0.5 * v
                continue
        found.append(y)
        counts.append(tries)
    return found, counts


@prog(lambda n: (np.linspace(-1.0, 3.0, n),), grad=False)
def handlers_inside_of_handled_blocks(x):
    total = 0.0
    for v in x:
        try:
            if v < 0:
                raise ValueError
            try:
                total += grown(v, 2)
            except LookupError:
                total += 10.0
                if total > 25.0:
                    raise Stalled(2, v)
        except ValueError:
            total += 0.5
        except Stalled:
            total = 0.25
    return total
