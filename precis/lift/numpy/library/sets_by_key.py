"""Sets under keys of a dict, or at places of a list, that only a run tells: all members of all sets, as those of lists are
(library.lists_by_key), and the pairs of a key and a member as a set of their own, so that a member is found by a hash."""

from typing import Any

from precis.lift.numpy.library.lists_by_key import Groups, Held, Lists, Under
from precis.lift.numpy.library.members import Members, names_of
from precis.lift.numpy.primitives import hash_again, hash_there, kept_apart


def numbers_of(x: Any):
    return x if isinstance(x, tuple) else (x,)


class SetGroup(Under, Members):
    """set: the members of one key."""

    def pair(self, item: Any):
        return (*numbers_of(self.key), *numbers_of(item))

    def __contains__(self, item: Any):
        return self.pair(item) in self.groups.pairs

    def add(self, item: Any):
        if self.pair(item) not in self.groups.pairs:
            self.groups.pairs.add(self.pair(item))
            self.groups.owners.append(self.key)
            self.groups.members.append(item)

    def discard(self, item: Any):
        k = self.groups.pairs.place(self.pair(item))
        if hash_there(k):
            self.groups.taken(k)

    def clear(self):
        self.groups.emptied(self.key)

    def intersection(self, other: Any):
        return Members(self.names).intersection(other)

    def difference(self, other: Any):
        return Members(self.names).difference(other)

    def __ior__(self, more: Any):
        self.update(more)
        return GrownSet(self.groups, self.key)

    def __isub__(self, less: Any):
        for item in names_of(less):
            self.discard(item)
        return GrownSet(self.groups, self.key)

    def gain(self, more: Any):
        self.update(more)


class GrownSet(SetGroup):
    """What is stored where it stands already: groups[k] |= {x}."""


class HeldOnce(Held):
    """The same, with the pairs of a key and a member."""

    pairs: Any

    def parts(self) -> Any:
        return self.owners, self.members, self.pairs.names

    def taken(self, k: Any):
        super().taken(k)
        hash_again(self.pairs.slots, self.pairs.names)


class SetGroups(HeldOnce, Groups):
    """A dict of sets that grow."""

    def __init__(self, names: Any, owners: Any, members: Any, pairs: Any, make: Any = None):
        super().__init__(names, owners, members, make)
        self.pairs = Members(pairs)

    def stands(self, things: Any):
        return isinstance(things, GrownSet)

    def told_apart(self, things: Any):
        one_set_under_two_keys = isinstance(things, SetGroup)
        assert not one_set_under_two_keys

    def group(self, key: Any) -> Any:
        return SetGroup(self, key)

    def twin(self):
        found = SetGroups(list(self.names), self.owners, self.members, [])
        found.pairs = self.pairs
        return found

    def clear(self):
        super().clear()
        hash_again(self.pairs.slots, self.pairs.names)


class SetLists(HeldOnce, Lists):
    """A list of as many sets that grow: [set() for _ in range(count)]."""

    def __init__(self, count: Any, owners: Any, members: Any, pairs: Any):
        super().__init__(count, owners, members)
        self.pairs = Members(pairs)

    def group(self, k: Any):
        return SetGroup(self, k)

    def __getitem__(self, k: Any):
        return SetGroup(self, int(k) if hash_there(k) else int(k) + self.count)

    def __setitem__(self, k: Any, things: Any):
        if not isinstance(things, GrownSet):
            one_set_at_two_places = isinstance(things, SetGroup)
            assert not one_set_at_two_places
            self.emptied(self[k].key)
            self[k].update(things)
            kept_apart(things, self.members)
