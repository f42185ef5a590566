"""Fourier transforms of many lines: of lengths that are products of 2, 3 and 5 in the runtime header, with NumPy's bits."""

import platform

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
OWN = (2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 20, 24, 25, 27, 30, 32, 36, 40, 45, 48, 60, 64, 72, 75, 80, 81, 96, 100, 120, 125, 128, 200, 243, 250, 256, 360,
       512, 625, 640, 1000, 1024, 1536, 2000, 2048)
OTHERS = (1, 7, 11, 14, 22, 97, 2049, 2160)
DTYPES = (np.complex128, np.complex64)
EXACT = platform.machine() == "x86_64"  # elsewhere compilers may fuse NumPy's own operations


def transforms(z):
    return np.fft.fft(z, axis=2), np.fft.ifft(z, axis=1), np.fft.fft(z, axis=0, norm="ortho"), np.fft.ifft(z, axis=0, norm="forward")


def in_place(z):
    z[:] = np.fft.ifft(z, axis=0)
    z[0] = np.fft.fft2(z[1:])[0]


@pytest.fixture(scope="module", params=DTYPES)
def dtype(request):
    return request.param


@pytest.fixture(scope="module")
def compiled(dtype):
    return compile_native(lift(transforms, np.ones((9, 9, 9), dtype)))


def _equal(found, expected):
    assert found.dtype == expected.dtype
    bound = 0.0 if EXACT else 2.0 * float(np.finfo(found.dtype).eps)
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=bound * float(np.linalg.norm(expected)))


@pytest.mark.parametrize("n", OWN + OTHERS)
def test_transforms_have_numpys_bits(compiled, dtype, n):
    """In rows and in columns, of whole vectors of lines and of what is left of them, also of fewer lines than are taken at a time."""
    rng = np.random.default_rng(n)
    for shape in ((7, 2, n), (1, n, 15), (n, 1, 3), (n, 4, 2), (3, 6, n), (1, n, 35)):
        z = (rng.normal(size=shape) + 1j * rng.normal(size=shape)).astype(dtype)
        for found, expected in zip(compiled(z), transforms(z), strict=True):
            _equal(found, expected)


def test_one_line_without_numbers_leaves_its_neighbours_alone(compiled, dtype):
    z = (np.random.default_rng(0).normal(size=(11, 9, 16)) + 0j).astype(dtype)
    z[3, 4, 5], z[7, 1, 2] = np.nan, np.inf
    with np.errstate(invalid="ignore"):
        for found, expected in zip(compiled(z), transforms(z), strict=True):
            np.testing.assert_array_equal(np.isfinite(found), np.isfinite(expected))
            finite = np.isfinite(expected)
            _equal(found[finite], expected[finite])


def test_transforms_replace_what_they_are_of(dtype):
    z = (np.random.default_rng(1).normal(size=(9, 8, 10)) + 0.5j).astype(dtype)
    mine, theirs = z.copy(), z.copy()
    compile_native(lift(in_place, z))(mine)
    in_place(theirs)
    _equal(mine, theirs)
