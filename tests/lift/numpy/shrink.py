"""Failures made as short as they fail, and kept under tests/lift/numpy/found as test cases for good."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Iterator
from pathlib import Path

FOUND = Path(__file__).with_name("found")


def shorter(source: str) -> Iterator[str]:
    """The source with one statement less, or a block in place of its statement."""
    tree = ast.parse(source)
    f = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "f")
    for parent in [n for n in ast.walk(f) if isinstance(getattr(n, "body", None), list)]:
        for name in ("body", "orelse"):
            block = getattr(parent, name, None) or []
            for k, statement in enumerate(block):
                if isinstance(statement, ast.Return):
                    continue
                for new in ([], getattr(statement, "body", None)):
                    if new is None:
                        continue
                    setattr(parent, name, [*block[:k], *new, *block[k + 1:]])
                    if getattr(parent, name) or name == "orelse":
                        yield ast.unparse(tree)
                    setattr(parent, name, block)


def shrunk(source: str, fails: Callable[[str], bool], seconds: float = 60.0) -> str:
    """The shortest program found that still fails in the same way."""
    end = time.time() + seconds
    again = True
    while again and time.time() < end:
        again = False
        for candidate in shorter(source):
            if time.time() > end:
                break
            if fails(candidate):
                source, again = candidate, True
                break
    return source


def kind_of(found: str) -> str:
    return ":".join(found.split(":")[:2])[:60]


def keep(source: str, kind: str, seed: int, found: str) -> Path:
    FOUND.mkdir(exist_ok=True)
    path = FOUND / f"{kind}_{seed}.py"
    path.write_text(f'"""Random program of {kind} {seed}. {found[:100]}"""\n\n{source}\n')
    return path
