import jax


@jax.jit
def bicgrow(A, p, r):
    return r @ A, A @ p
