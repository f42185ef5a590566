"""np.nditer: the elements of an array in the order of their places, as arrays without dimensions that may be written."""

from typing import Any

import numpy as np


class Elements:
    """np.nditer(op), also with `multi_index` or `c_index`, and of several operands that broadcast."""

    def __init__(self, op: Any, flags: Any = (), op_flags: Any = None, order: str = "K"):
        for flag in flags:
            assert flag in ("multi_index", "c_index", "refs_ok", "zerosize_ok")
        self.several = isinstance(op, (tuple, list))
        operands = tuple([np.asarray(x) for x in op]) if self.several else (np.asarray(op),)
        together = all(x.shape == operands[0].shape for x in operands)
        self.operands = operands if together else np.broadcast_arrays(*operands)
        self.shape = self.operands[0].shape
        self.size = self.operands[0].size
        self.place = 0

    def __enter__(self):
        return self

    def __exit__(self, *raised: Any):
        return None

    def __iter__(self):
        for place in np.ndindex(self.shape):
            found = tuple(operand[(*place, Ellipsis)] for operand in self.operands)
            yield found if self.several else found[0]

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
        return self.operands[k][(*self.multi_index, Ellipsis)]

    def __setitem__(self, k: Any, x: Any):
        self.operands[k][self.multi_index] = x

    def iternext(self):
        self.place += 1
        return not self.finished
