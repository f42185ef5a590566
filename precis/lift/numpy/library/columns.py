"""Lists whose items are tuples, dicts or objects with numbers and arrays in them: a list for each of these parts."""

from collections import deque
from typing import Any

from precis.lift.numpy.library.runs import Pieces
from precis.lift.numpy.library.stretches import Stretches
from precis.lift.numpy.primitives import array_made, item_made, items_made, parts_made

OF_SEVERAL_LENGTHS = (Pieces, Stretches)


def gathered(column: Any, places: Any):
    """What stands at these places of a list."""
    return column.chosen(places) if isinstance(column, OF_SEVERAL_LENGTHS) else [column[int(k)] for k in places]


class Columns:
    """list"""

    stands_for = (list,)

    def __init__(self, form: Any, lists: Any):
        self.form, self.lists = form, lists

    def __len__(self):
        return len(self.lists[0])

    def __bool__(self):
        return len(self.lists[0]) > 0

    def __iter__(self):
        return items_made(self.form, zip(*self.lists))

    def __getitem__(self, k: Any):
        if isinstance(k, slice):
            return Columns(self.form, tuple([column[k] for column in self.lists]))
        return item_made(self.form, tuple([column[k] for column in self.lists]))

    def __setitem__(self, k: Any, item: Any):
        if isinstance(k, slice):
            more = self[:0]
            more.extend(item)
            for column, part in zip(self.lists, more.lists):
                column[k] = part
            return
        for column, part in zip(self.lists, parts_made(self.form, item)):
            column[k] = part

    def append(self, item: Any):
        for column, part in zip(self.lists, parts_made(self.form, item)):
            column.append(part)

    def extend(self, more: Any):
        for item in more:
            self.append(item)

    def __iadd__(self, more: Any):
        self.extend(more)
        return self

    def __add__(self, more: Any):
        both = self.copy()
        both.extend(more)
        return both

    def insert(self, k: Any, item: Any):
        for column, part in zip(self.lists, parts_made(self.form, item)):
            column.insert(k, part)

    def pop(self, k: Any = -1):
        return item_made(self.form, tuple([column.pop(k) for column in self.lists]))

    def __delitem__(self, k: Any):
        for column in self.lists:
            column.pop(k)

    def chosen(self, places: Any):
        return Columns(self.form, tuple([gathered(column, places) for column in self.lists]))

    def __array__(self):
        return array_made(self.form, self.lists)

    def sort(self, key: Any = None, reverse: Any = False):
        ordered: Any = sorted(self, key=key, reverse=reverse)
        self.lists = ordered.lists

    def __contains__(self, item: Any):
        return self.count(item) > 0

    def count(self, item: Any):
        return sum([1 if x == item else 0 for x in self])

    def index(self, item: Any):
        for k, x in enumerate(self):
            if x == item:
                return k
        raise ValueError("what is looked up is not in the list")

    def remove(self, item: Any):
        self.pop(self.index(item))

    def reverse(self):
        for column in self.lists:
            column.reverse()

    def clear(self):
        for column in self.lists:
            column.clear()

    def copy(self):
        return Columns(self.form, tuple([column.copy() for column in self.lists]))


class Queue(Columns):
    """deque, of no greatest length"""

    stands_for = (deque,)

    def popleft(self):
        return self.pop(0)

    def appendleft(self, item: Any):
        self.insert(0, item)

    def copy(self):
        return Queue(self.form, tuple([column.copy() for column in self.lists]))


class Bounded(Queue):
    """deque of a greatest length"""

    stands_for = (deque,)

    def __init__(self, form: Any, lists: Any, maxlen: Any):
        self.form, self.lists, self.maxlen = form, lists, maxlen

    def append(self, item: Any):
        if self.maxlen > 0:
            if len(self) == self.maxlen:
                self.pop(0)
            Queue.append(self, item)

    def appendleft(self, item: Any):
        if self.maxlen > 0:
            if len(self) == self.maxlen:
                self.pop()
            self.insert(0, item)

    def copy(self):
        return Bounded(self.form, tuple([column.copy() for column in self.lists]), self.maxlen)
