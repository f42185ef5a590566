import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def kalman(F, H, Q, R, x, P, z):
    T, m = z.shape
    one = jnp.eye(x.size)

    def step(state, z):
        x, P = state
        x = F @ x
        P = F @ P @ F.T + Q
        S = H @ P @ H.T + R
        inverse = jnp.linalg.inv(S)
        gain = P @ H.T @ inverse
        miss = z - H @ x
        x = x + gain @ miss
        P = (one - gain @ H) @ P
        return (x, P), (x, jnp.diag(P), miss @ inverse @ miss + jnp.log(jnp.linalg.det(S)))
    _, (states, variances, terms) = lax.scan(step, (x, P), z)
    return states, variances, -0.5 * (T * m * jnp.log(2.0 * jnp.pi) + jnp.sum(terms))
