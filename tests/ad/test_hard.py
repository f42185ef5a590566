"""Derivatives that are easy to get wrong, against differences of the NumPy functions themselves; kinks against jax.vjp."""

from __future__ import annotations

import copy
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift

RNG = np.random.default_rng(5)
HERE = np.array([0, 2, 2, 5, 0, 2])  # with repetitions
MANY = np.array([0, 2, 2, 4, 0, 2, 1, 1, 4, 2])
STEP, HALVINGS = 2e-3, 5
TOLERANCE = 1e-7


def real(*shape: int) -> np.ndarray:
    return RNG.normal(size=shape)


def complex_(*shape: int) -> np.ndarray:
    return RNG.normal(size=shape) + 1j * RNG.normal(size=shape)


def overlapping(x):
    for _ in range(3):
        x[1:] = x[:-1] * x[1:] + 0.1
    x[:-2] += x[2:]
    x[2:] -= 0.5 * x[:-2]
    return x


def reversed_view(x):
    y = x[::-1]
    y[:3] = x[:3] * 2.0
    x *= y
    return x


def transposed_alias(a):
    b = a.T
    a += b
    b[0] *= a[:, 1]
    return a @ b


def interleaved(x):
    a, b = x[::2], x[1::2]
    a[:] = np.sin(a) * b
    b[:] = b / (1 + a * a)
    a[:], b[:] = b.copy(), a.copy()
    return x


def rows_change_places(a):
    for i in range(len(a) - 1):
        a[[i, i + 1]] = a[[i + 1, i]]
        a[i] *= a[i + 1, 0]
    return a


def repeated_store(x, y):
    x[HERE] = y
    return x * x


def repeated_columns(x, y):
    x[1:, MANY] = y
    return x * x


def eliminated(a):
    for k in range(len(a)):
        p = k + np.argmax(np.abs(a[k:, k]))
        a[[k, p]] = a[[p, k]]
        for i in range(k + 1, len(a)):
            f = a[i, k] / a[k, k]
            a[i, k:] = a[i, k:] - f * a[k, k:]
        for i in range(k + 2, len(a)):
            a[i] = a[i] * a[k + 1]
        for i in range(k, len(a)):
            a[i] = np.sin(a[i]) + a[k, 0] + a[k, k]
    return a


def repeated_addition(x, y):
    np.add.at(x, HERE, y * x[HERE])
    return x


def repeated_product(x, y):
    np.multiply.at(x, HERE, y)
    return x


def shrinking(x):
    y = x
    for _ in range(3):
        y = y[y > y.mean() - 1.0] * 1.1
    return y.sum() ** 2


def products(x):
    return np.cumprod(x) + np.prod(x) * x


def early(x, t):
    acc = 1.0
    for i in range(len(x)):
        acc = acc * x[i]
        if abs(acc) < t:
            return acc + t * x[0]
    return acc * acc


def broken_off(x):
    s = 0.0
    for v in x:
        if v < -0.8:
            break
        s = s * 0.5 + v * v
    return s


def newton(a):
    x, n = a.copy(), 0
    while np.max(np.abs(x * x - a)) > 1e-13 and n < 50:
        x = 0.5 * (x + a / x)
        n += 1
    return x


def halves(x):
    if len(x) == 1:
        return x * x
    a, b = halves(x[:len(x) // 2]), halves(x[len(x) // 2:])
    return np.concatenate([a * b.sum(), b + a.sum()])


def tables(x, places, values):
    k = np.clip(np.searchsorted(places, x) - 1, 0, len(places) - 2)
    t = (x - places[k]) / (places[k + 1] - places[k])
    return values[k] * (1 - t) + values[k + 1] * t + np.interp(x, places, values)


def negative_powers(x):
    return x**3 + np.power(x, -2) + (x**2)**1.5 + x**np.arange(len(x))


def remainders(x, y):
    return x % y + x // y * x + np.floor(x) * x + np.fmod(x, y)


def factors(a):
    q, r = np.linalg.qr(a)
    return q @ np.diag(np.diag(r)**2), np.linalg.cholesky(a.T @ a), np.linalg.slogdet(a.T @ a)[1]


def spectra(a):
    u, s, vt = np.linalg.svd(a, full_matrices=False)
    w, v = np.linalg.eigh(a.T @ a)
    return s, u @ np.diag(s**2) @ vt, w, v**2


def null_spaces(a):
    k = min(a.shape)
    u, _, vt = np.linalg.svd(a)
    wt = np.linalg.svd(a.T)[2]
    return u[:, k:] @ u[:, k:].T, wt[k:].T @ wt[k:], vt[-1]**2


def odd_transforms(x):
    return np.fft.irfft(1j * np.fft.rfftfreq(len(x)) * np.fft.rfft(x), len(x)) + np.abs(np.fft.fft(x))**2


def complex_results(z):
    return np.fft.irfft(z, 7), np.exp(z) * z**2.5 + 1 / z, np.abs(z) + np.conj(z) * z.real + np.angle(z), np.cumprod(z)


def complex_products(z):
    return np.prod(z)


def complex_parts(z, x):
    z.real[1:] *= x[:-1]
    z.imag = x * z.imag
    z[0] *= 1j
    return z


CASES = [
    (overlapping, (real(8),)), (reversed_view, (real(8),)), (transposed_alias, (real(3, 3),)), (interleaved, (real(8),)),
    (rows_change_places, (real(4, 3),)), (repeated_store, (real(7), real(6))),
    (repeated_columns, (real(3, 5), real(2, 10))), (eliminated, (real(4, 4),)), (repeated_addition, (real(7), real(6))),
    (repeated_product, (real(7), real(6))), (shrinking, (real(8),)), (products, (real(6),)), (products, (np.array([1.5, 0.0, -2.0, 3.0]),)),
    (products, (np.array([1.5, 0.0, -2.0, 0.0, 3.0]),)), (early, (np.array([0.4, 0.5, 0.3, 0.6]), 0.1)), (early, (np.array([1.4, 1.5]), 0.01)),
    (broken_off, (np.array([0.3, -0.2, 0.7, -1.2, 0.4]),)), (newton, (np.array([0.7, 1.6, 3.0]),)), (halves, (real(6),)),
    (tables, (np.array([-0.5, 0.3, 1.7, 2.2]), np.array([0.0, 1.0, 2.0, 3.5]), real(4))), (negative_powers, (-1 - RNG.random(5),)),
    (remainders, (np.array([0.3, -1.4, 2.6, -0.8]), np.array([0.7, 0.9, -1.1, 0.35]))), (factors, (real(4, 3),)), (spectra, (real(4, 3),)),
    (null_spaces, (real(5, 3),)), (odd_transforms, (real(7),)), (odd_transforms, (real(8),)), (complex_results, (complex_(4),)),
    (complex_products, (complex_(4),)),
    (complex_parts, (complex_(4), real(4)))]
IDS = [f"{f.__name__}{k}" for k, (f, _) in enumerate(CASES)]


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=IDS)
@pytest.mark.parametrize("memory", [2**30, 600])
def test_derivatives_are_those_of_numpy(function, arguments, memory):
    made = lift(function, *copy.deepcopy(arguments))
    binding = bind(made, copy.deepcopy(arguments))[1]
    rng = np.random.default_rng(3)
    bars = [_like(y, rng) for y in _results(function, arguments)]
    for back in (adjoint(made, memory=memory), adjoint(instrument(made, binding), memory=memory)):
        verify(back)
        inputs = bind(made, copy.deepcopy(arguments))[0]
        for found, x in zip(interpret(back, [*inputs, *bars]), _slopes(function, arguments, bars)):
            assert np.linalg.norm(found - x) <= TOLERANCE * max(1.0, np.linalg.norm(x))


def _results(function: Callable, arguments: tuple[Any, ...]) -> list[np.ndarray]:
    """What a function returns, and the arguments that it changes."""
    given = copy.deepcopy(arguments)
    returned = function(*given)
    found = [np.asarray(y) for y in (returned if isinstance(returned, tuple) else (returned,)) if y is not None]
    changed = [x for x, before in zip(given, arguments) if not np.array_equal(x, before)]
    return [*found, *map(np.asarray, changed)]


def _like(y: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    drawn = rng.normal(size=y.shape)
    return np.asarray(drawn + 1j * rng.normal(size=y.shape) if np.iscomplexobj(y) else drawn)


def _slopes(function: Callable, arguments: tuple[Any, ...], bars: list[np.ndarray]) -> list[np.ndarray]:
    """The cotangent of each argument, element by element, by central differences extrapolated to a step of 0 (Richardson)."""
    def at(k: int, index: tuple[int, ...], by: complex) -> float:
        moved = np.array(arguments[k], complex if np.iscomplexobj(arguments[k]) else float)
        moved[index] += by
        given = (*arguments[:k], moved if moved.ndim else moved[()], *arguments[k + 1:])
        return sum(float(np.sum(np.real(np.conj(g) * y))) for g, y in zip(bars, _results(function, given)))

    def slope(k: int, index: tuple[int, ...], unit: complex) -> float:
        row = [(at(k, index, unit * h) - at(k, index, -unit * h)) / (2 * h) for h in (STEP / 2**i for i in range(HALVINGS))]
        for order in range(1, HALVINGS):
            row = [(4**order * b - a) / (4**order - 1) for a, b in pairwise(row)]
        return row[0]

    found = []
    for k, x in enumerate(map(np.asarray, arguments)):
        units = (1.0, 1j) if np.iscomplexobj(x) else (1.0,)
        found.append(np.array([sum(u * slope(k, i, u) for u in units) for i in np.ndindex(x.shape)]).reshape(x.shape))
    return found


def absolute(x):
    return np.abs(x) * np.exp(x)


def either(x):
    return np.maximum(x, -x) * np.exp(x)


def test_a_kink_has_the_mean_of_its_slopes():
    """Where jax.vjp takes the slope of one side of abs: no derivative exists there, and both lie between the slopes of the sides."""
    x = np.array([0.0, -1.0, 2.0])
    for function in (absolute, either):
        (found,) = interpret(adjoint(lift(function, x)), [x, np.ones(3)])
        np.testing.assert_allclose(found, np.exp(x) * (np.abs(x) + np.sign(x)), rtol=1e-15)
    with jax.enable_x64(True):
        (other,) = jax.vjp(lambda v: jnp.abs(v) * jnp.exp(v), jnp.asarray(x))[1](jnp.ones(3))
    np.testing.assert_allclose(np.asarray(other)[1:], found[1:], rtol=1e-14)
    assert abs(found[0]) <= 1 >= abs(other[0])


def bottlenecks(w):
    for k in range(len(w)):
        through = np.minimum(w[:, k, np.newaxis], w[k])
        better = through > w
        w[better] = through[better]


@pytest.mark.parametrize("density", [1.0, 0.3])
def test_ties_share_as_those_of_jax_do(density):
    """Paths through one edge after another: minima of equal weights, most of them 0 in the sparse one."""
    rng = np.random.default_rng(2)
    w, bar = rng.random((9, 9)) * (rng.random((9, 9)) < density), rng.normal(size=(9, 9))
    (found,) = interpret(adjoint(lift(bottlenecks, w.copy())), [w, bar])
    with jax.enable_x64(True):
        def port(v):
            for k in range(9):
                through = jnp.minimum(v[:, k, None], v[k])
                v = jnp.where(through > v, through, v)
            return v
        (expected,) = jax.vjp(port, jnp.asarray(w))[1](jnp.asarray(bar))
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)


def complex_functions(z):
    return (np.sinh(z), np.cosh(z), np.tanh(z), np.tan(z), np.arcsin(z), np.arccos(z), np.arcsinh(z), np.arctanh(z), np.arctan(z),
            np.log1p(z), np.expm1(z), np.reciprocal(z + 2.0), np.arccosh(z + 2.0))


def test_complex_functions_have_derivatives_on_the_axes():
    """Where parts are 0, values are often known without a formula, but what follows from it is not."""
    z = np.array([0.3j, -0.6j, 0.0, 0.4, -0.7, 0.2 - 0.9j, 0.9j])
    program = lift(complex_functions, z)
    bars = [RNG.normal(size=7) + 1j * RNG.normal(size=7) for _ in program.body.results]
    (found,) = interpret(adjoint(program), [z, *bars])
    with jax.enable_x64(True):
        def port(z):
            return (jnp.sinh(z), jnp.cosh(z), jnp.tanh(z), jnp.tan(z), jnp.arcsin(z), jnp.arccos(z), jnp.arcsinh(z), jnp.arctanh(z),
                    jnp.arctan(z), jnp.log1p(z), jnp.expm1(z), 1.0 / (z + 2.0), jnp.arccosh(z + 2.0))
        (expected,) = jax.vjp(port, jnp.asarray(z))[1](tuple(jnp.asarray(np.conj(b)) for b in bars))
    np.testing.assert_allclose(found, np.conj(expected), rtol=1e-12)
