import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def shake(mass, stiff, ground, dt):
    n = mass.size
    viscous = 2.0 * 0.02 * jnp.sqrt(stiff * mass)

    def forces(s):
        gap = s[0] - jnp.pad(s[0], (1, 0))[:-1]
        speed = s[1] - jnp.pad(s[1], (1, 0))[:-1]
        return gap, speed, stiff * (0.1 * gap + 0.9 * 0.01 * s[2]) + viscous * speed

    def rates(s, ag):
        _, speed, force = forces(s)
        z = s[2]
        dv = (jnp.pad(force, (0, 1))[1:] - force) / mass - ag
        return jnp.stack([s[1], dv, (speed - 0.5 * jnp.abs(speed) * z * jnp.abs(z) - 0.5 * speed * z**2) / 0.01])

    def step(state, given):
        s, drift, work = state
        now, after = given
        mid = 0.5 * (now + after)
        k1 = rates(s, now)
        k2 = rates(s + 0.5 * dt * k1, mid)
        k3 = rates(s + 0.5 * dt * k2, mid)
        k4 = rates(s + dt * k3, after)
        s = s + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        gap, speed, force = forces(s)
        return (s, jnp.maximum(drift, jnp.abs(gap)), work + dt * (force @ speed)), s[0, -1]
    (_, drift, work), roof = lax.scan(step, (jnp.zeros((3, n)), jnp.zeros(n), 0.0), (ground[:-1], ground[1:]))
    return jnp.concatenate([jnp.zeros(1), roof]), drift, work
