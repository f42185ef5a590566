"""Automatic precision reduction and surrogate models for scientific programs.

Names load when they are first used, so that `import precis` costs nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "lift": "precis.lift",
    "replace": "precis.surrogate",
    "sensitivity": "precis.bitwidth",
    "assign": "precis.bitwidth",
    "assign_by_statistic": "precis.bitwidth.by_statistic",
    "measure": "precis.bitwidth",
    "findings": "precis.bitwidth.findings",
    "statistic": "precis.bitwidth.statistic",
    "emit": "precis.emit.engine",
    "compile": "precis.emit.engine",
    "tune": "precis.tune",
    "Tolerance": "precis.bitwidth.tolerance",
    "Assignment": "precis.formats",
    "Format": "precis.formats",
    "FORMATS": "precis.formats",
    "Program": "precis.ir.types",
    "Span": "precis.errors",
    "PrecisError": "precis.errors",
    "BuildError": "precis.errors",
    "InputError": "precis.errors",
    "ParseError": "precis.errors",
    "ToleranceNotMet": "precis.errors",
    "UnsupportedProgram": "precis.errors",
    "UsageError": "precis.errors",
    "VerifyError": "precis.errors",
}

__all__ = ["__version__", *_HOMES]  # pyright: ignore[reportUnsupportedDunderAll]


class _Face(ModuleType):
    """Some rooms and functions share a name (lift, emit, tune). As attributes of precis the functions win; rooms are
    reached by `from precis.lift import ...`."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _HOMES and isinstance(value, ModuleType):
            return  # the import system binding a room
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Face


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'precis' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
