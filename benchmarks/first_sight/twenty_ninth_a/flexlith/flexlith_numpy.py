import numpy as np


def flexlith(height, seen, thick, step, young=1e11, poisson=0.25, load=2670.0, contrast=600.0):
    """Root mean square misfit of each thickness, the best of them, and the Moho that it bends."""
    n, m = height.shape
    k2 = (2.0 * np.pi / step) ** 2 * (np.fft.fftfreq(n)[:, None] ** 2 + np.fft.rfftfreq(m) ** 2)
    H = np.fft.rfft2(height)
    misfit = np.empty(thick.size)
    best, bend = 0, None
    for t, te in enumerate(thick):
        stiff = young * te ** 3 / (12.0 * (1.0 - poisson ** 2))
        w = np.fft.irfft2(load / contrast * H / (1.0 + stiff * k2 ** 2 / (contrast * 9.81)), s=(n, m))
        misfit[t] = np.sqrt(np.mean((w - seen) ** 2))
        if bend is None or misfit[t] < misfit[best]:
            best, bend = t, w
    return misfit, thick[best], bend
