import numba as nb
import numpy as np

A = np.array([0.0, -567301805773.0 / 1357537059087.0, -2404267990393.0 / 2016746695238.0, -3550918686646.0 / 2091501179385.0,
              -1275806237668.0 / 842570457699.0])
B = np.array([1432997174477.0 / 9575080441755.0, 5161836677717.0 / 13612068292357.0, 1720146321549.0 / 2090206949498.0,
              3134564353537.0 / 4481467310338.0, 2277821191437.0 / 14882151754819.0])


@nb.njit
def carried(u, D, lift, inner, outer, normal, faces, speed, scale, dt, steps, alpha=0.3):
    p, K = u.shape
    flat = u.reshape(p * K)
    store, change = np.zeros((p, K)), np.empty((2, K))
    row = np.empty(K)
    middle = np.empty(steps)
    for step in range(steps):
        for stage in range(5):
            for f in range(2):
                for k in range(K):
                    wind = speed * normal[f, k] - (1.0 - alpha) * abs(speed * normal[f, k])
                    change[f, k] = 0.5 * wind * (flat[faces[f, k]] - flat[outer[f, k]])
            for i in range(p):
                row[:] = 0.0
                for j in range(p):
                    d = D[i, j]
                    for k in range(K):
                        row[k] += d * u[j, k]
                for k in range(K):
                    slope = scale * (lift[i, 0] * change[0, k] + lift[i, 1] * change[1, k] - speed * row[k])
                    store[i, k] = A[stage] * store[i, k] + dt * slope
            for i in range(p):
                for k in range(K):
                    u[i, k] += B[stage] * store[i, k]
        most = 0.0
        for i in inner:
            for k in range(K):
                most = max(most, abs(u[i, k]))
        middle[step] = most
    return middle
