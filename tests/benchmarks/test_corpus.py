"""Every program of the corpus is lifted, and interpreter and native code agree with NumPy."""

import ast
import inspect

import numpy as np
import pytest

from benchmarks.corpus import CORPUS, SIZES
from benchmarks.outcome import arrays_of, difference, disagreement, outcome
from precis.emit.engine import Compiled, compile
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def ids(entries):
    return [f"{e.domain}.{e.name}" for e in entries]


@pytest.mark.parametrize("entry", CORPUS, ids=ids(CORPUS))
@needs_compiler
def test_interpreted_and_native_agree_with_numpy(entry):
    function, arguments = entry.load()[0], entry.arguments()
    expected = outcome(function, arguments)
    assert all(np.all(np.isfinite(x)) for x in expected if x.dtype.kind in "fc") or entry.name in ("warping", "ray_spheres")
    program = lift(function, *arguments)
    compiled = compile(program, quick=True)
    assert compiled.backend == "native", compiled.reason
    for call in ("checked", "direct"):
        assert disagreement(expected, outcome(compiled, arguments)) == "", call
    inputs, binding = bind(program, arguments)
    native = Compiled.run(compile(program, Assignment.uniform(FORMATS["binary64"]), quick=True), inputs, binding) \
        if compiled.assignment != Assignment.uniform(FORMATS["binary64"]) else compiled.run(inputs, binding)
    for e, f in zip(interpret(program, inputs, binding), native, strict=True):
        assert difference(np.asarray(e), f) < 1e-10


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
