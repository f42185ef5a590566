"""Compilers say nothing of emitted source: a warning in a folder that `make` builds looks like a mistake of whoever wrote it."""

import subprocess

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.cpu import compiler
from precis.formats import FORMATS, Assignment
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def places_of_largest(x):
    return np.argmax(x), np.argmin(x, axis=1), np.argmax(x, axis=0)


def narrow_product(x):
    return x.T @ x, x @ x.T[:, :3]


def ordered(x):
    return np.sort(x), np.sort(x, axis=0), np.argsort(x[0]), np.median(x, axis=1)


def solved(x):
    return np.linalg.solve(x[:4, :4], x[:4, 4]), np.linalg.inv(x[:5, :5])


def spectrum(x):
    return np.fft.rfft(x), np.cumsum(x, axis=1), np.bincount(np.floor(np.abs(x[0])).astype(np.int64))


@needs_compiler
@pytest.mark.parametrize("name", ["binary64", "binary32", "bfloat16"])
@pytest.mark.parametrize("fn", [places_of_largest, narrow_product, ordered, solved, spectrum])
def test_no_warnings(fn, name, tmp_path):
    """Without optimisation: annotations that stand at no loop are told all the same."""
    program = lift(fn, np.random.default_rng(0).normal(size=(40, 70)))
    narrow = FORMATS["binary32" if fn in (solved, spectrum) and name == "bfloat16" else name]  # routines have no narrower format
    emit(program, Assignment.uniform(narrow)).write(tmp_path / "source")
    (main,) = (tmp_path / "source").glob("*.cpp")
    command = [*compiler(), "-std=c++17", "-march=native", "-O0", "-c", main.name, "-o", "/dev/null"]
    assert subprocess.run(command, cwd=tmp_path / "source", check=True, capture_output=True, text=True).stderr == ""
