"""Lists under keys of a dict, or at places of a list, that only a run tells: all members of all lists, and the key of each."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.dicts import Table, carried
from precis.lift.numpy.primitives import hash_again, hash_slots, hash_there, kept_apart, still_there


class Under:
    """What stands under one key of `groups`, made anew for each who asks. Once keys are gone there, or have other things under them,
    nothing tells whether it is still the same."""

    made_anew = True

    def __init__(self, groups: Any, key: Any):
        self.those, self.key, self.there = groups, key, [0]
        kept_apart(self.there, groups.gone)

    @property
    def groups(self) -> Any:
        still_there(self.there)
        return self.those

    @property
    def names(self) -> Any:
        return [x for owner, x in zip(self.groups.owners, self.groups.members) if owner == self.key]

    def __len__(self):
        return sum([1 if owner == self.key else 0 for owner in self.groups.owners])

    def __bool__(self):
        return len(self) > 0


class Group(Under):
    """list: the members of one key."""

    stands_for = (list,)

    def copy(self):
        return self.names

    def append(self, item: Any):
        self.groups.owners.append(self.key)
        self.groups.members.append(item)

    def extend(self, more: Any):
        for item in more:
            self.append(item)

    def gain(self, more: Any):
        self.extend(more)

    def pop(self, k: Any = -1):
        own = [place for place, owner in enumerate(self.groups.owners) if owner == self.key]
        place = own[k]
        self.groups.owners.pop(place)
        return self.groups.members.pop(place)

    def __iadd__(self, more: Any):
        self.extend(more)
        return Grown(self.groups, self.key)

    def __eq__(self, other: Any):
        return self.names == list(other)

    def __iter__(self):
        return self.names

    def __getitem__(self, k: Any):
        return self.names[k]

    def __contains__(self, item: Any):
        return item in self.names

    def __array__(self):
        return np.array(self.names)


class Grown(Group):
    """What is stored where it stands already: groups[k] += [x]."""


class Held:
    """All members in the order in which they came, and the key of each. gone: changes when a key is taken out, or has other things under
    it."""

    owners: Any
    members: Any
    gone: Any

    def parts(self) -> Any:
        return self.owners, self.members

    def taken(self, k: Any):
        """Without the k-th member of all."""
        for part in self.parts():
            part.pop(k)

    def emptied(self, key: Any):
        self.gone[0] = 0
        for k in range(len(self.owners) - 1, -1, -1):
            if self.owners[k] == key:
                self.taken(k)


class Groups(Held, Table):
    """A dict of lists that grow. `shared`: with another such dict, which would lose lists that are taken out of this one."""

    def __init__(self, names: Any, owners: Any, members: Any, make: Any = None):
        self.names, self.owners, self.members, self.make = names, owners, members, make
        self.slots, self.shared, self.gone = hash_slots(names), False, [0]

    def emptied(self, key: Any):
        its_lists_are_another_dicts_too = self.shared
        assert not its_lists_are_another_dicts_too
        super().emptied(key)

    def stands(self, things: Any):
        """Whether they are where they are stored to."""
        return isinstance(things, Grown)

    def told_apart(self, things: Any):
        one_list_under_two_keys = isinstance(things, Group)
        assert not one_list_under_two_keys

    def group(self, key: Any) -> Any:
        return Group(self, key)

    def __getitem__(self, key: Any):
        k = self.place(key)
        if not hash_there(k):
            if self.make is None:
                raise KeyError("the key is not in the dictionary")
            self.note(key, k)
        return self.group(key)

    def __setitem__(self, key: Any, things: Any):
        if self.stands(things):
            return
        self.told_apart(things)
        k = self.place(key)
        if not hash_there(k):
            self.note(key, k)
        else:
            self.emptied(key)
        self.group(key).gain(things)
        kept_apart(things, self.members)

    def setdefault(self, key: Any, default: Any = None):
        k = self.place(key)
        if not hash_there(k):
            self.note(key, k)
            self.group(key).gain(default)
            kept_apart(default, self.members)
        return self.group(key)

    def twin(self):
        """A dict of the same lists."""
        return Groups(list(self.names), self.owners, self.members)

    def copy(self):
        found = plain(self)
        found.make = self.make
        return found

    def clear(self):
        its_lists_are_another_dicts_too = self.shared
        assert not its_lists_are_another_dicts_too
        self.gone[0] = 0
        for part in (self.names, *self.parts()):
            part.clear()
        hash_again(self.slots, self.names)

    def __delitem__(self, key: Any):
        k = self.place(key)
        if not hash_there(k):
            raise KeyError("the key is not in the dictionary")
        self.forget(k)
        self.emptied(key)

    def pop(self, key: Any, *default: Any):
        k = self.place(key)
        if len(default) > 0:
            found = list(self.group(key)) if hash_there(k) else default[0]
        else:
            found = list(self.group(key))
        if hash_there(k):
            self.forget(k)
            self.emptied(key)
        elif len(default) == 0:
            raise KeyError("the key is not in the dictionary")
        return found

    def popitem(self, last: Any = True):
        if len(self.names) == 0:
            raise KeyError("the dictionary is empty")
        key = self.names[-1 if last else 0]
        return key, self.pop(key)

    def carry(self, k: Any, last: Any):
        carried(self.names, k, last)

    def get(self, key: Any, default: Any = None):
        assert len(default) == 0
        return self.group(key)

    def values(self):
        return map(self.group, self.keys())

    def items(self):
        return Pairs(self, self.keys())


class Lists(Held):
    """A list of as many lists that grow: [[] for _ in range(count)]."""

    stands_for = (list,)

    def __init__(self, count: Any, owners: Any, members: Any):
        self.count, self.owners, self.members, self.gone = count, owners, members, [0]

    def __len__(self):
        return self.count

    def group(self, k: Any):
        return Group(self, k)

    def __getitem__(self, k: Any):
        return Group(self, int(k) if hash_there(k) else int(k) + self.count)

    def __setitem__(self, k: Any, things: Any):
        if not isinstance(things, Grown):
            one_list_at_two_places = isinstance(things, Group)
            assert not one_list_at_two_places
            self.emptied(self[k].key)
            self[k].extend(things)
            kept_apart(things, self.members)

    def __iter__(self):
        return map(self.group, range(self.count))


class Pairs:
    """Keys and the lists that stand under them."""

    def __init__(self, groups: Any, names: Any):
        self.groups, self.names = groups, names

    def __len__(self):
        return len(self.names)

    def __iter__(self):
        return zip(self.names, map(self.groups.group, self.names))

    def __getitem__(self, k: Any):
        return Pairs(self.groups, self.names[k]) if isinstance(k, slice) else (self.names[k], self.groups.group(self.names[k]))

    def in_order(self, key: Any, reverse: Any):
        """sorted(...): keys are different, so that what stands under them is not compared."""
        if key is None:
            return Pairs(self.groups, sorted(self.names, reverse=reverse))
        measures = np.array([key((name, self.groups.group(name))) for name in self.names])
        order = np.argsort(-measures if reverse else measures)
        return Pairs(self.groups, [self.names[int(k)] for k in order])


def plain(table: Any):
    """dict(table): the lists under the keys are those of the table."""
    if isinstance(table, Groups):
        found = table.twin()
        found.shared = True
        table.shared = True
        return found
    return Table(list(table.names), list(table.things))
