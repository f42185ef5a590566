import numpy as np


def gemverlike(A, u1, v1, u2, v2, y, z, w, x, alpha=1.5, beta=1.2):
    A += np.multiply.outer(u1, v1) + np.multiply.outer(u2, v2)
    x += beta * A.T @ y
    x += z
    w += alpha * (A @ x)
