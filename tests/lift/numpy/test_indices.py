"""Every kind of index, alone and with others, read and written, as a view and as a copy, against NumPy."""

from __future__ import annotations

import hashlib
import linecache
from typing import Any

import numpy as np
import pytest

from precis.errors import PrecisError
from precis.lift import lift
from tests.lift.numpy.case import run

R = np.random.default_rng(0)
ARRAYS = (R.random(7), R.random((4, 5)), R.random((3, 4, 5)))
I, J = np.array([2, 0, 1]), np.array([[0, 1], [2, 1]])
M, M5 = np.array([True, False, True, True]), np.array([True, False, True, True, False])
ONE = ("0", "-1", "k", "1:", "::2", "::-1", "-3:-1", "3:0:-1", ":", "...", "None", "i", "j", "[0, 2]", "m", "2:2", "n - 1", "-n",
       "slice(1, 3)", "np.array(1)", "i[0]", "i - 1", "[]", "(i,)")
TWO = ("0, 1", ":, 0", "0, :", "i, 0", "0, i", "i, i", "i, :", ":, i", "i, 1:3", "1:3, i", "i[:, None], i", "j, j", "j, 0", "0, j", "None, i",
       "i, None", "..., 0", "..., i", "0, ...", "None, :, 0", "m, 0", "0, m5", "m, :", ":, m5", "m, 1:3", "i, ...", "::-1, ::-2", "1:, None, :2",
       "np.newaxis, ..., np.newaxis", "*np.ix_(i, i)", "np.s_[1:3]", "np.s_[1:3, 0]", "i, -1", "-1, i", "slice(None), i", "x > 0.5",
       ":, (0, 2)", "(0, 1), (1, 2)")
THREE = ("0, :, i", ":, 0, i", "i, :, 0", "i, 0, :", "i, :, i", ":, i, i", "i, i, :", "i, i, i", "0, i, :", "..., i, 0", "i, ..., 0",
         "i, None, i", ":, i, None", ":, m, 0", ":, m, :", "m[:3], 0, 0", "m[:3]", "j, 0, :", ":, j, 0", "0, :, j", "None, i, :, i",
         "1, None, :, i", "i, 1:3, i", "i, 1:3, 0", "m[:3], :, 1:3", "..., m5")
CASES = [(rank, index) for rank, known in enumerate((ONE, ONE + TWO, ONE + TWO + THREE)) for index in known]
USES = ("return x[{}] * 1.0", "y[{}] = 7.0; return y", "y[{}] += 1.5; return y", "z = x[{}] * 2.0; y[{}] = z; return y",
        "z = y[{}]; z *= 2.0; return y", "z = y[{}]; y[...] = 0.0; return z + 0.0", "np.add.at(y, np.s_[{}], 1.0); return y")


def _function(index: str, use: str) -> Any:
    """As a text that can be read back, which lifting needs."""
    text = f"def f(x, i, j, m, m5):\n    n, k, y = x.shape[0], 2, x.copy()\n    {use.format(index, index)}\n"
    name = f"<index {hashlib.sha256(text.encode()).hexdigest()}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    found: dict[str, Any] = {"np": np}
    exec(compile(text, name, "exec"), found)
    return found["f"]


@pytest.mark.parametrize(("rank", "index"), CASES)
def test_indices_mean_what_they_mean_to_numpy(rank, index):
    arguments = (ARRAYS[rank], I, J, M, M5)
    for use in USES:
        if "*" in index and "np.s_" in use:
            continue
        f = _function(index, use)
        try:
            wanted = f(*arguments)
        except (IndexError, ValueError):
            continue
        try:
            found = run(lift(f, *arguments), arguments)
        except PrecisError as refusal:
            assert "np.add.at with a mask" in str(refusal)
            continue
        assert np.shape(found) == np.shape(wanted), use
        np.testing.assert_array_equal(found, wanted, err_msg=use)
