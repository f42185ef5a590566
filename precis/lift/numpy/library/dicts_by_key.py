"""Dicts that grow, side by side: as sets of their keys (library.sets_by_key), and beside each key what stands under it."""

import collections
from typing import Any

from precis.lift.numpy.library.dicts import Table
from precis.lift.numpy.library.jagged import Under
from precis.lift.numpy.library.sets_by_key import Once
from precis.lift.numpy.primitives import hash_there


def makes_what_is_missing(things: Any):
    return things.make is not None if isinstance(things, Table) else isinstance(things, collections.defaultdict)


class Dicts(Once):
    """Dicts; `inner` makes what stands under keys that these do not have, or is None."""

    def __init__(self, members: Any, pairs: Any, things: Any, inner: Any = None, count: Any = 0):
        super().__init__(members, pairs, count)
        self.things, self.inner = things, inner

    def row(self, k: Any) -> Any:
        return Nested(self, k)

    def lay(self, row: Any, item: Any, place: Any, thing: Any):
        """What stands under a key from now on; returns where. `place`: where the key was looked for."""
        known, count = hash_there(place), len(self.things)
        if not self.has(place):
            self.note(row, item, place)
        if known:
            self.things[place] = thing
        else:
            self.things.append(thing)
        return place if known else count


class Nested(Under):
    """dict"""

    stands_for = (dict,)

    def place(self, item: Any):
        return self.lists.place(self.row, item)

    def __contains__(self, item: Any):
        return self.lists.has(self.place(item))

    def __iter__(self):
        return self.names

    def __getitem__(self, item: Any):
        k = self.place(item)
        if self.lists.inner is not None:
            if not self.lists.has(k):
                k = self.lists.lay(self.row, item, k, self.lists.inner())
        elif not self.lists.has(k):
            raise KeyError("the key is not in the dictionary")
        return self.lists.things[max(k, 0)]

    def __setitem__(self, item: Any, thing: Any):
        self.lists.lay(self.row, item, self.place(item), thing)

    def get(self, item: Any, default: Any = None):
        k = self.place(item)
        return self.lists.things[k] if self.lists.has(k) else default

    def setdefault(self, item: Any, default: Any = None):
        k = self.place(item)
        if not self.lists.has(k):
            k = self.lists.lay(self.row, item, k, default)
        return self.lists.things[max(k, 0)]

    def pop(self, item: Any, *default: Any):
        k = self.place(item)
        if len(default) > 0:
            found = self.lists.things[k] if self.lists.has(k) else default[0]
            if self.lists.has(k):
                self.lists.drop(self.row, k)
            return found
        if not self.lists.has(k):
            raise KeyError("the key is not in the dictionary")
        found = self.lists.things[k]
        self.lists.drop(self.row, k)
        return found

    def __delitem__(self, item: Any):
        self.pop(item)

    def gain(self, more: Any):
        makes_others = makes_what_is_missing(more)
        assert not makes_others
        self.update(more)

    def update(self, more: Any = ()):
        for item, thing in more.items() if isinstance(more, dict) else more:
            self[item] = thing

    def clear(self):
        self.lists.empty(self.row)

    def copy(self):
        return Table(self.names, self.values(), self.lists.inner)

    def keys(self):
        return self.names

    def values(self):
        return [self.lists.things[k] for k in self.lists.of(self.row)]

    def items(self):
        return zip(self.names, self.values())
