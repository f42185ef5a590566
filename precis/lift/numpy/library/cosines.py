"""scipy.fft: transforms by cosines and sines, through Fourier transforms of what they continue (J. Makhoul, 1980; S. Martucci, 1994)."""

from typing import Any

import numpy as np

from precis.lift.numpy.library.fourier import sized

INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}


def _turns(n, start):
    """e^(-i pi (k + start) / 2n) for k below n."""
    return np.exp(-0.5j * np.pi * (np.arange(n) + start) / n)


def _signs(n):
    return 1.0 - 2.0 * (np.arange(n) % 2)


def _cosines(x, kind):
    """Without a norm, along the last axis, of real numbers."""
    n = x.shape[-1]
    if kind == 1:
        assert n > 1
        return np.fft.rfft(np.concatenate((x, x[..., 1:-1][..., ::-1]), axis=-1)).real
    if kind == 2:
        return (np.fft.rfft(np.concatenate((x, x[..., ::-1]), axis=-1))[..., :n] * _turns(n, 0.0)).real
    turned = np.fft.fft(np.concatenate((x * _turns(n, 0.0), np.zeros(x.shape)), axis=-1))[..., :n]
    return 2.0 * turned.real - x[..., :1] if kind == 3 else 2.0 * (turned * _turns(n, 0.5)).real


def _sines(x, kind):
    """Cosine transforms of what is turned round, or has every other sign changed."""
    n = x.shape[-1]
    if kind == 1:
        edge = np.zeros(x.shape[:-1] + (1,))
        return -np.fft.rfft(np.concatenate((edge, x, edge, -x[..., ::-1]), axis=-1)).imag[..., 1:n + 1]
    if kind == 2:
        return _cosines(x * _signs(n), 2)[..., ::-1]
    return _cosines(x[..., ::-1], kind) * _signs(n)


def _edge(n, kind, cosine, before):
    """The weights by which transforms become orthogonal, apart from their scale."""
    w = np.ones(n)
    if kind == 1 and cosine:
        w[0], w[-1] = np.sqrt(2.0), np.sqrt(2.0)
        return w if before else 1.0 / w
    if (kind == 2 and not before) or (kind == 3 and before):
        w[0 if cosine else -1] = np.sqrt(0.5) if kind == 2 else np.sqrt(2.0)
    return w


def _transformed(x, kind, n, axis, norm, orthogonal, cosine):
    assert kind in (1, 2, 3, 4) and norm in (None, "backward", "ortho", "forward")
    dtype = x.dtype if x.dtype.kind in "fc" else np.float64
    x = np.moveaxis(sized(x, n, axis), axis, -1) * 1.0
    if x.dtype.kind == "c":
        assert orthogonal is None or orthogonal == (norm == "ortho"), "SciPy forgets orthogonalize where numbers are complex"
        parts = [_real(part, kind, norm, orthogonal, cosine) for part in (x.real, x.imag)]
        return np.moveaxis(parts[0] + 1j * parts[1], -1, axis).astype(dtype)
    return np.moveaxis(_real(x, kind, norm, orthogonal, cosine), -1, axis).astype(dtype)


def _real(x, kind, norm, orthogonal, cosine):
    length = x.shape[-1]
    ends = norm == "ortho" if orthogonal is None else orthogonal
    if ends:
        x = x * _edge(length, kind, cosine, True)
    y = _cosines(x, kind) if cosine else _sines(x, kind)
    if ends:
        y = y * _edge(length, kind, cosine, False)
    period = 2.0 * (length - 1.0 if kind == 1 and cosine else length + 1.0 if kind == 1 else length)
    return y / period if norm == "forward" else y / np.sqrt(period) if norm == "ortho" else y


def _back(norm):
    return "backward" if norm == "forward" else "ortho" if norm == "ortho" else "forward"


def dct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    return _transformed(x, type, n, axis, norm, orthogonalize, True)


def idct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    return _transformed(x, INVERSE[type], n, axis, _back(norm), orthogonalize, True)


def dst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    return _transformed(x, type, n, axis, norm, orthogonalize, False)


def idst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, orthogonalize=None):
    return _transformed(x, INVERSE[type], n, axis, _back(norm), orthogonalize, False)


def _each(transform, x, type, s, axes, norm, orthogonalize):
    x = np.asarray(x)
    if axes is None:
        axes = tuple(range(x.ndim)) if s is None else tuple(range(-len(s), 0))
    for k in range(len(axes)):
        x = transform(x, type, None if s is None else s[k], axes[k], norm, False, None, orthogonalize)
    return x


def dctn(x, type=2, s: Any = None, axes: Any = None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None):
    return _each(dct, x, type, s, axes, norm, orthogonalize)


def idctn(x, type=2, s: Any = None, axes: Any = None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None):
    return _each(idct, x, type, s, axes, norm, orthogonalize)


def dstn(x, type=2, s: Any = None, axes: Any = None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None):
    return _each(dst, x, type, s, axes, norm, orthogonalize)


def idstn(x, type=2, s: Any = None, axes: Any = None, norm=None, overwrite_x=False, workers=None, *, orthogonalize=None):
    return _each(idst, x, type, s, axes, norm, orthogonalize)
