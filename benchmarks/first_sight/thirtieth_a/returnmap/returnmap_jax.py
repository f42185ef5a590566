import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@jax.jit
def returnmap(way, scale, strength, young=210e3, poisson=0.3, iso=1500.0, kin=4000.0, saturate=80.0, rate=60.0):
    n = scale.size
    mu, bulk = 0.5 * young / (1.0 + poisson), young / (3.0 * (1.0 - 2.0 * poisson))
    root, stiff, eye = np.sqrt(2.0 / 3.0), 2.0 * (mu + kin / 3.0), np.eye(3)[:, :, None]
    scale_, strength_ = scale, strength

    def step(state, strain):
        plastic, back, slipped, work, _ = state
        strain = strain[:, :, None] * scale_
        volume = strain[0, 0] + strain[1, 1] + strain[2, 2]
        s = 2.0 * mu * (strain - volume / 3.0 * eye - plastic)
        xi = s - back
        size = jnp.sqrt(jnp.sum(xi * xi, axis=(0, 1)))
        yields = size > root * (strength_ + iso * slipped + saturate * (1.0 - jnp.exp(-rate * slipped)))

        def over(gamma):
            a = slipped + root * gamma
            soft = saturate * jnp.exp(-rate * a)
            g = size - stiff * gamma - root * (strength_ + iso * a + saturate - soft)
            return jnp.where(yields, g, 0.0), stiff + 2.0 / 3.0 * (iso + rate * soft)

        def newton(state):
            gamma, g, slope, k = state
            gamma = gamma + g / slope
            return (gamma, *over(gamma), k + 1)

        def goes_on(state):
            return (state[3] < 30) & jnp.any(jnp.abs(state[1]) > 1e-10 * strength_)

        gamma, *_ = lax.while_loop(goes_on, newton, (jnp.zeros(n), *over(jnp.zeros(n)), 0))
        flow = gamma * xi / jnp.where(size > 0.0, size, 1.0)
        s = s - 2.0 * mu * flow
        work = work + jnp.sum(s * flow, axis=(0, 1))
        state = plastic + flow, back + 2.0 / 3.0 * kin * flow, slipped + root * gamma, work, s + bulk * volume * eye
        return state, jnp.count_nonzero(yields)

    none, zero = jnp.zeros((3, 3, n)), jnp.zeros(n)
    (_, back, slipped, work, stress), yielding = lax.scan(step, (none, none, zero, zero, none), way[1:])
    return jnp.moveaxis(stress, 2, 0), jnp.moveaxis(back, 2, 0), slipped, work, yielding
