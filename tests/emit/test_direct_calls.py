"""Direct calls: the same results and the same errors as calls that check everything, however the arguments lie in memory."""

import sys
from collections import OrderedDict

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from flax import nnx, struct

from precis.emit.direct import OTHERWISE, entry, possible
from precis.emit.engine import compile
from precis.errors import InputError
from precis.formats import Assignment
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
CALLS = 1


def blend(u, v, w, n, scale="half"):
    """Changes u; returns an array, numbers and what it was given."""
    factor = 0.5 if scale == "half" else 2.0
    for k in range(n):
        u += factor * v + w
    return {"sum": u.sum(), "pair": (u[1:] - v[:-1], n), "scale": scale}


def turn(z, c):
    z *= c
    return np.sum(z), z + 1.0, z.real > 0


def direct(compiled, *args):
    """The answer of a direct call, or None."""
    if compiled._direct is not None and (found := compiled._direct(*args)) is not OTHERWISE:
        return found
    found = compiled._caller(args)
    return found and found[0]


def example(n=6, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=n), rng.normal(size=n), 0.25, 3


@pytest.fixture(autouse=True, params=[1, 3], ids=["by Python", "by the library"])
def calls(request, monkeypatch):
    """How often a program has been called: from the third call on the library takes the arguments itself."""
    monkeypatch.setattr(sys.modules[__name__], "CALLS", request.param)
    return request.param


def ready(fn, args):
    compiled = compile(lift(fn, *args))
    for _ in range(CALLS):
        compiled(*[a.copy() if isinstance(a, np.ndarray) else a for a in args])
    return compiled


def test_static_arguments_may_be_left_to_their_defaults():
    compiled, (u, v, w, n) = ready(blend, example()), example(seed=1)
    wanted = blend(u.copy(), v, w, n)
    found = direct(compiled, u.copy(), v, w, n)
    assert found is not None and found["sum"] == wanted["sum"] and found["scale"] == "half"
    again = compiled(u.copy(), v, w, n, "half")
    assert again["sum"] == wanted["sum"] and compiled(u.copy(), v, w, n)["sum"] == wanted["sum"]
    with pytest.raises(InputError):
        compiled(u, v, w)


def test_the_library_takes_the_arguments_itself(calls):
    compiled = ready(blend, (*example(), "half"))
    assert (compiled._caller.last is not None) == (calls == 3 and possible())
    if compiled._caller.last:
        assert compiled._caller.last(*example(), "half")["pair"][1] == 3
        u, v, w, n = example()
        for others in ((u, v, w, n + 1), (u[1:], v[1:], w, n), (u, v[::-1], w, n), (u, u, w, n), (u.astype("f4"), v, w, n), (u, v, "w", n),
                       (u, v, 1j, n), (u, v, w, 2**70), (u, v, w), (list(u), v, w, n), (u[None], v, w, n)):
            assert compiled._caller.last(*others, "half") is OTHERWISE
        assert compiled._caller.last(u, v, w, n, "".join(["ha", "lf"])) is OTHERWISE
        for number in (1, np.float64(0.25), np.float32(0.25), np.int64(1)):
            mine, theirs = example(), example()
            found, expected = compiled(*mine[:2], number, 3, "half"), blend(*theirs[:2], number, 3)
            assert found["sum"] == pytest.approx(expected["sum"], rel=1e-14)
            np.testing.assert_array_equal(mine[0], theirs[0])
        del others
        assert sys.getrefcount(u) == 2  # no view of it is left


def test_what_takes_calls_is_compiled_once_and_not_for_first_calls(calls, tmp_path, monkeypatch):
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    entry.cache_clear()
    made = ready(blend, example()), ready(lambda x: x + 1.0, (np.ones(3),))
    assert len(list(tmp_path.glob("*.so"))) == len(made) + (calls > 1 and possible())
    assert all((c._direct is not None) == (calls > 1 and possible()) for c in made)


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint8])
def test_whole_numbers_and_their_widths(dtype):
    counts = np.zeros(4, dtype)

    def kept(counts, step):
        return counts | step
    given = np.dtype(dtype).type(1)
    compiled = ready(kept, (counts, given))
    for step in (given, np.dtype(dtype).type(0)):
        np.testing.assert_array_equal(compiled(counts, step), counts | step)


def test_a_direct_call_does_what_the_function_does():
    compiled = ready(blend, (*example(), "half"))
    theirs, mine = example(seed=3), example(seed=3)
    expected, found = blend(*theirs), direct(compiled, *mine, "half")
    assert type(found) is dict and type(found["pair"]) is tuple and found["pair"][1] == 3 and found["scale"] == "half"
    np.testing.assert_array_equal(found["pair"][0], expected["pair"][0])
    np.testing.assert_array_equal(mine[0], theirs[0])
    assert found["sum"] == pytest.approx(expected["sum"], rel=1e-14) and np.ndim(found["sum"]) == 0


def test_sizes_may_be_integers_of_numpy():
    compiled = ready(blend, (*example(), "half"))
    for size in (np.int64(3), np.int32(3)):
        mine, theirs = example(seed=3), example(seed=3)
        found, expected = direct(compiled, *mine[:3], size, "half"), blend(*theirs[:3], size)
        assert found is not None and found["pair"][1] == 3
        np.testing.assert_array_equal(found["pair"][0], expected["pair"][0])
        np.testing.assert_array_equal(mine[0], theirs[0])
    assert direct(compiled, *example(seed=3)[:3], np.int32(4), "half") is None


@pytest.mark.parametrize("given", [np.float64, np.float32])
@pytest.mark.parametrize("inside", ["binary64", "binary32", "mixed"])
def test_arrays_are_converted_at_the_border(given, inside):
    program = lift(blend, *example(), "half")
    mixed = Assignment.uniform("binary64").with_storage(u="binary32") if inside == "mixed" else None
    compiled = compile(program, mixed or Assignment.uniform(inside))

    def arguments(seed):
        u, v, w, n = example(seed=seed)
        return u.astype(given), np.repeat(v.astype(given), 2)[::2].copy(), w, n, "half"
    compiled(*arguments(0))
    mine, theirs = arguments(3), arguments(3)
    caller, compiled.__dict__["_caller"] = compiled._caller, None
    checked = compiled(*theirs)
    found = caller(mine)[0]
    for f, c in zip((found["sum"], found["pair"][0], mine[0]), (checked["sum"], checked["pair"][0], theirs[0])):
        assert f.dtype == c.dtype
        np.testing.assert_array_equal(f, c)
    assert mine[0].dtype == given


def test_complex_arrays_and_numbers():
    z = np.array([1.0 + 2.0j, -0.5j, 3.0])
    compiled = ready(turn, (z, 0.5 + 1.0j))
    theirs, mine = z.copy(), z.copy()
    expected, found = turn(theirs, 1.0 - 2.0j), direct(compiled, mine, 1.0 - 2.0j)
    assert found is not None and type(found[0]) is np.complex128
    for e, f in zip((*expected, theirs), (*found, mine)):
        np.testing.assert_allclose(f, e, rtol=1e-15)
        assert f.dtype == e.dtype


@pytest.mark.parametrize("spoil", ["strided", "float16", "list", "shared", "overlapping", "other size", "big-endian"])
def test_other_arguments_go_the_checked_way_and_are_right_there(spoil):
    compiled = ready(blend, (*example(), "half"))

    def given():
        u, v, w, n = example(seed=5)
        memory = np.arange(12.0)
        return {"strided": lambda: (np.repeat(u, 2)[::2], v, w, n),
                "float16": lambda: (u, v.astype(np.float16), w, n), "list": lambda: (u, list(v), w, n), "shared": lambda: (u, u, w, n),
                "overlapping": lambda: (memory[1:7], memory[2:8], w, n), "other size": lambda: example(9), "big-endian": lambda: (u, v.astype(">f8"), w, n)}[spoil]()
    mine, theirs = given(), given()
    assert direct(compiled, *mine, "half") is None
    if spoil in ("shared", "overlapping"):
        with pytest.raises(InputError, match="share memory"):
            compiled(*mine, "half")
        return
    found = compiled(*mine, "half")
    theirs = (theirs[0], np.asarray(theirs[1], dtype=float), *theirs[2:])
    expected = blend(*theirs)
    np.testing.assert_allclose(found["pair"][0], expected["pair"][0], rtol=1e-14)
    np.testing.assert_allclose(mine[0], theirs[0], rtol=1e-14)


def _locked(x):
    x.flags.writeable = False
    return x


@pytest.mark.parametrize("lying", ["read-only", "without axes", "of JAX"])
def test_arrays_that_are_only_read_may_be_read_only(lying):
    compiled = ready(blend, (*example(), "half"))
    u, v, w, n = example(seed=5)
    with jax.enable_x64(True):
        given = {"read-only": lambda: (_locked(v), w), "without axes": lambda: (v, _locked(np.array(w))),
                 "of JAX": lambda: (jnp.asarray(v), jnp.asarray(w))}[lying]()
    expected = blend(u.copy(), v, w, n)
    assert direct(compiled, u, *given, n, "half")["sum"] == pytest.approx(expected["sum"], rel=1e-14)
    with pytest.raises((InputError, ValueError), match=r"writ|read-only"):
        compiled(_locked(u), *given, n, "half")
    for other in (np.array([w]), np.array(1j), np.array("w")):
        with pytest.raises(InputError):
            compiled(example()[0], v, other, n, "half")


def test_the_first_call_may_be_with_arrays_of_jax():
    def scaled(x, s):
        return x * s
    x, s = np.arange(3, dtype=np.float32), np.float32(0.3)
    compiled = ready(scaled, (jnp.asarray(x), jnp.asarray(s)))
    for given in ((jnp.asarray(x), jnp.asarray(s)), (x, s)):
        np.testing.assert_array_equal(direct(compiled, *given), x * s)


def test_typed_keys_and_integers_of_another_width_are_direct():
    def drawn(key, table, at):
        return jax.random.bits(key, (2,)), table[at % 4]
    table, at = np.arange(4, dtype=np.float32), np.array([3, 2**32 + 1, -1])
    compiled = ready(jax.jit(drawn), (jax.random.key(3), table, at))
    for key in (jax.random.key(3), jax.random.key(4)):
        bits, taken = direct(compiled, key, table, at)
        np.testing.assert_array_equal(bits, jax.random.bits(key, (2,)))
        np.testing.assert_array_equal(taken, table[[3, 1, 3]])


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_numbers_that_are_rounded_once_are_direct(dtype):
    compiled = ready(jax.jit(lambda x: x * 1), (jnp.ones(4, dtype),))
    x = np.array([1 / 3, -65519.99, 1e-7, np.nan], np.float32)
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(direct(compiled, x).astype(float), x.astype(jnp.dtype(dtype)).astype(float))
        wide = x.astype(np.float64) + 2.0**-40
        assert (direct(compiled, wide) is None) == (dtype == "bfloat16")
        assert np.array_equal(compiled(wide)[:2], jnp.asarray(wide, dtype)[:2])


def test_errors_stay_errors_after_good_calls():
    compiled = ready(blend, (*example(), "half"))
    u, v, w, n = example()
    for bad in ((u, v[:3], w, n, "half"), (u, v, w, n, "twice"), (u, v, w, -1, "half"), (u, v, "x", n, "half"), (u, v, w, 1.5, "half"), (u,)):
        with pytest.raises(InputError):
            compiled(*bad)


def test_numbers_beyond_the_format_are_left_to_the_checked_way():
    def scaled(x, s):
        return x * s
    x = np.ones(3, dtype=np.float32)
    compiled = ready(scaled, (x, np.float32(2.0)))
    assert direct(compiled, x, np.float32(0.1))[0] == np.float32(0.1)
    with np.errstate(over="ignore"):
        assert np.isinf(compiled(x, 1e300)).all()


def test_many_signatures_do_not_fill_memory():
    compiled = ready(blend, (*example(), "half"))
    for n in range(2, 120):
        u, v, w, _ = example(n)
        np.testing.assert_allclose(compiled(u.copy(), v, w, 1)["sum"], np.sum(u + 0.5 * v + w), rtol=1e-12)
    assert len(compiled._caller.known) <= 64


def both(x, s):
    return x * s, np.sum(x)


def one(x, s):
    return x + s


def number(x, s):
    return np.sum(x) * s


def nothing(x, s):
    x *= s


def constant(x, s):
    x *= s
    return "done"


@pytest.mark.skipif(not possible(), reason="arrays do not lie in memory as the library reads them")
@pytest.mark.parametrize("fn", [both, one, number, nothing, constant])
def test_results_are_of_the_right_types_and_nobody_else_holds_them(fn):
    x, s = np.arange(4.0), 0.5
    compiled = compile(lift(fn, x, s))
    for _ in range(4):
        mine, theirs = x.copy(), x.copy()
        found, expected = compiled(mine, s), fn(theirs, s)
        assert type(found) is type(expected)
        np.testing.assert_array_equal(mine, theirs)
        for f, e in zip(found if fn is both else (found,), expected if fn is both else (expected,)):
            assert type(f) is type(e) and np.array_equal(f, e) and (fn is constant or f is None or sys.getrefcount(f) == sys.getrefcount(e))
    assert compiled._direct is not None
    others, held = (list(x), s), sys.getrefcount(OTHERWISE)
    before = [sys.getrefcount(o) for o in (None, x, np.empty, np.float64)]
    for _ in range(50):
        compiled._direct(x.copy(), s), compiled._direct(*others), compiled._direct(x, "s"), compiled._direct()
    after = [sys.getrefcount(o) for o in (None, x, np.empty, np.float64)]
    assert sys.getrefcount(OTHERWISE) == held and np.abs(np.subtract(after, before)).max() < 25


def test_what_fails_in_a_library_routine_is_raised(calls):
    def modes(a):
        return np.linalg.eigvals(a).real
    shear = np.array([[1.0, 2.0], [0.0, 1.0]])
    compiled = ready(modes, (shear,))
    good, compiled._caller.host.runs[0] = compiled._caller.host.runs[0], _failing
    for _ in range(3):
        with pytest.raises(ArithmeticError, match="on purpose"):
            compiled(shear + 1.0)
    compiled._caller.host.runs[0] = good
    np.testing.assert_array_equal(compiled(shear + 1.0), modes(shear + 1.0))


def _failing(pointers, sizes):
    raise ArithmeticError("on purpose")


def spun(z, w, n):
    """Changes z; w is read only."""
    for k in range(n):
        z[:] = z * w[k] + np.conj(w[0])
    return np.sum(z.imag), z * 2.0


def test_complex_arrays_are_parted_and_joined():
    def arguments(seed):
        rng = np.random.default_rng(seed)
        return rng.normal(size=37) + 1j * rng.normal(size=37), rng.normal(size=4) + 1j * rng.normal(size=4), 4
    compiled = ready(spun, arguments(0))
    for seed in (3, 4, 5):
        mine, theirs = arguments(seed), arguments(seed)
        for f, e in zip((*compiled(*mine), *mine), (*spun(*theirs), *theirs)):
            assert np.asarray(f).dtype == np.asarray(e).dtype
            np.testing.assert_allclose(f, e, rtol=1e-13)
    assert (compiled._direct is not None) == possible()
    whole = np.arange(74.0) + 0j
    if compiled._direct:
        assert compiled._direct(whole[:37], whole[30:34], 4) is OTHERWISE  # one changes what the other reads
        assert compiled._direct(whole[::2], arguments(0)[1], 4) is OTHERWISE
        assert compiled._direct(whole[:37].astype(np.complex64), arguments(0)[1], 4) is OTHERWISE
    np.testing.assert_array_equal(whole, np.arange(74.0))


def shift(u, z):
    u[1:] += u[:-1].copy()
    z *= 1j
    return z, u, 2.0 * u


def test_arguments_that_change_and_are_returned():
    u, z = np.arange(5.0), np.arange(3) + 1j
    compiled = ready(shift, (u, z))
    mine, theirs = (u.copy(), z.copy()), (u.copy(), z.copy())
    for m, t in zip((*direct(compiled, *mine), *mine), (*shift(*theirs), *theirs), strict=True):
        np.testing.assert_array_equal(m, t)


def test_arguments_of_many_parts_are_taken_apart(calls):
    def layer(p, x, pair):
        return np.tanh(x @ p["w"] + p["b"]) * pair[0] + pair[1]
    rng = np.random.default_rng(8)
    p, x, pair = {"w": rng.normal(size=(3, 4)), "b": rng.normal(size=4)}, rng.normal(size=(5, 3)), (rng.normal(size=4), 2.0)
    compiled = ready(layer, (p, x, pair))
    for given in (p, dict(reversed(p.items()))):
        found = direct(compiled, given, x, pair)
        assert found is not None
        np.testing.assert_allclose(found, layer(p, x, pair), rtol=1e-13)
    caller = compiled._caller
    for other in ({"w": p["w"]}, {**p, "c": x}, {"w": p["w"], "d": p["b"]}, [p["w"], p["b"]]):
        assert caller((other, x, pair)) is None and (caller.last is None or caller.last(other, x, pair) is OTHERWISE)
    with pytest.raises(InputError):
        compiled({"w": p["w"]}, x, pair)


@pytest.mark.parametrize("dtype", [jnp.bfloat16, jnp.float16, jnp.float8_e4m3fn, jnp.float8_e5m2])
def test_narrow_arrays_are_taken_and_returned_where_they_lie(calls, dtype):
    """Every code of the format goes in and comes out."""
    def narrowed(x, y):
        return x.astype(dtype), y, -y
    x = np.float32([[3.1, -2e-3, 0.0], [1e9, -np.inf, np.nan]])
    y = np.arange(2 ** (8 * np.dtype(dtype).itemsize), dtype=f"u{np.dtype(dtype).itemsize}").view(dtype)
    compiled = ready(narrowed, (jnp.asarray(x), y))
    found = direct(compiled, x, y)
    assert found is not None
    with np.errstate(over="ignore"):
        wanted = x.astype(dtype), y, -y
    for got, want in zip(found, wanted, strict=True):
        assert got.dtype == want.dtype and not np.may_share_memory(got, y)
        np.testing.assert_array_equal(np.float32(got), np.float32(want))


@struct.dataclass
class Weights:
    w: object
    scale: object


def test_arguments_of_other_classes_are_taken_apart(calls):
    """Dataclasses by their attributes, other mappings by their keys, variables as the arrays in them; records stay with the checked way."""
    def layer(p, state, more):
        return jnp.tanh(p.w @ state["kernel"].get_value() * p.scale) + more["b"]
    rng = np.random.default_rng(8)
    state = nnx.split(nnx.Linear(3, 4, rngs=nnx.Rngs(0)), nnx.Param)[1]

    def example():
        return Weights(rng.normal(size=(5, 3)).astype(np.float32), np.float32(2.0)), state, OrderedDict(b=np.ones(4, np.float32))
    compiled = ready(layer, example())
    p, state, more = example()
    found = direct(compiled, p, state, more)
    assert found is not None
    np.testing.assert_allclose(found, layer(p, state, more), rtol=1e-6, atol=1e-6)
    caller = compiled._caller
    for other in (Weights(p.w, p.scale[None]), {"w": p.w}, p.w, np.zeros(2, [("w", "f4"), ("scale", "f4")])):
        assert caller((other, state, more)) is None and (caller.last is None or caller.last(other, state, more) is OTHERWISE)
    with pytest.raises(InputError):
        compiled(p.w, state, more)
