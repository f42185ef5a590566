from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(1, 2))
def vmdmodes(signal, count, most, narrow=2000.0, tau=0.1, tol=1e-9):
    length = signal.size
    half = length // 2
    f = jnp.concatenate((signal[:half][::-1], signal, signal[half:][::-1]))
    goal = jnp.fft.rfft(f)
    freq = jnp.arange(goal.size) / f.size

    def turn(state):
        before, middle, dual, turns, _ = state
        total, modes, whole = before.sum(axis=0), [], 0.0
        for k in range(count):
            new = (goal - total + before[k] + 0.5 * dual) / (1.0 + narrow * (freq - middle[k]) ** 2)
            total += new - before[k]
            power = new.real ** 2 + new.imag ** 2
            modes.append(new)
            whole += power.sum()
            if k > 0:
                middle = middle.at[k].set(freq @ power / power.sum())
        modes = jnp.stack(modes)
        moved = modes - before
        change = jnp.sum(moved.real ** 2 + moved.imag ** 2) / whole
        return modes, middle, dual + tau * (goal - total), turns + 1, change

    start = (jnp.zeros((count, goal.size), goal.dtype), 0.5 / count * jnp.arange(count), jnp.zeros_like(goal), 0, jnp.inf)
    modes, middle, _, turns, _ = lax.while_loop(lambda s: (s[4] > tol) & (s[3] < most), turn, start)
    order = jnp.argsort(middle)
    return jnp.fft.irfft(modes, f.size, axis=1)[:, half:half + length][order], middle[order], turns
