"""Poisson's equation  -lap x = f  on a rectangle (x = 0 on its edge), solved by conjugate gradients without a matrix.

The operator is the five-point Laplacian times -h^2 and the right-hand side is b = h^2 f. The iteration is that of
Hestenes and Stiefel (1952), written as in Saad, Iterative Methods for Sparse Linear Systems, 2nd ed., algorithm 6.18;
it stops at |residual| <= tol |b|.
"""

import numpy as np


def conjugate_gradients(b, tol, max_iterations):
    """Return the solution (n, m) and the number of iterations; b is h^2 times the source, tol relative to |b|."""

    def minus_laplacian(v):
        image = 4.0 * v
        image[1:, :] -= v[:-1, :]
        image[:-1, :] -= v[1:, :]
        image[:, 1:] -= v[:, :-1]
        image[:, :-1] -= v[:, 1:]
        return image

    solution = np.zeros_like(b)
    residual = b.copy()
    direction = residual.copy()
    rr = np.sum(residual * residual)
    bb = np.sum(b * b)
    iterations = 0
    while rr > tol * tol * bb and iterations < max_iterations:
        image = minus_laplacian(direction)
        alpha = rr / np.sum(direction * image)
        solution = solution + alpha * direction
        residual = residual - alpha * image
        rr_new = np.sum(residual * residual)
        beta = rr_new / rr
        direction = residual + beta * direction
        rr = rr_new
        iterations = iterations + 1
    return solution, iterations


def inputs(seed, size=None):
    """Arguments of `conjugate_gradients`, size x (size + 5) points (default 80): charges on a rough background."""
    n = 80 if size is None else size
    rng = np.random.default_rng(seed)
    h = 1.0 / (n + 1)
    x = h * np.arange(1, n + 1)[:, None]
    y = h * np.arange(1, n + 6)[None, :]
    f = rng.normal(0.0, 3.0, (n, n + 5))
    for _ in range(4):
        cx, cy = rng.uniform(0.15, 0.85, 2)
        f += rng.normal(0.0, 40.0) * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / 0.013)
    return h * h * f, 1e-9, 1000
