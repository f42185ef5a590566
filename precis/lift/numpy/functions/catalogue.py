"""Functions of SciPy and the library modules that define them under the same names."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from precis.lift.numpy import (
    library_banded,
    library_cosines,
    library_integrals,
    library_matrix_functions,
    library_patterns,
    library_quadrature,
)
from precis.lift.numpy.functions.defined import defined

PLAIN: tuple[tuple[str, ModuleType, str], ...] = (  # whose lists stay lists
    ("linalg", library_patterns, "matmul_toeplitz"),
    ("linalg", library_banded, "cho_solve_banded"),
    ("fft", library_cosines, "dctn idctn dstn idstn"),
    ("integrate", library_integrals, "quad dblquad tplquad nquad fixed_quad solve_ivp odeint"),
)
OF_ARRAYS: tuple[tuple[str, ModuleType, str], ...] = (
    ("linalg", library_patterns, "hankel companion convolution_matrix hilbert leslie fiedler dft khatri_rao issymmetric ishermitian "
     "solve_circulant"),
    ("linalg", library_banded, "solveh_banded cholesky_banded eigvals_banded eig_banded eigvalsh_tridiagonal"),
    ("fft", library_cosines, "dct idct dst idst"),
    ("integrate", library_quadrature, "simpson cumulative_trapezoid cumulative_simpson romb"),
    ("linalg", library_matrix_functions, "cosm sinm tanm coshm sinhm tanhm expm_frechet logm fractional_matrix_power signm polar "
     "orthogonal_procrustes orth pinv pinvh eig"),
)
CATALOGUE: dict[tuple[str, str], Callable[..., Any]] = {
    (f"scipy.{module}", name): defined(getattr(library, name), arrays) for rows, arrays in ((PLAIN, False), (OF_ARRAYS, True))
    for module, library, names in rows for name in names.split()}
