"""Every benchmark says what it does when asked, and runs nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
COMMANDS = sorted(p.stem for p in FOLDER.glob("*.py") if '__name__ == "__main__"' in p.read_text() and not p.stem.startswith("dace_"))
ASK = """
import contextlib, io, json, runpy, sys
said = {}
for name in sys.argv[1:]:
    sys.argv, out = [name, "--help"], io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            runpy.run_module(f"benchmarks.{name}", run_name="__main__")
            code = None
        except SystemExit as leaving:
            code = leaving.code
    said[name] = code, out.getvalue()
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """(What each said, what lies in the folder that they ran in.) One process for all: most of the time goes into their imports."""
    folder = tmp_path_factory.mktemp("asked")
    run = subprocess.run([sys.executable, "-c", ASK, *COMMANDS], capture_output=True, text=True, timeout=120, check=True,
                         cwd=folder, env={"PYTHONPATH": str(FOLDER.parent), "PATH": "/usr/bin:/bin"})  # fmt: skip
    return json.loads(run.stdout), list(folder.iterdir())


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_short_and_runs_nothing(name, answers):
    said, left = answers
    code, text = said[name]
    assert code == 0 and text.startswith(f"usage: python -m benchmarks.{name}"), text
    assert not left
