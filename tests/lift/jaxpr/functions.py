"""Functions whose text, names and lines the tests look at. Lines are found by their markers."""

import jax
import jax.numpy as jnp
from jax import lax

WEIGHTS = jnp.linspace(0.5, 1.5, 3)


def heat(u, nu, steps):
    def step(t, u):
        lap = u[2:] - 2.0 * u[1:-1] + u[:-2]  # lap
        return u.at[1:-1].add(nu * lap)

    u = lax.fori_loop(0, steps, step, u)
    return u


def forward_substitution(a, b):
    n = b.shape[0]

    def body(i, x):
        s = a[i] @ x
        return x.at[i].set((b[i] - s) / a[i, i])

    x = lax.fori_loop(0, n, body, jnp.zeros_like(b))
    return x


def newton(x):
    def off(state):
        _, error = state
        return error > 1e-3

    def improve(state):
        y, error = state  # noqa: RUF059
        y_new = 0.5 * (y + x / y)
        return y_new, jnp.abs(y_new - y)

    y, error = lax.while_loop(off, improve, (x, jnp.float32(1.0)))  # noqa: RUF059
    return y


def rnn(weights, xs):
    w, u = weights

    def cell(h, x):
        h = jnp.tanh(w @ h + u @ x)  # cell
        return h, h

    last, hs = lax.scan(cell, jnp.zeros(w.shape[0]), xs)  # noqa: RUF059
    return hs.sum()


def softmax(x):
    e = jnp.exp(x - x.max())
    return e / e.sum()


def twice(x):
    a = softmax(x)
    b, c = softmax(2.0 * x), a * 3.0
    b += c
    return b - a


def loss(params, x, y):
    h = jnp.tanh(x @ params["w"] + params["b"])
    prediction = h @ params["v"]
    return jnp.mean((prediction - y) ** 2)


def train_step(params, x, y, rate=0.1):
    value, grads = jax.value_and_grad(loss)(params, x, y)
    new = jax.tree.map(lambda p, g: p - rate * g, params, grads)
    return value, new


def gradient(x):
    g = jax.grad(lambda z: jnp.sum(jnp.sin(z) * z))(x)
    return g * 2.0


def unrolled(x):
    for _ in range(3):
        x = jnp.tanh(x) * 0.5
    older = x
    x = x + 1.0
    return x * older


def closed_over(x):
    scaled = WEIGHTS * x
    return scaled + jnp.array([1.0, 2.0, 4.0])


def spread_over_lines(x):
    total = x + jnp.sin(x) * 2.0
    return total


@jax.jit
def jitted(x):
    inner = x * 2.0
    return jnp.where(inner > 0, inner, 0.0)


def calls_jitted(x):
    y = jitted(x)
    z = jitted(y)
    return z


def integrate(t, x):
    (x, v), path = lax.scan(lambda s, _: ((s[0] + t * s[1], s[1] - t * s[0]), s[0]), (x, x), None, length=4)
    return path, v


def unused_counter(x):
    i, x = lax.while_loop(lambda c: c[0] < 5, lambda c: (c[0] + 2, c[1] * 1.5), (jnp.int32(0), x))
    return i, x


def branches(k, x):
    y = lax.switch(k, [lambda v: v * 2.0, lambda v: v - 1.0, jnp.negative], x)
    z = lax.cond(x[0] > 0, jnp.sin, jnp.cos, y)
    return z
