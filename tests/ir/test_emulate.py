"""Emulated rounding against native arithmetic of NumPy, and against hand-rounded examples."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, note, settings

from precis.formats import FORMATS, Assignment, round_array
from precis.ir.arithmetic import MpArithmetic, NumpyArithmetic
from precis.ir.canonical import canonical
from precis.ir.emulate import emulate, round_alike, value_formats
from precis.ir.interpret import interpret
from precis.ir.text import parse, show
from precis.ir.verify import verify
from precis.lift import lift
from tests.ir.programs import arrays, heat, programs

NATIVE = {"binary32": np.float32, "binary16": np.float16}
B16, B32, B64, BF16, TF32 = (FORMATS[n] for n in ("binary16", "binary32", "binary64", "bfloat16", "tf32"))


def same(emulated, native, signs=True):
    """Bitwise, but for the payloads of NaNs; without `signs`, but for signs of zeros."""
    native = np.asarray(native)
    if native.dtype.kind == "f" and signs:
        emulated, native = np.asarray(emulated, np.float64), native.astype(np.float64)
        numbers = ~np.isnan(native)
        np.testing.assert_array_equal(np.signbit(emulated)[numbers], np.signbit(native)[numbers])
    np.testing.assert_array_equal(emulated, native)


@pytest.mark.parametrize("name", NATIVE)
@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs(exact=True))
def test_emulation_is_native_arithmetic_bit_for_bit(name, p):
    """+ - * / sqrt, sums, products and stores: two roundings by way of binary64 are one (Figueroa 1995)."""
    note(show(p))
    e = emulate(p, Assignment.uniform(name))
    verify(e)
    assert parse(show(e)) == canonical(e)
    inputs = arrays(3)
    signs = not any(n.op in ("maximum", "max") for n in p.nodes())  # which of two zeros is larger is not said
    for a, b in zip(interpret(e, inputs), interpret(p, inputs, arithmetic=NumpyArithmetic(NATIVE[name])), strict=True):
        same(a, b, signs)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs(exact=True))
def test_the_carrier_does_not_matter(p):
    """200-bit reals and binary64 carry the same binary32 computation (mpmath has one zero: nothing is divided by it)."""
    note(show(p))
    e = emulate(p, Assignment.uniform("binary32"))
    narrow = interpret(e, arrays(4), watch=lambda n, out: assume(n.op != "div" or np.all(np.isfinite(out[0]))))
    for a, b in zip(narrow, interpret(e, arrays(4), arithmetic=MpArithmetic(200)), strict=True):
        np.testing.assert_array_equal(np.asarray(a, np.float64), np.asarray(b).astype(np.float64))


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_in_the_carriers_format_nothing_is_rounded(p):
    assert emulate(p, Assignment.uniform("binary64")) == p


def test_heat_in_single_precision_is_numpy_in_single_precision():
    rng = np.random.default_rng(0)
    u, nu = rng.normal(300, 10, (6, 5)), np.float64(0.21)
    (found,) = interpret(emulate(heat(), Assignment.uniform("binary32")), [u, nu])
    v, nu = u.astype(np.float32), np.float32(nu)
    for _ in range(3):
        v[1:-1, 1:-1] = v[1:-1, 1:-1] + nu * (
            v[2:, 1:-1] + v[:-2, 1:-1] + v[1:-1, 2:] + v[1:-1, :-2] - np.float32(4.0) * v[1:-1, 1:-1])
    same(found, v)


DOT = """
@sizes(N=40)
def dot(x: input[real[N]], y: input[real[N]]):
    s: local[real]
    t: local[real[N]]
    t = x * y; "f.py:2:5"
    s = sum(t, axes=(0,)); "f.py:3:5"
    _4 = x @ y; "f.py:4:5"
    return s, _4
"""


def dot(assignment: Assignment):
    rng = np.random.default_rng(5)
    x, y = rng.normal(size=(2, 40))
    return x, y, interpret(emulate(parse(DOT), assignment), [x, y])


def test_storage_compute_and_accumulation_formats():
    a = Assignment(storage={"x": B16, "y": B32, "t": BF16, "s": B16}, compute={"f.py:2": B32, "f.py:3": BF16, "f.py:4": B16},
                   accumulate={"f.py:3": B32, "f.py:4": B32})
    x, y, (s, d) = dot(a)
    x, y = x.astype(np.float16), y.astype(np.float32)
    t = round_array((x.astype(np.float32) * y).astype(np.float64), BF16)  # computed in binary32, stored in bfloat16
    total = NumpyArithmetic(np.float32).sum(t.astype(np.float32), (0,))  # added in binary32
    assert s == np.float64(np.float16(total))
    products = x.astype(np.float32) * y.astype(np.float16).astype(np.float32)  # multiplicands in binary16, products and sum in binary32
    assert d == NumpyArithmetic(np.float32).sum(products, (0,))


def test_a_multiplicand_format_rounds_the_operands_of_contractions_only():
    x, y, (s, d) = dot(Assignment(storage=dict.fromkeys("xyts", B64), compute={f"f.py:{k}": TF32 for k in (2, 3, 4)}))
    products = round_array(x, TF32).astype(np.float32) * round_array(y, TF32).astype(np.float32)
    assert d == NumpyArithmetic(np.float32).sum(products, (0,))
    t = x.astype(np.float32) * y.astype(np.float32)
    assert s == NumpyArithmetic(np.float32).sum(t, (0,))


def test_value_formats():
    a = Assignment(storage={"x": B16, "y": B32, "t": BF16, "s": B64}, compute={"f.py:2": B32, "f.py:3": BF16, "f.py:4": B16},
                   accumulate={"f.py:4": B32})
    p = parse(DOT)
    formats = value_formats(p, a)
    found = {n.op: formats[n.output.name] for n in p.nodes()}
    assert found == {"mul": B32, "store": B64, "sum": BF16, "einsum": B32}
    (mul,) = (n.output.name for n in p.nodes() if n.op == "mul")
    assert value_formats(p, a.with_values({mul: B16}))[mul] == B16
    integers = parse("def f(k: input[int64]):\n    return k + 1\n")
    assert set(value_formats(integers, Assignment()).values()) == {None}


def test_an_absent_format_is_an_error():
    with pytest.raises(ValueError, match=r"no compute format for 'f\.py:4'"):
        emulate(parse(DOT), Assignment(storage={"x": B16}))
    with pytest.raises(ValueError, match="no storage format for 'y'"):
        emulate(parse(DOT), Assignment(storage={"x": B16}, compute={"f.py:4": B16}))


CONTROL = """
@sizes(N=3)
def f(x: input[real], n: input[int64]):
    y: local[real]
    z: local[real]
    def step(i, y):
        y = y * x; "f.py:4:5"
        return y, y + x
    y, _1 = loop(step, trips=N, carry=x); "f.py:3:5"
    def test(y):
        return y < 100.0
    def step(y):
        return y * 3.0
    y = while_(test, step, carry=y); "f.py:6:5"
    def then():
        return y / 3.0
    def otherwise():
        return x
    z = cond(x > 1.0, then, otherwise); "f.py:8:5"
    return z, _1
"""


def test_carries_and_branches_round_to_their_containers():
    a = Assignment(storage={"x": B32, "y": BF16, "z": B16}, default=B32)
    x = 1.2345678
    z, rows = interpret(emulate(parse(CONTROL), a), [x, 3])
    single, y, expected = np.float32(x), round_array(np.float64(np.float32(x)), BF16), []
    for _ in range(3):
        y = round_array(np.float64(np.float32(y) * single), BF16)
        expected.append(np.float32(y) + single)
    while y < 100:
        y = round_array(np.float64(np.float32(y) * np.float32(3)), BF16)
    assert z == np.float16(np.float32(y) / np.float32(3))
    np.testing.assert_array_equal(rows, np.array(expected, np.float64))


def test_rounds_carry_their_cause():
    e = emulate(parse(DOT), Assignment.uniform("binary16"))
    keys = {n.attrs["key"] for n in e.nodes() if n.op == "round"}
    assert keys == {("storage", "x"), ("storage", "y"), ("compute", "f.py:2"), ("accumulate", "f.py:3"), ("accumulate", "f.py:4")}
    assert {n.attrs.get("accumulate") for n in e.nodes() if n.op in ("sum", "einsum")} == {B16}


def test_constants_round_unless_they_are_exact():
    p = parse("def f(x: input[real]):\n    return x * 0.1 + x * 0.5\n")
    e = emulate(p, Assignment.uniform("binary32"))
    (found,) = interpret(e, [1.0])
    assert found == np.float32(0.1) + np.float32(0.5)
    assert emulate(p, replace(Assignment.uniform("binary64"))) == p


def test_magnitudes_of_complex_numbers_round():
    """|z| of representable parts is not representable: it is rounded as other functions of a library are."""
    made = lift(lambda z: np.abs(z), np.array([1 + 2j, 3 - 0.5j]))
    (found,) = interpret(emulate(made, Assignment.uniform(B16)), [np.array([1 + 2j, 3 - 0.5j])])
    assert found.tolist() == round_array(np.abs([1 + 2j, 3 - 0.5j]), B16).tolist() != np.abs([1 + 2j, 3 - 0.5j]).tolist()


def test_formats_that_round_alike():
    """However they are said; factors of a product that are rounded for matrix units are a difference that no value shows."""
    u = np.linspace(0.0, 1.0, 8)
    program = lift(lambda x: x @ x + 1.0, u)
    site = next(n.site for n in program.nodes() if n.op == "einsum")
    wide = Assignment.uniform(B32)
    said = Assignment(storage={c.name: B32 for c in program.containers}, default=B32)
    assert round_alike(program, wide, said) and not round_alike(program, wide, Assignment.uniform(B64))
    assert not round_alike(program, wide, Assignment(compute={site: TF32}, accumulate={site: B32}, default=B32))
