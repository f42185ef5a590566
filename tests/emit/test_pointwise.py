"""Every pointwise operation in every format, against the emulated program."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.formats import FORMATS, Assignment
from precis.ir.ops.pointwise import OPS
from precis.ir.ops.record import LIBRARY
from precis.lift import lift
from tests.emit.oracle import native, needs_compiler, program, reference, same

pytestmark = needs_compiler

FORMAT_NAMES = ("binary64", "binary32", "binary16", "bfloat16", "e5m2", "e4m3", "binary80")
# One process has all tests of a format, which share a library.
BY_FORMAT = [pytest.param(n, marks=pytest.mark.xdist_group(f"pointwise {n}")) for n in FORMAT_NAMES]
KINDS = ("bool", "int8", "int32", "int64", "uint8", "uint32", "uint64")
SPECIAL = np.array([0.0, -0.0, 1.0, -1.5, 2.5, np.inf, -np.inf, np.nan, 3e-8, -7e-40, 5e-324, 1e300, -65519.0, 65520.0, 0.1,
                    1 / 3, 448.0, 465.0])
DOMAINS = {"arccosh": (1.1, 3.0), "log": (0.1, 5.0), "log2": (0.1, 5.0), "log10": (0.1, 5.0), "pow": (0.3, 2.0), "rsqrt": (0.1, 3.0),
           "logistic": (-3.0, 3.0), "arctan2": (-2.0, 2.0), "hypot": (-2.0, 2.0), "cbrt": (0.1, 3.0), "tgamma": (0.1, 0.9), "lgamma": (0.1, 0.5)}
BINARY64_REFERENCE = {"tgamma": 8, "lgamma": 8}  # unit roundoffs of binary64 by which Python's own function may be off
NOT_REAL = ("complex", "magnitude", "re", "im", "conj", "convert", "round", "probe", "bit_and", "bit_or", "bit_xor", "bit_not", "shift_left",
            "shift_right")
REAL_OPS = [op for op in OPS if op.name not in NOT_REAL]


def arity(op) -> int:
    return 1 + max((k for k in range(3) if f"{{{k}}}" in op.spelling), default=0)


def applied(b, op, *values):
    if op.name == "select":
        return b.select(b.lt(values[0], values[1]), values[1], values[2])
    return b.call(op.name, *values[: arity(op)])


def all_operations():
    """Each operation on vectors, on scalars, and broadcast."""
    def define(b, x, y, z, s, t, r):
        return [applied(b, op, *operands) for op in REAL_OPS for operands in ((x, y, z), (s, t, r), (x, t, z))]
    return program({"N": 18}, {"x": ("N",), "y": ("N",), "z": ("N",), "s": (), "t": (), "r": ()}, define)


@pytest.mark.parametrize("name", BY_FORMAT)
def test_correctly_rounded_operations_agree_bit_for_bit_on_special_values(name):
    fmt, rng = FORMATS[name], np.random.default_rng(1)
    made, assignment = all_operations(), Assignment.uniform(FORMATS[name])
    real = np.longdouble if name == "binary80" else np.float64
    compiled = native(made, assignment)
    for k in range(6):
        x, y, z = (rng.permutation(SPECIAL).astype(real) if k else SPECIAL.astype(real) for _ in range(3))
        inputs = (x, y, z, real(rng.choice(SPECIAL)), real(rng.choice(SPECIAL)), real(0.3))
        expected = reference(made, assignment, inputs)
        for i, (f, e) in enumerate(zip(compiled.run(inputs), expected, strict=True)):
            op = REAL_OPS[i // 3]
            if op.rounding == LIBRARY or op.name == "fma":
                continue
            if op.name in ("maximum", "minimum"):
                f, e = np.abs(f), np.abs(e)  # which of two zeros of different sign is larger is open
            same(f, e, f"{op.name} {fmt}")


@pytest.mark.parametrize("name", BY_FORMAT)
def test_elementary_functions_agree_within_a_few_ulps(name):
    rng = np.random.default_rng(2)
    assignment, fmt = Assignment.uniform(FORMATS[name]), FORMATS[name]
    compiled, made = native(all_operations(), assignment), all_operations()
    functions = {op.name for op in REAL_OPS if op.rounding == LIBRARY}
    for domain in {DOMAINS.get(n, (-0.9, 0.9)) for n in functions}:
        x, y, z = (rng.uniform(*domain, 18) for _ in range(3))
        inputs = (x, np.abs(y), z, x[0], abs(y[0]), z[0])
        expected = reference(made, assignment, inputs)
        for i, (f, e) in enumerate(zip(compiled.run(inputs), expected, strict=True)):
            op = REAL_OPS[i // 3].name
            if op in functions and DOMAINS.get(op, (-0.9, 0.9)) == domain:
                np.testing.assert_allclose(f, e, rtol=max(8 * fmt.u, 4e-16, BINARY64_REFERENCE.get(op, 0) * 2.2e-16), atol=float(fmt.min_subnormal), err_msg=f"{op} {fmt}")


def test_binary128_agrees_with_binary80_to_its_precision():
    made = all_operations()
    x, y, z = (np.random.default_rng(k).uniform(0.1, 0.9, 18) for k in range(3))
    inputs = (x, y, z, x[0], y[0], z[0])
    wide = native(made, Assignment.uniform(FORMATS["binary128"])).run(inputs)
    long = native(made, Assignment.uniform(FORMATS["binary80"])).run(inputs)
    assert wide[0].dtype == np.longdouble
    for i, (f, e) in enumerate(zip(wide, long, strict=True)):
        if not np.array_equal(f, e, equal_nan=True):
            np.testing.assert_allclose(f, e, rtol=1e-17, atol=1e-17, err_msg=REAL_OPS[i // 3].name)


INTEGER_OPS = ("add", "sub", "mul", "neg", "mod", "fmod", "floordiv", "abs", "sign", "maximum", "minimum", "lt", "le", "gt", "ge",
               "eq", "ne", "bit_and", "bit_or", "bit_xor", "bit_not", "shift_left", "shift_right", "select", "pow")
BOOLEAN_OPS = ("add", "mul", "maximum", "minimum", "lt", "eq", "ne", "bit_and", "bit_or", "bit_xor", "bit_not", "select")


@pytest.mark.parametrize("kind", KINDS)
def test_integers_and_booleans_wrap_and_divide_as_in_numpy(kind):
    from precis.ir.ops import OPS as table
    names = BOOLEAN_OPS if kind == "bool" else INTEGER_OPS

    def define(b, x, y, small, s):
        second = {"shift_left": small, "shift_right": small, "pow": small}
        return [applied(b, table[n], x, second.get(n, other), x) for n in names for other in (y, s)]
    made = program({"N": 40}, {**dict.fromkeys(("x", "y", "small"), (("N",), kind)), "s": ((), kind)}, define)
    rng = np.random.default_rng(3)
    if kind == "bool":
        x, y, small = (rng.random(40) < 0.5 for _ in range(3))
    else:
        info = np.iinfo(kind)
        x, y = (rng.integers(info.min, info.max, 40, dtype=kind, endpoint=True) for _ in range(2))
        x[:3], y[3:5] = (info.min, info.max, 0), (1, info.max)
        small = rng.integers(0, 7, 40).astype(kind)
    inputs = (x, y, small, y[7])
    with np.errstate(all="ignore"):
        expected = reference(made, Assignment.uniform(FORMATS["binary64"]), inputs)
    found = native(made, Assignment.uniform(FORMATS["binary64"])).run(inputs)
    for k, (f, e) in enumerate(zip(found, expected, strict=True)):
        np.testing.assert_array_equal(f, e, err_msg=f"{names[k // 2]} {kind}")


@pytest.mark.parametrize("kind", ("bool", "int8", "uint16", "int32"))
def test_operations_take_results_of_operations(kind):
    """C++ promotes: the `a & b` of two bools or bytes is an int."""
    from precis.ir.ops import OPS as table
    outer, inner = ("bit_not", "floordiv", "abs"), ("add", "bit_and", "bit_or", "bit_xor")
    if kind == "bool":
        outer = inner = BOOLEAN_OPS

    def define(b, x, y):
        return [applied(b, table[o], applied(b, table[i], x, y, x), y, x) for o in outer for i in inner]
    made = program({"N": 8}, {"x": (("N",), kind), "y": (("N",), kind)}, define)
    inputs = tuple(np.array(v).astype(kind) for v in ([0, 0, 1, 1, 99, 77, 255, 200], [0, 1, 0, 1, 99, 3, 127, 250]))
    with np.errstate(all="ignore"):
        expected = reference(made, Assignment.uniform(FORMATS["binary64"]), inputs)
    found = native(made, Assignment.uniform(FORMATS["binary64"])).run(inputs)
    for k, (f, e) in enumerate(zip(found, expected, strict=True)):
        np.testing.assert_array_equal(f, e, err_msg=f"{outer[k // len(inner)]} of {inner[k % len(inner)]} {kind}")


@pytest.mark.parametrize("name", ("binary64", "binary32", "bfloat16"))
def test_conversions_between_kinds(name):
    targets = ("real", "bool", "int8", "int32", "int64", "uint8", "uint32")

    def define(b, x, i, u, p):
        return [b.convert(v, kind=k) for v in (x, i, u, p) for k in targets]
    made = program({"N": 9}, {"x": ("N",), "i": (("N",), "int64"), "u": (("N",), "uint8"), "p": (("N",), "bool")}, define)
    rng = np.random.default_rng(4)
    inputs = (np.array([0.0, -0.0, 1.5, 2.5, 99.9, 0.3, 100.0, 7.0, 126.0]), rng.integers(-2**62, 2**62, 9),
              rng.integers(0, 255, 9).astype("u1"), rng.random(9) < 0.5)
    assignment = Assignment.uniform(FORMATS[name])
    with np.errstate(all="ignore"):
        for f, e in zip(native(made, assignment).run(inputs), reference(made, assignment, inputs), strict=True):
            same(f, e)


@pytest.mark.parametrize("name", ("binary64", "binary80"))
def test_round_nodes_round_to_every_format(name):
    formats = [f for f in FORMATS.values() if f.name not in ("binary64x2", "binary80", "binary128")]
    real = np.longdouble if name == "binary80" else np.float64
    made = program({"N": 4000}, {"x": ("N",)}, lambda b, x: [b.round(x, format=f) for f in formats])
    rng = np.random.default_rng(5)
    x = np.ldexp(rng.integers(2**52, 2**53, 4000).astype(real), rng.integers(-210, 80, 4000).astype("i4")) * rng.choice([-1, 1], 4000)
    x[::3] = rng.integers(-5000, 5000, x[::3].size) * 0.0625  # ties
    x[:18] = SPECIAL
    assignment = Assignment.uniform(FORMATS[name])
    for f, e, fmt in zip(native(made, assignment).run((x,)), reference(made, assignment, (x,)), formats, strict=True):
        same(f, e, fmt.name)


def network(x, y, z):
    return np.maximum(np.minimum(x, y), np.minimum(np.maximum(x, y), z))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_networks_of_extremes_keep_every_nan(dtype):
    """All triples of special numbers, in vectors and beyond their end."""
    with np.errstate(over="ignore"):
        x, y, z = (a.ravel() for a in np.meshgrid(*[SPECIAL.astype(dtype)] * 3))
    compiled = compile_native(lift(network, x, y, z))
    np.testing.assert_array_equal(compiled(x, y, z), network(x, y, z))
    np.testing.assert_array_equal(compiled(x[:5], y[:5], z[:5]), network(x[:5], y[:5], z[:5]))
