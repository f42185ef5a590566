"""The commands on .fpcore files."""

import json

import pytest

from precis.cli import main

TEXT = """(FPCore wave (x t) :pre (and (<= 0 x 3) (<= 0 t)) (let ([p (- x (* 2 t))]) (* (exp (- (* p p))) (sin p))))
(FPCore other (x) :pre (<= 1 x 2) (sqrt x))
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "waves.fpcore"
    path.write_text(TEXT)
    return path


def test_inspect(file, capsys):
    assert main(["inspect", f"{file}:wave", "--quiet", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["containers"] == ["x", "t", "p", "out"]
    assert "t has no upper bound in :pre; [0, 1024] is used" in err


def test_a_core_has_to_be_named(file, capsys):
    assert main(["analyze", str(file), "--quiet"]) == 2
    assert "cores: wave, other" in capsys.readouterr().err


def test_tune_and_emit(file, tmp_path, capsys):
    assert main(["tune", f"{file}:other", "--rtol", "1e-5", "--objective", "memory", "--quiet", "--out", str(tmp_path / "out")]) == 0
    assert "can be binary32" in capsys.readouterr().out
    assert main(["emit", f"{file}:wave", "--quiet"]) == 0
    assert "pr::exp" in capsys.readouterr().out


def test_inputs_come_from_the_precondition(file, capsys):
    assert main(["analyze", f"{file}:other", "--inputs", "a.py:f", "--quiet"]) == 2
    assert "takes no --inputs" in capsys.readouterr().err


def test_bounds(file, capsys):
    assert main(["analyze", f"{file}:other", "--bound", "--bound-seconds", "1", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert "out: at most 1.1" in out and "(bound)" in out and "measured at most" in out and "estimate at the worst sample" in out
    assert main(["analyze", f"{file}:other", "--bound", "--bound-seconds", "1", "--quiet", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["bounds"]
    assert row["measurement"]["absolute"] <= row["bound"]["absolute"] < 1.2e-16 and row["bound"]["relative"] < 1.2e-16


def test_bounds_in_the_report(file, tmp_path, capsys):
    command = ["tune", f"{file}:other", "--objective", "memory", "--rtol", "1e-5", "--bound", "--bound-seconds", "1", "--quiet"]
    assert main([*command, "--out", str(tmp_path / "out")]) == 0
    assert "at most" in capsys.readouterr().out
    page = (tmp_path / "out" / "report.md").read_text()
    assert "Bounds over the box of inputs" in page and "| bound |" in page
    facts = [f for f in json.loads((tmp_path / "out" / "report.json").read_text())["facts"] if f["group"].startswith("bounds")]
    assert {f["number"]["word"] for f in facts} == {"bound", "estimate", "measurement"}


def test_bounds_of_python_functions_need_a_box(tmp_path, capsys):
    path = tmp_path / "f.py"
    path.write_text("import numpy as np\n\ndef f(x, y):\n    return np.sqrt(x) - y * x\n\ndef inputs(seed, size=None):\n    return 1.5, 2.5\n")
    command = ["analyze", f"{path}:f", "--bound", "--bound-seconds", "1", "--quiet"]
    assert main([*command, "--box", "x=1:2"]) == 2
    assert "needs the range of y" in capsys.readouterr().err
    assert main([*command, "--box", "x=1:2", "--box", "y=1:2"]) == 0
    assert "(bound)" in capsys.readouterr().out
