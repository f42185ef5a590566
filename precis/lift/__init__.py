"""Lifting: from a user's function and example arguments to a Program."""

from __future__ import annotations

import warnings
from typing import Any

from precis.errors import UncheckedData
from precis.ir.types import Program
from precis.lift.dialects import speaks_jax
from precis.lift.numpy import lift_numpy


def lift(fn: Any, /, *args: Any, **kwargs: Any) -> Program:
    """The Program of `fn(*args, **kwargs)`, a NumPy-style or JAX function; the arguments are examples.

    NumPy-style Programs serve every size that their guards admit; JAX Programs are for the shapes given. Raises UnsupportedProgram
    for what cannot be lifted and InputError where the function itself fails, each with its place in the source. Warns (UncheckedData)
    of asserts and exceptions that depend on data, which the Program leaves out. A Program is what it is.
    """
    if isinstance(fn, Program):
        return fn
    if speaks_jax(fn, args, kwargs):
        from precis.lift.jaxpr import lift_jax  # loads jax, which NumPy programs do without

        return lift_jax(fn, args, kwargs)
    program = lift_numpy(fn, args, kwargs)
    checks = [str(a) for a in program.assumed if a.own]
    if checks:
        warnings.warn(f"{program.name}: not checked when the lifted program runs: {'; '.join(checks)}", UncheckedData, stacklevel=2)
    return program


__all__ = ["lift", "speaks_jax"]
