"""Every operation of the table: types, arithmetics, adjoints."""

from functools import cache

import numpy as np
import pytest

from precis.ir.arithmetic import MpArithmetic, NumpyArithmetic
from precis.ir.interpret import Scope, run_node
from precis.ir.ops import OPS
from precis.ir.types import Value
from tests.ir.cases import BINDING, CONSTANTS, ROUTINES, Case, of_kind

KINDS_TESTED = ("real", "complex", "bool", "int64", "int8", "uint16", "uint32")
WIDE = MpArithmetic(400)
ULPS = {"erf": 2, "erfc": 2, "tgamma": 8, "lgamma": 8, "pow": 2, "logistic": 3, "rsqrt": 2, "einsum": 3, "sum": 3, "prod": 6,
        "cumsum": 3, "cumprod": 6, "mod": 4, "tally": 8}


@cache
def cases(kind: str) -> list[Case]:
    return of_kind(kind)


def cases_of(op: str, *kinds: str) -> list[Case]:
    return [c for kind in kinds for c in cases(kind) if c.op == op]


def scope(arithmetic) -> Scope:
    return Scope(arithmetic, CONSTANTS, {}, dict(BINDING))


def run(case: Case, arithmetic, arrays):
    _, inputs, node = case.build()
    with np.errstate(all="ignore"):
        (out,) = run_node(node, [arithmetic.convert(a, v.kind) for a, v in zip(arrays, inputs)], scope(arithmetic))
    return node, np.asarray(out)


def shape_of(v: Value) -> tuple[int, ...]:
    return tuple(d.value(BINDING) for d in v.shape)


def test_kinds_that_operations_take():
    taken = {op: {k for k in KINDS_TESTED if cases_of(op, k)} for op in OPS}
    assert all(taken.values())
    assert taken["sin"] == {"real", "complex"} and taken["arctan2"] == {"real"}
    assert taken["bit_not"] == {"bool", "int64", "int8", "uint16", "uint32"}
    assert "complex" not in taken["mod"] | taken["lt"] | taken["max"] | taken["argmax"]
    assert "bool" not in taken["sum"] | taken["cumsum"] | taken["neg"] and taken["round"] == {"real", "complex"}


@pytest.mark.parametrize("op", OPS)
def test_what_is_inferred_is_what_is_computed(op):
    arithmetic = NumpyArithmetic()
    for case in cases_of(op, *KINDS_TESTED):
        node, out = run(case, arithmetic, case.arrays())
        assert (out.shape, out.dtype) == (shape_of(node.output), arithmetic.dtype(node.output.kind)), str(case)


@pytest.mark.parametrize("op", OPS)
def test_mpmath_gives_the_same_types(op):
    for case in cases_of(op, "real", "complex", "int64", "bool"):
        node, out = run(case, WIDE, case.arrays())
        assert (out.shape, out.dtype) == (shape_of(node.output), WIDE.dtype(node.output.kind)), str(case)


PLAIN = [op for op in OPS if op not in ROUTINES]  # tests/ir/test_routines.py has the others


@pytest.mark.parametrize("op", PLAIN)
def test_numpy_is_mpmath_to_a_few_ulps(op):
    """Against the same operation with 400 bits; an accumulated result may be off by an ulp of its largest intermediate."""
    for case in cases_of(op, "real"):
        if "complex" in (*case.kinds, case.attrs.get("kind")) or op == "complex":
            continue
        arrays = case.arrays(1)
        _, narrow = run(case, NumpyArithmetic(), arrays)
        _, wide = run(case, WIDE, arrays)
        if wide.dtype != object:
            np.testing.assert_array_equal(narrow, wide, str(case))
            continue
        for a, b in zip(narrow.ravel(), wide.ravel()):
            if not np.isfinite(a):
                assert WIDE.mp.isinf(b) and a == float(b)
            else:
                assert abs(WIDE.mp.mpf(float(a)) - b) <= ULPS.get(op, 1) * np.spacing(max(abs(a), 0.1)), str(case)


@pytest.mark.parametrize("precision", [60, 300])
def test_mpmath_computes_with_the_precision_asked_for(precision):
    wide = MpArithmetic(precision)
    third = wide.call("div", wide.constant(1.0, "real"), wide.constant(3.0, "real")).item()
    error = abs(WIDE.mp.mpf(1) / 3 - third)
    assert WIDE.mp.mpf(2) ** -(precision + 4) < error < WIDE.mp.mpf(2) ** -precision


SPECIAL = [-np.inf, -2.5, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, np.inf, np.nan]


@pytest.mark.parametrize("op", [op for op in OPS if OPS[op].category == "pointwise" and not OPS[op].attrs])
def test_mpmath_is_numpy_at_poles_and_outside_of_domains(op):
    """NaN, infinities, zeros: mpmath alone raises or leaves the real line."""
    case = next((c for c in cases_of(op, "real") if set(c.kinds) == {"real"} and c.shapes[0] == ()), None)
    if case is None or op == "complex":
        return
    arrays = list(map(np.ravel, np.meshgrid(*[SPECIAL] * len(case.kinds))))
    if op == "copysign":  # an mpmath NaN has no sign
        arrays = [a[~np.isnan(arrays[1])] for a in arrays]
    if op == "pow":  # NumPy's arrays and scalars differ at pow(-inf, 0.5)
        arrays = [a[arrays[0] != -np.inf] for a in arrays]
    with np.errstate(all="ignore"):
        narrow = NumpyArithmetic().call(op, *arrays) if op not in ("store", "astype", "stop") else arrays[0]
    wide = WIDE.call(op, *[WIDE.convert(a, "real") for a in arrays]) if op not in ("store", "astype", "stop") else arrays[0]
    np.testing.assert_allclose(wide.astype(narrow.dtype), narrow, rtol=1e-14)


def test_roots_of_negative_numbers_have_all_bits():
    root = WIDE.call("cbrt", WIDE.constant(-2.0, "real")).item()
    assert abs(root**3 + 2) < WIDE.mp.mpf(2) ** -390


def test_mpmath_reals_become_integers_as_in_numpy():
    x = np.array([-2.7, 2.7, 300.0, 2.0**40, -1e10])
    for kind in ("int8", "uint16", "int64"):
        expected = np.trunc(x).astype(np.int64).astype(kind)
        np.testing.assert_array_equal(WIDE.convert(WIDE.convert(x, "real"), kind), expected)
    with np.errstate(all="ignore"):
        special = np.array([np.nan, np.inf])
        np.testing.assert_array_equal(WIDE.convert(WIDE.convert(special, "real"), "int64"), special.astype(np.int64))


# Adjoints.

SMOOTH = [op for op, record in OPS.items() if record.adjoint and op not in ROUTINES]
STEP = WIDE.mp.mpf(10) ** -40  # of the central difference: error about 1e-80 of third derivatives


def adjoint_of(case: Case):
    """(operands, cotangent, cotangents of the operands by the rule, builder)."""
    b, inputs, node = case.build()
    bar = b.value("bar", node.output.shape, node.output.kind)
    return b, inputs, node, bar, OPS[case.op].adjoint(b, node, bar)


def evaluate(nodes, values: dict, arithmetic) -> dict:
    inner = scope(arithmetic)
    inner.values.update(values)
    for n in nodes:
        inner.values[n.output.name] = run_node(n, [inner.values[v.name] for v in n.inputs], inner)[0]
    return inner.values


def inner_product(a, b):
    """sum of a * b, either broadcast to the other: rules give cotangents up to broadcasting."""
    a, b = np.broadcast_arrays(np.asarray(a, object), np.asarray(b, object))
    return sum((x * y for x, y in zip(a.ravel(), b.ravel())), WIDE.mp.mpf(0))


IDENTITIES = {"round", "stop"}  # the adjoint of rounding is the identity, that of stop is zero


@pytest.mark.parametrize("op", [op for op in SMOOTH if op not in IDENTITIES and op != "complex"])
def test_adjoint_rules_are_transposes_of_differences(op):
    for case in cases_of(op, "real"):
        if "real" not in case.kinds or case.attrs.get("kind", "real") != "real":
            continue
        b, inputs, node, bar, adjoints = adjoint_of(case)
        rng = np.random.default_rng(7)
        point = [WIDE.convert(a, v.kind) for a, v in zip(case.arrays(2), inputs)]
        along = [WIDE.convert(rng.normal(size=np.shape(a)), "real") if v.kind == "real" else None for a, v in zip(point, inputs)]
        cotangent = WIDE.convert(rng.normal(size=shape_of(bar)), "real")

        def at(t):
            moved = [a if d is None else a + t * d for a, d in zip(point, along)]
            return np.asarray(run_node(node, moved, scope(WIDE))[0])

        expected = inner_product(cotangent, (at(STEP) - at(-STEP)) / (2 * STEP))
        values = evaluate(b.nodes, {**{v.name: a for v, a in zip(inputs, point)}, "bar": cotangent}, WIDE)
        found = sum(inner_product(values[g.name], d) for g, d in zip(adjoints, along) if g is not None and d is not None)
        assert len(adjoints) == len(inputs)
        assert abs(found - expected) <= (1e-13 if op in ROUNDED_CONSTANTS else 1e-60) * (1 + abs(expected)), str(case)


# Their rules hold ln 2, ln 10, 2/sqrt(pi) and Bernoulli numbers as binary64 numbers.
ROUNDED_CONSTANTS = {"exp2", "log2", "log10", "erf", "erfc", "tgamma", "lgamma"}


def test_adjoints_of_identities():
    for op in ("round", "stop"):
        for case in cases_of(op, "real"):
            *_, bar, (back,) = adjoint_of(case)
            assert back is (bar if op == "round" else None)


@pytest.mark.parametrize("op", [op for op in SMOOTH if cases_of(op, "complex") and op not in IDENTITIES])
def test_complex_adjoints_are_transposes_of_differences(op):
    """In the real inner product Re(conj(a) b); binary64 differences."""
    arithmetic = NumpyArithmetic()
    for case in [c for c in cases_of(op, "complex") if "complex" in c.kinds and c.attrs.get("kind", "complex") == "complex"]:
        b, inputs, node, bar, adjoints = adjoint_of(case)
        rng = np.random.default_rng(8)
        point = [arithmetic.convert(a, v.kind) for a, v in zip(case.arrays(3), inputs)]
        along = [rng.normal(size=np.shape(a)) + 1j * rng.normal(size=np.shape(a)) if v.kind == "complex" else None
                 for a, v in zip(point, inputs)]
        cotangent = rng.normal(size=shape_of(bar)) + (1j * rng.normal(size=shape_of(bar)) if bar.kind == "complex" else 0)

        def at(t):
            moved = [a if d is None else a + t * d for a, d in zip(point, along)]
            return np.asarray(run_node(node, moved, scope(arithmetic))[0])

        def product(a, d):
            return np.sum(np.real(np.conj(a) * d))

        expected = product(cotangent, (at(1e-5) - at(-1e-5)) / 2e-5)
        known = {v.name: a for v, a in zip(inputs, point)}
        values = evaluate(b.nodes, {**known, "bar": arithmetic.convert(cotangent, bar.kind)}, arithmetic)
        found = sum(product(values[g.name], d) for g, d in zip(adjoints, along) if g is not None and d is not None)
        assert found == pytest.approx(expected, rel=1e-6, abs=1e-6), str(case)
