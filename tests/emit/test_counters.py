"""Random numbers by counter in native code and in the interpreter, against JAX's generator and the published answers."""

import subprocess

import jax.numpy as jnp
import numpy as np
import pytest
from jax.extend.random import threefry_2x32

from precis.emit import emit
from precis.emit.cpu.build import FLAGS, compiler
from precis.formats import FORMATS, Assignment
from precis.ir.ops.counters import threefry
from tests.emit.oracle import native, needs_compiler, program

# Known answers of the authors' reference implementation (Random123, kat_vectors): counter, key, result.
KNOWN = [((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)), ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), (0x1CB996FC, 0xBB002BE7)),
         ((0x243F6A88, 0x85A308D3), (0x13198A2E, 0x03707344), (0xC4923A9C, 0x483DF7A0))]


@pytest.mark.parametrize("counter, key, wanted", KNOWN)
def test_known_answers(counter, key, wanted):
    assert tuple(map(int, threefry(*key, *counter))) == wanted


@needs_compiler
def test_native_code_draws_what_jax_draws():
    made = program({"N": 1000}, {"k": (("N",), "uint32"), "m": ((), "uint32"), "c": (("N",), "uint32"), "d": (("N",), "uint32")},
                   lambda b, k, m, c, d: [b.threefry_0(k, m, c, d), b.threefry_1(k, m, c, d)])
    k, c, d = np.random.default_rng(0).integers(0, 2**32, (3, 1000), dtype=np.uint32)
    found = native(made, Assignment.uniform(FORMATS["binary64"])).run([k, np.uint32(99), c, d])
    wanted = threefry(k, np.uint32(99), c, d)
    for f, w in zip(found, wanted, strict=True):
        assert f.dtype == np.uint32 and np.array_equal(f, w)
    pairs = threefry_2x32(jnp.array([7, 99], np.uint32), jnp.concatenate([c, d]))
    assert np.array_equal(np.concatenate(threefry(7, 99, c, d)), pairs)


@needs_compiler
def test_loops_that_draw_are_vectors(tmp_path):
    """Which they are not where the rounds are a loop of their own: of both words of a counter, three to four times as slow."""
    if "g++" not in compiler()[0]:
        pytest.skip("only g++ says which loops it makes vectors of")
    made = program({"N": 1000}, {"k": ((), "uint32"), "c": (("N",), "uint32")},
                   lambda b, k, c: [b.call("bit_xor", b.threefry_0(k, k, k, c), b.threefry_1(k, k, k, c))])
    source = emit(made, Assignment.uniform(FORMATS["binary64"]))
    source.write(tmp_path)
    said = subprocess.run([*compiler(), *FLAGS, "-fopt-info-vec", source.main, "-o", "library.so"], cwd=tmp_path, capture_output=True,
                          text=True, check=True).stderr
    assert f"{source.main}:" in said
