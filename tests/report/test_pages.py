"""The three printers: whole, self-contained, safe against any text, the same twice."""

import json
import math
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from precis.report.html import to_html
from precis.report.json import to_json
from precis.report.markdown import to_markdown
from precis.report.markup import VOID
from precis.report.model import ContainerRow, Number, SourceFile, SourceLine
from tests.report.example import HOSTILE, example, hostile

LIMIT = 400_000  # bytes of a page
ALLOWED = set(
    """html head meta title style body main header section h1 h2 h3 p code span ul li dl div dt dd table thead tbody tr th
    td br figure figcaption svg desc line text rect circle path""".split()  # noqa: SIM905
)
ATTRIBUTES_THAT_FETCH = {"src", "href", "srcset", "action", "data", "poster", "xlink:href"}


class Page(HTMLParser):
    """Checks that tags nest, and collects names, attributes and text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.names, self.attributes, self.words = [], set(), [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.mark.parametrize("report", [example(), hostile()], ids=["example", "hostile"])
def test_page_is_whole_and_fetches_nothing(report):
    text = to_html(report)
    page = Page(text)
    assert page.names <= ALLOWED
    assert not {name for name, _ in page.attributes} & ATTRIBUTES_THAT_FETCH
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert "url(" not in text and "@import" not in text
    assert ("content", "default-src 'none'; style-src 'unsafe-inline'") in page.attributes
    assert len(text.encode()) < LIMIT


def test_hostile_text_stays_text():
    page = to_html(hostile())
    assert "<script" not in page and "script" not in Page(page).names
    assert "\u202e" not in page  # a reversed name would not read as it is
    assert any(HOSTILE[:20] in words for words in Page(page).words)


def test_hostile_text_in_markdown_is_escaped_outside_code():
    text = to_markdown(hostile())
    outside = re.sub(r"(?<!\\)(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
    assert "<script" not in outside.replace("\\<script", "")
    assert "\u202e" not in text
    widths = {re.sub(r"\\\|", "", row).count("|") for row in text.split("## Containers")[1].split("##")[0].splitlines()
              if row.startswith("|")}  # fmt: skip
    assert len(widths) == 1


def test_everything_of_the_model_is_on_the_page():
    report = example()
    words = " ".join(Page(to_html(report)).words)
    for row in report.containers:
        assert row.name in words
    for sentence in (report.limits[0], "Example CPU, 8 cores", "9 ", "held-out", "tolerance met", "shallow_water.cpp"):
        assert sentence in words
    for number in ("3.1e-7", "1.8x", "1.9x", "98 %"):
        assert number in words


def test_json_reads_back_and_keeps_words():
    data = json.loads(to_json(example()))
    assert data["precis_report"] == 1 and data["met"] is True
    assert data["containers"][0]["estimate"]["word"] == "estimate"
    number = {"value": 3.1e-7, "word": "measurement", "unit": "", "samples": 16, "note": "tolerance 1e-6"}
    assert data["facts"][1]["number"] == number


def test_json_has_no_not_a_numbers():
    numbers = [Number(v, "estimate") for v in (math.nan, math.inf)]
    odd = tuple(ContainerRow("x", "", "", "local", "binary64", "binary64", n) for n in numbers)
    data = json.loads(to_json(replace(example(), containers=odd)), parse_constant=pytest.fail)
    assert [row["estimate"]["value"] for row in data["containers"]] == [None, "infinity"]


@pytest.mark.parametrize("printer", [to_html, to_json, to_markdown])
def test_the_same_report_gives_the_same_text(printer):
    assert printer(example()) == printer(example())


def test_a_number_needs_its_word():
    with pytest.raises(ValueError, match="bound, estimate, measurement, count"):
        Number(1.0, "guess")


def test_long_programs_stay_small_pages():
    base = example()
    lines = tuple(SourceLine(n, "x = " + "y" * 2000, (("x", "binary32"),), "binary32", share=0.1) for n in range(5000))
    long = replace(base, sources=(SourceFile("long.py", lines),), containers=base.containers * 200, sites=base.sites * 200,
                   options=base.options * 200)  # fmt: skip
    page = to_html(long)
    assert len(page.encode()) < LIMIT
    assert "more rows in report.json" in page and "more lines in report.json" in page


def test_an_empty_report_prints():
    empty = replace(example(), containers=(), sites=(), options=(), budget=None, pareto=(), samples=(), outputs=(), sources=(),
                    facts=(), machine=(), limits=(), files=())  # fmt: skip
    for printer in (to_html, to_markdown, to_json):
        assert "shallow_water" in printer(empty)
