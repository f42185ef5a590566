import numba as nb
import numpy as np


@nb.njit
def synthesis(C, S, lats, lons):
    top, nlat, nlon = C.shape[0], lats.size, lons.size
    factors = np.zeros((top, top))
    for m in range(top):
        for l in range(m, top):
            factors[m, l] = np.sqrt((4.0 * (l + 1.0) ** 2 - 1.0) / ((l + 1.0) ** 2 - m * m))
    Ct, St = C.T.copy(), S.T.copy()
    cosines, sines = np.empty((top, nlon)), np.empty((top, nlon))
    for m in range(top):
        for i in range(nlon):
            cosines[m, i] = np.cos(m * lons[i])
            sines[m, i] = np.sin(m * lons[i])
    field = np.zeros((nlat, nlon))
    x, y = np.cos(lats), np.sin(lats)
    sectoral = np.full(nlat, np.sqrt(1.0 / (4.0 * np.pi)))
    before, now = np.empty(nlat), np.empty(nlat)
    even, odd = np.empty(nlat), np.empty(nlat)
    for m in range(top):
        for j in range(nlat):
            if m > 0:
                sectoral[j] *= y[j] * np.sqrt((2.0 * m + 1.0) / (2.0 * m))
            before[j] = 0.0
            now[j] = sectoral[j]
            even[j] = 0.0
            odd[j] = 0.0
        root = 0.0
        for l in range(m, top):
            c, s, factor = Ct[m, l], St[m, l], factors[m, l]
            for j in range(nlat):
                even[j] += c * now[j]
                odd[j] += s * now[j]
                after = factor * (x[j] * now[j] - root * before[j])
                before[j] = now[j]
                now[j] = after
            root = 1.0 / factor
        for j in range(nlat):
            for i in range(nlon):
                field[j, i] += even[j] * cosines[m, i] + odd[j] * sines[m, i]
    return field
