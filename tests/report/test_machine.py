import shutil

import pytest

from precis.errors import BuildError
from precis.report import machine as module
from precis.report.machine import compiler_line, machine, processor


def test_machine_says_what_measured():
    facts = dict(machine())
    assert "numpy" in facts["packages"] and facts["cores"].endswith(" usable") and facts["processor"]


@pytest.mark.skipif(not (shutil.which("g++") or shutil.which("clang++")), reason="no C++ compiler here")
def test_the_compiler_is_named_with_its_flags():
    assert "-ffp-contract=off" in compiler_line() and "-shared" not in compiler_line()


def test_no_compiler_is_said(monkeypatch):
    def missing():
        raise BuildError("none")

    monkeypatch.setattr(module, "compiler", missing)
    assert "interpreter" in dict(machine())["compiler"]


def test_processor(tmp_path):
    file = tmp_path / "cpuinfo"
    file.write_text("flags : a\nmodel name\t: Example CPU\n")
    assert processor(file) == "Example CPU"
    assert processor(tmp_path / "missing")
