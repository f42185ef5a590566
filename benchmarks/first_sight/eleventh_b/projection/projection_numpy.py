import numpy as np


def border(p):
    """No pressure gradient through the walls."""
    p[0, :] = p[1, :]
    p[-1, :] = p[-2, :]
    p[:, 0] = p[:, 1]
    p[:, -1] = p[:, -2]


def solve_pressure(p, source, h, tol, limit):
    """Jacobi iterations until the pressure stays where it is; returns how many."""
    change = tol + 1.0
    count = 0
    while change > tol and count < limit:
        previous = p.copy()
        p[1:-1, 1:-1] = (previous[2:, 1:-1] + previous[:-2, 1:-1] + previous[1:-1, 2:] + previous[1:-1, :-2]
                         - h * h * source) / 4.0
        border(p)
        change = np.sum(np.abs(p - previous)) / (np.sum(np.abs(previous)) + 1e-9)
        count += 1
    return count


def moved(f, u, v, h, dt, nu):
    """Upwind advection and diffusion of f in the interior."""
    fc, uc, vc = f[1:-1, 1:-1], u[1:-1, 1:-1], v[1:-1, 1:-1]
    dx = np.where(uc > 0, fc - f[1:-1, :-2], f[1:-1, 2:] - fc) / h
    dy = np.where(vc > 0, fc - f[:-2, 1:-1], f[2:, 1:-1] - fc) / h
    lap = (f[2:, 1:-1] + f[:-2, 1:-1] + f[1:-1, 2:] + f[1:-1, :-2] - 4 * fc) / h**2
    return fc + dt * (nu * lap - uc * dx - vc * dy)


def cavity(u, v, p, h, dt, nu, steps, tol, limit):
    """A lid drives the flow in a square box: Chorin's projection."""
    used = np.zeros(steps, dtype=np.int64)
    for s in range(steps):
        un, vn = moved(u, u, v, h, dt, nu), moved(v, u, v, h, dt, nu)
        u[1:-1, 1:-1] = un
        v[1:-1, 1:-1] = vn
        div = (u[1:-1, 2:] - u[1:-1, :-2] + v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * h)
        used[s] = solve_pressure(p, div / dt, h, tol, limit)
        u[1:-1, 1:-1] -= dt * (p[1:-1, 2:] - p[1:-1, :-2]) / (2 * h)
        v[1:-1, 1:-1] -= dt * (p[2:, 1:-1] - p[:-2, 1:-1]) / (2 * h)
    return used
