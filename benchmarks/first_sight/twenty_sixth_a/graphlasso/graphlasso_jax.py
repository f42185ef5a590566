import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def graphlasso(S, penalty, tol=1e-11, rounds=100):
    """Coefficients of a column with a zero at its own place."""
    p = S.shape[0]
    i = jnp.arange(p)

    def column(j, state):
        W, B = state
        rest = i != j

        def one(k, s):
            beta, worst = s
            x = S[k, j] - W[k] @ beta + W[k, k] * beta[k]
            new = jnp.where(k == j, 0.0, jnp.sign(x) * jnp.maximum(jnp.abs(x) - penalty, 0.0) / W[k, k])
            return beta.at[k].set(new), jnp.maximum(worst, jnp.abs(new - beta[k]))

        beta, _ = lax.while_loop(lambda s: s[1] > tol, lambda s: lax.fori_loop(0, p, one, (s[0], 0.0)), (B[j], jnp.inf))
        new = jnp.where(rest, W @ beta, W[j, j])
        return W.at[j].set(new).at[:, j].set(new), B.at[j].set(beta)

    def sweep(state):
        W, B, _, n = state
        new, B = lax.fori_loop(0, p, column, (W, B))
        return new, B, jnp.mean(jnp.abs(new - W)), n + 1

    start = S + penalty * jnp.eye(p), jnp.zeros((p, p)), jnp.inf, 0
    W, B, _, _ = lax.while_loop(lambda s: (s[2] >= tol) & (s[3] < rounds), sweep, start)
    own = 1.0 / (jnp.diag(W) - jnp.sum(W * B, axis=1))
    theta = (jnp.eye(p) - B.T) * own
    loss = jnp.linalg.slogdet(W)[1] + jnp.sum(S * theta) + penalty * jnp.sum(jnp.abs(theta))
    return W, theta, jnp.count_nonzero(theta), loss
