import numpy as np

STRENGTH, DECAY, ICE, WATER, DRAG, CORIOLIS = 2.75e4, 20.0, 917.0, 1026.0, 5.5e-3, 1.46e-4
ELLIPSE, TIMESCALE = 4.0, 400.0


def corners(f):
    """Means of the four cells around inner corners."""
    return 0.25 * (f[1:, 1:] + f[1:, :-1] + f[:-1, 1:] + f[:-1, :-1])


def rates(u, v, h):
    """Divergence, tension and shear of cells from the velocities at their corners."""
    ux = 0.5 * (u[1:, 1:] + u[:-1, 1:] - u[1:, :-1] - u[:-1, :-1]) / h
    uy = 0.5 * (u[1:, 1:] + u[1:, :-1] - u[:-1, 1:] - u[:-1, :-1]) / h
    vx = 0.5 * (v[1:, 1:] + v[:-1, 1:] - v[1:, :-1] - v[:-1, :-1]) / h
    vy = 0.5 * (v[1:, 1:] + v[1:, :-1] - v[:-1, 1:] - v[:-1, :-1]) / h
    return ux + vy, ux - vy, uy + vx


def evpice(u, v, area, thick, ocean, wind, h, dt, rounds):
    """Velocities at corners change in place; stresses of cells, and the work that is done on the ice."""
    p = STRENGTH * thick * np.exp(-DECAY * (1.0 - area))
    s1, s2, s12 = np.zeros_like(area), np.zeros_like(area), np.zeros_like(area)
    mass = ICE * corners(thick)
    cover = corners(area)
    iced = mass > 50.0
    safe = np.where(iced, mass, 1.0)
    uo, vo = ocean[0, 1:-1, 1:-1], ocean[1, 1:-1, 1:-1]
    c = dt / (2.0 * TIMESCALE)
    work = np.zeros(rounds)
    for r in range(rounds):
        divergence, tension, shear = rates(u, v, h)
        delta = np.sqrt(divergence ** 2 + (tension ** 2 + shear ** 2) / ELLIPSE)
        viscous = p / np.maximum(delta, 2e-9)
        s1 = (s1 + c * viscous * (divergence - delta)) / (1.0 + c)
        s2 = (s2 + c * viscous * tension) / (1.0 + c * ELLIPSE)
        s12 = (s12 + 0.5 * c * viscous * shear) / (1.0 + c * ELLIPSE)
        work[r] = np.sum(s1 * divergence + s2 * tension + 2.0 * s12 * shear) * h * h
        s11, s22 = 0.5 * (s1 + s2), 0.5 * (s1 - s2)
        fx = 0.5 * (s11[1:, 1:] + s11[:-1, 1:] - s11[1:, :-1] - s11[:-1, :-1]
                    + s12[1:, 1:] + s12[1:, :-1] - s12[:-1, 1:] - s12[:-1, :-1]) / h
        fy = 0.5 * (s12[1:, 1:] + s12[:-1, 1:] - s12[1:, :-1] - s12[:-1, :-1]
                    + s22[1:, 1:] + s22[1:, :-1] - s22[:-1, 1:] - s22[:-1, :-1]) / h
        ui, vi = u[1:-1, 1:-1], v[1:-1, 1:-1]
        drag = cover * WATER * DRAG * np.sqrt((uo - ui) ** 2 + (vo - vi) ** 2)
        a = safe / dt + drag
        b = safe * CORIOLIS
        gx = safe / dt * ui + fx + cover * wind[0, 1:-1, 1:-1] + drag * uo
        gy = safe / dt * vi + fy + cover * wind[1, 1:-1, 1:-1] + drag * vo
        u[1:-1, 1:-1] = np.where(iced, (a * gx + b * gy) / (a * a + b * b), 0.0)
        v[1:-1, 1:-1] = np.where(iced, (a * gy - b * gx) / (a * a + b * b), 0.0)
    return s1, s2, s12, work
