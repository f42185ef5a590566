"""scipy.signal: windows of every length, and filters made with them, by their definitions (F. Harris, 1978; A. Nuttall, 1981)."""

from typing import Any

import numpy as np


def _cut(M, sym):
    """The length of a symmetric window of which a periodic one is all but the last element."""
    return M if sym else M + 1


def _centred(n):
    return np.arange(n) - (n - 1.0) / 2.0


def general_cosine(M, a, sym=True):
    """Sums of cosines from -pi to pi."""
    n = _cut(M, sym)
    if M == 1:
        return np.ones(1)
    angle = 2.0 * np.pi * np.arange(n) / (n - 1.0) - np.pi
    total = np.zeros(n)
    for k in range(len(a)):
        total = total + a[k] * np.cos(k * angle)
    return total[:M]


def general_hamming(M, alpha, sym=True):
    return general_cosine(M, (alpha, 1.0 - alpha), sym)


def hann(M, sym=True):
    return general_cosine(M, (0.5, 0.5), sym)


def hamming(M, sym=True):
    return general_cosine(M, (0.54, 0.46), sym)


def blackman(M, sym=True):
    return general_cosine(M, (0.42, 0.5, 0.08), sym)


def nuttall(M, sym=True):
    return general_cosine(M, (0.3635819, 0.4891775, 0.1365995, 0.0106411), sym)


def blackmanharris(M, sym=True):
    return general_cosine(M, (0.35875, 0.48829, 0.14128, 0.01168), sym)


def flattop(M, sym=True):
    return general_cosine(M, (0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368), sym)


def boxcar(M, sym=True):
    return np.ones(M)


def bartlett(M, sym=True):
    if M == 1:
        return np.ones(1)
    n = _cut(M, sym)
    return (1.0 - np.abs(_centred(n)) * 2.0 / (n - 1.0))[:M]


def triang(M, sym=True):
    if M == 1:
        return np.ones(1)
    n = _cut(M, sym)
    return (1.0 - np.abs(_centred(n)) * 2.0 / (n + n % 2))[:M]


def cosine(M, sym=True):
    if M == 1:
        return np.ones(1)
    n = _cut(M, sym)
    return np.sin(np.pi / n * (np.arange(n) + 0.5))[:M]


def bohman(M, sym=True):
    if M == 1:
        return np.ones(1)
    n = _cut(M, sym)
    x = np.minimum(np.abs(_centred(n)) * 2.0 / (n - 1.0), 1.0)
    inside = (1.0 - x) * np.cos(np.pi * x) + np.sin(np.pi * x) / np.pi
    return np.where((np.arange(n) == 0) | (np.arange(n) == n - 1), 0.0, inside)[:M]


def parzen(M, sym=True):
    if M == 1:
        return np.ones(1)
    n = _cut(M, sym)
    x = np.abs(_centred(n)) * 2.0 / n
    inner = 1.0 - 6.0 * x**2 + 6.0 * x**3
    return np.where(np.abs(_centred(n)) <= (n - 1) / 4.0, inner, 2.0 * (1.0 - x) ** 3)[:M]


def gaussian(M, std, sym=True):
    if M == 1:
        return np.ones(1)
    return np.exp(-_centred(_cut(M, sym)) ** 2 / (2.0 * std * std))[:M]


def general_gaussian(M, p, sig, sym=True):
    if M == 1:
        return np.ones(1)
    return np.exp(-0.5 * np.abs(_centred(_cut(M, sym)) / sig) ** (2.0 * p))[:M]


def exponential(M, center: Any = None, tau=1.0, sym=True):
    if M == 1:
        return np.ones(1)
    n = _cut(M, sym)
    middle = (n - 1.0) / 2.0 if center is None else center
    return np.exp(-np.abs(np.arange(n) - middle) / tau)[:M]


def kaiser(M, beta, sym=True):
    if M == 1:
        return np.ones(1)
    n = _cut(M, sym)
    return (np.i0(beta * np.sqrt(np.maximum(1.0 - (_centred(n) * 2.0 / (n - 1.0)) ** 2, 0.0))) / np.i0(beta))[:M]


def tukey(M, alpha=0.5, sym=True):
    if alpha <= 0:
        return np.ones(M)
    if alpha >= 1.0:
        return hann(M, sym)
    if M == 1:
        return np.ones(1)
    n = _cut(M, sym)
    reach = np.floor(alpha * (n - 1) / 2.0)
    k = np.arange(n)
    near = np.minimum(k, n - 1 - k)
    return np.where(near <= reach, 0.5 * (1.0 + np.cos(np.pi * (2.0 * near / alpha / (n - 1) - 1.0))), 1.0)[:M]


WINDOWS: dict[str, Any] = {
    **dict.fromkeys(("hann", "hanning", "han"), hann), **dict.fromkeys(("hamming", "hamm", "ham"), hamming),
    **dict.fromkeys(("blackman", "black", "blk"), blackman), **dict.fromkeys(("boxcar", "box", "ones", "rect", "rectangular"), boxcar),
    **dict.fromkeys(("bartlett", "bart", "brt"), bartlett), **dict.fromkeys(("triang", "triangle", "tri"), triang),
    **dict.fromkeys(("cosine", "halfcosine"), cosine), **dict.fromkeys(("bohman", "bman", "bmn"), bohman),
    **dict.fromkeys(("parzen", "parz", "par"), parzen), **dict.fromkeys(("nuttall", "nutl", "nut"), nuttall),
    **dict.fromkeys(("blackmanharris", "blackharr", "bkh"), blackmanharris), **dict.fromkeys(("flattop", "flat", "flt"), flattop),
    **dict.fromkeys(("tukey", "tuk"), tukey), **dict.fromkeys(("exponential", "poisson"), exponential),
    **dict.fromkeys(("kaiser", "ksr"), kaiser), **dict.fromkeys(("gaussian", "gauss", "gss"), gaussian),
    **dict.fromkeys(("general gaussian", "general_gaussian", "general gauss", "general_gauss", "ggs"), general_gaussian),
    **dict.fromkeys(("general cosine", "general_cosine"), general_cosine),
    **dict.fromkeys(("general hamming", "general_hamming"), general_hamming)}


def get_window(window, Nx, fftbins=True):
    """By name, by name and parameters, or Kaiser's of a number."""
    if isinstance(window, (tuple, list)):
        assert window[0] in WINDOWS
        return WINDOWS[window[0]](Nx, *window[1:], sym=not fftbins)
    if isinstance(window, str):
        name = window.removesuffix("_periodic").removesuffix("_symmetric")
        assert name in WINDOWS
        return WINDOWS[name](Nx, sym=not fftbins if name == window else window == name + "_symmetric")
    return kaiser(Nx, window, not fftbins)


def kaiser_beta(a):
    """J. Kaiser (1974)."""
    return np.where(a > 50.0, 0.1102 * (a - 8.7), np.where(
        a > 21.0, 0.5842 * np.maximum(a - 21.0, 1e-300) ** 0.4 + 0.07886 * (a - 21.0), 0.0))


def kaiser_atten(numtaps, width):
    return 2.285 * (numtaps - 1) * np.pi * width + 7.95


PASSES = {"bandstop": True, "lowpass": True, "bandpass": False, "highpass": False}


def firwin(numtaps, cutoff, *, width: Any = None, window: Any = "hamming", pass_zero: Any = True, scale=True, fs: Any = None):
    """Sums of sinc functions under a window, 1 in the middle of the first passband."""
    edges = np.atleast_1d(cutoff) / (1.0 if fs is None else 0.5 * fs)
    passes = PASSES[pass_zero] if isinstance(pass_zero, str) else pass_zero
    count = len(edges)
    last = (count % 2 == 1) != passes  # whether the highest frequency passes
    low = [0.0] if passes else []
    whole = [*low, *[edges[k] for k in range(count)], *([1.0] if last else [])]
    m = np.arange(numtaps) - 0.5 * (numtaps - 1)
    h = np.zeros(numtaps)
    for k in range(0, len(whole), 2):
        h = h + whole[k + 1] * np.sinc(whole[k + 1] * m) - whole[k] * np.sinc(whole[k] * m)
    if width is not None:
        shape = kaiser(numtaps, kaiser_beta(kaiser_atten(numtaps, width / (1.0 if fs is None else 0.5 * fs))))
    else:
        shape = get_window(window, numtaps, False)
    h = h * shape
    if not scale:
        return h
    middle = 0.0 if passes else 1.0 if last and count == 1 else 0.5 * (whole[0] + whole[1])
    return h / np.sum(h * np.cos(np.pi * m * middle))
