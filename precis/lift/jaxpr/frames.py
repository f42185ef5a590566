"""Where an equation comes from: the user's frames of its traceback.

JAX traces inner functions once and caches their jaxprs, so the frames outside an inner function are missing or those of its
*first* caller, by version. A trail is therefore pieced together: the equation's own frames as far as the function being
lowered, then the trail of the equation that calls it here.
"""

from __future__ import annotations

import ast
import os
import re
import sysconfig
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

import jax

_FUNCTION = re.compile(r"(?P<name>.*) at (?P<file>.*):(?P<line>\d+)$", re.DOTALL)
_AD = (os.path.join("interpreters", "ad.py"), os.path.join("_src", "api.py"))
_TRANSFORMS = ("value_and_grad_f", "grad_f", "_vjp", "vjp", "_jvp", "jvp", "linearize", "jacfun", "jvpfun", "backward_pass",
               "linearize_jaxpr")


@dataclass(frozen=True, slots=True)
class Place:
    """An expression in a user's file: 1-based lines and 0-based UTF-8 columns, as `ast` counts them, and the outermost
    function around it (methods with their class)."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    scope: str = ""

    @property
    def expression(self) -> tuple[int, int, int, int]:
        return self.line, self.column, self.end_line, self.end_column


@dataclass(frozen=True, slots=True)
class Function:
    """A Python function by its name and place, as jaxprs record what they were traced from."""

    name: str
    file: str
    line: int

    def made(self, code: CodeType) -> bool:
        return code.co_firstlineno == self.line and code.co_name == self.name and code.co_filename == self.file


@dataclass(frozen=True, slots=True)
class Trail:
    """The user's frames of one equation, innermost first.

    places    expressions that were being evaluated; those from `own` on lie outside the jaxpr at hand
    boundary  places before it ran inside an AD transform of JAX, places from it on outside (0: none)
    steps     identity of every frame, libraries included: the same steps again mean the same code run again
    """

    places: tuple[Place, ...] = ()
    own: int = 0
    boundary: int = 0
    steps: tuple = ()


NOWHERE = Trail()


def function_of(jaxpr: Any) -> Function | None:
    """The function that a jaxpr was traced from."""
    found = _FUNCTION.match(jaxpr.debug_info.func_src_info or "") if jaxpr.debug_info else None
    return Function(found["name"], found["file"], int(found["line"])) if found else None


def trail_of(eqn: Any, inside: Function | None, outer: Trail) -> Trail:
    """The trail of an equation of a jaxpr traced from `inside`, which is called at `outer`."""
    traceback = eqn.source_info.traceback
    frames = list(zip(*traceback.raw_frames())) if traceback else []
    frames = frames[:_depth(frames, inside)]
    places, boundary = [], 0
    for code, last in frames:
        if is_user(code.co_filename):
            places.append(_place(code, last))
        elif code.co_name in _TRANSFORMS and code.co_filename.endswith(_AD):
            boundary = len(places)
    steps = tuple((id(code), last) for code, last in frames) + outer.steps
    if not boundary and outer.boundary:
        boundary = outer.boundary + len(places)
    return Trail((*places, *outer.places), len(places), boundary, steps)


def _depth(frames: list, inside: Function | None) -> int:
    """How many frames, innermost first, lie in the function being lowered."""
    if inside is None:
        return 0
    return next((k + 1 for k, (code, _) in enumerate(frames) if inside.made(code)), 0)


def _place(code: CodeType, last: int) -> Place:
    line, end_line, column, end_column = _positions(code)[last // 2]
    line = line or code.co_firstlineno
    return Place(code.co_filename, line, column or 0, end_line or line, end_column or 0, scope_of(code.co_qualname))


@lru_cache(maxsize=4096)
def _positions(code: CodeType) -> tuple:
    return tuple(code.co_positions())


def scope_of(qualname: str) -> str:
    """The outermost function of a qualified name: loop bodies and branches share the names of the function around them."""
    return qualname.split(".<locals>")[0]


@lru_cache(maxsize=4096)
def is_user(file: str) -> bool:
    """Whether a file is the user's own: no library, no part of the standard library or of precis."""
    if file.startswith("<"):
        return file.startswith(("<stdin>", "<ipython"))
    path = os.path.abspath(file)
    return not any(path.startswith(root + os.sep) for root in _library_roots())


@lru_cache(maxsize=1)
def _library_roots() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    roots = [paths[k] for k in ("stdlib", "platstdlib", "purelib", "platlib")]
    precis = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    return tuple(map(os.path.abspath, [*roots, os.path.dirname(jax.__file__), precis]))


def first_line(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    """The line of a definition with its decorators, as code objects count."""
    return min([node.lineno, *(d.lineno for d in node.decorator_list)])


def scope_at(tree: ast.Module, line: int) -> str:
    """The outermost function of a parsed file around a line (methods with their class), as `scope_of` spells it."""
    node: ast.AST = tree
    names: list[str] = []
    while True:
        inner = [n for n in ast.iter_child_nodes(node) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
                 and first_line(n) <= line <= (n.end_lineno or n.lineno)]
        if not inner:
            return ".".join(names)
        node = inner[0]
        names.append(inner[0].name)
        if not isinstance(node, ast.ClassDef):
            return ".".join(names)
