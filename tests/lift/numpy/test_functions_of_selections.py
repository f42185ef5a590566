"""Functions of several selections by masks, which are what is selected, and not the arrays that it is taken from: what NumPy gives."""

import inspect

import numpy as np
import pytest

from precis.lift import lift
from tests.lift.numpy.case import run

FUNCTIONS = [
    lambda x, y, m, k: np.sum(x[m], axis=0, where=(y > .5)[m]),
    lambda x, y, m, k: np.sum(x[m], where=(y > .5)[m]),
    lambda x, y, m, k: np.mean(x[m], axis=1, where=(y > .2)[m]),
    lambda x, y, m, k: np.max(x[m], axis=0, where=(y > .5)[m], initial=0.0),
    lambda x, y, m, k: np.any(x[m] > .5, axis=0, where=(y > .5)[m]),
    lambda x, y, m, k: np.std(x[m], axis=0, where=(y > .2)[m]),
    lambda x, y, m, k: np.add(x[m], y[m], where=(y > .5)[m], out=np.zeros((int(m.sum()), 4))),
    lambda x, y, m, k: np.average(x[m], axis=0, weights=y[m]),
    lambda x, y, m, k: np.average(x[:, 0][m], weights=y[:, 0][m]),
    lambda x, y, m, k: np.where(x[m] > .5, y[m], 0.0),
    lambda x, y, m, k: np.clip(x[m], y[m], 1.0),
    lambda x, y, m, k: np.clip(x[m], 0.2, y[m]),
    lambda x, y, m, k: np.dot(x[m].T, y[m]),
    lambda x, y, m, k: x[m].T @ y[m],
    lambda x, y, m, k: np.einsum("ij,ij->j", x[m], y[m]),
    lambda x, y, m, k: np.einsum("ij,ik->jk", x[m], y[m]),
    lambda x, y, m, k: np.tensordot(x[m], y[m], axes=(0, 0)),
    lambda x, y, m, k: np.outer(x[:, 0][m], y[:, 0][m]),
    lambda x, y, m, k: np.inner(x[:, 0][m], y[:, 0][m]),
    lambda x, y, m, k: np.vdot(x[:, 0][m], y[:, 0][m]),
    lambda x, y, m, k: np.interp(x[:, 0][m], np.arange(4.0), y[0]),
    lambda x, y, m, k: np.interp(.3, np.sort(x[:, 0][m]), y[:, 0][m]),
    lambda x, y, m, k: np.bincount(k[m], weights=x[:, 0][m], minlength=5),
    lambda x, y, m, k: np.histogram(x[:, 0][m], bins=4, range=(0, 1), weights=y[:, 0][m])[0],
    lambda x, y, m, k: np.searchsorted(np.sort(x[:, 0][m]), y[:, 0][m]),
    lambda x, y, m, k: np.digitize(x[:, 0][m], np.array([.2, .5])),
    lambda x, y, m, k: np.take(x[m], 0, axis=0),
    lambda x, y, m, k: np.take(x, k[m] % 4, axis=0),
    lambda x, y, m, k: x[k[m]],
    lambda x, y, m, k: x[k[m], k[m]],
    lambda x, y, m, k: np.concatenate((x[m], y[m])),
    lambda x, y, m, k: np.vstack((x[m], y)),
    lambda x, y, m, k: np.column_stack((x[m], y[m])),
    lambda x, y, m, k: np.stack((x[:, 0][m], y[:, 0][m])),
    lambda x, y, m, k: np.cov(x[:, 0][m], y[:, 0][m]),
    lambda x, y, m, k: np.corrcoef(x[:, 0][m], y[:, 0][m]),
    lambda x, y, m, k: np.polyfit(x[:, 0][m], y[:, 0][m], 1),
    lambda x, y, m, k: np.polyval(x[0], y[:, 0][m]),
    lambda x, y, m, k: np.trapezoid(x[:, 0][m], y[:, 0][m]),
    lambda x, y, m, k: np.cross(x[m][:, :3], y[m][:, :3]),
    lambda x, y, m, k: np.linalg.norm(x[m] - y[m], axis=1),
    lambda x, y, m, k: np.hypot(x[m], y[m]),
    lambda x, y, m, k: np.arctan2(x[m], y[m]),
    lambda x, y, m, k: np.maximum.reduce(x[m], axis=0),
    lambda x, y, m, k: np.add.reduce(x[m], axis=0),
    lambda x, y, m, k: np.cumsum(x[m], axis=0),
    lambda x, y, m, k: np.diff(x[:, 0][m], prepend=0.0),
    lambda x, y, m, k: np.diff(x[:, 0][m], append=y[:, 0][m]),
    lambda x, y, m, k: np.ediff1d(x[:, 0][m]),
    lambda x, y, m, k: np.gradient(x[:, 0][m]),
    lambda x, y, m, k: np.convolve(x[:, 0][m], y[0]),
    lambda x, y, m, k: np.convolve(x[0], y[:, 0][m]),
    lambda x, y, m, k: np.correlate(x[:, 0][m], y[0]),
    lambda x, y, m, k: np.isin(k[m], k[:3]),
    lambda x, y, m, k: np.isin(k, k[m]),
    lambda x, y, m, k: np.unique(k[m]),
    lambda x, y, m, k: np.union1d(k[m], k),
    lambda x, y, m, k: np.intersect1d(k[m], k),
    lambda x, y, m, k: np.setdiff1d(k, k[m]),
    lambda x, y, m, k: np.lexsort((x[:, 0][m], k[m])),
    lambda x, y, m, k: np.select([x[m] > .5, y[m] > .5], [x[m], y[m]], 0.0),
    lambda x, y, m, k: np.choose(k[m] % 2, [x[:, 0][m], y[:, 0][m]]),
    lambda x, y, m, k: np.piecewise(x[:, 0][m], [x[:, 0][m] > .5], [1.0, 0.0]),
    lambda x, y, m, k: np.percentile(x[m], 30, axis=0),
    lambda x, y, m, k: np.quantile(x[:, 0][m], y[0]),
    lambda x, y, m, k: np.median(x[m], axis=0),
    lambda x, y, m, k: np.kron(x[:, 0][m], y[0]),
    lambda x, y, m, k: np.roll(x[m], 1, axis=0),
    lambda x, y, m, k: np.repeat(x[:, 0][m], 2),
    lambda x, y, m, k: np.repeat(x[:, 0], k),
    lambda x, y, m, k: np.repeat(x[:, 0][m], k[m]),
    lambda x, y, m, k: np.tile(x[:, 0][m], 2),
    lambda x, y, m, k: np.pad(x[:, 0][m], 1),
    lambda x, y, m, k: np.allclose(x[m], y[m]),
    lambda x, y, m, k: np.array_equal(x[m], y[m]),
    lambda x, y, m, k: np.compress(y[:, 0][m] > .5, x[m], axis=0),
    lambda x, y, m, k: np.fmax(x[m], y[m]),
    lambda x, y, m, k: np.divide(x[m], y[m], out=np.zeros_like(x[m]), where=y[m] > .5),
    lambda x, y, m, k: np.divmod(k[m], 2),
    lambda x, y, m, k: np.argmin(x[m], axis=0),
    lambda x, y, m, k: np.ptp(x[m], axis=0),
    lambda x, y, m, k: np.flip(x[m], axis=0),
    lambda x, y, m, k: np.sort(x[m], axis=0),
    lambda x, y, m, k: np.argsort(x[:, 0][m]),
    lambda x, y, m, k: np.count_nonzero(x[m] > y[m], axis=0),
    lambda x, y, m, k: np.matmul(x[m], y[:4]),
    lambda x, y, m, k: np.linalg.lstsq(x[m], y[:, 0][m], rcond=None)[0],
    lambda x, y, m, k: np.insert(x[:, 0][m], 1, 5.0),
    lambda x, y, m, k: np.append(x[:, 0][m], y[:, 0][m]),
    lambda x, y, m, k: np.triu(x[m]),
    lambda x, y, m, k: np.nonzero(x[m] > .5)[0],
    lambda x, y, m, k: np.argwhere(x[m] > .5),
    lambda x, y, m, k: np.broadcast_to(x[:, 0][m], (2, int(m.sum()))),
    lambda x, y, m, k: np.logaddexp(x[m], y[m]),
    lambda x, y, m, k: np.logaddexp.reduce(x[m], axis=0),
    lambda x, y, m, k: np.heaviside(x[m] - .5, y[m]),
    lambda x, y, m, k: np.ldexp(x[:, 0][m], k[m]),
    lambda x, y, m, k: np.linspace(x[:, 0][m], y[:, 0][m], 3),
    lambda x, y, m, k: np.meshgrid(x[:, 0][m], y[0])[0],
    lambda x, y, m, k: np.apply_along_axis(np.sum, 1, x[m]),
    lambda x, y, m, k: max(x[:, 0][m]),
    lambda x, y, m, k: sum(x[:, 0][m] * y[:, 0][m]),
    lambda x, y, m, k: [a * b for a, b in zip(x[:, 0][m], y[:, 0][m])],
    lambda x, y, m, k: x[m][y[m] > .5],
    lambda x, y, m, k: x[m][:, 1] + y[:, 1][m],
    lambda x, y, m, k: x[m] * y[m][:, :1],
    lambda x, y, m, k: (x[m], y[m])[0] - y[m],
    lambda x, y, m, k: np.nansum(x[m], axis=0),
    lambda x, y, m, k: np.nanmax(x[m], axis=1),
    lambda x, y, m, k: np.prod(x[m], axis=0, where=(y > .5)[m]),
    lambda x, y, m, k: np.var(x[m], axis=0, where=(y > .2)[m], ddof=1),
    lambda x, y, m, k: np.sum(x, axis=0, where=m[:, None]),
    lambda x, y, m, k: np.sum(x[:, 0], where=m),
    lambda x, y, m, k: np.mean(x[m], where=y[m] > .2),
    lambda x, y, m, k: np.all(x[m] > .1, where=y[m] > .2),
    lambda x, y, m, k: np.min(x[:, 0][m], where=y[:, 0][m] > .3, initial=9.0),
]


def _given(seed):
    rng = np.random.default_rng(seed)
    return rng.random((9, 4)), rng.random((9, 4)), rng.random(9) > 0.4, rng.integers(0, 4, 9)


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: inspect.getsource(f).partition(": ")[2].strip(",\n"))
def test_it_is_what_numpy_gives(f):
    program = lift(f, *_given(0))
    for seed in (0, 1):
        found, expected = run(program, _given(seed)), f(*_given(seed))
        pairs = zip(*(x if isinstance(x, (tuple, list)) else (x,) for x in (found, expected)), strict=True)
        for a, b in pairs:
            assert np.shape(a) == np.shape(b) and np.asarray(a).dtype == np.asarray(b).dtype
            np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12)
