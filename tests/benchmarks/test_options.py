"""Every benchmark says what it does when asked, and runs nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
COMMANDS = sorted(p.stem for p in FOLDER.glob("*.py") if '__name__ == "__main__"' in p.read_text() and not p.stem.startswith("dace_"))


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_short_and_runs_nothing(name, tmp_path):
    run = subprocess.run([sys.executable, "-m", f"benchmarks.{name}", "--help"], capture_output=True, text=True, timeout=60, check=False,
                         cwd=tmp_path, env={"PYTHONPATH": str(FOLDER.parent), "PATH": "/usr/bin:/bin"})  # fmt: skip
    assert run.returncode == 0 and run.stdout.startswith(f"usage: python -m benchmarks.{name}"), run.stderr
    assert not list(tmp_path.iterdir())
