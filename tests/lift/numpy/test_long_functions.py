"""Lifting looks at the syntax of a function a few times, not once per statement."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

from precis.lift import lift
from tests.lift.numpy.judge import function_of

ASSIGNED = "    t{k} = a * {k}.5"
LEFT = "    for i in range(3):\n        s = s * 0.5\n        if s > {k}.5:\n            break"


def looked_at(statement: str, count: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Pieces of syntax that lifting looks at in a function of so many statements."""
    lines = ["def f(a):", "    s = a[0]", *(statement.format(k=k) for k in range(count)), "    return s"]
    folder.mkdir()
    f, seen, children = function_of("\n".join(lines), folder), list[ast.AST](), ast.iter_child_nodes
    with monkeypatch.context() as patched:
        patched.setattr(ast, "iter_child_nodes", lambda node: seen.append(node) or children(node))
        lift(f, np.ones(4))
    return len(seen)


@pytest.mark.parametrize("statement", [ASSIGNED, LEFT])
def test_work_grows_with_the_length_of_a_function(statement, tmp_path, monkeypatch):
    few, many = (looked_at(statement, count, tmp_path / str(count), monkeypatch) for count in (20, 80))
    assert few < many < 5 * few
