import numba as nb
import numpy as np

E = np.array([71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40])


@nb.njit(error_model="numpy")
def dopri5many(state, mu, tol, A, until):
    many = mu.size
    taken, refused = np.zeros(many, np.int64), np.zeros(many, np.int64)
    energy = np.empty(many)
    kx, kv = np.empty(7), np.empty(7)
    for i in range(many):
        x, v, t, h = state[0, i], state[1, i], 0.0, 1e-2
        kx[0], kv[0] = v, mu[i] * (1.0 - x * x) * v - x
        while t < until - 1e-12:
            h = min(h, until - t)
            nx, nv = x, v
            for s in range(1, 7):
                dx, dv = 0.0, 0.0
                for r in range(s):
                    dx += A[s, r] * kx[r]
                    dv += A[s, r] * kv[r]
                nx, nv = x + h * dx, v + h * dv
                kx[s], kv[s] = nv, mu[i] * (1.0 - nx * nx) * nv - nx
            ex, ev = 0.0, 0.0
            for s in range(7):
                ex += E[s] * kx[s]
                ev += E[s] * kv[s]
            ex *= h / (tol * (1.0 + max(abs(x), abs(nx))))
            ev *= h / (tol * (1.0 + max(abs(v), abs(nv))))
            error = np.sqrt(0.5 * (ex * ex + ev * ev))
            if error <= 1.0:
                t += h
                x, v = nx, nv
                kx[0], kv[0] = kx[6], kv[6]
                taken[i] += 1
            else:
                refused[i] += 1
            h *= min(max(0.9 * max(error, 1e-10) ** -0.2, 0.2), 5.0)
        state[0, i], state[1, i] = x, v
        energy[i] = 0.5 * (x * x + v * v)
    return taken, refused, energy
