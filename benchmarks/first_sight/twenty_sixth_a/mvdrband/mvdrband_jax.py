import jax
import jax.numpy as jnp


@jax.jit
def mvdrband(X, freq, place, theta, load=1e-2):
    _, sensors, shots = X.shape
    R = jnp.einsum("fmt,fnt->fmn", X, X.conj()) / shots
    strength = jnp.trace(R, axis1=1, axis2=2).real / sensors
    R = R + load * strength[:, None, None] * jnp.eye(sensors)
    A = jnp.exp(-2j * jnp.pi * freq[:, None, None] * place[:, None] * jnp.sin(theta) / 340.0)
    B = jnp.linalg.solve(R, A)
    power = 1.0 / jnp.sum(A.conj() * B, axis=1).real
    total = jnp.mean(power / power.max(axis=1, keepdims=True), axis=0)
    best = jnp.argmax(total)
    weights = B[:, :, best] * power[:, best, None]
    return 10.0 * jnp.log10(total), theta[best], jnp.einsum("fm,fmt->ft", weights.conj(), X)
