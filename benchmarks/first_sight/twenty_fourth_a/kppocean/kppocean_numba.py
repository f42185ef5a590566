import numba as nb
import numpy as np

CRITICAL, KARMAN = 0.3, 0.4


@nb.njit(error_model="numpy")
def diffuse(q, r, diag, w):
    n = q.size
    for i in range(1, n):
        q[i] -= w[i] * q[i - 1]
    q[n - 1] /= diag[n - 1]
    for i in range(n - 2, -1, -1):
        q[i] = (q[i] + r[i] * q[i + 1]) / diag[i]


@nb.njit(error_model="numpy")
def deep(u, v, b, scale, dz):
    before, n = 0.0, b.size
    for k in range(1, n):
        z = (k + 0.5) * dz
        stable = np.sqrt(max((b[k - 1] - b[k]) / dz, 0.0))
        shear = (u[0] - u[k]) ** 2 + (v[0] - v[k]) ** 2
        rib = (b[0] - b[k]) * z / (shear + 1.6 * z * stable * scale + 1e-10)
        if rib > CRITICAL or k == n - 1:
            part = min(max((CRITICAL - before) / max(rib - before, 1e-12), 0.0), 1.0)
            return z - dz + part * dz
        before = rib
    return 0.0


@nb.njit(error_model="numpy")
def kppocean(u, v, b, stress, loss, dz, dt, steps):
    columns, n = b.shape
    depth = np.full(columns, 1.5 * dz)
    r, diag, w = np.empty(n), np.empty(n), np.empty(n)
    for c in range(columns):
        uc, vc, bc = u[c], v[c], b[c]
        for _ in range(steps):
            scale = KARMAN * np.sqrt(stress[c]) + 0.6 * np.cbrt(loss[c] * depth[c])
            h = deep(uc, vc, bc, scale, dz)
            depth[c] = h
            for i in range(n - 1):
                shear = ((uc[i + 1] - uc[i]) ** 2 + (vc[i + 1] - vc[i]) ** 2) / dz ** 2
                ri = min(max((bc[i] - bc[i + 1]) / dz / (shear + 1e-12), 0.0), 0.7)
                k = 5e-3 * (1.0 - (ri / 0.7) ** 2) ** 3 + 1e-5
                sigma = dz * (i + 1) / h
                if sigma < 1.0:
                    k = max(k, h * scale * sigma * (1.0 - sigma) ** 2)
                r[i] = k * dt / dz ** 2
            uc[0] += dt * stress[c] / dz
            bc[0] -= dt * loss[c] / dz
            diag[0] = 1.0 + r[0]
            for i in range(1, n):
                w[i] = -r[i - 1] / diag[i - 1]
                diag[i] = 1.0 + r[i - 1] + (r[i] if i < n - 1 else 0.0) + w[i] * r[i - 1]
            diffuse(uc, r, diag, w)
            diffuse(vc, r, diag, w)
            diffuse(bc, r, diag, w)
    return depth
