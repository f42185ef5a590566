"""Running sums of running sums are taken in one pass, with numbers for what only the next iteration reads, and the same bits."""

import numpy as np
import pytest

from precis.emit.cpu.running import running
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Loop, Nest
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def twice(x, k):
    return np.cumsum(np.cumsum(k, axis=1), axis=1)


def three_times(x, k):
    y = x
    for _ in range(3):
        y = np.cumsum(y, axis=1)
    return y * 0.5


def narrow(x, k):
    """Sums that do not fit wrap around."""
    y = k.astype(np.int16)
    for _ in range(4):
        y = np.cumsum(y, axis=1, dtype=np.int16)
    return y


def of_a_vector(x, k):
    return np.cumsum(np.cumsum(k[0]))


def given_back(x, k):
    y = np.cumsum(k, axis=1)
    return y, np.cumsum(y, axis=1)


def read_elsewhere(x, k):
    y = np.cumsum(k, axis=1)
    return np.cumsum(y, axis=1), y[:, ::2] * y[:, -1:]


def two_before(x, k):
    """An iteration reads what the last one, and what the one before that has stored."""
    y, z = k * 2, k * 3
    for j in range(2, k.shape[1]):
        y[:, j] = k[:, j] + y[:, j - 1] - y[:, j - 2]
        z[:, j] = np.maximum(z[:, j - 1], y[:, j])
    return z


def from_further_on(x, k):
    """What the first iteration reads has been stored in an earlier round."""
    y, z = k * 2, k * 3
    for q in range(4):
        for j in range(q + 1, k.shape[1]):
            y[:, j] = np.maximum(y[:, j - 1], k[:, j] - 300 * q)
            z[:, j] = np.minimum(z[:, j - 1] + 7, y[:, j])
    return z


def of_columns(x, k):
    y = k
    for _ in range(2):
        y = np.cumsum(y, axis=0)
    return y


STORED = {twice: 1, three_times: 1, narrow: 1, of_a_vector: 1, given_back: 2, read_elsewhere: 2}  # in each iteration


def _arguments(rows, columns):
    rng = np.random.default_rng(rows + columns)
    return rng.normal(size=(rows, columns)), rng.integers(-2**13, 2**13, size=(rows, columns))


@pytest.mark.parametrize("function", STORED)
def test_what_only_the_next_iteration_reads_is_a_number(function):
    program = lift(function, *_arguments(5, 40))
    made = running(plan(program, default_assignment(program)))
    loops = [s for s in walk(made.statements) if isinstance(s, Loop) or (isinstance(s, Nest) and s.sequential)]
    stores = [i.access.index for s in walk((loops[-1],)) if isinstance(s, Nest) for i in s.body if i.op == "store" and i.access.shape]
    assert len(stores) == STORED[function]


@needs_compiler
@pytest.mark.parametrize("function", [*STORED, two_before, from_further_on, of_columns])
def test_the_same_bits(function):
    compiled = compile(lift(function, *_arguments(5, 40)), quick=1)
    for shape in ((5, 40), (1, 33), (8, 5), (9, 6), *([(0, 9)] if function is not of_a_vector else [])):
        found, expected = compiled(*_arguments(*shape)), function(*_arguments(*shape))
        for f, e in zip(*(r if isinstance(r, tuple) else (r,) for r in (found, expected)), strict=True):
            np.testing.assert_array_equal(f, e)
