"""Householder reflections written with JAX's own operations, and traced: products of reflectors, reduction to Hessenberg form.

H = I - tau v v^H with v[0] = 1 maps x to beta e1 (Golub and Van Loan, Matrix Computations, 4th ed., section 5.1; signs as LAPACK's larfg).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from precis.ir.types import Value
from precis.lift.jaxpr.definitions import traced

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering


def householder_product(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """The first columns of H1 H2 ...; the vectors stand below the diagonal of the operand."""
    def of_matrix(a: Any, taus: Any) -> Any:
        m, n = a.shape
        q = jnp.eye(m, n, dtype=a.dtype)
        for k in reversed(range(taus.shape[0])):
            v = jnp.where(jnp.arange(m) > k, a[:, k], 0).at[k].set(1)
            q = q - taus[k] * jnp.outer(v, v.conj() @ q)
        return q
    return traced(lo, eqn, x, _over_stacks(of_matrix))


def hessenberg(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """(Hessenberg form with the vectors below it, taus) of real matrices, column by column."""
    if eqn.invars[0].aval.dtype.kind == "c":
        raise ValueError("the Hessenberg form of complex matrices is not lifted")
    return traced(lo, eqn, x, _over_stacks(_reduced))


def _reduced(a: Any) -> Any:
    n, taus, vectors = a.shape[-1], [], []
    for k in range(n - 1):
        alpha, rest = a[k + 1, k], a[k + 2:, k]
        flat = jnp.all(rest == 0)
        beta = jnp.where(alpha < 0, 1, -1) * jnp.sqrt(alpha * alpha + jnp.sum(rest * rest))
        tau = jnp.where(flat, 0, (beta - alpha) / jnp.where(flat, 1, beta))
        below = rest / jnp.where(flat, 1, alpha - beta)
        v = jnp.concatenate([jnp.zeros(k + 1, a.dtype), jnp.ones(1, a.dtype), below])
        a = a - tau * jnp.outer(v, v @ a)
        a = a - tau * jnp.outer(a @ v, v)
        a = a.at[k + 1, k].set(jnp.where(flat, alpha, beta)).at[k + 2:, k].set(0)
        taus.append(tau)
        vectors.append(below)
    for k, below in enumerate(vectors):
        a = a.at[k + 2:, k].set(below)
    return a, jnp.stack(taus) if taus else jnp.zeros(0, a.dtype)


def _over_stacks(of_matrix: Any) -> Any:
    """For operands with leading dimensions of a stack."""
    def function(*operands: Any) -> Any:
        mapped = of_matrix
        for _ in range(operands[0].ndim - 2):
            mapped = jax.vmap(mapped)
        return mapped(*operands)
    return function


def ragged_dot(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """Rows in groups, each group times a matrix of its own; rows behind the last group are zero."""
    numbers = eqn.params["ragged_dot_dimension_numbers"]
    lhs, rhs, sizes = (v.aval for v in eqn.invars[:3])
    plain = numbers.dot_dimension_numbers == (((1,), (1,)), ((), ())) and tuple(numbers.lhs_ragged_dimensions) == (0,)
    if not plain or (lhs.ndim, rhs.ndim, sizes.ndim) != (2, 3, 1) or tuple(numbers.rhs_group_dimensions) != (0,):
        raise ValueError("ragged contractions other than those of jax.lax.ragged_dot are not lifted")

    def function(rows: Any, matrices: Any, counts: Any, *_: Any) -> Any:
        ends = jnp.cumsum(counts)
        group = jnp.sum(jnp.arange(rows.shape[0])[:, None] >= ends[None, :], axis=1)
        chosen = group[:, None] == jnp.arange(matrices.shape[0])[None, :]
        return jnp.einsum("gi,ij,gjk->ik", chosen.T.astype(rows.dtype), rows, matrices)
    return traced(lo, eqn, x, function)
