import numpy as np

A = (0.0, -567301805773.0 / 1357537059087.0, -2404267990393.0 / 2016746695238.0, -3550918686646.0 / 2091501179385.0,
     -1275806237668.0 / 842570457699.0)
B = (1432997174477.0 / 9575080441755.0, 5161836677717.0 / 13612068292357.0, 1720146321549.0 / 2090206949498.0,
     3134564353537.0 / 4481467310338.0, 2277821191437.0 / 14882151754819.0)


def slope(u, D, lift, faces, outer, normal, speed, scale, alpha=0.3):
    flat = u.reshape(-1)
    jump = flat[faces] - flat[outer]
    wind = speed * normal - (1.0 - alpha) * np.abs(speed * normal)
    return scale * (lift @ (0.5 * wind * jump) - speed * (D @ u))


def carried(u, D, lift, inner, outer, normal, faces, speed, scale, dt, steps):
    store = np.zeros_like(u)
    middle = np.empty(steps)
    for step in range(steps):
        for a, b in zip(A, B):
            store = a * store + dt * slope(u, D, lift, faces, outer, normal, speed, scale)
            u += b * store
        middle[step] = np.max(np.abs(u[inner]))
    return middle
