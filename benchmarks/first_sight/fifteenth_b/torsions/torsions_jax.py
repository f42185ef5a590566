import jax
import jax.numpy as jnp


@jax.jit
def bonded(x, bonds, angles, torsions, forces):
    def total(a, b):
        return jnp.sum(a * b, axis=1)
    forces = jnp.zeros_like(forces)
    d = x[bonds[:, 1]] - x[bonds[:, 0]]
    r = jnp.sqrt(total(d, d))
    f = (600.0 * (r - 1.5) / r)[:, None] * d
    forces = forces.at[bonds[:, 0]].add(f).at[bonds[:, 1]].add(-f)
    a = x[angles[:, 0]] - x[angles[:, 1]]
    b = x[angles[:, 2]] - x[angles[:, 1]]
    aa, bb = jnp.sqrt(total(a, a)), jnp.sqrt(total(b, b))
    c = total(a, b) / (aa * bb)
    slope = (-80.0 * (c + 0.3))[:, None]
    fa = slope * (b / (aa * bb)[:, None] - (c / aa**2)[:, None] * a)
    fb = slope * (a / (aa * bb)[:, None] - (c / bb**2)[:, None] * b)
    forces = forces.at[angles[:, 0]].add(fa).at[angles[:, 2]].add(fb).at[angles[:, 1]].add(-fa - fb)
    p = [x[torsions[:, k]] for k in range(4)]
    b1, b2, b3 = p[1] - p[0], p[2] - p[1], p[3] - p[2]
    m, n = jnp.cross(b1, b2), jnp.cross(b2, b3)
    bb = total(b2, b2)
    r = jnp.sqrt(bb)
    slope = -6.0 * jnp.sin(3.0 * jnp.arctan2(r * total(b1, n), total(m, n)) - 0.4)
    f1 = (slope * r / total(m, m))[:, None] * m
    f4 = (-slope * r / total(n, n))[:, None] * n
    s = (total(b1, b2) / bb)[:, None] * f1 - (total(b3, b2) / bb)[:, None] * f4
    return forces.at[torsions[:, 0]].add(f1).at[torsions[:, 1]].add(-f1 - s).at[torsions[:, 2]].add(s - f4).at[torsions[:, 3]].add(f4)
