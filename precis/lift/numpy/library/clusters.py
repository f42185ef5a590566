"""scipy.cluster.vq: observations and the code nearest to each, by definitions."""

import numpy as np


def whiten(obs, check_finite=True):
    """Columns over their standard deviations, where these are not 0."""
    spread = np.std(obs, axis=0)
    return obs / np.where(spread == 0, 1.0, spread).astype(spread.dtype)


def vq(obs, code_book, check_finite=True):
    """(the first of the nearest codes, the distance to it)"""
    assert obs.ndim == code_book.ndim and obs.ndim in (1, 2) and obs.dtype.kind != "c" and code_book.dtype.kind != "c"
    dtype = np.float32 if obs.dtype == np.float32 and code_book.dtype == np.float32 else np.float64
    places = np.int32 if obs.dtype.kind == "f" or code_book.dtype.kind == "f" else np.int64
    points, codes = (x.reshape(x.shape[0], -1).astype(dtype) for x in (obs, code_book))
    assert points.shape[1] == codes.shape[1]
    squares = np.sum((points[:, None, :] - codes[None, :, :]) ** 2, axis=-1)
    return np.argmin(squares, axis=1).astype(places), np.sqrt(np.min(squares, axis=1))
