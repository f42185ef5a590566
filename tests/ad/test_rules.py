"""The adjoint rule of every operation of the table, against mpmath differences; kinks, zeros and complex numbers against JAX."""

import mpmath
import numpy as np
import pytest
from scipy import special

from precis.ad import adjoint
from precis.ir.interpret import interpret
from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot, jax_adjoint, tangents
from tests.ad.programs import M, N, program

UNIT = {"arcsin", "arccos", "arctanh"}  # domain (-1, 1)
LARGE = {"arccosh"}  # domain (1, inf)
POSITIVE = {"sqrt", "rsqrt", "log", "log2", "log10", "log1p", "cbrt", "pow"}
COMPLEX = ("add", "sub", "mul", "div", "neg", "sqrt", "magnitude", "exp", "log", "sin", "cos", "pow", "conj", "re", "im")


def arity(op) -> int:
    return op.spelling.count("{") or 1


POINTWISE_REAL = [op for op in OPS.values() if op.category == POINTWISE and op.adjoint and not op.attrs
                  and op.name not in ("select", "complex", "magnitude", "stop")]


def points(name: str, count: int) -> list[np.ndarray]:
    low, high = (-0.9, 0.9) if name in UNIT else (1.2, 3.0) if name in LARGE else (0.2, 3.0) if name in POSITIVE else (-3.0, 3.0)
    return [np.random.default_rng(k).uniform(low, high, 6) for k in range(count)]


@pytest.mark.parametrize("op", POINTWISE_REAL, ids=lambda op: op.name)
def test_pointwise_rule_equals_mpmath_difference(op):
    inputs = points(op.name, arity(op))
    made = program(op.name, {"N": 6}, {f"x{k}": (N,) for k in range(len(inputs))}, lambda b, *xs: (b.call(op.name, *xs),))
    bars, direction = cotangents(made, inputs), tangents(made, inputs)
    back = adjoint(made)
    verify(back)
    expected = dot(directional(made, inputs, direction), bars)
    assert dot(direction, interpret(back, [*inputs, *bars])) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def check(made, inputs, function):
    bars = cotangents(made, inputs)
    results, expected = jax_adjoint(lambda jnp, size, *x: (function(jnp, *x),), made.binding, inputs, bars)
    back = adjoint(made)
    verify(back)
    for r, e in zip([*interpret(made, inputs), *interpret(back, [*inputs, *bars])], [*results, *expected], strict=True):
        np.testing.assert_allclose(r, e, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("name", COMPLEX)
def test_complex_rule_equals_jax(name: str):
    inputs = [x + 1j * y for x, y in zip(points("pow", arity(OPS[name])), points("add", 2))]
    made = program(name, {"N": 6}, {f"x{k}": ((N,), "complex") for k in range(len(inputs))}, lambda b, *xs: (b.call(name, *xs),))
    functions = {"sub": "subtract", "mul": "multiply", "div": "divide", "neg": "negative", "pow": "power", "re": "real", "im": "imag",
                 "magnitude": "abs"}
    check(made, inputs, lambda jnp, *x: getattr(jnp, functions.get(name, name))(*x))


def test_complex_parts_and_contractions():
    z = np.array([[1 + 2j, 0.5 - 1j, 2j], [3 - 1j, -1 + 1j, 0.25]])
    check(program("f", {"N": 2, "M": 3}, {"z": ((N, M), "complex")}, lambda b, z: (b.einsum(z, z, spec="ij,kj->ik"),)), [z],
          lambda jnp, z: jnp.einsum("ij,kj->ik", z, z))
    check(program("f", {"N": 2, "M": 3}, {"z": ((N, M), "complex")}, lambda b, z: (b.cumprod(z, axis=1),)), [z],
          lambda jnp, z: jnp.cumprod(z, 1))
    check(program("f", {"N": 3}, {"x": (N,), "y": (N,)}, lambda b, x, y: (b.convert(b.complex(x, y), kind="complex"),)),
          [np.arange(3.0), np.ones(3)], lambda jnp, x, y: x + 1j * y)


ZEROS = {
    "no zero": [[2.0, -3.0, 0.5], [1.0, 4.0, 0.25]], "one": [[2.0, 0.0, 0.5], [0.0, 4.0, 0.25]],
    "two": [[0.0, -3.0, 0.0], [1.0, 0.0, 0.0]], "all": [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]}


@pytest.mark.parametrize("power", [1.5, 0.5, -0.5, -1.0, 2.0, 2.5])
def test_powers_of_complex_numbers(power):
    z = np.array([1 + 2j, -0.5 + 1j, -2.0 - 0.5j])
    check(program("f", {"N": 3}, {"z": ((N,), "complex")}, lambda b, z: (b.pow(z, b.const(power, "complex")),)), [z], lambda jnp, z: z**power)


@pytest.mark.parametrize("zeros", ZEROS)
@pytest.mark.parametrize("axis", [0, 1])
def test_products_with_zeros(zeros, axis):
    """Products are polynomials: differences of a tiny step are exact enough where JAX divides by zero."""
    x = np.array(ZEROS[zeros])
    for op, attrs in (("prod", {"axes": (axis,)}), ("cumprod", {"axis": axis}), ("prod", {"axes": (0, 1)})):
        made = program(op, {"N": 2, "M": 3}, {"x": (N, M)}, lambda b, v: (b.call(op, v, **attrs),))
        (bar,) = cotangents(made, [x])
        (found,) = interpret(adjoint(made), [x, bar])
        for k in np.ndindex(x.shape):
            direction = np.zeros_like(x)
            direction[k] = 1.0
            assert found[k] == pytest.approx(dot(directional(made, [x], [direction]), [bar]), rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("power", [2.0, 3.0, 1.5, 0.5, -1.0])
def test_derivatives_of_simple_powers_take_no_power(power):
    made = program("f", {"N": 4}, {"x": (N,)}, lambda b, x: (b.pow(x, b.const(power)),))
    assert not any(node.op == "pow" for node in adjoint(made).nodes())
    x = np.array([0.25, 2.0, 9.0, 1e-8])
    np.testing.assert_allclose(interpret(adjoint(made), [x, np.ones(4)])[0], power * x ** (power - 1), rtol=1e-15)


@pytest.mark.parametrize("power", [0.5, 1.5])
def test_derivatives_by_roots_equal_jax_at_signed_zeros_and_infinities(power):
    x = np.array([-0.0, 0.0, 4.0, -np.inf, np.inf, -1.0])
    made = program("f", {"N": 6}, {"x": (N,)}, lambda b, x: (b.pow(x, b.const(power)),))
    _, expected = jax_adjoint(lambda jnp, size, x: (jnp.power(x, power),), made.binding, [x], [np.ones(6)])
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(interpret(adjoint(made), [x, np.ones(6)])[0], expected[0])


def test_powers():
    x = np.array([0.0, 2.0, -1.5, 0.5])
    for power in (0.0, 1.0, 2.0, 3.0):
        made = program("f", {"N": 4}, {"x": (N,)}, lambda b, x: (b.pow(x, b.const(power)),))
        np.testing.assert_allclose(interpret(adjoint(made), [x, np.ones(4)])[0], power * x ** max(power - 1, 0))
    both = program("f", {"N": 4}, {"x": (N,), "p": (N,)}, lambda b, x, p: (b.pow(x, p),))
    dx, dp = interpret(adjoint(both), [np.array([0.0, 2.0, -1.5, 0.0]), np.array([2.0, 0.5, 2.0, 0.0]), np.ones(4)])
    np.testing.assert_allclose(dx, [0.0, 0.5 / np.sqrt(2.0), -3.0, 0.0])
    np.testing.assert_allclose(dp, [0.0, np.sqrt(2.0) * np.log(2.0), 0.0, 0.0])


def test_kinks_follow_jax():
    x, y = np.array([1.0, 2.0, -3.0]), np.array([1.0, 0.0, 5.0])
    for name in ("maximum", "minimum"):
        made = program("f", {"N": 3}, {"x": (N,), "y": (N,)}, lambda b, x, y: (b.call(name, x, y),))
        check(made, [x, y], lambda jnp, x, y: getattr(jnp, name)(x, y))
    ties = np.array([[1.0, 3.0, 3.0], [3.0, -1.0, 0.0]])
    for name in ("max", "min"):
        for axes in ((0,), (1,), (0, 1)):
            made = program("f", {"N": 2, "M": 3}, {"x": (N, M)}, lambda b, x: (b.call(name, x, axes=axes),))
            check(made, [ties], lambda jnp, x: getattr(jnp, name)(x, axes))


def test_stop_and_steps_have_no_derivative():
    made = program("f", {"N": 3}, {"x": (N,)}, lambda b, x: (b.add(b.mul(b.stop(x), x), b.add(b.floor(x), b.sign(x))),))
    x = np.array([1.5, -2.5, 0.3])
    np.testing.assert_allclose(interpret(adjoint(made), [x, np.ones(3)])[0], x)


def test_both_share_where_logaddexp_is_smooth_at_ties():
    def total(x, y):
        return np.logaddexp(x, y)

    x, y = np.array([1.0, -np.inf, 700.0, 0.5, np.inf, np.inf, -np.inf]), np.array([1.0, 2.0, 700.0, 0.25, 1.0, np.inf, -np.inf])
    with np.errstate(invalid="ignore"):
        np.testing.assert_allclose(interpret(made := lift(total, x, y), [x, y])[0], np.logaddexp(x, y), rtol=1e-15)
        found = interpret(adjoint(made), [x, y, np.ones(7)])
        share = np.where(x == y, 0.5, 1.0 / (1.0 + np.exp(y - x)))
    np.testing.assert_allclose(found, [share, 1.0 - share], rtol=1e-14)


AT_EDGES = {
    "arctan2": ([1e-200, 3e200, 0.0, 4e-320], [1e-200, -4e200, -2.0, 3.0]), "arcsin": ([1 - 2.0**-40, -1 + 2.0**-40],),
    "arccos": ([1 - 2.0**-40, -1 + 2.0**-40],), "arccosh": ([1 + 2.0**-40],), "arctanh": ([1 - 2.0**-40, -1 + 2.0**-40],)}


@pytest.mark.parametrize("name", AT_EDGES)
def test_rules_near_the_edges_of_domains_equal_mpmath(name):
    inputs = [np.array(x) for x in AT_EDGES[name]]
    made = program(name, {"N": len(inputs[0])}, {f"x{k}": (N,) for k in range(len(inputs))}, lambda b, *xs: (b.call(name, *xs),))
    derivatives = {
        "arctan2": lambda y, x: (x / (x * x + y * y), -y / (x * x + y * y)), "arcsin": lambda x: (1 / mpmath.sqrt(1 - x * x),),
        "arccos": lambda x: (-1 / mpmath.sqrt(1 - x * x),), "arccosh": lambda x: (1 / mpmath.sqrt(x * x - 1),),
        "arctanh": lambda x: (1 / (1 - x * x),)}
    with mpmath.workdps(60):
        wanted = [[float(d) for d in derivatives[name](*map(mpmath.mpf, x))] for x in zip(*inputs)]
    found = interpret(adjoint(made), [*inputs, np.ones(len(inputs[0]))])
    np.testing.assert_allclose(np.transpose(found), wanted, rtol=1e-14)


def test_functions_that_are_smooth_at_0_have_their_derivative_there():
    def of_two(x, y):
        return special.xlogy(x, y), special.xlog1py(x, y)

    def of_one(x):
        return special.exprel(x)

    x, y = np.array([0.0, 0.0, 2.0]), np.array([2.0, np.inf, 3.0])
    for found, expected in zip(interpret(lift(of_two, x, y), [x, y]), of_two(x, y), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-15)
    found = interpret(adjoint(lift(of_two, x, y)), [x, y, np.ones(3), np.zeros(3)])
    np.testing.assert_allclose(found, [[np.log(2.0), 0.0, np.log(3.0)], x / y], rtol=1e-15)
    found = interpret(adjoint(lift(of_two, x, y)), [x, y, np.zeros(3), np.ones(3)])
    np.testing.assert_allclose(found, [[np.log1p(2.0), 0.0, np.log1p(3.0)], x / (1.0 + y)], rtol=1e-15)
    np.testing.assert_allclose(interpret(adjoint(lift(of_one, x)), [x, np.ones(3)])[0], [0.5, 0.5, (np.e**2 + 1.0) / 4.0], rtol=1e-14)
