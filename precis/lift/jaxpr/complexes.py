"""Elementary functions of complex operands: the definitions of the NumPy front end, in jax.numpy and traced."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
from jax import lax

from precis.ir.types import Value
from precis.lift.jaxpr.definitions import traced
from precis.lift.numpy import library

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

Handler = Callable[["Lowering", Any, list[Value]], Any]
_INVERSE = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh"}
_SAME = ("sinh", "cosh", "tanh", "tan", "log1p", "expm1", "rsqrt", "exp2", "logistic", "sign")
COMPLEX = {name: name for name in _SAME} | _INVERSE  # primitive -> operation on real operands


def or_complex(name: str, real: Handler) -> Handler:
    """`real` for operands that are not complex, else the definition of the primitive `name`."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Any:
        return traced(lo, eqn, x, _definitions()[COMPLEX[name]]) if x[0].kind == "complex" else real(lo, eqn, x)
    return handler


@functools.cache
def _definitions() -> Mapping[str, Callable[..., Any]]:
    """The functions of `library.complex` with jax.numpy under the name np, and what only JAX has."""
    scope: dict[str, Any] = {"np": jnp}
    scope.update((name, FunctionType(f.__code__, scope)) for name, f in vars(library.complex).items() if isinstance(f, FunctionType))
    arcsin, arccos, arccosh, expm1 = (scope[name] for name in ("arcsin", "arccos", "arccosh", "expm1"))

    def above(z: Any, on_cut: Any) -> Any:
        """z, on a cut seen from above whatever the sign of its zero, as XLA does."""
        return lax.complex(z.real, jnp.where((z.imag == 0.0) & on_cut, z.imag + 0.0, z.imag))

    scope["of_parts"] = lax.complex
    scope["arcsin"] = lambda z: arcsin(above(z, abs(z.real) > 1.0))
    return scope | {
        "arccos": lambda z: arccos(above(z, abs(z.real) > 1.0)),
        "arccosh": lambda z: arccosh(above(z, z.real < 1.0)),
        "expm1": lambda z: lax.complex(expm1(z).real, scope["_product"](jnp.exp(z.real), jnp.sin(z.imag))),
        "rsqrt": lambda z: 1.0 / jnp.sqrt(z),
        "exp2": lambda z: jnp.exp(z * jnp.log(2.0)),
        "logistic": lambda z: 1.0 / (1.0 + jnp.exp(-z)),
        "sign": lambda z: jnp.where(z == 0, z, z / jnp.where(z == 0, 1.0, abs(z))),
    }


