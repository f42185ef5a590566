"""Refusals and the user's own errors: the place, what is wrong, what to do; never a traceback."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from precis.errors import InputError, PrecisError, UnsupportedProgram
from precis.lift import lift
from precis.lift.numpy.problems import ChangesWhileRunning, MayHaveChanged
from precis.lift.numpy.raising import Raises
from tests.lift.numpy import refused
from tests.lift.numpy.case import run

A = np.linspace(0.1, 0.9, 4)
M = np.ones((3, 4))
NUMBER_OR_ARRAY = "a number or an array, depending on an `if`, can only be an operand beside an array of its shape and dtype"
Row = tuple[Callable[..., Any], tuple[Any, ...], type[PrecisError], str, str]

# function, arguments, kind, the text that is underlined, the message
ROWS: list[Row] = [
    (refused.sorts, (A,), UnsupportedProgram, "np.busday_count(a)", "np.busday_count is not among the functions that precis lifts"),
    (refused.solves, (np.eye(4), A), UnsupportedProgram, "np.may_share_memory(A, b)",
     "np.may_share_memory is not among the functions that precis lifts"),
    (refused.takes_from_a_list, (A,), UnsupportedProgram, "[2, 3][np.array([0, 1])]", "a list or tuple is indexed by an array"),
    (refused.sorts_in_place, (A,), UnsupportedProgram, "a.byteswap()", "the method .byteswap of ndarray cannot be lifted"),
    (refused.reads_old_windows, (A,), MayHaveChanged, "windows.sum()",
     "an array here may have been changed through another name for it, which depends on the data"),
    (refused.lists_rows_and_changes_what_has_them, (M,), MayHaveChanged, "np.array(rows)",
     "an array here may have been changed through another name for it, which depends on the data"),
    (refused.joins_parts_that_a_run_counts, (A,), UnsupportedProgram, "np.concatenate(np.split(a, np.flatnonzero(a > 0.4))[::-1])",
     "a list of as many arrays as only a run tells is joined here"),
    (refused.strides_of_a_reshaped_view, (A,), UnsupportedProgram, "a[:4].reshape(2, 2).strides",
     "strides in this view depend on how it lies in the memory of another array"),
    (refused.strides_of_a_product, (M,), UnsupportedProgram, "np.lib.stride_tricks.as_strided(a.T * 2.0, (3, 2), (8, 16))",
     "the strides of a computed array depend on those of its operands"),
    (refused.strides_after_exp, (M,), UnsupportedProgram, "np.exp(a.T).strides",
     "the strides of a computed array depend on those of its operands"),
    (refused.strides_by_columns, (M,), UnsupportedProgram, 'np.zeros((2, 3), order="F").strides',
     "the strides of a computed array depend on those of its operands"),
    (refused.strides_of_an_argument, (M.T,), UnsupportedProgram, "a.strides",
     "strides in an argument that is not in C order cannot be lifted"),
    (refused.strides_between_elements, (A,), UnsupportedProgram, "np.lib.stride_tricks.as_strided(a, (2, 2), (4, 8))",
     "strides are no multiples of the size of an element"),
    (refused.strides_by_data, (A,), UnsupportedProgram, "a[::int(a[0])].fill(1.0)",
     "a part of an array by a step that only a run tells is changed here"),
    (refused.places_or_a_dimension, (A,), UnsupportedProgram, "a[best]",
     "an index of an array may be None, as the data ask for: None adds a dimension"),
    (refused.writes_where_none, (A,), UnsupportedProgram, "a[best]",
     "an index of an array may be None, as the data ask for: None adds a dimension"),
    (refused.takes_beside_the_list_it_grows, (A,), ChangesWhileRunning, "for v, _ in zip(items, a):",
     "the list that a loop runs over changes while it runs"),
    (refused.changes_what_comes_last, (A,), ChangesWhileRunning, "for k in reversed(items):",
     "the list that a loop runs over changes while it runs"),
    (refused.is_true, (A,), UnsupportedProgram, "(a[0] > 0.5) is True",
     "`is` between a computed truth and True or False: of NumPy's numbers it is never one of them"),
    (refused.is_a_part, (A, 0.6), MayHaveChanged, "part is a", "whether these two names stand for one thing depends on the data"),
    (refused.whole_of_nan, (A,), InputError, "k[0]", "cannot convert float NaN to integer"),
    (refused.inverse_of_whole_numbers, (A, -1), InputError, "np.arange(len(a)) ** n",
     "Integers to negative integer powers are not allowed."),
    (refused.takes_some_of_an_endless_generator, (A,), UnsupportedProgram, "while True:",
     "this generator has no end, and what takes its values stops before"),
    (refused.asks_what_an_exception_carries, (A,), UnsupportedProgram, "len(problem.args)", "the .args of an exception cannot be known"),
    (refused.grows_along_both_axes, (20.0 + A,), UnsupportedProgram, "while rows.sum() < a.sum():",
     "this loop cannot be kept as a loop: rows is an array of shape (1, 1) or of shape (3, 3)"),
    (refused.writes_rows_of_a_list, (np.ones((4, 4)),), MayHaveChanged, "a.sum()",
     "an array here may have been changed through another name for it, which depends on the data"),
    (refused.writes_items_that_only_some_iterations_append, (np.ones((4, 4)),), MayHaveChanged, "rows.append(row)",
     "an array here may have been changed through another name for it, which depends on the data"),
    (refused.writes_what_is_left_of_a_list, (np.ones((4, 4)),), MayHaveChanged, "a.sum()",
     "an array here may have been changed through another name for it, which depends on the data"),
    (refused.writes_what_left_a_list, (np.ones((4, 4)),), MayHaveChanged, "a.sum()",
     "an array here may have been changed through another name for it, which depends on the data"),
    (refused.changes_what_an_iterator_reads, (np.ones(4),), MayHaveChanged, "next(values)",
     "an array here may have been changed through another name for it, which depends on the data"),
    (refused.writes_sorted_rows, (np.ones((4, 4)),), MayHaveChanged, "a.sum()",
     "an array here may have been changed through another name for it, which depends on the data"),
    (refused.goes_through_a_set, (np.arange(4),), UnsupportedProgram, "for k in set(a.tolist()):",
     "Python goes through a set in the order of hashes, which cannot be lifted where only a run tells its members"),
    (refused.beyond_its_width, (np.ones(3, np.uint16),), InputError, "a % -3", "-3 is out of bounds for uint16"),
    (refused.unpacks_attributes, (A,), InputError, "b, n", "Attributes cannot be unpacked: it has no __iter__"),
    (refused.hands_on_attributes, (A,), InputError, "np.dot(*Attributes(a))", "Attributes cannot be unpacked: it has no __iter__"),
    (refused.leaves_what_counts, (A,), UnsupportedProgram, "for k, v in enumerate(counting):",
     "a loop that may end before its generator does, or that takes other items beside it, changes what the other sees"),
    (refused.changes_what_comes_of_an_object, (A,), UnsupportedProgram, "for v in given:",
     "a loop that may end before its generator does, or that takes other items beside it, changes what the other sees"),
    (refused.changes_what_an_expression_reads, (A,), UnsupportedProgram, "for k, v in enumerate(w * w for w in b):",
     "a loop that may end before its generator does, or that takes other items beside it, changes what the other sees"),
    (refused.mask_of_one_without, (A,), UnsupportedProgram, "np.ma.array(a).mask",
     "mask is not lifted for these arguments: the mask of an array without one is False, without dimensions: write np.ma.getmaskarray(m)"),
    (refused.kind_of_dict, (A,), UnsupportedProgram, "isinstance(counts, collections.OrderedDict)",
     "which kind of dict this is cannot be asked: its keys depend on data"),
    (refused.power_of_the_opposite, (A,), UnsupportedProgram, "2 ** (-n)",
     "an int to a power that is negative in some runs is a float in those alone"),
    (refused.largest_of_the_first, (A, 0), InputError, "a[:n].max()",
     "zero-size array to reduction operation maximum which has no identity"),
    (refused.last_of_none, (A, 0), InputError, "k", "the name k is not defined"),
    (refused.fills_records_from_an_array, (A,), UnsupportedProgram, "p[:]",
     "__setitem__ is not lifted for these arguments: isinstance(x, (Records, tuple, list)) does not hold"),
    (refused.goes_by_columns, (M,), UnsupportedProgram, 'np.nditer(M, order="F")',
     "__init__ is not lifted for these arguments: order in ('K', 'C') does not hold"),
    (refused.goes_backwards, (M,), UnsupportedProgram, "np.nditer(M[::-1])",
     "np.nditer goes through an array in the order of memory, which is not, or may not be, C order here"),
    (refused.writes_what_is_read, (M,), UnsupportedProgram, "it[0]",
     "__setitem__ is not lifted for these arguments: op_flags say that this operand is only read"),
    (refused.draws, (A,), UnsupportedProgram, "np.random.rand(3)", "np.random.rand draws random numbers"),
    (refused.tries, (A,), UnsupportedProgram, "try:", "what may fail stands in a loop or branch inside `try`"),
    (refused.goes_on_in_an_expression, (A,), UnsupportedProgram, "[checked(x, log) for x in a]",
     "an expression inside `try` goes on behind a call that may fail"),
    (refused.tries_traps, (A,), UnsupportedProgram, "try:", "exceptions that np.errstate or filters of warnings ask for cannot be lifted"),
    (refused.traps_in_try, (A,), UnsupportedProgram, 'with np.errstate(all="raise"):', "np.errstate makes exceptions inside of `try`"),
    (refused.tries_warnings, (A,), UnsupportedProgram, "try:", "exceptions that np.errstate or filters of warnings ask for cannot be lifted"),
    (refused.warnings_raise, (A,), UnsupportedProgram, 'warnings.simplefilter("error")', "warnings that become exceptions cannot be lifted"),
    (refused.reads_what_changes_later, (A,), UnsupportedProgram, "(x * scale for x in (a, a + 1.0))",
     "a generator is used more than once, or what it reads changes before it is used"),
    (refused.used_up, (A,), UnsupportedProgram, "(x * x for x in a)",
     "a generator is used more than once, or what it reads changes before it is used"),
    (refused.writes_global, (A,), UnsupportedProgram, "global COUNTER", "the function changes COUNTER, a variable of its module"),
    (refused.opens, (A,), UnsupportedProgram, 'open("f.txt")', "open reads or writes files"),
    (refused.raises_on_data, (A,), Raises, 'raise ValueError("negative")',
     "an exception that depends on the data cannot be lifted"),
    (refused.wrong_shapes, (M, M), InputError, "c + b[:, :2]",
     "operands could not be broadcast together with shapes (3, 4) (3, 2)"),
    (refused.wrong_product, (M, M), InputError, "a @ b", "shapes (3, 4) and (3, 4) do not fit for the product ij,jk->ik"),
    (refused.undefined, (A,), InputError, "missing", "the name missing is not defined"),
    (refused.wrong_call, (A,), InputError, "scale(a)", "scale() needs the argument factor"),
    (refused.wrong_keyword, (A,), UnsupportedProgram, "np.sum(a, axes=0)",
     "np.sum: got an unexpected keyword argument 'axes', or precis does not know this argument"),
    (refused.out_of_range, (A,), InputError, "a[5]", "index 5 is out of bounds for a dimension of size 4"),
    (refused.bad_cast, (np.arange(3),), InputError, "n += 0.5",
     "cannot cast the result from float64 to int64, the dtype of the array that it is written into"),
    (refused.endless, (A,), UnsupportedProgram, "endless(a)", "endless calls itself more than 100 times deep"),
    (refused.grows, (A,), UnsupportedProgram, "while a[0] < 5.0:",
     "this loop cannot be kept as a loop: a list has 0 or 1 items"),
    (refused.one_branch, (A,), UnsupportedProgram, "extra", "extra is assigned in only one branch of the `if` at line 162"),
    (refused.never_ends, (A,), UnsupportedProgram, "while True:", "this loop never ends"),
    (refused.compares_where_none, (A,), UnsupportedProgram, "try:", "what may fail stands in a loop or branch inside `try`"),
    (refused.clips_or_not, (A,), UnsupportedProgram, "np.clip(a, 0.0, top)", "np.clip gets what may be None, as the data ask for"),
    (refused.cuts_or_not, (A,), UnsupportedProgram, ":end", "a bound of a slice may be None, as the data ask for"),
    (refused.type_of_none, (A,), UnsupportedProgram, "type(r)", "the type of what may be None depends on the data"),
    (refused.equal_to_none, (A,), UnsupportedProgram, "np.equal(r, 0.0)", "np.equal gets what may be None, as the data ask for"),
    (refused.none_among_waves, (A,), UnsupportedProgram, "waves[0]",
     "what may be None, as the data ask for, is written into an array of complex numbers"),
    (refused.changes_global, (A,), UnsupportedProgram, "GLOBAL[0]", "the array GLOBAL, which is no argument, is changed here"),
    (refused.reshapes, (A,), UnsupportedProgram, "a.shape", "the shape of an argument is changed, which the caller would see"),
    (refused.decorated, (A,), UnsupportedProgram, "functools.singledispatch", "functools.singledispatch is not among the functions that precis lifts"),
    (refused.axis_wrong, (A,), InputError, "a.sum(axis=2)", "axis 2 is out of bounds for an array of 1 dimension"),
    (refused.unpacks, (M,), InputError, "x, y, z", "2 values are unpacked into 3 names"),
    (refused.ambiguous, (A,), InputError, "if a > 0.5:", "the truth value of an array with more than one element is ambiguous"),
    (refused.missing_attribute, (A,), InputError, "np.sinn", "numpy has no attribute sinn"),
    (refused.called_array, (A,), InputError, "a(0)", "an array cannot be called"),
    (refused.deletes, (A,), UnsupportedProgram, "del parts[0:1]", "`del` of an item or attribute cannot be lifted"),
    (refused.sums_a_number_or_an_array, (A, 1.0), UnsupportedProgram, "scale", NUMBER_OR_ARRAY),
    (refused.adds_to_a_number_or_an_array, (A, 1.0), UnsupportedProgram, "scale += a", NUMBER_OR_ARRAY),
    (refused.spreads_a_number_or_an_array, (A, 1.0), UnsupportedProgram, "a[0] * scale", NUMBER_OR_ARRAY),
    (refused.divides_by_a_number_or_an_array, (A, 1.0), UnsupportedProgram, "1.0 / scale", NUMBER_OR_ARRAY),
    (refused.adds_to_a_narrower_number_or_array, (A, 1.0), UnsupportedProgram, "scale + np.float32(1.0)", NUMBER_OR_ARRAY),
    (refused.mixes_a_number_with_another_format, (A, 1.0), UnsupportedProgram, "a * scale", NUMBER_OR_ARRAY),
    (refused.bits, (A,), UnsupportedProgram, "a.view(np.int64)",
     "a view of the bits of an array in another dtype cannot be lifted"),
    (refused.decided_by_a_clock, (A,), UnsupportedProgram, "time.perf_counter() - start < 1.0",
     "the time that a clock shows decides what is computed"),
    (refused.named_by_a_number, (A,), UnsupportedProgram, 'table[f"{a[0]}"]', "a key of a dict or an item of a set that is computed cannot be lifted"),
    (refused.returns_text, (A,), UnsupportedProgram, 'return f"{a[0]:.3f}"', "the function returns text with computed numbers in it"),
    (refused.stops_early, (A,), UnsupportedProgram, "any(raised() for _ in range(5))",
     "any stops early, and what it goes through changes something"),
    (refused.appends_what_it_changes, (np.ones(20),), UnsupportedProgram, "for _ in range(len(a)):",
     "an array that later iterations change is appended to a list"),
    (refused.goes_through_twice, (A,), UnsupportedProgram, "zip(a, a[::-1])", "pairs is gone through more than once: Python finds its items the first time only"),
    (refused.goes_through_in_a_loop, (A,), UnsupportedProgram, "map(lambda v: 2.0 * v, a)", "doubled is gone through more than once: Python finds its items the first time only"),
    (refused.keeps_what_it_changes, (np.ones(20),), UnsupportedProgram, "for _ in range(len(a)):",
     "an array that later iterations change is appended to a list"),
    (refused.programs_linearly, (A, np.eye(4)), UnsupportedProgram, "optimize.linprog(c, a, c)",
     "optimize.linprog chooses among pieces, and what it chooses has no derivative"),
    (refused.factors_into_triangles, (np.eye(4),), UnsupportedProgram, "linalg.schur(a)",
     "linalg.schur gives factors that have no derivative where eigenvalues meet"),
    (refused.saves, (A,), UnsupportedProgram, 'np.savetxt("a.txt", a)', "np.savetxt reads or writes files"),
    (refused.calls_c, (A,), UnsupportedProgram, 'ctypes.CDLL("libm.so.6")', "ctypes.CDLL calls compiled code, which has no text to lift"),
    (refused.threads, (A,), UnsupportedProgram, "threading.Thread(target=a.sum)",
     "threading.Thread runs pieces of the program side by side"),
    (refused.evaluates, (A,), UnsupportedProgram, 'eval("a + 1")', "eval runs a text as a program"),
    (refused.patches, (A,), UnsupportedProgram, "np.sinh", "the function changes numpy.sinh"),
    (refused.imports_missing, (A,), UnsupportedProgram, "import seaborn", "seaborn is imported here, which draws"),
    (refused.records, (A,), UnsupportedProgram, 'np.zeros(3, dtype=[("x", "f8"), ("n", [("m", "i4")])])',
     "records within records cannot be lifted"),
    (refused.dates, (A,), UnsupportedProgram, 'np.datetime64("2020-01-01")', "datetime64 is no number"),
    (refused.order_by_data, (A,), UnsupportedProgram, "special.jv(a[0], a)",
     "the order or a parameter of scipy.special.jv is computed, and it has no derivative by it"),
    (refused.greek, (A,), UnsupportedProgram, "np.is_busday(Δ)", "np.is_busday is not among the functions that precis lifts"),
]


def test_handlers_of_floating_point_errors_count_where_numpy_raises_them():
    def rooted(x):
        try:
            return np.sqrt(x)
        except FloatingPointError:
            return 0.0 * x
    assert lift(rooted, A)
    with np.errstate(invalid="raise"), pytest.raises(UnsupportedProgram, match="exceptions that np"):
        lift(rooted, A)


@pytest.mark.parametrize("row", ROWS, ids=lambda r: r[0].__name__)
def test_errors_show_the_smallest_place_and_the_reason(row: Row) -> None:
    function, args, kind, text, message = row
    with pytest.raises(PrecisError) as caught:
        lift(function, *args)
    problem = caught.value
    assert type(problem) is kind
    assert problem.message == message
    line, column = _place(function, text)
    span = problem.span
    assert span is not None
    assert (span.file, span.line, span.column) == ("refused.py", line, column)
    if not text.endswith(":"):
        assert span.end_column == column + len(text)
    assert f"| {' ' * (column - 1)}^" in str(problem)


def _place(function: Callable[..., Any], text: str) -> tuple[int, int]:
    """(line, column) of the last place of a text in a function."""
    lines, first = inspect.getsourcelines(function)
    k = max(k for k, line in enumerate(lines) if text in line and not (k == 0 and len(lines) > 1))
    return first + k, lines[k].rindex(text) + 1


def test_errors_in_inlined_functions_name_the_calls() -> None:
    with pytest.raises(UnsupportedProgram) as caught:
        lift(refused.nested_error, M)
    lines, first = inspect.getsourcelines(refused.inner)
    assert caught.value.span is not None and caught.value.span.line == first + 1
    assert [n.split(",")[0] for n in caught.value.notes] == ["in inner", "in outer"]


# Refused without a place in the function: what it returns, or what it is called with.
WITHOUT_PLACE = [
    (refused.sorts, (np.array(["a"]),), "the argument a: arrays of dtype <U1 cannot be lifted"),
    (refused.sorts, (object(),), "the argument a is an object of type object"),
    (refused.mutates_both, (A, A[1:]), "the arguments a and b share memory, and a is changed"),
    (refused.solves, (A,), "solves() needs the argument b"),
    (len, (A,), "len is no Python function"),
]


@pytest.mark.parametrize("function, args, message", WITHOUT_PLACE)
def test_errors_about_arguments_and_results(function: Any, args: Any, message: str) -> None:
    with pytest.raises(PrecisError) as caught:
        lift(function, *args)
    assert caught.value.message == message


@pytest.mark.parametrize("function", [refused.searches_given_simplexes, refused.searches_briefly, refused.searches_briefly_by_name,
                                      refused.counts_values, refused.fits_briefly, *refused.OPTIONS])
def test_options_that_would_change_a_minimum_are_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(UnsupportedProgram, match="is not lifted for these arguments"):
        lift(function, A)


def test_what_else_is_in_the_way_is_listed_once() -> None:
    with pytest.raises(UnsupportedProgram) as caught:
        lift(refused.many_problems, A)
    first = inspect.getsourcelines(refused.many_problems)[1]
    (note,) = caught.value.notes
    assert caught.value.span is not None and caught.value.span.line == first + 1
    named = {k: f"refused.py:{first + k}" for k in (6, 7, 11)}
    assert note == f"also in the way: np.busday_offset ({named[6]}), np.is_busday ({named[7]}), np.busday_count ({named[11]})"


def test_files_environment_and_globals_in_the_way_are_listed() -> None:
    notes = {}
    for function in (refused.saves, refused.keeps_globals):
        with pytest.raises(UnsupportedProgram) as caught:
            lift(function, A)
        first = inspect.getsourcelines(function)[1]
        notes[function.__name__] = caught.value.notes[0].replace("refused.py:", "").replace(str(first + 3), "last").replace(str(first + 2), "next")
    assert notes["saves"] == "also in the way: np.fromfile (next), os.getenv (last)"
    assert notes["keeps_globals"] == "also in the way: eval (next), a change of SEEN (last)"


def test_calls_of_a_recursion_are_noted_once() -> None:
    with pytest.raises(UnsupportedProgram, match="halves calls itself more than 100 times deep") as caught:
        lift(refused.recursion_by_data, A)
    assert len(caught.value.notes) == 2


@pytest.mark.parametrize("function", [refused.part_of_either, refused.row_of_an_array])
def test_reading_an_array_that_may_have_changed_as_part_of_another_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(UnsupportedProgram, match="through another name"):
        lift(function, A, A + 1.0, 0.3)


@pytest.mark.parametrize("function", [refused.changes_seen_parts, refused.changes_seen_pairs])
def test_reading_what_was_changed_under_another_dtype_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(UnsupportedProgram, match="through another name"):
        lift(function, A)


def test_reading_what_was_appended_and_changed_later_is_refused() -> None:
    with pytest.raises(UnsupportedProgram, match="through another name"):
        lift(refused.changes_what_it_appended, A)


@pytest.mark.parametrize("function", refused.NOT_OF_SCIPY)
def test_what_scipy_computes_otherwise_is_refused_by_the_definition(function: Callable[..., Any]) -> None:
    with pytest.raises(UnsupportedProgram, match=r"is not lifted for these arguments: .* does not hold"):
        lift(function, M)


@pytest.mark.parametrize("function, n, other", [
    (refused.inverse_of_whole_numbers, 2, -1), (refused.largest_of_the_first, 2, 0), (refused.last_of_none, 2, 0)])
def test_sizes_for_which_python_fails_are_guarded(function: Callable[..., Any], n: int, other: int) -> None:
    program = lift(function, A, n)
    assert program.guards
    with pytest.raises(InputError, match=r"the lifted program needs|lifted for 2"):
        run(program, (A, other))


def test_every_refusal_says_what_to_write_instead() -> None:
    for function, args, kind, _, _ in ROWS:
        with pytest.raises(PrecisError) as caught:
            lift(function, *args)
        assert kind is InputError or caught.value.hints, function.__name__


def test_dicts_with_other_keys_are_told_to_have_them_before() -> None:
    with pytest.raises(UnsupportedProgram, match="a dict has 1 or 0 items, depending on the `if`") as caught:
        lift(refused.fills_a_dict_now_and_then, A)
    assert caught.value.hints == ("give it all its keys or attributes before: series = {'time': [], 'energy': []}",)


def test_lists_of_what_is_no_row_are_told_to_be_several() -> None:
    with pytest.raises(UnsupportedProgram, match="a list here grows by other things than numbers, tuples of numbers or arrays of one shape, ") as caught:
        lift(refused.remembers_functions_now_and_then, A)
    assert caught.value.hints == ("grow a list for each part of the things, or write them into arrays and count them",)
