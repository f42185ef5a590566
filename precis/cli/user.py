"""The user's file, imported as a test runner would.

Whatever goes wrong in it is reported at its smallest place there, never as a traceback of precis.
"""

from __future__ import annotations

import ast
import difflib
import importlib.util
import inspect
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from precis.errors import ParseError, PrecisError, Span, UsageError


def split_place(place: str) -> tuple[Path, str]:
    """FILE.py:NAME, or FILE.py:CLASS.METHOD, in its two parts; UsageError where the file is missing or no name is given."""
    file, colon, name = place.rpartition(":")
    if not colon or not all(part.isidentifier() for part in name.split(".")):
        path = Path(place if not colon else file)
        raise UsageError(f"expected FILE.py:FUNCTION, found {place!r}", hints=_what_there_is(path))
    path = Path(file)
    if not os.path.isfile(path):
        raise UsageError(f"there is no file {file or repr(file)}", hints=_close_files(path))
    return path, name


def _what_there_is(path: Path) -> tuple[str, ...]:
    """The functions and methods that a file defines, or what to make of a script that defines none; without running it."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return ()
    if found := list(_definitions(tree.body)):
        return (f"functions in {path}: {', '.join(found)}",)
    return (
        f"{path} defines no functions: put its computation into one, with its arrays and numbers as arguments",
        f"and write inputs(seed, size=None) in {path}, which returns the tuple of these arguments",
    )


def _definitions(body: Sequence[ast.stmt]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{name}" for name in _definitions(node.body) if not name.startswith("__"))


def _close_files(path: Path) -> tuple[str, ...]:
    try:
        known = sorted(p.name for p in path.parent.glob("*.py"))
    except OSError:
        return ()
    close = difflib.get_close_matches(path.name, known, 3)
    return (f"did you mean {' or '.join(str(path.parent / c) for c in close)}?",) if close else ()


def import_file(path: Path) -> ModuleType:
    """The module in a file, whose folder comes first on sys.path; a file is run once."""
    full = path.resolve()
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) == str(full) and getattr(module, "__precis__", False):
            return module
    _check_syntax(path)
    if str(full.parent) not in sys.path:
        sys.path.insert(0, str(full.parent))
    name = path.stem if path.stem not in sys.modules else f"precis_user_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, full)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path} is not a Python file", hints=("give a file whose name ends in .py",))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    with user_errors(path, f"importing {path.name}"):
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    module.__precis__ = True  # type: ignore[attr-defined]
    return module


def _check_syntax(path: Path) -> None:
    try:
        text = path.read_bytes()
    except OSError as problem:
        raise UsageError(f"cannot read {path}: {problem.strerror}") from None
    try:
        compile(text, str(path), "exec", dont_inherit=True)
    except SyntaxError as problem:
        span = Span(str(path), problem.lineno or 1, max(1, problem.offset or 1))
        raise ParseError(problem.msg, span, source=text.decode("utf-8", "replace")) from None
    except (ValueError, RecursionError, MemoryError) as problem:
        raise ParseError(str(problem) or "the file is nested too deeply", Span(str(path), 1)) from None


def named(module: ModuleType, path: Path, name: str) -> Callable[..., Any]:
    """The function called `name`, or the method CLASS.METHOD, whose first argument is the object; UsageError with the names that there
    are."""
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    if callable(found) and ("." not in name or _is_own(found, module)):
        return found
    own = list(_own(vars(module), module))
    close = difflib.get_close_matches(name, own, 1)
    what = f"{name} in {path} is not a function" if found is not None else f"{path} has no function {name}"
    hints = [f"did you mean {path}:{close[0]}?"] if close else []
    hints += [f"functions in {path}: {', '.join(own)}"] if own else [f"{path} defines no functions"]
    raise UsageError(what, hints=tuple(hints))


def _own(names: Mapping[str, Any], module: ModuleType) -> Iterator[str]:
    """Functions that the module defines, and methods of its classes."""
    for name, value in names.items():
        if _is_own(value, module):
            yield name
        elif inspect.isclass(value) and value.__module__ == module.__name__:
            yield from (f"{name}.{method}" for method, f in vars(value).items() if _is_own(f, module) and not method.startswith("__"))


def _is_own(value: object, module: ModuleType) -> bool:
    """Whether a function is defined in the module; compiled ones (jax.jit) wrap the function that is."""
    return inspect.isfunction(inspect.unwrap(value)) and getattr(value, "__module__", None) == module.__name__  # type: ignore[arg-type]


@contextmanager
def user_errors(path: Path, doing: str):
    """Turn what the user's code raises into an error at the last line of it that was running."""
    try:
        yield
    except (PrecisError, KeyboardInterrupt):
        raise
    except SyntaxError as problem:
        span = Span(problem.filename or str(path), problem.lineno or 1, max(1, problem.offset or 1))
        raise ParseError(problem.msg, span) from None
    except (Exception, SystemExit) as problem:
        raise UsageError(
            f"{doing} raised {_described(problem)}", _last_span(problem, path), source=_text(path)
        ) from None


def _described(problem: BaseException) -> str:
    text = " ".join(str(problem).split())
    return f"{type(problem).__name__}: {text}" if text else type(problem).__name__


def _last_span(problem: BaseException, path: Path) -> Span | None:
    frames = traceback.extract_tb(problem.__traceback__)
    own = [f for f in frames if f.lineno and Path(f.filename).resolve() == path.resolve()]
    return Span(str(path), own[-1].lineno or 1, (own[-1].colno or 0) + 1) if own else None


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None
