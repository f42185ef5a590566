"""scipy.signal: waves by their formulas, and transforms at chosen frequencies."""

from typing import Any

import numpy as np


def chirp(t, f0, t1, f1, method="linear", phi=0, vertex_zero=True, *, complex=False):
    """A cosine whose frequency moves from f0 to f1, at t1."""
    t = np.asarray(t) * np.float64(1.0)
    phase = _phase(t, f0, t1, f1, method, vertex_zero) + phi * (np.pi / 180.0)
    return np.exp(1j * phase) if complex else np.cos(phase)


def _phase(t, f0, t1, f1, method, vertex_zero) -> Any:
    if method in ("linear", "lin", "li"):
        return 2.0 * np.pi * (f0 * t + 0.5 * (f1 - f0) / t1 * t * t)
    if method in ("quadratic", "quad", "q"):
        bend = (f1 - f0) / t1**2
        if vertex_zero:
            return 2.0 * np.pi * (f0 * t + bend * t**3 / 3.0)
        return 2.0 * np.pi * (f1 * t + bend * ((t1 - t) ** 3 - t1**3) / 3.0)
    assert f0 != f1
    if method in ("logarithmic", "log", "lo"):
        return 2.0 * np.pi * t1 / np.log(f1 / f0) * f0 * ((f1 / f0) ** (t / t1) - 1.0)
    assert method in ("hyperbolic", "hyp")
    pole = -f1 * t1 / (f0 - f1)
    return 2.0 * np.pi * (-pole * f0) * np.log(np.abs(1.0 - t / pole))


def square(t, duty=0.5):
    """1 in the first part of every period of 2 pi, -1 in the rest; NaN where the part is not from 0 to 1."""
    t, duty = np.asarray(t), np.asarray(duty)
    wave = np.where(np.mod(t, 2.0 * np.pi) < duty * 2.0 * np.pi, 1.0, -1.0)
    return np.where((duty > 1) | (duty < 0), np.nan, wave)


def sawtooth(t, width=1):
    """From -1 to 1 in the first part of every period of 2 pi, and back in the rest."""
    t, width = np.asarray(t) * 1.0, np.asarray(width) * 1.0
    x = np.mod(t, 2.0 * np.pi)
    rising = x < width * 2.0 * np.pi
    up = x / (np.pi * np.where(width == 0.0, 1.0, width)) - 1.0
    down = (np.pi * (width + 1.0) - x) / (np.pi * np.where(width == 1.0, 1.0, 1.0 - width))
    return np.where((width > 1) | (width < 0), np.nan, np.where(rising, up, down))


def gausspulse(t, fc=1000, bw=0.5, bwr=-6, tpr=-60, retquad=False, retenv=False):
    """A cosine of frequency fc under a Gaussian, whose band is bw fc wide at bwr decibels."""
    a = -((np.pi * fc * bw) ** 2) / (4.0 * np.log(10.0 ** (bwr / 20.0)))
    bell = np.exp(-a * t * t)
    wave, beside = bell * np.cos(2.0 * np.pi * fc * t), bell * np.sin(2.0 * np.pi * fc * t)
    if retquad:
        return (wave, beside, bell) if retenv else (wave, beside)
    return (wave, bell) if retenv else wave


def unit_impulse(shape, idx: Any = None, dtype=float):
    """1 at one place: the first, that given, or the middle."""
    found = np.zeros(shape, dtype)
    if idx is None:
        idx = (0,) * found.ndim
    elif isinstance(idx, str):
        assert idx == "mid"
        idx = tuple([n // 2 for n in found.shape])
    elif isinstance(idx, int):
        idx = (idx,) * found.ndim
    found[tuple(idx)] = 1
    return found


def vectorstrength(events, period):
    """(how far events come at one phase of a period, that phase)"""
    events, period = np.asarray(events) * 1.0, np.asarray(period) * 1.0
    assert events.dtype.kind != "c"
    angle = 2.0 * np.pi * events / (period if period.ndim == 0 else period[:, None])
    mean = np.mean(np.exp(1j * angle), axis=-1)
    return np.abs(mean), np.angle(mean)


def _at(x, turns, axis):
    """Sums of x_n e^(-2 pi i n f) over an axis, for every f."""
    moved = np.moveaxis(x, axis, -1)
    waves = np.exp(-2j * np.pi * (np.arange(moved.shape[-1])[:, None] * turns[None, :]))
    return np.moveaxis(moved @ waves, -1, axis)


def czt(x, m: Any = None, w: Any = None, a: Any = 1.0, *, axis=-1):
    """The z transform at a w^-k; without w, around the unit circle."""
    moved = np.moveaxis(x, axis, -1)
    n = moved.shape[-1]
    count = n if m is None else m
    step = -2j * np.pi / count if w is None else np.log(w + 0j)
    waves = np.exp(np.arange(n)[:, None] * (step * np.arange(count)[None, :] - np.log(a + 0j)))
    return np.moveaxis(moved @ waves, -1, axis)


def zoom_fft(x, fn, m: Any = None, *, fs=2, endpoint=False, axis=-1):
    """Fourier transforms at m frequencies of a range."""
    fn = np.ravel(fn)
    low, high = (0.0, fn[0]) if fn.shape[0] == 1 else (fn[0], fn[1])
    count = x.shape[axis] if m is None else m
    step = (high - low) / (count - 1.0 if endpoint else count)
    return _at(x, (low + step * np.arange(count)) / fs, axis)


def lombscargle(x, y, freqs, *, normalize: Any = False, weights: Any = None, floating_mean=False):
    """Periodograms of unevenly sampled data (J. Scargle, 1982; M. Zechmeister, M. Kuerster, 2009), at angular frequencies."""
    assert x.ndim == 1 and normalize in (False, True, "power", "normalize", "amplitude")
    x, y, freqs = x.astype(float), y.astype(float), freqs.astype(float)
    n = x.shape[0]
    w = np.full(n, 1.0) / n if weights is None else weights / np.sum(weights)
    angle = freqs[:, None] * x[None, :]
    mean = 1.0 if floating_mean else 0.0

    def product(f, g):
        return (f * g) @ w - mean * (f @ w) * (g @ w)
    c, s = np.cos(angle), np.sin(angle)
    square = c * c @ w - s * s @ w
    turn = 0.5 * np.arctan2(2.0 * product(c, s), square - mean * ((c @ w) ** 2 - (s @ w) ** 2))
    c, s = np.cos(angle - turn[:, None]), np.sin(angle - turn[:, None])
    level = y[None, :]
    along, across, total = product(level, c), product(level, s), product(level, level)
    cosines, sines, least = product(c, c), product(s, s), np.finfo(float).epsneg
    a, b = along / np.where(cosines < least, least, cosines), across / np.where(sines < least, least, sines)
    if normalize == "amplitude":
        return (a + 1j * b) * np.exp(1j * turn)
    power = a * along + b * across
    return power / total if normalize is True or normalize == "normalize" else power * n / 2.0
