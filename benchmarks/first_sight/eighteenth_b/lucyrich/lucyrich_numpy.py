import numpy as np


def deconvolve(image, psf, rounds):
    """A picture made sharp after Richardson and Lucy, its steps made longer after Biggs and Andrews; and how likely each was."""
    shape = image.shape
    transfer = np.fft.rfft2(psf)
    estimate = np.full(shape, image.mean())
    before = estimate.copy()
    last_step = np.zeros(shape)
    step = np.zeros(shape)
    likelihood = np.zeros(rounds)
    for k in range(rounds):
        if k > 1:
            alpha = np.sum(step * last_step) / np.sum(last_step**2)
            alpha = min(max(alpha, 0.0), 0.95)
        else:
            alpha = 0.0
        guess = np.maximum(estimate + alpha * (estimate - before), 1e-6)
        model = np.maximum(np.fft.irfft2(np.fft.rfft2(guess) * transfer, shape), 1e-9)
        likelihood[k] = np.sum(image * np.log(model) - model)
        correction = np.fft.irfft2(np.fft.rfft2(image / model) * np.conj(transfer), shape)
        before = estimate
        estimate = guess * np.maximum(correction, 0.0)
        last_step = step
        step = estimate - guess
    return estimate, likelihood
