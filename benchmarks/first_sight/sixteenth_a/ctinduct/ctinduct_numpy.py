import numpy as np


def emf(bx, by, u, v, eta, h):
    """Electric field at the corners, upwind, with resistance; none on the rim."""
    e = np.zeros_like(u)
    ui, vi = u[1:-1, 1:-1], v[1:-1, 1:-1]
    bxc = np.where(vi > 0.0, bx[1:-1, :-1], bx[1:-1, 1:])
    byc = np.where(ui > 0.0, by[:-1, 1:-1], by[1:, 1:-1])
    current = (by[1:, 1:-1] - by[:-1, 1:-1]) / h - (bx[1:-1, 1:] - bx[1:-1, :-1]) / h
    e[1:-1, 1:-1] = vi * bxc - ui * byc + eta * current
    return e


def rates(bx, by, u, v, eta, h):
    e = emf(bx, by, u, v, eta, h)
    return -(e[:, 1:] - e[:, :-1]) / h, (e[1:, :] - e[:-1, :]) / h


def induct(bx, by, u, v, eta, h, dt, steps):
    for step in range(steps):
        rx, ry = rates(bx, by, u, v, eta, h)
        mx, my = bx + dt * rx, by + dt * ry
        sx, sy = rates(mx, my, u, v, eta, h)
        bx[:] = 0.5 * (bx + mx + dt * sx)
        by[:] = 0.5 * (by + my + dt * sy)
