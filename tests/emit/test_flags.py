"""Truth values in memory that choose whether to read another array: compilers make vectors of such loops."""

import subprocess

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.cpu.build import FLAGS, compiler
from precis.emit.engine import compile as compile_program
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from tests.emit.oracle import needs_compiler, program

BINARY64 = Assignment.uniform(FORMATS["binary64"])


def _chosen(b, flags, x, y):
    return (b.mul(b.call("select", flags, x, b.const(0.0)), y),)


CHOSEN = program({"N": 100}, {"flags": (("N",), "bool"), "x": ("N",), "y": ("N",)}, _chosen, name="chosen")


@needs_compiler
def test_loops_over_truth_values_are_vectors(tmp_path):
    if "g++" not in compiler()[0]:
        pytest.skip("only g++ says which loops it makes vectors of")
    source = emit(CHOSEN, BINARY64)
    source.write(tmp_path)
    said = subprocess.run([*compiler(), *FLAGS, "-fopt-info-vec", source.main, "-o", "library.so"], cwd=tmp_path, capture_output=True,
                          text=True, check=True).stderr
    assert f"{source.main}:" in said


@needs_compiler
def test_choices_by_truth_values():
    rng = np.random.default_rng(0)
    inputs = [rng.random(100) < 0.5, *rng.normal(size=(2, 100))]
    np.testing.assert_array_equal(compile_program(CHOSEN, BINARY64).run(inputs)[0], interpret(CHOSEN, inputs)[0])


@pytest.mark.parametrize("op", ["bit_or", "mul", "add", "maximum"])
def test_combinations_of_truth_values_are_read_as_they_are(op):
    """Comparing what is only combined and stored costs three times as much, and six where one of them stays while a loop runs."""
    combined = program({"N": 100}, {"a": (("N",), "bool"), "b": (("N",), "bool")}, lambda b, x, y: (b.call(op, x, y),), name="both")
    assert "pr::flag" not in emit(combined, BINARY64).text
    assert "pr::flag" in emit(CHOSEN, BINARY64).text
