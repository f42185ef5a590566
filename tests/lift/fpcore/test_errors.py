"""Malformed FPCore: every message has its place, says what is wrong and what may have been meant."""

import pytest

from precis.errors import ParseError, PrecisError, UnsupportedProgram, UsageError
from precis.lift.fpcore import lift_fpcore, read_fpcore, read_text

CASES = [
    ("(FPCore (x)\n  (+ x 1)", "1:1", "never closed"),
    ("(FPCore (x) x))", "1:15", "closes nothing"),
    ("(FPCore (x) (+ x 1])", "1:19", "closes the ( of line 1, column 13"),
    ('(FPCore (x) :name "abc x)', "1:19", "string is not closed"),
    ("(FPCor (x) x)", "1:1", "did you mean FPCore?"),
    ("(FPCore (x)\n  (+ x\n     (sqr x)))", "3:7", "did you mean sqrt?"),
    ("(FPCore (x) (sqrt x x))", "1:13", "sqrt takes 1 operand, not 2"),
    ("(FPCore (x) (fma x x))", "1:13", "fma takes 3 operands"),
    ("(FPCore (x) (/ x))", "1:13", "2 or more operands"),
    ("(FPCore (velocity) (* velocit 2))", "1:23", "did you mean velocity?"),
    ("(FPCore (x) (if x 1 2))", "1:17", "if takes a condition; this is a number"),
    ("(FPCore (x) (+ (< x 1) 2))", "1:16", "takes a number; this is a condition"),
    ("(FPCore (x) (if (< x 1) (< x 2) 2))", "1:13", "different shapes or kinds"),
    ("(FPCore (x) :pre (< 2 x 1) x)", "1:18", "leaves no value for x"),
    ("(FPCore (x) :pre (and (< x 1) (> x 1)) x)", "1:18", "leaves no value for x"),
    ("(FPCore (x) :pre (+ x 1) x)", "1:18", ":pre has to be a condition"),
    ("(FPCore (x x) x)", "1:12", "stands twice"),
    ("(FPCore (x) (let ([y 1] [y 2]) y))", "1:26", "bound twice"),
    ("(FPCore (x) (while* (< i 2) ([i 0 (+ i 1)] [i 0 i]) i))", "1:45", "bound twice"),
    ("(FPCore (A) (for ([i 2] [i 3]) ([s 0 (+ s i)]) s))", "1:26", "bound twice"),
    ("(FPCore (x) (tensor ([i -3]) i))", "1:25", "no elements"),
    ("(FPCore () :pre FALSE 1)", "1:17", "never holds"),
    ("(FPCore (PI) PI)", "1:10", "cannot be bound"),
    ("(FPCore (x))", "1:1", "has no body"),
    ("(FPCore (x) x\n  x)", "2:3", "found 2 expressions"),
    ("(FPCore (x) :precision binary46 x)", "1:24", "did you mean binary64?"),
    ("(FPCore (x) :precision (posit 2 32) x)", "1:24", "(posit ...) is no format"),
    ("(FPCore (x) :round toZero x)", "1:20", "rounding toZero is not supported"),
    ("(FPCore (x) (! :round nearestEvn x))", "1:23", "did you mean nearestEven?"),
    ("(FPCore (x) (let ([y 1 2]) y))", "1:19", "expected a binding"),
    ("(FPCore (x) (while (< x 1) ([x 0 (array 1 2)]) x))", "1:34", "changes its shape or kind"),
    ("(FPCore ((A 3)) (ref A 3))", "1:24", "position 3 is outside"),
    ("(FPCore ((A 3)) (for ([i 4]) ([s 0 (ref A i)]) s))", "1:43", "outside of a dimension of 3"),
    ("(FPCore ((A 3)) (+ A 1))", "1:20", "this is a tensor"),
    ("(FPCore ((A 3)) (ref A 0 0))", "1:17", "2 positions for a tensor of 1 dimension"),
    ("(FPCore f (x) (f x))", "1:15", "calls itself"),
    ("(FPCore f (x) x) (FPCore g (x) (f x x))", "1:32", "f takes 1 argument (x), not 2"),
    ("(FPCore (x) 1e400)", "1:13", "beyond the range"),
    ("(FPCore (x) 1e999999999)", "1:13", "exponent"),
    ("(FPCore (x) (digits 1.5 2 2))", "1:13", "three integers"),
    ("(FPCore (x) ())", "1:13", "expected an expression"),
    ("(FPCore (x) :pre)", "1:13", "has no value"),
    ("(FPCore (x) (+ x 1e))", "1:18", "1e is not a number"),
    ("(FPCore (x) (+ x 1/0))", "1:18", "1/0 is not a number"),
    ("(FPCore f (x) x)\n(FPCore f (x) (+ x 1))", "2:1", "stands twice: the first is on line 1"),
]


@pytest.mark.parametrize("text, place, words", CASES, ids=[c[2] for c in CASES])
def test_messages_have_a_place(text, place, words):
    with pytest.raises((ParseError, UnsupportedProgram)) as found:
        file = read_text(text, "bad.fpcore")
        lift_fpcore(file, file.names[-1] if len(file.cores) > 1 else None)
    assert str(found.value.span).endswith(place) and str(found.value).startswith("bad.fpcore:")
    assert words in str(found.value)


def test_names_of_cores():
    file = read_text('(FPCore f (x) x) (FPCore (x) :name "g of x" x)', "two.fpcore")
    with pytest.raises(UsageError, match="holds 2 cores: name one") as found:
        lift_fpcore(file)
    assert "f, g of x" in str(found.value)
    with pytest.raises(UsageError, match="has no core h"):
        lift_fpcore(file, "h")
    assert lift_fpcore(file, "g of x").program.name == "g_of_x"
    nameless = read_text("(FPCore (x) x)\n(FPCore (x) (* x x))", "two.fpcore")
    assert "*" in str(lift_fpcore(nameless, nameless.names[1]).program) and nameless.names[1] == "line 2"


@pytest.mark.parametrize("text", ["(" * 5000, ")" * 5000, "(FPCore (x) " + "(+ 1 " * 190 + "x" + ")" * 191, "(FPCore (x) " + "(- " * 199 + "x"])
def test_deep_nesting_is_told(text):
    try:
        lift_fpcore(read_text(text, "deep.fpcore"))
    except PrecisError as problem:
        assert problem.span is not None


def test_missing_files(tmp_path):
    with pytest.raises(UsageError, match="cannot read"):
        read_fpcore(tmp_path / "none.fpcore")
    (tmp_path / "bytes.fpcore").write_bytes(b"\xff\xfe(")
    with pytest.raises(UsageError, match="not a text file"):
        read_fpcore(tmp_path / "bytes.fpcore")
