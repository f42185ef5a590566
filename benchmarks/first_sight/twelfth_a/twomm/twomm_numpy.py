def twomm(alpha, beta, A, B, C, D):
    D[:] = alpha * A @ B.T @ C + beta * D
