"""Dicts whose keys are known only while the program runs: two lists, of keys and of what stands under them, in the order of Python."""

import collections
from typing import Any


class Table:
    """dict; `make` as in collections.defaultdict, or None."""

    stands_for = (dict, collections.OrderedDict, collections.defaultdict)

    def __init__(self, names: Any, things: Any, make: Any = None):
        self.names, self.things, self.make = names, things, make

    def place(self, key: Any):
        for k in range(len(self.names)):
            if self.names[k] == key:
                return k
        return len(self.names)

    def __len__(self):
        return len(self.names)

    def __contains__(self, key: Any):
        return self.place(key) < len(self.names)

    def __iter__(self):
        return self.names

    def __getitem__(self, key: Any):
        k = self.place(key)
        if self.make is not None:
            if k == len(self.names):
                self.names.append(key)
                self.things.append(self.make())
        elif k == len(self.names):
            raise KeyError("the key is not in the dictionary")
        return self.things[k]

    def __setitem__(self, key: Any, thing: Any):
        k = self.place(key)
        if k == len(self.names):
            self.names.append(key)
            self.things.append(thing)
        else:
            self.things[k] = thing

    def get(self, key: Any, default: Any = None):
        k = self.place(key)
        return self.things[k] if k < len(self.names) else default

    def setdefault(self, key: Any, default: Any = None):
        k = self.place(key)
        if k == len(self.names):
            self.names.append(key)
            self.things.append(default)
        return self.things[k]

    def pop(self, key: Any, *default: Any):
        k = self.place(key)
        if len(default) > 0:
            found = self.things[k] if k < len(self.names) else default[0]
            if k < len(self.names):
                self.names.pop(k)
                self.things.pop(k)
            return found
        if k == len(self.names):
            raise KeyError("the key is not in the dictionary")
        self.names.pop(k)
        return self.things.pop(k)

    def update(self, more: Any = ()):
        for key, thing in more.items() if isinstance(more, dict) else more:
            self[key] = thing

    def copy(self):
        return Table(list(self.names), list(self.things), self.make)

    def keys(self):
        return self.names

    def values(self):
        return self.things

    def items(self):
        return zip(self.names, self.things)


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


def counter(iterable: Any = (), **counts: Any):
    if isinstance(iterable, Table):
        found = Counts(list(iterable.names), list(iterable.things))
    else:
        found = Counts([], [])
        found.update(iterable)
    found.update(counts)
    return found
