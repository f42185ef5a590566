import numba as nb
import numpy as np

EPS = 0.622
LV, CP, GRAVITY = 2.5e6, 1004.0, 9.81


@nb.njit(error_model="numpy")
def satadj(t, qv, qc, p, sweeps=4):
    nz, ny, nx = t.shape
    t, qv, qc = t.copy(), qv.copy(), qc.copy()
    path, top, cover = np.zeros((ny, nx)), np.full((ny, nx), -1), np.zeros(nz)
    for k in range(nz):
        many, level = 0, p[k]
        for i in range(ny):
            for j in range(nx):
                T, v, c = t[k, i, j], qv[k, i, j], qc[k, i, j]
                for _ in range(sweeps):
                    es = 611.2 * np.exp(17.67 * (T - 273.15) / (T - 29.65))
                    down = level - (1.0 - EPS) * es
                    qs = EPS * es / down
                    slope = qs * level / down * (17.67 * 243.5) / ((T - 29.65) * (T - 29.65))
                    dq = max((v - qs) / (1.0 + LV / CP * slope), -c)
                    v -= dq
                    c += dq
                    T += LV / CP * dq
                t[k, i, j], qv[k, i, j], qc[k, i, j] = T, v, c
                if c > 1.0e-6:
                    many += 1
                    top[i, j] = k
                if k > 0:
                    path[i, j] += (p[k - 1] - level) * 0.5 * (c + qc[k - 1, i, j])
        cover[k] = many / (ny * nx)
    for i in range(ny):
        for j in range(nx):
            path[i, j] /= GRAVITY
    return t, qv, qc, path, top, cover
