"""Lists of arrays of several lengths that grow and shrink: all elements in one array, and which stretch of it each array is."""

from typing import Any

import numpy as np

from precis.lift.numpy.primitives import all_lines, line_given, line_taken, shortened


class Stretches:
    """list: of arrays of one dtype, whose rows have one shape. What is appended comes behind all elements; where the last of these are
    taken, there is room again. `members` as in Lines."""

    stands_for = (list,)

    def __init__(self, begins: Any, counts: Any, members: Any):
        self.begins, self.counts, self.members = begins, counts, members

    def part(self, place: Any) -> Any:
        return all_lines(self.members)[place[0]:place[0] + place[1]]

    def __len__(self):
        return len(self.begins)

    def __bool__(self):
        return len(self.begins) > 0

    def __iter__(self):
        return map(self.part, zip(self.begins, self.counts))

    def __getitem__(self, k: Any):
        if isinstance(k, slice):
            return Stretches(self.begins[k], self.counts[k], self.members[:])
        return self.part((self.begins[k], self.counts[k]))

    def __setitem__(self, k: Any, item: Any):
        self.begins[k], self.counts[k] = self.put(item)

    def put(self, item: Any):
        """Where the elements of another array are now."""
        line, begin = line_given(self.members, item), len(self.members)
        self.members.extend(line)
        return begin, len(line)

    def append(self, item: Any):
        begin, count = self.put(item)
        self.begins.append(begin)
        self.counts.append(count)

    def insert(self, k: Any, item: Any):
        begin, count = self.put(item)
        self.begins.insert(k, begin)
        self.counts.insert(k, count)

    def extend(self, more: Any):
        for item in more:
            self.append(item)

    def __iadd__(self, more: Any):
        self.extend(more)
        return self

    def __add__(self, more: Any):
        both = self.copy()
        both.extend(more)
        return both

    def pop(self, k: Any = -1):
        begin, count = self.begins.pop(k), self.counts.pop(k)
        line = line_taken(self.members, begin, count)
        shortened(self.members, begin, count)
        return line

    def popleft(self):
        return self.pop(0)

    def appendleft(self, item: Any):
        self.insert(0, item)

    def __delitem__(self, k: Any):
        self.pop(k)

    def chosen(self, places: Any):
        return Stretches([self.begins[k] for k in places], [self.counts[k] for k in places], self.members[:])

    def sort(self, key: Any = None, reverse: Any = False):
        ordered: Any = sorted(self, key=key, reverse=reverse)
        self.begins, self.counts, self.members = ordered.begins, ordered.counts, ordered.members

    def reverse(self):
        self.begins.reverse()
        self.counts.reverse()

    def clear(self):
        self.begins.clear()
        self.counts.clear()
        self.members.clear()

    def copy(self):
        return self[:]

    def joined(self):
        """The elements of all, one array behind the other."""
        begins, counts = np.array(self.begins, dtype=int), np.array(self.counts, dtype=int)
        places = np.repeat(begins - np.cumsum(counts) + counts, counts)
        return all_lines(self.members)[places + np.arange(len(places))]
