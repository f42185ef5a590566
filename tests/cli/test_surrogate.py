"""`precis surrogate`: trained, put in, measured, written; a miss is exit 1."""

import json
import re

from precis.cli import main

ROOT = """
import numpy as np


def root(a, c):
    x = 1.0 + 0.5 * a
    for _ in range(6):
        x = x - (x * x * x + a * x - c) / (3.0 * x * x + a)
    return x


def flow(a, c):
    x = root(a, c)
    return 2.0 * x + np.sqrt(c)


def inputs(seed, size=None):
    rng = np.random.default_rng(seed)
    n = size or 300
    return rng.uniform(0.5, 1.5, n), rng.uniform(2.0, 4.0, n)
"""


def run(path, *argv):
    return main(
        ["surrogate", f"{path}:flow", "--region", "root", "--runs", "1", "--seconds", "5", "--quiet", *map(str, argv)]
    )


def test_a_region_is_replaced_and_measured(write, tmp_path, capsys):
    assert run(write(ROOT), "--rtol", "1e-4", "--out", tmp_path / "out") == 0
    text = capsys.readouterr().out
    assert text.startswith("root (line ") and "held-out points is" in text and "(measured)" in text
    names = {p.name for p in (tmp_path / "out").iterdir()}
    assert "surrogate.json" in names and any(n.endswith(".cpp") for n in names)
    record = json.loads((tmp_path / "out" / "surrogate.json").read_text())
    assert record["meets"] is True and 0 < record["program_error"]["value"] < 1e-3


def test_results_without_a_name_are_not_called_by_that_of_a_value(write, capsys):
    nameless = ROOT.replace("    return x\n", "    return x * 1.0\n")
    assert run(write(nameless), "--rtol", "1e-4") == 0
    text = capsys.readouterr().out
    assert re.search(r"held-out points is \d[\d.]*e-\d+ \(measured\)", text), text


def test_a_missed_target_is_exit_1(write, capsys):
    assert run(write(ROOT), "--rtol", "1e-17", "--seconds", "1", "--json") == 1
    assert json.loads(capsys.readouterr().out)["meets"] is False


def test_a_program_without_source_keeps_its_surrogate(write, tmp_path, capsys):
    path = write(ROOT.replace("2.0 * x + np.sqrt(c)", "np.linalg.pinv(x[:, None])[0] + np.sum(c)"))
    assert run(path, "--rtol", "1e-4", "--out", tmp_path / "out") == 0
    assert "warning: no source was written: pinv" in capsys.readouterr().out
    names = {p.name for p in (tmp_path / "out").iterdir()}
    assert "surrogate.json" in names and any(n.endswith(".safetensors") for n in names)
    assert run(path, "--rtol", "1e-4", "--target", "cuda", "--out", tmp_path / "cuda") == 3


def test_a_region_that_is_not_there_is_usage(write, capsys):
    assert main(["surrogate", f"{write(ROOT)}:flow", "--region", "rot", "--quiet"]) == 2
    assert "rot" in capsys.readouterr().err
