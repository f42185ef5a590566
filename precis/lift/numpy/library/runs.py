"""Lists of the caller that hold lists of several lengths: all their items in one list, and where those of each begin and end."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.copied import Copied
from precis.lift.numpy.library.jagged import Row


class Runs:
    """list"""

    stands_for = (list,)

    def __init__(self, begins: Any, ends: Any, members: Any):
        self.begins, self.ends, self.members = begins, ends, members

    def __len__(self):
        return len(self.begins)

    def __bool__(self):
        return len(self.begins) > 0

    def run(self, ends: Any) -> Any:
        return Run(ends[0], ends[1], self.members)

    def __getitem__(self, k: Any):
        if isinstance(k, slice):
            return Runs(self.begins[k], self.ends[k], self.members)
        return Run(self.begins[k], self.ends[k], self.members)

    def __iter__(self):
        return map(self.run, zip(self.begins, self.ends))


class Run(Copied):
    """list: the items of one of them."""

    def __init__(self, begin: Any, end: Any, members: Any):
        self.begin, self.end, self.members = begin, end, members

    def copy(self):
        return self.members[self.begin:self.end]

    def __len__(self):
        return self.end - self.begin

    def __bool__(self):
        return self.end > self.begin

    def __iter__(self):
        return self.copy()

    def __getitem__(self, k: Any):
        if isinstance(k, slice):
            return self.copy()[k]
        return self.members[self.begin + k if k >= 0 else self.end + k]

    def __iadd__(self, more: Any):
        a_list_in_a_list_changes_under_a_name = more is not None
        assert not a_list_in_a_list_changes_under_a_name

    def __imul__(self, times: Any):
        self += [times]


class Pieces:
    """list: of lists that the program appends, one behind the other. Appending reads nothing of what is there."""

    stands_for = (list,)
    not_lifted = dict.fromkeys(("insert", "sort"), "make another list of them: sorted(...)")

    def __init__(self, lengths: Any, members: Any):
        self.lengths, self.members = lengths, members

    def laid(self):
        """Where each begins and ends."""
        lengths = np.array(self.lengths, dtype=int)
        ends = np.cumsum(lengths)
        return Runs(ends - lengths, ends, self.members)

    def __len__(self):
        return len(self.lengths)

    def __bool__(self):
        return len(self.lengths) > 0

    def __getitem__(self, k: Any):
        return self.chosen(range(len(self.lengths))[k]) if isinstance(k, slice) else self.laid()[k]

    def __iter__(self):
        laid = self.laid()
        return map(laid.run, zip(laid.begins, laid.ends))

    def append(self, items: Any):
        self.lengths.append(len(items))
        self.members.extend(items)

    def chosen(self, places: Any):
        which, lengths = np.array(places, dtype=int), np.array(self.lengths, dtype=int)
        begins, taken = (np.cumsum(lengths) - lengths)[which], lengths[which]
        items = np.repeat(begins - np.cumsum(taken) + taken, taken)
        return Pieces(list(taken), [self.members[k] for k in items + np.arange(len(items))])

    def pop(self, k: Any = -1):
        run: Any = self.laid()[k]
        found, begin = run.copy(), run.begin
        self.lengths.pop(k)
        for _ in range(len(found)):
            self.members.pop(begin)
        return found

    def reverse(self):
        turned = self.chosen(range(len(self.lengths))[::-1])
        self.lengths, self.members = turned.lengths, turned.members

    def clear(self):
        self.lengths.clear()
        self.members.clear()

    def copy(self):
        return Pieces(list(self.lengths), list(self.members))


def of_rows(lists: Any, rows: Any):
    """Lists that grew (library.jagged), by their numbers."""
    lengths, members = [], []
    for row in rows:
        lengths.append(lists.count(row))
        for item in lists.row(row):
            members.append(item)
    return Pieces(lengths, members)


MADE_ANEW = (Row, Run)  # lists that are not there as such: what needs one gets a copy
