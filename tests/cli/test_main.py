"""The commands as a user meets them: exit codes, what goes where, every kind of bad input told without a traceback."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from precis.cli import main
from tests.cli.conftest import SMOOTH

QUICK = ("--samples", "2", "--quiet")


def run(capsys, *argv):
    """(exit code, stdout, stderr) of one command; argparse leaves by SystemExit."""
    try:
        code = main([str(a) for a in argv])
    except SystemExit as leaving:
        code = leaving.code
    out, err = capsys.readouterr()
    assert "Traceback" not in err and "Traceback" not in out
    return code, out, err


def precis(*argv, **environment):
    return subprocess.run([sys.executable, "-m", "precis", *map(str, argv)], capture_output=True, text=True, timeout=120,
                          env={**os.environ, **environment})  # fmt: skip


# what is fine


def test_tune_says_one_sentence_and_writes_the_folder(write, tmp_path, capsys):
    out = tmp_path / "results" / "out"
    code, text, err = run(capsys, "tune", f"{write()}:smooth", "--rtol", "1e-4", "--out", out, *QUICK)
    assert code == 0 and err == ""
    sentence = text.splitlines()[0]
    assert sentence.endswith(".") and "can be" in sentence and "against tolerance 1e-4 on 2 held-out inputs" in sentence
    names = {p.name for p in out.iterdir()}
    assert {"report.md", "report.json", "report.html", "assignment.json"} < names and any(
        n.endswith(".cpp") for n in names
    )
    report = json.loads((out / "report.json").read_text())
    assert report["met"] is True and set(report["files"]) == names
    assert {row["name"] for row in report["containers"]} >= {"u", "nu"}
    assert list(out.parent.iterdir()) == [out]


@pytest.mark.parametrize(("named", "expected"), [((), 0), (("--target", "cpu"), 3)])
def test_no_source_fails_only_whom_asked_for_one(write, tmp_path, capsys, named, expected):
    """Formats and report are there either way, and the reason."""
    path = write("import numpy as np\n\ndef power(x):\n    return np.linalg.pinv(np.reshape(x, (4, 4))) ** 2\n")
    path.write_text(path.read_text() + "\ndef inputs(seed, size=None):\n    return (np.random.default_rng(seed).normal(size=16),)\n")
    code, text, _ = run(capsys, "tune", f"{path}:power", "--rtol", "1e-4", "--out", tmp_path / "out", *named, *QUICK)
    assert code == expected and "warning: no source was written: pinv" in text
    names = {p.name for p in (tmp_path / "out").iterdir()}
    assert names == {"report.md", "report.json", "report.html", "assignment.json"}


def test_json_has_stdout_to_itself(write, capsys):
    path = write(SMOOTH.replace("import numpy as np", "import numpy as np\n    print('user text')", 1))
    code, text, err = run(capsys, "tune", f"{path}:smooth", "--rtol", "1e-4", "--json", *QUICK)
    assert code == 0 and err == "user text\n"
    assert text.count("\n") == 1 and json.loads(text)["precis_report"] == 1


def test_the_same_command_gives_the_same_report(write, tmp_path, capsys):
    reports = []
    for name in ("a", "b"):
        run(capsys, "tune", f"{write()}:smooth", "--out", tmp_path / name, *QUICK)
        report = json.loads((tmp_path / name / "report.json").read_text())
        reports.append(
            [report[key] for key in ("containers", "sites", "options", "budget", "samples", "pareto", "sources")]
        )
    assert reports[0] == reports[1]


def test_pins_and_formats_are_kept(write, capsys):
    code, text, _ = run(capsys, "tune", f"{write()}:smooth", "--rtol", "1e-2", "--formats", "binary64,binary32", "--pin",
                        "u=binary64", "--json", *QUICK)  # fmt: skip
    rows = {row["name"]: row for row in json.loads(text)["containers"]}
    assert code == 0 and rows["u"]["chosen"] == "binary64" and rows["u"]["reason"] == "pinned by you"
    assert {row["chosen"] for row in rows.values()} <= {"binary64", "binary32"}


def test_candidates_patterns_and_words(write, capsys):
    code, text, _ = run(capsys, "tune", f"{write()}:smooth", "--rtol", "1e-2", "--formats", "u=binary32,binary64", "--pin",
                        "inputs=binary64", "--reference", "binary128", "--objective", "memory", "--json", *QUICK)  # fmt: skip
    document = json.loads(text)
    rows = {row["name"]: row for row in document["containers"]}
    assert code == 0 and rows["u"]["chosen"] == "binary32" and any("binary128" in x for x in document["limits"])


def test_analyze(write, capsys):
    code, text, _ = run(capsys, "analyze", f"{write()}:smooth", "--quiet")
    assert code == 0 and "u" in text and "nu * (u[2:]" in text
    code, text, _ = run(capsys, "analyze", f"{write()}:smooth", "--json", "--quiet")
    rows = json.loads(text)["containers"]
    assert [r["sensitivity"] for r in rows] == sorted((r["sensitivity"] for r in rows), reverse=True)
    assert all(row["share"]["bfloat16"] > row["share"]["binary32"] > 0 and not row["overflow"] for row in rows if row["largest"])


def test_analyze_names_the_parts_of_an_estimate(write, capsys):
    code, text, _ = run(capsys, "analyze", f"{write()}:smooth", "--json", "--quiet")
    whole = json.loads(text)["whole"]["bfloat16"]
    parts = [whole[f"of it {name}"] for name in ("random", "signed", "second order")]
    assert code == 0 and whole["estimated"] == pytest.approx(math.hypot(*parts)) and parts[0] < whole["estimated, worst case"]
    code, text, _ = run(capsys, "analyze", f"{write()}:smooth", "--quiet", "--no-second-order")
    assert code == 0 and "of it random" in text and "second order" not in text


def test_inspect_prints_the_program(write, capsys):
    code, text, _ = run(capsys, "inspect", f"{write()}:smooth", "--quiet")
    assert code == 0 and "def smooth(u: inout[real[N]]" in text and "loop(" in text


def test_emit_prints_source_or_writes_it(write, tmp_path, capsys):
    code, text, _ = run(capsys, "emit", f"{write()}:smooth", "--pin", "u=binary32", "--quiet")
    assert code == 0 and "float" in text
    code, text, _ = run(capsys, "emit", f"{write()}:smooth", "--out", tmp_path / "src", "--quiet")
    assert code == 0 and any(p.suffix == ".cpp" for p in (tmp_path / "src").iterdir())


def test_emit_reads_the_assignment_that_tune_wrote(write, tmp_path, capsys):
    run(capsys, "tune", f"{write()}:smooth", "--rtol", "1e-4", "--out", tmp_path / "out", *QUICK)
    code, text, _ = run(
        capsys, "emit", f"{write()}:smooth", "--assignment", tmp_path / "out" / "assignment.json", "--quiet"
    )
    tuned = next((tmp_path / "out").glob("*.cpp")).read_text()
    assert code == 0 and text.rstrip("\n") == tuned.rstrip("\n")


def test_demos_are_listed(capsys):
    code, text, _ = run(capsys, "demo", "--list")
    assert code == 0 and "shallow_water" in text
    assert json.loads(run(capsys, "demo", "--list", "--json")[1])["heat"]["function"] == "heat"


def test_version_and_no_command(capsys):
    assert run(capsys, "--version")[1].startswith("precis 0.")
    assert run(capsys)[0] == 2


# what is not


def test_a_tolerance_out_of_reach_is_exit_1(write, tmp_path, capsys):
    code, text, _ = run(capsys, "tune", f"{write()}:smooth", "--rtol", "1e-25", "--out", tmp_path / "out", *QUICK)
    assert (
        code == 1 and "no choice of formats was found to keep the tolerance 1e-25" in text and "measured error" in text
    )
    assert json.loads((tmp_path / "out" / "report.json").read_text())["met"] is False


OTHER = str(Path(__file__).with_name("other_assignment.json"))
USAGE = {
    "no file": (["tune", "nowhere.py:f"], "there is no file nowhere.py"),
    "no function": (["tune", "{program}:smoth"], "did you mean {program}:smooth?"),
    "no colon": (["tune", "{program}"], "functions in {program}: smooth, inputs"),
    "tolerance": (["tune", "{program}:smooth", "--rtol", "-1"], "a tolerance is a positive number"),
    "tolerance with an exponent": (["tune", "{program}:smooth", "--rtol", "-1e-3"], "a tolerance is a positive number such as 1e-6, not '-1e-3'"),
    "tolerance without end": (["tune", "{program}:smooth", "--atol", "-inf"], "a tolerance is a positive number"),
    "box": (["tune", "{program}:smooth", "--box", "-1:1"], "expected NAME=LOW:HIGH"),
    "box alone": (["tune", "{program}:smooth", "--box", "u=-1:1"], "--box does nothing without --bound"),
    "members alone": (["tune", "{program}:smooth", "--members", "8"], "--members does nothing without --statistic"),
    "default members alone": (["tune", "{program}:smooth", "--members", "16"], "--members does nothing without --statistic"),
    "default time alone": (["analyze", "{program}:smooth", "--bound-seconds", "20"], "--bound-seconds does nothing without --bound"),
    "rounding runs alone": (["tune", "{program}:smooth", "--rounding-runs", "4"], "does nothing without --rounding stochastic"),
    "worst alone": (["tune", "{program}:smooth", "--tune-on-worst"], "--tune-on-worst does nothing without --worst-case STEPS"),
    "tolerance in words": (["tune", "{program}:smooth", "--rtol", "small"], "a tolerance is a positive number"),
    "format": (["tune", "{program}:smooth", "--formats", "binary65"], "unknown format 'binary65'"),
    "pin": (["tune", "{program}:smooth", "--pin", "u"], "expected NAME=FORMAT"),
    "pinned format": (["tune", "{program}:smooth", "--pin", "u=half-ish"], "unknown format 'half-ish'"),
    "pinned name": (["tune", "{program}:smooth", "--pin", "uu=binary64", *QUICK], "is called 'uu'"),
    "pinned twice": (["tune", "{program}:smooth", "--pin", "u=half", "--pin", "u=double"], "nothing is left"),
    "pinned beside": (["tune", "{program}:smooth", "--formats", "u=half,single", "--pin", "u=double"], "nothing is left"),
    "no candidates": (["tune", "{program}:smooth", "--formats", "u="], "no format is left for u"),
    "formats twice": (["tune", "{program}:smooth", "--formats", "half", "--formats", "single"], "given twice"),
    "pinned line": (["tune", "{program}:smooth", "--pin", "line:99=single", *QUICK], "computed on 'line:99'"),
    "pinned pattern": (["tune", "{program}:smooth", "--pin", "q*=single", *QUICK], "matches 'q*'"),
    "reference": (["tune", "{program}:smooth", "--reference", "binary63"], "unknown reference"),
    "device": (["tune", "{program}:smooth", "--device", "abacus"], "unknown device 'abacus'"),
    "target": (["tune", "{program}:smooth", "--target", "fortran"], "invalid choice: 'fortran'"),
    "seed": (["tune", "{program}:smooth", "--seed", "1003"], "for held-out inputs"),
    "samples": (["tune", "{program}:smooth", "--samples", "some"], "expected a positive integer"),
    "generator": (["tune", "{program}:smooth", "--inputs", "{program}:input"], "has no function input"),
    "out is a file": (["tune", "{program}:smooth", "--out", "{program}"], "is a file, not a folder"),
    "out cannot be made": (["tune", "{program}:smooth", "--out", "{program}/out"], "cannot write into {program}"),
    "out without a name": (["tune", "{program}:smooth", "--out", ""], "expected the name of a folder"),
    "out too long": (["tune", "{program}:smooth", "--out", "{folder}/" + 300 * "x"], "cannot write into"),
    "format and option": (["tune", "{program}:smooth", "--pin", "u=bflot16"], "in --pin u=bflot16\n  hint: did you mean bfloat16?"),
    "no format computes": (["tune", "{program}:smooth", "--formats", "e4m3", *QUICK], "no format offered computes"),
    "option": (["tune", "{program}:smooth", "--rtoll", "1e-3"], "unrecognized arguments: --rtoll 1e-3"),
    "command": (["tunes"], "`precis --help` lists what there is"),
    "demo": (["demo", "shalow_water"], "did you mean shallow_water?"),
    "assignment missing": (["emit", "{program}:smooth", "--assignment", "{folder}/none.json"], "cannot read"),
    "assignment is no assignment": (["emit", "{program}:smooth", "--assignment", "{program}"], "not an assignment"),
    "assignment is no JSON": (["emit", "{program}:smooth", "--assignment", "{program}"], ": error: not an assignment: the text is not JSON"),
    "assignment of another program": (["emit", "{program}:smooth", "--assignment", OTHER], "gives 'nowhere' a format"),
    "contradictory pins": (["tune", "{program}:smooth", "--pin", "u=single", "--pin", "u=double"], "drop one of the two options"),
    "emit pin": (["emit", "{program}:smooth", "--pin", "uu=binary32"], "nothing that could be pinned is called 'uu'"),
}  # fmt: skip


@pytest.mark.parametrize(("argv", "words"), USAGE.values(), ids=USAGE)
def test_usage_is_exit_2_and_writes_nothing(write, tmp_path, capsys, argv, words):
    path = write()
    code, out, err = run(capsys, *(a.format(program=path, folder=tmp_path) for a in argv))
    assert code == 2 and words.format(program=path) in err and out == ""
    assert [p.name for p in tmp_path.iterdir() if p.name != "__pycache__"] == ["program.py"]


PROGRAMS = {
    "syntax": ("def f(x:\n    return x", 2, "program.py:1:6: error:"),
    "raises": ("def f(x):\n    return x\n\ndef inputs(seed):\n    return 1 / seed,", 2, "program.py:5:"),
    "NaN": ("import numpy as np\n\ndef f(u):\n    return np.sum(u) * u\n\ndef inputs(seed):\n    return np.array([1.0, np.nan]),", 2,
            "argument u holds nan or infinity at (1,), and it spreads: 2 of 2 elements of the output result 0 are NaN"),
    "empty": ("import numpy as np\n\ndef f(u, a):\n    return a * np.sum(u)\n\ndef inputs(seed):\n    return np.zeros(0), 0.3", 2,
              "argument u is empty, of shape (0,)"),
    "function raises": ("import numpy as np\n\ndef f(n):\n    return np.sum(n * n) / 3.0\n\ndef inputs(seed):\n    return 10**400,", 2,
                        "program.py:4:12: error: f raised OverflowError"),
    "unsupported": ("import numpy as np\n\ndef f(u):\n    v = np.sort(u)\n    with open('x') as g:\n        return v\n\n"
                    "def inputs(seed):\n    return np.ones(3),", 3, "program.py:"),
    "shapes": ("import numpy as np\n\ndef f(u, v):\n    w = u + v\n    return w\n\ndef inputs(seed):\n"
               "    return np.ones(3), np.ones(4)", None, "program.py:4:"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "code", "words"), PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_that_will_not_do(write, tmp_path, capsys, text, code, words):
    found, out, err = run(capsys, "tune", f"{write(text)}:f", "--out", tmp_path / "out", "--quiet")
    assert found in ((2, 3) if code is None else (code,)) and words in err and out == ""
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("argv", "words"), USAGE.values(), ids=USAGE)
def test_usage_is_json_too(write, tmp_path, capsys, argv, words):
    path = write()
    code, out, err = run(capsys, *(a.format(program=path, folder=tmp_path) for a in argv), "--json")
    problem = json.loads(out)
    assert code == problem["exit_code"] == 2 and problem["message"] in err


@pytest.mark.parametrize(("raised", "code"), [(KeyboardInterrupt(), 130), (RuntimeError("a bug"), 70)])
def test_what_stops_a_command_is_json_too(write, capsys, monkeypatch, raised, code):
    import precis.cli.commands

    def stop(*_):
        raise raised

    monkeypatch.setitem(precis.cli.commands.COMMANDS, "inspect", stop)
    found, out, _ = run(capsys, "inspect", f"{write()}:smooth", "--json", "--quiet")
    assert found == code == json.loads(out)["exit_code"]


def test_errors_are_json_too(write, capsys):
    code, text, err = run(capsys, "tune", f"{write()}:smoth", "--json")
    problem = json.loads(text)
    assert problem["precis_error"] == "UsageError" and problem["exit_code"] == code == 2 and problem["hints"]
    assert "has no function smoth" in problem["message"] and problem["message"] in err


def test_ctrl_c_is_one_line_and_nothing_half_written(write, tmp_path):
    path = write(
        "import os, signal\n\ndef f(x):\n    return x\n\ndef inputs(seed):\n"
        "    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
    )
    done = precis("tune", f"{path}:f", "--out", tmp_path / "out", "--quiet")
    assert done.returncode == 130 and done.stderr == "precis: interrupted; nothing was written\n" and done.stdout == ""
    assert [p.name for p in tmp_path.iterdir() if p.name != "__pycache__"] == ["program.py"]


def test_without_a_compiler_the_interpreter_serves_and_says_so(write, tmp_path):
    (tmp_path / "empty").mkdir()
    path = write(SMOOTH)
    done = precis("tune", f"{path}:smooth", "--rtol", "1e-4", "--size", "12", *QUICK, "--json", PATH=str(tmp_path / "empty"), CXX="",
                  PRECIS_CACHE=str(tmp_path / "cache"))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "precis: warning: " in done.stderr and "no C++ compiler found" in done.stderr
    report = json.loads(done.stdout)
    assert report["met"] is True and any("interpret" in w for w in report["warnings"])


def test_a_closed_pipe_is_no_fault(write):
    command = f"{sys.executable} -m precis inspect {write()}:smooth --quiet | true"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, timeout=120)
    assert done.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
def test_a_full_stdout_is_told(write):
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "precis", "inspect", f"{write()}:smooth", "--quiet"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=120)
    assert done.returncode == 2 and done.stderr.startswith("error: cannot write to stdout: ")


def test_a_fault_of_precis_is_one_line(write, capsys, monkeypatch):
    import precis.cli.commands

    def broken(*_):
        raise RuntimeError("a bug")

    monkeypatch.setitem(precis.cli.commands.COMMANDS, "inspect", broken)
    code, out, err = run(capsys, "inspect", f"{write()}:smooth", "--quiet")
    assert code == 70 and out == "" and err.startswith("precis: a fault in precis itself: RuntimeError: a bug\n")
    monkeypatch.setenv("PRECIS_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        main(["inspect", f"{write()}:smooth", "--quiet"])
