"""Dicts whose keys are known only while the program runs: two lists, of keys and of what stands under them, in the order of Python."""

import collections
import copy
from typing import Any

import numpy as np

from precis.ir.ops.hashing import SLOTS
from precis.lift.numpy.primitives import hash_again, hash_noted, hash_place, hash_put, hash_slots, hash_there


def place_among(names: Any, key: Any):
    for k in range(len(names)):
        if names[k] == key:
            return k
    return -1


def longer(slots: Any, names: Any, place: Any, last: Any, doubled: Any):
    """The hash table with a row more; `doubled`: as many keys as twice before."""
    slots.append(np.full(SLOTS, -1))
    if doubled:
        hash_again(slots, names)
    else:
        hash_put(slots, ~place, last)


def carried(items: Any, k: Any, last: Any):
    """The k-th item goes to the end, or to the beginning."""
    item = copy.copy(items[k])
    if last:
        for j in range(k, len(items) - 1):
            items[j] = items[j + 1]
        items[len(items) - 1] = item
    else:
        for j in range(k, 0, -1):
            items[j] = items[j - 1]
        items[0] = item


class Table:
    """dict; `make` as in collections.defaultdict, or None. Beside the keys stands a hash table of them."""

    stands_for = (dict, collections.OrderedDict, collections.defaultdict)

    def __init__(self, names: Any, things: Any, make: Any = None):
        self.names, self.things, self.make = names, things, make
        self.slots = hash_slots(names)

    def place(self, key: Any):
        """Where a key stands; negative where it does not."""
        return hash_place(self.names, self.slots, key)

    def note(self, key: Any, place: Any):
        """A key that is new; `place`: what was found when it was looked for."""
        self.names.append(key)
        hash_noted(self.slots, self.names, place)

    def forget(self, k: Any):
        self.names.pop(k)
        hash_again(self.slots, self.names)

    def __len__(self):
        return len(self.names)

    def __contains__(self, key: Any):
        return hash_there(self.place(key))

    def __iter__(self):
        return self.keys()

    def __getitem__(self, key: Any):
        k = self.place(key)
        if self.make is not None:
            if not hash_there(k):
                self.note(key, k)
                self.things.append(self.make())
                k = len(self.names) - 1
        elif not hash_there(k):
            raise KeyError("the key is not in the dictionary")
        return self.things[max(k, 0)]

    def __setitem__(self, key: Any, thing: Any):
        k = self.place(key)
        if not hash_there(k):
            self.note(key, k)
            self.things.append(thing)
        else:
            self.things[k] = thing

    def get(self, key: Any, default: Any = None):
        k = self.place(key)
        return self.things[k] if hash_there(k) else default

    def setdefault(self, key: Any, default: Any = None):
        k = self.place(key)
        if not hash_there(k):
            self.note(key, k)
            self.things.append(default)
            k = len(self.names) - 1
        return self.things[k]

    def pop(self, key: Any, *default: Any):
        k = self.place(key)
        if len(default) > 0:
            found = self.things[k] if hash_there(k) else default[0]
            if hash_there(k):
                self.forget(k)
                self.things.pop(k)
            return found
        if not hash_there(k):
            raise KeyError("the key is not in the dictionary")
        self.forget(k)
        return self.things.pop(k)

    def popitem(self, last: Any = True):
        if len(self.names) == 0:
            raise KeyError("the dictionary is empty")
        k = -1 if last else 0
        key = self.names.pop(k)
        hash_again(self.slots, self.names)
        return key, self.things.pop(k)

    def move_to_end(self, key: Any, last: Any = True):
        k = self.place(key)
        if not hash_there(k):
            raise KeyError("the key is not in the dictionary")
        self.carry(k, last)
        hash_again(self.slots, self.names)

    def carry(self, k: Any, last: Any):
        carried(self.names, k, last)
        carried(self.things, k, last)

    def clear(self):
        self.names.clear()
        self.things.clear()
        hash_again(self.slots, self.names)

    def __delitem__(self, key: Any):
        self.pop(key)

    def update(self, more: Any = ()):
        for key, thing in more.items() if isinstance(more, dict) else more:
            self[key] = thing

    def __ior__(self, more: Any):
        self.update(more)
        return self

    def __or__(self, more: Any):
        found = self.copy()
        found.update(more)
        return found

    def __ror__(self, first: Any):
        found = Table([], [], self.make)
        found.update(first)
        found.update(self)
        return found

    def copy(self):
        return Table(list(self.names), list(self.things), self.make)

    def keys(self):
        """Apart from those that asking for one adds."""
        return self.names if self.make is None else list(self.names)

    def values(self):
        return self.things

    def items(self):
        return zip(self.names, self.things)


def of_pairs(pairs: Any):
    """dict(pairs)"""
    found = Table([], [])
    for key, thing in pairs:
        found[key] = thing
    return found
