"""One or more calls per JAX primitive that lifts, with the units in the last place that JAX and the Program may differ by.

0 means bit for bit: + - * / sqrt and what moves or compares elements. Elementary functions of XLA are a few units off the
correctly rounded ones; sums differ by their order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax
from jax.ad_checkpoint import checkpoint_name
from jax.experimental import sparse
from jax.extend.random import threefry2x32_p

rng = np.random.default_rng(20260730)


def real(*shape, low=-2.0, high=2.0):
    return rng.uniform(low, high, shape).astype(np.float32)


def ints(*shape, low=-9, high=10, dtype: Any = np.int32):
    return rng.integers(low, high, shape).astype(dtype)


def compl(*shape):
    return (real(*shape) + 1j * real(*shape)).astype(np.complex64)


KEY = np.array([17, 4242424242], np.uint32)
WORDS = np.array([0, 1, 0x3F800000, 0xBFC00001, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x80000000, 0x00800000, 0x40490FDB,
                  0x3C003C00], np.uint32)


def larger(one, other):
    """Of two numbers with their places the larger one, the first of equal ones."""
    first = (one[0] > other[0]) | ((one[0] == other[0]) & (one[1] < other[1]))
    return jnp.where(first, one[0], other[0]), jnp.where(first, one[1], other[1])


def pool(x, n=3):
    return lax.reduce_window(x, -jnp.inf, lax.max, (n, n), (2, 2), "SAME")


def walk(carry, _):
    key, x = carry
    key, step = jax.random.split(key)
    return (key, x + 0.1 * jax.random.normal(step, x.shape)), x[0]


def typed_keys(k):
    keys = jax.random.split(jax.random.wrap_key_data(k), (2, 3))
    picked = keys[1, jnp.array([2, 0])], keys.reshape(6)[4][None], keys.T[0][::1]
    return [jax.vmap(lambda key: jax.random.uniform(key, (2,)))(p) for p in picked]


def extracted(pattern, x):
    return sparse.bcsr_extract(pattern.indices, pattern.indptr, x)


@jax.custom_vjp
def squared(x):
    return x * x


squared.defvjp(lambda x: (x * x, x), lambda x, bar: (bar * 2 * x,), optimize_remat=True)


@dataclass
class Sample:
    primitive: str
    fn: Callable
    args: tuple
    ulps: float = 0.0
    kwargs: dict[str, Any] = field(default_factory=dict)


X, Y, P = real(3, 4), real(3, 4), real(3, 4, low=0.1, high=3.0)
A, B, I, J = real(5, 6), real(6, 4), ints(3, 4), ints(3, 4, low=1)
V, M = real(9), rng.random((3, 4)) > 0.5
C = compl(3, 4)
UNORDERED = np.array([[2 + 1j, 2 - 1j, -3 + 4j, 2 + 1j], [complex(np.nan, 1), 1j, complex(2, np.nan), -1j],
                      [complex(0.0, 3), complex(-0.0, 2), complex(np.inf, -1), complex(-np.inf, 7)]], np.complex64)
CUTS = np.array([complex(a, b) for a in (0.0, -0.0, 0.5, 5.0, -5.0) for b in (0.0, -0.0, -0.5, 5.0)], np.complex64)
K = np.array([4, 0, 7, 4], np.int32)
HOLES = np.where(np.abs(X) > 0.8, X, 0).astype(np.float32)
PLACES: Any = np.array([[2, 1], [0, 3], [0, 0], [2, 1]], np.int32)


def unary(name, fn=None, arg: Any = X, ulps=4.0):
    return Sample(name, fn or getattr(lax, name), (arg,), ulps)


POWERS = np.ldexp(np.float32(1), np.arange(-149, 128)).astype(np.float32)
ENCODED = np.concatenate([POWERS, -np.nextafter(POWERS, np.float32(0)), np.array([0, -0.0, np.inf, -np.inf, np.nan, 0.3, -7.7], np.float32)])
NORMAL = ENCODED[~(np.abs(ENCODED) < 3e-38)]  # XLA takes subnormal numbers for zero
HALVES = np.array([0, -1, 65504, 6e-8, 1e-5, np.inf, 0.333, 2.0**-14], np.float16)
SAMPLES = [
    # arithmetic
    Sample("add", lax.add, (X, Y)),
    Sample("add", lax.add, (I, J)),
    Sample("add", lambda x: x + 0.1, (X,)),
    Sample("add", lax.add, (C, C)),
    Sample("sub", lax.sub, (X, Y)),
    Sample("sub", lambda x, y: x - y, (X, Y[0])),
    Sample("mul", lax.mul, (X, Y)),
    Sample("mul", lax.mul, (C, C), 2),
    Sample("div", lax.div, (X, P)),
    Sample("div", lax.div, (I, J)),
    Sample("div", lax.div, (C, C), 4),
    Sample("add_any", jax.grad(lambda x: jnp.sum(x * x * Y)), (X,), 2),
    Sample("div", lax.div, (ints(8, low=0, high=200, dtype=np.uint8), ints(8, low=1, high=9, dtype=np.uint8))),
    Sample("rem", lax.rem, (X, P)),
    Sample("rem", lax.rem, (I, J)),
    Sample("neg", lambda x: -x, (X,)),
    Sample("abs", jnp.abs, (X,)),
    Sample("abs", jnp.abs, (C,), 2),
    Sample("max", jnp.maximum, (X, Y)),
    Sample("min", jnp.minimum, (I, J)),
    Sample("sign", jnp.sign, (X,)),
    Sample("sign", jnp.sign, (I,)),
    Sample("square", jnp.square, (X,)),
    *(Sample("integer_pow", lambda x, n=n: lax.integer_pow(x, n), (X,)) for n in (2, 3, 5, 6, 7)),
    Sample("integer_pow", lambda x: lax.integer_pow(x, -3), (P,)),
    Sample("pow", lambda x, y: x**y, (P, Y), 4),
    Sample("pow", lambda x, n: lax.pow(x, n), (P, J), 4),
    Sample("max", lambda x: jnp.clip(x, -0.5, 0.75), (X,)),
    Sample("clamp", lambda x: lax.clamp(-0.5, x, 0.75), (X,)),
    Sample("floor", jnp.floor, (X,)),
    Sample("ceil", jnp.ceil, (X,)),
    Sample("round", jnp.round, (X,)),
    Sample(
        "round",
        lambda x: lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO),
        (np.array([0.5, -0.5, 1.5, 0.49999997, -2.5, 3.2], np.float32),),
    ),
    Sample("is_finite", jnp.isfinite, (np.array([1, np.inf, np.nan], np.float32),)),
    Sample("reduce_precision", lambda x: lax.reduce_precision(x, 8, 7), (X,)),
    Sample("reduce_precision", lambda x: lax.reduce_precision(x, 5, 10) * 1.5, (X,)),
    Sample("cummax", lambda x: (lax.cummax(x), lax.reduce_precision(x, 5, 10)), (X,)),
    # elementary functions
    unary("sqrt", arg=P, ulps=0),
    unary("rsqrt", arg=P),
    unary("cbrt"),
    unary("exp"),
    unary("exp2"),
    unary("expm1"),
    unary("log", arg=P),
    unary("log1p", arg=P),
    unary("logistic"),
    unary("erf"),
    unary("erfc", arg=real(40, low=-4, high=9)),
    unary("erfc", arg=np.float32([1e7, -1e7, np.inf, -np.inf, 12.0])),
    unary("sin"),
    unary("cos"),
    unary("erf_inv", arg=np.array([-1, -0.9999, -0.7, -0.01, 0, 0.3, 0.99, 0.999999, 1], np.float32)),
    unary("tan"),
    unary("asin", arg=X / 2),
    unary("acos", arg=X / 2),
    unary("atan"),
    unary("sinh"),
    unary("cosh"),
    unary("tanh"),
    unary("asinh"),
    unary("acosh", arg=P + 1),
    unary("atanh", arg=X / 2.5),
    Sample("atan2", lax.atan2, (X, Y), 4),
    unary("exp", arg=C),
    unary("sqrt", arg=C),
    unary("log", arg=C),
    unary("sin", arg=C),
    # comparison, logic, bits
    *(Sample(n, getattr(lax, n), (I, J)) for n in ("lt", "le", "gt", "ge", "eq", "ne")),
    Sample("lt", lax.lt, (X, Y)),
    Sample("eq", lax.eq, (X, X)),
    Sample("and", jnp.logical_and, (M, ~M)),
    Sample("and", jnp.bitwise_and, (I, J)),
    Sample("or", jnp.logical_or, (M, I > 2)),
    Sample("xor", jnp.bitwise_xor, (I, J)),
    Sample("not", jnp.logical_not, (M,)),
    Sample("not", jnp.bitwise_not, (I,)),
    Sample("shift_left", lax.shift_left, (I, ints(3, 4, low=0, high=40))),
    Sample("shift_left", lambda i: i << 3, (I,)),
    Sample("shift_right_logical", lax.shift_right_logical, (I, ints(3, 4, low=0, high=40))),
    Sample("shift_right_arithmetic", lax.shift_right_arithmetic, (I, ints(3, 4, low=0, high=40))),
    Sample("select_n", jnp.where, (M, X, Y)),
    Sample("select_n", lambda i, a, b, c: lax.select_n(i, a, b, c), (ints(3, 4, low=0, high=3), X, Y, P)),
    *(
        Sample(n, lambda v, x, s=s: jnp.searchsorted(v, x, side=s), (np.array([-1, 0, 0, 1, np.nan], np.float32), X))
        for n, s in (("le_to", "left"), ("lt_to", "right"))
    ),
    # conversions, complex
    Sample("convert_element_type", lambda x: x.astype(jnp.bfloat16), (X,)),
    Sample("convert_element_type", lambda x: (x * 100).astype(jnp.int32), (X,)),
    Sample("convert_element_type", lambda x: x.astype(bool), (np.array([0.0, 2.0, -0.0], np.float32),)),
    Sample("convert_element_type", lambda m: m.astype(jnp.float32) * 0.3, (M,)),
    Sample("convert_element_type", lambda i: i.astype(jnp.int8), (I * 100,)),
    Sample("convert_element_type", lambda x: x.astype(jnp.float16).astype(jnp.float32) + x, (X,)),
    Sample("complex", lax.complex, (X, Y)),
    Sample("real", jnp.real, (C,)),
    Sample("imag", jnp.imag, (C,)),
    Sample("conj", jnp.conj, (C,)),
    # moving elements
    Sample("copy", jnp.array, (X,)),
    *(unary(name, arg=np.complex64(0.4) * C, ulps=8.0) for name in (
        "tan", "tanh", "sinh", "cosh", "asin", "acos", "atan", "asinh", "acosh", "atanh", "log1p", "expm1", "exp2", "logistic", "rsqrt", "sign")),
    *(unary(name, arg=CUTS, ulps=8.0) for name in ("asin", "acos", "asinh", "acosh", "atan", "atanh")),
    *(unary(name, arg=np.array([89.2 + 1.5j, -89.2 + 0.1j, 88.9 - 1.0j, 89.0], np.complex64), ulps=128.0) for name in ("sinh", "cosh")),
    *(unary(name, arg=np.complex64(1e4) * CUTS) for name in ("sinh", "cosh", "expm1")),
    Sample("nextafter", lambda x: (lax.nextafter(x, 2 * x), lax.nextafter(x, jnp.zeros_like(x)), lax.nextafter(x, x)), (NORMAL,)),
    Sample("nextafter", lambda x: (lax.nextafter(x, jnp.full_like(x, 7)), lax.nextafter(x, -jnp.ones_like(x))), (HALVES,)),
    Sample("random_gamma", lambda k, a: (jax.random.gamma(k, a), jax.random.loggamma(k, a)), (KEY, P), 16),
    Sample("scatter", lambda x: (x.at[::2].apply(jnp.tanh), x.at[jnp.array([0, 2])].mul(3.0)), (X,), 4),
    Sample("scatter", lambda x, i: (x.at[i].apply(lambda v: 2 * v + 1), x.at[i].apply(jnp.negative, mode="clip")), (V, K + 2)),
    Sample("scatter-mul", lambda x: x.at[jnp.array([0, 7, 9, -9])].mul(3.0, mode="clip"), (V[:5],)),
    Sample("cholesky_update", lambda a, w: lax.linalg.cholesky_update(a + 3 * jnp.eye(4), w), (np.triu(B[:4]), V[:4]), 16),
    Sample("symmetric_product", lambda a, c: lax.linalg.symmetric_product(a, c, alpha=2.0, beta=0.5), (X, A[:3, :3]), 4),
    Sample("empty", lambda x: lax.empty((3, 4), x.dtype).at[0].set(1.0) + x, (X,)),
    Sample("stop_gradient", lax.stop_gradient, (X,)),
    Sample("optimization_barrier", lambda x: lax.optimization_barrier((x, x + 1)), (X,)),
    Sample("name", lambda x: checkpoint_name(x * 2, "doubled"), (X,)),
    Sample("device_put", lambda x: jax.device_put(x) * 2, (X,)),
    Sample("broadcast_in_dim", lambda x: jnp.broadcast_to(x, (2, 3, 4)) + 1.5, (X,)),
    Sample("broadcast_in_dim", lambda v: v[:, None] * v[None, :], (V,)),
    Sample("broadcast_in_dim", lambda x: lax.broadcast_in_dim(x, (3, 2, 4), (0, 2)), (X,)),
    Sample("broadcast_in_dim", lambda: jnp.ones((2, 3)), ()),
    Sample("reshape", lambda x: x.reshape(2, 6), (X,)),
    Sample("reshape", lambda x: lax.reshape(x, (2, 6), (1, 0)), (X,)),
    Sample("squeeze", lambda x: x[None, 1:2].squeeze(), (X,)),
    Sample("transpose", lambda x: x.T + Y.T, (X,)),
    Sample("slice", lambda x: x[1:, ::2], (X,)),
    Sample("slice", lambda x: x[-1, 1:-1], (X,)),
    Sample("rev", lambda x: x[::-1, ::-1], (X,)),
    Sample("concatenate", lambda x, y: jnp.concatenate([x, y, x[:1]]), (X, Y)),
    Sample("concatenate", lambda v: jnp.roll(v, 2), (V,)),
    Sample("iota", lambda x: x * jnp.arange(4), (X,)),
    Sample("iota", lambda: lax.broadcasted_iota(np.int32, (2, 3, 2), 1), ()),
    Sample("iota", lambda x: jnp.tril(x) + jnp.eye(3, 4), (X,)),
    Sample("empty2", jax.grad(lambda x: jnp.sum(jnp.log(1.0 + jnp.diag(x) ** 2))), (X[:, :3],)),
    Sample("stack", lambda x, y: jnp.stack([x, y], 1), (X, Y)),
    Sample("split", lambda x: jnp.split(x, [1, 3], axis=1), (X,)),
    Sample("tile", lambda x: jnp.tile(x, (2, 3)), (X,)),
    Sample("unstack", lambda x: jnp.unstack(x, axis=1), (X,)),
    Sample("pad", lambda x: jnp.pad(x, ((1, 2), (0, 1)), constant_values=7.0), (X,)),
    *(
        Sample("pad", lambda x, c=c: lax.pad(x, 0.25, c), (X,))
        for c in (
            [(-1, 0, 0), (2, -3, 0)],
            [(0, 0, 2), (1, 1, 1)],
            [(-2, -1, 1), (-1, -2, 2)],
            [(-3, 0, 0), (0, 0, 0)],
            [(0, 0, 0), (0, 0, 0)],
        )
    ),
    Sample("dynamic_slice", lambda x, i: lax.dynamic_slice(x, (i, 1), (2, 2)), (X, 7)),
    Sample("dynamic_slice", lambda v, i: v[i], (V, -2)),
    Sample("dynamic_slice", lambda x, i: x[i], (X, 2)),
    Sample("dynamic_slice", lambda x, i: lax.dynamic_index_in_dim(x, i, 1), (X, 2)),
    Sample("dynamic_update_slice", lambda x, y, i: lax.dynamic_update_slice(x, y[:2, :2], (i, 3)), (X, Y, 1)),
    Sample("dynamic_update_slice", lambda x, v, i: lax.dynamic_update_index_in_dim(x, v, i, 0), (X, Y[0], 1)),
    # gather
    Sample("gather", lambda v, k: v[k], (V, K)),
    Sample("gather", lambda x, k: x[k, 1:], (X, K % 3)),
    Sample("gather", lambda x, k: x[:, k], (X, K % 4)),
    Sample("gather", lambda x, i, j: x[i, j], (X, K % 3, K % 4)),
    Sample("gather", lambda v, k: v[k.reshape(2, 2)], (V, K)),
    Sample("gather", lambda x, i, j: x[i[:, None], j[None]], (X, K % 3, K % 4)),
    Sample("gather", lambda v: v[np.array([0, -1, 3])], (V,)),
    Sample("gather", lambda v, k: v.at[k].get(mode="fill", fill_value=-7), (V, K + 3)),
    Sample("gather", lambda v, k: v.at[k].get(mode="fill"), (V, K - 20)),
    Sample("gather", lambda v, k: v.at[k].get(mode="clip"), (V, K + 5)),
    Sample("gather", lambda x, k: jnp.take(x, k, axis=1), (X, K % 6)),
    Sample("gather", lambda x, k: jnp.take(x, k, axis=0, mode="clip"), (X, K - 3)),
    Sample("gather", lambda x, k: x[3 * k - 7, 0] + x[k[0] + 50, 1], (X, K)),
    Sample("gather", lambda x, i: jnp.take_along_axis(x, i, 1), (X, abs(I) % 4)),
    Sample("gather", lambda i, k: i.at[k].get(mode="fill"), (I, K)),
    Sample("gather", lambda a: a[:, 0, np.array([1, 0])], (real(2, 3, 4),)),
    Sample("gather", lambda a, k: a[k, :, k], (real(3, 3, 4), K % 3)),
    Sample("gather", lambda x, k: x[1, k], (X, K % 4)),
    Sample("gather", jax.vmap(lambda v, i: lax.dynamic_slice(v, (i,), (2,))), (X, np.array([0, 9, 1], np.int32))),
    Sample(
        "gather", jax.vmap(lambda a, i: lax.dynamic_slice(a, (i, 0), (2, 2)), (None, 0)), (A, np.array([0, 9, 1, 2], np.int32))
    ),
    Sample("gather", jax.vmap(lambda v, i: v[i]), (X, np.array([0, 3, 1], np.int32))),
    Sample("gather", lambda x: x[jnp.arange(3), jnp.arange(3)], (X,)),
    Sample("gather", jax.vmap(jax.vmap(lambda v, i: v[i]), (0, None)), (real(2, 3, 5), np.array([0, 3, 1], np.int32))),
    # scatter
    Sample("scatter", lambda v, k, y: v.at[k].set(y), (V, K[:3], real(3))),
    Sample("scatter", lambda x, y: x.at[1].set(y), (X, Y[0])),
    Sample("scatter", lambda x: x.at[1:, ::2].set(0.5), (X,)),
    Sample("scatter", lambda x, i: x.at[i, 1:3].set(0.5), (X, 5)),
    Sample("scatter", lambda v, k: v.at[k].set(1.0), (V, K + 4)),
    Sample("scatter", lambda v, k: v.at[k].set(1.0), (V, np.array([8, 4, 11], np.int32))),
    Sample("scatter", lambda x, i, j, y: x.at[i, j].set(y), (X, K[:3] % 3, K[:3] % 4, V[:3])),
    Sample("scatter", lambda x, i: x.at[i].set(2.0), (X, -1)),
    Sample("scatter", lambda x, k: x.at[:, k].set(1.0, mode="clip"), (X, K + 3)),
    Sample("scatter", lambda v: v.at[np.array([0, 3])].set(1.0), (V,)),
    Sample("scatter", lambda x, k: x.at[1, k].set(1.0), (X, K % 4)),
    Sample("scatter", jax.vmap(lambda v, i, s: v.at[i].set(s)), (X, np.array([0, 3, 1], np.int32), V[:3])),
    Sample(
        "scatter", jax.vmap(lambda v, w, i: lax.dynamic_update_slice(v, w, (i,))), (X, Y[:, :2], np.array([0, 9, 1], np.int32))
    ),
    Sample("scatter-add", lambda v, k, y: v.at[k].add(y), (V, K, real(4)), 1),
    Sample("scatter-add", lambda x, y: x.at[1:, 1:3].add(y[1:, :2]), (X, Y)),
    Sample("scatter-add", lambda x, i, j: x.at[i, j].add(1.0), (X, K % 3, K % 4)),
    Sample("scatter-add", lambda v, k: v.at[k].add(1.0), (V, K + 4)),
    Sample("scatter-add", lambda k: jnp.zeros(9, np.int32).at[k].add(1), (K,)),
    Sample("scatter-add", lambda x, i: x.at[i, :].add(1.0), (X, 7)),
    Sample("scatter-sub", lambda v, k, y: v.at[k].subtract(y), (V, K[:3], real(3))),
    Sample("scatter-mul", lambda v, k: v.at[k].multiply(3.0, unique_indices=True), (V, K[:3])),
    Sample("scatter-mul", lambda v, i: v.at[i].mul(3.0), (V, 4)),
    Sample("scatter-mul", lambda v, k, y: v.at[k].multiply(y), (V, K, real(4)), 1),
    Sample("scatter-min", lambda v, k: v.at[k].min(0.0, unique_indices=True), (V, K[:3])),
    Sample("scatter-min", lambda v, k, y: v.at[k].min(y), (V, np.tile(K, 10) + 2, real(40))),
    Sample("scatter-max", lambda x, k, y: x.at[k, 1:3].max(y, mode="clip"), (X, K.reshape(2, 2) % 4, real(2, 2, 2))),
    Sample("scatter-max", lambda y, k: jax.ops.segment_max(y, k, 5), (real(40), np.tile(K, 10) % 5)),
    Sample("scatter-max", lambda v, k: v.at[k].max(0.0, unique_indices=True), (V, K[:3])),
    # reductions and contractions
    Sample("reduce_sum", lambda x: x.sum(), (X,), 4),
    Sample("reduce_sum", lambda x: x.sum(1, keepdims=True) + x, (X,), 2),
    Sample("reduce_sum", jnp.mean, (I.astype(np.float32),), 2),
    Sample("reduce_sum", jnp.sum, (I,)),
    Sample("reduce_sum", jnp.sum, (C,), 4),
    Sample("reduce_sum", jnp.var, (X,), 8),
    Sample("reduce_prod", jnp.prod, (P,), 12),
    Sample("reduce_prod", lambda c: (jnp.prod(c), jnp.prod(c, 0)), (C,), 40),
    Sample("reduce_max", lambda x: x.max(0), (X,)),
    Sample("reduce_max", jnp.max, (I,)),
    Sample("reduce_min", lambda x: x.min((0, 1)), (X,)),
    Sample("reduce_and", jnp.all, (M,)),
    Sample("reduce_or", lambda m: m.any(1), (M,)),
    Sample("argmax", lambda x: x.argmax(1), (X,)),
    Sample("argmax", jnp.argmax, (X,)),
    Sample("argmin", lambda x: jnp.argmin(x, 0), (X,)),
    Sample("cumsum", lambda x: jnp.cumsum(x, 0), (X,), 2),
    Sample("cumsum", lambda x: lax.cumsum(x, 1, reverse=True), (X,), 2),
    Sample("cumprod", lambda x: jnp.cumprod(x, 1), (P,), 4),
    Sample("cumprod", lambda c: (jnp.cumprod(c, 1), lax.cumprod(c, 0, reverse=True)), (C,), 40),
    Sample("cummax", lambda x: lax.cummax(x, 1), (X,)),
    Sample("cummax", lambda x: lax.cummax(x, 0, reverse=True), (I,)),
    Sample("cummin", lambda v: lax.cummin(v), (V,)),
    Sample("dot_general", jnp.matmul, (A, B), 4),
    Sample("dot_general", jnp.dot, (V, V), 4),
    Sample("dot_general", lambda v: lax.dot_general(v, v, (((), ()), ((), ()))), (V,)),
    Sample("dot_general", lambda a, b: jnp.einsum("bij,bkj->kib", a, b), (real(2, 3, 4), real(2, 5, 4)), 4),
    Sample("dot_general", lambda a, b: jnp.tensordot(a, b, 2), (real(2, 3, 4), real(3, 4, 2)), 8),
    Sample("dot_general", lambda a, b: a.astype(jnp.bfloat16) @ b.astype(jnp.bfloat16), (A, B), 1),
    Sample(
        "dot_general",
        lambda a, b: lax.dot(a.astype(jnp.bfloat16), b.astype(jnp.bfloat16), preferred_element_type=jnp.float32),
        (A, B),
        4,
    ),
    Sample(
        "dot_general",
        lambda a, b: lax.dot(a, b, preferred_element_type=np.int32),
        (ints(3, 4, dtype=np.int8), ints(4, 2, dtype=np.int8)),
    ),
    Sample("dot_general", jnp.matmul, (compl(3, 4), compl(4, 2)), 8),
    Sample(
        "conv_general_dilated",
        lambda a, b: lax.conv(a, b, (1, 1), "SAME"),
        (real(1, 2, 9, 9), real(3, 2, 7, 7)),
        16,
    ),
    Sample(
        "conv_general_dilated",
        lambda a, b: lax.conv_general_dilated(a, b, (2, 1), "VALID", rhs_dilation=(1, 2)),
        (real(2, 3, 7, 9), real(4, 3, 5, 3)),
        16,
    ),
    Sample(
        "conv_general_dilated",
        lambda a, b: lax.conv_general_dilated(a, b, (1,), [(0, 0)], batch_group_count=3),
        (real(6, 2, 7), real(9, 2, 3)),
        8,
    ),
    Sample(
        "conv_general_dilated",
        jax.grad(lambda k, a: jnp.sum(lax.conv(a, k, (1, 1), "SAME") ** 2)),
        (real(2, 1, 3, 3), real(2, 1, 12, 12)),
        64,
    ),
    Sample("conv_general_dilated", lambda a, b: jnp.convolve(a, b), (V, real(3)), 4),
    Sample(
        "conv_general_dilated",
        lambda a, k: lax.conv_general_dilated(
            a, k, (2, 1), [(1, 1), (0, 2)], rhs_dilation=(1, 2), dimension_numbers=("NHWC", "HWIO", "NHWC")
        ),
        (real(2, 6, 7, 3), real(3, 2, 3, 4)),
        8,
    ),
    Sample(
        "conv_general_dilated",
        lambda a, k: lax.conv_general_dilated(a, k, (1,), [(1, 1)], lhs_dilation=(2,), feature_group_count=2),
        (real(2, 4, 5), real(6, 2, 3)),
        8,
    ),
    Sample("reduce_window_sum", lambda x: lax.reduce_window(x, 0.0, lax.add, (2, 2), (1, 2), "SAME"), (X,), 2),
    Sample("reduce_window_max", lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 2), "SAME"), (X,)),
    Sample("reduce_window_min", lambda x: lax.reduce_window(x, jnp.inf, lax.min, (1, 3), (1, 1), "VALID"), (X,)),
    Sample("reduce_window_sum", lambda x: lax.reduce_window(x, 0.0, lax.add, (7, 7), (1, 1), "SAME"), (real(9, 9),), 8),
    Sample("reduce_window", lambda x: lax.reduce_window(x, 1.0, lambda a, b: a * b, (2, 2), (1, 1), "SAME"), (X,), 2),
    Sample("select_and_scatter_add", jax.grad(lambda x: jnp.sum(jnp.sin(pool(x)))), (real(5, 7),), 4),
    Sample("select_and_scatter_add", jax.grad(lambda x: jnp.sum(pool(x, 7) ** 2)), (ints(9, 9, low=0, high=3).astype(np.float32),), 4),
    Sample("select_and_gather_add", lambda x, t: jax.jvp(pool, (x,), (t,))[1], (real(5, 7), real(5, 7))),
    Sample("reduce", lambda x: lax.reduce(x, np.float32(1), lambda a, b: a * b + 1, (0,)), (X,), 1),
    Sample("reduce", lambda x: lax.reduce(x, np.float32(0), lambda a, b: a * 0.5 + b, (0, 2)), (real(5, 3, 9),), 1),
    *(Sample("reduce", lambda x, axes=axes: lax.reduce((x, jnp.arange(x.size).reshape(x.shape)), (np.float32(-np.inf), -1), larger, axes), (real(5, 3, 13),))
      for axes in ((0,), (0, 2), (0, 1, 2))),
    Sample("reduce", lambda x: lax.reduce(x, np.float32(0), lambda a, b: jnp.where(abs(a) > abs(b), a, b), (1,)), (X,)),
    Sample("reduce_window", lambda x: lax.reduce_window(x, np.float32(0), lambda a, b: jnp.where(abs(a) > abs(b), a, b), (2, 2), (1, 1), "VALID"), (X,)),
    Sample("reduce_and", lambda i: lax.reduce_and(i | 6, (0,)), (I,)),
    Sample("reduce_or", lambda i: lax.reduce_or(i.astype(jnp.uint8), (0,)), (I,)),
    Sample("reduce_xor", lambda i: lax.reduce_xor(i, (0,)), (I,)),
    Sample("cumlogsumexp", lambda x: lax.cumlogsumexp(x, 1), (X,), 4),
    Sample("cumlogsumexp", lambda v: lax.cumlogsumexp(v, 0, reverse=True), (np.array([1, -np.inf, 2, 90], np.float32),), 4),
    # special functions
    Sample("lgamma", lax.lgamma, (P,), 8),
    Sample("digamma", lax.digamma, (P,), 16),
    Sample("digamma", lax.digamma, (np.float32([0.0, -0.0, -1.0, -7.0, -np.inf, np.inf, np.nan, -0.5, 2.5]),), 16),
    Sample("zeta", lax.zeta, (P + 1.2, Y + 2.5), 16),
    Sample("zeta", lax.zeta, (np.float32([0, 0, 1, 0.5, 3, 4, 2.5, -2, 2]), np.float32([1, 0, 2, 1, -1, -1, -0.5, 0, -2.5])), 16),
    Sample("polygamma", lambda x: lax.polygamma(jnp.full_like(x, 2.0), x), (P,), 32),
    Sample("polygamma", jax.vmap(jax.grad(lax.digamma)), (P.ravel(),), 32),
    Sample("polygamma", lax.polygamma, (np.float32([-1, 0.5, 0, 0, 1]), np.float32([1, 1, 0, -2.5, 2])), 16),
    Sample("igamma", lax.igamma, (P, Y + 2.5), 64),
    Sample("igammac", lax.igammac, (P, Y + 2.5), 64),
    Sample("igamma_grad_a", lax.igamma_grad_a, (P, Y + 2.5), 256),
    Sample("regularized_incomplete_beta", lax.betainc, (P, P[::-1] + 1, rng.random((3, 4)).astype(np.float32)), 64),
    Sample("bessel_i0e", lax.bessel_i0e, (4 * X,), 8),
    Sample("bessel_i1e", lax.bessel_i1e, (4 * X,), 16),
    Sample("bessel_i0e", lax.bessel_i0e, (np.float32([0.0, -0.0, 1e-6, -1e-3, 0.5, -0.999, 1.0]),), 8),
    Sample("bessel_i1e", lax.bessel_i1e, (np.float32([0.0, -0.0, 1e-6, -1e-3, 0.5, -0.999, 1.0]),), 8),
    # bits and random numbers
    Sample("population_count", lax.population_count, (I,)),
    Sample("population_count", lax.population_count, (ints(9, low=0, high=255, dtype=np.uint8),)),
    Sample("clz", lax.clz, (I,)),
    Sample("clz", lax.clz, (np.array([0, 1, 5, 60000], np.uint16),)),
    Sample("mulhi", lax.mulhi, (I * 123456789, J * 987654321)),
    Sample("bitcast_convert_type", lambda w: lax.bitcast_convert_type(w, np.float32), (WORDS,)),
    Sample("bitcast_convert_type", lambda w: lax.bitcast_convert_type(w, np.int32), (WORDS,)),
    Sample("bitcast_convert_type", lambda w: lax.bitcast_convert_type(w, jnp.bfloat16), ((WORDS >> 16).astype(np.uint16),)),
    Sample("bitcast_convert_type", lambda w: lax.bitcast_convert_type(w, np.float16), ((WORDS % 65536).astype(np.uint16),)),
    Sample("bitcast_convert_type", lambda x: lax.bitcast_convert_type(x.astype(np.float32), np.int32), (ENCODED,)),
    Sample("bitcast_convert_type", lambda x: lax.bitcast_convert_type(x, np.uint16), (HALVES,)),
    Sample("bitcast_convert_type", lambda x: lax.bitcast_convert_type(x, np.uint16), (ENCODED.astype(ml_dtypes.bfloat16),)),
    *(Sample("bitcast_convert_type", lambda w, to=to: lax.bitcast_convert_type(w, to), (array,)) for array, to in (
        (WORDS, np.uint8), (WORDS.astype(np.int32), np.int16), (WORDS.view(np.uint8).reshape(3, 4, 4), np.int32),
        (WORDS.view(np.uint16).reshape(-1, 2), np.float32), (WORDS.view(np.int8).reshape(-1, 2), jnp.bfloat16), (ENCODED, np.uint16),
        (HALVES[:0], np.uint8))),
    Sample("bitcast_convert_type", lambda x: lax.bitcast_convert_type(jnp.broadcast_to(jnp.int32(-2), (2, 2)), np.int8) * x, (I[:2, :2, None],)),
    Sample("bitcast_convert_type", lambda x: (jnp.signbit(x), jnp.copysign(3.0, x)), (ENCODED,)),
    Sample("custom_jvp_call", lambda x: (*jnp.frexp(x), jnp.ldexp(x, 3)), (ENCODED[np.abs(ENCODED) > 1e-36],)),
    Sample("custom_jvp_call", lambda x: jnp.frexp(x)[0], (ENCODED[np.abs(ENCODED) > 1e-36],)),
    Sample("threefry2x32", lambda k, c: threefry2x32_p.bind(k[0], k[1], c, c + 1), (KEY, WORDS)),
    Sample("random_bits", lambda k: jax.random.bits(k, (3, 2)), (KEY,)),
    Sample("random_bits", lambda k: jax.random.bits(k, (5,), np.uint16), (KEY,)),
    Sample("random_bits", lambda k: jax.random.uniform(k, (4, 3)), (KEY,)),
    Sample("random_bits", lambda k: jax.random.normal(k, (300,)), (KEY,), 64),
    Sample("random_bits", lambda k: jax.random.bernoulli(k, 0.3, (50,)), (KEY,)),
    Sample("random_bits", lambda k: jax.random.randint(k, (9,), -3, 12), (KEY,)),
    Sample("random_bits", lambda k: jax.random.exponential(k, (9,)), (KEY,), 8),
    Sample("random_wrap", lambda k: jax.random.uniform(jax.random.wrap_key_data(k), ()), (KEY,)),
    Sample("random_unwrap", lambda k: jax.random.key_data(jax.random.wrap_key_data(k)), (KEY,)),
    Sample("random_clone", lambda k: jax.random.uniform(jax.random.clone(k), (2,)), (KEY,)),
    Sample("random_split", lambda k: jax.random.uniform(jax.random.split(k, 3)[1], (2,)), (KEY,)),
    Sample("random_split", lambda k: jax.vmap(lambda k: jax.random.uniform(k, (2,)))(jax.random.split(k, 3)), (KEY,)),
    Sample("random_split", lambda k: typed_keys(k), (KEY,)),
    Sample("random_fold_in", lambda k, i: jax.random.uniform(jax.random.fold_in(k, i), (2,)), (KEY, 7)),
    Sample("random_fold_in", lambda k: jax.vmap(lambda i: jax.random.bits(jax.random.fold_in(k, i), (2,)))(jnp.arange(3)), (KEY,)),
    Sample("random_seed", lambda x: x + jax.random.normal(jax.random.PRNGKey(3), x.shape), (X,), 4),
    Sample("random_seed", lambda n: jax.random.uniform(jax.random.key(n), (3,)), (5,)),
    # routines: XLA calls LAPACK and its own transforms; signs of vectors are LAPACK's in both
    Sample("sort", jnp.sort, (X,)),
    Sample("sort", lambda v: jnp.sort(v, axis=0, descending=True), (I,)),
    Sample("sort", lambda i: jnp.argsort(i, axis=0), (I // 3,)),
    Sample("sort", lambda i, j: lax.sort((i // 3, j, i), dimension=1, num_keys=2), (I, J)),
    Sample("sort", lambda c: (jnp.sort(c, axis=0), jnp.argsort(c), jnp.argsort(c, descending=True)), (UNORDERED,)),
    Sample("sort", lambda c, i: lax.sort((i // 4, c, i), num_keys=2), (UNORDERED, I[:3, :4])),
    Sample("sort", lambda x: (jnp.median(x), jnp.quantile(x, 0.3, axis=1)), (X,), 2),
    Sample("top_k", lambda x: lax.top_k(x, 2), (np.round(X),)),
    Sample("top_k", lambda v: lax.top_k(v, 3), (np.array([1.0, np.nan, 3.0, 3.0, -np.inf], np.float32),)),
    Sample("cholesky", lambda a: jnp.linalg.cholesky(a @ a.T + jnp.eye(4)), (B[:4],), 8),
    Sample("triangular_solve", lambda a, b: jax.scipy.linalg.solve_triangular(a + 4.0, b, trans=1, lower=True), (B[:4], Y.T), 64),
    Sample("triangular_solve", lambda a, b: lax.linalg.triangular_solve(a, b, lower=True, unit_diagonal=True), (B[:4], Y), 64),
    Sample(
        "triangular_solve",
        lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True, transpose_a=True, conjugate_a=True),
        (compl(3, 3) + 2, compl(3, 2)),
        64,
    ),
    Sample("lu", lambda a, b: (jnp.linalg.solve(a, b), jnp.linalg.inv(a), jnp.linalg.det(a)), (B[:4], Y.T), 256),
    Sample("lu", lambda a, b: (jax.jacfwd(jnp.linalg.inv)(a), jax.vmap(lambda s: jnp.linalg.solve(a, s))(b)), (B[:4], real(3, 4, 2)), 256),
    Sample("lu", lambda a: jnp.linalg.slogdet(a), (real(2, 4, 4),), 64),
    Sample("lu", jax.scipy.linalg.lu, (A,), 16),
    Sample(
        "lu_pivots_to_permutation",
        lambda a, b: jax.scipy.linalg.lu_solve(jax.scipy.linalg.lu_factor(a), b),
        (B[:4], Y.T),
        256,
    ),
    Sample("householder_product", lambda a: lax.linalg.householder_product(a, jnp.full(4, 0.3, a.dtype)), (A[:5, :4],), 32),
    Sample("hessenberg", lambda a: lax.linalg.hessenberg(a[:, :5]), (A,), 64),
    Sample("ragged_dot_general", lambda a, w: lax.ragged_dot(a, w, jnp.array([2, 0, 2])), (A, real(3, 6, 4)), 16),
    Sample("qr", jnp.linalg.qr, (B,), 16),
    Sample("qr", lambda a: jnp.linalg.qr(a, mode="complete"), (B,), 16),
    Sample("eigh", lambda a: jnp.linalg.eigh(a + a.T), (B[:4],), 64),
    Sample("eigh", lambda a: jnp.linalg.eigvalsh(a + jnp.conj(a.T), UPLO="U"), (compl(4, 4),), 16),
    Sample("eig", lambda a: jnp.linalg.eigvals(a + 3.0 * jnp.eye(4)), (B[:4],), 64),
    Sample("eig", lambda a: (lambda found: (found[0], jnp.abs(found[1])))(jnp.linalg.eig(a)), (compl(3, 3),), 64),
    Sample("svd", lambda a: jnp.linalg.svd(a, full_matrices=False), (B,), 64),
    Sample("svd", lambda a: (jnp.linalg.svd(a, compute_uv=False), jnp.linalg.pinv(a), jnp.linalg.norm(a, 2)), (B,), 64),
    Sample("tridiagonal_solve", lambda e, d, u, b: lax.linalg.tridiagonal_solve(e, d + 4.0, u, b), (*real(3, 5), real(5, 2)), 32),
    Sample("tridiagonal_solve", lambda e, d, u, b: lax.linalg.tridiagonal_solve(e, d, u, b), (*real(3, 4, 9), real(4, 9, 2)), 256),
    Sample("tridiagonal_solve", lambda e, d, u, b: lax.linalg.tridiagonal_solve(e, d, u, b), (*np.ones((3, 1), np.float32), real(1, 2))),
    Sample("tridiagonal_solve", lambda e, d, u, b: lax.linalg.tridiagonal_solve(e, 0 * d, 0 * u, b), (*real(3, 5), real(5, 2))),
    Sample("fft", lambda x: (jnp.fft.fft(x), jnp.fft.rfft2(x), jnp.fft.ifftn(x)), (X,), 8),
    Sample("fft", lambda z: (jnp.fft.irfft(z), jnp.fft.irfft2(z, s=(3, 5)), jnp.fft.ifft(z, axis=0, norm="ortho")), (C,), 8),
    # control
    Sample("scan", lambda x: lax.scan(lambda c, r: (c + r, c * r), x[0], x), (X,)),
    Sample("scan", lambda x: lax.scan(lambda c, r: ((c[0] + r, c[1]), c[0] * r), (x[0], x[1]), x, reverse=True), (X,)),
    Sample("scan", lambda x: lax.scan(lambda c, k: (c * 0.5 + k, None), x, jnp.arange(5))[0], (X,)),
    Sample("scan", lambda x: lax.scan(lambda c, _: (c * 1.5, c[0]), x, None, length=3), (X,)),
    Sample("scan", lambda x: lax.map(lambda r: r * r[0], x), (X,)),
    Sample("slice", lambda x: lax.associative_scan(jnp.add, x), (X,), 2),
    Sample("scan", lambda k, x: lax.scan(walk, (k, x), None, length=4), (KEY, V), 8),
    Sample("scan", lambda u: lax.fori_loop(1, 4, lambda i, u: u.at[i].set(u[i - 1] * 2 + i), u), (V,)),
    Sample("while", lambda x, n: lax.fori_loop(0, n, lambda i, u: u * 0.5 + i, x), (X, 5)),
    Sample("while", lambda x, n: lax.fori_loop(2, n, lambda i, u: u.at[i].add(x[i]), x), (V, 5)),
    Sample("while", lambda x: lax.while_loop(lambda c: c[0] < 5, lambda c: (c[0] + 2, c[1] * 1.5), (0, x)), (X,)),
    Sample("while", lambda x: lax.while_loop(lambda c: c[0] > 0, lambda c: (c[0] - 1, c[1] * c[0]), (4, x)), (X,)),
    Sample("while", lambda x: lax.while_loop(lambda v: jnp.sum(v * v) > 0.1, lambda v: v * 0.5, x), (X,)),
    Sample(
        "while",
        lambda x, e: lax.while_loop(lambda c: (c[1] > e) & (c[2] < 9), lambda c: (c[0] * 0.5, c[1] * 0.5, c[2] + 1), (x, 1.0, 0)),
        (X, 0.1),
    ),
    Sample("cond", lambda x: lax.cond(x[0, 0] > 0, lambda y: y * 2.0, lambda y: y - 1.0, x), (X,)),
    Sample("cond", lambda x, flag: lax.cond(flag, lambda: x * 2.0, lambda: x), (X, np.bool_(False))),
    *(
        Sample("cond", lambda x, i: lax.switch(i, [lambda y: y * 2.0, lambda y: y - 1.0, jnp.negative], x), (X, k))
        for k in (-1, 0, 1, 2, 9)
    ),
    Sample("platform_index", jnp.diag, (real(4, 4),)),
    # calls
    Sample("jit", jax.jit(lambda x: jax.jit(lambda y: y * 2)(x) + 1), (X,)),
    Sample("custom_jvp_call", jax.nn.relu, (X,)),
    Sample("custom_jvp_call", jax.nn.softplus, (X,), 4),
    Sample("remat2", jax.checkpoint(lambda x: jnp.sin(x) * x), (X,), 4),
    Sample("custom_vjp_call", jax.custom_gradient(lambda x: (x * x, lambda g: (g * 2 * x,))), (X,)),
    Sample(
        "custom_linear_solve",
        lambda a, b: jax.scipy.sparse.linalg.cg(lambda v: a @ v, b, maxiter=3)[0],
        (np.eye(4, dtype=np.float32) * 3 + 0.5, V[:4]),
        32,
    ),
    Sample("custom_linear_solve", lambda a, b: jax.grad(lambda a: jnp.linalg.solve(a, b).sum())(a), (B[:4], Y.T), 512),
    Sample("custom_linear_solve", lambda a, b: jax.scipy.linalg.solve(a @ a.T + jnp.eye(4), b, assume_a="pos"), (B[:4], V[:4]), 64),
    Sample("custom_linear_solve", jnp.linalg.solve, (real(2, 3, 3) + 2 * np.eye(3, dtype=np.float32), real(2, 3, 2)), 64),
    Sample("debug_print", lambda x: (jax.debug.print("{}", x[0, 0]), x * 2)[1], (X,)),
    Sample("debug_callback", lambda x: (jax.debug.callback(lambda a: None, x), x * 2)[1], (X,)),
    Sample("linear_call", lambda x: jax.custom_derivatives.linear_call(lambda r, v: r * v, lambda r, v: r * v, jnp.array(Y), x), (X,)),
    Sample("remat_opt", jax.value_and_grad(lambda x: squared(x).sum()), (X,), 2),
    Sample("closed_call", jax.value_and_grad(lambda x: jax.checkpoint(squared)(x).sum()), (X,), 2),
    # sparse matrices
    Sample("bcoo_fromdense", lambda x, y: sparse.BCOO.fromdense(x, nse=12) @ y, (HOLES, Y[0]), 2),
    Sample("bcoo_transpose", lambda x, y: sparse.BCOO.fromdense(x, nse=12).T @ y, (HOLES, X[:, :2]), 2),
    Sample("bcoo_dot_general", lambda v, y: sparse.BCOO((v, PLACES), shape=(3, 4)) @ y, (V[:4], Y[0]), 2),
    Sample("bcoo_todense", lambda v: sparse.BCOO((v, PLACES), shape=(3, 4)).todense(), (V[:4],)),
    Sample("todense", lambda v: sparse.todense(sparse.BCOO((v, PLACES), shape=(3, 4))), (V[:4],)),
    Sample("bcoo_sort_indices", lambda v: sparse.BCOO((v, PLACES), shape=(3, 4)).sort_indices().data, (V[:4],)),
    Sample("bcoo_sum_duplicates", lambda v: sparse.BCOO((v, PLACES), shape=(3, 4)).sum_duplicates(nse=4).data, (V[:4],)),
    Sample("bcoo_extract", lambda v, x: sparse.bcoo_extract(sparse.BCOO((v, PLACES), shape=(3, 4)), x).data, (V[:4], X)),
    Sample("bcoo_spdot_general", lambda x, y: (sparse.BCOO.fromdense(x, nse=12) @ sparse.BCOO.fromdense(y, nse=12)).todense(), (HOLES, HOLES.T), 2),
    Sample("bcoo_dot_general_sampled", lambda x, y: sparse.bcoo_dot_general_sampled(x, y, PLACES, dimension_numbers=(((1,), (1,)), ((), ()))), (X, Y), 2),
    Sample("bcsr_fromdense", lambda x, y: sparse.BCSR.fromdense(x, nse=12) @ y, (HOLES, Y[0]), 2),
    Sample("bcsr_dot_general", lambda x, y: sparse.BCSR.fromdense(x, nse=12) @ y, (HOLES, Y.T), 2),
    Sample("bcsr_todense", lambda x: sparse.BCSR.fromdense(x, nse=12).todense(), (HOLES,)),
    Sample("bcsr_extract", lambda x, y: extracted(sparse.BCSR.fromdense(x, nse=12), y), (HOLES, X)),
    *(Sample(f"{name}_{what}", lambda x, kind=kind, use=use: use(kind.fromdense(x, nse=int(np.count_nonzero(HOLES)))), (HOLES,), 2)
      for name, kind in (("coo", sparse.COO), ("csr", sparse.CSR))
      for what, use in (("fromdense", lambda s: s.data), ("todense", lambda s: s.todense()), ("matvec", lambda s: s @ jnp.array(Y[0])),
                        ("matmat", lambda s: s @ jnp.array(Y.T)))),
]
