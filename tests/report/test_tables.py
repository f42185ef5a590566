"""Tables of long programs: what many rows share is told once, and a place names its file where there are several."""

from dataclasses import replace

from precis.report.html import to_html
from precis.report.markdown import to_markdown
from precis.report.model import ContainerRow, Range
from precis.report.tables import UNSEEN, UNSEEN_WORDS, verdict_table
from tests.report.example import example

SLOWER, ALONE = "narrower in choices that hold but are slower", "binary32 alone would use 54 % of the tolerance (estimate)"


def row(k: int, reason: str, seen: Range | None = None) -> ContainerRow:
    return ContainerRow(f"a{k}", f"model.py:{k}", "8", "local", "binary64", "binary64", seen=seen, reason=reason)


def report(*rows: ContainerRow):
    return replace(example(), containers=rows)


def reasons(*rows: ContainerRow) -> list[str]:
    table = verdict_table(report(*rows))
    at = [c.name for c in table.columns].index("why it stays")
    return [cells[at] for cells in table.rows]


def test_what_four_rows_tell_is_told_once():
    rows = [row(k, SLOWER, Range(1.0, 2.0)) for k in range(4)]
    assert reasons(*rows, row(4, ALONE)) == ["note 1"] * 4 + [ALONE]
    assert reasons(*rows[1:], row(4, ALONE)) == [SLOWER] * 3 + [ALONE]
    for text in (to_markdown(report(*rows)), to_html(report(*rows))):
        assert text.count(SLOWER) == 1 and f"note 1: {SLOWER}" in text


def test_ranges_that_no_sweep_looked_at_say_so():
    seen, unseen = row(1, "", Range(1.0, 2.0)), row(2, "")
    assert UNSEEN_WORDS in to_markdown(report(seen, unseen)) and UNSEEN_WORDS not in to_markdown(report(seen))
    assert [cells.count(UNSEEN) for cells in verdict_table(report(seen, unseen)).rows] == [0, 1]
