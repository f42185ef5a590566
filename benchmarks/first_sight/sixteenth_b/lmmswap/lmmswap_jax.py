import jax
import jax.numpy as jnp


@jax.jit
def swaption(forward, vol, load, z, strike, delta=0.5):
    steps, factors, paths = z.shape
    L = jnp.tile(forward[:, None], (1, paths))
    numeraire = jnp.ones(paths)
    for t in range(steps):
        numeraire = numeraire * (1.0 + delta * L[t])
        own, scaled = L[t + 1:], load[t + 1:] * vol[t + 1:, None]
        weight = delta * own / (1.0 + delta * own)
        covariance = jnp.tril(scaled @ scaled.T)
        drift = covariance @ weight
        shock = jnp.sqrt(delta) * (scaled @ z[t])
        own = own * jnp.exp((drift - 0.5 * vol[t + 1:, None] ** 2) * delta + shock)
        L = L.at[t + 1:].set(own)
    alive = L[steps:]
    discount = 1.0 / jnp.cumprod(1.0 + delta * alive, axis=0)
    swap = 1.0 - discount[-1] - strike * delta * discount.sum(axis=0)
    payoff = jnp.maximum(swap, 0.0) / numeraire
    return payoff.mean(), payoff.std(ddof=1) / jnp.sqrt(paths), alive.mean(axis=1), alive.std(axis=1)
