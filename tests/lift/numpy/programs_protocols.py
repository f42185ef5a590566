"""What classes say about themselves (conversions, contexts, attributes that are made), heaps of tuples, decimals, complex functions."""

import bisect
import contextlib
import enum
import heapq
import itertools
import warnings
from collections import defaultdict

import numpy as np

from tests.lift.numpy.surface import C, Collection, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both


class Stance(enum.Enum):
    CLOSED = "closed"
    OPEN = "open"


class Level:
    def __init__(self, value):
        super().__init__()
        self._value = value

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, new):
        self._value = np.clip(new, 0.1, 1.0)

    def __abs__(self):
        return np.sqrt(np.sum(self._value**2))

    def __float__(self):
        return float(self._value.sum())

    def __add__(self, other):
        return Level(self._value + other._value) if isinstance(other, Level) else NotImplemented

    def __getattr__(self, name):
        if name == "doubled":
            return 2.0 * self._value
        raise AttributeError(name)


class Raised:
    """A context that scales on the way in and shifts on the way out."""

    def __init__(self, x):
        self.x = x

    def __enter__(self):
        self.x = self.x * 2.0
        return self

    def __exit__(self, *problem):
        self.x = self.x + 1.0


@contextlib.contextmanager
def weighted(x):
    w = x.mean()
    yield w
    print("left with", w)


@prog(lambda n: (U(n),))
def told_by_their_attributes(x):
    """Numbers of NumPy's and of Python's, and an array that lacks an attribute."""
    mean, half = x.mean(), 0.5
    found = [hasattr(v, name) for v in (x[0], mean, half, len(x)) for name in ("shape", "dtype", "is_integer", "bit_length", "__len__")]
    y = x * sum(2.0**k for k, there in enumerate(found) if there)
    try:
        return y * x.mesh
    except AttributeError:
        return y + getattr(x, "scale", half)


@prog(lambda n: (U(n), Stance.OPEN, {"stance": Stance.CLOSED}))
def members_as_arguments(x, stance, options):
    y = x * 2.0 if stance is Stance.OPEN else x
    return y + (1.0 if options["stance"] == Stance.OPEN else 0.5)


@prog(lambda n: (U(n),))
def objects_that_convert(x):
    level = Level(x.copy())
    level.value += 0.05
    both = level + Level(x)
    return abs(both), float(both), level.doubled, level.value


@prog(lambda n: (U(n), 0.3))
def contexts(x, t):
    with Raised(x) as raised:
        raised.x = raised.x * 3.0
    with weighted(x) as w, np.errstate(all="ignore"):
        y = raised.x / w
    with np.errstate(all="ignore"):
        if t > 0.2:
            return y * 2.0
        y = y + x
    return y


@prog(lambda n: (U(n),))
def returned_inside_of_a_context(x):
    with weighted(x) as w:
        return x / w


@prog(lambda n: (U(n, n),), close=1e-10)
def cheapest_way(cost):
    n = cost.shape[0]
    reached = np.full(n, np.inf)
    reached[0] = 0.0
    todo = [(0.0, 0)]
    while todo:
        spent, here = heapq.heappop(todo)
        if spent > reached[here]:
            continue
        for there in range(n):
            if spent + cost[here, there] < reached[there]:
                reached[there] = spent + cost[here, there]
                heapq.heappush(todo, (reached[there], there))
    return reached


@prog(lambda n: (U(n),))
def heaps(x):
    piled = list(x[:5])
    heapq.heapify(piled)
    least = heapq.heapreplace(piled, 0.9)
    held = heapq.heappushpop(piled, 0.01)
    return least, held, heapq.heappop(piled), heapq.heappop(piled), bisect.bisect_left([0.1, 0.5, 0.9], x[0]), bisect.bisect(sorted(x), 0.7)


@prog(lambda n: (U(n),), grad=False)
def decimals(x):
    whole = [round(float(v) * 7.0, 2) for v in (x[0], x[1], x[2])]
    counted, n = defaultdict(int), len(x)
    counted["a"] += 2
    return whole, round(x[3], 1), round(2.675, 2), round(float(x[4]) * 1e10, 3), round(n, 2), counted["a"], round(float(x[0]) + 0.125, 2)


@prog(lambda n: (U(n),), close=None, grad=False)
def halves_of_decimals(x):
    near = [0.285, 2.675, 1.005, 0.125, 0.375, 2.5, 1e15 + 0.3]
    return [round(v * float(x[0] / x[0]), 2) for v in near]


@prog(lambda n: (C(n) / 2,))
def functions_of_complex_numbers(z):
    out = np.zeros_like(z)
    np.tanh(z, out=out)
    return (np.sinh(z), np.cosh(z), out, np.tan(z), np.arcsin(z), np.arccos(z), np.arctan(z), np.arcsinh(z), np.arccosh(z), np.arctanh(z),
            np.log10(z), np.log2(z), np.log1p(z), np.expm1(z))


@prog(lambda n: (U(n),))
def narrow_constants(x):
    table = np.array([0.1, 0.2, 0.3], dtype=np.float32)
    return table, x * 2.0


@prog(lambda n: (U(n, n),), close=1e-9)
def named_results(a):
    spectrum = np.linalg.eigh(a + a.T)
    parts = np.linalg.svd(a, full_matrices=False)
    w, _ = spectrum
    return spectrum.eigenvalues + w, parts.S, np.linalg.qr(a).R ** 2, np.linalg.slogdet(a).logabsdet, spectrum[0]


@prog(lambda n: (U(n), np.cumsum(U(n)), U(n, n)))
def slopes_and_places(y, x, a):
    return (np.gradient(y, x, edge_order=2), np.insert(y, [1, 3], [5.0, 6.0]), np.insert(a, 1, y, axis=1), np.insert(a, [0, 2], 9.0, axis=0),
            np.apply_over_axes(np.sum, a, [0, 1]), np.fromiter((v * v for v in y), float), y.compress(y > 0.5).sum())


@prog(lambda n: (U(n),))
def ordered_pairs(x):
    def large(a):
        for v in a:
            if v > 0.5:
                yield v * v
    pairs = sorted({"b": x[0], "a": x[1]}.items())
    first = (x[0], 1) < (x[1], 0), (x[2], 3.0) >= (x[2], x[3])
    return pairs[0][1] - pairs[1][1], sum(large(x)), first, sorted([(2, x[0]), (1, x[1])])[0][1]


def halved(h):
    while True:
        yield h
        h = 0.5 * h


def improved(x, a):
    last = x
    while True:
        x = 0.5 * (last + a / last)
        yield x, abs(x - last)
        last = x


def places(n, step):
    k = 0
    while True:
        yield k
        k = (k + step) % n


@prog(lambda n: (U(n), 2.0))
def generators_without_end(x, a):
    """Asked for the next value, beside what ends, in loops that are left, and in part."""
    for root, change in improved(a, a):
        if change < 1e-9:
            break
    at, signs, total = places(len(x), 4), itertools.cycle([1.0, -1.0, 0.5]), next(halved(a))
    first = x[next(at)]
    for v in x:
        total += next(signs) * v * x[next(at)]
    for k, h in enumerate(halved(a)):
        if h < x[0]:
            break
    return (root, first, total, k, h, [v * w for v, w in zip(x, itertools.count(1, 2))], [v * h for h, v in zip(halved(1.0), x)],
            sum(itertools.islice(halved(a), 1, 6, 2)), sum(itertools.takewhile(lambda k: k < 20, itertools.count(3))),
            [p * q for p, q in zip(x, itertools.repeat(a))])


def added_up(x):
    total = 0.0
    for k, v in enumerate(x):
        total += v
        yield k, total


def in_three_parts(x):
    yield x[0]
    yield from (2.0 * v for v in x[1:3])
    k = 0
    while k < 3:
        yield 3.0 * x[k]
        k += 1


@prog(lambda n: (U(n),), grad=False)
def generators_left_early(x):
    """By break and return, from loops of loops of the generator, with `continue` and `else`."""
    def first(limit):
        for k, total in added_up(x):
            if total > limit:
                return k
        return -1

    def pairs():
        for i in range(len(x)):
            for j in range(i):
                yield i, j
    some = 0.0
    for k, total in added_up(x):
        if total > 2.5:
            break
        if k == 1:
            continue
        some += total
    else:
        some = -1.0
    for i, j in pairs():
        if x[i] * x[j] < 0.5:
            x[i] = 0.0
            break
    weight = 0.0
    for v in in_three_parts(x):
        weight += v
        if weight > 5.0:
            break
    def falling():
        for v in x:
            if v < 1.0:
                yield v
    heap = [float(h) for h in heapq.nsmallest(2, [x[0], x[1], x[2]])]
    with np.printoptions(precision=3), warnings.catch_warnings():
        return first(1.0), first(1e3), some, k, i, j, weight, v, np.array(list(falling())).sum(), heap, pow(k, 3, 7), pow(5, 117, 19)


class Layers:
    """Parts of an array, one after the other, by a generator."""

    def __init__(self, field):
        self.field = field

    def __iter__(self):
        for k in range(self.field.shape[0]):
            yield self.field[k]


@prog(lambda n: (U(n, n + 1), U(n, n + 1), U(n)))
def elements_one_by_one(field, other, limit):
    """np.nditer that reads, writes, and counts its places; what is assigned has one of two shapes."""
    with np.nditer(field, op_flags=["readwrite"]) as elements:
        for x in elements:
            x[...] = 2.0 * x  # type: ignore[index, operator]
    moment, places = 0.0, np.nditer(other, flags=["multi_index"])
    while not places.finished:
        i, j = places.multi_index
        moment += places[0] * (i + 2 * j)
        places.iternext()
    product = np.zeros_like(other)
    for x, y, z in np.nditer([field, other, product], op_flags=[["readonly"], ["readonly"], ["writeonly"]]):
        z[...] = x * y
    for layer in Layers(product):
        layer[1:] *= 0.5
    for k in range(len(limit)):
        product[k, :2] = field[k, 0] if limit[k] > 0.8 else (1.0, 2.0)
        product[k] = 0.0 if limit[k] > 1.2 else product[k] + other[0]
    corner = field[0, 1, ...]
    corner += 1.0
    with np.nditer([field, other, None]) as three:
        for x, y, z in three:
            z[...] = x - y
        made = three.operands[2]
    return moment, product, made, sum(x * x for x in np.nditer(other))  # type: ignore[operator]


class Tagged:
    """Equal where the numbers are, whatever the tag: without `__ne__`, `!=` is the opposite of that."""

    def __init__(self, x, tag):
        self.x, self.tag = x, tag

    def __eq__(self, other):
        return self.x == other.x

    __hash__ = None  # type: ignore[assignment]


@prog(lambda n: (U(n),), grad=False)
def unequal_where_not_equal(x):
    one, same, other = Tagged(x[0], 1), Tagged(x[0], 2), Tagged(x[1], 1)
    return 1.0 if one != same else 2.0, 1.0 if one != other else 2.0, x * (3.0 if one == same else 4.0)
