import math

import numba as nb
import numpy as np


@nb.njit
def ahead(estimate, before, step, last_step, k, guess):
    alpha = 0.0
    if k > 1:
        top = bottom = 0.0
        for i in range(step.size):
            top += step[i] * last_step[i]
            bottom += last_step[i] * last_step[i]
        alpha = min(max(top / bottom, 0.0), 0.95)
    for i in range(guess.size):
        guess[i] = max(estimate[i] + alpha * (estimate[i] - before[i]), 1e-6)


@nb.njit
def compared(image, model):
    """The picture over the model, in place of the model; how likely it is."""
    total = 0.0
    for i in range(image.size):
        m = max(model[i], 1e-9)
        total += image[i] * math.log(m) - m
        model[i] = image[i] / m
    return total


@nb.njit
def corrected(guess, correction, estimate, step):
    for i in range(guess.size):
        e = guess[i] * max(correction[i], 0.0)
        estimate[i] = e
        step[i] = e - guess[i]


def deconvolve(image, psf, rounds):
    """NumPy's transforms, loops for all between them."""
    shape = image.shape
    transfer = np.fft.rfft2(psf)
    back = np.conj(transfer)
    flat = image.ravel()
    estimate = np.full(image.size, image.mean())
    before, guess = estimate.copy(), np.empty(image.size)
    step, last_step = np.zeros(image.size), np.zeros(image.size)
    likelihood = np.zeros(rounds)
    for k in range(rounds):
        ahead(estimate, before, step, last_step, k, guess)
        model = np.fft.irfft2(np.fft.rfft2(guess.reshape(shape)) * transfer, shape)
        likelihood[k] = compared(flat, model.ravel())
        correction = np.fft.irfft2(np.fft.rfft2(model) * back, shape)
        before, estimate = estimate, before
        step, last_step = last_step, step
        corrected(guess, correction.ravel(), estimate, step)
    return estimate.reshape(shape), likelihood
