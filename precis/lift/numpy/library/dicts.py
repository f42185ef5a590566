"""Dicts whose keys are known only while the program runs: two lists, of keys and of what stands under them, in the order of Python."""

import collections
import copy
from typing import Any

import numpy as np

from precis.ir.ops.hashing import SLOTS
from precis.lift.numpy.primitives import hash_again, hash_noted, hash_place, hash_put, hash_slots, hash_there, kept_apart


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

    def copy(self):
        return Table(list(self.names), list(self.things), self.make)

    def keys(self):
        """Apart from those that asking for one adds."""
        return self.names if self.make is None else list(self.names)

    def values(self):
        return self.things

    def items(self):
        return zip(self.names, self.things)


class Group:
    """list: the members of one key."""

    stands_for = (list,)
    made_anew = True  # for each who asks

    def __init__(self, groups: Any, key: Any):
        self.groups, self.key = groups, key

    def copy(self):
        return [x for owner, x in zip(self.groups.owners, self.groups.members) if owner == self.key]

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
        return self.copy() == list(other)

    def __len__(self):
        return sum([1 if owner == self.key else 0 for owner in self.groups.owners])

    def __bool__(self):
        return len(self) > 0

    def __iter__(self):
        return self.copy()

    def __getitem__(self, k: Any):
        return self.copy()[k]

    def __contains__(self, item: Any):
        return item in self.copy()

    def __array__(self):
        return np.array(self.copy())


class Grown(Group):
    """What is stored where it stands already: groups[k] += [x]."""


class Groups(Table):
    """A dict of lists that grow: beside the keys, all members in the order in which they came, and the key of each. `shared`: with another
    such dict, which would lose lists that are taken out of this one."""

    def __init__(self, names: Any, owners: Any, members: Any, make: Any = None):
        self.names, self.owners, self.members, self.make = names, owners, members, make
        self.slots = hash_slots(names)
        self.shared = False

    def emptied(self, key: Any):
        its_lists_are_another_dicts_too = self.shared
        assert not its_lists_are_another_dicts_too
        _emptied(self, key)

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
        for part in (self.names, self.owners, self.members):
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


class Lists:
    """A list of as many lists that grow: [[] for _ in range(count)]."""

    stands_for = (list,)

    def __init__(self, count: Any, owners: Any, members: Any):
        self.count, self.owners, self.members = count, owners, members

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
            _emptied(self, self[k].key)
            self[k].extend(things)
            kept_apart(things, self.members)

    def __iter__(self):
        return map(self.group, range(self.count))


def _emptied(groups: Any, key: Any):
    for k in range(len(groups.owners) - 1, -1, -1):
        if groups.owners[k] == key:
            groups.owners.pop(k)
            groups.members.pop(k)


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


def of_pairs(pairs: Any):
    """dict(pairs)"""
    found = Table([], [])
    for key, thing in pairs:
        found[key] = thing
    return found
