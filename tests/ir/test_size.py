"""Sizes against integers."""

import ast
import operator
import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from precis.ir.size import Call, Extreme, Size, bounds, call, largest, product, smallest, taken_apart
from precis.ir.text.grammar import identifier
from precis.ir.text.source import Source
from precis.ir.text.terms import size_text

SYMBOLS = ("N", "M", "i")
N, M, I = map(Size.of, SYMBOLS)
bindings = st.fixed_dictionaries({s: st.integers(-7, 9) for s in SYMBOLS})

OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod}
INTEGER_CALLS = {"min": min, "max": max}
SIZE_CALLS = {"min": smallest, "max": largest}
trees = st.recursive(
    st.sampled_from(SYMBOLS) | st.integers(-4, 4),
    lambda inner: st.tuples(st.sampled_from([*OPERATORS, "min", "max"]), inner, inner), max_leaves=8)


def as_size(tree) -> Size:
    if not isinstance(tree, tuple):
        return Size.of(tree)
    op, a, b = tree
    return (OPERATORS.get(op) or SIZE_CALLS[op])(as_size(a), as_size(b))


def as_integer(tree, binding) -> int:
    if not isinstance(tree, tuple):
        return binding.get(tree, tree)
    op, a, b = tree
    return (OPERATORS.get(op) or INTEGER_CALLS[op])(as_integer(a, binding), as_integer(b, binding))


def size_and_value(tree, binding):
    try:
        return as_size(tree), as_integer(tree, binding)
    except ZeroDivisionError:
        assume(False)


@given(trees, bindings)
def test_arithmetic_is_that_of_integers(tree, binding):
    size, expected = size_and_value(tree, binding)
    assert size.value(binding) == expected
    assert size.symbols() <= set(SYMBOLS)


@given(trees, bindings, bindings)
def test_substitution_then_value(tree, first, second):
    """Symbols replaced by sizes of other symbols, then by integers."""
    size, _ = size_and_value(tree, second)
    replaced = {"N": M + 1, "M": N * 2 - I}
    inner = {"N": second["M"] + 1, "M": 2 * second["N"] - second["i"], "i": second["i"]}
    try:
        expected = size.value(inner)
        assert size.substitute(replaced).value(second) == expected
        assert size.substitute(second).constant == size.value(second)
    except ZeroDivisionError:
        assume(False)


polynomials = st.recursive(
    st.sampled_from(SYMBOLS) | st.integers(-3, 3), lambda inner: st.tuples(st.sampled_from("+-*"), inner, inner), max_leaves=6
).map(as_size)


@given(polynomials, polynomials, polynomials)
def test_equal_polynomials_are_equal_objects(a, b, c):
    assert (a + b) * c == a * c + c * b
    assert (a + b) * (a - b) == a * a - b * b
    assert a - a == Size() == Size.of(0)
    assert (a * 6 + b * 4) // 2 == 3 * a + 2 * b
    assert smallest(a, b) == smallest(b, a) and largest(a + 1, a) == a + 1
    assert hash(a + b) == hash(b + a)


@given(trees)
def test_text_reads_back(tree):
    size, _ = size_and_value(tree, dict.fromkeys(SYMBOLS, 3))
    source = Source(f"@guards({size_text(size)} <= 0)\ndef f(): pass", "")
    guards = source.function().decorator_list[0]
    assert isinstance(guards, ast.Call) and isinstance(guards.args[0], ast.Compare)
    guard = guards.args[0].left
    assert source.size(guard) == size


def test_rendering():
    assert str(2 * N * M - I + 3) == "2*M*N - i + 3"
    assert str((N - 1) // 2) == "((N - 1) // (2))"
    assert size_text((N - 1) // 2 + 1) == "((N - 1)//2) + 1"
    assert str(Size()) == "0" and str(-N) == "-N" and str(smallest(N, M)) == "min(M, N)"
    assert (N + 1).render(lambda s: f"p_{s}") == "p_N + 1"
    assert (N // 2).render(identifier, lambda name, args: f"{name}<{args[0]}, {args[1]}>") == "floordiv<N, 2>"


def test_constants_symbols_and_affine_forms():
    assert Size.of(7).constant == 7 and (N - N).constant == 0 and N.constant is None
    assert N.symbol == "N" and (2 * N).symbol is None and (N + 1).symbol is None and Size.of(1).symbol is None
    assert (2 * N - M + 3).affine() == ({"N": 2, "M": -1}, 3)
    assert (N * M).affine() is None and (N // 2).affine() is None
    assert (N * M + 2 * N + M).coefficient("N") == M + 2
    assert (N * N).coefficient("N") is None and (N // 2).coefficient("N") is None and (N // 2).coefficient("M") == Size()
    assert product([N, 2, M]) == 2 * N * M and product([]) == Size.of(1)


def test_division():
    assert (4 * N + 2) // 2 == 2 * N + 1 and N // 1 == N and Size.of(-7) // 2 == Size.of(-4)
    assert (2 * N - 1) // 2 == N - 1 and (2 * N + 1) // 2 == N and (3 * N + 1) // 2 != N
    assert ((6 * N) % 3).constant == 0
    assert call("floordiv", N, 2) == N // 2
    for size in (N, Size.of(4)):
        with pytest.raises(ZeroDivisionError):
            _ = size // 0
    with pytest.raises(KeyError):
        N.value({"M": 1})


@given(st.integers(-3, 3), st.integers(-3, 3), st.integers(-3, 3), st.integers(1, 6), st.booleans())
def test_bounds_of_affine_sizes_are_attained(a, b, c, n, triangular):
    """i in [0, N - 1], j in [0, i] or [1, N]: the bounds hold; those of a box are attained."""
    i, j = Size.of("i"), Size.of("j")
    size = a * i + b * j + c * N
    inner = (Size(), i) if triangular else (Size.of(1), N)
    ends = bounds(size, {"i": (Size(), N - 1), "j": inner})
    assert ends is not None
    low, high = ends
    values = [a * p + b * q + c * n for p in range(n) for q in (range(p + 1) if triangular else range(1, n + 1))]
    assert low.value({"N": n}) == min(values) and high.value({"N": n}) == max(values)


def test_bounds_of_unknown_sign():
    assert bounds(N * I, {"i": (Size(), N)}) is None
    assert bounds(I * I, {"i": (Size(), N)}) is None
    assert bounds(N * M, {"i": (Size(), N)}) == (N * M, N * M)


@pytest.mark.parametrize("size, expected", [
    (N - I, None),
    (smallest(N + I, M) - I, Extreme("min", (M - I, N))),
    (N - 2 * smallest(N, M), Extreme("max", (N - 2 * M, -N))),
    (3 * largest(N, M) + 1, Extreme("max", (3 * M + 1, 3 * N + 1))),
    (N * smallest(N, M), None)], ids=str)
def test_taken_apart(size, expected):
    found = taken_apart(size)
    assert found == expected or (found is not None and Extreme(found.name, (found.parts[1], found.parts[0])) == expected)
    for n in range(4):
        values = [part.value({"N": n, "M": 3 - n, "i": 1}) for part in found.parts] if found else []
        assert not found or {"min": min, "max": max}[found.name](values) == size.value({"N": n, "M": 3 - n, "i": 1})


def test_taken_apart_where_a_symbol_takes_part():
    size = smallest(N, M) + largest(I, N)
    assert taken_apart(size, "i") == Extreme("max", (N + smallest(N, M), I + smallest(N, M)))
    assert taken_apart(smallest(N, M), "i") is None


@pytest.mark.parametrize("extreme", [largest, smallest])
def test_what_takes_part_in_an_extreme_adds_nothing_to_it(extreme):
    a, b, c = map(Size.of, "abc")
    assert extreme(a, extreme(a, b)) == extreme(extreme(b, a), b) == extreme(a, b)
    assert extreme(extreme(a, extreme(b, c)), extreme(c, a)) == extreme(a, extreme(b, c))
    assert extreme(a, extreme(b, c)) != extreme(b, c) and extreme(a, extreme(a, b) + 1) != extreme(a, b) + 1


def test_a_copied_size_hashes_its_own_symbols():
    size = (Size.of("n") + 1) // 2
    ((atom,), _), = size.terms
    assert isinstance(atom, Call) and atom.__reduce__() == (type(atom), ("floordiv", (Size.of("n") + 1, Size.of(2)))) and pickle.loads(pickle.dumps(size)) == size
    assert atom.symbols == {"n"}
