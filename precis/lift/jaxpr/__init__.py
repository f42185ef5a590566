"""The JAX front end: a function's jaxpr, lowered primitive by primitive to a Program. Only `lift_jax` imports jax."""

from precis.lift.jaxpr.lift import lift_jax

__all__ = ["lift_jax"]
