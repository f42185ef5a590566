"""Findings where a user meets them: on the terminal, in the report, in JSON, in the sentence."""

import json

from tests.cli.test_main import QUICK, run

STEEP = """
    import numpy as np


    def steep(x, t):
        due = x * 1.1
        if np.sum(due) > t:
            y = due * 2.0
        else:
            y = due
        return y


    def lost(x):
        y = (1.0 - np.cos(x)) / (x * x)
        return y


    def inputs(seed, size=None):
        return np.array([1.0, 1.0 + 1e-7 * seed]), 2.2
"""


def test_analyze_lists_findings(write, capsys):
    path = write(STEEP + "\n\n    def few(seed, size=None):\n        return (np.array([1.1e-7, 2.3e-7]),)\n")
    code, text, _ = run(capsys, "analyze", f"{path}:lost", "--inputs", f"{path}:few", "--quiet")
    assert code == 0 and f"{path.name}:15:" in text and "[cancellation]" in text and "2*sin(x/2)**2" in text
    code, text, _ = run(capsys, "analyze", f"{path}:lost", "--inputs", f"{path}:few", "--quiet", "--json")
    found = json.loads(text)["findings"]["its own formats"]
    assert found["items"][0]["kind"] == "cancellation" and found["whole"] and "import numpy" in found["items"][0]["reproducer"]


def test_a_tune_that_rests_on_a_decision_says_so(write, tmp_path, capsys):
    path, out = write(STEEP), tmp_path / "out"
    code, text, _ = run(capsys, "tune", f"{path}:steep", "--rtol", "1e-3", "--out", out, *QUICK)
    assert code in (0, 1) and "[branch]" in text
    assert code == 1 or f"this rests on a comparison that rounding decides ({path.name}:7:" in text.splitlines()[0]
    report = json.loads((out / "report.json").read_text())
    assert report["findings"][0]["kind"] == "branch" and report["findings"][0]["margins"]
    assert "## Findings" in (out / "report.md").read_text()
    page = (out / "report.html").read_text()
    assert "<h2>Findings</h2>" in page and "reproducer in NumPy" in page and "<script" not in page
