"""One call or few of every NumPy and Python function that precis lifts."""

import math

import numpy as np

from tests.lift.numpy.case import SUMS, Case


def elementary(a):
    return (np.sqrt(a), np.exp(a), np.exp2(a), np.expm1(a), np.log(a), np.log2(a), np.log10(a), np.log1p(a), np.sin(a), np.cos(a),
            np.tan(a), np.sinh(a), np.cosh(a), np.tanh(a), np.arcsin(a / 2), np.arccos(a / 2), np.arctan(a), np.arcsinh(a),
            np.arccosh(a + 1), np.arctanh(a / 2), np.cbrt(a), np.square(a), np.reciprocal(a), np.negative(a), np.positive(a),
            np.abs(a - 1), np.fabs(a - 1), np.sign(a - 1), np.floor(3 * a), np.ceil(3 * a), np.trunc(3 * a), np.rint(3 * a),
            np.deg2rad(a), np.rad2deg(a), np.radians(a), np.degrees(a), np.signbit(a - 1), np.isnan(a), np.isinf(a), np.isfinite(a))


def binary(a, b):
    return (np.add(a, b), np.subtract(a, b), np.multiply(a, b), np.divide(a, b), np.true_divide(a, b), np.floor_divide(a, b),
            np.mod(a, b), np.remainder(-a, b), np.fmod(-a, b), np.power(a, b), np.float_power(a, b), np.arctan2(a, b), np.hypot(a, b),
            np.maximum(a, b), np.minimum(a, b), np.fmax(a, b), np.fmin(a, b), np.copysign(a, -b), np.heaviside(a - 1, b),
            np.logaddexp(a, b), np.less(a, b), np.greater_equal(a, b), np.equal(a, a), np.not_equal(a, b),
            np.logical_and(a > 1, b), np.logical_or(a > 1, b > 1), np.logical_xor(a > 1, b > 1), a % 0.3, a // 0.3)


def powers(a, x):
    return a**2, a**3, a**-1, a**0.5, a**-2, a**0, 2.0**a, a**a, x**2, x**0.5, x**3, np.power(a, 2), a**2.0, 2**a


def negative_powers(x, n):
    """Of Python ints they are floats."""
    return x * 10 ** -3, x * 2 ** n, len(x) ** -2


def integers(a, b):
    return (np.bitwise_and(a, b), np.bitwise_or(a, b), np.bitwise_xor(a, b), np.invert(a), np.left_shift(a, 1), np.right_shift(a, 1),
            np.floor(a), np.sqrt(a), np.maximum(a, 3), a % 5, a**2, np.power(a, 2), np.sign(a), a // 2, np.mod(a, 7), a == b, a / b)


def reductions(a):
    return (a.sum(), np.sum(a, axis=0), a.sum(axis=1, keepdims=True), np.sum(a, axis=(0, 1)), a.prod(), np.prod(a, axis=-1), a.mean(),
            np.mean(a, axis=0), a.var(), np.var(a, axis=1, ddof=1), a.std(), np.std(a, axis=0, keepdims=True), a.max(), np.max(a, axis=0),
            np.amin(a), a.min(axis=1), np.argmax(a), a.argmin(axis=1), np.any(a > 1), np.all(a > 0, axis=0), np.count_nonzero(a > 1),
            np.ptp(a), np.median is None, np.average(a), np.average(a, axis=0, weights=a), np.add.reduce(a), np.maximum.reduce(a))


def scans(a):
    return (np.cumsum(a), np.cumsum(a, axis=0), a.cumsum(axis=1), np.cumprod(a), np.diff(a), np.diff(a, axis=0), np.diff(a, n=2),
            np.add.accumulate(a), np.trace(a), np.ediff1d(a))


def creation(n, x):
    return (np.zeros(n), np.ones((n, 2)), np.full(n, x), np.full((2, n), 3), np.zeros_like(np.ones(n)), np.empty((n, n)).shape == (n, n),
            np.arange(n), np.arange(1, n), np.arange(0, n, 2), np.arange(n, 0, -1), np.arange(0.0, 1.0, 0.25), np.linspace(0, 1, n),
            np.linspace(0.5, x, n, endpoint=False), np.eye(n), np.eye(n, k=1), np.identity(3), np.array([1.0, 2.0]), np.array([[1, 2], [3, 4]]),
            np.array([x, 2 * x]), np.array([[x, 1.0], [0.0, x]]), np.tri(n), np.logspace(0, 2, n), np.vander(np.arange(3.0)),
            np.full_like(np.ones(3), 7.0), np.ones(n, dtype=np.float32), np.zeros(n, dtype=int), np.ones(3, dtype=bool))


def grids(n, m):
    X, Y = np.meshgrid(np.linspace(0, 1, n), np.linspace(0, 2, m))
    U, V = np.meshgrid(np.arange(n), np.arange(m), indexing="ij")
    I, J = np.mgrid[0:n, 0:m]
    P, Q = np.ogrid[0:n, 0:m]
    return X * Y, U - V, I + J, P * Q, np.mgrid[0:5]


def shaping(a):
    return (a.T, a.mT, np.transpose(a, (1, 0, 2)), a.transpose(2, 0, 1), np.swapaxes(a, 0, 2), np.moveaxis(a, 0, -1), a.reshape(-1),
            a.reshape(a.shape[0], -1), np.reshape(a, (a.shape[2], -1)), a.ravel(), a.flatten(), np.expand_dims(a, 1), np.squeeze(a[:1]),
            np.squeeze(a[:, :1], axis=1), np.flip(a), np.flip(a, axis=0), np.fliplr(a), np.flipud(a), np.roll(a, 1, axis=0),
            np.roll(a, -2, axis=2), np.roll(a, 1), np.broadcast_to(a[0], a.shape), np.atleast_2d(a[0, 0]), np.rot90(a[0]))


def joining(a, b):
    return (np.concatenate([a, b]), np.concatenate((a, a), axis=1), np.stack([a, a]), np.stack((a, a), axis=-1), np.vstack([a, b]),
            np.hstack([a, a]), np.column_stack([a[:, 0], a[:, 1]]), np.append(a, b), np.repeat(a, 2, axis=1), np.repeat(a, 2),
            np.tile(a, 2), np.tile(a, (2, 1)), np.hstack((a[:, 0], b[:, 0])), np.split(a, 2, axis=1)[1], np.concatenate([a, b, a], axis=0),
            np.diagflat(a[0]), np.diagflat(a[:2], 1), np.insert(a[0], 0, 0.5), np.insert(a[0], -1, b[0, 0]), np.insert(a, 3, 7))


def padding(a):
    return (np.pad(a, 1), np.pad(a, ((1, 2), (0, 1))), np.pad(a, 2, mode="edge"), np.pad(a, 1, mode="reflect"), np.pad(a, (1, 2), mode="wrap"),
            np.pad(a, 1, "symmetric"), np.pad(a, 1, constant_values=5.0), np.tril(a), np.triu(a, 1), np.tril(a, -1))


def choosing(a, b):
    return (np.where(a > b, a, b), np.where(a > 1, 1.0, 0), np.clip(a, 0.7, 1.2), a.clip(0.8), np.clip(a, None, b), np.minimum(a, 1),
            np.select([a > 1.2, a > 0.8], [a, b], 0.0), np.take(a, [0, 2]), np.nan_to_num(a), np.isclose(a, b), np.allclose(a, a),
            np.array_equal(a, b))


def tables(x, xp, fp):
    return np.interp(x, xp, fp), np.searchsorted(xp, x), np.searchsorted(xp, x, side="right"), np.trapezoid(fp, xp), np.trapezoid(fp, dx=0.5)


def vector_calculus(a, b, f):
    return (np.cross(a, b), np.gradient(f[0]), np.gradient(f[0], 0.5), np.gradient(f)[1], np.gradient(f, 0.1, axis=0),
            np.convolve(f[0], f[0, :3]), np.convolve(f[0], f[0, :3], mode="same"), np.convolve(f[0], f[0, :3], mode="valid"),
            np.polyval([1.0, 2.0, 3.0], f), np.linalg.norm(a), np.linalg.norm(a, axis=1), np.linalg.norm(f[0], 1), np.linalg.norm(f[0], np.inf))


def statistics(a):
    return np.cov(a), np.corrcoef(a), np.histogram(a[0], 4), np.histogram(a[0], bins=3, range=(0.6, 1.4))


def python_numbers(x, y, n):
    return (abs(-x), max(x, y), min(x, y, 0.1), pow(x, 2), int(3.7 * x), float(n), round is None, divmod(n, 3), x // y, x % y, -x,
            math.sqrt(x), math.exp(x), math.sin(x), math.atan2(x, y), math.pow(x, y), math.floor(3 * x), math.ceil(3 * x), math.pi * x,
            math.hypot(x, y), math.log(x, 2), math.log(x), math.erf(x), math.copysign(x, -1.0), math.isnan(x), bool(n), n * 1.5,
            sum([x, y, 1.0]), n**2, x > y and y < 1.0, x > y or y > 5.0, not x > y, 1 if x > y else 2, 0.1 < x < 2.0,
            round(3 * x), round(2.5), round(-x - y), round(n), not 0.5 < x < 1.0, not (x > 0.1 and y < 0.1))


def scalar_types(a):
    s = a[0]
    return (np.float32(s) * 0.1, np.float64(1.0) / 3, s.astype(np.float32), s.item() * 2, np.int64(7) // 2, a.astype(int), a.astype("f4"),
            a.astype(np.float32).dtype == np.float32, np.sqrt(2.0) * s, np.pi * s, a.size, a.ndim, len(a), a.shape[0], a.dtype == float,
            isinstance(s, float), isinstance(a, np.ndarray), np.finfo(float).eps * s, np.finfo(a.dtype).max > 1)


def special_values(a):
    b = a / np.zeros_like(a)
    return np.isinf(b), np.isnan(b - b), np.inf * a, np.maximum(a, np.nan), np.fmax(a, np.nan), np.nansum(np.where(a > 1, np.nan, a))


def broadcasting(a, b, c):
    return a + b, a * c, (a[:, None] + c).sum(axis=2), np.ones((4, 1)) * np.ones(3), np.add.outer(b, b), np.multiply.outer(b, b)


def broadcast_pairs(a):
    x, y = np.broadcast_arrays(a[:, None], a[None, :])
    return x - y


def rounding(a):
    whole, part = np.divmod(a, 0.3)
    return (np.round(a), np.round(a, 2), np.around(3 * a), np.fix(-a), a.round(1), np.modf(a)[0], whole, part, round(2.5), np.ldexp(a, 3),
            int(round(a[0])))


GROWN = (lambda f: lambda z: f(z) + 1.0)(np.exp)  # the inner one of two in a line


def any_number_of_terms(a, *terms, scale=2.0):
    """Arguments are bound in the order of a call, though `scale` has a default."""
    return scale * sum(t * a**k for k, t in enumerate(terms))


def per_element(a):
    def f(x, y):
        if x > y:
            return x - y
        return 0.0

    g = np.vectorize(f)
    return (g(a, 1.0), GROWN(a), np.vectorize(lambda x: x * 2.0)(a), np.piecewise(a, [a < 0.8, a > 1.2], [lambda x: -x, 2.0, 0.0]),
            np.fromfunction(lambda i, j: i + 10.0 * j, (3, 4)), np.apply_along_axis(np.sum, 0, a[:, None] * a))


def rng(seed=0):
    return np.random.default_rng(seed)


def mat(*shape, seed=0):
    return rng(seed).uniform(0.5, 1.5, shape)


def ints(*shape, seed=0):
    return rng(seed).integers(1, 50, shape)


CASES = [
    Case(rounding, (mat(5),), [(mat(8),)], SUMS),
    Case(per_element, (mat(5),), [(mat(8),)], SUMS),
    Case(any_number_of_terms, (mat(5), 0.5, -1.0, mat(5, seed=1)), [(mat(8), 0.1, 2.0, mat(8, seed=1))], SUMS),
    Case(elementary, (mat(5),), [(mat(8),)], SUMS),
    Case(elementary, (mat(5).astype(np.float32),), [], 1e-5),
    Case(binary, (mat(5), mat(5, seed=1)), [(mat(8), mat(8, seed=1))], SUMS),
    Case(powers, (mat(5), 1.7), [(mat(8), 0.3)], SUMS),
    Case(negative_powers, (mat(3), -2), [(mat(5), -2)]),
    Case(integers, (ints(5), ints(5, seed=1)), [(ints(8), ints(8, seed=1))], SUMS),
    Case(reductions, (mat(4, 5),), [(mat(7, 3),)], SUMS),
    Case(reductions, (ints(4, 3) % 5,), [(ints(5, 2) % 5,)], SUMS),
    Case(scans, (mat(4, 5),), [(mat(3, 7),)], SUMS),
    Case(creation, (4, 0.3), [(7, 1.7)], SUMS),
    Case(grids, (4, 5), [(3, 7)], SUMS),
    Case(shaping, (mat(3, 4, 5),), [(mat(2, 3, 6),)]),
    Case(joining, (mat(3, 4), mat(2, 4)), [(mat(5, 6), mat(3, 6))]),
    Case(padding, (mat(4, 5),), [(mat(3, 6),)]),
    Case(choosing, (mat(5), mat(5, seed=1)), [(mat(8), mat(8, seed=1))]),
    Case(tables, (mat(6), np.sort(mat(5)), mat(5)), [(mat(9), np.sort(mat(7)), mat(7))], SUMS),
    Case(vector_calculus, (mat(4, 3), mat(4, 3, seed=1), mat(5, 6)), [(mat(2, 3), mat(2, 3, seed=1), mat(7, 8))], 1e-12),
    Case(statistics, (mat(3, 20),), [(mat(4, 30),)], 1e-12),
    Case(python_numbers, (0.7, 0.4, 5), [(1.3, 2.4, 8)], SUMS),
    Case(scalar_types, (mat(5),), [(mat(8),)], SUMS),
    Case(special_values, (mat(5),), [(mat(8),)], SUMS),
    Case(broadcasting, (mat(3, 4), mat(4), mat(3, 1)), [(mat(5, 2), mat(2), mat(5, 1))], SUMS),
    Case(broadcast_pairs, (mat(4),), [(mat(6),)]),
]
