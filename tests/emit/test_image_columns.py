"""Windows that loops copy to multiply them are read where they lie, if the copies are whole and nothing else reads them."""

import numpy as np
import pytest

from precis.emit.engine import compile, default_assignment
from precis.emit.plan.image_columns import image_columns
from precis.ir.emulate import value_formats
from precis.ir.live import live
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def channels_last(x, w):
    n, h, wide, c = x.shape
    rows, columns = h - 2, wide - 2
    windows = np.empty((n, rows, columns, 9 * c), dtype=x.dtype)
    place = 0
    for i in range(3):
        for j in range(3):
            windows[..., place:place + c] = x[:, i:i + rows, j:j + columns, :]
            place += c
    return windows.reshape(-1, 9 * c) @ w.reshape(9 * c, -1)


def channels_first(x, w):
    x, w = np.moveaxis(x, 3, 1), np.transpose(w, (3, 2, 0, 1))
    n, c, h, wide = x.shape
    rows, columns = h - 2, wide - 2
    image = 2.0 * x
    windows = np.zeros((n, c, 3, 3, rows, columns), dtype=x.dtype)
    for i in range(3):
        for j in range(3):
            windows[:, :, i, j] = image[:, :, i:i + rows, j:j + columns]
    flat = windows.transpose(0, 4, 5, 1, 2, 3).reshape(n * rows * columns, -1)
    return flat @ w.reshape(w.shape[0], -1).T


def copied(x, rows=3, row=lambda i: i):
    """The first `rows` rows of windows of three by three, each a row of x; the others stay 0."""
    n, h, wide, c = x.shape
    windows = np.zeros((n, h - 2, wide - 2, 3, 3, c), dtype=x.dtype)
    for i in range(rows):
        for j in range(3):
            windows[:, :, :, i, j] = x[:, row(i):row(i) + h - 2, j:j + wide - 2]
    return windows


def times(windows, w):
    return windows.reshape(-1, 9 * w.shape[2]) @ w.reshape(9 * w.shape[2], -1)


def partly(x, w):
    return times(copied(x, rows=2), w)


def partly_by_labels(x, w):
    """As `partly`, without a reshape that fits only whole windows."""
    return np.einsum("nyzijc,ijco->nyzo", copied(x, rows=2), w)


def read_twice(x, w):
    windows = copied(x)
    return times(windows, w), np.sum(windows * windows)


def mirrored(x, w):
    """Rows of the windows from the last to the first."""
    return times(copied(x, row=lambda i: 2 - i), w)


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(("fn", "there"), [
    (channels_last, True), (channels_first, True), (mirrored, True), (partly, False), (partly_by_labels, False),
    (read_twice, False)])
def test_it_is_the_product(fn, there, dtype):
    rng = np.random.default_rng(2)
    x, w = rng.normal(size=(2, 9, 10, 3)).astype(dtype), rng.normal(size=(3, 3, 3, 8)).astype(dtype)
    program = lift(fn, x.copy(), w.copy())
    assignment = default_assignment(program)
    made = image_columns(program.body, assignment, value_formats(program, assignment), dict(program.sizes))
    assert (not any(n.op == "loop" for n in live(made).walk())) == there
    run = compile(program)
    for _ in range(2):
        x = rng.normal(size=x.shape).astype(dtype)
        expected, found = fn(x.copy(), w.copy()), run(x.copy(), w.copy())
        for e, f in zip(expected, found) if isinstance(expected, tuple) else [(expected, found)]:
            np.testing.assert_allclose(f, e, rtol=5e3 * np.finfo(dtype).eps, atol=5e2 * np.finfo(dtype).eps)

