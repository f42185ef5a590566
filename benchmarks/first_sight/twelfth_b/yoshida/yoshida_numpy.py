import numpy as np


def gravity(x, y, z, m, soft=0.05):
    dx = x[None, :] - x[:, None]
    dy = y[None, :] - y[:, None]
    dz = z[None, :] - z[:, None]
    inv3 = (dx**2 + dy**2 + dz**2 + soft**2) ** (-1.5)
    return (dx * inv3) @ m, (dy * inv3) @ m, (dz * inv3) @ m


def energy_of(x, y, z, vx, vy, vz, m, soft=0.05):
    kinetic = 0.5 * np.sum(m * (vx**2 + vy**2 + vz**2))
    potential = 0.0
    for i in range(len(m) - 1):
        r = np.sqrt((x[i + 1:] - x[i])**2 + (y[i + 1:] - y[i])**2 + (z[i + 1:] - z[i])**2 + soft**2)
        potential -= m[i] * np.sum(m[i + 1:] / r)
    return kinetic + potential


def integrate(x, y, z, vx, vy, vz, m, steps, dt=0.005):
    w1 = 1.0 / (2.0 - 2.0 ** (1.0 / 3.0))
    w0 = 1.0 - 2.0 * w1
    drift = (0.5 * w1, 0.5 * (w0 + w1), 0.5 * (w0 + w1), 0.5 * w1)
    kick = (w1, w0, w1, 0.0)
    energy = np.zeros(steps)
    for s in range(steps):
        for c, d in zip(drift, kick):
            x += c * dt * vx
            y += c * dt * vy
            z += c * dt * vz
            if d != 0.0:
                ax, ay, az = gravity(x, y, z, m)
                vx += d * dt * ax
                vy += d * dt * ay
                vz += d * dt * az
        energy[s] = energy_of(x, y, z, vx, vy, vz, m)
    return energy
