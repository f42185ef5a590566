"""Proved bounds of rounding errors over boxes of inputs."""

from precis.bitwidth.bound.bound import Bound, bound

__all__ = ["Bound", "bound"]
