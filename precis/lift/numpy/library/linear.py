"""np.linalg and scipy.linalg in terms of LAPACK's factorisations. What has no result is NaN instead of a LinAlgError."""

from typing import Any, NamedTuple

import numpy as np

from precis.lift.numpy import primitives

TRUNCATING = 1e-10  # relative singular values: what is smaller is rounding errors, above is left out by intent

def _t(a):
    """The conjugate transpose of every matrix."""
    a = np.swapaxes(a, -1, -2)
    return np.conj(a) if a.dtype.kind == "c" else a


def _floating(a):
    return a.astype(float) if a.dtype.kind in "biu" else a


def solve(a, b):
    if b.ndim == 1:
        return primitives.solve(a, b[:, None])[..., 0]
    return primitives.solve(a, b)


def inv(a):
    a = _floating(a)
    return primitives.solve(a, np.eye(a.shape[-1], dtype=a.dtype))


def det(a):
    return primitives.det(a)


def slogdet(a):
    sign, size = primitives.slogdet(a)
    return LogDeterminant(sign, size)


def cholesky(a, upper=False):
    if upper:
        return _t(primitives.cholesky(_t(a)))
    return primitives.cholesky(a)


def qr(a, mode="reduced"):
    assert mode in ("reduced", "complete", "r")
    q, r = primitives.qr(a, mode == "complete")
    return r if mode == "r" else Orthogonal(q, r)


def _lower(a, UPLO):
    return a if UPLO == "L" else _t(a)


OF_ONE = {name: type(getattr(np.linalg, name)(np.eye(1))) for name in ("eigh", "eig", "qr", "svd", "slogdet")}  # NumPy's own tuples


class Eigen(NamedTuple):
    eigenvalues: Any
    eigenvectors: Any


class EigenOfSymmetric(NamedTuple):
    eigenvalues: Any
    eigenvectors: Any


class Orthogonal(NamedTuple):
    Q: Any
    R: Any


class Singular(NamedTuple):
    U: Any
    S: Any
    Vh: Any


class LogDeterminant(NamedTuple):
    sign: Any
    logabsdet: Any


GIVEN_BACK_AS = {Eigen: OF_ONE["eig"], EigenOfSymmetric: OF_ONE["eigh"], Orthogonal: OF_ONE["qr"], Singular: OF_ONE["svd"],
                 LogDeterminant: OF_ONE["slogdet"]}


def eigh(a, UPLO="L"):
    w, v = primitives.eigh(_lower(a, UPLO))
    return EigenOfSymmetric(w, v)


def eigvalsh(a, UPLO="L"):
    return primitives.eigvalsh(_lower(a, UPLO))


def eig(a):
    w, v = primitives.eig(a)
    return Eigen(w, v)


def eigvals(a):
    return primitives.eigvals(a)


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    if not compute_uv:
        return primitives.svdvals(a)
    assert not hermitian
    u, s, vh = primitives.svd(a, full_matrices)
    return Singular(u, s, vh)


def svdvals(x):
    return primitives.svdvals(x)


def pinv(a, rcond=None, hermitian=False, *, rtol=None):
    rcond = rtol if rcond is None else rcond
    a = _lower(a, "L") if hermitian else a
    x = primitives.pinv(a, 1e-15 if rcond is None else rcond)
    return x if rcond is None or rcond <= TRUNCATING else _sloped(x, _truncated(a, rcond))


def _sloped(x, same):
    """x with the derivative of what is the same but for its rounding."""
    return primitives.stop(x) + (same - primitives.stop(same))


def _truncated(a, rcond):
    """The pseudo-inverse without the singular values that are small, so that the derivative knows which these are."""
    u, s, vh = primitives.svd(a, False)
    kept = s > rcond * np.max(s, axis=-1, keepdims=True)
    inverse = np.where(kept, 1.0 / np.where(kept, s, 1.0), 0.0)
    return _t(vh) @ (inverse[..., None] * _t(u))


def _u(a):
    """The spacing of numbers at 1."""
    return np.finfo(_floating(a).dtype).eps


def lstsq(a, b, rcond=None):
    """(solutions, residuals, rank, singular values); residuals as of matrices of full rank."""
    m, n = a.shape
    columns = b[:, None] if b.ndim == 1 else b
    x = primitives.lstsq(a, columns, rcond)
    if rcond is not None and rcond > TRUNCATING:
        x = _sloped(x, _truncated(a, rcond) @ columns)
    s = primitives.svdvals(a)
    small = _u(a) * max(m, n) if rcond is None else rcond
    rank = np.sum(s > small * s[0], dtype=np.int32)
    if m > n:
        rest = columns - a @ x
        residuals = np.sum(np.abs(rest) ** 2, axis=0)
    else:
        residuals = np.zeros(0, dtype=s.dtype)
    return (x[:, 0] if b.ndim == 1 else x), residuals, rank, s


def matrix_rank(A, tol=None, hermitian=False, rtol=None):
    if A.ndim < 2:
        return np.where(np.all(A == 0), 0, 1)
    s = primitives.svdvals(A)
    if tol is None:
        share = max(A.shape[-2], A.shape[-1]) * _u(A) if rtol is None else rtol
        tol = np.max(s, axis=-1, keepdims=True) * share
    return np.count_nonzero(s > tol, axis=-1)


def cond(x, p=None):
    if p is None or p == 2 or p == -2:
        s = primitives.svdvals(x)
        found = s[..., -1] / s[..., 0] if p == -2 else s[..., 0] / s[..., -1]
    else:
        found = np.linalg.norm(x, p, axis=(-2, -1)) * np.linalg.norm(inv(x), p, axis=(-2, -1))
    return np.where(np.isnan(found) & ~np.any(np.isnan(x), axis=(-2, -1)), np.inf, found)


def matrix_power(a, n):
    """By squarings, as NumPy."""
    if primitives.counted(n):
        return _counted_power(a, n)
    if n < 0:
        return _power(inv(a), -n)
    return _power(a, n)


def _power(a, n):
    if n == 0:
        return np.zeros_like(a) + np.eye(a.shape[-1], dtype=a.dtype)
    if n == 1:
        return a
    if n == 2:
        return a @ a
    if n == 3:
        return (a @ a) @ a
    return _binary(a, None, n)


def _counted_power(a, n):
    """a^n for an n that only a run or the iteration of a loop tells."""
    square, result, rest = inv(a) if n < 0 else a, np.zeros_like(a) + np.eye(a.shape[-1], dtype=a.dtype), abs(n)
    while rest > 0:
        if rest % 2 == 1:
            result = result @ square
        square, rest = square @ square, rest // 2
    return result


def _binary(square, result, n):
    """result @ square^n, by the binary digits of n."""
    if n % 2 == 1:
        result = square if result is None else result @ square
    return _binary(square @ square, result, n // 2) if n > 1 else result


def multi_dot(arrays):
    """From the left."""
    result = arrays[0]
    for a in arrays[1:]:
        result = result @ a
    return result


def matrix_norm(a, ord):
    """Norms of the matrices in the last two dimensions: sums of rows and columns, or of singular values."""
    assert ord in (1, -1, np.inf, -np.inf, 2, -2, "nuc")
    if ord == 2 or ord == -2 or ord == "nuc":
        s = primitives.svdvals(a)
        return np.sum(s, axis=-1) if ord == "nuc" else np.max(s, axis=-1) if ord == 2 else np.min(s, axis=-1)
    sums = np.sum(np.abs(a), axis=-2 if ord == 1 or ord == -1 else -1)
    return np.max(sums, axis=-1) if ord > 0 else np.min(sums, axis=-1)


def vector_norm(a, ord, axis, keepdims):
    """(sum of |a|^ord)^(1/ord); ord = 0 counts."""
    if ord == 0:
        return np.sum(a != 0, axis=axis, keepdims=keepdims, dtype=np.result_type(a.real, np.float32) if a.dtype.kind in "fc" else float)
    return np.sum(np.abs(a) ** ord, axis=axis, keepdims=keepdims) ** (1.0 / ord)


# scipy.linalg


def as_for_lapack(a):
    """In binary32 where that holds every number of the dtype, as SciPy passes matrices to LAPACK."""
    return a.astype(np.result_type(a.dtype, np.float32))


def solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, check_finite=True):
    if trans == 0 or trans == "N":
        m = a
    elif trans == 2 or trans == "C":
        m = _t(a)
    else:
        m = np.swapaxes(a, -1, -2)
    low = lower if trans == 0 or trans == "N" else not lower
    if b.ndim == 1:
        return primitives.triangular_solve(m, b[:, None], low, unit_diagonal)[:, 0]
    return primitives.triangular_solve(m, b, low, unit_diagonal)


def scipy_solve(a, b, lower=False, overwrite_a=False, overwrite_b=False, check_finite=True, assume_a=None, transposed=False):
    """By elimination, of the part of the matrix that SciPy looks at."""
    m = _assumed(a, assume_a, lower)
    return solve(np.swapaxes(m, -1, -2) if transposed else m, b)


def _assumed(a, kind, lower):
    if kind in ("sym", "symmetric", "her", "hermitian", "pos", "positive definite"):
        half = np.tril(a) if lower else np.triu(a)
        rest = np.swapaxes(np.tril(a, -1) if lower else np.triu(a, 1), -1, -2)
        return half + (rest if kind in ("sym", "symmetric") else np.conj(rest))
    if kind in ("upper triangular", "lower triangular"):
        return np.triu(a) if kind == "upper triangular" else np.tril(a)
    if kind in ("diagonal", "tridiagonal"):
        reach = 0 if kind == "diagonal" else 1
        return np.triu(np.tril(a, reach), -reach)
    assert kind in (None, "gen", "general", "banded")
    return a


def scipy_inv(a, overwrite_a=False, check_finite=True):
    return inv(a)


def scipy_det(a, overwrite_a=False, check_finite=True):
    """In binary64, whatever `a` is in."""
    return primitives.det(a.astype(complex if a.dtype.kind == "c" else float))


def scipy_cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    return cholesky(a, upper=not lower)


def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    """The other triangle is zero."""
    return cholesky(a, upper=not lower), lower


def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    c, lower = c_and_lower
    if lower:
        return solve_triangular(c, solve_triangular(c, b, 0, True), 2, True)
    return solve_triangular(c, solve_triangular(c, b, 2, False), 0, False)


def scipy_lu(a, permute_l=False, overwrite_a=False, check_finite=True, p_indices=False):
    """(P, L, U) with a = P L U."""
    m, n = a.shape
    k = min(m, n)
    packed, order = primitives.lu(a), primitives.lu_order(a, False)
    low = np.tril(packed[:, :k], -1) + np.eye(m, k, dtype=packed.dtype)
    up = np.triu(packed[:k])
    back = primitives.argsort(order, 0)
    if permute_l:
        return low[back], up
    if p_indices:
        return back.astype(np.int32), low, up
    return np.eye(m, dtype=low.real.dtype)[back], low, up


def scipy_qr(a, overwrite_a=False, lwork=None, mode="full", pivoting=False, check_finite=True):
    assert not pivoting and mode in ("full", "economic", "r")
    q, r = primitives.qr(a, mode != "economic")
    return (r,) if mode == "r" else (q, r)


def scipy_eigh(a, b=None, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, check_finite=True, subset_by_index=None):
    """Also A v = w B v, with B = L L^H: L^-1 A L^-H has the eigenvalues w and the eigenvectors L^H v."""
    if subset_by_index is not None:
        assert eigvals_only, "SciPy finds some eigenvectors by another algorithm, with other signs: take columns of all of them"
        first, last = subset_by_index
        return scipy_eigh(a, b, lower, True)[first:last + 1]
    m = a if lower else _t(a)
    if b is None:
        return primitives.eigvalsh(m) if eigvals_only else primitives.eigh(m)
    whole = np.tril(m) + _t(np.tril(m, -1))
    factor = primitives.cholesky(b if lower else _t(b))
    half = primitives.triangular_solve(factor, whole, True, False)
    reduced = _t(primitives.triangular_solve(factor, _t(half), True, False))
    if eigvals_only:
        return primitives.eigvalsh(reduced)
    w, v = primitives.eigh(reduced)
    return w, primitives.triangular_solve(_t(factor), v, False, False)


def scipy_eigvalsh(a, b=None, lower=True, overwrite_a=False, overwrite_b=False, check_finite=True, subset_by_index=None):
    return scipy_eigh(a, b, lower, True, subset_by_index=subset_by_index)


def scipy_svd(a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True):
    return svd(a, full_matrices, compute_uv)


def scipy_lstsq(a, b, cond=None):
    x, residuals, rank, s = lstsq(a, b, _u(a) if cond is None else cond)
    return x, residuals[0] if b.ndim == 1 and a.shape[0] > a.shape[1] else residuals, int(rank), s


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    """Least squares with the scaled matrix of powers, as NumPy; with the covariance of the coefficients where asked for."""
    assert rcond is None and not full
    x, y = x + 0.0, y + 0.0
    powers = np.vander(x, deg + 1)
    if w is not None:
        powers = powers * w[:, None]
        y = y * w if y.ndim == 1 else y * w[:, None]
    scale = np.sqrt((powers * powers).sum(axis=0))
    columns = y[:, None] if y.ndim == 1 else y
    lines = powers / scale
    scaled = primitives.lstsq(lines, columns, None)
    c = scaled / scale[:, None]
    found = c[:, 0] if y.ndim == 1 else c
    if cov is False:
        return found
    spread = np.linalg.inv(lines.T @ lines) / np.outer(scale, scale)
    left = np.ones(1) if cov == "unscaled" else np.sum((columns - lines @ scaled) ** 2, axis=0) / (x.shape[0] - (deg + 1.0))
    return found, spread * left[0] if y.ndim == 1 else spread[:, :, None] * left


def roots(p):
    """The eigenvalues of the companion matrix; the first and the last coefficient are not zero."""
    if p[0] == 0:
        raise ValueError("the first coefficient is 0: leave it out")
    n = p.shape[0]
    if n < 3:
        return -p[1:] / p[0]
    companion = np.diag(np.ones(n - 2, dtype=_floating(p).dtype), -1)
    companion[0, :] = -p[1:] / p[0]
    return primitives.eigvals(companion)
