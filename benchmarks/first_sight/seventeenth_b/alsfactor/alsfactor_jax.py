from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jax.ops import segment_sum


def solve_rows(start, row, column, value, other, penalty):
    """All rows at once; empty rows have the unit matrix and nothing on the right."""
    rows, rank = start.size - 1, other.shape[1]
    F = other[column]
    A = segment_sum(F[:, :, None] * F[:, None, :], row, rows, indices_are_sorted=True)
    b = segment_sum(F * value[:, None], row, rows, indices_are_sorted=True)
    many = jnp.diff(start)
    A = A + jnp.where(many > 0, penalty * many, 1.0)[:, None, None] * jnp.eye(rank)
    return jnp.linalg.solve(A, b[..., None])[..., 0]


@partial(jax.jit, static_argnums=8)
def factor(start, item, rating, start_item, user, rating_item, U, V, rounds, penalty=0.05):
    mean = rating.mean()
    row = jnp.repeat(jnp.arange(U.shape[0]), jnp.diff(start), total_repeat_length=item.size)
    row_item = jnp.repeat(jnp.arange(V.shape[0]), jnp.diff(start_item), total_repeat_length=user.size)

    def turn(factors, _):
        U, V = factors
        U = solve_rows(start, row, item, rating - mean, V, penalty)
        V = solve_rows(start_item, row_item, user, rating_item - mean, U, penalty)
        return (U, V), jnp.sqrt(jnp.mean((rating - mean - jnp.sum(U[row] * V[item], axis=1)) ** 2))
    (U, V), error = lax.scan(turn, (U, V), None, length=rounds)
    return error, U, V
