"""Lists that grow, side by side: all items in the order in which they came, and where those of each list stand among them. An item is
reached, appended and taken from the end in a time that does not depend on how many there are."""

from functools import partial
from typing import Any

import numpy as np

from precis.lift.numpy.library.copied import Copied
from precis.lift.numpy.primitives import cell, hash_there, kept_apart, never_more, put_cell, rows

SHIFT, ROOM = 2, 4  # places that come with an item: a list of c items has had room for 1 + 2 + 4 + ... < 4 c of them
BEGIN, COUNT, SPACE = range(3)  # what is known of a list: where its places begin, how many items it has, and how many it has room for


class Jagged:
    """`places`: where items stand in `members`, list by list. A list that is full moves behind all others, where it gets twice the room;
    as every item brings places along, there is always enough. count: of lists, which are empty."""

    def __init__(self, members: Any, count: Any = 0):
        self.members, self.heads, self.places, self.used = members, rows(count, 3), rows(0, ROOM), [0]

    def row(self, k: Any) -> Any:
        return Row(self, k)

    def new(self):
        """The number of another list, which is empty."""
        self.heads.append(np.zeros(3, dtype=int))
        return len(self.heads) - 1

    def at(self, place: Any):
        """The member that has a place."""
        return cell(self.places, place >> SHIFT, place & (ROOM - 1))

    def seat(self, place: Any, member: Any):
        put_cell(self.places, place >> SHIFT, place & (ROOM - 1), member)

    def put(self, row: Any, member: Any):
        """A member behind the others of a list."""
        self.places.append(np.zeros(ROOM, dtype=int))
        count = cell(self.heads, row, COUNT)
        if count == cell(self.heads, row, SPACE):
            begin, to, space = cell(self.heads, row, BEGIN), self.used[0], max(2 * count, 1)
            for k in range(count):
                self.seat(to + k, self.at(begin + k))
            put_cell(self.heads, row, BEGIN, to)
            put_cell(self.heads, row, SPACE, space)
            self.used[0] = to + space
        self.seat(cell(self.heads, row, BEGIN) + count, member)
        put_cell(self.heads, row, COUNT, count + 1)

    def append(self, row: Any, item: Any):
        self.put(row, len(self.members))
        self.members.append(item)

    def take(self, row: Any, k: Any):
        """The k-th member of a list, which has it no more."""
        begin, last = cell(self.heads, row, BEGIN), cell(self.heads, row, COUNT) - 1
        member = self.at(begin + k)
        for j in range(begin + k, begin + last):
            self.seat(j, self.at(j + 1))
        put_cell(self.heads, row, COUNT, last)
        return member

    def forget(self, row: Any):
        """The members of a list, which has none any more."""
        put_cell(self.heads, row, COUNT, 0)

    def count(self, row: Any):
        """Of a list, which has no member twice."""
        return never_more(cell(self.heads, row, COUNT), len(self.members))

    def of(self, row: Any):
        """The members of a list."""
        begin = cell(self.heads, row, BEGIN)
        return [self.at(begin + k) for k in range(self.count(row))]


class Under:
    """What one of these lists holds, made anew for each who asks."""

    made_anew = True

    def __init__(self, lists: Any, row: Any):
        self.lists, self.row = lists, row

    @property
    def names(self) -> Any:
        return [self.lists.members[k] for k in self.lists.of(self.row)]

    def __len__(self):
        return cell(self.lists.heads, self.row, COUNT)

    def __bool__(self):
        return len(self) > 0


class Row(Copied, Under):
    """list"""

    def at(self, place: Any):
        return self.lists.members[self.lists.at(place)]

    def behind(self, begin: Any, k: Any):
        return self.at(begin + k)

    @property
    def begin(self):
        return cell(self.lists.heads, self.row, BEGIN)

    def place(self, k: Any):
        """Where the k-th item stands among all places."""
        return self.begin + self.position(k)

    def position(self, k: Any):
        return k if hash_there(k) else k + len(self)

    def __iter__(self):
        return map(partial(self.behind, self.begin), range(self.lists.count(self.row)))

    def __getitem__(self, k: Any):
        return self.names[k] if isinstance(k, slice) else self.at(self.place(k))

    def __setitem__(self, k: Any, item: Any):
        if isinstance(k, slice):
            names = self.names
            names[k] = item
            self.clear()
            self.gain(names)
        else:
            self.lists.members[self.lists.at(self.place(k))] = item

    def copy(self):
        return self.names

    def append(self, item: Any):
        self.lists.append(self.row, item)

    def gain(self, more: Any):
        for item in more:
            self.append(item)

    def extend(self, more: Any):
        self.gain(list(more))

    def __iadd__(self, more: Any):
        self.extend(more)
        return self

    def __imul__(self, times: Any):
        names = self.names * times
        self.clear()
        self.gain(names)
        return self

    def pop(self, k: Any = -1):
        return self.lists.members[self.lists.take(self.row, self.position(k))]

    def __delitem__(self, k: Any):
        self.lists.take(self.row, self.position(k))

    def remove(self, item: Any):
        self.lists.take(self.row, self.names.index(item))

    def insert(self, k: Any, item: Any):
        last = len(self)
        to = max(min(self.position(k), last), 0)
        self.append(item)
        begin = self.begin
        member = self.lists.at(begin + last)
        for j in range(begin + last, begin + to, -1):
            self.lists.seat(j, self.lists.at(j - 1))
        self.lists.seat(begin + to, member)

    def clear(self):
        self.lists.forget(self.row)

    def reverse(self):
        begin = self.begin
        for k, member in enumerate(self.lists.of(self.row)[::-1]):
            self.lists.seat(begin + k, member)

    def sort(self, key: Any = None, reverse: Any = False):
        for k, item in enumerate(sorted(self.names, key=key, reverse=reverse)):
            self[k] = item


def row_of(lists: Any, things: Any):
    """The number of a list that is one of `lists`; another one is copied into them."""
    if isinstance(things, Under):
        one_thing_in_two_tables = things.lists is not lists
        assert not one_thing_in_two_tables
        return things.row
    row = lists.new()
    lists.row(row).gain(things)
    kept_apart(things, lists.members)
    return row


class Lists:
    """list: of lists, sets or dicts that grow, by their numbers."""

    stands_for = (list,)

    def __init__(self, rows: Any, lists: Any):
        self.rows, self.lists = rows, lists

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, k: Any):
        return Lists(self.rows[k], self.lists) if isinstance(k, slice) else self.lists.row(self.rows[k])

    def __setitem__(self, k: Any, things: Any):
        self.rows[k] = row_of(self.lists, things)

    def __iter__(self):
        return map(self.lists.row, self.rows)
