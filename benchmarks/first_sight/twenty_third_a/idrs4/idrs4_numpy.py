import numpy as np


def apply(x, windx, windy, epsilon, decay):
    """Decay, diffusion by five points and upwind convection (winds are not negative), zero around."""
    n, m = windx.shape
    h = 1.0 / (n + 1.0)
    u = np.zeros((n + 2, m + 2))
    u[1:-1, 1:-1] = x.reshape(n, m)
    here = u[1:-1, 1:-1]
    out = epsilon / h * (4.0 * here - u[2:, 1:-1] - u[:-2, 1:-1] - u[1:-1, 2:] - u[1:-1, :-2])
    out += decay * here + windx * (here - u[:-2, 1:-1]) + windy * (here - u[1:-1, :-2])
    return out.ravel()


def idrs4(f, windx, windy, P, epsilon, decay, cycles):
    """A x = f after Sonneveld and van Gijzen, vectors made biorthogonal to the shadows P; norms of residuals."""
    s = P.shape[0]
    x = np.zeros(f.size)
    r = f.ravel().copy()
    G = np.zeros((s, f.size))
    U = np.zeros((s, f.size))
    M = np.eye(s)
    omega = 1.0
    norms = np.zeros(cycles + 1)
    norms[0] = np.linalg.norm(r)
    for cycle in range(cycles):
        g = P @ r
        for k in range(s):
            c = np.linalg.solve(M[k:, k:], g[k:])
            v = r - c @ G[k:]
            U[k] = c @ U[k:] + omega * v
            G[k] = apply(U[k], windx, windy, epsilon, decay)
            for i in range(k):
                alpha = P[i] @ G[k] / M[i, i]
                G[k] -= alpha * G[i]
                U[k] -= alpha * U[i]
            M[k:, k] = P[k:] @ G[k]
            beta = g[k] / M[k, k]
            r -= beta * G[k]
            x += beta * U[k]
            g[k + 1:] -= beta * M[k + 1:, k]
        t = apply(r, windx, windy, epsilon, decay)
        tr, tt = t @ r, t @ t
        omega = tr / tt
        cosine = np.abs(tr) / np.sqrt(tt * (r @ r))
        if cosine < 0.7:
            omega *= 0.7 / cosine
        x += omega * r
        r -= omega * t
        norms[cycle + 1] = np.linalg.norm(r)
    return x.reshape(f.shape), norms
