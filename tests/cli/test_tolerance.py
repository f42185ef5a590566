"""Tolerances and quantities of interest on the command line, and everything that can be wrong with them."""

import json

import pytest

from tests.cli.conftest import SMOOTH
from tests.cli.test_main import QUICK, run

QOI = """
    import numpy as np


    def energy(total, u):
        return np.sum(u * u) / u.shape[0]


    def drift(total, u, u_in):
        return np.sum(u) - np.sum(u_in)


    def raising(total, u):
        raise ValueError("not today")


    def steps(total, u):
        return np.sum(np.sign(u - 3.0))


    def short(total):
        return total


    def nothing(total, u):
        return None
"""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--rtol", "1e-4", "--norm", "max"), "tolerance 1e-04 relative, max-norm"),
        (("--atol", "1e-2"), "tolerance 0.01 absolute, 2-norm"),
        (("--tolerance", "u: rtol=1e-4, norm=each; *: atol=1e-1"), "u: rtol=0.0001, norm=each; *: atol=0.1"),
        (("--tolerance", "1: rtol=1e-4; 0: ignore"), "tolerance 1e-4"),
        (("--rtol", "1e-4", "--tune-on", "3"), "tolerance 1e-4"),
    ],
)
def test_tolerances_are_stated_in_the_sentence(write, capsys, options, words):
    code, text, err = run(capsys, "tune", f"{write()}:smooth", *options, *QUICK)
    assert (code, err) == (0, "") and words.replace("1e-04", "0.0001") in text.splitlines()[0]


def test_a_quantity_of_interest_is_judged_alone(write, tmp_path, capsys):
    path, qoi = write(), write(QOI, "qoi.py")
    for name in ("energy", "drift"):
        out = tmp_path / name
        code, text, _ = run(capsys, "tune", f"{path}:smooth", "--qoi", f"{qoi}:{name}", "--rtol", "1e-3", "--out", out, *QUICK)
        report = json.loads((out / "report.json").read_text())
        assert code == 0 and [row["name"] for row in report["outputs"]] == [name]
    code, text, _ = run(capsys, "analyze", f"{path}:smooth", "--qoi", f"{qoi}:energy", "--json", "--quiet")
    assert code == 0 and json.loads(text)["tolerance"] == 1e-6
    assert run(capsys, "tune", f"{path}:smooth", "--qoi", "u", "--rtol", "1e-3", *QUICK)[0] == 0


WRONG = {
    "zero": (("--rtol", "0"), "must be a positive number"),
    "zero and zero": (("--rtol", "0", "--atol", "0"), "must be a positive number"),
    "negative": (("--atol", "-1"), "a tolerance is a positive number"),
    "nan": (("--rtol", "nan"), "a tolerance is a positive number"),
    "tiny": (("--rtol", "1e-300"), "below the error of the reference itself"),
    "norm": (("--norm", "3"), "invalid choice"),
    "unknown": (("--tolerance", "ux: rtol=1e-3; *: rtol=1"), "no output is called 'ux'"),
    "syntax": (("--tolerance", "u: rtol=1e-3, nrm=max"), "--tolerance:1:15: error: expected rtol=NUMBER"),
    "bare": (("--tolerance", "1e-6"), "did you mean rtol=1e-6?"),
    "missing": (("--tolerance", "u: rtol=1e-3"), "no tolerance is stated for the output"),
    "both": (("--tolerance", "rtol=1e-3", "--rtol", "1e-3"), "tolerance and rtol were both given"),
    "raising": (("--qoi", "{qoi}:raising"), "not today"),
    "steps": (("--qoi", "{qoi}:steps"), "derivative of the quantity of interest steps is zero"),
    "short": (("--qoi", "{qoi}:short"), "take all of them in this order: (result_0, u)"),
    "nothing": (("--qoi", "{qoi}:nothing"), "nothing gives nothing"),
    "no qoi": (("--qoi", "{qoi}:enrgy"), "did you mean {qoi}:energy?"),
    "no output": (("--qoi", "uu"), "no output is called 'uu'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_exit_2_and_writes_nothing(write, tmp_path, capsys, name):
    path, qoi = write(), write(QOI, "qoi.py")
    options, words = WRONG[name]
    out = tmp_path / "out"
    code, text, err = run(capsys, "tune", f"{path}:smooth", *(o.format(qoi=qoi) for o in options), "--out", out, *QUICK)
    assert code == 2 and words.format(qoi=qoi) in err and not text and not out.exists()


def test_a_generator_that_fails_late_is_found_first(write, tmp_path, capsys):
    path = write(SMOOTH.replace("return rng", "if seed == 1001:\n            raise OSError('disk')\n        return rng"))
    code, _, err = run(capsys, "tune", f"{path}:smooth", "--rtol", "1e-3", "--out", tmp_path / "out", *QUICK)
    assert code == 2 and "inputs(seed=1001) raised OSError: disk" in err and f"{path}:14:9" in err
    assert not (tmp_path / "out").exists()
