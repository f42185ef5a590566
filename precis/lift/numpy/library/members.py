"""Sets whose members are known only while the program runs: a list of them, in the order in which they came.

Python goes through a set in the order of hashes: here only what does not depend on an order is defined."""

from typing import Any

from precis.lift.numpy.primitives import hash_again, hash_noted, hash_place, hash_slots, hash_there


class Members:
    """set"""

    stands_for = (set,)
    not_lifted = {"pop": "take a member by min(...) or max(...), and remove it"}

    def __init__(self, names: Any):
        self.names = names
        self.slots = hash_slots(names)

    def place(self, key: Any):
        """Where a member stands; negative where it does not."""
        return hash_place(self.names, self.slots, key)

    def __len__(self):
        return len(self.names)

    def __contains__(self, key: Any):
        return hash_there(self.place(key))

    def add(self, key: Any):
        k = self.place(key)
        if not hash_there(k):
            self.names.append(key)
            hash_noted(self.slots, self.names, k)

    def discard(self, key: Any):
        k = self.place(key)
        if hash_there(k):
            self.names.pop(k)
            hash_again(self.slots, self.names)

    def remove(self, key: Any):
        if key not in self:
            raise KeyError("the member is not in the set")
        self.discard(key)

    def update(self, *others: Any):
        for other in others:
            for key in names_of(other):
                self.add(key)

    def clear(self):
        self.names.clear()
        hash_again(self.slots, self.names)

    def copy(self):
        return members(self)

    def union(self, *others: Any):
        found = members(self)
        found.update(*others)
        return found

    def intersection(self, other: Any):
        found = other if isinstance(other, Members) else members(other)
        return Members([key for key in self.names if key in found])

    def difference(self, other: Any):
        found = other if isinstance(other, Members) else members(other)
        return Members([key for key in self.names if key not in found])

    def symmetric_difference(self, other: Any):
        return self.difference(other).union(members(other).difference(self))

    def issubset(self, other: Any):
        return len(self.difference(other)) == 0

    def issuperset(self, other: Any):
        return len(members(other).difference(self)) == 0

    def isdisjoint(self, other: Any):
        return len(self.intersection(other)) == 0

    def __or__(self, other: Any):
        return self.union(other)

    def __ror__(self, other: Any):
        return self.union(other)

    def __and__(self, other: Any):
        return self.intersection(other)

    def __rand__(self, other: Any):
        return self.intersection(other)

    def __sub__(self, other: Any):
        return self.difference(other)

    def __rsub__(self, other: Any):
        return members(other).difference(self)

    def __xor__(self, other: Any):
        return self.symmetric_difference(other)

    def __rxor__(self, other: Any):
        return self.symmetric_difference(other)

    def __ior__(self, other: Any):
        self.update(other)
        return self

    def __isub__(self, other: Any):
        for key in names_of(other):
            self.discard(key)
        return self

    def __eq__(self, other: Any):
        return self.issubset(other) and self.issuperset(other)

    def __le__(self, other: Any):
        return self.issubset(other)

    def __ge__(self, other: Any):
        return self.issuperset(other)


def names_of(x: Any):
    return x.names if isinstance(x, Members) else x


def members(x: Any = ()):
    """set(x)"""
    found = Members([])
    for key in names_of(x):
        found.add(key)
    return found
