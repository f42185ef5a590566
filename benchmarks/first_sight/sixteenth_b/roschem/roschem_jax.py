import jax
import jax.numpy as jnp
from jax import lax


def rates(y, k, light):
    o, o3, o2, no, no2, ho = y
    r1, r2, r3, r4 = 0.4 * light * o3, k[0] * o * o2, k[1] * o * o3, k[2] * no * o3
    r5, r6, r7 = 0.9 * light * no2, k[3] * ho * no2, 0.05 * light * ho
    return [r1 - r2 - r3 + r5, r2 - r1 - r3 - r4, r1 - r2 + 2.0 * r3 + r4, r5 - r4, r4 - r5 - r6 + r7, r7 - r6]


def matrix(y, k, light, g):
    o, o3, o2, no, no2, ho = y
    j1, j5, j7 = 0.4 * light, 0.9 * light, 0.05 * light
    J = [[0.0] * 6 for _ in range(6)]
    J[0][0], J[0][1], J[0][2], J[0][4] = -k[0] * o2 - k[1] * o3, j1 - k[1] * o, -k[0] * o, j5
    J[1][0], J[1][1], J[1][2], J[1][3] = k[0] * o2 - k[1] * o3, -j1 - k[1] * o - k[2] * no, k[0] * o, -k[2] * o3
    J[2][0], J[2][1], J[2][2], J[2][3] = -k[0] * o2 + 2.0 * k[1] * o3, j1 + 2.0 * k[1] * o + k[2] * no, -k[0] * o, k[2] * o3
    J[3][1], J[3][3], J[3][4] = -k[2] * no, -k[2] * o3, j5
    J[4][1], J[4][3], J[4][4], J[4][5] = k[2] * no, k[2] * o3, -j5 - k[3] * ho, -k[3] * no2 + j7
    J[5][4], J[5][5] = -k[3] * ho, j7 - k[3] * no2
    return [[(i == j) - g * J[i][j] for j in range(6)] for i in range(6)]


def factor(A):
    """Written out over cells side by side; the step makes the diagonal dominant."""
    for k in range(6):
        for i in range(k + 1, 6):
            A[i][k] = A[i][k] / A[k][k]
            for j in range(k + 1, 6):
                A[i][j] = A[i][j] - A[i][k] * A[k][j]
    return A


def substitute(A, b):
    b = list(b)
    for i in range(1, 6):
        for j in range(i):
            b[i] = b[i] - A[i][j] * b[j]
    for i in range(5, -1, -1):
        for j in range(i + 1, 6):
            b[i] = b[i] - A[i][j] * b[j]
        b[i] = b[i] / A[i][i]
    return b


@jax.jit
def chemistry(start, light, warm, dt=0.05):
    g = (1.0 + 1.0 / jnp.sqrt(2.0)) * dt
    a, e = jnp.array([60.0, 8.0, 18.0, 0.9]), jnp.array([-510.0, 2060.0, 1500.0, -270.0])
    k = a[:, None] * jnp.exp(-e[:, None] * (1.0 / warm - 1.0 / 298.0))

    def step(state, light):
        y, worst = state
        A = factor(matrix(y, k, light, g))
        k1 = substitute(A, rates(y, k, light))
        later = rates([q + dt * r for q, r in zip(y, k1)], k, light)
        k2 = substitute(A, [r - 2.0 * q for r, q in zip(later, k1)])
        k1, k2 = jnp.stack(k1), jnp.stack(k2)
        worst = jnp.maximum(worst, jnp.max(jnp.abs(0.5 * dt * (k1 + k2))))
        y = jnp.maximum(y + 1.5 * dt * k1 + 0.5 * dt * k2, 0.0)
        return (y, worst), jnp.stack([y[1].mean(), y[1].max()])
    (y, worst), ozone = lax.scan(step, (start.T, 0.0), light)
    return y.T, ozone, worst
