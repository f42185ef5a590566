"""From arguments to inputs, and back to what the function returns."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from precis.errors import InputError
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind, give_back, refuse_nonfinite, result_dtypes
from precis.ir.interpret import interpret
from precis.ir.text import parse

TEXT = """
@sizes(N=4, M=3, T=2)
@guards(2 <= N, M != 7)
def f(
        u: inout[real[N, M]],
        p: {'w': input[w: real[M]], 'more': (input[k: int64], [value[w]])},
        flags: input[bool[N]],
        T: size,
        n: size(2*N + 1),
        mode: static("fast"),
        call: static("numpy.sin"),
        z: input[complex]):
    def step(t, u):
        u[:] += w
        return u
    u = loop(step, trips=T, carry=u)
    mutates(u=u)
    return {"sum": sum(u, axes=(0, 1)), "rest": (k + 1, [z, size(N*M), static("x")]), "none": None, "flags": ~flags}
"""
PROGRAM = parse(TEXT)
W = np.array([1.0, 2.0, 3.0])


def arguments():
    return [np.zeros((5, 3)), {"w": W, "more": (7, [W])}, np.array([True] * 5), 4, 11, "fast", np.cos, 1j]


def call(program, args, **kwargs):
    arrays, sizes = bind(program, args, kwargs)
    return give_back(program, interpret(program, arrays, sizes), args, kwargs)


def test_a_call_returns_and_mutates_what_the_function_does():
    args = arguments()
    out = call(PROGRAM, args)
    np.testing.assert_array_equal(args[0], np.tile(4 * W, (5, 1)))
    assert out["sum"] == 5 * 4 * W.sum() and out["none"] is None
    assert out["rest"] == (8, [1j, 15, "x"]) and type(out["rest"][1][1]) is int
    np.testing.assert_array_equal(out["flags"], [False] * 5)
    assert np.ndim(out["sum"]) == 0 and isinstance(out["sum"], np.float64)


def test_sizes_come_from_shapes_and_integers():
    arrays, sizes = bind(PROGRAM, arguments())
    assert sizes == {"N": 5, "M": 3, "T": 4}
    assert [a.shape for a in arrays] == [(5, 3), (3,), (), (5,), ()]


def test_keywords_and_static_defaults():
    args = arguments()
    arrays, _ = bind(PROGRAM, args[:3], {"T": 4, "n": 11, "z": 0.0})
    assert len(arrays) == 5


def test_objects_stand_for_mappings():
    args = arguments()
    args[1] = SimpleNamespace(w=W, more=(7, [W]))
    bind(PROGRAM, args)


def changed(**at):
    args = arguments()
    for k, v in at.items():
        args[int(k[1:])] = v
    return args


WRONG = {
    "f takes the arguments u, p, flags, T, n, mode, call, z": [*arguments(), 1],
    "f needs the argument T": arguments()[:3],
    "argument p: expected a mapping with the keys ['more', 'w']": changed(_1={"w": W}),
    "argument p: expected a mapping or an object with ['more', 'w']": changed(_1=3),
    "argument p['more']: expected 2 items": changed(_1={"w": W, "more": (7,)}),
    "argument p.more[1]: expected 1 item": changed(_1=SimpleNamespace(w=W, more=(7, "xy"))),
    "argument T: expected an int, not float": changed(_3=4.0),
    "argument T: expected an int, not bool": changed(_3=True),
    "argument n: expected 2*N + 1 = 11, not 12": changed(_4=12),
    "argument mode: lifted for 'fast', not 'slow'": changed(_5="slow"),
    "argument flags: expected bool, got an array of int64": changed(_2=np.ones(5, int)),
    "argument k: expected int64, got an array of float64": changed(_1={"w": W, "more": (7.5, [W])}),
    "argument u: expected real, got an array of complex128": changed(_0=np.zeros((5, 3), complex)),
    "argument u: expected 2 dimensions, got shape (5,)": changed(_0=np.zeros(5)),
    "argument flags: expected shape (N) = (5,), got (6,)": changed(_2=np.ones(6, bool)),
    "the lifted program needs 2 <= N; here": changed(_0=np.zeros((1, 3)), _2=np.ones(1, bool), _4=3),
    "argument u: the program writes into it; give a NumPy array, not list": changed(_0=np.zeros((5, 3)).tolist()),
    "argument u: expected real, got an array of <U1": changed(_0=np.full((5, 3), "x")),
}


@pytest.mark.parametrize("message", WRONG)
def test_arguments_that_do_not_fit(message):
    with pytest.raises(InputError) as caught:
        bind(PROGRAM, WRONG[message])
    assert message in caught.value.message


def test_a_keyword_twice_or_unknown():
    for kwargs in ({"T": 4}, {"other": 1}):
        with pytest.raises(InputError, match="f takes the arguments"):
            bind(PROGRAM, arguments(), kwargs)


def test_one_size_has_one_value():
    p = parse("@sizes(N=3)\ndef f(N: size, M: size(N), x: input[real[N]]):\n    return x\n")
    bind(p, [3, 3, np.zeros(3)])
    with pytest.raises(InputError, match="N is already 3, not 4"):
        bind(p, [3, 4, np.zeros(3)])
    with pytest.raises(InputError, match=r"expected shape \(N\) = \(3,\), got \(4,\)"):
        bind(p, [3, 3, np.zeros(4)])
    fixed = parse("def f(x: input[real[3, 2]]):\n    return x\n")
    with pytest.raises(InputError, match=r"expected shape \(3, 2\), got \(4, 2\)"):
        bind(fixed, [np.zeros((4, 2))])


def test_sizes_that_the_arguments_do_not_say():
    p = parse("@sizes(N=3)\ndef f(x: input[real[N + 1]]):\n    return x\n")
    with pytest.raises(InputError, match="do not say the size N"):
        bind(p, [np.zeros(4)])


def test_a_fixed_integer():
    p = parse("def f(n: size(3), x: input[real[3]]):\n    return x\n")
    bind(p, [3, np.zeros(3)])
    with pytest.raises(InputError, match="lifted for 3, not 4"):
        bind(p, [4, np.zeros(3)])


@pytest.mark.parametrize(("bad", "place"), [(np.nan, "(1, 2)"), (np.inf, "(1, 2)")])
def test_nan_and_infinity_are_refused(bad, place):
    args = arguments()
    args[0][1, 2] = bad
    arrays, _ = bind(PROGRAM, args)
    with pytest.raises(InputError, match=f"argument u holds {bad} at "):
        refuse_nonfinite(PROGRAM, arrays)
    refuse_nonfinite(PROGRAM, bind(PROGRAM, arguments())[0])


def test_results_have_the_dtypes_of_the_source():
    p = parse("def f(x: input[real], z: input[complex], k: input[int32]):\n    return x, z, k, x * x\n")
    assert [t.name for t in result_dtypes(p)] == ["float64", "complex128", "int32", "float64"]
    p = replace(p, original=Assignment(storage={"x": FORMATS["binary32"], "z": FORMATS["binary32"]}, default=FORMATS["binary16"]))
    assert [t.name for t in result_dtypes(p)] == ["float32", "complex64", "int32", "float16"]
    x, z, _, y = call(p, [1.1, 1j, 2])
    assert (x.dtype, z.dtype, y.dtype) == (np.float32, np.complex64, np.float16)


def test_mutated_arrays_keep_their_own_dtype():
    u = np.zeros((5, 3), np.float32)
    call(PROGRAM, changed(_0=u))
    np.testing.assert_array_equal(u, np.tile(4 * W, (5, 1)).astype(np.float32))
