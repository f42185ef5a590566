"""Loops of few iterations around `while` loops that lengthen lists stay loops: written out, they would know no more, and trials of
them would be as many as copies in copies."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import emit
from precis.ir.types import Block
from precis.lift import lift
from precis.lift.numpy import settling
from precis.lift.numpy.untold import only_runs_tell
from tests.emit.oracle import needs_compiler


def coded(data):
    """Bits of bytes by a binary range coder of one chance, carries handed back."""
    low, span, held, waiting, first = 0, 0xFFFFFFFF, 0, 0, True
    out = []
    for byte in data:
        for k in range(7, -1, -1):
            bound = (span >> 2) * 3
            if (int(byte) >> k) & 1 == 0:
                span = bound
            else:
                low += bound
                span -= bound
            while span < 1 << 24:
                if low < 0xFF000000 or low > 0xFFFFFFFF:
                    carry = low >> 32
                    if not first:
                        out.append((held + carry) & 255)
                    for _ in range(waiting):
                        out.append((255 + carry) & 255)
                    waiting, first = 0, False
                    held = (low >> 24) & 255
                else:
                    waiting += 1
                low = (low & 0x00FFFFFF) << 8
                span <<= 8
    return np.array(out, dtype=np.uint8)


def doubled(x):
    """The length is what an int says that the iterations change: written out, it is known."""
    total, n = 0.0, 1
    for _ in range(4):
        n = 2 * n
        total += x[:n].sum()
    return total


def found(x):
    """A while loop tells where one slice ends, an int that the iterations change where another does."""
    total, n, m = 0.0, 0, 1
    for k in range(4):
        m = 2 * m
        while n < len(x) - 1 and x[n] < 0.25 * (k + 1):
            n += 1
        total += x[:n].sum() + x[:m].sum()
    return total


def searched(x):
    total, n = 0.0, 0
    for k in range(4):
        while n < len(x) - 1 and x[n] < 0.25 * (k + 1):
            n += 1
        total += x[:n].sum()
    return total


def bytes_of(n):
    return np.random.default_rng(n).integers(0, 256, n).astype(np.uint8)


def loops(program):
    return [n for n in program.body.walk() if n.op == "loop"]


def whiles(program):
    return [n for n in program.body.walk() if n.op == "while"]


def test_a_loop_around_whiles_is_not_written_out():
    program = lift(coded, bytes_of(40))
    assert any(n.attrs["range"].trips.constant == 8 for n in loops(program))
    assert len(whiles(program)) <= 2


def test_trials_are_few(monkeypatch):
    count, converged = [], settling._converged
    monkeypatch.setattr(settling, "_converged", lambda *a: (count.append(None), converged(*a))[1])
    lift(coded, bytes_of(40))
    assert len(count) <= 400  # 264; a thousand where the eight iterations are written out


@needs_compiler
@pytest.mark.parametrize("n", [0, 1, 2, 7, 300])
def test_right_for_any_length(n):
    run = compile_native(lift(coded, bytes_of(40)))
    assert run.backend == "native"
    data = bytes_of(n)
    np.testing.assert_array_equal(run(data), coded(data))


@pytest.mark.parametrize("function", [doubled, found])
def test_bounds_that_sizes_tell_are_written_out(function):
    program = lift(function, np.sort(np.random.default_rng(3).random(40)))
    assert not loops(program)


def test_bounds_that_while_loops_tell_stay_in_a_loop():
    x = np.sort(np.random.default_rng(3).random(40))
    program = lift(searched, x)
    assert len(loops(program)) >= 1 and len(whiles(program)) == 1
    np.testing.assert_allclose(compile_native(program)(x), searched(x), rtol=1e-13)


def test_blocks_without_lengths_have_none_that_sizes_tell():
    assert only_runs_tell(Block((), (), ()))


def test_the_compiler_writes_out_loops_around_whiles():
    """Few iterations of scalars, not many, and no arrays."""
    def halved(x, many):
        count = 0
        for v in x:
            for k in range(4):
                while v > 0.1 * (k + 1):
                    v = v * 0.5
                    count += 1
        return count

    def halved_by_nine(x):
        count = 0
        for v in x:
            for k in range(9):
                while v > 0.1 * (k + 1):
                    v = v * 0.5
                    count += 1
        return count

    def halved_rows(x):
        y = x * 1.0
        for k in range(4):
            while y.sum() > 3.0 - 0.5 * k:
                y = np.sqrt(y) * 0.5
        return y
    x = np.random.default_rng(0).random(12)
    assert emit(lift(lambda x: halved(x, 4), x)).text.count("PR_WRITTEN_OUT") == 1
    assert "PR_WRITTEN_OUT" not in emit(lift(halved_by_nine, x)).text + emit(lift(halved_rows, x)).text
