"""What adjoints state of their formats: gradients in the dtypes of the source, as JAX gives them."""

from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.formats import FORMATS
from precis.ir.call import bind, result_dtypes
from precis.ir.emulate import emulate, value_formats
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift

RNG = np.random.default_rng(58)
UNOPTIMISED = {"xla_backend_optimization_level": 0, "xla_llvm_disable_expensive_passes": True}
MATRIX, VECTOR = RNG.uniform(0.3, 1.2, (5, 5)).astype(np.float32), RNG.uniform(0.3, 1.2, 5).astype(np.float32)
PLACES = np.array([3, 0, 3], np.int32)


def recurrent(w, x):
    def step(h, k):
        h = jnp.tanh(w @ h + 0.1 * x) * jnp.exp(-h)
        return h, h[k] * jnp.log1p(h[0] ** 2)
    h, found = lax.scan(step, x, jnp.array([1, 3, 2, 4]))
    return h, found.sum()


def gathered(w, x, places):
    return jnp.sum(jnp.where(w[places] > 0.5, w[places] ** 3, jnp.sqrt(w[places]))) * x[2], jax.nn.softmax(x)


def in_parts(w, x):
    """Single precision around a solution in double."""
    wide = jnp.linalg.solve(w.astype(jnp.float64) + 5 * jnp.eye(5), x.astype(jnp.float64))
    return jnp.sin(x * wide.astype(jnp.float32)) / 3, jnp.sum(jnp.exp(wide) / 3)


def on_one_line(w, x):
    return (jnp.exp(w.astype(jnp.float64) / 3) * jnp.sin(x / 3)).sum(0).astype(jnp.float32)


def halved(w, x):
    half = w.astype(jnp.bfloat16)
    return (jnp.tanh(half) * half).astype(jnp.float32) @ x


CASES = [pytest.param(recurrent, (MATRIX, VECTOR), False, 8, id="binary32 in a scan"),
         pytest.param(gathered, (MATRIX, VECTOR, PLACES), False, 4, id="binary32, gathered"),
         pytest.param(in_parts, (MATRIX, VECTOR), True, 2, id="binary64 within binary32"),
         pytest.param(on_one_line, (MATRIX, VECTOR), True, 2, id="both on one line"),
         pytest.param(halved, (MATRIX, VECTOR), False, 2**16, id="bfloat16")]  # units of binary32: two roundings to bfloat16


@pytest.mark.parametrize("function, arguments, x64, units", CASES)
def test_as_jax_rounds(function, arguments, x64, units):
    with jax.enable_x64(x64):
        program = lift(function, *arguments)
        bars = jax.tree.map(lambda y: RNG.normal(size=y.shape).astype(y.dtype), jax.eval_shape(function, *arguments))

        def pulled(bars, moving):
            return jax.vjp(lambda *moving: function(*moving, *arguments[2:]), *moving)[1](bars)
        wanted = [np.asarray(g) for g in jax.jit(pulled, compiler_options=UNOPTIMISED)(bars, arguments[:2])]
    made = adjoint(program, keep_results=True)
    verify(made)
    inputs, binding = bind(program, arguments)
    assert made.original is not None
    found = interpret(emulate(made, made.original), [*inputs, *jax.tree.leaves(bars)], binding)
    count = len(program.body.results)
    for got, own in zip(found, interpret(emulate(program, program.original), inputs, binding)):
        assert np.array_equal(got, own), "the results are those of the program"
    for got, want, dtype in zip(found[count:], wanted, result_dtypes(made)[count:], strict=True):
        assert dtype == want.dtype
        assert np.array_equal(got, np.asarray(got).astype(dtype))
        assert np.max(np.abs(got - want.astype(float))) <= units * np.finfo(np.float32).eps * np.max(np.abs(want))


def relaxed(u, k, steps):
    for _ in range(steps):
        new = u.copy()
        new[1:-1] = u[1:-1] + k * (u[2:] - u[1:-1] - u[1:-1] + u[:-2])
        u = new
    return np.sqrt(u)


def test_nothing_of_a_binary32_program_is_wider():
    program = lift(relaxed, VECTOR, np.float32(0.1), 3)
    made = adjoint(program)
    formats = value_formats(made, made.original)
    assert {f.name for v, f in formats.items() if f} == {"binary32"}


def test_sweeps_state_nothing():
    """Tallies are wanted in a carrier of the analysis' own."""
    assert adjoint(instrument(lift(relaxed, VECTOR, np.float32(0.1), 3))).original is None


def test_programs_without_formats_have_adjoints_without():
    program = lift(relaxed, VECTOR.astype(float), 0.1, 3)
    assert adjoint(replace(program, original=None)).original is None
    assert adjoint(program).original.storage_of("u_bar") == FORMATS["binary64"]


def above(u, low, high):
    v = u * u
    return np.count_nonzero(v > low) + np.count_nonzero(v > high)


def test_cotangents_that_are_one_value_may_have_formats_of_their_own():
    """The zeros of two thresholds, which are Python's floats in a program of binary32."""
    back = adjoint(lift(above, VECTOR, 0.5, 2.0))
    verify(back)
    assert len({leaf.value for leaf in back.returns}) == 3


def narrow_and_wide(w, x):
    """An argument of binary64 that is used in binary32, too, by the operation that is reversed last."""
    return jnp.sin(w.astype(jnp.float32)), jnp.exp(w) * x


def test_sums_of_cotangents_have_the_format_of_what_they_are_of():
    with jax.enable_x64(True):
        w, x = RNG.uniform(0.3, 1.2, 5), RNG.uniform(0.3, 1.2, 5)
        program = lift(narrow_and_wide, w, x)
        bars = [np.zeros(5, np.float32), RNG.uniform(0.5, 1.0, 5)]
        back = adjoint(program)
        found = interpret(emulate(back, back.original), [w, x, *bars])
    assert np.allclose(found[0], bars[1] * np.exp(w) * x, rtol=1e-15, atol=0.0)
