"""Lists of arrays of several lengths that loops append: the elements of all, one array behind the other."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.splits import Splits
from precis.lift.numpy.library.stretches import Stretches
from precis.lift.numpy.primitives import all_lines, changed_otherwise, line_given


class Lines:
    """list: of arrays with one axis. Appending reads nothing of what is there. `members`: rows of one element each, so that who changes an
    array that was appended, or one that was taken out, changes what is known to be in them."""

    stands_for = (list,)
    changing = ("insert", "sort", "pop", "popleft", "appendleft", "extend", "reverse", "clear", "copy")  # asks for Stretches

    def __init__(self, lengths: Any, members: Any):
        self.lengths, self.members = lengths, members

    def laid(self):
        """Where each begins and ends, as parts of the array of all."""
        lengths = np.array(self.lengths, dtype=int)
        ends = np.cumsum(lengths)
        return Splits(ends - lengths, ends, all_lines(self.members), 0)

    def __len__(self):
        return len(self.lengths)

    def __bool__(self):
        return len(self.lengths) > 0

    def __getitem__(self, k: Any):
        return self.laid()[k]

    def __iter__(self):
        laid = self.laid()
        return map(laid.part, zip(laid.begins, laid.ends))

    def as_stretches(self):
        laid = self.laid()
        return Stretches(list(laid.begins), list(self.lengths), self.members)

    def __setitem__(self, k: Any, item: Any):
        changed_otherwise(self)

    def __delitem__(self, k: Any):
        changed_otherwise(self)

    def __add__(self, more: Any):
        changed_otherwise(self)

    def __iadd__(self, more: Any):
        changed_otherwise(self)

    def append(self, item: Any):
        line = line_given(self.members, item)
        self.lengths.append(len(line))
        self.members.extend(line)
