"""collections.Counter of things that only a run tells."""

import collections
from typing import Any

from precis.lift.numpy.library.dicts import Table


def _second(pair: Any):
    return pair[1]


class Counts(Table):
    """collections.Counter: what is missing counts 0, and stays missing."""

    stands_for = (collections.Counter,)

    def __getitem__(self, key: Any):
        return self.get(key, 0)

    def update(self, more: Any = ()):
        if isinstance(more, dict):
            for key, count in more.items():
                self[key] = self.get(key, 0) + count
        else:
            for key in more:
                self[key] = self.get(key, 0) + 1

    def copy(self):
        return Counts(list(self.names), list(self.things))

    def most_common(self, n: Any = None):
        ordered = sorted(self.items(), key=_second, reverse=True)
        return ordered[:n]

    def total(self):
        return sum(self.things)

    def __add__(self, other: Any):
        found = Counts([], [])
        for key, count in self.items():
            if count + other[key] > 0:
                found[key] = count + other[key]
        for key, count in other.items():
            if key not in self and count > 0:
                found[key] = count
        return found

    def __sub__(self, other: Any):
        found = Counts([], [])
        for key, count in self.items():
            if count > other[key]:
                found[key] = count - other[key]
        for key, count in other.items():
            if key not in self and count < 0:
                found[key] = -count
        return found

    def __or__(self, other: Any):
        found = Counts([], [])
        for key, count in self.items():
            if max(count, other[key]) > 0:
                found[key] = max(count, other[key])
        for key, count in other.items():
            if key not in self and count > 0:
                found[key] = count
        return found

    def __ior__(self, other: Any):
        found = self | other
        self.clear()
        for key, count in found.items():
            self[key] = count
        return self

    def __and__(self, other: Any):
        found = Counts([], [])
        for key, count in self.items():
            if min(count, other[key]) > 0:
                found[key] = min(count, other[key])
        return found


def counter(iterable: Any = (), **counts: Any):
    if isinstance(iterable, Table):
        found = Counts(list(iterable.names), list(iterable.things))
    else:
        found = Counts([], [])
        found.update(iterable)
    found.update(counts)
    return found
