"""Lists that an inner loop lengthens by as many items as the data ask for stay in one array: that they are written to it shows that they fit."""

import numpy as np
import pytest

import precis
from precis.ir.build import Build, Names
from precis.ir.grown.held import Numbers
from precis.ir.size import Size
from precis.ir.types import Cut
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def packed(x):
    """Bits in bytes: `while` inside of `for`, both append to one list."""
    out, bits, held = [], 0, 0
    for s in x:
        width = int(s) % 23
        bits = (bits << width) | (int(s) & ((1 << width) - 1))
        held += width
        while held >= 8:
            held -= 8
            out.append((bits >> held) & 255)
        bits &= (1 << held) - 1
    if held > 0:
        out.append((bits << (8 - held)) & 255)
    return np.array(out, dtype=np.uint8), held


def factors(x):
    """Rows of two numbers, several for each element, some for none."""
    found = []
    for k in range(len(x)):
        n = int(x[k])
        p = 2
        while n > 1 and p < 12:
            while n % p == 0:
                n //= p
                found.append((k, p))
            p += 1
    return found


def under_conditions(x):
    out = []
    for s in x:
        n = int(s) % 5
        if n > 2:
            while n > 0:
                out.append(n * int(s))
                n -= 1
        else:
            out.append(-1)
    return np.array(out), len(out)


INPUTS = [np.arange(1, 40), np.array([7]), np.array([24, 5, 30, 1, 6, 2, 3] * 30), np.array([2, 3, 5]), np.array([3, 1, 1, 4, 6, 6, 6])]


@pytest.mark.parametrize("f", [packed, factors, under_conditions], ids=lambda f: f.__name__)
@pytest.mark.parametrize("x", INPUTS, ids=len)
def test_results_are_pythons(f, x):
    run = precis.compile(lift(f, INPUTS[0]))
    for _ in range(3):
        found, expected = run(x), f(x)
        for a, b in zip(*(v if isinstance(v, tuple) else (v,) for v in (found, expected)), strict=True):
            np.testing.assert_array_equal(a, b)
            assert type(a) is type(b)


def copies(f):
    """How many loops copy a list into another array, by the text: each makes an array in an iteration."""
    program = lift(f, INPUTS[0])
    source = precis.emit(program, program.original, target="cpu")
    text = next(text for name, text in source.files.items() if name.endswith(".cpp"))
    return text.count("_memory.of(")


@pytest.mark.parametrize("f", [packed, factors, under_conditions], ids=lambda f: f.__name__)
def test_lists_are_lengthened_in_place(f):
    assert copies(f) == 0


def test_what_is_longer_than_what_is_written_is_not_known_to_fit():
    numbers = Numbers()
    build = Build(Names({"x"}))
    n, room = Size.of("n"), Size.of("room")
    rows = build.zeros((room,), "real")
    part = build.zeros((n,), "real")
    build.update(rows, part, at=(Cut(Size(), n),))
    numbers.learn_ahead(build.nodes)
    assert numbers.top(n, {"room"}) == room
    assert numbers.top(n - 1, {"room"}) == room
    assert numbers.top(n + 1, {"room"}) is None
    assert numbers.top(Size.of("m"), {"room"}) is None
    assert numbers.top(n, {"other"}) is None


def test_long_lists():
    """With a copy for each item these would take minutes."""
    run = precis.compile(lift(packed, INPUTS[0]))
    rng = np.random.default_rng(5)
    x = rng.integers(0, 1 << 20, 400_000)
    found, _ = run(x)
    expected, _ = packed(x)
    np.testing.assert_array_equal(found, expected)
