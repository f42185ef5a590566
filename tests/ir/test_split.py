"""Products by parts: against parts taken on exact rationals, their error beside that of one product, and native code."""

from fractions import Fraction

import numpy as np
import pytest

from precis.bitwidth.cost import work_of
from precis.bitwidth.estimate import estimate
from precis.bitwidth.measure import measure
from precis.bitwidth.select import assign
from precis.bitwidth.sensitivity import sensitivity
from precis.emit.engine import compile as compile_program
from precis.formats import FORMATS, Assignment, format_named
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.split import split_products
from precis.ir.verify import verify
from precis.lift import lift
from tests.bitwidth import programs
from tests.emit.oracle import needs_compiler
from tests.formats import oracle

SITE = "layer.py:2"
RNG = np.random.default_rng(12)
SIZES = {"N": 5, "M": 4, "K": 7}
ARGS = RNG.normal(size=(5, 7)), RNG.normal(size=(7, 4)), np.zeros(4)


def layer(name):
    program = programs.layer(5, 4, 7)
    return program, Assignment.uniform("binary32").with_compute({SITE: name})


def parts(x, name):
    high = oracle.round_fraction(x, name)
    return high, oracle.round_fraction(x - high, name)


@pytest.mark.parametrize(("name", "part"), [("bf16x3", "bfloat16"), ("tf32x3", "tf32")])
def test_products_are_those_of_parts(name, part):
    """Exact sums of exact products of parts, within the roundings of binary32 sums."""
    program, assignment = layer(name)
    split, under = split_products(program, assignment)
    verify(split)
    assert under.compute_of(SITE).name == "binary32" and sum(n.op == "einsum" for n in split.nodes()) == 3
    found, _ = interpret(emulate(program, assignment), ARGS, SIZES)
    a, b = ([[parts(oracle.round_fraction(Fraction(float(v)), "binary32"), part) for v in row] for row in m] for m in ARGS[:2])
    for i in range(5):
        for j in range(4):
            pairs = [(a[i][k], b[k][j]) for k in range(7)]
            exact = sum(x[0] * y[0] + x[0] * y[1] + x[1] * y[0] for x, y in pairs)
            size = float(sum(abs(x[0] * y[0]) for x, y in pairs))
            assert abs(np.arctanh(float(found[i, j])) - float(exact)) <= 12 * 2.0**-24 * size / (1 - float(found[i, j]) ** 2)


def test_three_products_have_twice_the_bits():
    errors = {}
    (exact, _) = interpret(programs.layer(5, 4, 7), ARGS, SIZES)
    for name in ("bf16x1", "bf16x3", "tf32", "tf32x3", "binary32"):
        program, assignment = layer(name)
        found, _ = interpret(emulate(program, assignment), ARGS, SIZES)
        errors[name] = np.linalg.norm(found - exact) / np.linalg.norm(exact)
    assert errors["bf16x3"] < errors["bf16x1"] / 50 and errors["bf16x3"] < errors["tf32"]
    assert errors["tf32x3"] < errors["tf32"] / 100 and errors["tf32x3"] < 4 * errors["binary32"]


@needs_compiler
@pytest.mark.parametrize("name", ["bf16x3", "tf32x3"])
def test_native_code_is_the_emulation(name):
    program, assignment = layer(name)
    program = programs.layer(5, 4, 7)
    ready = compile_program(program, assignment)
    assert ready.backend == "native"
    for f, e in zip(ready.run(ARGS, SIZES), interpret(emulate(program, assignment), ARGS, SIZES)):
        np.testing.assert_allclose(f, e, rtol=3e-7)  # tanh is rounded by another library


def test_they_are_chosen_where_matrix_units_gain():
    """Between what one narrow product reaches and binary32, on devices with matrix units only."""
    rng = np.random.default_rng(9)
    program = programs.layer()
    args = rng.normal(size=(48, 64)), rng.normal(size=(64, 40)) / 8, rng.normal(size=40)
    s, work = sensitivity(program, args), work_of(program, {"N": 4096, "M": 4096, "K": 4096})
    offered = ("bfloat16", "tf32", "binary32", "binary64")
    for device, rtol, expected in (("h100", 1e-4, ("bf16x3",)), ("h100", 1e-6, ("tf32x3",)), ("avx512", 1e-4, ("binary32",))):
        found = assign(program, s, rtol, offered, device, work=work)
        assert found.compute_of(SITE).name in expected and found.accumulate_of(SITE) == FORMATS["binary32"]
    assert format_named("bf16x3").products == 3


def test_their_error_is_attributed():
    program = programs.layer()
    rng = np.random.default_rng(9)
    args = rng.normal(size=(48, 64)), rng.normal(size=(64, 40)) / 8, rng.normal(size=40)
    s = sensitivity(program, args)
    found = measure(program, Assignment.uniform("binary64").with_compute({SITE: "bf16x3"}), args, s=s, rtol=1e-4)
    assert found.explained == pytest.approx(1.0, abs=0.05) and found.by_site[SITE] == pytest.approx(found.combined, rel=0.05)


@pytest.mark.parametrize("name", ["bf16x3", "tf32x3"])
def test_their_error_is_estimated(name):
    program = programs.layer(5, 4, 7)
    rng = np.random.default_rng(4)
    args = rng.normal(size=(24, 32)), rng.normal(size=(32, 20)) / 8, np.zeros(20)
    assignment = Assignment.uniform("binary64").with_compute({SITE: name}).with_accumulate({SITE: "binary64"})
    measured = measure(program, assignment, args)
    assert estimate(sensitivity(program, args), assignment).rms == pytest.approx(measured.combined, rel=0.3)


def test_products_of_low_parts_are_lost():
    """Numbers of 11 bits pass in two parts of 8; those of one part are exact."""
    pairs, part = format_named("bf16x3"), FORMATS["bfloat16"]
    assert pairs.contains(part) and not pairs.contains(FORMATS["binary16"]) and pairs.held == part.precision
    x = np.array([[1.0 + 2.0**-9]])
    emulated = emulate(programs.layer(5, 4, 7), Assignment.uniform("binary64").with_compute({SITE: "bf16x3"}))
    found, _ = interpret(emulated, (x, x, np.zeros(1)), {"N": 1, "M": 1, "K": 1})
    assert float(found[0, 0]) != np.tanh(float(x[0, 0]) ** 2)


@pytest.mark.parametrize("real_first", [False, True])
def test_complex_factors_have_parts_too(real_first):
    """As large an error as the estimate says, of native code and emulation: in binary32 it would be hundreds of times smaller."""
    rng = np.random.default_rng(3)
    a, b = (rng.normal(size=s) + 1j * rng.normal(size=s) for s in ((5, 7), (7, 3)))
    args = (a.real if real_first else a).astype(np.float32 if real_first else np.complex64), b.astype(np.complex64)
    program = lift(lambda a, b: a @ b, *args)
    (site,) = {n.site for n in program.nodes() if n.op == "einsum"}
    assignment = Assignment.uniform("binary32").with_compute({site: "bf16x3"})
    verify(split_products(program, assignment)[0])
    found = measure(program, assignment, args, attributed=False)
    assert estimate(sensitivity(program, args), assignment).rms == pytest.approx(found.error, rel=0.6)
