"""Objects that say what comes next; np.nditer: the elements of an array in the order of their places, as arrays without dimensions that may
be written."""

from typing import Any

import numpy as np


def following(items: Any):
    """What an object with the method __next__ gives, one after the other."""
    while True:
        try:
            item = items.__next__()
        except StopIteration:
            return
        yield item


class Nditer:
    """np.nditer(op), also with `multi_index` or `c_index`, and of several operands that broadcast."""

    def __init__(self, op: Any, flags: Any = (), op_flags: Any = None, order: str = "K"):
        for flag in flags:
            assert flag in ("multi_index", "c_index", "refs_ok", "zerosize_ok")
        assert order in ("K", "C")
        self.several = isinstance(op, (tuple, list))
        given = op if self.several else (op,)
        operands = tuple([np.asarray(x) for x in given if x is not None])
        together = all(x.shape == operands[0].shape for x in operands)
        found = operands if together else np.broadcast_arrays(*operands)
        made = [k for k, x in enumerate(given) if x is None]  # arrays that are made here, to be written
        kept = iter(found)
        self.operands = tuple([np.empty(found[0].shape, np.result_type(*operands)) if k in made else next(kept) for k in range(len(given))])
        self.shape = self.operands[0].shape
        self.size = self.operands[0].size
        asked = ((),) * len(given) if op_flags is None else (op_flags,) * len(given) if isinstance(op_flags[0], str) else op_flags
        self.written = tuple([k in made or "readwrite" in how or "writeonly" in how for k, how in enumerate(asked)])
        self.place = 0

    def __enter__(self):
        return self

    def __exit__(self, *raised: Any):
        return None

    def __iter__(self):
        for place in np.ndindex(self.shape):
            found = tuple(self._at(k, place) for k in range(len(self.operands)))
            yield found if self.several else found[0]
            self.place += 1

    def _at(self, k: Any, place: Any):
        """The element, as an array without dimensions where it may be written."""
        return self.operands[k][(*place, Ellipsis)] if self.written[k] else self.operands[k][tuple(place)]

    @property
    def finished(self):
        return self.place >= self.size

    @property
    def multi_index(self):
        return np.unravel_index(self.place, self.shape)

    @property
    def index(self):
        return self.place

    def __getitem__(self, k: Any):
        return self._at(k, self.multi_index)

    def __setitem__(self, k: Any, x: Any):
        assert self.written[k], "op_flags say that this operand is only read"
        self.operands[k][self.multi_index] = x

    def iternext(self):
        self.place += 1
        return not self.finished


class Broadcast:
    """np.broadcast: the shape that arrays have together, and their elements there."""

    def __init__(self, *arrays: Any):
        self.arrays = np.broadcast_arrays(*arrays)
        self.shape = np.broadcast_shapes(*[np.shape(x) for x in arrays])
        self.nd = self.ndim = len(self.shape)
        self.size = np.prod(self.shape, dtype=int).item()

    def __iter__(self):
        for place in np.ndindex(self.shape):
            yield tuple([x[place] for x in self.arrays])
