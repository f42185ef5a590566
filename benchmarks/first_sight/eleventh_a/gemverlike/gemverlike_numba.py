import numba as nb


@nb.njit
def gemverlike(A, u1, v1, u2, v2, y, z, w, x, alpha=1.5, beta=1.2):
    n = A.shape[0]
    for i in range(n):
        a, b, c = u1[i], u2[i], beta * y[i]
        for j in range(n):
            A[i, j] += a * v1[j] + b * v2[j]
            x[j] += c * A[i, j]
    for j in range(n):
        x[j] += z[j]
    for i in range(n):
        s = 0.0
        for j in range(n):
            s += A[i, j] * x[j]
        w[i] += alpha * s
