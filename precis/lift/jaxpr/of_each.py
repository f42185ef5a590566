"""Functions of numbers that equations hold, as functions of arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import jax
from jax.core import eval_jaxpr


def of_each(function: Any, shape: Sequence[int]) -> Any:
    """A jaxpr of numbers, which may be open, as one of arrays of a shape, element by element: not all that it holds spreads by itself."""
    jaxpr, constants = (function.jaxpr, function.consts) if hasattr(function, "consts") else (function, ())
    every = partial(eval_jaxpr, jaxpr, constants)
    for _ in shape:
        every = jax.vmap(every)
    given = [jax.ShapeDtypeStruct(tuple(shape), v.aval.dtype) for v in jaxpr.invars]
    return jax.make_jaxpr(every)(*given) if shape else function
