"""A step of the Radau IIA method of order 5, for stiff initial value problems (Hairer & Wanner, Solving ordinary differential equations II,
sections IV.5 and IV.8)."""

import numpy as np

from precis.lift.numpy import primitives

ROOT = 6.0**0.5
NODES = np.array([(4.0 - ROOT) / 10.0, (4.0 + ROOT) / 10.0, 1.0])
WEIGHTS = np.array([
    [(88.0 - 7.0 * ROOT) / 360.0, (296.0 - 169.0 * ROOT) / 1800.0, (-2.0 + 3.0 * ROOT) / 225.0],
    [(296.0 + 169.0 * ROOT) / 1800.0, (88.0 + 7.0 * ROOT) / 360.0, (-2.0 - 3.0 * ROOT) / 225.0],
    [(16.0 - ROOT) / 36.0, (16.0 + ROOT) / 36.0, 1.0 / 9.0]])
ERRORS = np.array([-13.0 - 7.0 * ROOT, -13.0 + 7.0 * ROOT, -1.0]) / 3.0  # of the embedded method of order 3
REAL = 3.0 + 3.0 ** (2.0 / 3.0) - 3.0 ** (1.0 / 3.0)  # the real eigenvalue of the inverse of WEIGHTS
COLLOCATION = np.linalg.inv(NODES[:, None] ** np.array([1.0, 2.0, 3.0]))  # from values at the nodes to coefficients of a cubic through 0
ITERATIONS = 12  # of the simplified Newton method; with more, a smaller step is cheaper
ENOUGH = 1e-4  # of the error allowed in a step, which that method may leave


def norm(x):
    """The root mean square."""
    return np.sqrt(np.sum(x * x)) / x.size**0.5


def _jacobian(f, t, y, slope):
    """By differences, as RADAU5 takes them; it only steers the iteration, so it has no derivative."""
    n = y.shape[0]
    found = np.zeros((n, n))
    for j in range(n):
        moved = y.copy()
        step = np.sqrt(2.2e-16 * max(1e-5, abs(y[j])))
        moved[j] = y[j] + step
        found[:, j] = (f(t, moved) - slope) / step
    return primitives.stop(found)


def _corrected(f, t, y, z, step, inverse):
    """(the stages after one iteration, how far they moved)"""
    slopes = np.stack([f(t + NODES[0] * step, y + z[0]), f(t + NODES[1] * step, y + z[1]), f(t + NODES[2] * step, y + z[2])])
    moved = (inverse @ (step * (WEIGHTS @ slopes) - z).ravel()).reshape(z.shape)
    return z + moved, moved


def implicit(f, t, y, slope, step, scale):
    """(the end of a step, its error over `scale`, the slope there, coefficients of x, x**2, x**3, x**4 in between); an error that is
    infinite where the iteration does not converge.

    The iteration has no derivative of its own: two more of its steps carry what the stages depend on."""
    n = y.shape[0]
    jacobian = _jacobian(f, t, y, slope)
    inverse = primitives.stop(np.linalg.inv(np.eye(3 * n) - step * np.kron(WEIGHTS, jacobian)))
    z = np.zeros((3, n))
    count, size = 0, 1.0
    while count < ITERATIONS and size > ENOUGH:
        z, moved = _corrected(f, t, y, z, step, inverse)
        size = norm(moved / scale)
        count = count + 1
    z = primitives.stop(z)
    for _ in range(2):
        z, moved = _corrected(f, t, y, z, step, inverse)
    new = y + z[2]
    filtered = primitives.stop(np.linalg.inv(REAL / step * np.eye(n) - jacobian))
    remainder = ERRORS @ z / step
    error = filtered @ (slope + remainder)
    if norm(error / scale) >= 1.0:
        error = filtered @ (f(t, y + error) + remainder)
    found = norm(error / scale) if size <= ENOUGH else np.inf
    return new, found, f(t + step, new), np.concatenate([COLLOCATION @ z, np.zeros((1, n))]).T
