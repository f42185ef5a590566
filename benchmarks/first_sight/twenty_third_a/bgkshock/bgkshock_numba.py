import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def minmod(a, b):
    if a * b > 0.0:
        return a if abs(a) < abs(b) else b
    return 0.0


@nb.njit(error_model="numpy")
def carry(f, speed, dx, dt, flux):
    n, m = f.shape
    for i in range(n - 1):
        for k in range(m):
            v = speed[k]
            c = v * dt / dx
            if v > 0.0:
                slope = minmod(f[i + 1, k] - f[i, k], f[i, k] - f[i - 1, k]) if i > 0 else 0.0
                flux[i, k] = v * (f[i, k] + 0.5 * (1.0 - c) * slope)
            else:
                slope = minmod(f[i + 2, k] - f[i + 1, k], f[i + 1, k] - f[i, k]) if i < n - 2 else 0.0
                flux[i, k] = v * (f[i + 1, k] - 0.5 * (1.0 + c) * slope)
    for i in range(1, n - 1):
        for k in range(m):
            f[i, k] -= dt / dx * (flux[i, k] - flux[i - 1, k])


@nb.njit(error_model="numpy")
def moments(g, h, speed, i):
    dv = speed[1] - speed[0]
    n, u, energy = 0.0, 0.0, 0.0
    for k in range(speed.size):
        n += g[i, k]
        u += g[i, k] * speed[k]
        energy += g[i, k] * speed[k] ** 2 + h[i, k]
    n *= dv
    u *= dv / n
    return n, u, (energy * dv / n - u ** 2) / 3.0


@nb.njit(error_model="numpy")
def bgkshock(density, wind, warmth, speed, knudsen, dx, dt, steps):
    cells, m = density.size, speed.size
    g, h, flux = np.empty((cells, m)), np.empty((cells, m)), np.empty((cells - 1, m))
    for i in range(cells):
        front = density[i] / np.sqrt(2.0 * np.pi * warmth[i])
        for k in range(m):
            g[i, k] = front * np.exp(-(speed[k] - wind[i]) ** 2 / (2.0 * warmth[i]))
            h[i, k] = 2.0 * warmth[i] * g[i, k]
    for _ in range(steps):
        carry(g, speed, dx, dt, flux)
        carry(h, speed, dx, dt, flux)
        for i in range(cells):
            n, u, temperature = moments(g, h, speed, i)
            keep = np.exp(-dt * n * np.sqrt(temperature) / knudsen)
            front = n / np.sqrt(2.0 * np.pi * temperature)
            for k in range(m):
                rest = front * np.exp(-(speed[k] - u) ** 2 / (2.0 * temperature))
                across = 2.0 * temperature * rest
                g[i, k] = rest + keep * (g[i, k] - rest)
                h[i, k] = across + keep * (h[i, k] - across)
    n, u, temperature, heat = np.empty(cells), np.empty(cells), np.empty(cells), np.empty(cells)
    for i in range(cells):
        n[i], u[i], temperature[i] = moments(g, h, speed, i)
        total = 0.0
        for k in range(m):
            c = speed[k] - u[i]
            total += c * (c ** 2 * g[i, k] + h[i, k])
        heat[i] = 0.5 * total * (speed[1] - speed[0])
    return n, u, temperature, heat
