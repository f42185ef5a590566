"""Formats of results: narrow floats, integers of few bits, booleans, complex numbers; products of matrices."""

import numpy as np

from tests.lift.numpy.case import SUMS, Case


def inplace_dtypes(a, b):
    a += 1
    a *= b
    a[1:] -= b[1:] / 3
    return a


def scalars_stay_narrow(a, s):
    x = a[0] * 0.1
    y = np.float32(0.1) * a.sum()
    z = s * a + 0.1
    w = float(a[0]) * 0.1
    return x, y, z, w, a.mean() + 1.5


def mixed_precision(a, b):
    c = a * b
    d = (a + 0.1).astype(np.float64) * b
    e = b.astype(np.float32)
    e = e * a
    f = np.zeros_like(a)
    f[:] = b
    return c, d, e, f


def compares_narrow(a):
    return a < 0.1, np.where(a > 0.7, a, 1.0), (a == 0.1).sum()


def integer_arithmetic(n, a):
    k = a // 3 + a % 4
    b = (a << 2) ^ (a >> 1) | 1
    c = a * 1.5
    d = a / 4
    return k, b & 0xFF, c, d, a.sum(), a.mean(), -a, abs(-a), a ** 2, n // 2 + n % 3, n / 2


def narrow_integers(a):
    b = a + np.int8(100)
    return b, a.sum(), a * 2, (a.astype(np.int32) * 1000).astype(np.int16), a.astype(float) / 3


def bools(a, b):
    m = a > b
    return m + m, m * 2, m.sum(), m & ~m, m | (a < 0.6), m ^ True, np.logical_not(m), m.any(), m.all(axis=0), m.mean()


def complex_numbers(z, w):
    return z * w, z / w, abs(z), z.real + 1.0, z.imag, np.conj(z) * z, np.exp(1j * w.real), (z * 2).conj().T, z.sum(), np.angle(z)


def complex_parts(z):
    z.real[0] = 5.0
    z.imag *= 2.0
    z.real = z.real + 1.0
    return z


def einsums(a, b, c):
    return (np.einsum("ij,jk->ik", a, b), np.einsum("ij,jk,kl->il", a, b, c), np.einsum("ii->i", c @ c.T),
            np.einsum("ij->j", a), np.einsum("ij,ij->", a, a), np.einsum("ij,kj->ikj", a, a), np.einsum("ij", a))


def products(a, b, v):
    return (a @ b, a.dot(b), np.dot(v, v), np.inner(a, b.T), np.outer(v, v), np.vdot(v, v), np.tensordot(a, b, 1),
            np.tensordot(a, b, axes=([0], [1])), np.matmul(a[None], b), v @ v, np.kron(a, b), a @ b.T[0])


def rng(seed=0):
    return np.random.default_rng(seed)


def mat(*shape, seed=0):
    return rng(seed).uniform(0.5, 1.5, shape)


def f32(*shape, seed=0):
    return mat(*shape, seed=seed).astype(np.float32)


def cx(*shape, seed=0):
    return mat(*shape, seed=seed) + 1j * mat(*shape, seed=seed + 1)


def of_binary32(x):
    """Functions that go on in binary64, and those that stay in the precision of what they get."""
    f, k = x.astype(np.float32), (x * 4).astype(np.int32)
    return (np.interp(x[1:4] + 1e-3, f, f), np.interp(f[2] + np.float32(1e-3), f, f), np.cov(f, f[::-1]), np.corrcoef(f, f * f),
            np.percentile(f, 30), np.percentile(f, [30, 60]), np.quantile(f, 0.3), np.nanpercentile(f, 30), np.nanquantile(f, [0.2, 0.4]),
            np.linspace(f[0], f[1], 4), np.linspace(f[0], 1.0, 4), np.linspace(f[0], x[1], 4), np.linspace(f, 2.0, 3),
            np.logspace(f[0], f[1], 3), np.geomspace(f[0] + 1, f[1] + 2, 5), np.r_[f, 1.0], np.r_[k, 1], np.arange(f[0], 2),
            np.arange(np.int32(3)) * 1000000000, np.linspace(np.int32(1), 4, 4), np.linspace(0, 1j * x[0], 3), np.linspace(0.5, 2j, 3))


def ints(*shape, high=50):
    return rng().integers(0, high, shape)


CASES = [
    Case(inplace_dtypes, (f32(5), mat(5)), [(f32(7), mat(7))]),
    Case(scalars_stay_narrow, (f32(5), np.float32(2.5)), [(f32(7), np.float32(0.3))]),
    Case(scalars_stay_narrow, (f32(5), 2.5), [(f32(7), 0.3)]),
    Case(mixed_precision, (f32(5), mat(5)), [(f32(7), mat(7))]),
    Case(compares_narrow, (f32(5),), [(f32(7),)]),
    Case(integer_arithmetic, (7, ints(6)), [(10, ints(9))]),
    Case(narrow_integers, (rng().integers(-100, 100, 8).astype(np.int8),), [(rng(2).integers(-100, 100, 5).astype(np.int8),)]),
    Case(bools, (mat(3, 4), mat(3, 4, seed=1)), [(mat(5, 2), mat(5, 2, seed=1))], SUMS),
    Case(complex_numbers, (cx(3, 4), cx(3, 4, seed=2)), [(cx(2, 5), cx(2, 5, seed=2))], SUMS),
    Case(complex_parts, (cx(4),), [(cx(6),)]),
    Case(einsums, (mat(3, 4), mat(4, 5), mat(5, 6)), [(mat(2, 6), mat(6, 3), mat(3, 4))], SUMS),
    Case(products, (mat(4, 4), mat(4, 4), mat(4)), [(mat(6, 6), mat(6, 6), mat(6))], SUMS),
    Case(of_binary32, (np.sort(np.random.default_rng(2).random(8)),), more=[(np.sort(np.random.default_rng(3).random(11)),)], close=3e-7),
]
