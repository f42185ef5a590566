"""What np.split cuts an array into at places whose number only a run tells: a list of views of it."""

from typing import Any

import numpy as np


class Splits:
    """list"""

    stands_for = (list,)
    not_lifted = dict.fromkeys(("append", "insert", "sort", "pop", "extend", "reverse", "remove", "clear"),
                               "make another list: sorted(parts, key=len), [part for part in parts if len(part) > 1]")

    def __init__(self, begins: Any, ends: Any, whole: Any, axis: int):
        self.begins, self.ends, self.whole, self.axis = begins, ends, whole, axis

    def part(self, ends: Any) -> Any:
        return self.whole[(slice(None),) * self.axis + (slice(ends[0], ends[1]),)]

    def __len__(self):
        return len(self.begins)

    def __bool__(self):
        return len(self.begins) > 0

    def __getitem__(self, k: Any):
        if isinstance(k, slice):
            return Splits(self.begins[k], self.ends[k], self.whole, self.axis)
        return self.part((self.begins[k], self.ends[k]))

    def __iter__(self):
        return map(self.part, zip(self.begins, self.ends))

    def chosen(self, places: Any):
        which = np.array(places, dtype=int)
        return Splits(np.asarray(self.begins)[which], np.asarray(self.ends)[which], self.whole, self.axis)


def kept(test: Any, parts: Any):
    """[part for part in parts if test(part)]"""
    return parts.chosen([k for k, part in enumerate(parts) if test(part)])


def splits(ary: Any, places: Any, axis: int):
    """np.split(ary, places, axis)"""
    return Splits(np.concatenate((np.zeros(1, dtype=int), places)), np.append(places, ary.shape[axis]), ary, axis)
