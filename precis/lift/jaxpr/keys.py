"""Typed keys of random numbers become arrays of words: a jaxpr without key types, before anything is lowered.

An array of keys of the default generator (Threefry-2x32) is an array of uint32 with one more axis, of length 2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from jax.extend.core import Literal, Var, jaxprs_in_params

from precis.errors import UnsupportedProgram

WORDS = 2


def is_key(aval: Any) -> bool:
    return type(getattr(aval, "dtype", None)).__name__ == "KeyTy"


def without_keys(closed: Any) -> Any:
    """The closed jaxpr over words in place of keys; the very same one where it has no keys."""
    return closed.replace(jaxpr=_jaxpr(closed.jaxpr)) if _any_key(closed.jaxpr) else closed


def _any_key(jaxpr: Any) -> bool:
    variables = [*jaxpr.invars, *jaxpr.constvars, *(v for e in jaxpr.eqns for v in (*e.invars, *e.outvars))]
    return any(is_key(v.aval) for v in variables) or any(_any_key(j) for e in jaxpr.eqns for j in jaxprs_in_params(e.params))


def _jaxpr(jaxpr: Any) -> Any:
    """The jaxpr with every variable of keys replaced, inner jaxprs too."""
    variables: dict[Any, Any] = {}

    def of(v: Any) -> Any:
        if hasattr(v, "val") or not is_key(v.aval):
            return v
        return variables.setdefault(v, _words(v))

    eqns = [_equation(e, of) for e in jaxpr.eqns]
    return jaxpr.replace(invars=list(map(of, jaxpr.invars)), constvars=list(map(of, jaxpr.constvars)),
                         outvars=list(map(of, jaxpr.outvars)), eqns=eqns)


def _words(var: Any) -> Any:
    if f"{var.aval.dtype}" != "key<fry>":
        raise UnsupportedProgram(f"keys of type {var.aval.dtype} cannot be lifted", hints=("use the default generator, threefry2x32",))
    return Var(var.aval.update(shape=(*var.aval.shape, WORDS), dtype=np.dtype(np.uint32)))


def _equation(eqn: Any, of: Callable[[Any], Any]) -> Any:
    name, params = eqn.primitive.name, {key: _inner(p) for key, p in eqn.params.items()}
    invars = list(map(of, eqn.invars))
    if any(is_key(v.aval) for v in (*eqn.invars, *eqn.outvars)):
        if name in _UNRULED:
            raise UnsupportedProgram(f"the JAX primitive `{name}` cannot be lifted on typed keys",
                                     hints=("use jax.random.PRNGKey, whose keys are plain words",))
        params |= _MOVES[name](params, eqn) if name in _MOVES else {}
        invars += [_zero(invars[-1])] if name in ("dynamic_slice", "dynamic_update_slice") else []
    return eqn.replace(invars=invars, outvars=list(map(of, eqn.outvars)), params=params)


def _inner(parameter: Any) -> Any:
    if hasattr(parameter, "consts") and hasattr(parameter, "jaxpr"):
        return without_keys(parameter)
    if hasattr(parameter, "eqns"):
        return _jaxpr(parameter) if _any_key(parameter) else parameter
    return tuple(map(_inner, parameter)) if type(parameter) is tuple else parameter


def _zero(like: Any) -> Any:
    return Literal(np.zeros((), like.aval.dtype), like.aval)


def _sliced(p: Mapping[str, Any], eqn: Any) -> dict[str, Any]:
    return {"start_indices": (*p["start_indices"], 0), "limit_indices": (*p["limit_indices"], WORDS),
            "strides": None if p["strides"] is None else (*p["strides"], 1)}


def _spread(p: Mapping[str, Any], eqn: Any) -> dict[str, Any]:
    return {"shape": (*p["shape"], WORDS), "broadcast_dimensions": (*p["broadcast_dimensions"], len(p["shape"]))}


def _gathered(p: Mapping[str, Any], eqn: Any) -> dict[str, Any]:
    numbers = p["dimension_numbers"]
    offsets = (*numbers.offset_dims, eqn.outvars[0].aval.ndim)
    return {"slice_sizes": (*p["slice_sizes"], WORDS), "dimension_numbers": numbers._replace(offset_dims=offsets)}


def _scattered(p: Mapping[str, Any], eqn: Any) -> dict[str, Any]:
    numbers = p["dimension_numbers"]
    return {"dimension_numbers": numbers._replace(update_window_dims=(*numbers.update_window_dims, eqn.invars[2].aval.ndim))}


_MOVES: dict[str, Callable[[Mapping[str, Any], Any], dict[str, Any]]] = {
    "slice": _sliced, "broadcast_in_dim": _spread, "gather": _gathered, "scatter": _scattered,
    "dynamic_slice": lambda p, eqn: {"slice_sizes": (*p["slice_sizes"], WORDS)},
    "reshape": lambda p, eqn: {"new_sizes": (*p["new_sizes"], WORDS)},
    "transpose": lambda p, eqn: {"permutation": (*p["permutation"], eqn.invars[0].aval.ndim)},
}
_UNRULED = ("pad",)  # with a key, where arrays are padded with a number
