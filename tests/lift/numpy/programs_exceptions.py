"""What may fail, and what only shows: `try`, texts, logging, clocks, and the values of `and` and `or`."""

import logging
import math
import sys
import time

import numpy as np

from tests.lift.numpy.surface import Collection, U, spd

PROGRAMS, prog = Collection(sizes=(5, 7, 9)).both
log = logging.getLogger(__name__)
LAYERS = 3


def factored(a, jitter=1e-8):
    """Where the factorisation fails, the diagonal is raised first."""
    try:
        lower = np.linalg.cholesky(a)
    except np.linalg.LinAlgError:
        log.warning("not positive definite: %g", jitter)
        lower = np.linalg.cholesky(a + jitter * np.eye(len(a)))
    return lower


@prog(lambda n: (spd(n), U(n)), close=1e-9)
def handled_where_a_matrix_is_indefinite(a, b):
    return factored(a), factored(a - 3.0 * n_times_identity(a), 4.0 * len(a)), np.linalg.solve(a, b)


def n_times_identity(a):
    return len(a) * np.eye(len(a))


def quotient(a: float, b: float) -> float:
    try:
        return a / b
    except ZeroDivisionError:
        return 1e3


def checked(x):
    if x > 1.0:
        raise ValueError(f"{x} is too large")
    return x * x


@prog(lambda n: (1.5, 0.0, U(n)), grad=False)
def several_handlers(a, b, x):
    first, found = quotient(a, b), []
    for t in (a, b):
        try:
            y = math.sqrt(t - 1.0) + checked(t - 0.9)
        except (ValueError, OverflowError) as problem:
            print(problem)
            y = -1.0
        else:
            y += 1.0
        finally:
            first += 0.5
        found.append(y)
    try:
        z = np.sum(x) / b
    except ZeroDivisionError:  # which NumPy's numbers do not raise
        z = 0.0
    try:
        import cmath
    except ImportError as problem:
        raise RuntimeError("no such module") from problem
    return first, found, np.isinf(z), abs(cmath.sqrt(-a))


@prog(lambda n: (U(n), {f"w{k}": U(n, k + 1) for k in range(LAYERS)}))
def texts_and_clocks(x, weights):
    start, total = time.perf_counter(), 0.0
    for k in range(LAYERS):
        total += np.sum(weights[f"w{k}"][:, 0] * x) + np.sum(weights["w" + str(k)])
        total += weights["w%d" % k][0, 0] + weights["w{}".format(k)][1, 0]  # noqa: UP031, UP032
    table = {"mean": np.mean(x), "top": np.max(x)}
    line = ", ".join(f"{name}={value:.3f}" for name, value in table.items())
    log.info("%s after %.2f s", line, time.perf_counter() - start)
    sys.stderr.write("-" * 20 + line + "\n")
    return total, [table[name] for name in sorted(table)]


@prog(lambda n: (np.arange(n) % 3, U(n)), grad=False)
def operands_of_and_and_or(k, x):
    chosen = np.array([int(i) or 7 for i in k])
    kept = np.array([int(i) and 5 for i in k])
    first = x[0] > 2.0 and x[1]
    return chosen, kept, (k[0] or k[1]) + 1, x[0] > 0.0 and x[1] > 0.0, not (k[0] or x[0] < 0.0), bool(first)


def root(f, x, most=60):
    for k in range(most):
        step = f(x) / (f(x + 1e-6) - f(x)) * 1e-6
        x = x - step
        if abs(step) < 1e-10:
            return x, k
    raise RuntimeError(f"no root after {most} steps")


@prog(lambda n: (U(n),), grad=False)
def raises_behind_a_loop_that_returns(a):
    return root(lambda x: x * x - a.sum(), 2.0)


@prog(lambda n: (U(n),), grad=False)
def raises_in_the_else_of_a_loop(a):
    x = a[0] + 1.0
    for k in range(80):
        new = 0.5 * (x + a[1] / x)
        if abs(new - x) < 1e-12:
            break
        x = new
    else:
        print("gave up")
        raise RuntimeError("no convergence")
    return new, k


@prog(lambda n: (U(n),), grad=False)
def handles_what_a_function_raises_behind_its_loop(a):
    try:
        x, k = root(lambda x: x * x - a[0], 1.0, most=2)
    except RuntimeError:
        x, k = 0.0, -1
    return x, k


def middle(a, b):
    while True:
        a, b = 0.5 * (a + b), np.sqrt(a * b)
        if np.all(np.abs(a - b) < 1e-14):
            return a


@prog(lambda n: (U(n),), close=1e-10)
def returns_from_an_endless_loop(a):
    return middle(a + 0.1, a + 2.0)


@prog(lambda n: (1.5, 2.5, U(n)), grad=False)
def places_of_what_may_be_missing(v, w, x):
    """Among few computed numbers, among many, and in a list that a loop grew."""
    places, grown = [], []
    for y in x:
        grown.append(2.0 * y)
    for wanted in (v, w, 2.0 * x[1]):
        for searched in ([w, v - 1.0, 2.0], [w] * 12, grown):
            try:
                k = searched.index(wanted)
            except ValueError:
                k = -1
            places.append(k)
    return places


def option(options, name):
    return options[name]


@prog(lambda n: (U(n) + 0.5,))
def fails_for_all_data(x):
    """Exceptions that do not depend on the data: the handler runs, and what was done before stays."""
    options, scale, done, empty = {"dx": 2.0}, 0.0, [], []
    for name in ("dx", "dy"):
        try:
            scale += option(options, name) * x[0]
        except (KeyError, IndexError):
            scale += 0.25
    try:
        done.append(1)
        done.append(options["dz"])
        done.append(2)
    except LookupError:
        done.append(3)
    try:
        last = empty.pop()
    except IndexError:
        last = 3.0
    else:
        last = x[1]
    try:
        which = ["a", "b"].index("c")
    except ValueError:
        which = ["a", "b", "a"].count("a")
    try:
        return scale * x[len(x)]
    except IndexError:
        scale *= x[-1]
    return scale * x, sum(done), last, which


@prog(lambda n: (U(n), np.array([0.3, 0.9, 1.2, 9.0])), grad=False)
def asks_what_is_not_there(x, limits):
    """First elements and extremes of selections that may be empty."""
    found, total = [], 0.0
    for t in (limits[1], limits[3]):
        try:
            first = x[x > t][0]
        except IndexError:
            first = -1.0
        try:
            most = x[x > t].max() + np.unique(np.round(x[x > t])).min()
        except ValueError:
            most = -2.0
        found += [first, most]
    for t in limits:
        try:
            total += np.argmin(x[x > t]) + np.nonzero(x > t)[0][-1]
        except (IndexError, ValueError):
            total -= 1.0
    return found, total


class Attempts:
    def __init__(self):
        self.made, self.ended = 0, 0

    def at(self, x, limit, log):
        self.made += 1
        log.append(x[0] - limit)
        x[1:] *= 0.5
        if x[0] > limit:
            raise ValueError("too large")
        self.ended += 1
        x[0] += 0.25
        return x.sum()


@prog(lambda n: (U(n),), grad=False)
def handlers_see_what_was_changed_before(x):
    """Attributes, lists, arrays and names around; what comes behind the exception has not happened."""
    attempts, log, asked, total = Attempts(), [], 0, 0.0

    def ask(limit):
        nonlocal asked
        asked += 1
        return attempts.at(x, limit, log) + asked

    for limit in (5.0, 0.01, 1.5, 0.02):
        try:
            total += ask(limit)
        except ValueError:
            total -= 10.0 * asked
    return total, attempts.made, attempts.ended, asked, np.array(log), x


@prog(lambda n: (U(n),))
def imports_that_fall_back(x):
    try:
        from tqdm_that_nobody_has import tqdm  # type: ignore
    except ImportError:
        def tqdm(things):
            return things
    try:
        from numpy import trapezoid_of_old as area  # type: ignore
    except ImportError:
        from numpy import trapezoid as area
    try:
        import numba_that_nobody_has.core as fast  # type: ignore
    except ModuleNotFoundError:
        fast = None
    from numpy import linalg
    total = 0.0
    for t in tqdm(x):
        total += t * t
    return total, area(x), linalg.norm(x), fast is None
