"""Programs of complex numbers, transforms and templates."""

import numpy as np

from tests.lift.numpy.surface import C, Collection, R, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both


@prog(lambda n: (R(n).integers(0, n, (n, 2)), C(n, 2, 2), C(4, n, 2, 2), np.zeros((4, n, 2, 2), complex)), (2, 3, 5))
def echoes(partner, coupling, signal, heard):
    """Spins that hear their partners' past: small complex products in deep loops, with indices from an array."""
    for t in range(signal.shape[0]):
        for delay in range(signal.shape[0]):
            for spin in range(partner.shape[0]):
                for k in range(partner.shape[1]):
                    if t - delay >= 0:
                        turned = signal[t - delay, partner[spin, k]] @ coupling[spin]
                        heard[t, spin] += turned * (0.5 / (delay + 1))


@prog(lambda n: ([C(3, 3) * k for k in range(1, 4)], C(3, n), C(n)))
def fractional_gains(coefficients, response, frequencies):
    """Responses of a system with half-integer powers of the frequency; mirrored in the lower half of the plane."""
    total = np.zeros((3, response.shape[1]), dtype=np.complex128)
    first = np.zeros((3, response.shape[1]), dtype=np.complex128)
    for z in frequencies:
        system = np.zeros((3, 3), dtype=np.complex128)
        for k, c in enumerate(coefficients):
            system += np.power(z, 1.5 - k) * c + z ** 0.5
        out = system @ response
        if abs(z) > 1.4:
            out = -out
        total += out
        first += z.real * out
    return total, first


@prog(lambda n: (U(2, n, n, 3), U(2, 2, 3, 4)), (5, 6, 8))
def template_odds(pictures, templates):
    """Probabilities of templates at every place of pictures, with the best of each 2 x 2 block."""
    k = templates.shape[0]
    count, rows, columns = pictures.shape[0], pictures.shape[1] - k + 1, pictures.shape[2] - k + 1
    score = np.empty((count, rows, columns, templates.shape[3]), dtype=pictures.dtype)
    for i in range(rows):
        for j in range(columns):
            seen = pictures[:, i:i + k, j:j + k, :, np.newaxis]
            score[:, i, j, :] = -np.sum((seen - templates[np.newaxis, :, :, :]) ** 2, axis=(1, 2, 3))
    odds = np.exp(score - np.max(score, axis=-1, keepdims=True))
    odds = odds / np.sum(odds, axis=-1, keepdims=True)
    best = np.empty([count, rows // 2, columns // 2], dtype=pictures.dtype)
    for i in range(rows // 2):
        for j in range(columns // 2):
            best[:, i, j] = np.max(odds[:, 2 * i:2 * i + 2, 2 * j:2 * j + 2, :], axis=(1, 2, 3))
    return best, (odds - np.mean(odds, axis=0, keepdims=True)) / np.sqrt(np.std(odds, axis=0, keepdims=True) + 1e-3)


@prog(lambda n: (C(n, 3), C(n, 3) + 1.0, 1e-9, 30), grad=False)
def complex_mean(a, b, tolerance, limit):
    """The arithmetic-geometric mean of complex numbers (Gauss 1799) with a mask of those not settled yet."""
    rounds = np.zeros(a.shape, dtype=np.int64)
    for k in range(limit):
        moving = np.less(tolerance, abs(a - b))
        rounds[moving] = k
        old = a[moving]
        a[moving] = 0.5 * (a[moving] + b[moving])
        b[moving] = np.sqrt(old * b[moving])
    rounds[limit - 1 == rounds] = 0
    return a, rounds


@prog(lambda n: (n, n + 2, 6, 1e-8), grad=False)
def square_roots(rows, columns, limit, tolerance):
    """Heron's iteration on a grid of complex numbers; those that are done leave the arrays."""
    row, column = np.empty((rows, columns), dtype=np.int64), np.empty((rows, columns), dtype=np.int64)
    for i in range(rows):
        row[i, :] = i
    for j in range(columns):
        column[:, j] = j
    number = np.linspace(1.0, 2.0, rows)[row] + np.linspace(0.0, 1.0, columns)[column] * 1j
    roots = np.zeros(number.shape, dtype=np.complex128)
    rounds = np.zeros(number.shape, dtype=np.int64)
    row.shape = column.shape = number.shape = rows * columns
    x = np.ones(number.shape, np.complex128)
    for k in range(limit):
        if not len(x):
            break
        quotient = number / x
        np.add(x, quotient, x)
        np.multiply(x, 0.5, x)
        done = abs(x * x - number) < tolerance
        roots[row[done], column[done]] = x[done]
        rounds[row[done], column[done]] = k + 1
        np.logical_not(done, done)
        x, number = x[done], number[done]
        row, column = row[done], column[done]
    return roots.T, rounds.T


@prog(lambda n: (C(8),), (1,))
def walsh(x):
    """The Walsh-Hadamard transform: by recursion on halves, and by doubling rows of a table until it is a column."""
    table = x.reshape((1, -1))
    while table.shape[0] < x.shape[0]:
        left = table[:, :table.shape[1] // 2]
        right = table[:, table.shape[1] // 2:]
        table = np.vstack([left + right, left - right])
    return halved(x), table.ravel()


def halved(x):
    if len(x) == 1:
        return x
    even, odd = halved(x[0::2]), halved(x[1::2])
    return np.concatenate([even + odd, even - odd])


@prog(lambda n: (U(n, n),))
def feedback(a):
    """Every element shifted by what saturates on the diagonal."""
    total = 0.0
    for i in range(a.shape[0]):
        total += np.tanh(a[i, i])
    return a + total


@prog(lambda n: (R(n).normal(size=n) * 2.0 + 1j * R(n + 1).normal(size=n), 0.3))
def phase_unwrapped(z, step):
    """Angles of complex numbers, made continuous along the record."""
    angle = np.angle(z)
    turns = np.round(np.diff(angle) / (2.0 * np.pi))
    angle[1:] -= 2.0 * np.pi * np.cumsum(turns)
    return angle, np.abs(z) * step


@prog(lambda n: (C(n),))
def parts_side_by_side(z):
    """Complex numbers seen as pairs of real ones, and back."""
    parts = z.view(np.float64)
    pairs = parts.reshape(-1, 2)
    return pairs[:, 0] * 2, np.hypot(pairs[:, 0], pairs[:, 1]), parts[::2], (pairs.copy().ravel() * 2).view(complex), pairs.view(np.complex128)


@prog(lambda n: (np.array([1e-320 + 1e-320j, 3e-200 - 4e-200j, 1e308 + 1e308j, 1 + 1e-6j, 1e-8 - 1j, -1.0, 0.9999 + 0.001j])[:n],), (7, 4), grad=False, close=None)
def sizes_of_logarithms(z):
    """Sizes that have few places, and those near 1, whose logarithms are small."""
    w, exact = np.log(z).real, np.array([-736.480667300694, -458.907580686375, 709.542782232446, 5e-13, 5e-17, 0.0, -9.950490056844518e-5])
    return np.abs(w - exact[:z.size]) <= 1e-9 * np.abs(exact[:z.size])
