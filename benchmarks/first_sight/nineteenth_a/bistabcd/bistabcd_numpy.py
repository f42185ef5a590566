import numpy as np


def apply(u, cx, cy, shift):
    """Diffusion and a wind in five points, with nothing beyond the border."""
    out = (4.0 + shift) * u
    out[1:, :] -= (1.0 + cy[1:, :]) * u[:-1, :]
    out[:-1, :] -= (1.0 - cy[:-1, :]) * u[1:, :]
    out[:, 1:] -= (1.0 + cx[:, 1:]) * u[:, :-1]
    out[:, :-1] -= (1.0 - cx[:, :-1]) * u[:, 1:]
    return out


def solve(b, cx, cy, shift, tol, most):
    x = np.zeros_like(b)
    size = np.linalg.norm(b)
    if size == 0.0:
        return x, 0
    r = b.copy()
    shadow = r.copy()
    p = np.zeros_like(b)
    v = np.zeros_like(b)
    rho = alpha = omega = 1.0
    for k in range(1, most + 1):
        before, rho = rho, np.sum(shadow * r)
        beta = rho / before * alpha / omega
        p = r + beta * (p - omega * v)
        v = apply(p, cx, cy, shift)
        alpha = rho / np.sum(shadow * v)
        s = r - alpha * v
        if np.linalg.norm(s) < tol * size:
            x += alpha * p
            return x, k
        t = apply(s, cx, cy, shift)
        omega = np.sum(t * s) / np.sum(t * t)
        x += alpha * p + omega * s
        r = s - omega * t
        if np.linalg.norm(r) < tol * size:
            return x, k
    return x, most
