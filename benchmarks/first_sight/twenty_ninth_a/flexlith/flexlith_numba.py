import numba as nb
import numpy as np


@nb.njit(error_model="numpy")
def filtered(H, f, g, scale, stiff, ratio, out):
    for i in range(H.shape[0]):
        for j in range(H.shape[1]):
            k2 = scale * (f[i] * f[i] + g[j] * g[j])
            out[i, j] = H[i, j] * (ratio / (1.0 + stiff * k2 * k2))


@nb.njit(error_model="numpy")
def distance(a, b):
    s = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            s += (a[i, j] - b[i, j]) ** 2
    return np.sqrt(s / a.size)


def flexlith(height, seen, thick, step, young=1e11, poisson=0.25, load=2670.0, contrast=600.0):
    n, m = height.shape
    f, g, H = np.fft.fftfreq(n), np.fft.rfftfreq(m), np.fft.rfft2(height)
    W, misfit = np.empty_like(H), np.empty(thick.size)
    best, bend = 0, None
    for t, te in enumerate(thick):
        stiff = young * te ** 3 / (12.0 * (1.0 - poisson ** 2)) / (contrast * 9.81)
        filtered(H, f, g, (2.0 * np.pi / step) ** 2, stiff, load / contrast, W)
        w = np.fft.irfft2(W, s=(n, m))
        misfit[t] = distance(w, seen)
        if bend is None or misfit[t] < misfit[best]:
            best, bend = t, w
    return misfit, thick[best], bend
