"""Emission: plans, readable source, and the engine that runs Programs natively."""

from precis.emit.engine import Compiled, compile, emit
from precis.emit.plan import NotEmittable, plan
from precis.emit.source import Source

__all__ = ["Compiled", "NotEmittable", "Source", "compile", "emit", "plan"]
