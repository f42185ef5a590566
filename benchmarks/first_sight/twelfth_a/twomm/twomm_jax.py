import jax


@jax.jit
def twomm(alpha, beta, A, B, C, D):
    return alpha * A @ B.T @ C + beta * D
