"""SciPy's functions that library modules define in terms of functions that are lifted. By name, so that scipy need not be loaded."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import FunctionType
from typing import Any

from precis.ir.size import Size
from precis.lift.numpy import library
from precis.lift.numpy.functions.catalogue import CATALOGUE
from precis.lift.numpy.functions.defined import FFT, computed, defined, of_array, through_lapack, transform
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Closure, Int


def curve_fit(lift: Lifting, f: Any, xdata: Any, ydata: Any, p0: Any = None, *args: Any, **kwargs: Any) -> Any:
    """Without a start, ones: as many as the model has parameters. A search that ends without a fit is not told from others."""
    lift.assume("curve_fit finds parameters, and raises no RuntimeError")
    start: Any = (Int(Size.of(1)),) * _unknowns(lift, f) if p0 is None else p0
    return lift.call(library.fits.curve_fit, [f, xdata, ydata, start, *args], kwargs)


def _unknowns(lift: Lifting, model: Any) -> int:
    if isinstance(model, Closure):
        return len(model.node.args.args) - 1
    if not isinstance(model, FunctionType):
        lift.refuse("curve_fit has to know how many parameters this has", "give p0")
    return model.__code__.co_argcount - 1


def sparse(name: str, definition: str) -> Callable[..., Any]:
    """A function of scipy.sparse, which makes arrays where its name says so, and else matrices, if it makes any of what is none."""
    inlined = defined(getattr(library.assembly, definition), arrays=False)

    def handler(lift: Lifting, *args: Any, **kwargs: Any) -> Any:
        if name not in OF_SPARSE:
            lift.sparse.add("array" if name.endswith("_array") else "matrix")
        return inlined(lift, *args, **kwargs)
    return handler


OF_SPARSE = ("spsolve", "splu", "factorized", "cg", "kron", "kronsum")  # of which sparse operands decide what there is
SCIPY: dict[tuple[str, str], Callable[..., Any]] = {
    ("scipy.linalg", name): through_lapack(getattr(library.linear, definition)) for name, definition in {
        "inv": "scipy_inv", "cholesky": "scipy_cholesky", "lu": "scipy_lu", "qr": "scipy_qr",
        "eigh": "scipy_eigh", "eigvalsh": "scipy_eigvalsh", "svd": "scipy_svd", "lstsq": "scipy_lstsq", "eigvals": "eigvals",
        "svdvals": "svdvals", "solve_triangular": "solve_triangular", "cho_factor": "cho_factor"}.items()}
SCIPY |= {("scipy.linalg", name): defined(getattr(library.linear, f"scipy_{name}")) for name in ("solve", "det")}
SCIPY["scipy.linalg", "cho_solve"] = defined(library.linear.cho_solve, arrays=False)
SCIPY["scipy.linalg", "solve_banded"] = defined(library.scipy.solve_banded, arrays=False)
SCIPY |= {("scipy.sparse", name): sparse(name, definition) for name, definition in {
    "spsolve": "spsolve", "splu": "factorized", "factorized": "factorized", "cg": "cg", "diags": "diags", "diags_array": "diags",
    "spdiags": "spdiags", "eye": "eye", "eye_array": "eye", "identity": "eye", "kron": "kron", "kronsum": "kronsum",
    **{f"{form}_{kind}": f"{made}_matrix" for kind in ("matrix", "array") for form, made in (
        ("csr", "csr"), ("coo", "coo"), ("csc", "csc"), ("lil", "lil"), ("dok", "lil"))}}.items()}
SCIPY["scipy.linalg", "lu_solve"] = defined(library.scipy.lu_solve, arrays=False)
SCIPY["scipy.linalg", "solve_toeplitz"] = defined(library.scipy.solve_toeplitz, arrays=False)
SCIPY |= {(module, name): of_array(getattr(library.scipy, name)) for module, names in {
    "scipy.linalg": ("toeplitz", "circulant", "expm", "norm", "block_diag"),
    "scipy.special": ("softmax", "log_softmax", "logsumexp")}.items() for name in names}
SCIPY |= {("scipy.ndimage", name): of_array(getattr(library.filters, name)) for name in
          ("correlate1d", "convolve1d", "uniform_filter1d", "uniform_filter", "laplace", "sobel",
           "prewitt")}
SCIPY |= {("scipy.signal", name): of_array(getattr(library.filters, name)) for name in ("hilbert", "detrend")}
SCIPY |= {("scipy.signal", name): defined(getattr(library.filters, name)) for name in
          ("lfilter", "lfilter_zi", "sosfilt", "sosfilt_zi", "filtfilt", "sosfiltfilt")}
SCIPY["scipy.integrate", "trapezoid"] = of_array(library.numeric.trapezoid)
SCIPY |= {("scipy.fft", name): transform(name) for name in FFT}
SCIPY |= {("scipy.optimize", name): defined(getattr(library.roots, name), arrays=False) for name in
          ("brentq", "bisect", "newton", "fixed_point", "fsolve", "root")}
SCIPY |= {("scipy.linalg", name): defined(getattr(library.equations, name)) for name in
          ("solve_sylvester", "solve_continuous_lyapunov", "solve_discrete_lyapunov", "solve_continuous_are",
           "solve_discrete_are", "sqrtm")}
SCIPY |= {("scipy.linalg", "lu_factor"): through_lapack(library.scipy.lu_factor),
          ("scipy.linalg", "eigh_tridiagonal"): through_lapack(library.equations.eigh_tridiagonal)}
SCIPY |= {("scipy.spatial", name): defined(getattr(library.neighbours, name)) for name in
          ("cdist", "pdist", "squareform", "euclidean", "sqeuclidean", "cosine", "cityblock", "chebyshev", "canberra",
           "braycurtis", "hamming", "minkowski")}
SCIPY |= {("scipy.spatial", name): defined(library.neighbours.Points) for name in ("cKDTree", "KDTree")}
SCIPY["scipy.signal", "upfirdn"] = defined(library.rates.upfirdn)
SCIPY |= {("scipy.ndimage", name): of_array(getattr(library.resampling, name)) for name in
          ("map_coordinates", "shift", "zoom", "rotate", "affine_transform", "spline_filter", "spline_filter1d")}
SCIPY |= {("scipy.optimize", name): defined(getattr(library.fits, name), arrays=False) for name in ("least_squares", "leastsq")}
SCIPY["scipy.optimize", "curve_fit"] = curve_fit
SCIPY |= CATALOGUE
_AVERAGES = ("gmean", "hmean", "pmean", "moment", "skew", "kurtosis", "sem", "variation", "gstd", "zmap", "zscore", "gzscore",
             "tmean", "tvar", "tstd", "median_abs_deviation", "trim_mean", "entropy", "circmean", "circvar", "circstd", "f_oneway",
             "chisquare", "jarque_bera")
_COMPARISONS = ("describe", "kendalltau", "ks_2samp", "binned_statistic")
_STATISTICS_OF_SCIPY = (*_AVERAGES, *_COMPARISONS, "pearsonr", "linregress", "rankdata", "spearmanr",
                        "ttest_1samp", "ttest_rel", "ttest_ind", "iqr", "gaussian_kde", "mode", "wasserstein_distance",
                        "energy_distance")
SPECTRA = ("welch", "csd", "periodogram", "coherence", "spectrogram", "stft", "istft")
_FAMILIES = {  # what else of them is asked with known arguments only, SciPy gives
    **dict.fromkeys(("chi2", "t", "f", "gamma", "beta"), ("pdf", "logpdf", "cdf", "sf")),
    "norm": ("pdf", "logpdf", "cdf", "sf", "logcdf", "logsf", "ppf", "isf"), "uniform": ("pdf", "logpdf", "cdf", "sf", "ppf", "isf"),
    "expon": ("pdf", "logpdf", "cdf", "sf", "logsf", "ppf", "isf"), "lognorm": ("pdf", "logpdf", "cdf", "sf", "ppf"),
    "poisson": ("pmf", "logpmf", "cdf", "sf"), "binom": ("pmf",), "multivariate_normal": ("pdf", "logpdf")}
DISTRIBUTIONS = ("norm", *(f"{name}_{what}" for name, methods in _FAMILIES.items() for what in methods))
DESIGNS = {  # by SciPy where all arguments are known
    **{name: getattr(library.designs, name) for name in ("butter", "cheby1", "iirnotch", "iirpeak", "freqz", "freqz_sos", "freqz_zpk")},
    **{name: getattr(library.tapers, name) for name in ("firwin", "kaiser_beta", "kaiser_atten")},
    "sosfreqz": library.designs.freqz_sos, "gausspulse": library.waveforms.gausspulse}


def of_scipy(function: Any) -> Callable[..., Any] | None:
    """The handler of a function of SciPy, or of a method of one of its distributions."""
    module, name = getattr(function, "__module__", None) or "", getattr(function, "__name__", "")
    public = ".".join(part for part in module.split(".")[:2])
    if public == "scipy.stats":
        owner = getattr(function, "__self__", None)
        name = name if owner is None else f"{type(owner).__name__.removesuffix('_gen')}_{name}"
        name = "norm" if type(function).__name__ == "norm_gen" else name
        return _of_statistics(name) if name in (*_STATISTICS_OF_SCIPY, *DISTRIBUTIONS) else None
    if public == "scipy.signal" and name in SPECTRA:
        return defined(getattr(importlib.import_module("precis.lift.numpy.library.spectra"), name), arrays=False)
    if public == "scipy.signal" and name in DESIGNS:
        return computed(function, DESIGNS[name])
    return SCIPY.get((public, name)) if public.startswith("scipy.") else None


def _home(name: str) -> str:
    return "library.averages" if name in _AVERAGES else "library.comparisons" if name in _COMPARISONS else "library.samples"


def _of_statistics(name: str) -> Callable[..., Any]:
    """Its definitions load scipy.special."""
    module = "library.densities" if name in DISTRIBUTIONS else _home(name)
    return defined(getattr(importlib.import_module(f"precis.lift.numpy.{module}"), name), real=True)
