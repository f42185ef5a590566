"""No argument of NumPy's or SciPy's functions is taken and then left out: it is read, or it changes nothing that is computed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import scipy.integrate
import scipy.interpolate
import scipy.linalg
import scipy.signal
import scipy.sparse
import scipy.special

import precis
from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run

FOLDER = Path(precis.__file__).parent / "lift" / "numpy"
FILES = sorted([*FOLDER.glob("functions/*.py"), *FOLDER.glob("library/*.py")])
HARMLESS = {  # what may be given, and changes no result
    "memory": {"requirements", "copy", "order", "overwrite_a", "overwrite_b", "overwrite_x", "overwrite_ab",
               "overwrite_a_band", "overwrite_A", "overwrite", "subok", "writeable", "like", "lwork", "casting", "format", "copy_data",
               "compact_nodes", "balanced_tree", "leafsize", "doc", "cache", "typed"},
    "another way to the same": {"check_finite", "optimize", "kind", "stable", "method", "assume_unique", "hermitian", "permc_spec",
                                "use_umfpack", "balanced", "vectorized", "workers", "tr_solver", "checks", "return_sorted", "points",
                                "epsilon", "hess", "hessp", "mxstep", "hmax", "jac_sparsity", "brute_force", "lapack_driver", "max_ev",
                                "nest"},
    "shows": {"quiet", "disp", "verbose", "settings", "options", "show"},
    "typing": {"typ"},
}
ASSERTED_ELSEWHERE = {  # arguments whose other values are refused by another one, or mean nothing without one
    ("library/peaks.py", "find_peaks"): {"rel_height"}, ("library/peaks.py", "argrelextrema"): {"axis"},
    ("library/interpolation.py", "CubicSpline"): {"axis"}, ("library/interpolation.py", "PchipInterpolator"): {"axis"},
    ("library/interpolation.py", "interp1d"): {"axis"},
    ("library/interpolants.py", "griddata"): {"fill_value"},  # of triangles
    ("library/waveforms.py", "gausspulse"): {"tpr"},  # of times that are the word cutoff
    ("library/tapers.py", "boxcar"): {"sym"},
    ("library/random.py", "choice"): {"shuffle"},  # means nothing with replacement
    ("library/initial_values.py", "solve_ivp"): {"jac"},  # how SciPy comes to the next step; the step is the same within the tolerance
    ("library/sorting.py", "lexsort"): {"axis"},  # of keys of one dimension
    ("library/sorting.py", "partition"): {"kth"},
    ("library/sorting.py", "argpartition"): {"kth"}, ("library/sorting.py", "partition_in_place"): {"kth"},
    ("library/masked.py", "__ipow__"): {"other"}, ("library/masked.py", "__eq__"): {"other"}, ("library/masked.py", "__ne__"): {"other"},
    ("library/sparse.py", "__init__"): {"counts"},  # of what is handed in, SciPy counts the entries
    **{("library/lines.py", name): {"k", "item", "more"} for name in ("__setitem__", "__delitem__", "__add__", "__iadd__")},  # all are refused
    ("library/records.py", "__eq__"): {"other"}, ("library/records.py", "__ne__"): {"other"},
    ("functions/classes.py", "_tuple_class"): {"place"},  # tells classes apart
    ("functions/effects.py", "nothing"): {"kwargs"}, ("functions/effects.py", "filtered"): {"kwargs"},
    ("functions/linear.py", "_without_ones"): {"batch"}, ("functions/ufuncs.py", "_identity"): {"dtype"}, ("functions/ufuncs.py", "_signbit"): {"dtype"},
    ("functions/ufuncs.py", "rule"): {"dtype"},
}


def _unread(path: Path) -> Iterator[tuple[str, str]]:
    """(function, argument) of arguments that no line reads."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            given = node.args
            names = {a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs, *([given.kwarg] if given.kwarg else []))}
            read = {n.id for part in node.body for n in ast.walk(part) if isinstance(n, ast.Name)}
            yield from ((node.name, name) for name in sorted(names - read - {"self", "lift", "cls"}))


def _place(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


@pytest.mark.parametrize("path", FILES, ids=_place)
def test_arguments_are_read(path):
    harmless = set().union(*HARMLESS.values())
    left = [(f, a) for f, a in _unread(path) if a not in harmless and a not in ASSERTED_ELSEWHERE.get((_place(path), f), ())]
    assert not left, "read these, refuse other values than the default, or say why they change nothing"


X = np.random.default_rng(0).random(12) + 0.1
T = np.linspace(0, 1, 12)
interpolate, linalg, sparse = scipy.interpolate, scipy.linalg, scipy.sparse
COMPUTED = {
    "ndmin": lambda x: np.array(x, ndmin=3),
    "unravel_index in the order F": lambda x: np.array(np.unravel_index(np.argmax(x.reshape(3, 4)), (3, 4), order="F")),
    "ravel_multi_index in the order F": lambda x: np.ravel_multi_index((2, 1), (3, 4), order="F") + x,
    "csr_matrix with a dtype": lambda x: sparse.csr_matrix((x, (np.arange(12), np.arange(12))), shape=(12, 12), dtype=np.float32) @ x,
    "diags with a dtype": lambda x: sparse.diags([x], [0], dtype=np.float32) @ np.ones(12, np.float32),
    "eye with a dtype": lambda x: sparse.eye(12, dtype=np.float32) @ x.astype(np.float32),
    "a spline outside": lambda x: interpolate.CubicSpline(np.arange(12.0), x, extrapolate=False)(np.array([-0.5, 3.2, 12.5])),
    "a periodic spline outside": lambda x: interpolate.CubicSpline(np.arange(12.0), x, extrapolate="periodic")(np.array([-3.0, 5.5, 12.5])),
    "a spline outside, told later": lambda x: interpolate.CubicSpline(np.arange(12.0), x)(12.5, extrapolate=False),
    "its slope outside": lambda x: interpolate.PchipInterpolator(np.arange(12.0), x, extrapolate=False).derivative()(np.array([0.5, 12.5])),
    "a cubic table outside": lambda x: interpolate.interp1d(T, x, "cubic", bounds_error=False, fill_value=(-1.0, 2.0))(np.array([-1, 0.3, 3.0])),
    "zeros outside": lambda x: interpolate.splev(np.array([-0.1, 0.5, 1.5]), interpolate.splrep(T, x), ext=1),
    "ends outside": lambda x: interpolate.splev(np.array([-0.1, 0.5, 1.5]), interpolate.splrep(T, x), ext=3),
    "a symmetric system": lambda x: linalg.solve(x[:4].reshape(2, 2), x[:2], lower=True, assume_a="sym"),
    "a positive definite system": lambda x: linalg.solve(x[:4].reshape(2, 2) + 3 * np.eye(2), x[:2], assume_a="pos"),
    "a triangular system": lambda x: linalg.solve(x[:9].reshape(3, 3), x[:3], assume_a="upper triangular"),
    "a number of permutations": lambda x: scipy.special.factorial(5, exact=True) // 7 * x,
    "narrow numbers of SciPy's": lambda x: scipy.special.beta(1.5, (9 * x).astype(np.float32)),
    "narrow polynomials": lambda x: scipy.special.eval_legendre(2, x.astype(np.float32)),
    "large ones": lambda x: scipy.special.betaln(0.5, 10.0 ** (20 * x)) + scipy.special.betaln(x, x + 10.0),
    "numbers of choices": lambda x: scipy.special.binom(2, np.arange(-1, 6)) + scipy.special.binom(x[0], np.arange(7.0)),
    "factorials": lambda x: scipy.special.factorial(np.array([-1.0, 0.0, 3.5, 20.0])) + x[0],
    "entropy of NaN": lambda x: scipy.special.entr(np.where(x > 0.5, np.nan, x)) + scipy.special.rel_entr(np.where(x > 0.5, np.nan, x), x),
    "an item of the flat array": lambda x: x.reshape(3, 4).item(5) + x.reshape(3, 4).item((1, 2)) - x.item(4),
    "keys that are lists": lambda x: np.lexsort(([1, 2, 1], [3, 1, 2])),
    "a complex power of numbers": lambda x: (-8) ** (1 / 3),
    "places in ranges": lambda x: np.array([k in range(1, 9, 3) for k in range(10)] + [x.shape[0] in range(20, 1, -4)]),
    "convolve2d with a border": lambda x: scipy.signal.convolve2d(x.reshape(3, 4), x[:4].reshape(2, 2), fillvalue=3.0),  # type: ignore[arg-type]
    "correction": lambda x: np.var(x, correction=1) + np.std(x, ddof=1),
    "piecewise with arguments": lambda x: np.piecewise(x, [x < 0.5], [lambda u, c: u * c, lambda u, c: u + c], 3.0),
}


def _changed_in_place(x):
    b = np.array([1.0, 0.5, 2.0])
    b[1] = x[0]
    return scipy.signal.tf2zpk(b, [1.0])[0]


REFUSED = {
    "fill_diagonal wrapped": lambda x: np.fill_diagonal(x.reshape(6, 2), 1.0, wrap=True),
    "ravel_multi_index wrapped": lambda x: np.ravel_multi_index((5, 1), (3, 4), mode="wrap"),
    "quad with more results": lambda x: scipy.integrate.quad(lambda u: u * x[0], 0, 1, full_output=1)[0],
    "quad of a complex function": lambda x: scipy.integrate.quad(lambda u: 1j * u * x[0], 0, 1, complex_func=True)[0],
    "a smoothing spline": lambda x: interpolate.splev(0.5, interpolate.splrep(T, x, s=0.5)),
    "a design of what has changed": lambda x: scipy.signal.tf2zpk(np.append(np.array([1.0, 2.0]), x[0]), [1.0])[0],
    "a design of what changes in place": _changed_in_place,
    "lexsort along an axis": lambda x: np.lexsort((x.reshape(3, 4), -x.reshape(3, 4)), axis=0),
}


@pytest.mark.parametrize("name", COMPUTED)
def test_is_what_the_library_gives(name):
    ours, theirs = run(lift(COMPUTED[name], X), (X,)), COMPUTED[name](X)
    assert np.asarray(ours).dtype == np.asarray(theirs).dtype
    np.testing.assert_allclose(ours, theirs, rtol=1e-10)


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(name):
    with pytest.raises(UnsupportedProgram, match="lift"):
        lift(REFUSED[name], X)
