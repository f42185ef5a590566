import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def self_consistent(places, hopping, onsite, field, most, tolerance):
    n = len(places)
    r2 = jnp.sum((places[:, None] - places) ** 2, axis=2)
    gamma = 14.397 / jnp.sqrt(r2 + (14.397 / onsite) ** 2)
    x = places[:, 0]
    core = hopping + jnp.diag(field * (x - x.mean()) - gamma.sum(axis=1) + jnp.diag(gamma))

    def fock_of(density):
        return core - 0.5 * density * gamma + jnp.diag(gamma @ jnp.diag(density))

    def turn(s):
        density, last_fock, last_error, _, _, rounds = s
        fock = fock_of(density)
        product = fock @ density
        error = product - product.T
        step = last_error - error
        weight = jnp.where(rounds > 0, jnp.clip(jnp.sum(last_error * step) / jnp.sum(step * step), 0.3, 1.0), 1.0)
        levels, orbitals = jnp.linalg.eigh(weight * fock + (1.0 - weight) * last_fock)
        occupied = orbitals[:, :n // 2]
        new = 2.0 * occupied @ occupied.T
        return new, fock, error, levels, jnp.abs(new - density).max(), rounds + 1

    zeros = jnp.zeros((n, n))
    start = jnp.eye(n), zeros, zeros, jnp.zeros(n), jnp.inf, jnp.int64(0)
    density, _, _, levels, _, rounds = lax.while_loop(lambda s: (s[5] < most) & (s[4] >= tolerance), turn, start)
    energy = 0.5 * jnp.sum(density * (core + fock_of(density)))
    charge = 1.0 - jnp.diag(density)
    return energy, levels, jnp.diag(density, k=1), charge, x @ charge, levels[n // 2] - levels[n // 2 - 1], rounds
