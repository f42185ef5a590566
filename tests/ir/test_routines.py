"""Library routines: NumPy's results against mpmath's, adjoint rules against mpmath differences, formats, ties, failures."""

from functools import cache

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
from precis.formats import FORMATS
from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.interpret import run_node
from precis.ir.ops import OPS
from precis.ir.ops.linear import pinv
from precis.ir.types import Node
from tests.ir.cases import ROUTINES, Case, of_kind
from tests.ir.test_ops import STEP, WIDE, adjoint_of, evaluate, run, scope, shape_of

KINDS = ("real", "complex")
SMOOTH = [op for op in ROUTINES if OPS[op].adjoint]


@cache
def cases(op: str, kind: str) -> list[Case]:
    return [c for c in of_kind(kind) if c.op == op]


def both(op: str) -> list[Case]:
    return [c for kind in KINDS for c in cases(op, kind)]


def narrow(x) -> np.ndarray:
    x = np.asarray(x)
    if x.dtype != object:
        return x
    kind = complex if any(hasattr(v, "_mpc_") for v in x.ravel()) else float
    return np.asarray(np.frompyfunc(kind, 1, 1)(x)).astype(kind)


@pytest.mark.parametrize("op", ROUTINES)
def test_numpy_longdouble_and_mpmath_agree(op):
    for case in both(op):
        arrays = case.arrays(1)
        (_, double), (_, long), (_, wide) = (run(case, xp, arrays) for xp in (NumpyArithmetic(), NumpyArithmetic(np.longdouble), WIDE))
        if double.dtype.kind == "i":
            np.testing.assert_array_equal(double, wide)
            continue
        size = np.linalg.norm(double)
        assert np.linalg.norm(double - narrow(wide)) <= 1e-13 * size, str(case)
        difference = np.asarray(WIDE.convert(long, "complex") - WIDE.convert(wide, "complex"))
        assert max(map(abs, difference.ravel())) <= 1e-16 * size, str(case)


def product(a, b):
    """The real inner product Re(conj(a) b), either broadcast to the other."""
    a, b = np.broadcast_arrays(WIDE.convert(np.asarray(a), "complex"), WIDE.convert(np.asarray(b), "complex"))
    return sum(((x.conjugate() * y).real for x, y in zip(a.ravel(), b.ravel())), WIDE.mp.mpf(0))


def random_like(rng, v, shape):
    x = rng.normal(size=shape)
    return WIDE.convert(x + 1j * rng.normal(size=shape) if v.kind == "complex" else x, v.kind)


def phase_free(case: Case, out, bar):
    """`bar` without the part that would turn the phases of complex vectors."""
    if case.kinds[0] != "complex" or not case.attrs.get("vectors"):
        return bar
    if case.op == "eigh":
        v, g = out[..., 1:, :], bar[..., 1:, :].copy()
        turn = np.frompyfunc(lambda z: z.imag, 1, 1)(np.sum(np.conj(v) * g, axis=-2))
        return np.concatenate([bar[..., :1, :], g - v * (WIDE.mp.mpc(0, 1) * turn)[..., None, :]], axis=-2)
    m, n = (d.value({"N": 4, "M": 3}) for d in case.shapes[0][-2:])
    k = min(m, n)
    left, right = (m, n) if case.attrs["full"] else (k, k)
    u, vh = out[..., :m * left].reshape(*out.shape[:-1], m, left), out[..., m * left + k:].reshape(*out.shape[:-1], right, n)
    gu, gvh = bar[..., :m * left].reshape(u.shape).copy(), bar[..., m * left + k:].reshape(vh.shape).copy()
    imaginary = np.frompyfunc(lambda z: WIDE.mp.mpc(0, z.imag), 1, 1)
    own, theirs = imaginary(np.sum(np.conj(u) * gu, axis=-2)), imaginary(np.sum(vh * np.conj(gvh), axis=-1))
    gu[..., :k] -= u[..., :k] * (own[..., :k] + theirs[..., :k])[..., None, :]  # one phase of both
    gu[..., k:] -= u[..., k:] * own[..., None, k:]
    gvh[..., k:, :] += vh[..., k:, :] * theirs[..., k:, None]
    return np.concatenate([gu.reshape(*out.shape[:-1], -1), bar[..., m * left:m * left + k], gvh.reshape(*out.shape[:-1], -1)], axis=-1)


def refuses(case: Case) -> bool:
    attrs = case.attrs
    return (case.op == "eig" and attrs["vectors"]) or (case.op == "qr" and attrs["complete"] and attrs["length"] != case.shapes[0][-2])


@pytest.mark.parametrize("op", SMOOTH)
def test_adjoints_are_transposes_of_differences(op):
    for case in both(op):
        if refuses(case):
            with pytest.raises(UnsupportedProgram, match="derivative"):
                adjoint_of(case)
            continue
        b, inputs, node, bar, adjoints = adjoint_of(case)
        rng = np.random.default_rng(7)
        point = [WIDE.convert(a, v.kind) for a, v in zip(case.arrays(2), inputs)]
        along = [random_like(rng, v, np.shape(a)) for a, v in zip(point, inputs)]

        def at(t, node=node, point=point, along=along):
            return np.asarray(run_node(node, [a + t * d for a, d in zip(point, along)], scope(WIDE))[0])

        cotangent = phase_free(case, at(WIDE.mp.mpf(0)), random_like(rng, bar, shape_of(bar)))
        expected = product(cotangent, (at(STEP) - at(-STEP)) / (2 * STEP))
        values = evaluate(b.nodes, {**{v.name: a for v, a in zip(inputs, point)}, "bar": cotangent}, WIDE)
        found = sum(product(values[g.name], d) for g, d in zip(adjoints, along))
        tolerance = 1e-15 if op == "special" else 1e-30  # constants of its formulas are those of binary64
        assert abs(found - expected) <= tolerance * (1 + abs(expected)), (str(case), float(found), float(expected))


@pytest.mark.parametrize("op", [op for op in ROUTINES if OPS[op].rounding == "stable"])
def test_in_binary32_a_routine_runs_in_binary32(op):
    """The attribute `format` is a cast to it, NumPy's routine of that type, and a cast back."""
    for case in both(op):
        _, inputs, node = case.build()
        arrays = [a.astype(np.complex64 if a.dtype.kind == "c" else np.float32) for a in case.arrays(3)]
        framed = Node(node.op, node.inputs, node.outputs, {**node.attrs, "format": FORMATS["binary32"]})
        single = run_node(node, arrays, scope(NumpyArithmetic(np.float32)))[0]
        for xp in (NumpyArithmetic(), NumpyArithmetic(np.longdouble), WIDE):
            found = run_node(framed, [xp.convert(a, v.kind) for a, v in zip(arrays, inputs)], scope(xp))[0]
            assert found.dtype == xp.dtype(node.output.kind)
            np.testing.assert_array_equal(narrow(found), single.astype(narrow(found).dtype), str(case))


def test_sorting_is_stable_and_puts_nan_last():
    x = np.array([3.0, np.nan, 1.0, 3.0, -np.inf, 1.0, np.inf, np.nan])
    for v in (x, WIDE.convert(x, "real")):
        order = OPS["argsort"].evaluate(WIDE if v.dtype == object else NumpyArithmetic(), [v], {"axis": 0}, int)
        np.testing.assert_array_equal(order, [4, 2, 5, 0, 3, 6, 1, 7])
        np.testing.assert_array_equal(OPS["sort"].evaluate(WIDE if v.dtype == object else NumpyArithmetic(), [v], {"axis": 0}, int).astype(float), np.sort(x))


BAD = {"solve": [np.zeros((2, 2)), np.eye(2)], "cholesky": [-np.eye(2)], "det": [np.zeros((2, 2))], "slogdet": [np.zeros((2, 2))]}


@pytest.mark.parametrize("op", BAD)
def test_what_has_no_result_is_nan_for_that_matrix_alone(op):
    good = [np.stack([a, np.eye(2)]) for a in BAD[op]]
    for dtype in (np.float32, np.float64, np.longdouble):
        out = OPS[op].evaluate(NumpyArithmetic(dtype), [a.astype(dtype) for a in good], {}, int)
        if op in ("solve", "cholesky"):
            assert np.isnan(out[0]).all() and np.array_equal(out[1], np.eye(2))
        else:
            np.testing.assert_array_equal(out, np.stack([x.astype(dtype) for x in getattr(np.linalg, op)(good[0])], -1)
                                          if op == "slogdet" else np.linalg.det(good[0]))


def test_pseudoinverses_of_matrices_without_full_rank():
    a = np.outer([1.0, 2.0, 3.0], [1.0, -1.0])
    for dtype in (np.float64, np.longdouble):
        np.testing.assert_allclose(pinv(a.astype(dtype), None).astype(float), np.linalg.pinv(a), atol=1e-15)


@pytest.mark.parametrize("lead", [(0,), (2, 0)])
def test_stacks_of_no_matrices(lead):
    a = np.zeros((*lead, 3, 3))
    for op, attrs in (("cholesky", {}), ("det", {}), ("slogdet", {}), ("eigh", {"vectors": True}), ("lu", {"length": 3}),
                      ("svd", {"length": 3, "vectors": True, "full": False}), ("qr", {"length": 3, "complete": False})):
        for dtype in (np.float64, np.longdouble):
            assert OPS[op].evaluate(NumpyArithmetic(dtype), [a.astype(dtype)], attrs, int).shape[:len(lead)] == lead
    assert OPS["fft"].evaluate(NumpyArithmetic(), [a.astype(complex)], {"axis": 0, "inverse": False, "norm": "ortho"}, int).shape == a.shape
