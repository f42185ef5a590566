"""Python's own tools around arrays: functools, itertools, collections, filters, lists that are sorted, searched and kept by conditions."""

import functools
import itertools
import math
import operator
from collections import OrderedDict, defaultdict, deque

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both


@prog(lambda n: (U(n),))
def composed(x):
    power = functools.partial(np.power, 1.01)
    both = functools.reduce(lambda f, g: lambda t: g(f(t)), [power, np.cos])
    return both(x), functools.reduce(operator.add, x), functools.reduce(operator.mul, [x[0], x[1]], 2.0)


@prog(lambda n: (U(n),))
def containers(x):
    named, groups, last, means = OrderedDict(), defaultdict(list), deque(maxlen=3), []
    named["a"] = x
    for k in range(4):
        groups[k % 2].append(x[k])
    for v in x:
        last.append(v * 2.0)
        means.append(sum(last) / len(last))
    pairs = dict(zip(["p", "q"], [x, x * 2.0]))
    return named["a"] + pairs["q"], np.array(groups[1]), np.array(means)


@prog(lambda n: (U(n),))
def iterators(x):
    running = list(itertools.accumulate(x, operator.mul))
    pairs = [a * b for a, b in itertools.combinations((x[0], x[1], x[2]), 2)]
    steps = [b - a for a, b in itertools.pairwise(x)]
    first = next(iter((x[2], x[3])))
    return np.array(running), np.array(pairs), np.array(steps), first


@prog(lambda n: (U(n) - 0.8,), grad=False)
def kept_by_conditions(x):
    peaks = [i for i in range(1, len(x) - 1) if x[i] > x[i - 1] and x[i] > x[i + 1]]
    minors = [x[i] * x[j] for i, j in itertools.product(range(3), repeat=2) if i < j]
    return np.array(peaks, dtype=int), x[peaks], len(peaks), sum(v for v in x if v > 0), np.array(minors)


@prog(lambda n: (U(n),))
def sorted_and_searched(x):
    three = (x[0], x[1] * 2.0, x[2])
    low = sorted([x[0], x[1], x[2]])[0]
    smoothed, out = 0.0, []
    for k, a in enumerate(x.tolist()):
        smoothed = 0.9 * smoothed + 0.1 * a if k else a
        out.append(smoothed)
    return three.index(max(three)), low, sorted(out, reverse=True)[:2], sorted(filter(lambda t: t > 1, {1, 2, 3, 2}))


@prog(lambda n: (U(n),))
def parts_of_ranges(x):
    n, s, out = len(x), 0.0, np.zeros(len(x))
    for k in range(n)[::-1]:
        s = 0.5 * s + x[k]
        out[k] = s
    for k, v in zip(range(1, n)[1:], x):
        out[k] += v
    for k in range(0, n, 2)[:2]:
        out[k] *= 2.0
    inner = range(n)[2:-1]
    return out, len(inner), inner[0], inner[-1], list(range(10))[::-3]


@prog(lambda n: (U(n),), grad=False)
def keeps_some(x):
    """filter() by what the data say: of an array, a list, positions and pairs; the function counts its calls."""
    asked = [0]

    def large(v):
        asked[0] += 1
        return v > 0.9
    some = list(filter(large, [x[0], x[1], 2.0 * x[2]]))
    return (list(filter(lambda v: v > 1.0, x)), some, asked[0], sum(filter(lambda v: v < 1.0, x)), list(filter(lambda k: x[k] > 1.0, range(len(x)))),
            len(list(filter(lambda p: p[0] > p[1], zip(x, x[::-1])))))


@prog(lambda n: (np.arange(2 * n) % 5, U(2 * n)), grad=False)
def lengths_that_only_a_run_tells(labels, x):
    """zip of known lists and of what the data select, and names for all of it."""
    total, last = 0.0, ""
    for weight, v in zip([1.0, 10.0, 100.0, 1000.0, 1e4, 1e5, 1e6], np.unique(labels)):
        total += weight * v
    for name, v in zip("abcdefgh", x[x > 0.9]):
        if name != "b":
            total += v
            last = name
    a, b, c, d, e = np.unique(labels)
    return total, last == "b", a + 2 * b + 3 * c + 4 * d + 5 * e, [k * v for k, v in zip((1, 2), x[x > 0.7])]


@prog(lambda n: (U(n),), grad=True)
def fills_what_is_too_short(x):
    """The longest of several lists, with an item for what the others do not have."""
    weights = [a * b + c for a, b, c in itertools.zip_longest((1, 2, 3), [4, 5], (x[0],), fillvalue=2)]
    return sum(weights) * x


def product(x):
    """Its name is that of an iterator of itertools."""
    return x * x[::-1]


@prog(lambda n: (U(n),), grad=True)
def shares_its_name_with_an_iterator(x):
    chain = product(x)
    for _ in range(3):
        x = x + 0.1 * chain
    return x @ chain, chain.sum()


def counting(function):
    @functools.wraps(function)
    def wrapper(*args, **more):
        wrapper.calls += 1
        return function(*args, **more)
    wrapper.calls = 0
    return wrapper


@prog(lambda n: (U(n),))
def wrapped(x):
    @counting
    def residual(t, power=3):
        return t**power - x

    def plain(t):
        return t * 2.0
    t = x
    for _ in range(4):
        t = t - residual(t) / (3.0 * t * t)
    return t, residual(t, power=2), residual.calls, functools.update_wrapper(plain, residual)(x)


@prog(lambda n: (U(n),), sizes=(6, 8, 11, 1))
def pairs_and_triples(x):
    """math.comb and math.perm of a size, of a loop's index and of what only a run tells; one Program for all sizes."""
    n, total = len(x), 0.0
    for k in range(n, 1, -1):
        total += x[k - 1] / math.comb(k, 2)
    few = int(4.0 * x[0])
    return total, np.zeros(math.comb(n, 2)), math.comb(n, 3), math.perm(n, 2), math.comb(n, 0), x * math.comb(few, 2), math.comb(4, 2)


@prog(lambda n: (U(n), U(n)))
def strictly_together(x, y):
    by_name = dict(zip("ab", (x, y), strict=True))
    return sum(a * b for a, b in zip(x, y, strict=True)), by_name["b"], [a + k for a, k in zip((x[0], x[1]), [1, 2], strict=True)]


@prog(lambda n: (U(n),), sizes=(24, 30, 17))
def padded_to_a_power_of_two(x):
    """The integer of which floats tell holds between two ends, for ramps as for shapes."""
    length = 2 ** math.ceil(math.log2(2 * len(x)))
    padded = np.zeros(length)
    padded[:len(x)] = x
    filtered = np.fft.irfft(np.fft.rfft(x, length) * np.abs(np.fft.rfftfreq(length)), length)[:len(x)]
    return filtered, np.fft.fft(padded, length).real[:len(x)], np.arange(2, length // 4).sum(), np.diff(x, length // 32)
