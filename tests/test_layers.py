"""The direction of imports, and how little the command line loads. Read from the syntax trees."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STEPS = [{"errors"}, {"formats"}, {"ir"}, {"lift", "ad", "emit"}, {"bitwidth", "surrogate"}, {"agreement"}, {"tuned"}, {"tune", "report"}, {"cli"}]
LEVEL = {room: k for k, rooms in enumerate(STEPS) for room in rooms}
HEAVY = {"jax", "jaxlib", "flax", "optax", "sympy", "scipy", "h5py", "mpmath", "safetensors", "ml_dtypes", "pandas", "matplotlib", "flint"}
HOLDERS = (ast.mod, ast.stmt, ast.excepthandler, ast.match_case)  # nodes that are statements or hold some
FACE = ("precis", "precis.__main__")  # the public names and `python -m precis` may know every room

FILES = {".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): p
         for p in sorted((ROOT / "precis").rglob("*.py"))}


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(FILES[module].read_text())


def imported(module: str, nodes) -> set[str]:
    """Absolute names of the modules that the import statements among `nodes` name."""
    package = module if FILES[module].name == "__init__.py" else module.rpartition(".")[0]
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1] + ([base] if base else []))
            found |= {base, *(f"{base}.{a.name}" for a in node.names)}
    return found


def running(nodes, functions=True):
    """Statements that may run: what is there for type checkers only is left out, and what stands in functions if asked for. No statement
    stands in an expression."""
    for node in nodes:
        checked = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        if isinstance(node, HOLDERS) and not checked and (functions or not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))):
            yield node
            yield from running(ast.iter_child_nodes(node), functions)


def room(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if parts[0] == "precis" and len(parts) > 1 and parts[1] in LEVEL else None


@pytest.mark.parametrize("module", [m for m in FILES if m not in FACE])
def test_imports_go_one_way(module):
    """A room imports rooms of lower steps and itself; rooms of one step never import one another."""
    here = room(module)
    assert here is not None, f"{module} is in no room"
    for other in map(room, imported(module, running([tree(module)]))):
        assert other is None or other == here or LEVEL[other] < LEVEL[here], f"{module} imports from precis.{other}"


@pytest.mark.parametrize("module", [m for m in FILES if m not in FACE])
def test_rooms_do_not_import_the_public_names(module):
    tops = {n.removeprefix("precis.") for n in imported(module, running([tree(module)])) if n.startswith("precis.")}
    assert {n for n in tops if "." not in n} <= {*LEVEL, "__version__"}


def loaded(module: str) -> set[str]:
    """Every module that importing `module` loads, as far as the syntax trees of this project tell."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        parents = {".".join(name.split(".")[:k]) for k in range(1, name.count(".") + 2)}
        for m in parents - found:
            found.add(m)
            if m in FILES:
                waiting += imported(m, running([tree(m)], functions=False))
    return found


@pytest.mark.skipif("precis.cli" not in FILES, reason="there is no command line yet")
def test_the_command_line_loads_no_heavy_library():
    assert not HEAVY & {m.split(".")[0] for m in loaded("precis.cli")}


@pytest.mark.skipif("precis.cli" not in FILES, reason="there is no command line yet")
def test_the_command_line_really_loads_no_heavy_library():
    code = f"import sys, precis.cli; print(*sorted({HEAVY!r} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == []
