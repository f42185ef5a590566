import jax
import jax.numpy as jnp
from jax import lax

POWER = 1.852


@jax.jit
def pipenet(ends, length, width, rough, demand, pattern, tanks, dt=3600.0):
    nodes, pipes, count = demand.size, ends.shape[0], tanks.shape[0]
    r = 10.667 * length / (rough ** POWER * width ** 4.871)
    a, b = ends[:, 0], ends[:, 1]
    at = tanks[:, 0].astype(int)
    free = jnp.setdiff1d(jnp.arange(nodes), at, size=nodes - count, assume_unique=True)
    pipe = jnp.arange(pipes)
    whole = jnp.zeros((pipes, nodes)).at[pipe, a].set(-1.0).at[pipe, b].set(1.0)
    A, B = whole[:, free], whole[:, at]

    def hour(state, share):
        flows, level = state

        def step(s):
            flows, _, _, k = s
            size = jnp.maximum(jnp.abs(flows), 1e-6) ** (POWER - 1.0)
            slope, lost = 1.0 / (POWER * r * size), r * flows * size + B @ level
            right = A.T @ (flows - slope * lost) - share * demand[free]
            heads = jax.scipy.linalg.solve(A.T @ (slope[:, None] * A), right, assume_a="pos")
            change = slope * (lost + A @ heads)
            flows = flows - change
            return flows, heads, jnp.sum(jnp.abs(change)) > 1e-12 * jnp.sum(jnp.abs(flows)), k + 1

        flows, found, _, _ = lax.while_loop(lambda s: s[2] & (s[3] < 60), step, (flows, jnp.zeros(nodes - count), True, 0))
        heads = jnp.zeros(nodes).at[free].set(found).at[at].set(level)
        level = level + dt * (B.T @ flows) / tanks[:, 2]
        return (flows, level), (heads, flows, level, jnp.argmin(heads))

    return lax.scan(hour, (jnp.full(pipes, 0.01), tanks[:, 1]), pattern)[1]
