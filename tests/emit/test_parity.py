"""Whether integers are odd: comparisons of last bits, in loops that compilers make vectors of."""

import subprocess

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.cpu.build import FLAGS, compiler
from precis.emit.engine import compile as compile_native
from precis.formats import FORMATS, Assignment
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler

BINARY64 = Assignment.uniform(FORMATS["binary64"])


def bits(a):
    return a % 2 == 0, a % 2 == 1, a % 2 != 1, (a & 1) != 0, (a & 1) == 0, (a >> 1) % 2 == 1, a % 2 == 2, a % 3 == 1, (a & 3) == 1


@pytest.mark.parametrize("kind", ["int8", "uint16", "int64"])
def test_last_bits_are_those_of_numpy(kind):
    info = np.iinfo(kind)
    a = np.array([info.min, info.min + 1, *range(-3 if info.min else 0, 5), info.max - 1, info.max], dtype=kind)
    compiled = compile_native(lift(bits, a))
    for found, expected in zip(compiled(a), bits(a), strict=True):
        np.testing.assert_array_equal(found, expected)
    assert compiled.source.count("pr::odd(") == 6


def checkered(spins, places, chance, weight):
    return np.where((places % 2 == 0) & (chance < weight), -spins, spins)


def test_last_bits_beside_other_truth_values_leave_vectors(tmp_path):
    if "g++" not in compiler()[0]:
        pytest.skip("only g++ says which loops it makes vectors of")
    spins, places, chance = np.full(64, 3), np.arange(64), np.linspace(0.0, 1.0, 64)
    program = lift(checkered, spins, places, chance, 0.5)
    compiled = compile_native(program)
    np.testing.assert_array_equal(compiled(spins, places, chance, 0.5), checkered(spins, places, chance, 0.5))
    source = emit(program, BINARY64)
    source.write(tmp_path)
    said = subprocess.run([*compiler(), *FLAGS, "-fopt-info-vec", source.main, "-o", "library.so"], cwd=tmp_path, capture_output=True,
                          text=True, check=True).stderr
    assert f"{source.main}:" in said
