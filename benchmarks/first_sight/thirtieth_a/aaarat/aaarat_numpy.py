import numpy as np


def aaarat(z, f, x, tol=1e-5, most=60):
    """A rational function through samples, greedily (AAA): its values at x and its support points."""
    left = np.ones(z.size, dtype=bool)
    guess = np.full(z.size, f.mean())
    support, values = [], []
    scale = np.abs(f).max()
    for _ in range(most):
        j = np.argmax(np.abs(f - guess))
        support.append(z[j])
        values.append(f[j])
        left[j] = False
        nodes, data = np.array(support), np.array(values)
        C = 1.0 / (z[left][:, None] - nodes)
        A = (f[left][:, None] - data) * C
        w = np.linalg.svd(A, full_matrices=False)[2][-1]
        guess = f.copy()
        guess[left] = (C @ (w * data)) / (C @ w)
        if np.abs(f - guess).max() <= tol * scale:
            break
    D = 1.0 / (x[:, None] - nodes)
    return D @ (w * data) / (D @ w), nodes
