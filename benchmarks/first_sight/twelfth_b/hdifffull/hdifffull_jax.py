import jax
import jax.numpy as jnp


@jax.jit
def diffuse(field, coeff):
    lap = 4.0 * field[1:-1, 1:-1] - (field[2:, 1:-1] + field[:-2, 1:-1] + field[1:-1, 2:] + field[1:-1, :-2])
    flux_i = lap[1:, 1:-1] - lap[:-1, 1:-1]
    flux_i = jnp.where(flux_i * (field[2:-1, 2:-2] - field[1:-2, 2:-2]) > 0, 0, flux_i)
    flux_j = lap[1:-1, 1:] - lap[1:-1, :-1]
    flux_j = jnp.where(flux_j * (field[2:-2, 2:-1] - field[2:-2, 1:-2]) > 0, 0, flux_j)
    return field[2:-2, 2:-2] - coeff * (flux_i[1:] - flux_i[:-1] + flux_j[:, 1:] - flux_j[:, :-1])
