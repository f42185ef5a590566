"""What FPCore programs compute, against Python's own arithmetic; their containers and formats."""

import math
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest

from precis.emit import engine
from precis.formats import FORMATS
from precis.ir.call import bind
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.ir.text import parse, show
from precis.lift.fpcore import Sampler, lift_fpcore, read_text
from precis.lift.fpcore.operators import OPERATORS


def lifted(text, name=None, size=None):
    return lift_fpcore(read_text(text, "t.fpcore"), name, size)


def value(text, *args):
    (out,) = interpret(lifted(text).program, args)
    return out.item() if out.ndim == 0 else out


def logical(f):
    return lambda *a: bool(f(*a))


def c_round(x):
    return math.copysign(math.floor(abs(x) + 0.5) if abs(x) != 0.49999999999999994 else 0.0, x)


EXPECTED = {
    "+": lambda *a: sum(a), "-": lambda a, *b: a - sum(b) if b else -a, "*": lambda *a: math.prod(a), "/": lambda a, b: a / b,
    "fabs": abs, "fma": lambda a, b, c: float(Fraction(a) * Fraction(b) + Fraction(c)), "exp2": lambda x: 2.0**x,
    "cbrt": np.cbrt, "atan2": math.atan2, "tgamma": math.gamma, "lgamma": lambda x: float(mpmath.log(abs(mpmath.gamma(x)))), "ceil": math.ceil, "floor": math.floor,
    "trunc": math.trunc, "fmax": max, "fmin": min, "fdim": lambda a, b: max(a - b, 0.0), "round": c_round,
    "nearbyint": lambda x: float(round(x)), "hypot": math.hypot, "isfinite": math.isfinite, "isinf": math.isinf,
    "isnan": math.isnan, "isnormal": lambda x: abs(x) >= 2.0**-1022 and math.isfinite(x), "signbit": lambda x: math.copysign(1, x) < 0,
    "<": logical(lambda *a: all(p < q for p, q in pairwise(a))), ">": lambda *a: all(p > q for p, q in pairwise(a)),
    "<=": lambda *a: all(p <= q for p, q in pairwise(a)), ">=": lambda *a: all(p >= q for p, q in pairwise(a)),
    "==": lambda *a: all(p == q for p, q in pairwise(a)), "!=": lambda *a: len(set(a)) == len(a)}
POINTS = {1: [(0.3,), (-0.7,), (2.5,), (0.49999999999999994,), (-2.5,), (1e-310,)], 2: [(0.3, 0.7), (7.5, -2.0), (-7.0, 2.0), (3.0, 3.0)],
          3: [(0.3, 0.7, -0.2), (1.0, 2.0, 3.0), (3.0, 1.0, 3.0)]}


def arities(operator):
    return [k for k in POINTS if operator.least <= k and (operator.most is None or k <= operator.most)]


@pytest.mark.parametrize("name", [n for n, o in OPERATORS.items() if o.kind == "real"])
def test_operators_are_those_of_math_h(name):
    expected = EXPECTED.get(name) or getattr(math, name)
    for count in arities(OPERATORS[name]):
        if name in ("/",) and count == 3:
            continue
        program = lifted(f"(FPCore ({' '.join('abc'[:count])}) ({name} {' '.join('abc'[:count])}))").program
        for point in POINTS[count]:
            try:
                wanted = expected(*point)
            except (ValueError, OverflowError, ZeroDivisionError):
                continue
            (found,) = interpret(program, point)
            if isinstance(wanted, bool):
                assert bool(found) is wanted, (name, point)
            else:
                assert float(found) == pytest.approx(float(wanted), rel=4e-15, abs=1e-300), (name, point)


def test_logic():
    for a in (0.0, 1.0):
        for b in (0.0, 1.0):
            p, q = a > 0.5, b > 0.5
            text = "(FPCore (a b) (if (and (> a 0.5) (not (or FALSE (> b 0.5)))) 1 2))"
            assert value(text, a, b) == (1 if p and not q else 2)


LITERALS = [("1", 1), ("-1.5e-3", Fraction(-15, 10**4)), ("0x1.8p3", 12), ("-0x.8", Fraction(-1, 2)), ("22/7", Fraction(22, 7)),
            ("(digits 5 -3 10)", Fraction(5, 1000)), ("(digits -3 4 2)", -48), ("+.5", Fraction(1, 2)), ("1.", 1), ("1E2", 100)]


@pytest.mark.parametrize("text, exact", LITERALS)
def test_numbers(text, exact):
    found = lifted(f"(FPCore () {text})")
    assert interpret(found.program, ())[0].item() == float(exact)
    held = Fraction(float(exact)) == exact
    assert found.literals == ({} if held else {float(exact): Fraction(exact)})


def test_constants_are_the_nearest_numbers_and_remember_their_names():
    found = lifted("(FPCore () (+ PI (* 0 INFINITY)))")
    assert found.literals == {math.pi: "PI"}
    for name, expected in (("E", math.e), ("LN2", math.log(2)), ("M_2_SQRTPI", 2 / math.sqrt(math.pi)), ("SQRT1_2", math.sqrt(0.5))):
        assert value(f"(FPCore () {name})") == pytest.approx(expected, rel=3e-16)


HORNER = "(FPCore (x) (let* ([r 2.5] [r (+ (* r x) -1)] [r (+ (* r x) 0.25)]) r))"


def test_let_is_simultaneous_and_let_star_sequential():
    assert value("(FPCore (x) (let ([x (+ x 1)] [y x]) (- x y)))", 5.0) == 1.0
    assert value("(FPCore (x) (let* ([x (+ x 1)] [y x]) (- x y)))", 5.0) == 0.0
    assert value(HORNER, 3.0) == (2.5 * 3 - 1) * 3 + 0.25


def test_variables_are_containers():
    found = lifted(HORNER).program
    assert [(c.name, c.role) for c in found.containers] == [("x", "input"), ("r", "output")]
    found = lifted("(FPCore (x) (let ([x (* x x)]) (+ x 1)))").program
    assert [(c.name, c.role) for c in found.containers] == [("x", "input"), ("x.2", "local"), ("out", "output")]


def fibonacci(n):
    a, b = 0.0, 1.0
    for _ in range(n):
        a, b = b, a + b
    return a


def test_loops():
    assert value("(FPCore (n) (while (> n 0) ([n n (- n 1)] [a 0 b] [b 1 (+ a b)]) a))", 10.0) == fibonacci(10)
    assert value("(FPCore (x) (while* (< y 100) ([y x (* y 2)] [z 0 (+ z y)]) z))", 3.0) == 6 + 12 + 24 + 48 + 96 + 192
    assert value("(FPCore () (for ([i 4]) ([s 0 (+ s (* i i))]) s))") == 14
    assert value("(FPCore (x) (for ([i x]) ([s 0 (+ s 1)]) s))", 2.5) == 3
    assert value("(FPCore () (for ([i 3]) ([a 1 b] [b 2 (+ a b)]) b))") == 8
    assert value("(FPCore () (for* ([i 3]) ([a 1 (+ a 1)] [b 0 (+ a b)]) b))") == 2 + 3 + 4


def test_the_last_of_several_indices_is_fastest():
    found = value("(FPCore () (for ([i 2] [j 3]) ([s 0 (+ (* 100 s) (+ (* 10 i) j))]) s))")
    expected = 0
    for i in range(2):
        for j in range(3):
            expected = 100 * expected + 10 * i + j
    assert found == expected


def test_tensors():
    a, x = np.arange(6.0).reshape(2, 3), np.array([1.0, 10.0, 100.0])
    text = "(FPCore ((A n m) (x m)) (tensor ([i n]) (for ([j m]) ([s 0 (+ s (* (ref A i j) (ref x j)))]) s)))"
    program = lifted(text.replace("n m", "2 3").replace("x m", "x 3").replace("[i n]", "[i 2]").replace("[j m]", "[j 3]")).program
    np.testing.assert_array_equal(interpret(program, (a, x))[0], a @ x)
    assert value("(FPCore () (size (array 1 2 3) 0))") == 3 and value("(FPCore () (dim (array (array 1) (array 2))))") == 2
    np.testing.assert_array_equal(value("(FPCore () (tensor ([i 2] [j 2]) (+ (* 10 i) j)))"), [[0, 1], [10, 11]])
    np.testing.assert_array_equal(value("(FPCore () (tensor* ([i 3]) ([s 1 (* 2 s)]) (+ s i)))"), [2, 5, 10])
    np.testing.assert_array_equal(value("(FPCore () (ref (array (array 1 2) (array 3 4)) 1))"), [3, 4])
    assert value("(FPCore (x) (ref (array 5 6 7) x))", 1.0) == 6 and value("(FPCore (x) (ref (array 5 6 7) x))", 9.0) == 7


def test_dimension_symbols_take_the_size_asked_for():
    found = lifted("(FPCore ((A n n)) (for ([i n]) ([s 0 (+ s (ref A i i))]) (/ s n)))", size=3)
    assert found.program.body.params[0].shape[0].constant == 3
    assert interpret(found.program, (np.diag([1.0, 2, 6]),))[0] == 3


SQUARE = "(FPCore sq (x) (let ([t (* x x)]) t)) (FPCore main (x y) (+ (sq (+ x 1)) (let ([t (sq y)]) (sq t))))"


def test_cores_call_each_other():
    found = lifted(SQUARE, "main").program
    assert interpret(found, (2.0, 3.0))[0] == 9 + 81
    assert {"sq.x", "sq.t", "t"} <= {c.name for c in found.containers}


MIXED = """(FPCore f (x (! :precision binary64 y)) :precision binary32
  (let ([a (* x 0.1)])
    (+ (cast (! :precision binary64 (+ y
         (* y 0.1)))) a)))"""


def test_precisions_are_the_original_assignment():
    found = lifted(MIXED)
    stated = found.program.original
    assert {n: f.name for n, f in stated.storage.items()} == {"x": "binary32", "y": "binary64", "a": "binary32", "out": "binary32"}
    x, y = np.float32(1.7), 2.3
    (run,) = interpret(emulate(found.program, stated), (x, y))
    wide = y + y * 0.1
    assert run == np.float32(np.float32(wide) + np.float32(x * np.float32(0.1)))
    assert engine.compile(found.program)(x, y) == run


def test_integers_are_rounded_as_asked():
    assert value("(FPCore (x) (! :precision integer :round toZero (/ x 3)))", -8.0) == -2
    assert value("(FPCore (x) (! :precision integer (/ x 4)))", 10.0) == 2
    assert value("(FPCore (x) (! :precision integer :round toPositive (/ x 4)))", 9.0) == 3


NATIVE = [HORNER, "(FPCore (x) (while (> (fabs (- (* y y) x)) 1e-12) ([y x (/ (+ y (/ x y)) 2)] [n 0 (+ n 1)]) y))",
          "(FPCore (x) (if (< x 2) (let ([t (sin x)]) (+ t (let ([t (cos x)]) t))) (erfc x)))",
          "(FPCore (x) :precision binary32 (for ([i 5]) ([s 0 (+ s (/ x (+ i 1)))]) (remainder s 0.7)))",
          "(FPCore ((A 4)) (tensor* ([i 4]) ([s 0 (+ s (ref A i))]) (* s s)))"]


@pytest.mark.parametrize("text", NATIVE)
def test_native_code_is_the_emulated_program(text):
    found = lifted(text)
    for seed in range(3):
        args = Sampler(found)(seed)
        arrays, binding = bind(found.program, args)
        expected = interpret(emulate(found.program, found.program.original), arrays, binding)
        run = engine.compile(found.program)
        assert run.backend == "native" or run.reason
        np.testing.assert_allclose(run.run(arrays, binding)[0], expected[0], rtol=4e-16 if "binary32" not in text else 0)


@pytest.mark.parametrize("text", [*NATIVE, MIXED, "(FPCore f (x* y') (+ x* y'))"])
def test_the_text_form_reads_back(text):
    program = lifted(text).program
    assert parse(show(program), program.constants, original=program.original) == program


def test_spec_is_a_program_of_its_own():
    found = lifted("(FPCore (x) :pre (<= 1 x 4) :spec (sqrt x) (- (- x 1) (* x 0.25)))")
    assert found.spec is not None and interpret(found.spec, (4.0,))[0] == 2.0
    assert lifted('(FPCore (x) :spec "words" :cite (a b) :fpbench-domain science x)').spec is None


def test_names_of_programs():
    assert lifted("(FPCore (x) :name \"2sqrt (3.1)\" x)").program.name == "core_2sqrt_3_1"
    assert lifted("(FPCore f (x) x)").program.name == "f" and lifted("(FPCore (x) x)").program.name == "t"


def test_real_precision_is_the_widest_there_is():
    assert lifted("(FPCore (x) :precision real (+ x 1))").program.original.storage_of("x") == FORMATS["binary128"]
