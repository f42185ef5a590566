"""Functions of SciPy and the library modules that define them under the same names."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from precis.lift.numpy import library
from precis.lift.numpy.functions.defined import defined, of_array, through_lapack

PLAIN: tuple[tuple[str, ModuleType, str], ...] = (  # whose lists stay lists
    ("linalg", library.patterns, "matmul_toeplitz"),
    ("linalg", library.banded, "cho_solve_banded"),
    ("signal", library.systems, "tf2ss lsim step impulse cont2discrete freqs"),
    ("signal", library.tapers, "general_cosine general_hamming hann hamming blackman nuttall blackmanharris flattop boxcar bartlett triang "
     "cosine bohman parzen gaussian general_gaussian exponential kaiser tukey get_window"),
    ("signal", library.waveforms, "unit_impulse"),
    ("interpolate", library.interpolation, "CubicSpline PchipInterpolator interp1d RegularGridInterpolator interpn"),
    ("interpolate", library.splines, "BSpline make_interp_spline make_lsq_spline UnivariateSpline InterpolatedUnivariateSpline "
     "LSQUnivariateSpline splrep splprep splev splint splder splantider RectBivariateSpline"),
    ("interpolate", library.interpolants, "BarycentricInterpolator barycentric_interpolate KroghInterpolator krogh_interpolate lagrange "
     "pchip_interpolate CubicHermiteSpline Akima1DInterpolator RBFInterpolator Rbf NearestNDInterpolator griddata"),
    ("optimize", library.brackets, "brenth ridder toms748 root_scalar"),
    ("optimize", library.bounded, "lsq_linear isotonic_regression approx_fprime check_grad rosen rosen_der rosen_hess rosen_hess_prod"),
    ("optimize", library.minima, "minimize minimize_scalar fmin fmin_bfgs fmin_cg fmin_l_bfgs_b fminbound brent golden"),
    ("optimize", library.graphs, "linear_sum_assignment"),
    ("sparse", library.graphs, "floyd_warshall dijkstra bellman_ford johnson shortest_path connected_components laplacian"),
    ("sparse", library.blocks, "bmat hstack vstack block_diag tril triu norm inv expm expm_multiply spsolve_triangular eigsh bicgstab"),
    ("sparse", library.krylov, "minres gmres lsqr"),
    ("fft", library.cosines, "dctn idctn dstn idstn"),
    ("integrate", library.integrals, "quad dblquad tplquad nquad fixed_quad"),
    ("integrate", library.initial_values, "solve_ivp odeint"),
)
OF_ARRAYS: tuple[tuple[str, ModuleType, str], ...] = (
    ("linalg", library.patterns, "hankel companion convolution_matrix hilbert leslie fiedler dft khatri_rao issymmetric ishermitian "
     "solve_circulant"),
    ("fft", library.cosines, "dct idct dst idst"),
    ("signal", library.waveforms, "chirp square sawtooth vectorstrength czt zoom_fft lombscargle"),
    ("cluster", library.clusters, "whiten vq"),
    ("optimize", library.bounded, "nnls"),
    ("signal", library.systems, "lfiltic deconvolve"),
    ("signal", library.convolutions, "convolve2d correlate2d convolve correlate fftconvolve correlation_lags"),
    ("signal", library.images, "savgol_filter"),
    ("integrate", library.quadrature, "simpson cumulative_trapezoid cumulative_simpson romb"),
    ("linalg", library.matrix_functions, "cosm sinm tanm coshm sinhm tanhm expm_frechet logm fractional_matrix_power signm "
     "orthogonal_procrustes"),
)
BY_LAPACK: tuple[tuple[str, ModuleType, str], ...] = (
    ("linalg", library.banded, "solveh_banded cholesky_banded eigvals_banded eig_banded eigvalsh_tridiagonal"),
    ("linalg", library.reflections, "hessenberg"),
    ("linalg", library.matrix_functions, "polar orth pinv pinvh eig"),
)
OF_ONE: tuple[tuple[str, ModuleType, str], ...] = (  # whose first argument is an array, and others stay what they are
    ("ndimage", library.gaussians, "gaussian_filter1d gaussian_filter gaussian_laplace gaussian_gradient_magnitude generic_laplace "
     "generic_gradient_magnitude fourier_gaussian fourier_uniform fourier_shift"),
    ("ndimage", library.images, "correlate convolve"),
    ("ndimage", library.ranks, "maximum_filter minimum_filter maximum_filter1d minimum_filter1d rank_filter median_filter "
     "percentile_filter generic_filter"),
    ("signal", library.ranks, "medfilt wiener"),
    ("signal", library.peaks, "find_peaks peak_prominences peak_widths argrelextrema argrelmax argrelmin"),
    ("signal", library.rates, "resample resample_poly decimate"),
    ("ndimage", library.labels, "binary_erosion binary_dilation binary_opening binary_closing binary_propagation binary_fill_holes "
     "binary_hit_or_miss label grey_erosion grey_dilation grey_opening grey_closing white_tophat black_tophat morphological_gradient "
     "morphological_laplace distance_transform_edt"),
    ("ndimage", library.parts, "sum_labels mean variance standard_deviation maximum minimum center_of_mass median maximum_position "
     "minimum_position extrema histogram"),
)
OF_REAL = (library.ranks, library.labels)
CATALOGUE: dict[tuple[str, str], Callable[..., Any]] = {
    (f"scipy.{module}", name): handler(getattr(home, name))
    for rows, handler in ((PLAIN, lambda f: defined(f, arrays=False)), (OF_ARRAYS, defined), (BY_LAPACK, through_lapack),
                          (OF_ONE, of_array))
    for module, home, names in rows for name in names.split()}
CATALOGUE |= {(f"scipy.{module}", name): of_array(getattr(home, name), real=True)
              for module, home, names in OF_ONE if home in OF_REAL for name in names.split()}
CATALOGUE["scipy.constants", "convert_temperature"] = defined(library.scipy.convert_temperature, arrays=False)
CATALOGUE |= {("scipy.constants", name): defined(library.scipy.lambda2nu) for name in ("lambda2nu", "nu2lambda")}
CATALOGUE["scipy.sparse", "block_array"] = CATALOGUE["scipy.sparse", "bmat"]
CATALOGUE["scipy._lib", "issparse"] = defined(library.blocks.issparse, arrays=False)
CATALOGUE["scipy.signal", "oaconvolve"] = CATALOGUE["scipy.signal", "fftconvolve"]
CATALOGUE |= {("scipy.ndimage", "sum"): of_array(library.parts.sum_labels), ("scipy.signal", "medfilt2d"): of_array(library.ranks.medfilt)}
