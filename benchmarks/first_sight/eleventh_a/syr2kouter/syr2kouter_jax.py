import jax


@jax.jit
def syr2kouter(A, B, C, alpha=1.5, beta=1.2):
    P = A @ B.T
    return beta * C + alpha * (P + P.T)
