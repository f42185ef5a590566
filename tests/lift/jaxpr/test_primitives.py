"""Every primitive that lifts, against JAX; every primitive that does not, refused with its reason."""

from pathlib import Path

import jax
import jax.experimental.sparse
import jax.extend.core.primitives as known
import ml_dtypes
import mpmath
import numpy as np
import pytest
from jax import lax
from jax._src.interpreters import mlir

from precis.errors import UnsupportedProgram
from precis.lift.jaxpr import lift_jax
from precis.lift.jaxpr.document import page
from precis.lift.jaxpr.table import PRIMITIVES, REFUSED
from tests.lift.jaxpr.oracle import agree, primitives, run
from tests.lift.jaxpr.samples import SAMPLES, X
from tests.lift.numpy.surface import check_adjoint

# Lifted like their namesakes in another version or place of JAX, or made only where random numbers are lowered; no call makes them.
UNSEEN = {
    "copy_p",
    "pjit",
    "core_call",
    "call",
    "checkpoint",
    "composite",
    "custom_vmap_call",
    "sharding_constraint",
    "layout_constraint",
    "with_memory_space_constraint",
    "pvary",
    "reshard",
    "eq_to",
    "iota_2x32_shape",
    "tie",
    "zeros_like",
    "dce_sink",
    "inspect_sharding",
    "scaled_dot",
}

@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.primitive)
def test_agrees_with_jax(sample):
    agree(sample.fn, *sample.args, ulps=sample.ulps)


def test_samples_hold_the_primitive_that_they_are_for():
    assert [s.primitive for s in SAMPLES if s.primitive not in primitives(s.fn, s.args)] == []


def test_every_row_that_lifts_has_a_sample():
    lifted = {name for name, row in PRIMITIVES.items() if row.how != REFUSED}
    assert lifted - {s.primitive for s in SAMPLES} <= UNSEEN


def test_every_primitive_of_jax_is_in_the_table():
    """Those that JAX names in public, and those that it can compile, those of its sparse matrices among them."""
    tables = (mlir._lowerings, *mlir._platform_specific_lowerings.values())
    names = {getattr(known, n).name for n in dir(known) if n.endswith("_p")} | {p.name for table in tables for p in table}
    assert names - set(PRIMITIVES) == set()


def test_the_page_shows_the_table():
    path = Path(__file__).parents[3] / "docs" / "jax_primitives.md"
    assert path.read_text() == page(), "run: python -m precis.lift.jaxpr.document > docs/jax_primitives.md"


NARROW = (
    "add",
    "mul",
    "div",
    "square",
    "integer_pow",
    "rsqrt",
    "exp",
    "tanh",
    "erfc",
    "erf_inv",
    "reduce_sum",
    "cumsum",
    "dot_general",
    "select_n",
    "gather",
    "scatter-add",
    "scan",
)


@pytest.mark.parametrize("dtype", [ml_dtypes.bfloat16, np.float16, np.float64], ids=lambda t: np.dtype(t).name)
def test_agrees_in_other_formats(dtype):
    """The first sample of some primitives with its arrays in another format: JAX rounds where the Program does."""
    for name in NARROW:
        sample = next(s for s in SAMPLES if s.primitive == name)
        args = jax.tree.map(lambda a: a.astype(dtype) if isinstance(a, np.ndarray) and a.dtype == np.float32 else a, sample.args)
        agree(sample.fn, *args, ulps=max(sample.ulps, 1) if sample.ulps else 0, x64=dtype is np.float64)


REFUSALS = [
    (lambda x: x * lax.rng_uniform(0.0, 1.0, (4,)), (X,), "`rng_uniform`", "draw them outside"),
    (lambda x: lax.bitcast_convert_type(lax.bitcast_convert_type(x, np.int32) + 1, np.float32), (X,), "`bitcast_convert_type`",
     "has no derivative"),
    (lambda x: jax.scipy.linalg.schur(x[:, :3])[0], (X,), "`schur`", "lax.scan"),
    (lambda x: jax.pure_callback(np.sin, x, x), (X,), "`pure_callback`", "Python computes"),
    (lambda x: lax.reduce_precision(x, 7, 3), (X,), "`reduce_precision`", "no format has 7 exponent bits"),
    (lambda x: x.astype(jax.numpy.int4), (X,), "`convert_element_type`", "values of type int4"),
]


@pytest.mark.parametrize("fn, args, primitive, words", REFUSALS, ids=[r[2] for r in REFUSALS])
def test_refusals_name_the_place_the_primitive_and_a_way_out(fn, args, primitive, words):
    with pytest.raises(UnsupportedProgram) as caught:
        lift_jax(fn, args)
    text = str(caught.value)
    span = caught.value.span
    assert span is not None and (span.file, span.line) == ("test_primitives.py", fn.__code__.co_firstlineno)
    assert primitive in text and words in text


@pytest.mark.parametrize("name, exact", [("erfc", mpmath.erfc), ("erf_inv", mpmath.erfinv)])
def test_composed_special_functions_in_binary64(name, exact):
    """erfc and erf_inv are within 1e-14 of mpmath, relative, also in the tail where 1 - erf(x) keeps no digit."""
    x = np.linspace(-0.999, 0.999, 41) if name == "erf_inv" else np.linspace(-5.0, 26.0, 63)
    with jax.enable_x64(True):
        program = lift_jax(getattr(lax, name), (x,))
        got = run(program, (x,))
    with mpmath.workdps(40):
        wanted = [exact(mpmath.mpf(float(v))) for v in x]
        assert all(abs(g - w) <= 1e-14 * abs(w) for g, w in zip(map(mpmath.mpf, got.tolist()), wanted))


def test_typed_keys_are_arguments():
    """A key made by jax.random.key draws what JAX draws, also another key than the one lifted with."""
    def draw(key, x):
        first, second = jax.random.split(key)
        return jax.random.uniform(first, x.shape) * x, jax.random.permutation(second, 6)
    program = lift_jax(draw, (jax.random.key(3), X))
    for seed in (3, 8):
        key = jax.random.key(seed)
        for got, wanted in zip(run(program, (key, X)), draw(key, X)):
            np.testing.assert_array_equal(got, wanted)


def test_typed_keys_are_chosen_and_put_in_places():
    """Chosen one by one, written over, put at positions, in the carry of a loop."""
    def draw(key, chosen, at):
        keys = jax.random.split(key, 4)
        kept = jax.numpy.where(chosen, keys, keys[::-1]).at[at].set(keys[:2])
        moved = lax.dynamic_update_slice(kept, keys[2:], (at[0],))
        last, _ = lax.scan(lambda k, other: (jax.numpy.where(chosen[0], k, other), None), key, moved)
        return jax.vmap(jax.random.bits)(moved), jax.random.bits(last)
    args = (jax.random.key(3), np.array([True, False, True, False]), np.array([2, 0], np.int32))
    program = lift_jax(draw, args)
    for chosen in (args[1], ~args[1]):
        for got, wanted in zip(run(program, (args[0], chosen, args[2])), draw(args[0], chosen, args[2]), strict=True):
            np.testing.assert_array_equal(got, wanted)


def test_adjoint_of_erf_inv_is_finite_where_it_is_differentiable():
    """Its branches for large arguments have infinite derivatives at 0, which must not reach the others."""
    with jax.enable_x64(True):
        program = lift_jax(lax.erf_inv, (np.linspace(-0.9, 0.9, 7),))
    check_adjoint(program, (np.linspace(-0.9, 0.9, 7),))
