import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def adpcm(pcm, steps, moves):
    def one(state, sample):
        predicted, index = state
        step = steps[index]
        difference = sample - predicted
        sign = difference < 0
        difference = jnp.abs(difference)
        code, change = jnp.int32(0), step >> 3
        for bit in (4, 2, 1):
            take = difference >= step
            code = code | jnp.where(take, bit, 0)
            difference = difference - jnp.where(take, step, 0)
            change = change + jnp.where(take, step, 0)
            step = step >> 1
        predicted = jnp.clip(predicted + jnp.where(sign, -change, change), -32768, 32767)
        index = jnp.clip(index + moves[code], 0, steps.size - 1)
        return (predicted, index), (code + jnp.where(sign, 8, 0), predicted)

    _, (code, decoded) = lax.scan(one, (jnp.int32(0), jnp.int32(0)), pcm.astype(jnp.int32))
    code = jnp.pad(code, (0, pcm.size % 2)).reshape(-1, 2)
    return (code[:, 0] | code[:, 1] << 4).astype(jnp.uint8), decoded.astype(jnp.int16)
