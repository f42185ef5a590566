"""bytearray and bytes: what comes back is Python's."""

from __future__ import annotations

from math import isqrt
from typing import Any

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run
from tests.lift.numpy.test_dicts_given_back import alike


def primes(n):
    flags = bytearray([1]) * (n + 1)
    flags[0] = flags[1] = 0
    for i in range(2, isqrt(n) + 1):
        if flags[i]:
            flags[i * i::i] = bytes(len(range(i * i, n + 1, i)))
    return [i for i, f in enumerate(flags) if f], sum(flags), flags.count(1), flags


def primes_of_literals(n):
    flags = bytearray(b"\x01") * (n + 1)
    flags[0:2] = b"\x00\x00"
    for i in range(2, int(n ** 0.5) + 1):
        if flags[i]:
            flags[2 * i:n + 1:i] = b"\x00" * len(range(2 * i, n + 1, i))
    return flags, len(flags)


def marks(n):
    seen = bytearray(n)
    steps = 0
    k = 1
    while not seen[k]:
        seen[k] = True
        k = (3 * k + 1) % n
        steps += 1
    return steps, seen, seen[1], seen[2] + 1, bytes(seen)


@pytest.mark.parametrize("program", (primes, primes_of_literals, marks), ids=lambda f: f.__name__)
def test_flags(program: Any) -> None:
    for n in (101, 12):  # the root of a size is one for some sizes
        lifted = lift(program, n)
        alike(run(lifted, (n,)), program(n))
    alike(compile(lifted, quick=2)(n), program(n))


def run_lengths(data):
    out = bytearray()
    i = 0
    while i < len(data):
        k = 1
        while i + k < len(data) and data[i + k] == data[i] and k < 255:
            k += 1
        out.append(k)
        out.append(int(data[i]))
        i += k
    return out, len(out) / len(data), out[-1], out[::2]


def test_they_grow() -> None:
    data = np.array([5, 5, 5, 1, 2, 2], np.uint8)
    lifted = lift(run_lengths, data)
    native = compile(lifted, quick=2)
    for x in (data, np.zeros(600, np.uint8), np.arange(9, dtype=np.uint8)):
        alike(run(lifted, (x,)), run_lengths(x))
        alike(native(x), run_lengths(x))


def roots(numbers):
    return [isqrt(int(n)) for n in numbers]


def root_of_a_size(n):
    return isqrt(n) + 0.5, sum(i for i in range(2, isqrt(n) + 1)), isqrt(17)


def test_roots_of_ints() -> None:
    numbers = np.array([0, 1, 2, 3, 4, 15, 16, 17, 2**52 - 1, 2**52, 9 * 10**18 - 1, 9 * 10**18, 3037000499**2 - 1, 3037000499**2])
    alike(run(lift(roots, numbers), (numbers,)), roots(numbers))
    for n in (30, 24, 36, 35, 101, 4, 1):
        alike(run(lift(root_of_a_size, n), (n,)), root_of_a_size(n))


def letters(x, text, k):
    table = np.frombuffer(b"0123abcd", dtype=np.uint8)
    wide = np.frombuffer(b"01234567abcdefgh", np.int16, 3, 2)
    return x + table[k], np.frombuffer(text.encode(), np.uint8) - ord("a"), wide, np.frombuffer(bytes(bytearray(3)), "u1")


def test_buffers_of_bytes() -> None:
    args = (np.ones(3), "gattaca", 2)
    lifted = lift(letters, *args)
    for found, wanted in zip(run(lifted, args), letters(*args), strict=True):
        np.testing.assert_array_equal(found, wanted, strict=True)
    assert compile(lifted, quick=2)(*args)[2].tolist() == letters(*args)[2].tolist()


def memory(m, data):
    """bytes of an array are its memory, not its numbers."""
    raw, k = bytes(data), int(m[0])
    last = int.from_bytes(raw[8:16], "little", signed=True)
    return (bytes(m), bytearray(m[1:].astype(np.int16)), m.reshape(2, -1).T.tobytes(), m.reshape(2, -1).tobytes("F"), bytes(m > 0),
            np.frombuffer(m.tobytes(), np.uint32), sum(m.tobytes()), int.from_bytes(raw[:3]), int.from_bytes(raw[2:6], "little", signed=True),
            last, k.to_bytes(3, "big", signed=True), k.to_bytes(9, "little", signed=True), (300).to_bytes(2, "little"), raw[4:] + m[:1].tobytes())


def test_memory_of_arrays() -> None:
    rng = np.random.default_rng(2)
    args = rng.integers(-1000, 1000, 8), rng.integers(0, 256, 24).astype(np.uint8)
    lifted = lift(memory, *args)
    for m, data in (args, (-args[0], 255 - args[1])):
        alike(run(lifted, (m, data)), memory(m, data))


def shared(x):
    data = bytearray(3)
    seen = np.frombuffer(data, np.uint8)
    data[0] = 1
    return x + seen[0]


def test_buffers_that_change_are_refused() -> None:
    with pytest.raises(UnsupportedProgram, match="shares the memory"):
        lift(shared, 1.0)


def bits_of_a_counted_length(x):
    n = 1
    while n < x.size:
        n *= 2
    place = np.zeros(n, dtype=np.int64)
    for i in range(n):
        place[i] = (place[i >> 1] >> 1) | ((i & 1) << (place.size.bit_length() - 2))
    return place, place.size.bit_length()


def test_bits_of_a_length_that_a_run_counts() -> None:
    lifted = lift(bits_of_a_counted_length, np.ones(5))
    for n in (2, 5, 8, 9):
        alike(run(lifted, (np.ones(n),)), bits_of_a_counted_length(np.ones(n)))
