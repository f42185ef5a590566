"""What the parser refuses, and where it says so; hostile text."""

import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from precis.errors import ParseError
from precis.ir.canonical import canonical
from precis.ir.text import parse, show
from tests.ir.programs import heat, programs

HEAD = "@sizes(N=4, T=2)\ndef f(u: inout[real[N]], n: input[int64], T: size):\n"

WHOLE = [  # (text, line, column, message)
    ("", 1, 1, "expected one function definition and nothing else"),
    ("x = 1", 1, 1, "expected one function definition and nothing else"),
    ("def f():\n    return None\n" * 2, 3, 1, "expected one function definition and nothing else"),
    ("def f(", 1, 6, "not Python syntax: '(' was never closed"),
    ("def f():\n    pass", 2, 5, "a function ends with `return`"),
    ("def f(u: real[N]):\n    return u", 1, 10, "expected role[kind[shape]], value[...], size, static(...) or a tree of them"),
    ("def f(u):\n    return u", 1, 7, "expected a type"),
    ("def f(u: input[float]):\n    return None", 1, 16, "expected a kind"),
    ("def f(u: input[real], v: value[u: real]):\n    return None", 1, 26, "`u` is a parameter already"),
    ("def f(u: {'a': input[real]}):\n    return None", 1, 16, "expected `name: kind[shape]`"),
    ("def f(u, *a):\n    return None", 1, 1, "expected plain parameters"),
    ("def f(x: value[y]):\n    return None", 1, 1, "`y` is no parameter"),
    ("@sizes(N=4)\ndef f(u: input[real[N, M]]):\n    return u", 2, 24, "`M` is no size here"),
    ("@sizes(N=4.5)\ndef f():\n    return None", 1, 10, "expected an integer of 64 bits"),
    ("@sizes(N=4)\n@sizes(M=4)\ndef f():\n    return None", 1, 2,
     "expected @sizes(...), @guards(...) and @params(...), each at most once"),
    ("@staticmethod\ndef f():\n    return None", 1, 2, "expected @sizes(...), @guards(...) and @params(...), each at most once"),
    ("@guards(2 < 3)\ndef f():\n    return None", 1, 9, "expected a guard: a == b, a <= b or a != b"),
    ("@unchecked(3)\ndef f():\n    return None", 1, 12, "expected a string"),
    ("@unchecked('a', 'f.py:1:1', own=0)\ndef f():\n    return None", 1, 2,
     "expected @unchecked(text, place), and own=False where it is Python that checks"),
    ("@params(u)\ndef f(u: input[real], v: input[real]):\n    return None", 1, 9, "@params names every parameter once"),
    ("\0", 1, 1, "not Python syntax: source code string cannot contain null bytes"),
]

BODY = [  # (statements after HEAD, line, column, message)
    ("v = u", 3, 5, "`v` is not declared"),
    ("_0 = w", 3, 10, "`w` is not defined"),
    ("_0 = N", 3, 10, "`N` is not defined"),
    ("_0 = u\n    _0 = u", 4, 5, "`_0` is defined twice"),
    ("u: local[real]", 2, 1, "`u` is declared twice"),
    ("r: private[real]", 3, 5, "expected a declaration `name: role[kind[shape]]`"),
    ("_0 = u + n", 3, 10, "add: operands of different kinds real, int64"),
    ("_0 = sin(u, u)", 3, 10, "sin: sin takes 1 operands, not 2"),
    ("_0 = u[2:M]", 3, 14, "`M` is no size here"),
    ("_0 = u[-1]", 3, 12, "a negative position"),
    ("_0 = u[1, 2]", 3, 15, "more indices than dimensions"),
    ("_0 = u[::0]", 3, 14, "a step of 0"),
    ("_0 = u[N//0]", 3, 12, "division by zero"),
    ("_0 = u[pick(u)]", 3, 17, "an index of kind real"),
    ("_0 = slice(u, at=s_[operand(0)])", 3, 25, "there is no index operand 0"),
    ("_0 = u @ u @ u", 3, 10, "`@` of 0 and 1 dimensions"),
    ("_0 = frob(u)", 3, 10, "unknown operation frob"),
    ("_0 = sum(u)", 3, 10, "sum needs `axes=`"),
    ("_0 = sum(u, axes=(3,))", 3, 10, "sum: axes (3,) for shape (N,)"),
    ("_0 = sum(u, axes=(0,), **u)", 3, 30, "expected `name=value`"),
    ("_0 = convert(u, kind='float')", 3, 26, "expected a kind"),
    ("_0 = int8(300)", 3, 10, "does not fit int8"),
    ("_0 = 99999999999999999999", 3, 10, "does not fit int64"),
    ("_0 = 1e999", 3, 10, "too large for binary64"),
    ("_0 = 'text'", 3, 10, "expected a number"),
    ("_0 = u < u < u", 3, 10, "one comparison at a time"),
    ("_0 = u and u", 3, 10, "expected an expression of the text form"),
    ("_0 = u.T", 3, 10, "expected an expression of the text form"),
    ("_0 = (lambda: 1)()", 3, 10, "unknown operation"),
    ("_0 = 'αα' + ü", 3, 10, "expected a number"),
    ("_0 = n + ü", 3, 14, "`ü` is not defined"),
    ("_0 = 1 + array('α', (3,), 4)", 3, 31, "expected a kind"),
    ("_0 = x·110000·", 3, 10, "`x·110000·` escapes no character"),
    ("for i in u:\n        pass", 3, 5, "expected an assignment, a nested `def` or `return`"),
    ("import os", 3, 5, "expected an assignment, a nested `def` or `return`"),
    ("u.real = u", 3, 5, "expected a name to assign to"),
    ("u -= u", 3, 5, "expected an assignment, a nested `def` or `return`"),
    ("u = loop(step, trips=N, carry=u)", 3, 14, "expected the name of a nested `def` above"),
    ("def step(i, u):\n        return u\n    u = loop(step, carry=u)", 5, 9, "loop needs `trips=`"),
    ("def step(i, u):\n        return u, u\n    u = loop(step, trips=N, carry=u)", 5, 9, "2 results for 1 name"),
    ("def step(i):\n        return u\n    u = loop(step, trips=N, carry=u)", 3, 5, "`step` has 0 parameters for 1 value"),
    ("def step(i, u):\n        u = u\n    u = loop(step, trips=N, carry=u)", 4, 9, "a block ends with `return`"),
    ("def step(i, u):\n        return n\n    u = loop(step, trips=N, carry=u)", 5, 9, "next values and parameters"),
    ("def step(N, u):\n        return u\n    u = loop(step, trips=N, carry=u)", 5, 9, "the loop index 'N' is bound already"),
    ("def step(i, u):\n        return u\n    u = loop(step, trips=N, by=0, carry=u)", 5, 9, "the range"),
    ("def t():\n        return u\n    u = cond(n, t, t)", 5, 9, "the predicate is int64 of shape (), not one bool"),
    ("N = size(n)", 3, 9, "the size 'N' is bound already"),
    ("_0 = u; 'nowhere'", 3, 13, "expected a place in a file"),
    ("'f.py:1:2'", 3, 5, "a place stands behind its statement"),
    ("mutates(w=u)", 3, 15, "`w` is no parameter"),
    ("u = update(u, 1.0)", 3, 9, "update needs `at=`"),
    ("u = update(u, 1.0, at=3)", 3, 27, "expected `s_[...]`"),
    ("_0 = reshape(u, shape=(3,))", 3, 10, "reshape: reshapes (N,) to (3,)"),
    ("_0 = round(u, format='float13')", 3, 26, "unknown format 'float13'"),
    ("_0 = u[0x" + "f" * 5000 + "]", 3, 12, "expected an integer of 64 bits"),
    ("_0 = u[" + "*".join(["(N + T)"] * 90) + "]", 3, 12, "a size of more than 64 bits"),
    ("_0 = " + "(" * 300 + "u" + ")" * 300, 3, 210, "not Python syntax: too many nested parentheses"),
    ("_0 = " + "9" * 5000, 3, 1, "not Python syntax: Exceeds the limit"),
    ("_0 = " + "-" * 100_000 + "u", 1, 1, "nested too deeply"),
    ("_0 = u" + " + u" * 100_000, 1, 1, "nested too deeply"),
    ("_0 = u" + " + u" * sys.getrecursionlimit(), 1, 1, "nested too deeply"),
]


def refusal(text):
    with pytest.raises(ParseError) as caught:
        parse(text)
    return caught.value


@pytest.mark.parametrize(("text", "line", "column", "message"), WHOLE, ids=[m[:30] for *_, m in WHOLE])
def test_texts_that_are_no_program(text, line, column, message):
    error = refusal(text)
    assert (error.span.line, error.span.column) == (line, column)
    assert error.message.startswith(message)


@pytest.mark.parametrize(("body", "line", "column", "message"), BODY, ids=[b[:30] for b, *_ in BODY])
def test_statements_that_mean_nothing(body, line, column, message):
    error = refusal(f"{HEAD}    {body}\n    return None\n")
    assert (error.span.line, error.span.column) == (line, column)
    assert error.message.startswith(message)
    assert error.span.file == "<text>"


def test_an_error_shows_the_line_and_what_to_do():
    error = refusal(f"{HEAD}    _0 = u[-1]\n    return _0\n")
    assert str(error) == ("<text>:3:12: error: a negative position\n  |     _0 = u[-1]\n  |            ^\n"
                          "  hint: count from the front: N - 1 is the last of N")


def test_nothing_is_executed(tmp_path):
    target = tmp_path / "made"
    for call in (f"open({str(target)!r}, 'w')", "__import__('os')", "().__class__.__bases__", "f'{u}'", "[u for u in u]",
                 "(yield)", "u if u else u", "print(u)", "exec('u')"):
        refusal(f"{HEAD}    _0 = {call}\n    return _0\n")
    assert not target.exists()


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs(), st.data())
def test_damaged_text_is_refused_or_read(p, data):
    """Whatever is cut out or put in: a Program or a ParseError, never another exception."""
    text = show(data.draw(st.sampled_from([p, heat()])))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    new = data.draw(st.sampled_from(
        ["", "u", "0", "-1", "N", "(", ")", ",", "_0 = ", "size(", "[", "]", " = ", "\n", "1.5", "x__9", "*"]))
    try:
        q = parse(text[:start] + new + text[end:])
    except ParseError:
        return
    assert parse(show(q)) == q == canonical(q)
