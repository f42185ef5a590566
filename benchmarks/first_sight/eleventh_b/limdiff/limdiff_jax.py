import jax
import jax.numpy as jnp


@jax.jit
def smooth(q, strength, out):
    lap = q[:, 2:, 1:-1] + q[:, :-2, 1:-1] + q[:, 1:-1, 2:] + q[:, 1:-1, :-2] - 4.0 * q[:, 1:-1, 1:-1]

    def downhill(flux, slope):
        return jnp.where(flux * slope > 0.0, 0.0, flux)
    along = downhill(lap[:, 1:-1, 1:] - lap[:, 1:-1, :-1], q[:, 2:-2, 2:-1] - q[:, 2:-2, 1:-2])
    across = downhill(lap[:, 1:, 1:-1] - lap[:, :-1, 1:-1], q[:, 2:-1, 2:-2] - q[:, 1:-2, 2:-2])
    spread = along[:, :, 1:] - along[:, :, :-1] + across[:, 1:] - across[:, :-1]
    return out.at[:, 2:-2, 2:-2].set(q[:, 2:-2, 2:-2] - strength[:, 2:-2, 2:-2] * spread)
