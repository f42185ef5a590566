"""numpy.random.Generator over PCG64 (M. O'Neill, PCG: A family of simple fast space-efficient statistically good algorithms for random
number generation, 2014), as a program draws from it in its loops: the numbers that NumPy draws, in its order.

Integers are those of D. Lemire (Fast random integer generation in an interval, 2019), normal and exponential numbers those of the ziggurat
(G. Marsaglia & W. Tsang, 2000; J. Doornik, 2005).
"""

from typing import Any

import numpy as np

from precis.lift.numpy.ziggurats import EXPONENTIAL, NORMAL

MULTIPLIER_HIGH, MULTIPLIER_LOW = np.uint64(0x2360ED051FC65DA4), np.uint64(0x4385DF649FCCF645)
LOW, HALF, LAST = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(63)
NORMAL_END, EXPONENTIAL_END = 3.6541528853610088, 7.69711747013104972  # where the tails begin
NORMAL_K, NORMAL_W, NORMAL_F = NORMAL
EXPONENTIAL_K, EXPONENTIAL_W, EXPONENTIAL_F = EXPONENTIAL


def high_half(a: Any, b: Any):
    """The upper 64 bits of a product."""
    a0, a1, b0, b1 = a & LOW, a >> HALF, b & LOW, b >> HALF
    first = a1 * b0 + ((a0 * b0) >> HALF)
    second = a0 * b1 + (first & LOW)
    return a1 * b1 + (first >> HALF) + (second >> HALF)


class Generator:
    """The state, the increment, and half of a number that is left of a draw of 32 bits."""

    stands_for = (np.random.Generator,)
    by_constants = frozenset(vars(np.random.Generator)) - {"bit_generator", "spawn"}  # methods that draw before the program runs

    def __init__(self, high: Any, low: Any, high_step: Any, low_step: Any, spare: Any, spared: Any):
        self.high, self.low, self.high_step, self.low_step = high, low, high_step, low_step
        self.spare, self.spared = spare, spared

    def _bits(self) -> Any:
        """64 bits."""
        high = high_half(self.low, MULTIPLIER_LOW) + self.low * MULTIPLIER_HIGH + self.high * MULTIPLIER_LOW
        product = self.low * MULTIPLIER_LOW
        low = product + self.low_step
        high = high + self.high_step + np.where(low < product, np.uint64(1), np.uint64(0))
        self.high, self.low = high, low
        x, turn = high ^ low, high >> np.uint64(58)
        return (x >> turn) | (x << ((np.uint64(64) - turn) & LAST))

    def _half(self) -> Any:
        """32 bits."""
        if self.spared:
            self.spared = False
            found = self.spare
        else:
            x = self._bits()
            self.spared = True
            self.spare = x >> HALF
            found = x & LOW
        return found

    def _unit(self):
        return np.float64(self._bits() >> np.uint64(11)) * 2.0**-53

    def _many(self, draw: Any, size: Any, dtype: Any):
        out = np.zeros(size, dtype=dtype)
        flat = out.reshape(-1)
        for k in range(flat.shape[0]):
            flat[k] = draw()
        return out

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None):
        assert dtype is np.float64 and out is None
        return float(self._unit()) if size is None else self._many(self._unit, size, np.float64)

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None):
        low, high = plain(low), plain(high)
        unit = self.random(together(low, high, size))
        return low + (high - low) * unit

    def _normal(self):
        found, done = 0.0, False
        while not done:
            bits = self._bits()
            layer, odd = np.int64(bits & np.uint64(0xFF)), (bits >> np.uint64(8)) & np.uint64(1) == np.uint64(1)
            place = np.int64((bits >> np.uint64(9)) & np.uint64(0x000FFFFFFFFFFFFF))
            x = place * NORMAL_W[layer]
            found, done = np.where(odd, -x, x), place < NORMAL_K[layer]
            if not done:
                if layer == 0:
                    over, there = 0.0, False
                    while not there:
                        over = -np.log1p(-self._unit()) / NORMAL_END
                        y = -np.log1p(-self._unit())
                        there = y + y > over * over
                    found = np.where((place >> 8) & 1 == 1, -(NORMAL_END + over), NORMAL_END + over)
                    done = True
                else:
                    done = (NORMAL_F[layer - 1] - NORMAL_F[layer]) * self._unit() + NORMAL_F[layer] < np.exp(-0.5 * x * x)
        return found

    def standard_normal(self, size: Any = None, dtype: Any = np.float64, out: Any = None):
        assert dtype is np.float64 and out is None
        return float(self._normal()) if size is None else self._many(self._normal, size, np.float64)

    def normal(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None):
        loc, scale = plain(loc), plain(scale)
        return loc + scale * self.standard_normal(together(loc, scale, size))

    def _exponential(self):
        found, done = 0.0, False
        while not done:
            bits = self._bits() >> np.uint64(3)
            layer, place = np.int64(bits & np.uint64(0xFF)), np.int64(bits >> np.uint64(8))
            found = place * EXPONENTIAL_W[layer]
            done = place < EXPONENTIAL_K[layer]
            if not done:
                unit = self._unit()
                if layer == 0:
                    found = EXPONENTIAL_END - np.log1p(-unit)
                    done = True
                else:
                    done = (EXPONENTIAL_F[layer - 1] - EXPONENTIAL_F[layer]) * unit + EXPONENTIAL_F[layer] < np.exp(-found)
        return found

    def standard_exponential(self, size: Any = None, dtype: Any = np.float64, method: str = "zig", out: Any = None):
        assert dtype is np.float64 and out is None and method == "zig"
        return float(self._exponential()) if size is None else self._many(self._exponential, size, np.float64)

    def exponential(self, scale: Any = 1.0, size: Any = None):
        scale = plain(scale)
        return scale * self.standard_exponential(together(scale, 0.0, size))

    def _below(self, count: Any):
        """An integer below `count`, which is no more than 2^32."""
        count = np.uint64(count)
        found = np.uint64(0)
        if count > np.uint64(1):
            found = self._half() * count
            least = (np.uint64(0x100000000) - count) % count
            while (found & LOW) < least:
                found = self._half() * count
        return np.int64(found >> HALF)

    def integers(self, low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64, endpoint: bool = False):
        assert (dtype is np.int64 or dtype is int) and np.ndim(low) == 0 and (high is None or np.ndim(high) == 0)
        first, last = (0, low) if high is None else (low, high)
        count = last - first + 1 if endpoint else last - first
        if size is None:
            return np.int64(first) + self._below(count)
        return first + self._many(lambda: self._below(count), size, np.int64)

    def choice(self, a: Any, size: Any = None, replace: bool = True, p: Any = None, axis: int = 0, shuffle: bool = True):
        assert replace and axis == 0
        whole = np.ndim(a) == 0
        items: Any = np.arange(a) if whole else np.asarray(a)
        if p is None:
            return items[self.integers(0, items.shape[0], size)]
        bounds = np.cumsum(np.asarray(p))
        return items[np.searchsorted(bounds / bounds[-1], self.random(size), side="right")]

    def _up_to(self, most: Any):
        """An integer up to `most`, by draws until one is not above."""
        mask = np.uint64(most)
        for shift in (1, 2, 4, 8, 16):
            mask = mask | (mask >> np.uint64(shift))
        found = self._half() & mask
        while found > np.uint64(most):
            found = self._half() & mask
        return np.int64(found)

    def shuffle(self, x: Any, axis: int = 0):
        assert axis == 0
        for k in range(x.shape[0] - 1):
            i = x.shape[0] - 1 - k
            j = self._up_to(i)
            row = x[j].copy() if x.ndim > 1 else x[j]
            x[j] = x[i]
            x[i] = row

    def permutation(self, x: Any, axis: int = 0):
        assert axis == 0
        whole = np.ndim(x) == 0
        places = np.arange(x if whole else x.shape[0])
        self.shuffle(places)
        return places if whole else x[places]


def plain(x: Any):
    """A parameter of a distribution: a number, or an array of numbers."""
    return x if np.ndim(x) == 0 else np.asarray(x) * 1.0


def together(a: Any, b: Any, size: Any):
    """The shape of what is drawn: None for one number."""
    if size is not None or (np.ndim(a) == 0 and np.ndim(b) == 0):
        return size
    return np.shape(a + b)
