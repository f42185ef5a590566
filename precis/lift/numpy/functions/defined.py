"""NumPy's and SciPy's functions that library modules define in terms of functions that are lifted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from precis.lift.numpy import library_fourier, library_linear, library_sorting, library_statistics
from precis.lift.numpy.functions.ufuncs import as_operand
from precis.lift.numpy.state import Lifting


def defined(definition: Callable[..., Any], arrays: bool = True) -> Callable[..., Any]:
    """A handler that inlines `definition`; `arrays`: lists among its arguments are arrays."""
    def handler(lift: Lifting, *args: Any, **kwargs: Any) -> Any:
        given = as_operand if arrays else lambda lift, x: x
        return lift.call(definition, [given(lift, a) for a in args], {k: given(lift, v) for k, v in kwargs.items()})
    return handler


_FFT = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2", "fftfreq",
        "rfftfreq", "fftshift", "ifftshift")
_LINALG = ("solve", "inv", "det", "slogdet", "cholesky", "qr", "eigh", "eigvalsh", "eig", "eigvals", "svd", "svdvals", "pinv", "lstsq",
           "matrix_rank", "cond", "matrix_power", "multi_dot")
_SORTING = ("sort", "argsort", "partition", "argpartition", "searchsorted", "digitize", "median", "quantile", "percentile", "unique",
            "take_along_axis", "lexsort")
_STATISTICS = ("cov", "corrcoef", "correlate", "histogram", "histogram2d", "unravel_index", "ravel_multi_index")
_LISTS = ("histogram2d", "unravel_index", "ravel_multi_index", "multi_dot", "lexsort")  # whose first argument is a sequence of arrays

# SciPy's functions by module and name, so that scipy need not be loaded.
SCIPY: dict[tuple[str, str], Callable[..., Any]] = {
    ("scipy.linalg", name): defined(getattr(library_linear, definition)) for name, definition in {
        "solve": "scipy_solve", "inv": "scipy_inv", "det": "scipy_det", "cholesky": "scipy_cholesky", "lu": "scipy_lu", "qr": "scipy_qr",
        "eigh": "scipy_eigh", "eigvalsh": "scipy_eigvalsh", "svd": "scipy_svd", "lstsq": "scipy_lstsq", "eigvals": "eigvals",
        "pinv": "pinv", "svdvals": "svdvals", "solve_triangular": "solve_triangular", "cho_factor": "cho_factor"}.items()}
SCIPY["scipy.linalg", "cho_solve"] = defined(library_linear.cho_solve, arrays=False)
SCIPY |= {("scipy.fft", name): defined(getattr(library_fourier, name)) for name in _FFT}


def of_scipy(function: Any) -> Callable[..., Any] | None:
    """The handler of a function of SciPy."""
    module, name = getattr(function, "__module__", None) or "", getattr(function, "__name__", "")
    public = ".".join(part for part in module.split(".")[:2])
    return SCIPY.get((public, name)) if public.startswith("scipy.") else None


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    **{getattr(np.fft, name): defined(getattr(library_fourier, name), arrays=not name.endswith(("n", "2", "shift"))) for name in _FFT},
    **{getattr(np.linalg, name): defined(getattr(library_linear, name), arrays=name not in _LISTS) for name in _LINALG},
    **{getattr(np, name): defined(getattr(library_sorting, name), arrays=name not in _LISTS) for name in _SORTING},
    **{getattr(np, name): defined(getattr(library_statistics, name), arrays=name not in _LISTS) for name in _STATISTICS},
    np.polyfit: defined(library_linear.polyfit), np.roots: defined(library_linear.roots),
}
METHODS: dict[str, Callable[..., Any]] = {
    "sort": defined(library_sorting.sort_in_place), "argsort": FUNCTIONS[np.argsort], "partition": defined(library_sorting.sort_in_place),
    "argpartition": FUNCTIONS[np.argpartition], "searchsorted": FUNCTIONS[np.searchsorted],
}
