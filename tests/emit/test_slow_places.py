"""Bits that are put into bytes one after the other: what NumPy has, through a register, and through memory where places jump."""

from functools import lru_cache

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def first_bits_first(x):
    """Numbers below 2**9, as many bits of each as it has, and a mark before them."""
    out = np.zeros(4 * x.shape[0] + 2, dtype=np.uint8)
    at = 3
    for i in range(x.shape[0]):
        length = int(x[i]) % 10
        for _ in range(length):
            out[at >> 3] |= 1 << (7 - (at & 7))
            at += 1
        at += 1
        for j in range(length - 1, -1, -1):
            if (x[i] >> j) & 1:
                out[at >> 3] |= 1 << (7 - (at & 7))
            at += 1
    return out, at


def last_bits_first(x):
    """Bits by quotients, in words of 32."""
    out = np.zeros(x.shape[0] + 1, dtype=np.uint32)
    at = 0
    for i in range(x.shape[0]):
        for j in range(9):
            out[at // 32] |= np.uint32((x[i] >> j) & 1) << np.uint32(at % 32)
            at += 1
    return out


def flipped(x):
    """Every third bit changes, so that a byte has two or three; another array is read and written beside them."""
    out = np.full(2 * x.shape[0] + 1, 0x5A, dtype=np.uint8)
    seen = np.zeros(x.shape[0], dtype=np.int64)
    at = 0
    for i in range(x.shape[0]):
        seen[i] = seen[i - 1] + x[i]
        for _ in range(4):
            out[at >> 3] ^= 1 << (at & 7)
            at += 3
    return out, seen


def untouched(x):
    """Nothing is set where no bit is: the place may lie behind the end."""
    out = np.zeros(1, dtype=np.uint8)
    at = 0
    for i in range(x.shape[0]):
        if (x[i] >> 20) & 1:
            out[at >> 3] |= 1 << (at & 7)
        at += 1
    return out, at


def summed(x):
    """Numbers in binary64 that sixteen iterations add to."""
    out = np.zeros(x.shape[0] // 16 + 1)
    at = 0
    while at < x.shape[0]:
        out[at >> 4] += x[at] / 3.0
        at += 1
    return out


def packed(x):
    """A bit of each number, and, with another branch, one of a comparison."""
    out = np.zeros(x.shape[0] // 4 + 1, dtype=np.uint8)
    for i in range(x.shape[0]):
        if x[i] & 1:
            out[i >> 2] |= np.uint8(1 << (2 * (i & 3)))
        if x[i] < 100:
            out[i >> 2] ^= np.uint8(2 << (2 * (i & 3)))
    return out


def by_comparisons(x):
    """Few bits are set, and the branch is guessed well."""
    out = np.zeros(x.shape[0] // 8 + 1, dtype=np.uint8)
    for i in range(x.shape[0]):
        if x[i] == 7:
            out[i >> 3] |= np.uint8(1 << (i & 7))
    return out


def by_what_it_is(x):
    """A branch around what is read from an array, which may not be there."""
    out = np.zeros(x.shape[0] + 1, dtype=np.int32)
    at = 0
    for i in range(x.shape[0]):
        if i & 1:
            out[at >> 4] += x[2 * i - x.shape[0]] * (at & 15)
        at += int(x[i] > 100)
    return out


def read_beside(x):
    """What is written is read elsewhere: through memory."""
    out = np.zeros(x.shape[0] + 2, dtype=np.uint8)
    at = 0
    for i in range(x.shape[0]):
        if x[i] & 1:
            out[at >> 3] |= 1 << (at & 7)
        if out[i] & 1:
            at += 1
        at += 1
    return out


def jumping(x):
    """Places jump: through memory."""
    out = np.zeros(128, dtype=np.uint8)
    at = 0
    for i in range(x.shape[0]):
        at = int(x[i]) & 1023
        if (x[i] >> 3) & 1:
            out[at >> 3] |= 1 << (at & 7)
    return out


def fast(x):
    """Each iteration is at another place."""
    out = np.zeros(2 * x.shape[0] + 1, dtype=np.uint8)
    at = 0
    for i in range(x.shape[0]):
        if x[i] & 1:
            out[at >> 3] |= x[i] & 7
        at += 8
    return out


def of_the_caller(x, out):
    """Memory of the caller stays what each statement has made it."""
    at = 0
    for i in range(x.shape[0]):
        if x[i] & 1:
            out[at >> 3] |= 1 << (at & 7)
        at += 1
    return at


HELD = (first_bits_first, packed, untouched)
IN_MEMORY = (by_comparisons, last_bits_first, flipped, summed, read_beside, jumping, fast, by_what_it_is)


def numbers(n):
    return np.random.default_rng(n).integers(0, 1 << 9, n)


@lru_cache
def compiled(kernel):
    return compile_native(lift(kernel, numbers(50)))


@needs_compiler
@pytest.mark.parametrize("kernel", HELD + IN_MEMORY, ids=lambda k: k.__name__)
def test_as_numpy(kernel):
    for n in (0, 1, 2, 7, 8, 63, 64, 500):
        found, expected = compiled(kernel)(numbers(n)), kernel(numbers(n))
        for a, b in zip(found, expected) if isinstance(expected, tuple) else ((found, expected),):
            np.testing.assert_array_equal(a, b)


@needs_compiler
def test_memory_of_the_caller():
    run = compile_native(lift(of_the_caller, numbers(50), np.zeros(100, dtype=np.uint8)))
    found, expected = np.zeros(100, dtype=np.uint8), np.zeros(100, dtype=np.uint8)
    assert run(numbers(500), found) == of_the_caller(numbers(500), expected)
    np.testing.assert_array_equal(found, expected)


@needs_compiler
@pytest.mark.parametrize("kernel", HELD + IN_MEMORY, ids=lambda k: k.__name__)
def test_places_that_follow_a_counter_are_held(kernel):
    assert ("PR_GUESSED" in compiled(kernel).source) == (kernel in HELD), compiled(kernel).source
