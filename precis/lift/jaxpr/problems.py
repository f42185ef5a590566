"""Exceptions of a traced function, explained at the user's line."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from types import CodeType, TracebackType
from typing import Any

from precis.errors import PrecisError, Span, UnsupportedProgram
from precis.lift.jaxpr.frames import is_user
from precis.lift.jaxpr.statements import source_of

# By the name of the exception of jax.errors: (what is wrong, what to do).
_REASONS = {
    "TracerBoolConversionError": ("a branch depends on the value of an array",
                                  "write jnp.where(condition, a, b), jax.lax.cond or jax.lax.while_loop"),
    "TracerArrayConversionError": ("a NumPy function is given an array that JAX traces", "use the function of jax.numpy"),
    "TracerIntegerConversionError": ("a Python integer depends on the value of an array", "pass it as a Python int argument"),
    "NonConcreteBooleanIndexError": ("the shape depends on the value of a mask", "write jnp.where(mask, a, b)"),
    "ConcretizationTypeError": ("a Python value or a shape depends on the value of an array", "pass it as a Python number"),
    "UnexpectedTracerError": ("a traced value leaves the function that made it", "return it instead of storing it"),
}


def explained(problem: BaseException, fn: Callable[..., Any]) -> PrecisError:
    """The PrecisError for an exception that was raised while `fn` was traced."""
    found = next((_REASONS[t.__name__] for t in type(problem).__mro__ if t.__name__ in _REASONS), None)
    span, source = _place(problem, fn)
    if found:
        return UnsupportedProgram(found[0], span, hints=(found[1],), source=source)
    text = re.sub(r"(the )?function flat at \S+:\d+ traced for jit", "the function", str(problem)).strip()
    first = text.splitlines()[0] if text else "no message"
    return PrecisError(f"{type(problem).__name__} while the function is traced: {first}", span, source=source,
                       hints=("the function has to run under jax.jit with these arguments",))


def _place(problem: BaseException, fn: Callable[..., Any]) -> tuple[Span | None, str | None]:
    """The innermost user frame of the traceback; where there is none, the function's own line."""
    at, step = None, problem.__traceback__
    while step is not None:
        if is_user(step.tb_frame.f_code.co_filename):
            at = step
        step = step.tb_next
    if at is not None:
        return _frame(at)
    code = getattr(inspect.unwrap(fn), "__code__", None)
    return (Span(_base(code.co_filename), code.co_firstlineno), None) if isinstance(code, CodeType) else (None, None)


def _frame(at: TracebackType) -> tuple[Span, str | None]:
    code = at.tb_frame.f_code
    source = source_of(code.co_filename)
    line, end, column, end_column = list(code.co_positions())[at.tb_lasti // 2]
    line = line or at.tb_lineno
    if source is None or column is None:
        return Span(_base(code.co_filename), line), source.text if source else None
    last = source.column(line, end_column) if end == line and end_column is not None else None
    return Span(_base(code.co_filename), line, source.column(line, column), last), source.text


def _base(file: str) -> str:
    return file.replace("\\", "/").rsplit("/", 1)[-1]
