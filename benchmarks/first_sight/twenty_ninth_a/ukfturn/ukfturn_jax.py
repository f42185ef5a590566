import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def wrapped(angle):
    return (angle + jnp.pi) % (2.0 * jnp.pi) - jnp.pi


@jax.jit
def ukfturn(radar, dt=1.0, spread=0.5):
    n = 5
    lam = n * (spread ** 2 - 1.0)
    wm = jnp.full(2 * n + 1, 0.5 / (n + lam)).at[0].set(lam / (n + lam))
    wc = wm.at[0].add(3.0 - spread ** 2)
    Q, R = np.diag([0.5, 0.5, 0.2, 1e-4, 2e-4]), np.diag([25.0, 1e-4])

    def step(state, z):
        mean, P = state
        L = jnp.linalg.cholesky((n + lam) * P)
        x, y, v, heading, rate = jnp.vstack((mean, mean + L.T, mean - L.T)).T
        slow = jnp.abs(rate) < 1e-5
        r = v / jnp.where(slow, 1.0, rate)
        x += jnp.where(slow, v * dt * jnp.cos(heading), r * (jnp.sin(heading + rate * dt) - jnp.sin(heading)))
        y += jnp.where(slow, v * dt * jnp.sin(heading), r * (jnp.cos(heading) - jnp.cos(heading + rate * dt)))
        points = jnp.stack((x, y, v, heading + rate * dt, rate), axis=1)
        mean = wm @ points
        dx = points - mean
        P = (wc[:, None] * dx).T @ dx + Q
        bearing = jnp.arctan2(y, x)
        seen = jnp.stack((jnp.hypot(x, y), bearing[0] + wrapped(bearing - bearing[0])), axis=1)
        middle = wm @ seen
        dz = seen - middle
        S = (wc[:, None] * dz).T @ dz + R
        C = (wc[:, None] * dx).T @ dz
        det = S[0, 0] * S[1, 1] - S[0, 1] * S[1, 0]
        inverse = jnp.array([[S[1, 1], -S[0, 1]], [-S[1, 0], S[0, 0]]]) / det
        K = C @ inverse
        miss = z - middle
        miss = miss.at[1].set(wrapped(miss[1]))
        mean = mean + K @ miss
        mean = mean.at[3].set(wrapped(mean[3]))
        P = P - K @ S @ K.T
        P = 0.5 * (P + P.T)
        return (mean, P), (mean, jnp.diag(P), -0.5 * (miss @ inverse @ miss + jnp.log(4.0 * jnp.pi ** 2 * det)))

    r0, b0 = radar[0]
    mean = jnp.array([r0 * jnp.cos(b0), r0 * jnp.sin(b0), 10.0, 0.0, 0.0])
    P = jnp.diag(jnp.array([100.0, 100.0, 25.0, 1.0, 0.01]))
    _, (track, spreads, likelihood) = lax.scan(step, (mean, P), radar[1:])
    return jnp.vstack((mean, track)), jnp.vstack((jnp.diag(P), spreads)), likelihood.sum()
