"""Fourier transforms in native code: NumPy's own loops give NumPy's bits; without them the host computes."""

import numpy as np
import pytest

from precis.emit import libraries, native, transforms
from precis.emit.engine import compile as compile_program
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
RNG = np.random.default_rng(5)


def complex_ones(z):
    return (np.fft.fft(z), np.fft.ifft(z), np.fft.fft(z, axis=0), np.fft.ifft(z, axis=1, norm="ortho"), np.fft.fft(z, axis=1, norm="forward"),
            np.fft.fft(z[0, :, 0]), np.fft.ifft(z.T, norm="forward"))


def real_ones(x, z):
    return (np.fft.rfft(x), np.fft.rfft(x, axis=0, norm="ortho"), np.fft.rfft(x[0], axis=0, norm="forward"), np.fft.irfft(z, n=2 * z.shape[2] - 1),
            np.fft.irfft(z, axis=0), np.fft.irfft(z[0], axis=0, norm="ortho"), np.fft.irfft(z[0, 0], norm="forward"))


def cases(shape, wide):
    z = RNG.normal(size=shape) + 1j * RNG.normal(size=shape)
    z, x = (z, z.real) if wide else (z.astype(np.complex64), z.real.astype(np.float32))
    return (complex_ones, (z,)), (real_ones, (np.ascontiguousarray(x), z))


@pytest.mark.parametrize("wide", [True, False], ids=["binary64", "binary32"])
@pytest.mark.parametrize("shape", [(4, 6, 15), (9, 5, 32), (3, 2, 11)])
def test_transforms_are_those_of_numpy(shape, wide):
    for function, args in cases(shape, wide):
        compiled = compile_program(lift(function, *args), quick=True)
        assert compiled.hosted == ()
        for found, expected in zip(compiled(*args), function(*args), strict=True):
            assert found.dtype == expected.dtype
            np.testing.assert_array_equal(found, expected)


def test_every_loop_is_found():
    assert all(map(transforms.loop_address, transforms.LOOPS)) and transforms.loop_address("dgemm_") is None


@pytest.mark.parametrize("change", ["name", "types", "loop"])
def test_a_layout_that_is_another_is_not_used(change, monkeypatch):
    """Of what is read, name, types and results are compared with NumPy's."""
    class Other(transforms._Ufunc):
        pass
    other = {"name": lambda read: setattr(read, "name", b"another"),
             "types": lambda read: setattr(read, "types", transforms.ctypes.cast(transforms.ctypes.create_string_buffer(9), type(read.types))),
             "loop": lambda read: None}[change]

    def read_at(address):
        copy = transforms._Ufunc.from_buffer_copy(transforms.ctypes.string_at(address, transforms.ctypes.sizeof(transforms._Ufunc)))
        other(copy)
        return copy
    Other.from_address = staticmethod(read_at)
    monkeypatch.setattr(transforms, "_Ufunc", Other)
    if change == "loop":
        monkeypatch.setattr(transforms, "_right", lambda *_: False)
    assert transforms.loop_address.__wrapped__("zfft_") is None


def test_without_loops_the_host_computes(monkeypatch):
    function, args = cases((2, 3, 8), True)[0]
    monkeypatch.setattr(native, "address", lambda routine: None if routine in transforms.LOOPS else libraries.address(routine))
    compiled = compile_program(lift(function, *args), quick=True)
    for found, expected in zip(compiled.run(args), function(*args), strict=True):
        np.testing.assert_array_equal(found, expected)


def along_a_computed_length(v, n):
    m = int(n[0])
    return np.fft.rfft(np.ones((m, m)) * v[0], axis=0).real


def test_imaginary_parts_that_nobody_reads_have_room_of_a_computed_length() -> None:
    run = compile_program(lift(along_a_computed_length, np.array([2.0]), np.array([4])))
    for n in (4, 3):
        args = np.array([3.0]), np.array([n])
        np.testing.assert_allclose(run(*args), along_a_computed_length(*args), atol=1e-15)
