import numpy as np


def overlay(spectra, window, hop):
    """Frames laid on each other, least squares over their windows."""
    frames, size = spectra.shape[0], window.size
    parts = window * np.fft.irfft(spectra, n=size, axis=1)
    x = np.zeros((frames - 1) * hop + size)
    norm = np.zeros(x.size)
    for t in range(frames):
        x[t * hop:t * hop + size] += parts[t]
        norm[t * hop:t * hop + size] += window ** 2
    return x / np.maximum(norm, 1e-8)


def spectra_of(x, window, hop, frames):
    at = hop * np.arange(frames)[:, None] + np.arange(window.size)
    return np.fft.rfft(window * x[at], axis=1)


def griflim(sizes, phase, window, hop, rounds, momentum):
    """Sounds that are consistent and spectra of the given sizes in turns, the last change carried on; how far sizes are off."""
    frames = sizes.shape[0]
    spectra = sizes * np.exp(1j * phase)
    before = np.zeros_like(spectra)
    misfit = np.empty(rounds)
    for r in range(rounds):
        now = spectra_of(overlay(spectra, window, hop), window, hop, frames)
        misfit[r] = np.linalg.norm(np.abs(now) - sizes) / np.linalg.norm(sizes)
        ahead = now + momentum * (now - before)
        spectra = sizes * ahead / np.maximum(np.abs(ahead), 1e-12)
        before = now
    return overlay(spectra, window, hop), misfit
