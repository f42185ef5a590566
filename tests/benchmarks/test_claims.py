"""The table of published answers: every program that issue 4 names has its row, and ours computes what the row says."""

import numpy as np
import pytest

from benchmarks import claims, claims_page
from benchmarks.claims import answered, apart, kept, main
from benchmarks.claims_page import BY_NAME, answer_rows, claim_rows, page
from benchmarks.outcome import outcome
from benchmarks.published import ANSWERS
from benchmarks.published.answers import NAMED, UNKNOWN, Answer
from benchmarks.records import write_record

SLOW = ("arclength",)  # a million steps of plain Python
ISSUE = (
    "arclength", "Simpson", "nested 2 pi sums", "Black-Scholes with fast exp, log and sqrt", "k-means", "HPCCG", "funarc",
    "banded linear equations", "difference predictors", "equation of state", "general linear recurrence", "1-D hydro fragment",
    "incomplete Cholesky CG", "inner product", "integrate predictors", "Planckian distribution", "tri-diagonal elimination", "hotspot",
    "LavaMD", "SRAD", "finite-volume Euler (CFD)", "heat", "FDTD", "FFT", "Lorenz", "conjugate gradients")


@pytest.mark.parametrize("title", ISSUE)
def test_every_program_of_the_issue_has_a_row_and_says_where_its_answer_is_published(title):
    rows = [row for row in answer_rows({}) if row[0] == title]
    assert rows and all(row[1] in BY_NAME and row[3] for row in rows)
    assert all(row[3] != UNKNOWN or row[7] for row in rows), "an identity without its name"


def test_every_answer_belongs_to_a_program_of_the_table():
    assert {a.program for a in ANSWERS} <= set(NAMED.values()) <= set(BY_NAME)
    assert len({(a.program, a.of) for a in ANSWERS}) == len(ANSWERS)


@pytest.mark.parametrize("answer", [a for a in ANSWERS if a.program not in SLOW], ids=lambda a: a.program)
def test_numpy_finds_the_answer(answer: Answer):
    results = outcome(BY_NAME[answer.program].load()[0], answer.inputs())
    assert apart(answer, results) <= answer.within


@pytest.mark.parametrize("name", ["lorenz", "planckian", "heat"])
def test_the_lifted_program_finds_it_and_binary32_is_farther_away(name):
    found = answered(next(a for a in ANSWERS if a.program == name))
    assert found["binary64"] <= next(a.within for a in ANSWERS if a.program == name) < found["binary32"] < 1e-6


def test_a_wrong_answer_is_seen():
    answer = Answer("k_means", "", tuple, lambda: [1.0, 2.0])
    assert apart(answer, [np.array([1.0, 2.0])]) == 0.0
    assert apart(answer, [np.array([1.0, 2.1])]) == pytest.approx(0.1 / 5**0.5)


def test_the_page_marks_what_misses_and_names_what_failed():
    lorenz = next(a for a in ANSWERS if a.program == "lorenz")
    records = {"lorenz": {"machine": "m", "commit": "c", "answers": [{"of": lorenz.of, "binary64": 1e-3, "binary32": 2e-3}], "claims": []},
               "heat": {"failure": "took longer than 900 s"}}
    text = page(records)
    assert "0.001 (more than allowed)" in text and "took longer than 900 s" in text and "on m, commit c" in text
    assert text.count(UNKNOWN) == sum(not a.source for a in ANSWERS)


def test_a_statement_without_an_error_is_judged_by_its_tolerance():
    row = {"size": 9, "formats": ["wave"], "published": None, "absolute": False, "measured": 1e-12, "rtol": 1e-10, "holds": True}
    assert claim_rows({"funarc": {"claims": [row]}}) == [("funarc", 9, "wave binary32", "holds 1e-10", 1e-12, "", "holds 1e-10")]


def test_a_record_that_is_there_is_not_measured_again(tmp_path, monkeypatch, capsys):
    write_record(tmp_path / "lorenz.json", {"name": "lorenz", "machine": "m", "commit": "c", "answers": [], "claims": []})
    monkeypatch.setattr(claims, "record", lambda *_: pytest.fail("measured again"))
    main(["lorenz", "--folder", str(tmp_path), "--page", "-"])
    assert "on m, commit c" in capsys.readouterr().out and list(kept(tmp_path)) == ["lorenz"]


def test_an_unknown_program_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["nonsense"])
    assert "no program called nonsense" in capsys.readouterr().err


def test_the_committed_page_is_of_these_tables():
    text = (claims.Path(claims_page.__file__).parent / "PUBLISHED.md").read_text(encoding="utf-8")
    assert all(f"| {title} | {name} |" in text for title, name in NAMED.items())
    assert all(a.of in text and (a.source or UNKNOWN) in text for a in ANSWERS)
