import jax
import jax.numpy as jnp
from jax import lax

TITRATE, FORM, TURN, END = 26.0, 0.05, 1.2e4, 2.0e3


def change(y, light, fuel):
    no, no2, o3, ro2 = y
    split, titrate, turn = light * no2, TITRATE * no * o3, TURN * ro2 * no
    form, end = FORM * fuel * o3 + 1e-3 * fuel * light, END * ro2 * ro2
    return jnp.stack((split - titrate - turn, titrate + turn - split, split - titrate - FORM * fuel * o3, form - turn - 2.0 * end))


def jacobian(y, light, fuel):
    no, _, o3, ro2 = y
    zero = jnp.zeros_like(no)
    first = [-TITRATE * o3 - TURN * ro2, light, -TITRATE * no, -TURN * no]
    third = [-TITRATE * o3, light, -TITRATE * no - FORM * fuel, zero]
    return [first, [-x for x in first], third, [-TURN * ro2, zero, FORM * fuel, -TURN * no - 4.0 * END * ro2]]


def factorise(M):
    for k in range(4):
        for i in range(k + 1, 4):
            M[i][k] = M[i][k] / M[k][k]
            for j in range(k + 1, 4):
                M[i][j] = M[i][j] - M[i][k] * M[k][j]


def solve(M, b):
    b = list(b)
    for i in range(4):
        for j in range(i):
            b[i] = b[i] - M[i][j] * b[j]
    for i in range(3, -1, -1):
        for j in range(i + 1, 4):
            b[i] = b[i] - M[i][j] * b[j]
        b[i] = b[i] / M[i][i]
    return jnp.stack(b)


@jax.jit
def ros2smog(y, light, fuel, end, rtol=1e-3, atol=1e-6):
    gamma = 1.0 + 1.0 / jnp.sqrt(2.0)

    def step(state):
        y, clock, h, taken, refused = state
        h = jnp.minimum(h, end - clock)
        M = [[-gamma * h * x for x in row] for row in jacobian(y, light, fuel)]
        for i in range(4):
            M[i][i] = M[i][i] + 1.0
        factorise(M)
        k1 = solve(M, change(y, light, fuel))
        k2 = solve(M, change(y + h * k1, light, fuel) - 2.0 * k1)
        new = y + 1.5 * h * k1 + 0.5 * h * k2
        error = jnp.max(jnp.abs(0.5 * h * (k1 + k2)) / (atol + rtol * jnp.maximum(jnp.abs(y), jnp.abs(new))))
        good = error <= 1.0
        y = jnp.where(good, jnp.maximum(new, 0.0), y)
        wider = h * jnp.minimum(2.5, jnp.maximum(0.2, 0.9 / jnp.sqrt(jnp.maximum(error, 1e-10))))
        return y, jnp.where(good, clock + h, clock), wider, taken + good, refused + ~good

    y, _, _, taken, refused = lax.while_loop(lambda s: s[1] < end, step, (y, 0.0, 1e-3, 0, 0))
    return taken, refused, y
