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
