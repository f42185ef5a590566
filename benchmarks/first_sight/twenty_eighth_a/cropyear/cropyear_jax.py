import jax
import jax.numpy as jnp
from jax import lax

THICK = (200.0, 300.0, 500.0)
FULL, DRY = tuple(0.32 * t for t in THICK), tuple(0.13 * t for t in THICK)


@jax.jit
def cropyear(low, high, sun, rain, water, nitrogen):
    fields = rain.shape[1]
    none = jnp.zeros(fields)

    def day(state, weather):
        (stage, leaf, root, mass, ear, grain, seasons, balance, mild, w, nitrogen) = state
        low, high, sun, rain = weather
        mean = 0.5 * (low + high)
        mild = mild + 0.2 * (mean - mild)
        heat = 0.5 * (jnp.clip(low, 8.0, 30.0) + jnp.clip(high, 8.0, 30.0)) - 8.0
        slope = 4098.0 * 0.6108 * jnp.exp(17.27 * mean / (mean + 237.3)) / (mean + 237.3) ** 2
        most = 1.26 * slope / (slope + 0.066) * 0.55 * sun / 2.45
        wet = jnp.clip((w[0] - DRY[0]) / (FULL[0] - DRY[0]), 0.0, 1.2)
        keep = 254.0 * (100.0 / 78.0 - 1.0) * (1.0 - 0.5 * wet)
        off = jnp.maximum(rain - 0.2 * keep, 0.0) ** 2 / (rain + 0.8 * keep)
        deep = rain - off
        w = list(w)
        for k in range(3):
            w[k] = w[k] + deep
            deep = 0.4 * jnp.maximum(w[k] - FULL[k], 0.0)
            w[k] = w[k] - deep
        nitrogen = nitrogen * (1.0 - deep / (deep + w[0] + w[1] + w[2]))
        sow = (mild > 8.5) & (stage < 0.0) & (w[0] > 0.65 * FULL[0]) & (seasons < 3)
        stage, leaf = jnp.where(sow, 0.0, stage), jnp.where(sow, 0.08, leaf)
        root, mass, ear = jnp.where(sow, 80.0, root), jnp.where(sow, 6.0, mass), jnp.where(sow, 0.0, ear)
        grows = stage >= 0.0
        cover = jnp.where(grows, 1.0 - jnp.exp(-0.6 * leaf), 0.0)
        need, got, top = most * cover, none, 0.0
        for k in range(3):
            reach = jnp.clip((root - top) / THICK[k], 0.0, 1.0)
            give = jnp.minimum(0.1 * reach * jnp.maximum(w[k] - DRY[k], 0.0), need - got)
            w[k], got, top = w[k] - give, got + give, top + THICK[k]
        stress = jnp.where(need > 0.0, got / jnp.where(need > 0.0, need, 1.0), 1.0)
        dried = jnp.minimum(0.6 * most * (1.0 - cover), 0.2 * jnp.maximum(w[0] - 0.5 * DRY[0], 0.0))
        w[0] = w[0] - dried
        gain = 1.6 * sun * cover * jnp.minimum(stress, nitrogen / (nitrogen + 30.0))
        nitrogen = nitrogen - jnp.minimum(0.06 * gain, 0.5 * nitrogen)
        mass = mass + gain
        leaf = leaf + jnp.where(grows & (stage < 500.0), 0.02 * gain * (1.0 - leaf / 7.0), 0.0)
        leaf = jnp.where(grows & (stage > 750.0), leaf * (1.0 - heat / 400.0), leaf)
        ear = ear + jnp.where(grows & (stage >= 600.0), 0.7 * gain, 0.0)
        root = jnp.where(grows, jnp.minimum(root + 9.0 * stress, 1000.0), root)
        stage = jnp.where(grows, stage + heat * (1.0 + 0.2 * (1.0 - stress)), stage)
        done = stage >= 1050.0
        grain, seasons = grain + jnp.where(done, ear, 0.0), seasons + done
        nitrogen, stage = nitrogen + jnp.where(done, 50.0, 0.0), jnp.where(done, -1.0, stage)
        leaf, mass = jnp.where(done, 0.0, leaf), jnp.where(done, 0.0, mass)
        balance = balance + jnp.stack((off, deep, got, dried), axis=1)
        return (stage, leaf, root, mass, ear, grain, seasons, balance, mild, tuple(w), nitrogen), None

    start = (none - 1.0, none, none, none, none, none, jnp.zeros(fields, jnp.int64), jnp.zeros((fields, 4)), 4.0,
             tuple(water.T), nitrogen)
    end, _ = lax.scan(day, start, (low, high, sun, rain))
    return end[5], end[6], end[7], end[3], jnp.stack(end[9], axis=1), end[10]
