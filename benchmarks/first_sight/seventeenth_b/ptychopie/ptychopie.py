import numpy as np


def initialize(width, scans, rounds):
    """Shifts of a soft round beam over a specimen with phases, and how strong light is on the detector at each."""
    rng = np.random.default_rng(42)
    step = width // 4
    n = width + step * (scans - 1)
    yy, xx = np.meshgrid(np.arange(n), np.arange(n), indexing="ij")
    truth = (1.0 - 0.3 * np.sin(0.21 * xx) ** 2) * np.exp(1j * (np.sin(0.17 * yy) + 0.5 * np.cos(0.11 * xx * yy / n)))
    ww = np.arange(width) - 0.5 * (width - 1)
    beam = np.exp(-(ww[:, None] ** 2 + ww**2) / (0.06 * width**2)) * np.exp(0.02j * ww[:, None] * ww)
    places = np.array([(step * a, step * b) for a in range(scans) for b in range(scans)])
    seen = np.array([np.abs(np.fft.fft2(beam * truth[y:y + width, x:x + width])) for y, x in places])
    order = np.array([rng.permutation(len(places)) for _ in range(rounds)])
    return np.ones((n, n), dtype=np.complex128), np.abs(beam).astype(np.complex128), places, seen, order
