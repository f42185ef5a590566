import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def lsqr(value, column, b, x, damp, history):
    n = x.shape[0]

    def times(x):
        return jnp.sum(value * x[column], axis=1)

    def transposed(y):
        return jnp.zeros(n).at[column].add(value * y[:, None])

    def step(state, _):
        u, v, w, x, alpha, phi_bar, rho_bar = state
        u = times(v) - alpha * u
        beta = jnp.linalg.norm(u)
        u = u / beta
        v = transposed(u) - beta * v
        alpha = jnp.linalg.norm(v)
        v = v / alpha
        damped = jnp.hypot(rho_bar, damp)
        phi_bar = phi_bar * (rho_bar / damped)
        rho = jnp.hypot(damped, beta)
        c, s = damped / rho, beta / rho
        phi, phi_bar = c * phi_bar, s * phi_bar
        x = x + (phi / rho) * w
        w = v - (s * alpha / rho) * w
        return (u, v, w, x, alpha, phi_bar, -c * alpha), phi_bar * alpha * jnp.abs(c)

    beta = jnp.linalg.norm(b)
    u = b / beta
    v = transposed(u)
    alpha = jnp.linalg.norm(v)
    v = v / alpha
    state, history = lax.scan(step, (u, v, v, x, alpha, beta, alpha), None, length=history.shape[0])
    return state[3], history
