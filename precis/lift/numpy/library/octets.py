"""bytearray and bytes: lists of ints from 0 to 255."""

from typing import Any

import numpy as np


def octets_of(x: Any) -> Any:
    """As many zeros as an int says, or the numbers in something else."""
    if isinstance(x, Fixed):
        return list(x.items)
    if isinstance(x, np.ndarray):  # its memory, whatever its dtype
        x = np.ascontiguousarray(x).reshape(-1)
        x = x.astype(np.uint8) if x.dtype == bool else x.view(np.uint8)
    return [0] * x if isinstance(x, int) else [int(v) for v in x]


class Fixed:
    """bytes"""

    stands_for = (bytes,)

    def __init__(self, items: Any):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __bool__(self):
        return len(self.items) > 0

    def __iter__(self):
        return self.items

    def __contains__(self, item: Any):
        return item in self.items

    def __getitem__(self, k: Any):
        return Fixed(self.items[k]) if isinstance(k, slice) else self.items[k]

    def __eq__(self, other: Any):
        return self.items == octets_of(other)

    def __mul__(self, times: Any):
        return Fixed(self.items * times)

    def __rmul__(self, times: Any):
        return Fixed(self.items * times)

    def __add__(self, more: Any):
        return Fixed(self.items + octets_of(more))

    def __array__(self):
        return np.array(self.items, dtype=np.uint8)

    def count(self, item: Any):
        return self.items.count(item)

    def index(self, item: Any):
        return self.items.index(item)


class Octets(Fixed):
    """bytearray"""

    stands_for = (bytearray,)

    def __getitem__(self, k: Any):
        return Octets(self.items[k]) if isinstance(k, slice) else self.items[k]

    def __setitem__(self, k: Any, x: Any):
        self.items[k] = octets_of(x) if isinstance(k, slice) else int(x)

    def __delitem__(self, k: Any):
        del self.items[k]

    def __mul__(self, times: Any):
        return Octets(self.items * times)

    def __rmul__(self, times: Any):
        return Octets(self.items * times)

    def __add__(self, more: Any):
        return Octets(self.items + octets_of(more))

    def __iadd__(self, more: Any):
        self.extend(more)
        return self

    def append(self, x: Any):
        self.items.append(int(x))

    def extend(self, more: Any):
        for x in more:
            self.items.append(int(x))

    def pop(self, k: Any = -1):
        return self.items.pop(k)

    def insert(self, k: Any, x: Any):
        self.items.insert(k, int(x))

    def reverse(self):
        self.items.reverse()

    def clear(self):
        self.items.clear()

    def copy(self):
        return Octets(list(self.items))


def octets(x: Any = ()):
    """bytearray(x)"""
    return Octets(octets_of(x))


def fixed(x: Any = ()):
    """bytes(x)"""
    return Fixed(octets_of(x))


def to_octets(x: Any, order: Any = "C"):
    """x.tobytes()"""
    return Fixed(octets_of(x.T if order == "F" else x))


def int_of(octets: Any, byteorder: Any = "big", *, signed: Any = False):
    """int.from_bytes, of ints of 64 bits"""
    items = octets_of(octets)
    if byteorder == "big":
        items.reverse()
    found = 0
    for k in range(len(items)):
        found = found | items[k] << 8 * k
    if signed and 0 < len(items) < 8 and items[-1] > 127:
        found = found - (1 << 8 * len(items))
    return found


def octets_of_int(n: Any, length: Any = 1, byteorder: Any = "big", *, signed: Any = False):
    """n.to_bytes(length, byteorder)"""
    if n < 0 and not signed:
        raise OverflowError("can't convert negative int to unsigned")
    items = [n >> min(8 * k, 63) & 255 for k in range(length)]
    if byteorder == "big":
        items.reverse()
    return Fixed(items)


def frombuffer(buffer: Any, dtype: Any = float, count: Any = -1, offset: Any = 0):
    """np.frombuffer, of bytes, which do not change: nothing tells the array from a copy, but that it cannot be written."""
    found = np.array(buffer.items[offset:], dtype=np.uint8).view(dtype)
    return found if count < 0 else found[:count]
