import jax
import jax.numpy as jnp
from jax import lax


def strength(a):
    return a.real**2 + a.imag**2


@jax.jit
def reconstruct(specimen, beam, places, seen, order, alpha=0.9, beta=0.5):
    def shoot(state, k):
        specimen, beam, grow = state
        view = lax.dynamic_slice(specimen, (places[k, 0], places[k, 1]), beam.shape)
        psi = beam * view
        spectrum = jnp.fft.fft2(psi)
        size = jnp.abs(spectrum)
        change = jnp.fft.ifft2(spectrum * (seen[k] / (size + 1e-9))) - psi
        new = view + (alpha / jnp.max(strength(beam))) * jnp.conj(beam) * change
        beam = beam + (grow / jnp.max(strength(view))) * jnp.conj(view) * change
        return (lax.dynamic_update_slice(specimen, new, (places[k, 0], places[k, 1])), beam, grow), jnp.sum((size - seen[k]) ** 2)

    def turn(state, inputs):
        shots, grow = inputs
        (specimen, beam, _), off = lax.scan(shoot, (*state, grow), shots)
        return (specimen, beam), off.sum()
    grow = jnp.where(jnp.arange(order.shape[0]) > 0, beta, 0.0)
    (specimen, beam), error = lax.scan(turn, (specimen, beam), (order, grow))
    return error / jnp.sum(seen**2), specimen, beam
