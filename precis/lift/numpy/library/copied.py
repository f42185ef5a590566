"""What lists do that are not there as such, but made anew for each who asks: as a copy does it."""

from typing import Any

import numpy as np


class Copied:
    """list: `copy` gives its items."""

    stands_for = (list,)
    made_anew = True
    copy: Any

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
