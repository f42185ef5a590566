"""Lifting: from a user's function and example arguments to a Program."""

from __future__ import annotations

from typing import Any

from precis.ir.types import Program
from precis.lift.dialects import speaks_jax
from precis.lift.numpy import lift_numpy


def lift(fn: Any, /, *args: Any, **kwargs: Any) -> Program:
    """The Program of `fn(*args, **kwargs)`, a NumPy-style or JAX function; the arguments are examples.

    NumPy-style Programs serve every size that their guards admit; JAX Programs are for the shapes given. Raises UnsupportedProgram
    for what cannot be lifted and InputError where the function itself fails, each with its place in the source. A Program is what
    it is.
    """
    if isinstance(fn, Program):
        return fn
    if speaks_jax(fn, args, kwargs):
        from precis.lift.jaxpr import lift_jax

        return lift_jax(fn, args, kwargs)
    return lift_numpy(fn, args, kwargs)


__all__ = ["lift", "speaks_jax"]
