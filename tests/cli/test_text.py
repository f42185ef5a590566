"""Tables on the terminal."""

from precis.cli.text import CELL, aligned
from precis.report.tables import Column, Table


def test_the_last_column_stands_whole_and_others_are_cut():
    reason = "a run missed on held-out input 1011: 1.1e-3 is above the tolerance 1e-3 that was asked for"
    name, last = "n" * 2 * CELL, f"{reason}\nand more"
    lines = aligned(Table((Column("name", "code"), Column("why it stays")), ((name, last), ("x", "")))).splitlines()
    assert lines[1] == f"{name[: CELL - 1]}…  {reason} and more"
    assert lines[2] == "x"
