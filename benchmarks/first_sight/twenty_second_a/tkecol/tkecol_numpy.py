import numpy as np

G, KAPPA, LEAST = 9.81, 0.4, 1e-4


def diffuse(field, k, z, thick, dt, bottom):
    """An implicit step of vertical diffusion, k at the faces inside, in place."""
    columns, n = field.shape
    upper = np.zeros((columns, n))
    lower = np.zeros((columns, n))
    upper[:, :-1] = dt * k / (np.diff(z) * thick[:-1])
    lower[:, 1:] = dt * k / (np.diff(z) * thick[1:])
    diagonal = 1.0 + upper + lower
    field[:, 0] += dt * bottom / thick[0]
    for i in range(1, n):
        f = -lower[:, i] / diagonal[:, i - 1]
        diagonal[:, i] += f * upper[:, i - 1]
        field[:, i] -= f * field[:, i - 1]
    field[:, n - 1] /= diagonal[:, n - 1]
    for i in range(n - 2, -1, -1):
        field[:, i] = (field[:, i] + upper[:, i] * field[:, i + 1]) / diagonal[:, i]


def tkecol(z, u, v, theta, tke, heat, steps, dt=60.0):
    """Columns of the boundary layer, closed by the energy of turbulence; its height at each step."""
    columns, n = u.shape
    thick = np.gradient(z)
    gap = np.diff(z)
    height = np.zeros((steps, columns))
    for t in range(steps):
        shear = ((u[:, 1:] - u[:, :-1]) / gap) ** 2 + ((v[:, 1:] - v[:, :-1]) / gap) ** 2
        stable = 2.0 * G * (theta[:, 1:] - theta[:, :-1]) / (gap * (theta[:, 1:] + theta[:, :-1]))
        energy = 0.5 * (tke[:, 1:] + tke[:, :-1])
        mid = 0.5 * (z[1:] + z[:-1])
        length = KAPPA * mid / (1.0 + KAPPA * mid / 100.0) * np.ones((columns, 1))
        calm = stable > 1e-6
        length[calm] = np.minimum(length[calm], 0.76 * np.sqrt(energy[calm] / stable[calm]))
        km = 0.1 * length * np.sqrt(energy)
        kh = km * (1.0 + 2.0 * length / np.maximum(mid, 100.0))
        source = np.zeros((columns, n))
        source[:, :-1] += 0.5 * (km * shear - kh * stable)
        source[:, 1:] += 0.5 * (km * shear - kh * stable)
        size = np.empty((columns, n))
        size[:, :-1] = length
        size[:, -1] = length[:, -1]
        tke += dt * source
        np.maximum(tke, LEAST, out=tke)
        tke /= 1.0 + dt * 0.7 * np.sqrt(tke) / size
        speed = np.hypot(u[:, 0], v[:, 0])
        drag = -2e-3 * speed
        diffuse(tke, 2.0 * km, z, thick, dt, 0.0)
        diffuse(theta, kh, z, thick, dt, heat)
        diffuse(u, km, z, thick, dt, drag * u[:, 0])
        diffuse(v, km, z, thick, dt, drag * v[:, 0])
        height[t] = z[np.argmax(tke < 0.05 * np.max(tke, axis=1, keepdims=True), axis=1)]
    return height
