import numpy as np


def strength(a):
    return a.real**2 + a.imag**2


def magnitudes(psi, amplitude):
    """The wave whose spectrum has the given magnitudes and the phases of psi's, and how far psi's were off."""
    spectrum = np.fft.fft2(psi)
    size = np.abs(spectrum)
    off = np.sum((size - amplitude) ** 2)
    return np.fft.ifft2(spectrum * (amplitude / (size + 1e-9))), off


def reconstruct(specimen, beam, places, seen, order, alpha=0.9, beta=0.5):
    """Maiden's and Rodenburg's extended iterative engine for ptychography; specimen and beam change in place."""
    rounds, shots = order.shape
    width = beam.shape[0]
    error = np.zeros(rounds)
    scale = np.sum(seen**2)
    for turn in range(rounds):
        for k in order[turn]:
            y, x = places[k]
            view = specimen[y:y + width, x:x + width]
            psi = beam * view
            better, off = magnitudes(psi, seen[k])
            error[turn] += off
            change = better - psi
            old = view.copy()
            view += alpha * np.conj(beam) / np.max(strength(beam)) * change
            if turn > 0:
                beam += beta * np.conj(old) / np.max(strength(old)) * change
        error[turn] /= scale
    return error
