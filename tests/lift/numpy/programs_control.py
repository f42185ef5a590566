"""Programs whose control flow matters: while, break, continue, return, recursion, closures, scalars that change their type."""

import math
from dataclasses import dataclass

import numpy as np

from tests.lift.numpy.case import SUMS, Case

SCALE = 1.25
TABLE = [0.5, 0.25, 0.125]
WEIGHTS = np.array([0.1, 0.2, 0.7])


def newton_sqrt(x):
    guess = x
    for _ in range(50):
        new = 0.5 * (guess + x / guess)
        if abs(new - guess) < 1e-12:
            return new
        guess = new
    return guess


def bisect(lo, hi, tol):
    def f(x):
        return x * x * x - 2.0 * x - 5.0

    steps = 0
    while hi - lo > tol:
        mid = (lo + hi) / 2
        if f(mid) * f(lo) <= 0:
            hi = mid
        else:
            lo = mid
        steps += 1
    return (lo + hi) / 2, steps


def first_above(a, level):
    for i in range(len(a)):
        if a[i] > level:
            return i
    return -1


def found_or_default(a, level):
    for i in range(len(a)):
        if a[i] > level:
            break
    else:
        i = -1
    return i


def skip_negative(a):
    total = 0.0
    count = 0
    for x in a:
        if x < 0:
            continue
        total += x
        count += 1
    return total / count


def collatz(n):
    m = n[0]
    steps = 0
    while m != 1:
        if m % 2 == 0:
            m = m // 2
        else:
            m = 3 * m + 1
        steps += 1
    return steps


def collatz_size(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def starts_as_int(a):
    s = 0
    for x in a:
        s += x
    return s


def stops_when_small(u):
    d = 1
    while d > 0.001:
        u *= 0.5
        d = np.sum(u)
    return d


def sorted_insertion(a):
    for i in range(1, len(a)):
        key = a[i]
        j = i - 1
        while j >= 0 and a[j] > key:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = key


def bubble(a):
    n = len(a)
    for i in range(n):
        swapped = False
        for j in range(0, n - i - 1):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
                swapped = True
        if not swapped:
            break
    return a


def clamp(x, low=0.0, high=1.0):
    if x < low:
        return low
    if x > high:
        return high
    return x


def clamped_sum(a):
    total = 0.0
    for i in range(a.shape[0]):
        total = total + clamp(a[i], high=0.9)
    return total


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


def taylor_exp(x):
    return sum(x**k / factorial(k) for k in range(8))


def horner(coefficients, x):
    result = 0.0
    for c in coefficients:
        result = result * x + c
    return result


def with_table(x):
    y = x
    for k in range(3):
        y = y + TABLE[k] * x**k * WEIGHTS[k]
    return y * SCALE


@dataclass
class State:
    position: np.ndarray
    velocity: np.ndarray
    time: float = 0.0

    def advance(self, dt):
        self.velocity = self.velocity - dt * self.position
        self.position = self.position + dt * self.velocity
        self.time += dt

    @property
    def energy(self):
        return 0.5 * np.sum(self.velocity**2 + self.position**2)


def oscillator(x, v, dt, steps):
    state = State(x, v)
    for _ in range(steps):
        state.advance(dt)
    return state.position, state.velocity, state.time, state.energy


def runge_kutta(f0, y, h, steps):
    def f(t, y):
        return -f0 * y + math.sin(t)

    t = 0.0
    for _ in range(steps):
        k1 = f(t, y)
        k2 = f(t + h / 2, y + h * k1 / 2)
        k3 = f(t + h / 2, y + h * k2 / 2)
        k4 = f(t + h, y + h * k3)
        y = y + h * (k1 + 2 * k2 + 2 * k3 + k4) / 6
        t += h
    return y


def accumulates(n):
    total = 0
    for i in range(n):
        for j in range(i):
            if (i + j) % 3 == 0:
                total += i * j
    return total


def counts_down(n):
    k = n
    out = np.zeros(n)
    for i in range(n):
        k -= 1
        out[k] = i
    return out


def two_counters(a):
    j = 0
    out = np.zeros(len(a))
    for i in range(len(a)):
        if a[i] > 1.0:
            out[j] = a[i]
            j += 1
    return out, j


def lists_of_arrays(u, n):
    fields = [u, u * 2.0, u + 1.0]
    for _ in range(n):
        fields[0] = fields[1] + fields[2]
        fields[1] += 0.5
    a, b, c = fields
    return a - b, c


def grown_list(x, n):
    values = []
    for i in range(n):
        x = 0.5 * x + i
        values.append(x)
    return np.array(values)


def comprehension(a):
    return np.array([np.sum(row * row) for row in a]), [2 * k for k in range(3)]


def dictionary(u):
    params = {"a": 1.5, "b": u.mean()}
    params["c"] = params["a"] * params["b"]
    total = 0.0
    for name in ("a", "b", "c"):
        total = total + params[name]
    return {"total": total, "scaled": u * params["c"]}


def static_flags(u, mode="fast", verbose=False, extra=None):
    if mode == "slow":
        u = u * 3.0
    elif mode == "fast" and not verbose:
        u = u * 2.0
    if extra is not None:
        u = u + extra
    assert u.ndim == 1, "one dimension"
    return u


def nested_closures(a, s):
    def outer(k):
        def inner(x):
            return x * k + s
        return inner
    f = outer(2.0)
    g = lambda x, y=3.0: f(x) - y  # noqa: E731
    return g(a), list(map(lambda t: f(t), [1.0, 2.0]))


def aitken(x0):
    x = x0
    for _ in range(20):
        x1 = math.cos(x)
        x2 = math.cos(x1)
        denominator = x2 - 2 * x1 + x
        if denominator == 0.0:
            break
        x = x - (x1 - x)**2 / denominator
    return x


def piecewise(a):
    out = np.empty_like(a)
    for i in range(a.shape[0]):
        if i == 0:
            out[i] = a[i]
        elif i < a.shape[0] - 1:
            out[i] = 0.5 * (a[i - 1] + a[i + 1])
        else:
            out[i] = a[i] - a[i - 1]
    return out


def until_converged(A, b, x):
    for k in range(100):
        new = (b - A @ x) * 0.1 + x
        err = np.max(np.abs(new - x))
        x = new
        if err < 1e-8:
            break
    return x, k


def maximum_of(a):
    best = a[0]
    where = 0
    for i in range(1, len(a)):
        if a[i] > best:
            best = a[i]
            where = i
    return best, where


def maybe_none(a):
    best = None
    for x in a:
        if best is None or x > best:
            best = x
    return best


def log_steps(a):
    n = len(a)
    stride = 1
    while stride < n:
        a[stride:] = a[stride:] + 0.5 * a[:-stride]
        stride *= 2
    return a


def ternary(a, b):
    m = a if a.sum() > b.sum() else b
    c = max(a[0], b[0], 1.0) + min(a[1], 0.5)
    return m * c


def kahan(a):
    s = 0.0
    c = 0.0
    for x in a:
        y = x - c
        t = s + y
        c = (t - s) - y
        s = t
    return s


def starred(a, *others, scale=1.0, **options):
    first, *rest = others
    total = a * scale + first
    for r in rest:
        total = total + r
    return total - options.get("shift", 0.0)


def calls_starred(a):
    return starred(a, a, 2 * a, scale=0.5, shift=0.25) + starred(*[a, a])


def julia(z, c, limit):
    n = 0
    while abs(z) < 2.0 and n < limit:
        z = z * z + c
        n += 1
    return n, z


def c_style(a, k):
    n = len(a)
    i = 0
    total = 0.0
    while i < n:
        j = i + 1
        while j <= n - 1:
            if a[j] < a[i]:
                a[i], a[j] = a[j], a[i]
            j += 1
        total = total + a[i] * i
        i = i + 1
    while n > k:
        total -= a[n - 1]
        n -= 2
    return total, i, n


def leaves_c_style(a, limit):
    i = 0
    s = 0.0
    while i < a.size:
        s += a[i]
        if s > limit:
            break
        i += 1
    return i, s


def counts_with_arange(a):
    out = np.zeros(len(a))
    for i in np.arange(1, len(a)):
        out[i] = a[i] - a[i - 1] + i
    for k, (x, y) in enumerate(zip(a, out)):
        out[k] = x * y
    for i, row in zip(reversed(range(len(a))), out):
        a[i] += row
    return out


def steps_of_lists(n):
    coefficients = [math.factorial(k) * 0.5 for k in range(4)]
    total = 0.0
    for k in range(n):
        total += coefficients[k % 4] * math.comb(5, 2)
    return total


def counts_in_inner_loops(a, c, k):
    for e in a:
        for f in c:
            k = k + 1
    return k


def joins_in_loops(a, b, t):
    for e in b:
        c = a if e > t else b
    d = c * 2.0
    return d


def last_in_branch(a, t):
    for i in range(len(a)):
        x = a[i]
        if x > t:
            y = x * 2.0
        else:
            y = x
    return x + y, i


def rng(seed=0):
    return np.random.default_rng(seed)


def mat(*shape, seed=0):
    return rng(seed).uniform(0.5, 1.5, shape)


def dominant(n):
    return np.eye(n) * 5 + 0.1 * mat(n, n)


def as_deep_as_the_index(c):
    def legendre(n, x):
        if n == 0:
            return np.ones_like(x)
        if n == 1:
            return x
        return ((2 * n - 1) * x * legendre(n - 1, x) - (n - 1) * legendre(n - 2, x)) / n
    x, total = np.linspace(-1.0, 1.0, 5), np.zeros(5)
    for k in range(len(c)):
        total += c[k] * legendre(k, x)
    return total


def taken_once(x):
    before = np.seterr(divide="ignore")
    it, rows, numbered, squares = iter(x), zip(x, x[::-1]), enumerate(x), (v * v for v in x)
    pairs = [a - b for a, b in zip(it, it)]
    first, (k, v), square = next(rows), next(numbered), next(squares)
    np.seterr(**before)
    return pairs, first[1] * k + v, sum(a * b for a, b in rows), sum(squares) / square, [a + 2.0 * b for a, b in zip(*[iter(x)] * 2)]


def reason_or_none(x, t):
    """A text, a function and a bool that only the iteration assigns that leaves the loop, and the `else`."""
    last = 0.0
    for k in range(len(x)):
        v = x[k]
        if v > t:
            why, f, found = "above", np.sin, True
            break
        last = v
    else:
        why, f, found = f"{'not'} above", np.cos, False
    total = 0.0
    while total < 3.0:
        total += x[0] * x[0] + 0.1
        if total > t:
            end = f"{'over'} t"
            break
    else:
        end = "over 3"
    return why, f(last), found, end


def reason_before_return(x, t):
    for k in range(len(x)):
        if x[k] > t:
            why = "above"
            break
    else:
        return "none", -1
    return why, k


CASES = [
    Case(as_deep_as_the_index, (np.linspace(0.5, 2.0, 6),), close=1e-15),
    Case(taken_once, (np.linspace(0.5, 2.0, 8),), close=1e-15),
    Case(counts_in_inner_loops, (mat(3), mat(4), 1), [(mat(5), mat(2), 7)]),
    Case(joins_in_loops, (mat(4), mat(4, seed=1), 1.0), [(mat(6), mat(6, seed=1), 0.7)]),
    Case(last_in_branch, (mat(4), 1.0), [(mat(6), 0.7)]),
    Case(c_style, (mat(7), 3), [(mat(10), 2)]),
    Case(leaves_c_style, (mat(7), 3.0), [(mat(10), 50.0), (mat(4), 0.1)]),
    Case(counts_with_arange, (mat(7),), [(mat(10),)]),
    Case(steps_of_lists, (7,), [(11,)]),
    Case(newton_sqrt, (2.0,), [(9.0,), (1e-3,)]),
    Case(bisect, (2.0, 3.0, 1e-9), [(1.0, 4.0, 1e-3)]),
    Case(first_above, (mat(9), 1.2), [(mat(9), 5.0), (mat(5), 0.1)]),
    Case(found_or_default, (mat(9), 1.2), [(mat(9), 5.0), (mat(5), 0.1)]),
    Case(skip_negative, (rng().normal(size=9),), [(rng(1).normal(size=20),)]),
    Case(collatz, (np.array([27]),), [(np.array([97]),), (np.array([1]),)]),
    Case(collatz_size, (6,)),
    Case(starts_as_int, (mat(7),), [(mat(9),)]),
    Case(starts_as_int, (np.arange(7),), [(np.arange(9),)]),
    Case(starts_as_int, (mat(7).astype(np.float32),), close=1e-6),
    Case(stops_when_small, (mat(5),), [(mat(8),)], SUMS),
    Case(sorted_insertion, (mat(8),), [(mat(12, seed=3),), (mat(1),)][:1]),
    Case(bubble, (mat(8),), [(mat(11, seed=3),), (np.arange(4.0),)]),
    Case(clamped_sum, (rng().normal(size=7),), [(rng(1).normal(size=12),)]),
    Case(fibonacci, (10,), [(20,)]),
    Case(taylor_exp, (0.5,), [(-1.0,)], SUMS),
    Case(horner, (mat(5), 0.7), [(mat(8), 1.1)]),
    Case(horner, ([1.0, 2.0, 3.0], 0.7), [([1.5, 2.5, 3.5], 1.1)]),
    Case(with_table, (mat(4),), [(mat(6),)], SUMS),
    Case(oscillator, (mat(4), mat(4), 0.1, 5), [(mat(6), mat(6), 0.05, 8)], SUMS),
    Case(runge_kutta, (0.3, 1.0, 0.1, 6), [(0.5, 2.0, 0.2, 9)], SUMS),
    Case(runge_kutta, (0.3, mat(4), 0.1, 6), [(0.5, mat(5), 0.2, 9)], SUMS),
    Case(accumulates, (9,), [(14,)]),
    Case(counts_down, (6,), [(9,)]),
    Case(two_counters, (mat(9),), [(mat(14),)]),
    Case(lists_of_arrays, (mat(4), 3), [(mat(6), 5)]),
    Case(grown_list, (1.0, 6), [(2.0, 9)]),
    Case(comprehension, (mat(4, 5),), [(mat(6, 3),)], SUMS),
    Case(dictionary, (mat(5),), [(mat(8),)], SUMS),
    Case(static_flags, (mat(5),), [(mat(8),)]),
    Case(static_flags, (mat(5), "slow"), [(mat(8), "slow")]),
    Case(nested_closures, (mat(5), 0.5), [(mat(8), 1.5)]),
    Case(aitken, (1.0,), [(0.3,)], SUMS),
    Case(piecewise, (mat(6),), [(mat(9),)]),
    Case(until_converged, (dominant(4), mat(4), np.zeros(4)), [(dominant(6), mat(6), np.ones(6))], 1e-9),
    Case(maximum_of, (mat(8),), [(mat(12),)]),
    Case(maybe_none, (mat(8),), [(mat(12),)]),
    Case(log_steps, (mat(6),), [(mat(7),)]),
    Case(ternary, (mat(4), mat(4, seed=1)), [(mat(6), mat(6, seed=2))]),
    Case(kahan, (mat(8),), [(mat(12),)]),
    Case(calls_starred, (mat(4),), [(mat(7),)]),
    Case(reason_or_none, (mat(7), 0.7), [(mat(9), 9.0), (mat(5), -9.0)], SUMS),
    Case(reason_before_return, (mat(7), 0.7), [(mat(9), 9.0), (mat(5), -9.0)]),
    Case(julia, (0.1 + 0.2j, 0.3 + 0.4j, 50), [(0.5 + 0.1j, -0.4 + 0.6j, 30)], SUMS),
]
