"""The programs of the corpus are what they say; tests/lift/numpy/test_surface.py lifts and runs them."""

import ast
import inspect

import numpy as np

from benchmarks.corpus import CORPUS, SIZES
from benchmarks.outcome import arrays_of, disagreement, outcome


def test_results_are_finite():
    """Where they are not, infinities say that there is no path and no hit."""
    for entry in CORPUS:
        results = outcome(entry.load()[0], entry.arguments())
        assert all(np.all(np.isfinite(x)) for x in results if x.dtype.kind in "fc") or entry.name in ("warping", "ray_spheres")


def test_programs_are_as_long_as_scientists_write_them():
    """Beyond the helpers: 3 to 110 lines, each with its source in a docstring."""
    for entry in CORPUS:
        function, inputs = entry.load()
        lines = ast.unparse(ast.parse(inspect.getsource(function))).splitlines()
        assert 3 <= len(lines) <= 110, entry.name
        assert function.__doc__ and len(inspect.signature(inputs).parameters) == 2


def test_sizes_grow_and_seeds_differ():
    assert len(CORPUS) >= 60 and len({e.name for e in CORPUS}) == len(CORPUS)
    for entry in CORPUS:
        sizes = [getattr(entry, s) for s in SIZES]
        assert sizes == sorted(set(sizes)), entry.name
        first, second = (arrays_of(entry.arguments("small", seed)) for seed in (0, 1))
        assert any(not np.array_equal(a, b) for a, b in zip(first, second)), entry.name


def test_disagreement_sees_values_dtypes_and_holes():
    x = np.array([1.0, np.inf, np.nan])
    assert disagreement([x], [x.copy()]) == ""
    assert "differs by inf" in disagreement([x], [np.array([1.0, np.inf, 2.0])])
    assert "differs by 1e-06" in disagreement([x], [x * (1 + 1e-6)])
    assert disagreement([x.astype(np.float32)], [x.astype(np.float32) * np.float32(1 + 1e-6)]) == ""
    assert "float32" in disagreement([x], [x.astype(np.float32)])
    assert "differs by inf" in disagreement([np.arange(3)], [np.arange(3) + 1])
    assert "2 results" in disagreement([x], [x, x])
