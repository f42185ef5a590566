import numpy as np


def upwind(vel, left, right):
    return np.where(vel > 0.0, left, right)


def tidebasin(depth, eta, u, v, steps, dx=500.0, dt=20.0, g=9.81, f=1e-4, drag=2.5e-3, dry=0.05):
    gauge = np.zeros(steps)
    for t in range(steps):
        total = depth + eta
        wet = total > dry
        du = -g * (eta[:, 1:] - eta[:, :-1]) / dx
        dv = -g * (eta[1:, :] - eta[:-1, :]) / dx
        vm = 0.25 * (v[:-1, 1:] + v[1:, 1:] + v[:-1, :-1] + v[1:, :-1])
        hu = 0.5 * (total[:, 1:] + total[:, :-1])
        open_u = wet[:, 1:] & wet[:, :-1]
        u[:, 1:-1] += dt * (du + f * vm)
        speed = np.sqrt(u[:, 1:-1] ** 2 + vm ** 2)
        u[:, 1:-1] /= 1.0 + dt * drag * speed / np.maximum(hu, dry)
        u[:, 1:-1][~open_u] = 0.0
        um = 0.25 * (u[1:, :-1] + u[1:, 1:] + u[:-1, :-1] + u[:-1, 1:])
        hv = 0.5 * (total[1:, :] + total[:-1, :])
        open_v = wet[1:, :] & wet[:-1, :]
        v[1:-1, :] += dt * (dv - f * um)
        speed = np.sqrt(v[1:-1, :] ** 2 + um ** 2)
        v[1:-1, :] /= 1.0 + dt * drag * speed / np.maximum(hv, dry)
        v[1:-1, :][~open_v] = 0.0
        fx, fy = np.zeros(u.shape), np.zeros(v.shape)
        fx[:, 1:-1] = u[:, 1:-1] * upwind(u[:, 1:-1], total[:, :-1], total[:, 1:])
        fy[1:-1, :] = v[1:-1, :] * upwind(v[1:-1, :], total[:-1, :], total[1:, :])
        eta -= dt / dx * (fx[:, 1:] - fx[:, :-1] + fy[1:, :] - fy[:-1, :])
        eta[1:-1, 0] = 0.8 * np.sin(1.4e-3 * dt * (t + 1))
        gauge[t] = np.mean(eta[wet])
    return gauge
