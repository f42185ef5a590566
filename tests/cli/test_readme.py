"""What the README promises is there: its code runs, its tables are those of the command line."""

import re
from pathlib import Path

import numpy as np

from precis.cli.options import parser

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def step(u, nu):
    u[1:-1] = u[1:-1] + nu * (u[2:] - 2.0 * u[1:-1] + u[:-2])


def inputs(seed, size=None):
    return np.random.default_rng(seed).normal(3.0, 1.0, size or 24), 0.21


def test_the_library_in_ten_lines_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    u, nu = inputs(0)
    names = {"step": step, "inputs": inputs, "u": u, "nu": nu}
    exec(compile(block, "README.md", "exec"), names)
    run, r, src = names["run"], names["r"], names["src"]
    expected = u.copy()
    step(expected, nu)
    run(u, nu)
    assert 0 < np.linalg.norm(u - expected) / np.linalg.norm(expected) < 1e-6
    assert names["m"].error < 1e-6 and names["s"].containers["u"].rms > 0 and src.files
    assert [p.name for p in r.report("out")] == ["report.md", "report.json", "report.html"]


def test_every_command_has_its_row():
    (commands,) = (a.choices for a in parser()._actions if a.dest == "command")
    assert set(re.findall(r"^\| `precis (\w+)", README, re.MULTILINE)) == set(commands)


def test_exit_codes_are_those_of_the_help():
    help_text = parser().format_help()
    for code in re.findall(r"^\| (\d+) \|", README, re.MULTILINE):
        assert re.search(rf"^  {code} ", help_text, re.MULTILINE)
