"""Tables on the terminal."""

from dataclasses import replace
from pathlib import Path

from precis.cli.text import CELL, aligned, tune_text
from precis.report.model import Fact, Number, Report
from precis.report.tables import Column, Table


def test_the_last_column_stands_whole_and_others_are_cut():
    reason = "a run missed on held-out input 1011: 1.1e-3 is above the tolerance 1e-3 that was asked for"
    name, last = "n" * 2 * CELL, f"{reason}\nand more"
    lines = aligned(Table((Column("name", "code"), Column("why it stays")), ((name, last), ("x", "")))).splitlines()
    assert lines[1] == f"{name[: CELL - 1]}…  {reason} and more"
    assert lines[2] == "x"


def test_what_to_do_next_is_said():
    written = ("report.html", "assignment.json", "f_run.cpp", "f_run.h", "precis.hpp", "precis_bits.hpp")
    report = Report("f", "", "cpu", "cpu", 1e-2, True, "one sentence", (), (), files=written)
    lines = tune_text(report, Path("out")).splitlines()
    assert lines[1:3] == ["report: out/report.html", "source: f_run.cpp, f_run.h, precis*.hpp"]
    assert lines[3].startswith("next: `make -C out` builds the source, which out/f_run.h declares; ") and "out/assignment.json" in lines[3]
    lines = tune_text(replace(report, files=(*written, "precis_lapack.hpp", "precis_fourier.hpp")), Path("out")).splitlines()
    assert "builds the source with FFTW (Debian: libfftw3-dev) and LAPACK (Debian: liblapack-dev), which out/f_run.h declares" in lines[3]
    assert tune_text(replace(report, files=("report.html",)), Path("out")).splitlines() == ["one sentence.", "report: out/report.html"]


def test_what_options_asked_for_is_on_the_terminal_too():
    """Stochastic runs and cuts that were left stood in the written report only."""
    facts = (Fact("error", "rounding stochastically, mean", Number(8e-4, "measurement", "", 4)),
             Fact("error", "rounding stochastically, estimated", Number(9e-4, "estimate")), Fact("error", "measured", Number(1e-3, "measurement")))
    limits = ("Tried and left: cuts of outer loops in two: none is modelled to be faster.", "Another limit.")
    report = Report("f", "", "cpu", "cpu", 1e-2, True, "one sentence", (), (), facts=facts, limits=limits)
    for folder in (None, Path("out")):
        lines = tune_text(report, folder).splitlines()
        assert lines[:3] == ["one sentence.", "rounding stochastically (4 runs): mean 8e-4 (measured), estimated 9e-4 (estimate)", limits[0]]
        assert not any("Another limit" in line for line in lines)
