"""Sets that grow, side by side (library.jagged): the pairs of a set's number and a member are a set of their own, so that a member is found
by a hash."""

from typing import Any

from precis.lift.numpy.library.jagged import Jagged, Under
from precis.lift.numpy.library.members import Members, names_of
from precis.lift.numpy.primitives import hash_noted, hash_there


def numbers_of(x: Any):
    return x if isinstance(x, tuple) else (x,)


class Once(Jagged):
    """`pairs`: those that there are or were, in the order of `members`; `there`: whether each of them is there."""

    def __init__(self, members: Any, pairs: Any, count: Any = 0):
        super().__init__(members, count)
        self.pairs, self.there = Members(pairs), []

    def place(self, row: Any, item: Any):
        """Where a pair stands that is there or was; negative where it does not."""
        return self.pairs.place((row, *numbers_of(item)))

    def has(self, place: Any):
        return hash_there(place) and self.there[max(place, 0)]

    def note(self, row: Any, item: Any, place: Any):
        """What is not there; `place`: where it was looked for."""
        if hash_there(place):
            self.there[place] = True
            self.put(row, place)
        else:
            self.pairs.names.append((row, *numbers_of(item)))
            hash_noted(self.pairs.slots, self.pairs.names, place)
            self.there.append(True)
            self.append(row, item)

    def drop(self, row: Any, place: Any):
        self.there[place] = False
        self.take(row, self.of(row).index(place))

    def empty(self, row: Any):
        for place in self.of(row):
            self.there[place] = False
        self.forget(row)


class Sets(Once):
    """Sets."""

    def row(self, k: Any) -> Any:
        return SetRow(self, k)


class SetRow(Under, Members):
    """set"""

    def __contains__(self, item: Any):
        return self.lists.has(self.lists.place(self.row, item))

    def add(self, item: Any):
        k = self.lists.place(self.row, item)
        if not self.lists.has(k):
            self.lists.note(self.row, item, k)

    def discard(self, item: Any):
        k = self.lists.place(self.row, item)
        if self.lists.has(k):
            self.lists.drop(self.row, k)

    def clear(self):
        self.lists.empty(self.row)

    def gain(self, more: Any):
        self.update(more)

    def intersection(self, other: Any):
        return Members(self.names).intersection(other)

    def difference(self, other: Any):
        return Members(self.names).difference(other)

    def __isub__(self, less: Any):
        for item in list(names_of(less)):
            self.discard(item)
        return self
