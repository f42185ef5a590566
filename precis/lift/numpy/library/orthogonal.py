"""Series of orthogonal polynomials, the lowest first: np.polynomial.chebyshev, legendre, hermite, hermite_e and laguerre."""

import numpy as np

from precis.lift.numpy.library.powers import fitted, with_places


def chebyshev_value(x, c, tensor=True):
    """The sum of c[k] T_k(x) by Clenshaw's recurrence (np.polynomial.chebyshev.chebval)."""
    c = with_places(c, x, tensor)
    n = c.shape[0]
    a, b = x * 0, x * 0
    for k in range(n - 1, 0, -1):
        a, b = c[k] + a * (2 * x) - b, a
    return c[0] + a * x - b


def legendre_value(x, c, tensor=True):
    """The sum of c[k] P_k(x) by Clenshaw's recurrence (np.polynomial.legendre.legval)."""
    c = with_places(c, x, tensor)
    a, b = x * 0, x * 0
    for k in range(c.shape[0] - 1, -1, -1):
        a, b = c[k] + a * x * ((2 * k + 1) / (k + 1)) - b * ((k + 1) / (k + 2)), a
    return a


def hermite_value(x, c, tensor=True):
    """The sum of c[k] H_k(x), of the physicists' polynomials (np.polynomial.hermite.hermval)."""
    c = with_places(c, x, tensor)
    a, b = x * 0.0, x * 0.0
    for k in range(c.shape[0] - 1, -1, -1):
        a, b = c[k] + a * x * 2.0 - b * (2.0 * (k + 1)), a
    return a


def hermite_e_value(x, c, tensor=True):
    """The sum of c[k] He_k(x), of the probabilists' polynomials (np.polynomial.hermite_e.hermeval)."""
    c = with_places(c, x, tensor)
    a, b = x * 0.0, x * 0.0
    for k in range(c.shape[0] - 1, -1, -1):
        a, b = c[k] + a * x - b * (k + 1.0), a
    return a


def laguerre_value(x, c, tensor=True):
    """The sum of c[k] L_k(x) (np.polynomial.laguerre.lagval)."""
    c = with_places(c, x, tensor)
    a, b = x * 0.0, x * 0.0
    for k in range(c.shape[0] - 1, -1, -1):
        a, b = c[k] + a * ((2 * k + 1 - x) / (k + 1)) - b * ((k + 1) / (k + 2)), a
    return a


def legendre_der(c, m=1, scl=1):
    """P'_j = (2 j - 1) P_{j-1} + P'_{j-2} (DLMF 18.9)."""
    return _derived(c, m, scl, lambda j, x: (2 * j - 1) * x, lambda j, x: x)


def chebyshev_der(c, m=1, scl=1):
    """T'_j = 2 j T_{j-1} + j / (j - 2) T'_{j-2} (DLMF 18.9)."""
    return _derived(c, m, scl, lambda j, x: 2 * j * x if j > 1 else x, lambda j, x: j * x / (j - 2))


def _derived(c, m, scl, leaving, going_on):
    """`m` derivatives, from the highest term down: a term leaves a share with the one below, and goes on to the second below."""
    for _ in range(m):
        n = c.shape[0] - 1
        left, found = c * scl * 1.0, np.zeros((max(n, 1), *c.shape[1:]), dtype=(c * 1.0).dtype)
        for j in range(n, 0, -1):
            found[j - 1] = leaving(j, left[j])
            if j > 2:
                left[j - 2] += going_on(j, left[j])
        c = found
    return c


def chebyshev_vander(x, deg):
    """T_0 to T_deg at x, along a new last axis."""
    rows = [x * 0 + 1.0, x + 0.0]
    for _ in range(2, deg + 1):
        rows.append(rows[-1] * (2 * x) - rows[-2])
    return np.stack(rows[:deg + 1], axis=-1)


def legendre_vander(x, deg):
    """P_0 to P_deg at x, along a new last axis."""
    rows = [x * 0 + 1.0, x + 0.0]
    for k in range(2, deg + 1):
        rows.append((rows[-1] * x * (2 * k - 1) - rows[-2] * (k - 1)) / k)
    return np.stack(rows[:deg + 1], axis=-1)


def chebyshev_fit(x, y, deg, rcond=None, full=False, w=None):
    assert isinstance(deg, int) and rcond is None and not full
    return fitted(chebyshev_vander(x, deg), y, w)


def legendre_fit(x, y, deg, rcond=None, full=False, w=None):
    assert isinstance(deg, int) and rcond is None and not full
    return fitted(legendre_vander(x, deg), y, w)
