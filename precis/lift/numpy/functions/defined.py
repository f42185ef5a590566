"""NumPy's functions that library modules define in terms of functions that are lifted."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from precis.lift.numpy import library
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.functions.evaluated import evaluated
from precis.lift.numpy.functions.ufuncs import UFUNCS, as_operand
from precis.lift.numpy.layouts import laid_out
from precis.lift.numpy.numbers import known
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING, Array, Int, Scalar, View


def of_real(lift: Lifting, definition: Callable[..., Any], values: Iterable[Any]) -> None:
    """Refuses complex numbers."""
    if any(isinstance(x, (Array, View, Scalar)) and x.dtype.kind == "c" for x in values):
        lift.refuse(f"{definition.__name__} of complex numbers cannot be lifted", "take real and imaginary parts apart")


def defined(definition: Callable[..., Any], arrays: bool = True, real: bool = False) -> Callable[..., Any]:
    """A handler that inlines `definition`; `arrays`: lists among its arguments are arrays; `real`: they are not complex."""
    def handler(lift: Lifting, *args: Any, **kwargs: Any) -> Any:
        if real:
            of_real(lift, definition, (*args, *kwargs.values()))
        given = as_operand if arrays else lambda lift, x: x
        return lift.call(definition, [given(lift, a) for a in args], {k: given(lift, v) for k, v in kwargs.items()})
    return handler


def computed(function: Callable[..., Any], definition: Callable[..., Any], arrays: bool = True) -> Callable[..., Any]:
    """A handler that inlines `definition`, unless all arguments are known: then `function` itself gives constants."""
    inlined = defined(definition, arrays)

    def handler(lift: Lifting, *args: Any, **kwargs: Any) -> Any:
        found = evaluated(lift, function, args, kwargs)
        return inlined(lift, *args, **kwargs) if found is MISSING else found
    return handler


def of_array(definition: Callable[..., Any], real: bool = False) -> Callable[..., Any]:
    """A handler that inlines `definition`, whose first argument is an array (`real`: not a complex one); the others stay as they are."""
    def handler(lift: Lifting, a: Any, *args: Any, **kwargs: Any) -> Any:
        if real:
            of_real(lift, definition, (a,))
        return lift.call(definition, [as_operand(lift, a), *args], kwargs)
    return handler


def of_arrays(definition: Callable[..., Any]) -> Callable[..., Any]:
    """A handler that inlines `definition`; tuples given as `axis` stay tuples, other sequences are arrays."""
    def handler(lift: Lifting, *args: Any, **kwargs: Any) -> Any:
        given = {k: v if k == "axis" else as_operand(lift, v) for k, v in kwargs.items()}
        return lift.call(definition, [as_operand(lift, a) for a in args], given)
    return handler


def through_lapack(definition: Callable[..., Any]) -> Callable[..., Any]:
    """A handler that inlines `definition`, of arrays in the formats that SciPy passes to LAPACK."""
    def given(lift: Lifting, x: Any) -> Any:
        x = as_operand(lift, x)
        narrow = isinstance(x, (Array, View)) and x.dtype.kind in "biuf" and x.dtype.itemsize <= 2
        return lift.call(library.linear.as_for_lapack, [x], {}) if narrow else x

    def handler(lift: Lifting, *args: Any, **kwargs: Any) -> Any:
        return lift.call(definition, [given(lift, a) for a in args], {k: given(lift, v) for k, v in kwargs.items()})
    return handler


def looking_at(definition: Callable[..., Any]) -> Callable[..., Any]:
    """The same, for what NumPy gives as a view and the definition as a copy: it may not be read once the array has changed, nor the
    array once it has."""
    def handler(lift: Lifting, x: Any, *args: Any, **kwargs: Any) -> Any:
        x = asarray(lift, as_operand(lift, x))
        found = lift.call(definition, [x, *args], kwargs)
        if isinstance(found, Array):
            lift.relate(found, (x.base if isinstance(x, View) else x,))
        return found
    return handler


def as_strided(lift: Lifting, x: Any, shape: Any = None, strides: Any = None, subok: Any = False, writeable: Any = True) -> Any:
    """np.lib.stride_tricks.as_strided, of arrays whose place in memory is known, from element to element."""
    x = asarray(lift, as_operand(lift, x))
    own, first = laid_out(lift, x)
    if strides is None:
        strides = tuple(Int(s * x.dtype.itemsize) for s in own)
    if any((known(lift, s) or 0) % x.dtype.itemsize for s in strides or ()):
        lift.refuse("strides are no multiples of the size of an element", "take the bytes as an array of their own dtype")
    base = x.base if isinstance(x, View) else x
    return looking_at(library.arrays.as_strided)(lift, base, tuple(map(Int, x.shape)) if shape is None else shape, strides, Int(first))


def method_of(ufunc: np.ufunc, definition: Callable[..., Any]) -> Callable[..., Any]:
    """A handler of a method of a ufunc; tuples among its arguments are index arrays side by side."""
    def given(lift: Lifting, x: Any) -> Any:
        return tuple(as_operand(lift, i) for i in x) if isinstance(x, tuple) else as_operand(lift, x)

    def handler(lift: Lifting, *args: Any, **kwargs: Any) -> Any:
        return lift.call(definition, [ufunc, *(given(lift, a) for a in args)], kwargs)
    return handler


FFT = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2", "fftfreq",
        "rfftfreq", "fftshift", "ifftshift")


def transform(name: str) -> Callable[..., Any]:
    """Of arrays; tuples of axes and lengths stay what they are."""
    return (of_array if name.endswith(("n", "2", "shift")) else defined)(getattr(library.fourier, name))


_LINALG = ("solve", "inv", "det", "slogdet", "cholesky", "qr", "eigh", "eigvalsh", "eig", "eigvals", "svd", "svdvals", "pinv", "lstsq",
           "matrix_rank", "cond", "matrix_power", "multi_dot")
_SORTING = ("sort", "argsort", "partition", "argpartition", "searchsorted", "digitize", "take_along_axis", "lexsort")
_STATISTICS = ("cov", "corrcoef", "correlate", "histogram", "histogram2d", "histogramdd")
_ARRAYS = ("array_split", "hsplit", "vsplit", "dsplit", "unstack", "atleast_3d", "rollaxis", "choose", "resize", "tril_indices_from",
           "triu_indices_from", "diag_indices_from", "trim_zeros", "histogram_bin_edges", "cumulative_sum", "cumulative_prod",
           "matrix_transpose", "unwrap", "astype", "sort_complex", "frexp", "spacing")
_ALL_ARRAYS = ("putmask", "place", "put", "put_along_axis", "geomspace", "array_equiv", "mask_indices", "require")
_WINDOWS = ("hanning", "hamming", "blackman", "bartlett", "kaiser")
_NANS = ("nansum", "nanprod", "nancumsum", "nancumprod", "nanmax", "nanmin", "nanargmax", "nanargmin", "nanmean", "nanvar", "nanstd",
         "nanmedian", "nanquantile", "nanpercentile")
_SETS = ("isin", "union1d", "intersect1d", "setdiff1d", "setxor1d")
_POLYNOMIALS = ("polyadd", "polysub", "polymul", "polyder", "polyint", "poly")
_POWERS = ("polyval2d", "polyval3d", "polygrid2d", "polygrid3d", "polyvalfromroots", "polyfromroots", "polyline", "polycompanion")
_SERIES = ((np.polynomial.polynomial, "poly", library.powers, "series"), (np.polynomial.chebyshev, "cheb", library.orthogonal, "chebyshev"),
           (np.polynomial.legendre, "leg", library.orthogonal, "legendre"))
_UFUNCS = ("gcd", "lcm", "packbits", "unpackbits", "bitwise_count", "logaddexp2", "isposinf", "isneginf", "iscomplex", "isreal", "vecdot",
           "matvec", "vecmat")
_OF_PYTHON = ("mean", "fmean", "median", "median_low", "median_high", "variance", "pvariance", "stdev", "pstdev", "geometric_mean",
              "covariance", "correlation")
_LISTS = ("histogram2d", "histogramdd", "multi_dot", "lexsort")  # whose first argument is a sequence of arrays

FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **{getattr(np.fft, name): transform(name) for name in FFT},
    **{getattr(np.linalg, name): defined(getattr(library.linear, name), arrays=name not in _LISTS) for name in _LINALG},
    **{getattr(np, name): defined(getattr(library.sorting, name), arrays=name not in _LISTS) for name in _SORTING},
    math.fsum: computed(math.fsum, library.exact.fsum, arrays=False),
    **{getattr(statistics, name): computed(getattr(statistics, name), getattr(library.exact, name), arrays=False) for name in _OF_PYTHON},
    **{getattr(np, name): defined(getattr(library.statistics, name), arrays=name not in _LISTS) for name in _STATISTICS},
    **{getattr(np, name): of_arrays(getattr(library.sorting, name)) for name in ("median", "quantile", "percentile")},
    **{getattr(np, name): of_array(getattr(library.arrays, name)) for name in _ARRAYS},
    **{getattr(np, name): defined(getattr(library.arrays, name)) for name in _ALL_ARRAYS},
    **{getattr(np, name): defined(getattr(library.windows, name)) for name in _WINDOWS},
    **{getattr(np, name): of_array(getattr(library.nans, name)) for name in _NANS},
    **{getattr(np, name): defined(getattr(library.sets, name)) for name in _SETS},
    **{getattr(np, name): defined(getattr(library.polynomials, name)) for name in _POLYNOMIALS},
    **{getattr(np, name): defined(getattr(library.ufuncs, name)) for name in _UFUNCS},
    np.block: defined(library.arrays.block, arrays=False), np.nextafter: defined(library.arrays.nextafter),
    np.linalg.trace: of_array(library.arrays.linalg_trace), np.linalg.diagonal: of_array(library.arrays.linalg_diagonal),
    np.linalg.matrix_norm: of_array(library.arrays.matrix_norm), np.linalg.vector_norm: of_array(library.arrays.vector_norm),
    np.linalg.tensorsolve: defined(library.arrays.tensorsolve), np.linalg.tensorinv: of_array(library.arrays.tensorinv),
    np.linalg.vecdot: defined(library.ufuncs.vecdot), np.linalg.matrix_transpose: of_array(library.arrays.matrix_transpose),
    np.polynomial.polynomial.polyval: defined(library.powers.series_value),
    **{getattr(np.polynomial.polynomial, name): defined(getattr(library.powers, name)) for name in _POWERS},
    **{getattr(np.polynomial.polynomial, name): of_array(getattr(library.powers, f"series_{name}")) for name in
       ("polyder", "polyint", "polypow", "polymulx")},
    **{getattr(np.polynomial.polynomial, name): defined(getattr(library.powers, f"series_{name}")) for name in
       ("polymul", "polyadd", "polysub", "polydiv")},
    **{getattr(np.polynomial.polynomial, name): defined(getattr(library.powers, name), arrays=False) for name in
       ("polyvander2d", "polyvander3d")},
    np.poly1d: defined(library.series.HighestFirst, arrays=False),
    np.polynomial.Polynomial: defined(library.series.LowestFirst, arrays=False),
    np.polynomial.Polynomial.fit: defined(library.series.fit, arrays=False),
    np.polynomial.Polynomial.basis: defined(library.series.basis, arrays=False),
    np.polynomial.Chebyshev: defined(library.series.Chebyshev, arrays=False),
    np.polynomial.Chebyshev.fit: defined(library.series.fit_chebyshev, arrays=False),
    np.polynomial.Chebyshev.interpolate: defined(library.series.interpolate_chebyshev, arrays=False),
    np.polynomial.Chebyshev.basis: defined(library.series.basis_chebyshev, arrays=False),
    np.polynomial.Legendre: defined(library.series.Legendre, arrays=False),
    np.polynomial.Legendre.fit: defined(library.series.fit_legendre, arrays=False),
    np.polynomial.Legendre.basis: defined(library.series.basis_legendre, arrays=False),
    np.polydiv: defined(library.polynomials.polydiv), np.gradient: of_arrays(library.numeric.gradient),
    np.polynomial.chebyshev.chebval: defined(library.orthogonal.chebyshev_value),
    np.polynomial.legendre.legval: defined(library.orthogonal.legendre_value),
    np.polynomial.hermite.hermval: defined(library.orthogonal.hermite_value),
    np.polynomial.hermite_e.hermeval: defined(library.orthogonal.hermite_e_value),
    np.polynomial.laguerre.lagval: defined(library.orthogonal.laguerre_value),
    np.polynomial.legendre.legder: computed(np.polynomial.legendre.legder, library.orthogonal.legendre_der),
    np.polynomial.chebyshev.chebder: computed(np.polynomial.chebyshev.chebder, library.orthogonal.chebyshev_der),
    **{getattr(module, f"{short}{what}"): defined(getattr(home, f"{name}_{what}")) for module, short, home, name in _SERIES
       for what in ("vander", "fit")},
    np.lib.stride_tricks.sliding_window_view: looking_at(library.arrays.sliding_window_view),
    np.lib.stride_tricks.as_strided: as_strided, np.linalg.cross: defined(library.numeric.cross),
    np.polyfit: defined(library.linear.polyfit), np.roots: defined(library.linear.roots),
}
METHODS: dict[str, Callable[..., Any]] = {
    "sort": defined(library.sorting.sort_in_place), "argsort": FUNCTIONS[np.argsort],
    "partition": defined(library.sorting.partition_in_place),
    "argpartition": FUNCTIONS[np.argpartition], "searchsorted": FUNCTIONS[np.searchsorted],
    "put": FUNCTIONS[np.put],
}
_BINARY = (*(u for u in UFUNCS if u.nin == 2), np.gcd, np.lcm)
UFUNC_METHODS: dict[str, dict[np.ufunc, Callable[..., Any]]] = {
    name: {u: method_of(u, getattr(library.ufuncs, name)) for u in _BINARY} for name in ("reduce", "accumulate", "reduceat", "at")}
