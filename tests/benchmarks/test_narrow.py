"""What uniform binary32 is worth is told kernel by kernel, those first that gain least, and what has no number says why."""

import numpy as np

from benchmarks.narrow import narrowed, page


def test_arguments_are_halved():
    given = (np.ones(3), np.ones(2, complex), np.arange(4), 0.5, np.ones(2, np.float32))
    made = narrowed(given)
    assert [getattr(x, "dtype", None) for x in made] == [np.float32, np.complex64, np.int64, None, np.float32]
    assert given[0].dtype == np.float64 and made[3] == 0.5


def test_page_begins_with_what_gains_least():
    def record(name, own, narrow):
        return {"name": name, "load": 1.0, "seconds": {"own": own, "binary32": narrow}, "error": 1e-7}
    text = page([record("quick", 4e-3, 2e-3), record("slow", 1e-3, 2e-3), {"name": "odd", "missing": "interpreted: no compiler"}], "L")
    assert "2 of 3 kernels" in text and "slower for 1, less than 1.2 times as fast for 1" in text
    assert text.index("| slow | 1 | 2 | 0.5 | 1.0e-07 |") < text.index("| quick | 4 | 2 | 2 | 1.0e-07 |")
    assert "odd: interpreted: no compiler" in text
