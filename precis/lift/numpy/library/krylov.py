"""scipy.sparse.linalg: solutions in Krylov spaces, in SciPy's own steps, of real equations and without preconditioners."""

from typing import Any

import numpy as np


def _norm(x):
    return np.sqrt(np.sum(x * x))


def _start(A, b, x0, n):
    """(x, b), of real numbers in binary64 and one right-hand side"""
    for x in (A, b) if x0 is None else (A, b, x0):
        assert x.dtype == np.float64 or x.dtype.kind in "iu"
    assert b.ndim == 1
    return (np.zeros(n) if x0 is None else x0 * 1.0), b * 1.0


def minres(A: Any, b: Any, x0: Any = None, *, rtol: float = 1e-5, shift: float = 0.0, maxiter: Any = None):
    """Of symmetric matrices (C. Paige, M. Saunders, 1975): (x, 0 where it stopped by itself)."""
    x, b = _start(A, b, x0, b.shape[0])
    eps, most = np.finfo(np.float64).eps, 5 * b.shape[0] if maxiter is None else maxiter
    r1 = b if x0 is None else b - A @ x
    y, r2, w, w2 = r1, r1, np.zeros_like(x), np.zeros_like(x)
    first = np.sqrt(np.sum(r1 * r1))
    beta, old, dbar, epsln, phibar, total, count, told = first, 1.0, 0.0, 0.0, first, 0.0, 0, 0
    largest, least, cs, sn = 0.0, np.finfo(np.float64).max, -1.0, 0.0
    going = first > 0.0 and np.any(b != 0.0)
    x = x if x0 is None else np.where((first > 0.0) & np.all(b == 0.0), b, x)
    while going and count < most:
        count = count + 1
        v = (1.0 / beta) * y
        y = A @ v - shift * v
        if count >= 2:
            y = y - (beta / old) * r1
        alfa = np.sum(v * y)
        y = y - (alfa / beta) * r2
        r1, r2, old = r2, y, beta
        beta = np.sqrt(np.sum(y * y))
        total = total + alfa**2 + old**2 + beta**2
        told = -1 if count == 1 and beta / first <= 10.0 * eps else 0
        before, delta, gbar = epsln, cs * dbar + sn * alfa, sn * dbar - cs * alfa
        epsln, dbar = sn * beta, -cs * beta
        root = np.sqrt(gbar**2 + dbar**2)
        gamma = max(np.sqrt(gbar**2 + beta**2), eps)
        cs, sn = gbar / gamma, beta / gamma
        phi, phibar = cs * phibar, sn * phibar
        w1, w2 = w2, w
        w = (v - before * w1 - delta * w2) * (1.0 / gamma)
        x = x + phi * w
        largest, least = max(largest, gamma), min(least, gamma)
        size, length = np.sqrt(total), _norm(x)
        test1 = np.inf if length == 0.0 or size == 0.0 else phibar / (size * length)
        test2 = np.inf if size == 0.0 else root / size
        if told == 0:
            told = _minres_stops(test1, test2, count >= most, largest / least, size * length * eps >= first, rtol, eps)
        going = told == 0
    return x, most if told == 6 else 0


def _minres_stops(test1, test2, last, condition, exact, rtol, eps):
    """Why, the later reason before the earlier one; 0 where it goes on."""
    told = 2 if 1.0 + test2 <= 1.0 else 0
    told = 1 if 1.0 + test1 <= 1.0 else told
    told = 6 if last else told
    told = 4 if condition >= 0.1 / eps else told
    told = 3 if exact else told
    told = 2 if test2 <= rtol else told
    return 1 if test1 <= rtol else told


def gmres(A: Any, b: Any, x0: Any = None, *, rtol: float = 1e-5, atol: float = 0.0, restart: Any = None, maxiter: Any = None):
    """Generalised minimal residuals (Y. Saad, M. Schultz, 1986), begun again after `restart` steps: (x, 0 where it converged)."""
    n = b.shape[0]
    x, b = _start(A, b, x0, n)
    whole, cycles, most = _norm(b), min(20 if restart is None else restart, n), n * 10 if maxiter is None else maxiter
    near, eps = max(atol, rtol * whole), np.finfo(np.float64).eps
    wide, inner = 1.0, whole * min(1.0, near / np.where(whole == 0.0, 1.0, whole))
    r = b - A @ x
    rest, count = _norm(r), 0
    going = rest >= near and whole > 0.0
    x = x if x0 is None else np.where(whole == 0.0, b, x)
    while going and count < most:
        step, told, exact = _cycle(A, r, cycles, inner, eps)
        x = x + step
        r = b - A @ x
        rest = _norm(r)
        going = not (rest <= near or exact)
        wide = max(eps, 0.25 * wide) if told <= inner else min(1.0, 1.5 * wide)
        inner = told * min(wide, near / np.where(rest == 0.0, 1.0, rest))
        count = count + 1
    return x, 0 if rest <= near or whole == 0.0 else most


def _cycle(A, r, cycles, inner, eps):
    """(what to add to x, the residual's size as the rotations tell it, whether the space holds the solution)"""
    v, h = np.zeros((cycles + 1, r.shape[0])), np.zeros((cycles, cycles + 1))
    turns, s = np.zeros((cycles, 2)), np.zeros(cycles + 1)
    s[0] = _norm(r)
    v[0] = r / s[0]
    steps, told, exact = 0, s[0], False
    while steps < cycles and not (exact or (steps > 0 and told <= inner)):
        w = A @ v[steps]
        before = _norm(w)
        for k in range(steps + 1):
            h[steps, k] = np.sum(v[k] * w)
            w = w - h[steps, k] * v[k]
        after = _norm(w)
        exact = after <= eps * before
        h[steps, steps + 1] = 0.0 if exact else after
        v[steps + 1] = w * (1.0 / np.where(exact, 1.0, after))
        for k in range(steps):
            c, d, f, g = turns[k, 0], turns[k, 1], h[steps, k], h[steps, k + 1]
            h[steps, k] = c * f + d * g
            h[steps, k + 1] = c * g - d * f
        f, g = h[steps, steps], h[steps, steps + 1]
        size = np.where(g == 0.0, f, np.where(f < 0.0, -1.0, 1.0) * np.sqrt(np.where(g == 0.0, 1.0, f * f + g * g)))
        c, d = (1.0, 0.0) if g == 0.0 else (f / size, g / size)
        turns[steps, 0], turns[steps, 1] = c, d
        h[steps, steps], h[steps, steps + 1] = size, 0.0
        told = np.abs(d * s[steps])
        s[steps + 1] = -d * s[steps]
        s[steps] = c * s[steps]
        steps = steps + 1
    y = np.zeros(cycles)
    for back in range(cycles):
        k = cycles - 1 - back
        if k < steps:
            rest = s[k] - np.sum(h[:, k] * y)
            y[k] = 0.0 if h[k, k] == 0.0 else rest / h[k, k]
    return y @ v[:cycles], told, exact


def lsqr(A: Any, b: Any, damp: float = 0.0, atol: float = 1e-6, btol: float = 1e-6, conlim: float = 1e8, iter_lim: Any = None,
         show=False, calc_var=False, x0: Any = None):
    """Least squares by bidiagonalisation (C. Paige, M. Saunders, 1982): (x, why it stopped, iterations, norms of the residual without and
    with damping, of A, its condition, of A' times the residual, of x, and no variances)."""
    assert not calc_var
    eps, most = np.finfo(np.float64).eps, 2 * A.shape[1] if iter_lim is None else iter_lim
    x, b = _start(A, b, x0, A.shape[1])
    u = b if x0 is None else b - A @ x0
    whole, beta = _norm(b), _norm(u)
    u = u / np.where(beta > 0.0, beta, 1.0)
    v = A.T @ u if x0 is None else np.where(beta > 0.0, A.T @ u, x)
    alfa = np.where(beta > 0.0, _norm(v), 0.0)[()]
    v = v / np.where(alfa > 0.0, alfa, 1.0)
    w, rhobar, phibar, rest, plain = v, alfa, beta, beta, beta
    size, condition, slope, length, square, weights, rests = 0.0, 0.0, alfa * beta, 0.0, 0.0, 0.0, 0.0
    z, cs2, sn2, count, told, going = 0.0, -1.0, 0.0, 0, 0, alfa * beta != 0.0
    while going and count < most:
        count = count + 1
        u = A @ v - alfa * u
        beta = _norm(u)
        if beta > 0.0:
            u = (1.0 / beta) * u
            size = np.sqrt(size**2 + alfa**2 + beta**2 + damp**2)
            v = A.T @ u - beta * v
            alfa = _norm(v)
            v = v / np.where(alfa > 0.0, alfa, 1.0)
        damped = np.sqrt(rhobar**2 + damp**2) if damp > 0.0 else rhobar
        psi = damp / damped * phibar if damp > 0.0 else 0.0
        phibar = rhobar / damped * phibar if damp > 0.0 else phibar
        rho = np.sqrt(damped**2 + beta**2)
        cs, sn = damped / rho, beta / rho
        theta, rhobar = sn * alfa, -cs * alfa
        phi, phibar = cs * phibar, sn * phibar
        x, weights = x + phi / rho * w, weights + np.sum((w / rho) ** 2)
        w = v - theta / rho * w
        delta, gambar = sn2 * rho, -cs2 * rho
        rhs = phi - delta * z
        length = np.sqrt(square + (rhs / gambar) ** 2)
        gamma = np.sqrt(gambar**2 + theta**2)
        cs2, sn2, z = gambar / gamma, theta / gamma, rhs / gamma
        square = square + z**2
        condition, rests = size * np.sqrt(weights), rests + psi**2
        rest, slope = np.sqrt(phibar**2 + rests), alfa * np.abs(sn * phi)
        left = rest**2 - damp**2 * square
        plain = np.sign(left) * np.sqrt(np.abs(left)) if damp > 0.0 else rest
        told = _lsqr_stops(rest / whole, slope / (size * rest + eps), 1.0 / (condition + eps), size * length / whole, count >= most,
                           atol, btol, 1.0 / conlim if conlim > 0 else 0.0)
        going = told == 0
    return x, told, count, plain, rest, size, condition, slope, length, np.zeros(A.shape[1])


def _lsqr_stops(test1, test2, test3, share, last, atol, btol, ctol):
    """Why, the later reason before the earlier one; 0 where it goes on."""
    told = 7 if last else 0
    told = 6 if 1.0 + test3 <= 1.0 else told
    told = 5 if 1.0 + test2 <= 1.0 else told
    told = 4 if 1.0 + test1 / (1.0 + share) <= 1.0 else told
    told = 3 if test3 <= ctol else told
    told = 2 if test2 <= atol else told
    return 1 if test1 <= btol + atol * share else told
