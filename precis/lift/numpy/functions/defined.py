"""NumPy's and SciPy's functions that library modules define in terms of functions that are lifted."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from precis.lift.numpy import (
    library,
    library_arrays,
    library_assembly,
    library_filters,
    library_fourier,
    library_integrals,
    library_interpolation,
    library_linear,
    library_nans,
    library_polynomials,
    library_roots,
    library_scipy,
    library_series,
    library_sets,
    library_sorting,
    library_statistics,
    library_ufuncs,
)
from precis.lift.numpy.functions.ufuncs import UFUNCS, as_operand
from precis.lift.numpy.state import Lifting


def defined(definition: Callable[..., Any], arrays: bool = True) -> Callable[..., Any]:
    """A handler that inlines `definition`; `arrays`: lists among its arguments are arrays."""
    def handler(lift: Lifting, *args: Any, **kwargs: Any) -> Any:
        given = as_operand if arrays else lambda lift, x: x
        return lift.call(definition, [given(lift, a) for a in args], {k: given(lift, v) for k, v in kwargs.items()})
    return handler


def of_array(definition: Callable[..., Any]) -> Callable[..., Any]:
    """A handler that inlines `definition`, whose first argument is an array; the others stay as they are."""
    def handler(lift: Lifting, a: Any, *args: Any, **kwargs: Any) -> Any:
        return lift.call(definition, [as_operand(lift, a), *args], kwargs)
    return handler


def of_arrays(definition: Callable[..., Any]) -> Callable[..., Any]:
    """A handler that inlines `definition`; tuples given as `axis` stay tuples, other sequences are arrays."""
    def handler(lift: Lifting, *args: Any, **kwargs: Any) -> Any:
        given = {k: v if k == "axis" else as_operand(lift, v) for k, v in kwargs.items()}
        return lift.call(definition, [as_operand(lift, a) for a in args], given)
    return handler


def method_of(ufunc: np.ufunc, definition: Callable[..., Any]) -> Callable[..., Any]:
    """A handler of a method of a ufunc; tuples among its arguments are index arrays side by side."""
    def given(lift: Lifting, x: Any) -> Any:
        return tuple(as_operand(lift, i) for i in x) if isinstance(x, tuple) else as_operand(lift, x)

    def handler(lift: Lifting, *args: Any, **kwargs: Any) -> Any:
        return lift.call(definition, [ufunc, *(given(lift, a) for a in args)], kwargs)
    return handler


_FFT = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2", "fftfreq",
        "rfftfreq", "fftshift", "ifftshift")
_LINALG = ("solve", "inv", "det", "slogdet", "cholesky", "qr", "eigh", "eigvalsh", "eig", "eigvals", "svd", "svdvals", "pinv", "lstsq",
           "matrix_rank", "cond", "matrix_power", "multi_dot")
_SORTING = ("sort", "argsort", "partition", "argpartition", "searchsorted", "digitize", "take_along_axis", "lexsort")
_STATISTICS = ("cov", "corrcoef", "correlate", "histogram", "histogram2d")
_ARRAYS = ("array_split", "hsplit", "vsplit", "dsplit", "unstack", "atleast_3d", "rollaxis", "choose", "resize", "tril_indices_from",
           "triu_indices_from", "diag_indices_from", "trim_zeros", "histogram_bin_edges", "cumulative_sum", "matrix_transpose", "unwrap")
_ALL_ARRAYS = ("putmask", "place", "put", "put_along_axis", "geomspace", "blackman", "bartlett", "array_equiv")
_NANS = ("nansum", "nanprod", "nancumsum", "nancumprod", "nanmax", "nanmin", "nanargmax", "nanargmin", "nanmean", "nanvar", "nanstd",
         "nanmedian", "nanquantile", "nanpercentile")
_SETS = ("isin", "union1d", "intersect1d", "setdiff1d", "setxor1d")
_POLYNOMIALS = ("polyadd", "polysub", "polymul", "polyder", "polyint", "poly")
_UFUNCS = ("gcd", "lcm", "packbits", "unpackbits", "bitwise_count", "logaddexp2", "isposinf", "isneginf", "iscomplex", "isreal", "vecdot",
           "matvec", "vecmat")
_LISTS = ("histogram2d", "multi_dot", "lexsort")  # whose first argument is a sequence of arrays

# SciPy's functions by module and name, so that scipy need not be loaded.
SCIPY: dict[tuple[str, str], Callable[..., Any]] = {
    ("scipy.linalg", name): defined(getattr(library_linear, definition)) for name, definition in {
        "solve": "scipy_solve", "inv": "scipy_inv", "det": "scipy_det", "cholesky": "scipy_cholesky", "lu": "scipy_lu", "qr": "scipy_qr",
        "eigh": "scipy_eigh", "eigvalsh": "scipy_eigvalsh", "svd": "scipy_svd", "lstsq": "scipy_lstsq", "eigvals": "eigvals",
        "pinv": "pinv", "svdvals": "svdvals", "solve_triangular": "solve_triangular", "cho_factor": "cho_factor"}.items()}
SCIPY["scipy.linalg", "cho_solve"] = defined(library_linear.cho_solve, arrays=False)
SCIPY["scipy.linalg", "solve_banded"] = defined(library_scipy.solve_banded, arrays=False)
SCIPY |= {("scipy.sparse", name): defined(getattr(library_assembly, definition), arrays=False) for name, definition in {
    "spsolve": "spsolve", "splu": "factorized", "factorized": "factorized", "cg": "cg", "diags": "diags", "diags_array": "diags",
    "spdiags": "spdiags", "eye": "eye", "eye_array": "eye", "identity": "eye", "kron": "kron", "kronsum": "kronsum",
    **{f"{form}_{kind}": f"{made}_matrix" for kind in ("matrix", "array") for form, made in (
        ("csr", "csr"), ("coo", "csr"), ("csc", "csc"), ("lil", "lil"), ("dok", "lil"))}}.items()}
SCIPY["scipy.linalg", "lu_solve"] = defined(library_scipy.lu_solve, arrays=False)
SCIPY |= {(module, name): of_array(getattr(library_scipy, name)) for module, names in {
    "scipy.linalg": ("lu_factor", "toeplitz", "circulant", "expm", "norm", "block_diag"),
    "scipy.special": ("softmax", "log_softmax", "logsumexp"), "scipy.fft": ("dct", "idct"),
    "scipy.signal": ("convolve2d", "correlate2d", "convolve"), "scipy.integrate": ("simpson", "cumulative_trapezoid"),
    "scipy.spatial": ("cdist",)}.items() for name in names}
SCIPY |= {("scipy.ndimage", name): of_array(getattr(library_filters, name)) for name in
          ("correlate1d", "convolve1d", "gaussian_filter1d", "gaussian_filter", "uniform_filter1d", "uniform_filter", "laplace", "sobel",
           "prewitt")}
SCIPY |= {("scipy.signal", name): of_array(getattr(library_filters, name)) for name in ("hilbert", "detrend")}
SCIPY |= {("scipy.signal", name): defined(getattr(library_filters, name)) for name in ("lfilter", "sosfilt", "filtfilt")}
SCIPY["scipy.integrate", "trapezoid"] = of_array(library.trapezoid)
SCIPY |= {("scipy.fft", name): defined(getattr(library_fourier, name)) for name in _FFT}
SCIPY |= {("scipy.optimize", name): defined(getattr(library_roots, name), arrays=False) for name in
          ("brentq", "bisect", "newton", "fixed_point", "root_scalar", "fsolve", "root")}
SCIPY |= {("scipy.integrate", name): defined(getattr(library_integrals, name), arrays=False) for name in
          ("quad", "dblquad", "fixed_quad", "solve_ivp", "odeint")}
SCIPY |= {("scipy.interpolate", name): defined(getattr(library_interpolation, name), arrays=False) for name in
          ("CubicSpline", "PchipInterpolator", "splrep", "splev", "UnivariateSpline", "InterpolatedUnivariateSpline", "interp1d",
           "RegularGridInterpolator", "interpn")}
_STATISTICS_OF_SCIPY = ("zscore", "skew", "kurtosis", "sem", "gmean", "pearsonr", "linregress")
DISTRIBUTIONS = ("norm_pdf", "norm_logpdf", "norm_cdf", "norm_sf", "norm_logcdf", "norm_ppf", "norm_isf", "expon_pdf", "expon_cdf",
                 "uniform_pdf", "uniform_cdf", "poisson_pmf")


def of_scipy(function: Any) -> Callable[..., Any] | None:
    """The handler of a function of SciPy, or of a method of one of its distributions."""
    module, name = getattr(function, "__module__", None) or "", getattr(function, "__name__", "")
    public = ".".join(part for part in module.split(".")[:2])
    if public == "scipy.stats":
        owner = getattr(function, "__self__", None)
        name = name if owner is None else f"{type(owner).__name__.removesuffix('_gen')}_{name}"
        return _of_statistics(name) if name in (*_STATISTICS_OF_SCIPY, *DISTRIBUTIONS) else None
    return SCIPY.get((public, name)) if public.startswith("scipy.") else None


def _of_statistics(name: str) -> Callable[..., Any]:
    """Its definitions load scipy.special."""
    definitions = importlib.import_module("precis.lift.numpy.library_distributions")
    return defined(getattr(definitions, name))


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **{getattr(np.fft, name): defined(getattr(library_fourier, name), arrays=not name.endswith(("n", "2", "shift"))) for name in _FFT},
    **{getattr(np.linalg, name): defined(getattr(library_linear, name), arrays=name not in _LISTS) for name in _LINALG},
    **{getattr(np, name): defined(getattr(library_sorting, name), arrays=name not in _LISTS) for name in _SORTING},
    **{getattr(np, name): defined(getattr(library_statistics, name), arrays=name not in _LISTS) for name in _STATISTICS},
    **{getattr(np, name): of_arrays(getattr(library_sorting, name)) for name in ("median", "quantile", "percentile")},
    **{getattr(np, name): of_array(getattr(library_arrays, name)) for name in _ARRAYS},
    **{getattr(np, name): defined(getattr(library_arrays, name)) for name in _ALL_ARRAYS},
    **{getattr(np, name): of_array(getattr(library_nans, name)) for name in _NANS},
    **{getattr(np, name): defined(getattr(library_sets, name)) for name in _SETS},
    **{getattr(np, name): defined(getattr(library_polynomials, name)) for name in _POLYNOMIALS},
    **{getattr(np, name): defined(getattr(library_ufuncs, name)) for name in _UFUNCS},
    np.block: defined(library_arrays.block, arrays=False),
    np.linalg.trace: of_array(library_arrays.linalg_trace), np.linalg.diagonal: of_array(library_arrays.linalg_diagonal),
    np.linalg.matrix_norm: of_array(library_arrays.matrix_norm), np.linalg.vector_norm: of_array(library_arrays.vector_norm),
    np.linalg.tensorsolve: defined(library_arrays.tensorsolve), np.linalg.vecdot: defined(library_ufuncs.vecdot),
    np.polynomial.polynomial.polyval: defined(library_polynomials.series_value),
    **{getattr(np.polynomial.polynomial, name): of_array(getattr(library_polynomials, f"series_{name}")) for name in
       ("polyder", "polyint", "polymul", "polyadd", "polysub")},
    np.poly1d: defined(library_series.HighestFirst, arrays=False),
    np.polynomial.Polynomial: defined(library_series.LowestFirst, arrays=False),
    np.polynomial.Polynomial.fit: defined(library_series.fit, arrays=False),
    np.polydiv: defined(library_polynomials.polydiv), np.gradient: of_arrays(library.gradient),
    np.polynomial.chebyshev.chebval: defined(library_polynomials.chebyshev_value),
    np.polynomial.legendre.legval: defined(library_polynomials.legendre_value),
    np.lib.stride_tricks.sliding_window_view: of_array(library_arrays.sliding_window_view), np.linalg.cross: defined(library.cross),
    np.polyfit: defined(library_linear.polyfit), np.roots: defined(library_linear.roots),
}
METHODS: dict[str, Callable[..., Any]] = {
    "sort": defined(library_sorting.sort_in_place), "argsort": FUNCTIONS[np.argsort], "partition": defined(library_sorting.sort_in_place),
    "argpartition": FUNCTIONS[np.argpartition], "searchsorted": FUNCTIONS[np.searchsorted],
}
_BINARY = (*(u for u in UFUNCS if u.nin == 2), np.gcd, np.lcm)
UFUNC_METHODS: dict[str, dict[np.ufunc, Callable[..., Any]]] = {
    name: {u: method_of(u, getattr(library_ufuncs, name)) for u in _BINARY} for name in ("reduce", "accumulate", "reduceat", "at")}
