import jax


@jax.jit
def doitgenlike(A, C):
    return A @ C
