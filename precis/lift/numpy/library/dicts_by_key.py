"""Dicts under keys of a dict, or at places of a list, that only a run tells: the pairs of both keys as a set of their own, as those of sets
are (library.sets_by_key), and beside each what stands there."""

import collections
from typing import Any

from precis.lift.numpy.library.dicts import Table
from precis.lift.numpy.library.lists_by_key import Lists, Under
from precis.lift.numpy.library.members import Members
from precis.lift.numpy.library.sets_by_key import HeldOnce, SetGroups, numbers_of
from precis.lift.numpy.primitives import hash_noted, hash_there, kept_apart


def makes_what_is_missing(things: Any):
    return things.make is not None if isinstance(things, Table) else isinstance(things, collections.defaultdict)


class Nested(Under):
    """dict: what stands under one key."""

    stands_for = (dict,)

    def place(self, item: Any):
        return self.groups.pairs.place((*numbers_of(self.key), *numbers_of(item)))

    def put(self, item: Any, place: Any, thing: Any):
        """What is new; `place`: what was found when it was looked for."""
        self.groups.pairs.names.append((*numbers_of(self.key), *numbers_of(item)))
        hash_noted(self.groups.pairs.slots, self.groups.pairs.names, place)
        self.groups.owners.append(self.key)
        self.groups.members.append(item)
        self.groups.things.append(thing)

    def __contains__(self, item: Any):
        return hash_there(self.place(item))

    def __iter__(self):
        return self.names

    def __getitem__(self, item: Any):
        k = self.place(item)
        if self.groups.inner is not None:
            if not hash_there(k):
                self.put(item, k, self.groups.inner())
                k = len(self.groups.members) - 1
        elif not hash_there(k):
            raise KeyError("the key is not in the dictionary")
        return self.groups.things[max(k, 0)]

    def __setitem__(self, item: Any, thing: Any):
        k = self.place(item)
        if not hash_there(k):
            self.put(item, k, thing)
        else:
            self.groups.things[k] = thing

    def get(self, item: Any, default: Any = None):
        k = self.place(item)
        return self.groups.things[k] if hash_there(k) else default

    def setdefault(self, item: Any, default: Any = None):
        k = self.place(item)
        if not hash_there(k):
            self.put(item, k, default)
            k = len(self.groups.members) - 1
        return self.groups.things[k]

    def pop(self, item: Any, *default: Any):
        k = self.place(item)
        if len(default) > 0:
            found = self.groups.things[k] if hash_there(k) else default[0]
            if hash_there(k):
                self.groups.taken(k)
            return found
        if not hash_there(k):
            raise KeyError("the key is not in the dictionary")
        found = self.groups.things[k]
        self.groups.taken(k)
        return found

    def __delitem__(self, item: Any):
        self.pop(item)

    def update(self, more: Any = ()):
        for item, thing in more.items() if isinstance(more, dict) else more:
            self[item] = thing

    def clear(self):
        self.groups.emptied(self.key)

    def copy(self):
        return Table(self.names, self.values(), self.groups.inner)

    def keys(self):
        return self.names

    def values(self):
        return [x for owner, x in zip(self.groups.owners, self.groups.things) if owner == self.key]

    def items(self):
        return zip(self.names, self.values())


class HeldDicts(HeldOnce):
    """The same, with what stands under each pair."""

    things: Any

    def parts(self) -> Any:
        return *super().parts(), self.things


class DictGroups(HeldDicts, SetGroups):
    """A dict of dicts; `inner` makes what stands under keys that these do not have, or is None."""

    def __init__(self, names: Any, owners: Any, members: Any, pairs: Any, things: Any, make: Any = None, inner: Any = None):
        super().__init__(names, owners, members, pairs, make)
        self.things, self.inner = things, inner

    def told_apart(self, things: Any):
        one_dict_under_two_keys = isinstance(things, Nested)
        assert not one_dict_under_two_keys and not makes_what_is_missing(things)

    def group(self, key: Any) -> Any:
        return Nested(self, key)

    def gained(self, key: Any, things: Any):
        self.group(key).update(things)
        kept_apart(things, self.members)

    def __setitem__(self, key: Any, things: Any):
        self.told_apart(things)
        k = self.place(key)
        if not hash_there(k):
            self.note(key, k)
        else:
            self.emptied(key)
        self.gained(key, things)

    def setdefault(self, key: Any, default: Any = None):
        k = self.place(key)
        if not hash_there(k):
            self.note(key, k)
            self.gained(key, default)
        return self.group(key)

    def twin(self):
        found = DictGroups(list(self.names), self.owners, self.members, [], self.things, None, self.inner)
        found.pairs = self.pairs
        return found

    def pop(self, key: Any, *default: Any):
        a_dict_is_taken_out_of_a_dict = isinstance(self.group(key), Nested)
        assert not a_dict_is_taken_out_of_a_dict


class DictLists(HeldDicts, Lists):
    """A list of as many dicts: [{} for _ in range(count)]."""

    def __init__(self, count: Any, owners: Any, members: Any, pairs: Any, things: Any, inner: Any = None):
        super().__init__(count, owners, members)
        self.pairs, self.things, self.inner = Members(pairs), things, inner

    def group(self, k: Any):
        return Nested(self, k)

    def __getitem__(self, k: Any):
        return Nested(self, int(k) if hash_there(k) else int(k) + self.count)

    def __setitem__(self, k: Any, things: Any):
        one_dict_at_two_places = isinstance(things, Nested)
        assert not one_dict_at_two_places and not makes_what_is_missing(things)
        self.emptied(self[k].key)
        self[k].update(things)
        kept_apart(things, self.members)
