import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def density(H, T, energies, eta):
    m = H.shape[1]
    one = jnp.eye(m)
    back = T.conj().transpose(0, 2, 1)

    def at(energy):
        z = (energy + 1j * eta) * one

        def forth(left, item):
            H, T, back = item
            left = jnp.linalg.inv(z - H - back @ left @ T)
            return left, left
        first = jnp.linalg.inv(z - H[0])
        last, left = lax.scan(forth, first, (H[1:], T, back))
        left = jnp.concatenate([first[None], left])

        def again(G, item):
            left, T, back = item
            G = left + left @ T @ G @ back @ left
            return G, -jnp.trace(G).imag / jnp.pi
        _, states = lax.scan(again, last, (left[:-1], T, back), reverse=True)
        return jnp.append(states, -jnp.trace(last).imag / jnp.pi)
    states = jax.vmap(at)(energies)
    return states, states.sum(axis=1)
