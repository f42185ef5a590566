import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def fit(x, y, p, most, tolerance):
    k = (len(p) - 2) // 3

    def shapes(p):
        z = (x[:, None] - p[2 + k:2 + 2 * k]) / p[2 + 2 * k:]
        return z, jnp.exp(-0.5 * z**2)

    def residual_of(p):
        return y - p[0] - p[1] * x - shapes(p)[1] @ p[2:2 + k]

    def jacobian(p):
        z, g = shapes(p)
        slope = p[2:2 + k] * g * z / p[2 + 2 * k:]
        return jnp.hstack([jnp.ones((len(x), 1)), x[:, None], g, slope, slope * z])

    def step(s):
        p, residual, chi2, damping, steps, _ = s
        J = jacobian(p)
        A, g = J.T @ J, J.T @ residual

        def attempt(t):
            damping, _, _, _, count, _ = t
            moved = p + jnp.linalg.solve(A + damping * jnp.diag(jnp.diag(A)), g)
            trial = residual_of(moved)
            found = trial @ trial
            good = found < chi2
            return jnp.where(good, damping, 4.0 * damping), moved, trial, found, count + 1, good

        start = damping, p, residual, chi2, 0, False
        damping, moved, trial, found, _, good = lax.while_loop(lambda t: (t[4] < 8) & ~t[5], attempt, start)
        change = (chi2 - found) / chi2
        p, residual = jnp.where(good, moved, p), jnp.where(good, trial, residual)
        damping = jnp.where(good, jnp.maximum(damping / 5.0, 1e-8), damping)
        return p, residual, jnp.where(good, found, chi2), damping, steps + 1, ~good | (change < tolerance)

    residual = residual_of(p)
    start = p, residual, residual @ residual, 1e-2, jnp.int64(0), False
    p, _, chi2, _, steps, _ = lax.while_loop(lambda s: (s[4] < most) & ~s[5], step, start)
    J = jacobian(p)
    covariance = jnp.linalg.inv(J.T @ J) * chi2 / (len(x) - len(p))
    return p, jnp.sqrt(jnp.diag(covariance)), chi2, steps
