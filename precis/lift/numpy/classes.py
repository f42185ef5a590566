"""`class` statements in functions: classes of Python, whose methods are syntax of the program."""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import types
import typing
from collections.abc import Callable
from typing import Any

from precis.lift.numpy.expressions import evaluate
from precis.lift.numpy.frames import Frame
from precis.lift.numpy.functions.classes import as_function
from precis.lift.numpy.numbers import is_number, known
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Closure

DECORATORS = (dataclasses.dataclass, functools.total_ordering)  # that only look at the class
OUTSIDE = "define the class outside of the function"


def class_statement(lift: Lifting, node: ast.ClassDef) -> None:
    """`class` in a function. Its body runs now; its methods see the names of the function around it, not those of the body."""
    bases = tuple(evaluate(lift, base) for base in node.bases)
    if node.keywords or not all(isinstance(base, type) or base is typing.NamedTuple for base in bases):
        lift.refuse("a class with a metaclass, or with bases that are no known classes, cannot be lifted", OUTSIDE)
    held = _body(lift, node)
    member = _constant if any(isinstance(base, type) and issubclass(base, enum.Enum) for base in bases) else _member
    names = {name: member(lift, x) for name, x in held.items()}
    cls = types.new_class(node.name, bases, {}, lambda namespace: _fill(lift, node, namespace, names))
    for decorator in reversed(node.decorator_list):
        with lift.at(decorator):
            cls = _decorated(lift, decorator, cls)
    lift.journal.set(lift.frame.names, node.name, cls)


def _body(lift: Lifting, node: ast.ClassDef) -> dict[str, Any]:
    """The names that the body of a class assigns."""
    around = lift.frame
    frame = Frame(around.function, node, around.text, globals=around.globals, outer=around, hidden=around.hidden, encloses=False)
    with lift.calling(frame):
        lift.execute(node.body)
    return frame.names


def _fill(lift: Lifting, node: ast.ClassDef, namespace: dict[str, Any], names: dict[str, Any]) -> None:
    """The names of a class one by one, as an Enum wants them; its annotations are texts."""
    annotated = [s for s in node.body if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name)]
    namespace["__annotations__"] = {ast.unparse(s.target): ast.unparse(s.annotation) for s in annotated}
    namespace["__module__"] = lift.frame.globals.get("__name__", "")
    for name, x in names.items():
        namespace[name] = x


def _decorated(lift: Lifting, decorator: ast.expr, cls: type) -> type:
    call = decorator if isinstance(decorator, ast.Call) else None
    function: Callable[..., Any] = evaluate(lift, decorator if call is None else call.func)
    if function not in DECORATORS:
        lift.refuse("this decorator of a class in a function cannot be lifted", OUTSIDE)
    options = {k.arg: evaluate(lift, k.value) for k in call.keywords if k.arg} if call else {}
    return function(**options)(cls) if options else function(cls)


def _member(lift: Lifting, x: Any) -> Any:
    return as_function(x) if isinstance(x, Closure) else x


def _constant(lift: Lifting, x: Any) -> Any:
    """The value of a member of an Enum, or a method of it."""
    number = known(lift, x) if is_number(x) else None
    if number is None and not isinstance(x, (str, enum.auto, Closure)) and not callable(x) and not isinstance(x, property):
        lift.refuse("the value of a member of an Enum is computed", OUTSIDE)
    return _member(lift, x) if number is None else number
