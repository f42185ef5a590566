"""The job of a command: the user's function, its arguments, and the generator of more, all checked."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, update_wrapper
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from precis.cli.user import import_file, named, split_place, user_errors
from precis.errors import InputError, Span, UsageError, plural
from precis.ir.types import Program
from precis.lift.fpcore import Lifted, Sampler, lift_fpcore, read_fpcore

GENERATOR = "inputs"
OBJECT_FIRST = "the first argument of a method is its object: return that first"
FUNCTION_THAT_COMPUTES = "name the function that this one calls to compute, which takes these arguments"
NO_OBJECTS = (np.ndarray, np.generic, int, float, complex, str, list, tuple, dict)
FPCORE = re.compile(r"(?P<path>.+\.fpcore)(:(?P<name>.+))?")


@dataclass(frozen=True, slots=True)
class Job:
    """A function of the user's or a Program, its first arguments, and the generator of more: inputs(seed) -> tuple, None
    where the function takes no arguments. core: the FPCore program that it is, with the box of its inputs. notes: what was
    assumed in loading it."""

    function: Any
    arguments: tuple[Any, ...]
    inputs: Callable[..., tuple[Any, ...]] | None
    path: Path
    core: Lifted | None = None
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.function.name if isinstance(self.function, Program) else self.function.__name__


def load_job(place: str, inputs: str | None, seed: int, size: int | None) -> Job:
    """The job that FILE:FUNCTION and --inputs FILE:GENERATOR name; UsageError, ParseError or InputError.

    FILE.fpcore, or FILE.fpcore:NAME where it holds several cores, is sampled from its precondition."""
    if found := FPCORE.fullmatch(place):
        return _fpcore_job(found["path"], found["name"], inputs, seed, size)
    path, name = split_place(place)
    module = import_file(path)
    function = named(module, path, name)
    generator = _generator(module, path, name, function, inputs, size)
    arguments = generator(seed) if generator else ()
    _check_count(function, arguments, path)
    return Job(function, arguments, generator, path)


def _fpcore_job(path: str, name: str | None, inputs: str | None, seed: int, size: int | None) -> Job:
    if inputs is not None:
        raise UsageError("an FPCore program takes no --inputs", hints=("its inputs are drawn from the box that :pre describes",))
    lifted = lift_fpcore(read_fpcore(path), name, size)
    sampler = Sampler(lifted)
    arguments = sampler(seed) if lifted.core.arguments else ()
    return Job(lifted.program, arguments, sampler if arguments else None, Path(path), lifted, lifted.notes)


def _generator(
    module: ModuleType, path: Path, name: str, function: Callable[..., Any], inputs: str | None, size: int | None
) -> Callable[..., tuple[Any, ...]] | None:
    if inputs is not None:
        file, generator_name = split_place(inputs)
        generator = named(import_file(file), file, generator_name)
    elif callable(getattr(module, GENERATOR, None)):
        file, generator_name, generator = path, GENERATOR, getattr(module, GENERATOR)
    elif not _required(function):
        return None
    else:
        raise UsageError(
            f"there are no arguments for {name}",
            hints=(
                f"write inputs(seed, size=None) in {path}, which returns the tuple of arguments of {name}",
                "or name such a function with --inputs FILE.py:GENERATOR",
            ),
        )
    made = partial(generator, size=size) if size is not None else generator
    return update_wrapper(partial(_draw, made, file, generator_name, function), generator)


def _draw(
    generator: Callable[..., Any],
    path: Path,
    name: str,
    function: Callable[..., Any],
    seed: int,
    size: int | None = None,
) -> tuple[Any, ...]:
    """The arguments for one seed, checked."""
    with user_errors(path, f"{name}(seed={seed})"):
        found = generator(seed) if size is None else generator(seed, size=size)
    if not isinstance(found, (tuple, list)):
        what = f"{name} in {path} returned {_type_name(found)}, not the tuple of arguments of {_name(function)}"
        raise InputError(what, hints=("end it with `return (a,)` for a single argument a",))
    return tuple(found)


def _check_count(function: Callable[..., Any], arguments: Sequence[Any], path: Path) -> None:
    try:
        inspect.signature(function).bind(*arguments)
    except ValueError:  # a callable without a signature is left to speak for itself
        return
    except TypeError as problem:
        given, verb = plural(len(arguments), "argument"), "does" if len(arguments) == 1 else "do"
        hints = (OBJECT_FIRST,) if _is_method(function) else () if _parameters(function) else (FUNCTION_THAT_COMPUTES,)
        raise InputError(
            f"the {given} that the generator returns {verb} not fit {_name(function)}: {problem}", _span_of(function, path), hints=hints
        ) from None
    if _is_method(function) and _parameters(function)[:1] == ["self"] and isinstance(arguments[0], NO_OBJECTS):
        what = f"{_type_name(arguments[0])} first, not the object of {function.__qualname__}"
        raise InputError(f"the generator returns {what}", _span_of(function, path), hints=(OBJECT_FIRST,))


def _parameters(function: Callable[..., Any]) -> list[str]:
    return list(inspect.signature(function).parameters)


def _is_method(function: Callable[..., Any]) -> bool:
    return "." in getattr(function, "__qualname__", "").rpartition("<locals>.")[2]


def _span_of(function: Callable[..., Any], path: Path) -> Span | None:
    """Where the function stands, which may be a file that `path` imports it from."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return None
    own = path.resolve() == Path(code.co_filename).resolve()
    return Span(str(path) if own else code.co_filename, code.co_firstlineno)


def _required(function: Callable[..., Any]) -> bool:
    """Whether the function needs any argument."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return True
    return any(p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)


def _name(function: Callable[..., Any]) -> str:
    return getattr(function, "__name__", "the function")


def _type_name(value: object) -> str:
    return "None" if value is None else f"a {type(value).__name__}"
