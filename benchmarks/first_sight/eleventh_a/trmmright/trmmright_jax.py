import jax


@jax.jit
def trmmright(U, B, alpha=0.9):
    return alpha * (B @ U)
