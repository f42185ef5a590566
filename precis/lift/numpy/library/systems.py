"""scipy.signal: linear systems in time, stepped exactly by the exponential of their matrices (C. Van Loan, 1978).

A system is (A, B, C, D) or (numerator, denominator), which the controller canonical form realises.
"""

from typing import Any

import numpy as np

from precis.lift.numpy.library.filters import lfilter
from precis.lift.numpy.library.scipy import expm


def tf2ss(num, den):
    num, den = np.atleast_1d(np.asarray(num) * 1.0), np.atleast_1d(np.asarray(den) * 1.0)
    assert num.ndim == 1 and den.shape[0] > 1
    num, den = np.concatenate((np.zeros(den.shape[0] - num.shape[0]), num)) / den[0], den / den[0]
    n = den.shape[0] - 1
    a = np.concatenate((-den[None, 1:], np.eye(n - 1, n)))
    return a, np.eye(n, 1), (num[1:] - num[0] * den[1:])[None, :], num[:1][:, None]


def _realised(system):
    """A, B, C, D with B, C and D of two dimensions."""
    assert len(system) in (2, 4), "of (numerator, denominator) or (A, B, C, D)"
    if len(system) == 2:
        return tf2ss(system[0], system[1])
    a, b, c, d = [np.asarray(m) * 1.0 for m in system]
    return a, b if b.ndim == 2 else b[:, None], c if c.ndim == 2 else c[None, :], d if d.ndim == 2 else np.reshape(d, (1, 1))


def _held(a, b, dt):
    """Over one step, inputs as they were at its start."""
    n, m = b.shape
    power = expm(np.concatenate((np.concatenate((a * dt, b * dt), axis=1), np.zeros((m, n + m)))))
    return power[:n, :n], power[:n, n:]


def _ramped(a, b, dt):
    """Over one step, inputs on the line from its start to its end: their shares."""
    n, m = b.shape
    power = expm(np.concatenate((
        np.concatenate((a * dt, b * dt, np.zeros((n, m))), axis=1),
        np.concatenate((np.zeros((m, n + m)), np.eye(m)), axis=1), np.zeros((m, n + 2 * m)))))
    return power[:n, :n], power[:n, n:n + m] - power[:n, n + m:], power[:n, n + m:]


def lsim(system, U: Any, T, X0: Any = None, interp=True):
    """(times, outputs, states) at times of equal distances."""
    a, b, c, d = _realised(system)
    t = np.asarray(T) * 1.0
    u = np.zeros((t.shape[0], b.shape[1])) if U is None or isinstance(U, (int, float)) else np.asarray(U) * 1.0
    u = u if u.ndim == 2 else u[:, None]
    x = np.zeros((t.shape[0], a.shape[0]))
    if X0 is not None:
        x[0] = X0
    forward, first, second = _ramped(a, b, t[1] - t[0]) if interp else (*_held(a, b, t[1] - t[0]), None)
    for i in range(1, t.shape[0]):
        x[i] = forward @ x[i - 1] + first @ u[i - 1]
        if interp:
            x[i] = x[i] + second @ u[i]
    y = x @ c.T + u @ d.T
    return t, y[:, 0] if c.shape[0] == 1 else y, x[:, 0] if a.shape[0] == 1 else x


def _times(a, count):
    """Seven times the slowest decay."""
    slowest = np.min(np.abs(np.linalg.eigvals(a).real))
    return np.linspace(0.0, 7.0 / np.where(slowest == 0.0, 1.0, slowest), 100 if count is None else count)


def _response(system, X0, T, N, driven):
    a, b, c, d = _realised(system)
    assert b.shape[1] == 1
    t = _times(a, N) if T is None else np.asarray(T) * 1.0
    start = np.zeros(a.shape[0]) if X0 is None else np.asarray(X0) * 1.0
    return lsim((a, b, c, d), np.full(t.shape[0], 1.0 if driven else 0.0), t, start if driven else start + b[:, 0], False)[:2]


def step(system, X0: Any = None, T: Any = None, N: Any = None):
    return _response(system, X0, T, N, True)


def impulse(system, X0: Any = None, T: Any = None, N: Any = None):
    return _response(system, X0, T, N, False)


def cont2discrete(system, dt, method="zoh", alpha: Any = None):
    """(A, B, C, D, dt) in steps: inputs held, or the generalised trapezoid."""
    assert len(system) == 4, "of (A, B, C, D)"
    a, b, c, d = _realised(system)
    if method == "zoh":
        return *_held(a, b, dt), c, d, dt
    shares = {"bilinear": 0.5, "tustin": 0.5, "euler": 0.0, "forward_diff": 0.0, "backward_diff": 1.0, "gbt": alpha}
    assert method in shares
    share = shares[method]
    one = np.eye(a.shape[0])
    left = one - share * dt * a
    ad, bd = np.linalg.solve(left, one + (1.0 - share) * dt * a), np.linalg.solve(left, dt * b)
    return ad, bd, np.linalg.solve(left.T, c.T).T, d + share * (c @ bd), dt


def lfiltic(b, a, y, x: Any = None):
    """The state of a filter whose last outputs and inputs were these, the newest first."""
    n, m = a.shape[0] - 1, b.shape[0] - 1
    order, dtype = max(n, m), np.result_type(b, a, y) if x is None else np.result_type(b, a, y, x)
    dtype = dtype if dtype.kind in "fc" else np.float64
    y = np.concatenate((y, np.zeros(order)))[:order].astype(dtype)
    x = np.zeros(order, dtype) if x is None else np.concatenate((x, np.zeros(order)))[:order].astype(dtype)
    b, a = np.concatenate((b, np.zeros(order - m))) / a[0], np.concatenate((a, np.zeros(order - n))) / a[0]
    z = np.zeros(order, dtype)
    for k in range(order):
        z[k] = np.sum(b[k + 1:] * x[:order - k]) - np.sum(a[k + 1:] * y[:order - k])
    return z


def deconvolve(signal, divisor):
    """(quotient, remainder) of polynomials, the highest powers first."""
    n = signal.shape[0] - divisor.shape[0] + 1
    assert n > 0
    first = np.concatenate((np.ones(1), np.zeros(n - 1)))
    quotient: Any = lfilter(signal, divisor, first)
    return quotient, signal - np.convolve(divisor, quotient)


def freqs(b, a, worN: Any = 200, plot=None):
    """(angular frequencies, response) of an analog filter at given frequencies."""
    assert plot is None and not isinstance(worN, int), "SciPy chooses frequencies by roots: give them"
    w = np.asarray(worN) * 1.0
    return w, np.polyval(np.atleast_1d(b), 1j * w) / np.polyval(np.atleast_1d(a), 1j * w)
