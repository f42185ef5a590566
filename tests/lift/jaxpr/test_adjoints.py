"""The adjoint of every sample, in binary64, against jax.vjp."""

from collections import Counter

import jax
import numpy as np
import pytest
from jax.dtypes import float0

from precis.ad import adjoint
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.lift.jaxpr import lift_jax
from tests.lift.jaxpr.samples import SAMPLES

WIDE = {np.dtype(np.float32): np.float64, np.dtype(np.complex64): np.complex128}
UNOPTIMISED = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}
# Samples whose adjoint is not JAX's, and why.
OTHERWISE = {
    **dict.fromkeys(("reduce_precision-0", "reduce_precision-1", "cummax-0", "convert_element_type-4", "convert_element_type-5", "dot_general-5",
                     "dot_general-6", "dot_general-7"), "JAX rounds cotangents to narrow formats, too"),
    "erf_inv-0": "an infinite derivative meets a cotangent of 0",
    "scatter-max-0": "JAX errs where places are repeated (differences agree with the adjoint)",
    "select_and_scatter_add-1": "equal values: any share of them is a derivative",
    "sign-2": "JAX takes the direction of a complex number for constant (differences agree with the adjoint)",
    "acosh-1": "JAX takes the other root where the real part is negative (differences agree with the adjoint)",
    **dict.fromkeys(("asin-2", "acos-2", "acosh-2"), "JAX takes the derivative of the other side of a cut than that of its value"),
    **dict.fromkeys(("sinh-3", "cosh-3", "expm1-2", "digamma-1", "polygamma-2"), "infinite derivatives"),
    "gather-12": "JAX drops cotangents of places out of bounds, which it reads at the ends (differences agree with the adjoint)",
    "random_gamma-0": "JAX differentiates the distribution, the adjoint the draw that was accepted",
    "tridiagonal_solve-3": "NaN of a singular matrix",
    "qr-1": "refused: complete QR of more rows than columns",
}


def _named():
    seen: Counter[str] = Counter()
    for sample in SAMPLES:
        yield f"{sample.primitive}-{seen[sample.primitive]}", sample
        seen[sample.primitive] += 1


def _wide(x):
    return x.astype(WIDE[x.dtype]) if isinstance(x, np.ndarray) and x.dtype in WIDE else x


def _cotangent(x, random):
    if not jax.numpy.issubdtype(x.dtype, jax.numpy.inexact):
        return np.zeros(x.shape, float0)
    return (random.normal(size=x.shape) + (1j * random.normal(size=x.shape) if x.dtype.kind == "c" else 0.0)).astype(x.dtype)


def _of_floating(fn, leaves, tree):
    """(fn of its floating leaves, these)"""
    places = [k for k, x in enumerate(leaves) if jax.numpy.issubdtype(np.asarray(x).dtype, jax.numpy.inexact)]

    def of(*moving):
        given = dict(zip(places, moving))
        return jax.tree.leaves(fn(*jax.tree.unflatten(tree, [given.get(k, x) for k, x in enumerate(leaves)])))
    return of, [leaves[k] for k in places]


def _pulled_back(fn, bars, moving):
    """By one compiled function: JAX compiles every operation by itself otherwise, which takes far longer than to run them."""
    floating = [b for b in bars if b.dtype != float0]

    def vjp(given, moving):
        rest = iter(given)
        return jax.vjp(fn, *moving)[1]([b if b.dtype == float0 else next(rest) for b in bars])
    return jax.jit(vjp, compiler_options=UNOPTIMISED)(floating, moving)


@pytest.mark.parametrize("name, sample", [pytest.param(n, s, id=n) for n, s in _named()])
def test_the_adjoint_is_that_of_jax(name, sample):
    if name in OTHERWISE:
        pytest.skip(OTHERWISE[name])
    with jax.enable_x64(True):
        args = jax.tree.map(_wide, sample.args)
        fn, moving = _of_floating(sample.fn, *jax.tree.flatten(args))
        try:
            random = np.random.default_rng(1)
            bars = [_cotangent(x, random) for x in jax.eval_shape(fn, *moving)]
            wanted = [np.conj(x) for x in _pulled_back(fn, bars, moving)]
        except (TypeError, ValueError, IndexError, AttributeError, NotImplementedError) as problem:
            pytest.skip(f"JAX gives no derivative: {str(problem).splitlines()[0]}")
        program = lift_jax(sample.fn, args)
        inputs, binding = bind(program, args)
        found = interpret(adjoint(program), [*inputs, *(np.conj(b) for b in bars if b.dtype != float0)], binding)
    for got, want in zip(found, wanted, strict=True):
        assert np.max(np.abs(got - want), initial=0.0) <= 1e-8 * np.max(np.abs(want), initial=0.0) + 1e-12
