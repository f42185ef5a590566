"""Lists of the caller that hold lists of several lengths: all their items in one list, and where those of each begin and end."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.dicts import Group


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


class Run:
    """list: the items of one of them."""

    stands_for = (list,)
    made_anew = True

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

    def __contains__(self, item: Any):
        return item in self.copy()

    def __eq__(self, other: Any):
        return self.copy() == list(other)

    def __array__(self):
        return np.array(self.copy())

    def __add__(self, more: Any):
        return self.copy() + list(more)

    def __radd__(self, more: Any):
        return list(more) + self.copy()

    def __mul__(self, times: Any):
        return self.copy() * times

    def count(self, item: Any):
        return self.copy().count(item)

    def index(self, item: Any):
        return self.copy().index(item)


MADE_ANEW = (Group, Run)  # lists that are not there as such: what needs one gets a copy
