"""What a lifted program takes for granted of its sizes names the statement that asks for it."""

import math

import numpy as np
import pytest

from precis.errors import InputError
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.lift import lift


def padded_to_power_of_two(x):
    m = 1 << (len(x) - 1).bit_length()
    y = np.zeros(m)
    y[:len(x)] = x
    return np.abs(np.fft.rfft(y))


def test_powers_of_two_above_serve_all_sizes_below_them():
    program = lift(padded_to_power_of_two, np.ones(20))
    for n in (17, 20, 32):
        x = np.random.default_rng(n).normal(size=n)
        (found,) = interpret(program, *bind(program, (x,)))
        np.testing.assert_allclose(found, padded_to_power_of_two(x), rtol=1e-12, atol=1e-12)
    for n in (16, 33):
        with pytest.raises(InputError) as caught:
            bind(program, (np.ones(n),))
        assert "test_pins.py:15:5: `m = 1 << (len(x) - 1).bit_length()`" in caught.value.notes[0]


def tiles_as_rows(x, w):
    out = np.zeros(len(x) // w)
    for i in range(0, len(x), w):
        out[i // w] = np.prod(x[i:i + w].reshape(w // 2, 2).sum(axis=0))
    return out


def test_tiles_that_are_made_anew_in_shape_are_whole():
    program = lift(tiles_as_rows, np.ones(12), 4)
    for n in (4, 12, 20):
        x = np.random.default_rng(n).normal(size=n)
        (found,) = interpret(program, *bind(program, (x, 4)))
        np.testing.assert_allclose(found, tiles_as_rows(x, 4), rtol=1e-13)
    for n in (3, 13):
        with pytest.raises(InputError) as caught:
            bind(program, (np.ones(n), 4))
        assert "x[i:i + w].reshape(w // 2, 2)" in caught.value.notes[0]


def layered(x, w):
    scales = [np.sum(w[k]) for k in range(len(w))]
    seen = {f"layer {k}": s for k, s in enumerate(scales)}
    return x * seen["layer 0"] + scales[-1]


def halved(x):
    levels = int(math.log2(len(x)))
    return [x[:: 2**k].sum() for k in range(levels)]


def recursive_mean(x):
    if len(x) < 4:
        return [x.mean()]
    return [*recursive_mean(0.5 * (x[: len(x) // 2 * 2 : 2] + x[1::2][: len(x) // 2])), x.mean()]


def repeated(x, times):
    for k in range(times):
        x = {"x": x, f"name {k}": k}["x"] * 2.0
    return x




@pytest.mark.parametrize(("function", "args", "others", "said", "line"), [
    (layered, (np.ones(3), np.ones((2, 4))), (np.ones(3), np.ones((3, 4))), "axis 0 is fixed by the number of iterations",
     'seen = {f"layer {k}": s for k, s in enumerate(scales)}'),
    (halved, (np.ones(20),), (np.ones(40),), "asked", "return [x[:: 2**k].sum() for k in range(levels)]"),
    (recursive_mean, (np.ones(12),), (np.ones(40),), "asked", "if len(x) < 4:"),
    (repeated, (np.ones(3), 2), (np.ones(3), 4), "it is fixed by the number of iterations", "for k in range(times):"),
])
def test_what_asks_for_a_size_is_named(function, args, others, said, line):
    program = lift(function, *args)
    with pytest.raises(InputError) as caught:
        bind(program, others)
    (note,) = caught.value.notes
    assert note.startswith(f"{said}") and "at test_pins.py:" in note and note.endswith(f"`{line}`")


def of_a_lattice(size, spins):
    """The lattice's own number, beside both dimensions of what is laid out in a row and back."""
    row = spins.ravel().copy()
    neighbours = np.roll(np.arange(size**2).reshape((size,) * 2), 1, axis=0).ravel()
    row[neighbours[0]] = -row[0] * row[neighbours[1]]
    return row.reshape(size, size), spins.ravel().reshape((size,) * 2) + spins


def test_squares_of_a_number_are_both_dimensions():
    program = lift(of_a_lattice, 8, np.random.default_rng(0).random((8, 8)))
    assert not program.pinned
    for n in (8, 11, 2):
        given = (n, np.random.default_rng(n).random((n, n)))
        arrays, sizes = bind(program, given)
        for found, wanted in zip(interpret(program, arrays, sizes), of_a_lattice(*given), strict=True):
            np.testing.assert_array_equal(found, wanted)
    with pytest.raises(InputError):
        bind(program, (6, np.ones((4, 9))))
