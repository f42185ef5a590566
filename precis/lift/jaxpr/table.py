"""The table of JAX primitives: how each is lifted, or why it is refused.

A primitive that is not in the table is refused, too. docs/jax_primitives.md shows this table
(`python -m precis.lift.jaxpr.document`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from precis.lift.jaxpr import (
    bits,
    branches,
    calls,
    complexes,
    definitions,
    elementwise,
    encodings,
    gather,
    loops,
    pooling,
    random,
    reduce,
    reflectors,
    routines,
    scatter,
    shape,
    special,
    windows,
)
from precis.lift.jaxpr.refusals import REFUSALS

LIFTS, COMPOSED, INLINED, REFUSED = "lifts", "composed", "inlined", "refused"


@dataclass(frozen=True, slots=True)
class Row:
    """One primitive. `handler(lowering, equation, operands)` returns the outputs; None: refused, and `note` says why."""

    how: str
    handler: Callable[..., Any] | None
    note: str = ""
    hints: tuple[str, ...] = ()


def _lifts(handler: Callable[..., Any], note: str = "") -> Row:
    return Row(LIFTS, handler, note)


def _composed(handler: Callable[..., Any], note: str) -> Row:
    return Row(COMPOSED, handler, note)


_ONE_OP = {
    "sub": "sub", "neg": "neg", "max": "maximum", "min": "minimum",
    "sqrt": "sqrt", "cbrt": "cbrt", "exp": "exp", "log": "log", "erf": "erf", "sin": "sin", "cos": "cos", "atan2": "arctan2",
    "rem": "fmod", "floor": "floor", "ceil": "ceil", "is_finite": "isfinite",
    "lt": "lt", "le": "le", "gt": "gt", "ge": "ge", "eq": "eq", "ne": "ne",
    "and": "bit_and", "or": "bit_or", "xor": "bit_xor", "not": "bit_not",
    "complex": "complex", "real": "re", "imag": "im",
}

_ELEMENTWISE = {
    **{name: _lifts(elementwise.op(op), f"`{op}`") for name, op in _ONE_OP.items()},
    **{name: _lifts(complexes.or_complex(name, elementwise.op(op)), f"`{op}`; composed for complex values")
       for name, op in complexes.COMPLEX.items()},
    **{name: _lifts(elementwise.typed(op), f"`{op}`") for name, op in (("add", "add"), ("add_any", "add"), ("mul", "mul"))},
    "div": _lifts(elementwise.div, "`div`; integers divide toward zero"),
    "abs": _lifts(elementwise.absolute, "`abs`; `magnitude` of complex values"),
    "pow": _lifts(elementwise.power, "`pow`; integer exponents convert"),
    "conj": _lifts(elementwise.conj, "`conj`"),
    "square": _composed(elementwise.square, "x * x"),
    "integer_pow": _composed(elementwise.integer_pow, "multiplications by repeated squaring, as XLA; 1 / x^-y for negative y"),
    "clamp": _composed(elementwise.clamp, "minimum(maximum(x, low), high)"),
    "select_n": _lifts(elementwise.select_n, "`select`; nested for more than two cases"),
    "round": _composed(elementwise.round_, "`rint`, or away from zero by `trunc` and `copysign`"),
    "shift_left": _composed(elementwise.shift("shift_left"), "0 beyond the width, as XLA"),
    "shift_right_logical": _composed(elementwise.shift("shift_right_logical"), "on the unsigned type; 0 beyond the width"),
    "shift_right_arithmetic": _composed(elementwise.shift("shift_right_arithmetic"), "the sign beyond the width"),
    "convert_element_type": _lifts(elementwise.convert_element_type,
                                   "`astype` between floating formats, `convert` between kinds"),
    "reduce_precision": _lifts(elementwise.reduce_precision, "`astype`; the original Assignment holds the format"),
    **{f"{name}_to": _composed(elementwise.total_order(name), f"`{name}`, NaN last") for name in ("lt", "le", "eq")},
    "stop_gradient": _lifts(elementwise.stop_gradient, "`stop`"),
    "erfc": _composed(special.erfc, "rational approximations of Cephes, as XLA in binary64"),
    "lgamma": _lifts(elementwise.op("lgamma"), "`lgamma`"),
    "digamma": _composed(special.digamma, "recurrence and asymptotic series"),
    "zeta": _composed(special.zeta, "the Euler-Maclaurin formula, as Cephes"),
    "polygamma": _composed(special.polygamma, "`lgamma` and the zeta function"),
    **{name: _composed(definitions.special(definition), "JAX's own definition, traced") for name, definition in (
        ("igamma", "igamma_impl"), ("igammac", "igammac_impl"), ("igamma_grad_a", "igamma_grad_a_impl"),
        ("regularized_incomplete_beta", "regularized_incomplete_beta_impl"))},
    "bessel_i0e": _composed(definitions.bessel(0), "its power series below 1, beyond it JAX's own definition, traced"),
    "bessel_i1e": _composed(definitions.bessel(1), "its power series below 1, beyond it the derivative of JAX's own `bessel_i0e`, traced"),
    "erf_inv": _composed(special.erf_inv, "polynomials of Giles, as XLA"),
    "tie": _lifts(elementwise.second, "its second operand"),
    **{name: _lifts(elementwise.same, "the operand itself") for name in (
        "copy", "copy_p", "device_put", "with_memory_space_constraint", "optimization_barrier",
        "sharding_constraint", "layout_constraint", "name", "pvary", "reshard")},
}

_SHAPE = {
    "broadcast_in_dim": _lifts(shape.broadcast_in_dim,
                               "NumPy broadcasting, with a `reshape` to line up axes; `broadcast` where needed"),
    "reshape": _lifts(shape.reshape, "`reshape`"), "squeeze": _lifts(shape.squeeze, "`reshape`, or a position in place of a cut"),
    "transpose": _lifts(shape.transpose, "`transpose`"), "slice": _lifts(shape.slice_, "`slice`"),
    "rev": _lifts(shape.rev, "`slice` by -1"),
    "concatenate": _lifts(shape.concatenate, "`concatenate`"), "iota": _lifts(shape.iota, "`iota`"),
    **{name: _lifts(shape.empty, "zero, as XLA fills it") for name in ("empty", "empty2", "zeros_like")},
    "stack": _composed(shape.stack, "`concatenate`"), "unstack": _composed(shape.unstack, "`slice`"),
    "split": _composed(shape.split, "`slice`"), "tile": _composed(shape.tile, "`broadcast` and `reshape`"),
    "pad": _composed(shape.pad, "`update` of a filled array; negative and interior padding too"),
    "dynamic_slice": _lifts(gather.dynamic_slice, "`slice` at run-time positions, clamped unless surely in range"),
    "dynamic_update_slice": _lifts(gather.dynamic_update_slice, "`update`, clamped likewise"),
    "gather": _lifts(gather.gather, "`slice` with picks; modes clip, fill, promise_in_bounds"),
    "scatter": _lifts(scatter.scatter("set"),
                      "`update` with picks; out of range dropped or clipped; the last of repeated positions stays"),
    "scatter-add": _lifts(scatter.scatter("add"), "`update_add` with picks"),
    "scatter-sub": _composed(scatter.subtract, "`update_add` of the negative"),
    **{f"scatter-{name}": _composed(scatter.scatter(op), f"`slice`, `{op}`, `update`; a loop where positions may repeat")
       for name, op in (("mul", "mul"), ("min", "minimum"), ("max", "maximum"))},
}

_REDUCTIONS = {
    **{f"reduce_{name}": _lifts(reduce.reduction(op), f"`{op}`") for name, op in (
        ("sum", "sum"), ("max", "max"), ("min", "min"))},
    "reduce_prod": _lifts(reduce.multiplied, "`prod`; of complex numbers a loop over the reduced elements"),
    "reduce_and": _lifts(reduce.of_truths("all", reduce.of_bits("bit_and", -1)), "`all`; of integers a loop over the reduced elements"),
    "reduce_or": _lifts(reduce.of_truths("any", reduce.of_bits("bit_or", 0)), "`any`; of integers a loop over the reduced elements"),
    "argmax": _lifts(reduce.position("argmax"), "`argmax`"), "argmin": _lifts(reduce.position("argmin"), "`argmin`"),
    "cumsum": _lifts(reduce.scan_along("cumsum"), "`cumsum`"), "cumprod": _lifts(reduce.scan_along("cumprod"), "`cumprod`"),
    "cummax": _composed(reduce.running("maximum"), "a loop"), "cummin": _composed(reduce.running("minimum"), "a loop"),
    "dot_general": _lifts(reduce.dot_general, "`einsum`; 16-bit operands accumulate in binary32, as XLA on CPU"),
    "conv_general_dilated": _composed(windows.convolution,
                                      "one `einsum` of all windows side by side; with groups, or where windows are large, one per position "
                                      "of the kernel or of the result"),
    "cumlogsumexp": _composed(reduce.running_logsumexp, "a loop"),
    "reduce": _composed(reduce.by_function, "a loop over the reduced elements in row-major order"),
    "reduce_xor": _composed(reduce.of_bits("bit_xor", 0), "a loop over the reduced elements"),
    "reduce_window_sum": _composed(pooling.pooled("add", 0.0), "a sum of shifted slices"),
    "reduce_window_max": _composed(pooling.pooled("maximum", -math.inf), "`maximum` of shifted slices"),
    "reduce_window_min": _composed(pooling.pooled("minimum", math.inf), "`minimum` of shifted slices"),
    "reduce_window": _composed(pooling.by_function, "the function of shifted slices, one after the other"),
    "select_and_gather_add": _composed(pooling.picked, "`select` of shifted slices by the first extreme of a window"),
    "select_and_scatter_add": _composed(pooling.spread, "`update_add` where a window has its first extreme"),
}

_SPARSE = {
    f"{form}_{name}": _composed(definitions.sourced(f"jax.experimental.sparse.{form}", f"_{form}_{name}_impl"),
                               "JAX's own definition, traced")
    for form, names in {
        "bcoo": "dot_general dot_general_sampled extract fromdense sort_indices spdot_general sum_duplicates todense transpose",
        "bcsr": "dot_general extract fromdense todense", "coo": "fromdense matmat matvec todense", "csr": "fromdense matmat matvec todense",
    }.items() for name in names.split()
}
_SPARSE["todense"] = _composed(definitions.sourced("jax.experimental.sparse.api", "_todense_impl"), "JAX's own definition, traced")

_CONTROL = {
    "scan": _lifts(loops.scan, "`loop`; counters become affine in the index"),
    "while": _lifts(loops.while_, "`loop` for `counter < bound`, else `while`"),
    "cond": _lifts(branches.cond, "`cond`; nested for more than two branches"),
    "platform_index": Row(INLINED, branches.platform_index, "the branch for the CPU"),
    **{name: Row(INLINED, calls.call(parameter)) for name, parameter in (
        ("jit", "jaxpr"), ("pjit", "jaxpr"), ("closed_call", "call_jaxpr"), ("core_call", "call_jaxpr"), ("call", "call_jaxpr"),
        ("remat2", "jaxpr"), ("checkpoint", "jaxpr"), ("remat_opt", "fwd_jaxpr"),
        ("custom_vmap_call", "call"), ("composite", "jaxpr"))},
    "custom_jvp_call": Row(INLINED, calls.custom_jvp, "its primal, with its rule; `_frexp` of jax.numpy: mantissa and exponent"),
    "custom_vjp_call": Row(INLINED, calls.custom_vjp, "its primal, with its rule"),
    "custom_linear_solve": Row(INLINED, calls.linear_solve,
                               "its `solve`, with its rule; `solve` of the matrix where that has been factored"),
    "linear_call": Row(INLINED, calls.linear, "its function; the transpose where the program itself differentiates it"),
    **{name: Row(INLINED, calls.nothing, "left out: it prints") for name in ("debug_callback", "debug_print")},
    **{name: Row(INLINED, calls.nothing, "left out: it computes nothing") for name in ("dce_sink", "inspect_sharding")},
}


_BITS = {
    "population_count": _composed(bits.population_count, "sums of fields of bits"),
    "clz": _composed(bits.leading_zeros, "set bits of the complement"),
    "mulhi": _composed(bits.high_product, "a product of integers of twice the width; up to 32 bits"),
    "nextafter": _composed(encodings.nextafter, "one unit in the last place of the traced dtype is added, which moves with nothing"),
    "bitcast_convert_type": _composed(encodings.bitcast,
                                      "from integers: what they encode; to integers: the bits, every NaN the quiet one; parts of wider "
                                      "words in a last dimension, the lowest first"),
}

_RANDOM = {
    "threefry2x32": _lifts(random.block, "`threefry_0` and `threefry_1`"),
    "iota_2x32_shape": _composed(random.counters, "`iota`"),
    **{name: _lifts(elementwise.same, "the operand itself") for name in ("random_wrap", "random_unwrap", "random_clone")},
    **{f"random_{name}": _composed(handler, "JAX's own definition, traced") for name, handler in (
        ("gamma", random.gamma), ("bits", random.bits), ("split", random.split), ("seed", random.seed), ("fold_in", random.fold_in))},
}

_ROUTINES = {
    "sort": _lifts(routines.sort, "`sort`; with several operands, and of complex numbers, `argsort` and `slice`"),
    "top_k": _composed(routines.top_k, "`argsort` and `slice`"),
    "cholesky": _lifts(routines.cholesky, "`cholesky`"), "lu": _lifts(routines.lu, "`lu` and `lu_order`"),
    "lu_pivots_to_permutation": _composed(routines.permutation, "a loop of exchanges; not of stacks"),
    "triangular_solve": _lifts(routines.triangular_solve, "`triangular_solve`"),
    "tridiagonal_solve": _composed(definitions.tridiagonal_solve, "elimination with exchanges of neighbouring rows, as LAPACK's `gtsv`"),
    "cholesky_update": _composed(definitions.sourced("jax._src.lax.linalg", "_cholesky_update_jax_fn"), "JAX's own definition, traced"),
    "symmetric_product": _composed(definitions.sourced("jax._src.lax.linalg", "_symmetric_product_jax_fn"), "JAX's own definition, traced"),
    "scaled_dot": _composed(definitions.sourced("jax._src.lax.scaled_dot", "_scaled_dot_impl"), "JAX's own definition, traced"),
    "householder_product": _composed(reflectors.householder_product, "one reflection after the other"),
    "hessenberg": _composed(reflectors.hessenberg, "one reflection after the other; not of complex matrices"),
    "ragged_dot_general": _composed(reflectors.ragged_dot, "one `einsum` with the group of each row; as `jax.lax.ragged_dot` makes it"),
    "qr": _lifts(routines.qr, "`qr`; without pivoting"), "eigh": _lifts(routines.eigh, "`eigh`"),
    "eig": _lifts(routines.eig, "`eig`; without left eigenvectors"), "svd": _lifts(routines.svd, "`svd`"),
    "fft": _lifts(routines.fft, "`fft`, `rfft`, `irfft` along each axis"),
}

_REFUSALS = {name: Row(REFUSED, None, reason, (hint,)) for reason, hint, names in REFUSALS for name in names}

PRIMITIVES: dict[str, Row] = {**_ELEMENTWISE, **_SHAPE, **_REDUCTIONS, **_ROUTINES, **_CONTROL, **_BITS, **_RANDOM, **_SPARSE, **_REFUSALS}
