"""Lists, sets and dicts that grow under keys of a dict that only a run tells: under each key the number of one of them (library.jagged)."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.dicts import Table
from precis.lift.numpy.library.jagged import row_of
from precis.lift.numpy.primitives import hash_there


class Groups(Table):
    """dict: of what grows. `things`: their numbers among `lists`."""

    def __init__(self, names: Any, things: Any, lists: Any, make: Any = None):
        super().__init__(names, things, make)
        self.lists = lists

    def group(self, row: Any) -> Any:
        return self.lists.row(row)

    def row_of(self, things: Any) -> Any:
        return row_of(self.lists, things)

    def add(self, key: Any, place: Any, row: Any):
        """A key that is new, and the number of what stands under it; `place`: what was found when the key was looked for."""
        self.note(key, place)
        self.things.append(row)

    def __getitem__(self, key: Any):
        k = self.place(key)
        if not hash_there(k):
            if self.make is None:
                raise KeyError("the key is not in the dictionary")
            self.add(key, k, self.lists.new())
            k = len(self.names) - 1
        return self.group(self.things[max(k, 0)])

    def __setitem__(self, key: Any, things: Any):
        super().__setitem__(key, self.row_of(things))

    def setdefault(self, key: Any, default: Any = None):
        k = self.place(key)
        if not hash_there(k):
            self.add(key, k, self.row_of(default))
            k = len(self.names) - 1
        return self.group(self.things[max(k, 0)])

    def get(self, key: Any, default: Any = None):
        assert len(default) == 0
        k = self.place(key)
        if hash_there(k):
            row = self.things[k]
        else:
            row = self.lists.new()
        return self.group(row)

    def pop(self, key: Any, *default: Any):
        k = self.place(key)
        if len(default) > 0:
            found = list(self.group(self.things[max(k, 0)])) if hash_there(k) else default[0]
            if hash_there(k):
                self.forget(k)
                self.things.pop(k)
            return found
        if not hash_there(k):
            raise KeyError("the key is not in the dictionary")
        self.forget(k)
        return self.group(self.things.pop(k))

    def popitem(self, last: Any = True):
        if len(self.names) == 0:
            raise KeyError("the dictionary is empty")
        key = self.names[-1 if last else 0]
        return key, self.pop(key)

    def twin(self):
        """A dict of the same lists."""
        return Groups(list(self.names), list(self.things), self.lists)

    def copy(self):
        found = plain(self)
        found.make = self.make
        return found

    def values(self):
        return map(self.group, list(self.things))

    def items(self):
        return Pairs(self, self.keys(), list(self.things))


class Pairs:
    """Keys and the lists that stand under them."""

    def __init__(self, groups: Any, names: Any, rows: Any):
        self.groups, self.names, self.rows = groups, names, rows

    def __len__(self):
        return len(self.names)

    def __iter__(self):
        return zip(self.names, map(self.groups.group, self.rows))

    def __getitem__(self, k: Any):
        if isinstance(k, slice):
            return Pairs(self.groups, self.names[k], self.rows[k])
        return self.names[k], self.groups.group(self.rows[k])

    def chosen(self, order: Any):
        return Pairs(self.groups, [self.names[k] for k in order], [self.rows[k] for k in order])

    def in_order(self, key: Any, reverse: Any):
        """sorted(...): keys are different, so that what stands under them is not compared."""
        if key is None:
            numbers = range(len(self.names))
            return self.chosen(sorted(numbers, key=lambda k: self.names[k], reverse=reverse))
        measures = np.array([key((name, self.groups.group(row))) for name, row in zip(self.names, self.rows)])
        order = np.argsort(-measures if reverse else measures)
        return self.chosen([int(k) for k in order])


def plain(table: Any):
    """dict(table): the lists under the keys are those of the table."""
    if isinstance(table, Groups):
        return table.twin()
    return Table(list(table.names), list(table.things))
