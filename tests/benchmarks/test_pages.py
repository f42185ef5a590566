"""What the page of results says in words and in its rows of means follows from the rows of its tables."""

import re
from collections.abc import Iterator
from math import prod
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "benchmarks" / "RESULTS.md").read_text()
ROUNDING = 0.012  # rows and means are printed with three digits


def tables(text: str) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Header and rows of every table of a page in Markdown."""
    for block in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        header, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines())
        yield header, rows


def numbers(rows: list[list[str]], column: int) -> list[float]:
    return [float(row[column]) for row in rows if re.fullmatch(r"[\d.]+(e[+-]?\d+)?", row[column])]


def means(text: str) -> Iterator[tuple[str, float, list[float]]]:
    """Column, stated mean and the numbers below the header, for every table that ends in a row of geometric means."""
    for header, rows in tables(text):
        if rows and rows[-1][0] == "geometric mean":
            for k, cell in enumerate(rows[-1][1:], 1):
                if cell:
                    yield header[k], float(cell), numbers(rows[:-1], k)


@pytest.mark.parametrize(("column", "stated", "of"), means(PAGE))
def test_rows_of_means(column, stated, of):
    assert prod(of) ** (1 / len(of)) == pytest.approx(stated, rel=ROUNDING), column


def corpus() -> tuple[list[str], list[list[str]]]:
    return next((header, rows[:-1]) for header, rows in tables(PAGE) if "best peer / precis" in header and rows[-1][0] == "geometric mean")


def test_programs_behind():
    header, rows = corpus()
    behind = [row[0] for row in rows if float(row[header.index("best peer / precis")]) < 0.9]
    stated = re.search(r"is more than 10 % ahead on (\d+) of (\d+) programs(?: \(([\w, ]+)\))?", PAGE)
    assert stated is not None
    assert (int(stated[1]), int(stated[2])) == (len(behind), len(rows))
    assert sorted((stated[3] or "").split(", ")) == sorted(behind)

