import numpy as np


def flux(left, right, c):
    """What an upwind step carries through a wall with Courant's number c."""
    return np.maximum(c, 0.0) * left + np.minimum(c, 0.0) * right


def upwind(psi, cx, cy):
    """Cells in the middle change by what goes through their four walls."""
    fx = flux(psi[1:-1, :-1], psi[1:-1, 1:], cx)
    fy = flux(psi[:-1, 1:-1], psi[1:, 1:-1], cy)
    new = psi.copy()
    new[1:-1, 1:-1] -= fx[:, 1:] - fx[:, :-1] + fy[1:, :] - fy[:-1, :]
    return new


def carry(psi, u, v, steps):
    """u (n - 1, m - 1) and v (n - 1, m - 1): Courant numbers at walls; one corrective step after each upwind step."""
    tiny = np.float32(1e-12)
    cx = u[1:, :]
    cy = v[:, 1:]
    for _ in range(steps):
        first = upwind(psi, cx, cy)
        a, b = first[1:-1, :-1], first[1:-1, 1:]
        ax = np.zeros_like(cx)
        ax[...] = (np.abs(cx) - cx**2) * (b - a) / (b + a + tiny)
        top = first[2:, 1:] + first[2:, :-1]
        low = first[:-2, 1:] + first[:-2, :-1]
        across = np.zeros_like(cx)
        across[:, 1:-1] = 0.25 * (cy[:-1, :-1] + cy[1:, :-1] + cy[:-1, 1:] + cy[1:, 1:])
        ax -= 0.5 * cx * across * (top - low) / (top + low + tiny)
        a, b = first[:-1, 1:-1], first[1:, 1:-1]
        ay = (np.abs(cy) - cy**2) * (b - a) / (b + a + tiny)
        right = first[1:, 2:] + first[:-1, 2:]
        left = first[1:, :-2] + first[:-1, :-2]
        along = np.zeros_like(cy)
        along[1:-1, :] = 0.25 * (cx[:-1, :-1] + cx[1:, :-1] + cx[:-1, 1:] + cx[1:, 1:])
        ay -= 0.5 * cy * along * (right - left) / (right + left + tiny)
        psi[:] = np.maximum(upwind(first, ax, ay), 0.0)
