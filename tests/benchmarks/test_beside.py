"""Two versions of precis take turns: what differs is told apart from what is the same, and each is timed with its own package."""

import shutil
from pathlib import Path

import pytest

from benchmarks.adjoints import main
from benchmarks.beside import HERE, compared, over_forward, page, ratios
from benchmarks.records import read_record
from precis.errors import PrecisError
from tests.emit.oracle import needs_compiler

NUMBERS = ["--size", "small", "--turns", "3", "--budget", "0.1", "--processes", "2"]


def other_version(folder: Path, file: str, old: str, new: str) -> Path:
    """A checkout whose package precis is this one's but for one text in one file."""
    shutil.copytree(HERE / "precis", folder / "precis", ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / "precis" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return folder


@needs_compiler
def test_the_same_texts_count_one():
    record = compared("goertzel", str(HERE), 3, NUMBERS)
    assert record["same"] and len(record["turns"]) == 3
    assert ratios(record, "sweep") == [1.0, 1.0, 1.0] and over_forward(record, "sweep", 0) == over_forward(record, "sweep", 1) > 0
    assert "1 of 1 programs; 0 have other texts" in page([record], "small")


@needs_compiler
def test_another_version_runs_its_own_package(tmp_path):
    other = other_version(tmp_path / "other", "bitwidth/probes.py", "    return all(np.array_equal(", "    return False and all(np.array_equal(")
    main(["sobel", "--beside", str(other), "--folder", str(tmp_path / "kept"), *NUMBERS])
    record = read_record(tmp_path / "kept" / "small" / "sobel.json")
    assert record and not record["same"] and len(record["turns"]) == 2
    assert all(set(version) == {"forward", "plain", "sweep"} for turn in record["turns"] for version in turn)
    text = page([record], "small")
    assert "1 have other texts" in text and "sobel" in text


@needs_compiler
def test_what_cannot_be_compared_is_told(tmp_path):
    record = compared("sieve", str(HERE), 1, NUMBERS)
    assert record["missing"] == "no floating argument, or no floating result"
    assert "sieve: no floating argument" in page([record], "small")
    with pytest.raises(PrecisError, match="has no package precis"):
        compared("goertzel", str(tmp_path), 1, NUMBERS)
