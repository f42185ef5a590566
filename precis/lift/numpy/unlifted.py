"""Refusals of calls: what is called, why it is not lifted, what to write instead."""

from __future__ import annotations

import ast
from typing import Any

from precis.lift.numpy.functions.evaluated import evaluable
from precis.lift.numpy.numbers import describe
from precis.lift.numpy.outside import outside
from precis.lift.numpy.source import callable_name
from precis.lift.numpy.state import Lifting

KNOWN = "or give it defaults and constants only: then it is computed before the program runs"
HINTS = {"random": "pass random numbers as an argument"}


def hints(name: str) -> tuple[str, ...]:
    return tuple(hint for word, hint in HINTS.items() if word in name)


def written(function: Any, node: ast.AST | None) -> str:
    """A callable as the user writes it in a call: np.sum."""
    text = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
    return text if text and len(text) < 60 and "(" not in text else callable_name(function)


def unknown(lift: Lifting, function: Any, node: ast.AST | None) -> Any:
    if not callable(function):
        lift.wrong(f"{describe(function)} cannot be called")
    name = written(function, node)
    if "random" in name:
        lift.refuse(f"{name} draws random numbers", "draw them before, and pass them as an argument")
    other = outside(function)
    if other is not None:
        lift.refuse(f"{name} {other.does}", other.hint)
    lift.refuse(f"{name} is not among the functions that precis lifts", *hints(name),
                "write it with the functions that are (docs/lifting.md)", *([KNOWN] if evaluable(function) else []))
