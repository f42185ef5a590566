import jax
import jax.numpy as jnp


@jax.jit
def dependence(X):
    D = jnp.abs(X.T[:, :, None] - X.T[:, None, :])
    D = D - D.mean(axis=1, keepdims=True) - D.mean(axis=2, keepdims=True) + D.mean(axis=(1, 2), keepdims=True)
    V = jnp.tensordot(D, D, axes=([1, 2], [1, 2])) / X.shape[0]**2
    own = jnp.sqrt(jnp.diag(V))
    return jnp.sqrt(jnp.maximum(V, 0.0) / (own[:, None] * own[None, :]))
