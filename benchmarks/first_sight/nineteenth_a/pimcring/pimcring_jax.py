import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def sample(x, uniform, tau):
    width = 2.0 * jnp.sqrt(tau)

    def potential(x):
        return 0.5 * x**2 + 0.1 * x**4

    def sweep(state, u):
        even, odd, taken = state
        for colour in range(2):
            here, other = (even, odd) if colour == 0 else (odd, even)
            left = jnp.roll(other, 1, axis=1) if colour == 0 else other
            right = other if colour == 0 else jnp.roll(other, -1, axis=1)
            trial = here + width * (u[colour, 0] - 0.5)
            stretch = (trial - left) ** 2 + (trial - right) ** 2 - (here - left) ** 2 - (here - right) ** 2
            change = stretch / (2.0 * tau) + tau * (potential(trial) - potential(here))
            accept = (change < 0.0) | (u[colour, 1] < jnp.exp(-change))
            new = jnp.where(accept, trial, here)
            even, odd = (new, odd) if colour == 0 else (even, new)
            taken = taken + jnp.sum(accept)
        y = jnp.stack((even, odd))
        return (even, odd, taken), jnp.mean(potential(y) + 0.5 * y * (y + 0.4 * y**3))

    (even, odd, taken), energy = lax.scan(sweep, (x[:, ::2], x[:, 1::2], 0), uniform)
    half = uniform.shape[0] // 2
    x = jnp.stack((even, odd), axis=-1).reshape(x.shape)
    return jnp.mean(energy[half:]), jnp.std(energy[half:]), taken / (uniform.shape[0] * x.size), x
