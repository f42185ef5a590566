"""Bytes that are looked up in tables of at most 256, 64 at a time: the elements that NumPy finds, and nothing beside them."""

from functools import lru_cache

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.lift import lift
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(5)
TABLES = RNG.integers(0, 256, (3, 256)).astype(np.uint8)


def toned(image, tables):
    return tables[1][image]


def over_itself(image, tables):
    image[:] = tables[0][image]


def twice(image, tables):
    """What is found tells where to look."""
    return tables[2][tables[0][image]]


def backwards(image, tables):
    """Places lie the other way round than what is found."""
    return tables[1][image[::-1]]


def of_columns(image, tables):
    """Places lie apart in memory."""
    return tables[1][image.reshape(2, -1)[:, ::2]]


def into_columns(image, tables):
    """What is found lies apart."""
    out = np.zeros((image.size, 3), dtype=np.uint8)
    for c in range(3):
        out[:, c] = tables[c][image]
    return out


def channels(image, tables):
    """Places lie as far apart as what is found; what lies between stays."""
    pairs = image.reshape(-1, 2)
    pairs[:, 1] = tables[2][pairs[:, 0]]


def many_channels(image, tables):
    """So far apart that they are found one by one."""
    samples = image[:image.size // 11 * 11].reshape(-1, 11)
    samples[:, 4] = tables[2][samples[:, 1]]


def computed(image, tables):
    return tables[1][(image ^ np.uint8(0x5A)) + np.uint8(7)]


def picked(image, tables):
    """Places are found in turn."""
    return tables[1][image[np.argsort(image, kind="stable")[::-1]]]


def signs(image, tables):
    table = tables[1].astype(np.int8)
    table[3] = -1
    return table[image]


def truths(image, tables):
    table = tables[1] > 100
    table[3] = True
    return table[image]


def short(image, tables):
    """A table of ten, of which places are whole numbers that may count from its end."""
    table = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3], dtype=np.uint8)
    return table[image.astype(np.int64) % 20 - 10]


def rows(image, tables):
    return tables[1][np.stack((image, image[::-1], image))]


def wide(image, tables):
    """Elements of two bytes are found one by one."""
    return (tables[1].astype(np.int16) * np.int16(100))[image]


VECTORS = {toned: "look_up_row", over_itself: "look_up_row", twice: "PR_SINGLE", backwards: "PR_SINGLE", of_columns: "PR_SINGLE", into_columns: "PR_SINGLE",
           channels: ", 2);", many_channels: ", 11);",
           computed: "look_up(", picked: "PR_SINGLE", signs: "look_up_row", truths: "look_up_row", short: "look_up(", rows: "", wide: "none"}


def text(function):
    program = lift(function, image(300), TABLES)
    return emit(program, default_assignment(program)).text


def image(n):
    return RNG.integers(0, 256, n).astype(np.uint8)


@lru_cache
def compiled(function):
    return compile_native(lift(function, image(300), TABLES))


@pytest.mark.parametrize("function", VECTORS, ids=lambda f: f.__name__)
def test_bytes_are_looked_up_64_at_a_time(function):
    found, wanted = text(function), VECTORS[function]
    assert ("pr::look_up" in found) == (wanted not in ("PR_SINGLE", "none"))
    assert wanted in found or wanted == "none"


@needs_compiler
@pytest.mark.parametrize("function", VECTORS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("n", [300, 0, 2, 62, 64, 66, 128, 4096, 9001 * 2])
def test_results_are_numpys(function, n):
    first = image(n)
    if n >= 256:
        first[:256] = np.arange(256)
    found, expected = first.copy(), first.copy()
    np.testing.assert_array_equal(compiled(function)(found, TABLES), function(expected, TABLES))
    np.testing.assert_array_equal(found, expected)


@needs_compiler
def test_nothing_is_read_behind_a_table_or_written_behind_a_row():
    """The table ends where its array does, as memory that nobody may read behind; rows of 5 lie side by side."""
    def looked(at, table):
        out = np.zeros((at.shape[0], 8), dtype=np.uint8)
        out[:, :5] = table[at]
        return out
    at, table = RNG.integers(0, 70, (40, 5)).astype(np.uint8), RNG.integers(1, 256, 70).astype(np.uint8)
    np.testing.assert_array_equal(compile_native(lift(looked, at, table))(at, table), looked(at, table))
