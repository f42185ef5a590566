"""What is cut off at 0 is divided and raised to powers in vectors: compilers fold what 0 becomes into a way of its own."""

import subprocess

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.cpu.build import FLAGS, compiler
from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def divided(x, d):
    a = np.maximum(x, 0.0)
    b = np.maximum(a / d + x - 0.5, 0.0)
    return a + 1.0, b / d, np.maximum(x + b / d, 0.0) / d


def roots(x, d):
    return d * (np.maximum(x, 0.0) / 100.0) ** -0.5


X = np.array([0.0, -0.0, -1.0, 2.0**-800, np.inf, -np.inf, np.nan, 1.0, 5e-324, 2.0**760, *np.random.default_rng(2).normal(size=60)])


@needs_compiler
@pytest.mark.parametrize("function", (divided, roots))
def test_loops_are_vectors(function, tmp_path):
    if "g++" not in compiler()[0]:
        pytest.skip("only g++ says which loops it makes vectors of")
    source = emit(lift(function, X, 3.0), None)
    source.write(tmp_path)
    said = subprocess.run([*compiler(), *FLAGS, "-fopt-info-vec-missed", source.main, "-o", "library.so"], cwd=tmp_path, capture_output=True,
                          text=True, check=True).stderr
    text = (tmp_path / source.main).read_text().splitlines()
    left = {int(line.split(":")[1]) for line in said.splitlines() if line.startswith(f"{source.main}:") and "couldn't vectorize loop" in line}
    assert not [text[k - 1] for k in left if "i0" in text[k - 1] and "PR_SHARED(" not in text[k - 1]]


@needs_compiler
@pytest.mark.parametrize("function", (divided, roots))
def test_numbers_stay(function):
    with np.errstate(all="ignore"):
        for d in (3.0, -0.1, 2.0**300, 5e-324):
            found, wanted = compile(lift(function, X, 3.0))(X, d), function(X, d)
            for f, w in zip(*(r if isinstance(r, tuple) else (r,) for r in (found, wanted)), strict=True):
                np.testing.assert_allclose(f, w, rtol=3e-16 if function is roots else 0.0)
