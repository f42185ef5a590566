"""Small systems and determinants by elimination in the runtime header: within the bounds of elimination with partial pivoting."""

import numpy as np
import pytest
import scipy.linalg

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
ORDERS = (1, 2, 3, 7, 8, 9, 16, 33, 64)


def solved(a, b, c):
    return np.linalg.solve(a, b), np.linalg.solve(a, c), np.linalg.inv(a)


def sized(a):
    return np.linalg.det(a), *np.linalg.slogdet(a)


@pytest.fixture(scope="module")
def compiled():
    made = {}
    for kind in (float, complex, np.float32):
        a = np.ones((2, 9, 9), kind)
        made[kind] = compile_native(lift(solved, a, a[:, :, :5], a[:, :, :1]))
    return {**made, **{(sized, kind): compile_native(lift(sized, np.ones((2, 9, 9), kind))) for kind in (float, complex)}}


def _graded(n, kind, seed=0):
    """Two matrices whose rows and columns are far apart in size."""
    rng = np.random.default_rng((n, seed))
    a = rng.normal(size=(2, n, n)) + (1j * rng.normal(size=(2, n, n)) if kind is complex else 0.0)
    reach = 2 if kind is np.float32 else 6
    return (a * np.logspace(-reach, 0, n) * np.logspace(0, reach, n)[rng.permutation(n), None]).astype(kind)


@pytest.mark.parametrize("n", ORDERS)
@pytest.mark.parametrize("kind", [float, complex])
def test_solutions_keep_the_bound_of_elimination(compiled, kind, n):
    """|A x - b| <= 3 n u |L| |U| |x| (Higham, Accuracy and Stability, 2nd ed., theorem 9.4); complex products take 2 sqrt(2) u more."""
    a = _graded(n, kind)
    b = a[::-1, :, :1] + np.arange(5.0)
    sides = b, b[:, :, -1:] * 3.0, np.broadcast_to(np.eye(n), a.shape)
    solved_here = 3 if n <= 32 else 2  # larger inverses are the library's where vectors are narrow, and keep a bound of their own
    for x, side in list(zip(compiled[kind](a, b, sides[1]), sides, strict=True))[:solved_here]:
        for one, found, wanted in zip(a, x, side, strict=True):
            p, low, up = scipy.linalg.lu(one)
            bound = (12 if kind is complex else 3) * n * 2.0**-53 * (p @ np.abs(low) @ np.abs(up) @ np.abs(found))
            wide = found.astype(np.clongdouble if kind is complex else np.longdouble)
            assert (np.abs(one @ wide - wanted) <= bound).all()


@pytest.mark.parametrize("n", (1, 3, 9, 40))
def test_narrow_systems_are_solved_in_binary64(compiled, n):
    a = _graded(n, np.float32)
    b = a[::-1, :, :1] + np.arange(5, dtype=np.float32)
    for found, expected in zip(compiled[np.float32](a, b, b[:, :, :1]), solved(*(x.astype(float) for x in (a, b, b[:, :, :1]))), strict=True):
        assert found.dtype == np.float32
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6 * np.abs(expected).max())


@pytest.mark.parametrize("n", (0, *ORDERS))
@pytest.mark.parametrize("kind", [float, complex])
def test_determinants(compiled, kind, n):
    """Relative to NumPy's by the size of the error that elimination makes: u n times the condition."""
    rng = np.random.default_rng(n)
    a = rng.normal(size=(2, n, n)) + (1j * rng.normal(size=(2, n, n)) if kind is complex else 0.0)
    tolerance = 10 * n * 2.0**-53 * np.linalg.cond(a).max() if n else 0.0
    found, expected = compiled[sized, kind](a), sized(a)
    assert [x.dtype for x in found] == [x.dtype for x in expected]
    np.testing.assert_allclose(found[0], expected[0], rtol=tolerance)
    np.testing.assert_allclose(found[1], expected[1], rtol=tolerance if kind is complex else 0.0)
    np.testing.assert_allclose(found[2], expected[2], atol=tolerance)


@pytest.mark.parametrize("kind", [float, complex])
def test_products_on_the_way_to_a_determinant_may_leave_the_range(compiled, kind):
    turn = 1j if kind is complex else -1.0
    rows = np.array([[1e200, 1e200, 1e-200, 1e-200 * turn], [1e-200, 1e-200, 1e200, 1e200], [1e200, 1e200, 1.0, turn],
                     [1e-200, 1e-200, 1.0, 1.0], [np.nan, 1.0, 1.0, 1.0]])
    a = rows[:, :, None] * np.eye(4)
    with np.errstate(all="ignore"):
        expected = sized(a)
    for found, wanted in zip(compiled[sized, kind](a), expected, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-13)  # 0 where the library finds NaN singular


def test_pivots_without_use_are_left_to_the_library(compiled):
    """Singular matrices have no result, determinants of 0 and their logarithm; a pivot that has no inverse in binary64 has a result."""
    a = np.stack([np.outer(np.arange(5.0), np.arange(5.0)), np.eye(5)])
    x, y, inverse = compiled[float](a, a, a[:, :, :1])
    assert all(np.isnan(v[0]).all() for v in (x, y, inverse))
    np.testing.assert_array_equal(inverse[1], np.eye(5))
    det, sign, size = compiled[sized, float](a)
    assert [*det, *sign, *size] == [0.0, 1.0, 0.0, 1.0, -np.inf, 0.0]
    det, sign, size = compiled[sized, complex](a * 1j)
    assert [*det, *sign, *size] == [0.0, 1j, 0.0, 1j, -np.inf, 0.0]
    tiny = np.broadcast_to(np.eye(3) * 2.0**-1074, (2, 3, 3))
    np.testing.assert_array_equal(compiled[float](tiny, tiny, tiny[:, :, :1])[0], np.broadcast_to(np.eye(3), (2, 3, 3)))


@pytest.mark.parametrize("kind", [float, np.float32])
def test_systems_of_a_stack_are_solved_as_each_by_itself(compiled, kind):
    """To the bit, with exchanges of their own; stacks that leave lanes over; one that is singular among others, and one that is not finite."""
    rng = np.random.default_rng(4)
    for n in (1, 2, 5, 8, 15, 16, 20):
        for count in (3, 8, 13, 16):
            a = (rng.normal(size=(count, n, n)) * np.logspace(-3, 3, n)[rng.permuted(np.tile(np.arange(n), (count, 1)), axis=1), None]).astype(kind)
            b = rng.normal(size=(count, n, 5)).astype(kind)
            for spoiled in (None, 0.0, np.inf):
                if spoiled is not None:
                    a[count // 2, 0] = spoiled
                together = compiled[kind](a, b, b[:, :, 2:3])
                for q in range(count):
                    alone = compiled[kind](a[q:q + 1], b[q:q + 1], b[q:q + 1, :, 2:3])
                    for x, y in zip(together, alone, strict=True):
                        np.testing.assert_array_equal(x[q], y[0])


@pytest.mark.parametrize("n", [1, 3, 8, 33, 64])
@pytest.mark.parametrize("kind", [float, complex])
def test_many_sides_are_solved_in_blocks_as_each_by_itself(compiled, kind, n):
    """Within the bound of elimination, and to the bit whatever stands beside them."""
    a = _graded(n, kind)
    rng = np.random.default_rng(n)
    sides = rng.normal(size=(2, n, 4611)) * np.logspace(-3, 3, 4611)
    order = rng.permutation(4611)
    found, turned = (compiled[kind](a, b, b[:, :, :1])[0] for b in (sides.astype(kind), sides[:, :, order].astype(kind)))
    np.testing.assert_array_equal(found[:, :, order], turned)
    for one, x, side in zip(a, found, sides, strict=True):
        p, low, up = scipy.linalg.lu(one)
        some = np.r_[:9, 500:520, 4600:4611]
        bound = (12 if kind is complex else 3) * n * 2.0**-53 * (p @ np.abs(low) @ np.abs(up) @ np.abs(x[:, some]))
        wide = x[:, some].astype(np.clongdouble if kind is complex else np.longdouble)
        assert (np.abs(one @ wide - side[:, some]) <= bound).all()


def test_many_sides_of_pivots_without_use(compiled):
    b = np.ones((3, 5, 4611)) * np.arange(4611)
    a = np.stack([np.outer(np.arange(5.0), np.arange(5.0)), np.eye(5), np.eye(5) * 2.0**-1070])
    x = compiled[float](a, b, b[:, :, :1])[0]
    assert np.isnan(x[0]).all()
    np.testing.assert_array_equal(x[1], b[1])
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(x[2], np.linalg.solve(a[2], b[2]))
