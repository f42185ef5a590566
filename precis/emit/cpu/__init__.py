"""The CPU target: C++17 text, built by the system compiler and called through ctypes."""

from __future__ import annotations

from precis.emit.cpu.arguments import by_value, function_name, interface, library_routines
from precis.emit.cpu.build import compiler
from precis.emit.cpu.program import ProgramPrinter

__all__ = ["ProgramPrinter", "by_value", "compiler", "function_name", "interface", "library_routines"]
