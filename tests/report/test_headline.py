"""The sentence, pinned: it is the first thing that a user reads."""

from dataclasses import replace

import pytest

from precis.report.headline import Gain, headline
from precis.report.model import ContainerRow, Number

WORST = Number(3e-7, "measurement", samples=16)
BOTH = Gain(Number(1.84, "measurement", "x"), Number(1.9, "measurement", "x"))


def rows(*chosen, original="binary64", shape="8", reason="", must="measurement"):
    return [ContainerRow(f"a{k}", f"f.py:{40 + k}", shape, "local", original, c, reason=reason, must=must if reason and c == original else "")
            for k, c in enumerate(chosen)]  # fmt: skip


def test_the_sentence_of_the_readme():
    found = rows(*["binary32"] * 9, *["bfloat16"] * 2, *["binary64"] * 3, reason="too wide")
    assert headline(found, 1e-6, WORST, 16, BOTH) == (
        "9 of 14 arrays can be binary32, 2 bfloat16, 3 must stay binary64 "
        "(`a11`, line 51, `a12`, line 52, `a13`, line 53); "
        "worst measured error 3e-7 against tolerance 1e-6 on 16 held-out inputs; "
        "1.8x faster, 1.9x less memory, both measured here"
    )


@pytest.mark.parametrize(
    ("found", "start"),
    [
        (rows("binary32", "binary32"), "all 2 arrays can be binary32;"),
        (rows("binary64", reason="r"), "the one array must stay binary64 (`a0`, line 40);"),
        (rows("binary64", reason="r", must="estimate"), "the one array must stay binary64 by estimate (`a0`, line 40);"),
        (rows("binary64", reason="r", must="request") + rows("binary64", reason="r", must="estimate"),
         "1 of 2 arrays must stay binary64 (`a0`, line 40), 1 must stay binary64 by estimate (`a0`, line 40);"),
        (rows("binary64"), "the one array stays as it is;"),
        (rows("binary32", shape=""), "the one scalar can be binary32;"),
        (rows("binary64", original="binary32"), "the one array must rise to binary64 (`a0`, line 40);"),
        (rows("bfloat16", "binary16"), "1 of 2 arrays can be binary16, 1 bfloat16;"),
        (rows("binary32") + rows("binary32", shape=""), "all 2 variables can be binary32;"),
        (rows(*["binary64"] * 5, reason="r"), "all 5 arrays must stay binary64 (`a0`, line 40, `a1`, line 41, "
         "`a2`, line 42, and 2 more);"),
        ([], "nothing to lower"),
    ],
)  # fmt: skip
def test_formats(found, start):
    assert headline(found, 1e-6, WORST, 16, BOTH).startswith(start)


def test_a_tolerance_not_met_says_so():
    text = headline(rows("binary64"), 1e-20, Number(2e-16, "measurement", samples=2), 2, Gain(), met=False)
    assert text.endswith(
        "worst measured error 2e-16 against tolerance 1e-20 on 2 held-out inputs, which it does not meet"
    )


@pytest.mark.parametrize(
    ("gain", "end"),
    [
        (Gain(Number(0.5, "measurement", "x"), Number(1.0, "measurement", "x")), "2.0x slower, the same memory, both measured here"),
        (Gain(Number(1.01, "measurement", "x"), None), "no faster (measured here)"),
        (Gain(Number(1.01, "measurement", "x"), Number(0.0, "count", "x")), "no faster (measured here)"),
        (Gain(Number(2.0, "estimate", "x"), Number(2.0, "count", "x")),
         "2.0x faster (by the cost model), 2.0x less memory (counted)"),
        (Gain(Number(2.0, "estimate", "x"), Number(2.0, "estimate", "x")), "2.0x faster, 2.0x less memory, both by the cost model"),
        (Gain(Number(None, "measurement", "x"), None), "on 16 held-out inputs"),
    ],
)  # fmt: skip
def test_gain(gain, end):
    assert headline(rows("binary32"), 1e-6, WORST, 16, gain).endswith(end)


def test_places_name_their_files_where_there_are_several():
    found = [*rows("binary64", reason="r"), replace(rows("binary64", reason="r")[0], place="g.py:7")]
    assert headline(found, 1e-6, WORST, 16, BOTH).startswith("all 2 arrays must stay binary64 (`a0`, f.py:40, `a0`, g.py:7);")
