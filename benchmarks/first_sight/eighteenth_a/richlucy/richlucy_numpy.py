import numpy as np


def sharpen(image, psf, turns):
    """Lines of a picture that a camera smeared, made sharp after Richardson and Lucy."""
    n = image.shape[1]
    H = np.fft.rfft(psf)
    estimate = np.full_like(image, image.mean())
    for turn in range(turns):
        blurred = np.fft.irfft(np.fft.rfft(estimate, axis=1) * H, n, axis=1)
        ratio = image / np.maximum(blurred, 1e-12)
        estimate *= np.fft.irfft(np.fft.rfft(ratio, axis=1) * np.conj(H), n, axis=1)
    return estimate
