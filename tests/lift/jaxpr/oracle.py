"""JAX itself, operation by operation on the CPU, as the oracle of lifted Programs."""

from __future__ import annotations

import contextlib

import jax
import jax.numpy as jnp
import numpy as np

from precis.formats import format_of_dtype
from precis.ir.call import bind, give_back
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.text import parse, show
from precis.lift.jaxpr import lift_jax


def run(program, args, kwargs=None):
    """What the Program returns, its original roundings emulated in binary64."""
    arrays, binding = bind(program, args, kwargs)
    return give_back(program, interpret(emulate(program, program.original), arrays, binding), args, kwargs)


def by_operation(fn, args, kwargs=None):
    """The function run by JAX one operation at a time: nothing is fused."""
    args, kwargs = jax.tree_util.tree_map(lambda x: jnp.asarray(x) if isinstance(x, np.ndarray) else x, (args, kwargs or {}))
    with jax.disable_jit():
        return fn(*args, **kwargs)


def ulps_apart(got, want) -> float:
    """Largest difference in units in the last place of the largest element; 0 where both are NaN or the same infinity."""
    got, want = np.asarray(got), np.asarray(want)
    assert got.shape == want.shape and got.dtype == want.dtype, f"{got.dtype}{got.shape} for {want.dtype}{want.shape}"
    fmt = format_of_dtype(want.dtype)
    if fmt is None:
        return 0.0 if np.array_equal(got, want) else np.inf
    got, want = (a.astype(complex if a.dtype.kind == "c" else np.float64) for a in (got, want))
    same = (got == want) | (np.isnan(got) & np.isnan(want))
    if same.all():
        return 0.0
    scale = np.abs(want[np.isfinite(want)]).max(initial=0.0)
    difference = np.abs(np.subtract(got, want, where=~same, out=np.zeros_like(want)))
    return float(difference.max() / (2 * fmt.u * scale)) if scale else np.inf


def agree(fn, *args, ulps=0.0, x64=False, **kwargs):
    """Lift fn, check that its text parses back, and compare with JAX; returns the Program."""
    with jax.enable_x64(True) if x64 else contextlib.nullcontext():
        program = lift_jax(fn, args, kwargs)
        want = by_operation(fn, args, kwargs)
        assert show(parse(show(program), program.constants)) == show(program)
        got = run(program, args, kwargs)
        leaves = jax.tree_util.tree_leaves
        assert len(leaves(got)) == len(leaves(want))
        for g, w in zip(leaves(got), leaves(want)):
            apart = ulps_apart(g, np.asarray(w))
            assert apart <= ulps, f"{apart} ulps apart:\n{g}\n{w}\n{program}"
    return program


def primitives(fn, args, kwargs=None) -> set[str]:
    """Names of all primitives in the jaxpr of a call, inner jaxprs included."""
    found: set[str] = set()

    def visit(jaxpr):
        for eqn in jaxpr.eqns:
            found.add(eqn.primitive.name)
            for p in jax.tree_util.tree_leaves(
                list(eqn.params.values()), is_leaf=lambda p: hasattr(p, "eqns") or hasattr(p, "jaxpr")
            ):
                inner = getattr(p, "jaxpr", p)
                if hasattr(inner, "eqns"):
                    visit(inner)

    visit(jax.make_jaxpr(lambda a: fn(*a, **(kwargs or {})))(args).jaxpr)
    return found
