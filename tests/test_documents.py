"""Decisions are numbered once, and what documents link to is there."""

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/**/*.md")])


def test_decisions_have_numbers_of_their_own():
    taken = Counter(page.name[:4] for page in ROOT.glob("docs/adr/*.md"))
    assert [number for number, times in taken.items() if times > 1] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_to_files(page):
    text = re.sub(r"`[^`]*`", "", page.read_text())  # code may look like links
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []
