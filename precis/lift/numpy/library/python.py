"""Functions of Python's functools, itertools and operator by their definitions, in terms of what is lifted itself."""

from typing import Any

import numpy as np


def unchanged(x):
    return x


def cached(maxsize=None, typed=False):
    """functools.lru_cache, with or without arguments: what is remembered is what would be computed again"""
    return maxsize if callable(maxsize) else unchanged


def attributes_of(paths, x):
    """What operator.attrgetter finds, by names behind names."""
    found = tuple(_reached(path, x) for path in paths)
    return found[0] if len(found) == 1 else found


def _reached(path, x):
    for name in path:
        x = getattr(x, name)
    return x


def called(name, args, kwargs, x):
    """What operator.methodcaller gives."""
    return getattr(x, name)(*args, **kwargs)


def item_of(key, x):
    return x[key]


def items_of(keys, x):
    return tuple([x[k] for k in keys])


class Unending:
    """What next(...) always finds something in."""


class Count(Unending):
    """itertools.count(start, step)"""

    def __init__(self, start=0, step=1):
        self.start, self.step = start, step

    def __next__(self):
        found = self.start
        self.start = self.start + self.step
        return found


class Repeat(Unending):
    """itertools.repeat(x)"""

    def __init__(self, x):
        self.x = x

    def __next__(self):
        return self.x


class Cycle(Unending):
    """itertools.cycle(items)"""

    def __init__(self, items):
        self.items, self.place = list(items), 0

    def __next__(self):
        found = self.items[self.place]
        self.place = (self.place + 1) % len(self.items)
        return found


def some_of_unending(x, start, stop, step):
    """itertools.islice"""
    taken = [next(x) for _ in range(stop)]
    return taken[start::step]


def taken_while(predicate, x):
    """itertools.takewhile of what has no end"""
    taken, item = [], next(x)
    while predicate(item):
        taken.append(item)
        item = next(x)
    return taken


def taken_first(predicate, x):
    """itertools.takewhile"""
    taken = []
    for item in x:
        if not predicate(item):
            break
        taken.append(item)
    return taken


def left_behind(predicate, x):
    """itertools.dropwhile"""
    left, begun = [], False
    for item in x:
        begun = begun or not predicate(item)
        if begun:
            left.append(item)
    return left


def next_or(items, default):
    """next(...) of an iterator that may have ended."""
    return items.pop(0) if len(items) > 0 else default


def slice_indices(s, length):
    """slice.indices: (start, stop, step) of what it takes of `length` items."""
    step = 1 if s.step is None else s.step
    low, high = (0, length) if step > 0 else (-1, length - 1)
    first, last = (low, high) if step > 0 else (high, low)

    def held(bound):
        return max(bound + length, low) if bound < 0 else min(bound, high)
    return first if s.start is None else held(s.start), last if s.stop is None else held(s.stop), step


def bit_count(n):
    """int.bit_count: of the absolute value"""
    return int(np.bitwise_count(np.int64(n)))


def bit_length(n):
    """int.bit_length, of an int of 64 bits: powers of two that are no larger than its absolute value, by halves of the exponent"""
    left, bits = abs(int(n)), 0
    if left < 0:  # the least, which has no absolute value
        left, bits = 0, 64
    for k in (32, 16, 8, 4, 2, 1):
        if left >> k > 0:
            left = left >> k
            bits = bits + k
    return bits + left


def is_integer(x):
    """float.is_integer"""
    return bool(np.isfinite(x) and np.floor(x) == x)


class Binary:
    """What bin(n) gives, to be asked for its ones."""

    def __init__(self, n: Any):
        self.n = n

    def count(self, digit: str):
        assert digit == "1"
        return bit_count(self.n)


def nsmallest(n, iterable, key: Any = None):
    return sorted(iterable, key=key)[:n]


def nlargest(n, iterable, key: Any = None):
    return sorted(iterable, key=key, reverse=True)[:n]


def power_of_integers(base, exp, mod):
    """pow(base, exp, mod) of an exponent that is not negative"""
    found, base = 1 % mod, base % mod
    while exp > 0:
        if exp % 2 == 1:
            found = found * base % mod
        exp, base = exp // 2, base * base % mod
    return found


def heappush(heap, item):
    """The item rises to its place."""
    heap.append(item)
    k = len(heap) - 1
    while k > 0 and item < heap[(k - 1) // 2]:
        heap[k] = heap[(k - 1) // 2]
        k = (k - 1) // 2
    heap[k] = item


def heappop(heap):
    """The least item; the last one takes its place and sinks."""
    last = heap.pop()
    if len(heap) == 0:
        return last
    top = heap[0]
    _sink(heap, 0, last)
    return top


def _sink(heap, k, item):
    """Below all that it is not less than, where of two that are equal the second one rises: as Python leaves it, whose items sink to the
    end and rise from there."""
    child = 2 * k + 1
    while child < len(heap):
        if child + 1 < len(heap) and not heap[child] < heap[child + 1]:
            child = child + 1
        if item < heap[child]:
            break
        heap[k] = heap[child]
        k = child
        child = 2 * k + 1
    heap[k] = item


def heapreplace(heap, item):
    top = heap[0]
    _sink(heap, 0, item)
    return top


def heappushpop(heap, item):
    return heapreplace(heap, item) if len(heap) > 0 and heap[0] < item else item


def heapify(heap):
    for k in range(len(heap) // 2 - 1, -1, -1):
        _sink(heap, k, heap[k])


def bisect_left(a, x):
    return int(np.searchsorted(np.array(a), x, side="left"))


def bisect_right(a, x):
    return int(np.searchsorted(np.array(a), x, side="right"))


def insort(a, x):
    a.insert(bisect_right(a, x), x)


def insort_left(a, x):
    a.insert(bisect_left(a, x), x)


def filtered(test, iterable):
    return [x for x in iterable if test(x)]


def accumulate_added(iterable, initial: Any = None):
    """itertools.accumulate without a function."""
    return accumulate(iterable, lambda total, x: total + x, initial=initial)


def accumulate(iterable, function, initial: Any = None):
    """The running results, from `initial` where it is given."""
    found = [initial] if initial is not None else []
    for x in iterable:
        found.append(function(found[-1], x) if len(found) > 0 else x)
    return found


def extend_left(queue, items):
    """deque.extendleft: the last item comes to stand first."""
    for item in items:
        queue.appendleft(item)


def root_of_int(n: Any, root: Any):
    """math.isqrt, from the root of a float cut off."""
    root = root - 1 if root > n // max(root, 1) else root  # squares may be beyond 2**63
    return root + 1 if root + 1 <= n // (root + 1) else root
