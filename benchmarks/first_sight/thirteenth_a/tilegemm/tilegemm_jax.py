import jax


@jax.jit
def tiled(alpha, beta, A, B, C, tile):
    return alpha * (A @ B) + beta * C
