"""Functions of divided programs that differ in numbers alone are one function, which is given the numbers."""

import numpy as np
import pytest

from precis.emit.cpu import ProgramPrinter
from precis.emit.cpu.alike import ENOUGH, Part, _numbers, alike
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.ir.interpret import interpret
from precis.lift import lift


def levels(z, w):
    """Stages of a transform, whose lengths the sizes decide."""
    n = z.shape[0]
    half = n // 2
    while half >= 1:
        z = z.reshape(2, half, n // half // 2)
        turn = np.cos(w * np.arange(half))[:, None]
        z = np.stack((z[0] + z[1], (z[0] - z[1]) * turn), axis=1).reshape(n)
        z = z - z.mean()
        half //= 2
    return z


def text_of(program):
    return ProgramPrinter(plan(program, default_assignment(program))).source("program.h")


def test_stages_share_functions():
    z = np.random.default_rng(0).random(2048)
    text = text_of(lift(levels, z, 0.3))
    assert "given0" in text
    assert text.count("PR_CALLED static") < 0.7 * text.count("    part")


@pytest.mark.compiler
def test_shared_stages_compute_the_same():
    z = np.random.default_rng(1).random(2048)
    program = lift(levels, z, 0.3)
    (found,), (expected,) = compile_native(program).run([z, 0.3], program.binding), interpret(program, [z, 0.3])
    np.testing.assert_allclose(found, expected, rtol=1e-11)
    np.testing.assert_allclose(found, levels(z, 0.3), rtol=1e-11)


@pytest.mark.parametrize(("line", "free"), [
    ("for (int64_t i1 = 0; i1 < 256*z0 - 1; ++i1) {", [256]),
    ("for (int64_t i1 = 0; i1 < 16; ++i1) {", [16]),
    ("for (int64_t i1 = 0; i1 < 4; ++i1) {", []),
    ("p0[(i0 * 2 + 1) * 32 + i1] = t4;", [32]),
    ("p0[2*i0 + i1 + 4*z1] = t4;", [4]),
    ("const double t1 = 3e-300 + 12.5 + (0x1.8p-50 * t0);", []),
    ("const int32_t t2 = t1 * 40 + p3[t1 * 40];", []),
    ("double t3[32];", []),
    ("pr::Memory<double> w_memory(64*w_k0);", [64]),
    ("pr::lanes<16>(z0, t1, 40);", []),
])
def test_what_may_differ(line, free):
    assert [int(number) for number, may in _numbers(line) if may] == free


def test_parts_that_differ_elsewhere_stay():
    def part(k, number, text="double"):
        lines = (f"for (int64_t i0 = 0; i0 < {number}*z0; ++i0) p0[i0] = 1.5;",)
        return Part(f"part{k}", (f"{text}* p0",), lines, ("const int64_t n", f"{text}* u"), tuple(s.replace("p0", "u") for s in lines))
    same, other = [part(k, 10 * k + 10) for k in range(ENOUGH)], part(ENOUGH, 90, "float")
    left, calls = alike([*same, other])
    assert [p.name for p in left] == ["part0", other.name]
    assert calls == {p.name: ("part0", (str(10 * k + 10),)) for k, p in enumerate(same)}
    assert left[0].definition()[0] == "PR_CALLED static void part0(const int64_t given0, const int64_t n, double* u) {"
    assert alike(same[1:])[0] == same[1:]


@pytest.mark.parametrize("line, free", [
    ("w_N[1] = x_N[3 * 3 + 2] * 2.0;", ["1", "3", "3", "2"]),
    ("double t3[32];", []),
    ("const int64_t sizes[] = {4, 0};", []),
])
def test_places_of_elements_may_differ_in_what_runs_once(line, free):
    assert [number for number, may in _numbers(line, True) if may] == free
    assert not any(may for _, may in _numbers(line))
