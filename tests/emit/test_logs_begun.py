"""Logs that loops fill from their beginning on begin empty, where that is proved."""

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.engine import compile
from precis.ir.grown import logs_begun
from precis.ir.interpret import interpret
from precis.ir.text import parse
from tests.emit.oracle import needs_compiler

TEXT = """
@sizes(N=4, M=9)
def keep(x: input[real[N]], k: input[int64[N]]):
    def step(i, _1, _2{more_params}):
        start = size(_1)
        n = size(minimum(maximum(k[i], 0), 2))
        {inside}
        return index({after}), update(_2, broadcast(x[i], shape=(n,)), at=s_[{at}]){more_results}
    _11, _12{more_ends} = loop(step, trips=N, carry=({zero}, {begin}{more_starts}))
    used = size(_11)
    return update(broadcast(0.0, shape=(M,)), _12[:{read}], at=s_[:{read}]), {also}
"""
PLAIN = {"after": "start + n", "at": "start:start + n", "zero": "0", "begin": "broadcast(0.0, shape=(M,))", "read": "used", "also": "_11",
         "inside": "", "more_params": "", "more_results": "", "more_ends": "", "more_starts": ""}
OTHERWISE = {
    "it does not begin at its beginning": {"zero": "1"},
    "more is read than was written": {"read": "M"},
    "what is written does not follow": {"at": "start + 1:start + n + 1"},
    "more is counted than is written": {"after": "start + n + 1"},
    "what is written begins elsewhere": {"inside": "other = size(maximum(k[i], 0))", "at": "other:other + n", "after": "other + n"},
    "it begins with numbers": {"begin": "update(broadcast(0.0, shape=(M,)), x, at=s_[:N])"},
    "all of it is a result": {"also": "_12"},
    "an iteration reads it": {"inside": "_4 = _3 + sum(_2, axes=(0,))", "more_params": ", _3", "more_results": ", _4", "more_ends": ", _13",
                              "more_starts": ", 0.0", "also": "_13"},
}
X, K = np.array([1.5, -2.0, 0.25, 3.0]), np.array([2, 0, 1, 2])


def program(**changes):
    text = TEXT.format(**{**PLAIN, **changes})
    return parse("\n".join(line for line in text.splitlines() if line.strip()) + "\n")


def begun(p) -> bool:
    return "unread" in {a for n in logs_begun(p, {"unread": True}).nodes() for a in n.attrs}


def test_a_log_begins_empty():
    assert begun(program())


@pytest.mark.parametrize("changes", OTHERWISE.values(), ids=OTHERWISE)
def test_what_is_no_log_stays(changes):
    assert not begun(program(**changes))


@needs_compiler
@pytest.mark.parametrize("changes", [{}, *OTHERWISE.values()], ids=["a log", *OTHERWISE])
def test_logs_hold_what_was_written(changes):
    p = program(**changes)
    code = compile(p)
    assert code.backend == "native", code.reason
    for _ in range(2):  # memory of a call before is not zeros
        for a, b in zip(code.run([X, K], dict(p.binding)), interpret(p, [X, K])):
            np.testing.assert_array_equal(a, b)


def test_devices_have_logs_as_long_as_they_become():
    source = emit(program(), target="cuda")
    assert "space" not in source.files[source.main]
