import jax
import jax.numpy as jnp

LANCZOS = (76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5)


def gamma(x):
    base = x + 5.5
    total = 1.000000000190015
    for i, c in enumerate(LANCZOS):
        total = total + c / (x + 1.0 + i)
    return jnp.exp((x + 0.5) * jnp.log(base) - base) * 2.5066282746310005 * total / x


def fit(sample):
    x = jnp.sort(sample, axis=-1)
    n = x.shape[-1]
    j = jnp.arange(n)
    b0 = x.mean(axis=-1)
    b1 = x @ (j / (n - 1.0)) / n
    b2 = x @ (j * (j - 1.0) / ((n - 1.0) * (n - 2.0))) / n
    l2 = 2.0 * b1 - b0
    c = 2.0 / (3.0 + (6.0 * b2 - 6.0 * b1 + b0) / l2) - jnp.log(2.0) / jnp.log(3.0)
    k = 7.8590 * c + 2.9554 * c * c
    k = jnp.where(jnp.abs(k) < 1e-6, 1e-6, k)
    g = gamma(1.0 + k)
    scale = l2 * k / ((1.0 - 2.0 ** -k) * g)
    return k, scale, b0 - scale * (1.0 - g) / k


def returns(k, scale, place, periods):
    y = -jnp.log(1.0 - 1.0 / periods)
    return place[..., None] + scale[..., None] / k[..., None] * (1.0 - y ** k[..., None])


@jax.jit
def lmomgev(flood, pick, periods):
    k, scale, place = fit(flood)
    again = returns(*fit(flood[:, pick]), periods)
    low, high = jnp.quantile(again, jnp.array([0.05, 0.95]), axis=1)
    return k, scale, place, returns(k, scale, place, periods), low, high
