"""scipy.signal: filters designed from computed frequencies. Source: A. V. Oppenheim and R. W. Schafer, Discrete-Time Signal Processing,
chapter 7: zeros, poles and gain of the analog prototype, moved to the band, and mapped by the bilinear transform at two samples per second.
"""

import numpy as np

LOW, HIGH, BAND, STOP = range(4)
KINDS = {"low": LOW, "lowpass": LOW, "lp": LOW, "l": LOW, "high": HIGH, "highpass": HIGH, "hp": HIGH, "h": HIGH, "band": BAND,
         "bandpass": BAND, "pass": BAND, "bp": BAND, "bandstop": STOP, "bands": STOP, "stop": STOP, "bs": STOP}


def butter(N, Wn, btype="low", analog=False, output="ba", fs=None):
    assert not analog, "only digital filters are lifted"
    m = np.arange(-N + 1, N, 2)
    poles = -np.exp(1j * np.pi * m / (2 * N))
    poles = np.where(m == 0, -1.0, poles)
    return designed(poles, 1.0, N, Wn if fs is None else 2.0 * Wn / fs, KINDS[btype.lower()], output)


def cheby1(N, rp, Wn, btype="low", analog=False, output="ba", fs=None):
    assert not analog, "only digital filters are lifted"
    ripple = np.sqrt(10.0 ** (0.1 * rp) - 1.0)
    mu = np.arcsinh(1.0 / ripple) / N
    m = np.arange(-N + 1, N, 2)
    theta = np.pi * m / (2.0 * N)
    poles = -(np.sinh(mu) * np.cos(theta) + 1j * (np.cosh(mu) * np.sin(theta)))
    gain = np.prod(-poles).real / (np.sqrt(1.0 + ripple * ripple) if N % 2 == 0 else 1.0)
    return designed(poles, gain, N, Wn if fs is None else 2.0 * Wn / fs, KINDS[btype.lower()], output)


def designed(poles, gain, n, Wn, kind, output):
    """The digital filter of an analog prototype without zeros, with edges in half cycles per sample."""
    warped = 4.0 * np.tan(np.pi * Wn / 2.0)
    if kind == LOW:
        z, p, k = np.zeros(0), poles * warped, gain * warped**n
    elif kind == HIGH:
        z, p, k = np.zeros(n), warped / poles, gain / np.prod(-poles).real
    else:
        z, p, k = _banded(poles, gain, n, np.sqrt(warped[0] * warped[1]), warped[1] - warped[0], kind)
    z, p, k = np.concatenate(((4.0 + z) / (4.0 - z), -np.ones(p.size - z.size))), (4.0 + p) / (4.0 - p), k * _ratio(4.0 - z, 4.0 - p)
    if output == "zpk":
        return (z + 0j if kind == BAND else z), p, k
    if output == "ba":
        return k * _expanded(z), _expanded(p)
    return _sections(z, p, k, n, kind)


def _banded(poles, gain, n, center, width, kind):
    """With a passband, or a stopband, of this width about its center."""
    half = poles * (width / 2.0) if kind == BAND else (width / 2.0) / poles
    root = np.sqrt(half * half - center * center + 0j)
    if kind == BAND and n % 2 == 1:
        root[n // 2] = np.conj(root[n // 2])  # SciPy's real pole lies below the axis by a negative zero
    p = np.concatenate((half + root, half - root))
    if kind == BAND:
        return np.zeros(n), p, gain * width**n
    notch = np.ones(n) * (1j * center)
    return np.concatenate((notch, -notch)), p, gain / np.prod(-poles).real


def _ratio(a, b):
    return (np.prod(a) / np.prod(b)).real


def _expanded(roots):
    """The coefficients of a polynomial with these roots, of which complex ones come with their conjugates."""
    c = np.ones(1, dtype=roots.dtype)
    for k in range(roots.size):
        c = np.concatenate((c, np.zeros(1))) - np.concatenate((np.zeros(1), c * roots[k]))
    return c.real


def _pairs(p, n, kind):
    """Every pole of one half plane and the one that shares its section: its conjugate, or the real one beside it."""
    if kind in (LOW, HIGH):
        first = p[:n // 2]
        second = np.conj(first)
        if n % 2 == 1:
            first, second = np.concatenate((first, p[n // 2:n // 2 + 1])), np.concatenate((second, np.zeros(1)))
        return first, second
    first = np.concatenate((p[:n // 2], p[n:n + n // 2]))
    second = np.conj(first)
    if n % 2 == 1:
        first = np.concatenate((first, p[n // 2:n // 2 + 1]))
        second = np.concatenate((second, p[n + n // 2:n + n // 2 + 1]))
    return first, second


def _sections(z, p, k, n, kind):
    """Sections of second order, the pair of poles closest to the unit circle last, each with the zeros nearest to its poles."""
    first, second = _pairs(p, n, kind)
    count = first.size
    near, far = np.abs(1.0 - np.abs(first)), np.abs(1.0 - np.abs(second))
    order = np.argsort(np.minimum(near, far))
    left = np.concatenate((z, np.zeros(1))) if z.size % 2 == 1 else z
    free = np.zeros(left.size)
    found = np.zeros((count, 6))
    for i in range(count):
        j = order[i]
        p1, p2 = (first[j], second[j]) if near[j] <= far[j] else (second[j], first[j])
        if kind == STOP:
            zeros = np.array([1.0, -2.0 * z[0].real, 1.0])
        else:
            at = np.argmin(np.abs(p1 - left) + free)
            z1 = left[at]
            free[at] = np.inf
            at = np.argmin(np.abs(p2 - left) + free)
            z2 = left[at]
            free[at] = np.inf
            zeros = np.stack([1.0, -(z1 + z2), z1 * z2])
        found[count - 1 - i, :3] = zeros
        found[count - 1 - i, 3] = 1.0
        found[count - 1 - i, 4:] = np.stack([-(p1 + p2), p1 * p2]).real
    found[0, :3] *= k
    return found


def iirnotch(w0, Q, fs=2.0):
    b, a = _resonance(w0, Q, fs)
    return b * np.array([1.0, -2.0 * a, 1.0]), np.array([1.0, -2.0 * b * a, 2.0 * b - 1.0])


def iirpeak(w0, Q, fs=2.0):
    b, a = _resonance(w0, Q, fs)
    return (1.0 - b) * np.array([1.0, 0.0, -1.0]), np.array([1.0, -2.0 * b * a, 2.0 * b - 1.0])


def _resonance(w0, Q, fs):
    """The gain of a second order filter with a bandwidth of w0 / Q, and the cosine of its frequency (S. Orfanidis, Introduction to Signal
    Processing, 11.3)."""
    w = 2.0 * np.pi * w0 / fs
    return 1.0 / (1.0 + np.tan(w / Q / 2.0)), np.cos(w)


def freqz(b, a=1, worN=512, whole=False, plot=None, fs=2 * np.pi, include_nyquist=False):
    """(frequencies, response) of a filter."""
    assert plot is None
    if worN is None or isinstance(worN, int):
        count = 512 if worN is None else worN
        w = np.linspace(0.0, 2.0 * np.pi if whole else np.pi, count, endpoint=include_nyquist and not whole)
    else:
        w = 2.0 * np.pi * worN / fs
    back = np.exp(-1j * w)
    return w * (fs / (2.0 * np.pi)), np.polyval(np.ravel(b)[::-1], back) / np.polyval(np.ravel(a)[::-1], back)


def freqz_sos(sos, worN=512, whole=False, fs=2 * np.pi):
    """(frequencies, response) of a filter in sections."""
    w, h = freqz(sos[0, :3], sos[0, 3:], worN, whole, None, fs)
    for k in range(1, sos.shape[0]):
        h = h * freqz(sos[k, :3], sos[k, 3:], worN, whole, None, fs)[1]
    return w, h


def freqz_zpk(z, p, k, worN=512, whole=False, fs=2 * np.pi):
    """(frequencies, response) of a filter by its zeros, poles and gain."""
    w = freqz(np.ones(1), 1, worN, whole, None, fs)[0]
    at = np.exp(1j * w * (2.0 * np.pi / fs))
    h = k * np.ones_like(at)
    for root in np.ravel(z):
        h = h * (at - root)
    for root in np.ravel(p):
        h = h / (at - root)
    return w, h
