import jax
import jax.numpy as jnp
from jax import lax

HEAT_ICE, FUSION, HOLD, DT = 2100.0, 3.34e5, 0.05, 3600.0


@jax.jit
def snowmelt(temp, ice, liquid, air, sun):
    def step(state, forcing):
        temp, ice, liquid = state
        air, sun = forcing
        flux = 0.3 * (temp[:, :-1] - temp[:, 1:]) / 0.1
        gain = jnp.zeros_like(temp).at[:, 0].set(12.0 * (air - temp[:, 0]) + 0.3 * sun).at[:, 1].add(0.05 * sun)
        gain = gain.at[:, :-1].add(-flux).at[:, 1:].add(flux)
        temp = temp + DT * gain / (HEAT_ICE * (ice + 1.0))
        melt = jnp.where(temp > 0.0, jnp.minimum(ice, ice * HEAT_ICE * temp / FUSION), 0.0)
        ice, liquid, temp = ice - melt, liquid + melt, jnp.minimum(temp, 0.0)
        cold = (temp < 0.0) & (liquid > 0.0)
        freeze = jnp.where(cold, jnp.minimum(liquid, -temp * ice * HEAT_ICE / FUSION), 0.0)
        liquid, ice = liquid - freeze, ice + freeze
        temp = jnp.minimum(jnp.where(cold, temp + freeze * FUSION / (HEAT_ICE * (ice + 1e-6)), temp), 0.0)

        def drain(down, layer):
            water, ice = layer
            water = water + down
            down = jnp.maximum(water - HOLD * ice, 0.0)
            return down, water - down

        down, liquid = lax.scan(drain, jnp.zeros_like(air), (liquid.T, ice.T))
        return (temp, ice, liquid.T), down

    (temp, ice, liquid), runoff = lax.scan(step, (temp, ice, liquid), (air, sun))
    return runoff, temp, ice, liquid
