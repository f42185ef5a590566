import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy.special import erf


@jax.jit
def roughberg(Z, strikes, alpha=-0.42, eta=1.9, rho=-0.85, xi=0.04, time=0.75):
    n = Z.shape[2]
    dt = time / n
    c, v = dt ** (alpha + 1.0) / (alpha + 1.0), dt ** (2.0 * alpha + 1.0) / (2.0 * alpha + 1.0)
    dW = jnp.sqrt(dt) * Z[0]
    near = c / jnp.sqrt(dt) * Z[0] + jnp.sqrt(v - c * c / dt) * Z[1]
    k = jnp.arange(2.0, n + 1)
    G = jnp.zeros(n + 1).at[2:].set((k ** (alpha + 1.0) - (k - 1.0) ** (alpha + 1.0)) / (alpha + 1.0) * dt ** alpha)
    far = jnp.fft.irfft(jnp.fft.rfft(dW, 2 * n, axis=1) * jnp.fft.rfft(G, 2 * n), 2 * n, axis=1)
    Y = jnp.pad(jnp.sqrt(2.0 * alpha + 1.0) * (near + far[:, 1:n + 1]), ((0, 0), (1, 0)))
    t = jnp.arange(n + 1) * dt
    V = xi * jnp.exp(eta * Y - 0.5 * eta ** 2 * t ** (2.0 * alpha + 1.0))
    dB = rho * dW + jnp.sqrt((1.0 - rho ** 2) * dt) * Z[2]
    end = jnp.exp(jnp.sum(jnp.sqrt(V[:, :-1]) * dB - 0.5 * V[:, :-1] * dt, axis=1))
    end = end / jnp.mean(end)
    price = jnp.mean(jnp.maximum(end[:, None] - strikes, 0.0), axis=0)
    normal = lambda x: 0.5 * (1.0 + erf(x / jnp.sqrt(2.0)))

    def halve(_, ends):
        low, high = ends
        mid = 0.5 * (low + high)
        d = -jnp.log(strikes) / mid
        less = normal(d + 0.5 * mid) - strikes * normal(d - 0.5 * mid) < price
        return jnp.where(less, mid, low), jnp.where(less, high, mid)

    low, high = lax.fori_loop(0, 50, halve, (jnp.full(strikes.size, 1e-6), jnp.full(strikes.size, 4.0)))
    return price, 0.5 * (low + high) / jnp.sqrt(time), jnp.mean(V, axis=0)
