"""GPU source: the emitted kernels run as plain C++ (a grid of one thread) and compile for real GPUs where a compiler is at hand."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from benchmarks.corpus import CORPUS
from precis.emit import emit
from precis.emit.cpu.build import build
from precis.emit.plan import NotEmittable
from precis.formats import FORMATS, Assignment
from precis.lift import lift
from tests.emit.devices import PROGRAMS, agree, case, clang_assembly, mixed, nvrtc
from tests.emit.oracle import needs_compiler

CUDA_ARCHITECTURES = ("sm_80", "sm_90")
HIP_ARCHITECTURES = ("gfx90a", "gfx942", "gfx1100")


pytestmark = needs_compiler


@pytest.mark.parametrize("target", ["cuda", "hip"])
@pytest.mark.parametrize("narrow", ["binary64", "binary16", "bfloat16"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_kernels_compute_what_cpu_code_computes(name, narrow, target):
    program, arguments = case(name)
    assignment = Assignment.uniform(FORMATS["binary64"]) if narrow == "binary64" else mixed(program, narrow)
    agree(program, assignment, arguments, target, 1e-13 if narrow == "binary64" else 2e-2)


@pytest.mark.parametrize("name", ["lu_in_place", "rank_k_norms", "hermitian_power", "spanning_tree", "equalise"])
def test_kernels_compute_what_cpu_code_computes_on_the_corpus(name):
    """In place, by columns and rows at once, complex, positions of minima, histograms."""
    entry = next(e for e in CORPUS if e.name == name)
    arguments = entry.arguments("small")
    agree(lift(entry.load()[0], *arguments), Assignment.uniform("binary64"), arguments, "cuda", 1e-11)


@pytest.mark.parametrize("accumulator", ["binary32", "bfloat16", "binary16"])
def test_steps_wider_than_the_accumulator(accumulator):
    """Sums along rows: products in binary64, held and stored in a narrower format."""
    matrix, vector = np.linspace(0.1, 1.0, 60).reshape(3, 20), np.linspace(0.5, 1.0, 20)
    program = lift(lambda a, x: a @ x, matrix, vector)
    sites = dict.fromkeys({n.site for n in program.nodes()}, accumulator)
    assignment = Assignment.uniform("binary64").with_accumulate(sites)
    agree(program, assignment, (matrix, vector), "cuda", 40 * FORMATS[accumulator].u)


@pytest.mark.parametrize("name", ["binary64x2", "binary80"])
def test_formats_that_no_gpu_computes_in_are_refused(name):
    program, _ = case("heat")
    with pytest.raises(NotEmittable, match=f"{name} on a GPU"):
        emit(program, Assignment.uniform(name), "cuda")


@pytest.mark.parametrize("target", ["cuda", "hip"])
def test_kernels_hold_scaled_arrays(target):
    test_kernels_compute_what_cpu_code_computes("heat", "binary16*2^4", target)


@pytest.mark.parametrize("architecture", CUDA_ARCHITECTURES)
@pytest.mark.parametrize("name", ["heat", "three_matmuls", "nbody"])
def test_nvrtc_compiles_the_kernels(name, architecture, tmp_path):
    program, _ = case(name)
    for narrow in ("binary64", "binary16"):
        source = emit(program, mixed(program, narrow), "cuda")
        assert len(nvrtc(source, architecture, tmp_path)[1]) > 1000


@pytest.mark.parametrize("architecture", HIP_ARCHITECTURES)
@pytest.mark.parametrize("name", ["heat", "nbody", "black_scholes", "three_matmuls"])
@pytest.mark.parametrize("narrow", ["bfloat16", "binary16", "binary64"])
def test_clang_compiles_the_kernels_for_amd(name, narrow, architecture, tmp_path):
    program, _ = case(name)
    source = emit(program, mixed(program, narrow), "hip")
    assert "amdhsa_kernel" in clang_assembly(source, architecture, tmp_path)


def _columns_and_rows(x, scale):
    y = x * scale - 1.0
    return y.sum(axis=0), (y * y).sum(axis=1), y


def _first_and_best(x):
    return np.argmax(x, axis=1), np.argmin(x, axis=0), x.argmin(), x.max(axis=1)


@pytest.mark.parametrize("function", [_columns_and_rows, _first_and_best])
def test_reductions_of_several_kinds(function):
    x = np.round(np.random.default_rng(0).uniform(-2, 2, (7, 9)), 1)  # with equal elements
    arguments = (x, 1.5) if function is _columns_and_rows else (x,)
    agree(lift(function, *arguments), Assignment.uniform("binary64"), arguments, "cuda", 1e-14)


def test_workspaces_hold_nan_until_they_are_written():
    """As a GPU's may: a kernel that relies on zeros shows it here too."""
    text = '#include "precis_gpu.hpp"\nextern "C" double first() { return *pr::DeviceMemory<double>(1000).data; }\n'
    source = emit(case("heat")[0], Assignment.uniform("binary64"), "cuda")
    library = ctypes.CDLL(str(build({**source.files, "first.cpp": text}, "first.cpp")))
    library.first.restype = ctypes.c_double
    assert np.isnan(library.first())


@pytest.mark.parametrize("better", ["IsGreater", "IsSmaller"])
def test_positions_found_by_threads_are_folded_as_numpy_finds_them(better):
    """Threads see every seventh element, blocks fold them in halves: the first of equal elements wins, NaN before all."""
    text = f"""#include "precis_gpu.hpp"
extern "C" int64_t found(const double* x, int64_t n, int64_t threads) {{
    using S = pr::First<pr::{better}>;
    using F = pr::Found<double>;
    F part[64];
    for (int64_t t = 0; t < threads; ++t) {{
        part[t] = S::unit<F>();
        for (int64_t k = t; k < n; k += threads) part[t] = S::step(part[t], F{{x[k], k}});
    }}
    for (int64_t half = 32; half > 0; half /= 2)
        for (int64_t t = 0; t + half < threads && t < half; ++t) part[t] = S::step(part[t], part[t + half]);
    return part[0].position;
}}
"""
    source = emit(case("heat")[0], Assignment.uniform("binary64"), "cuda")
    library = ctypes.CDLL(str(build({**source.files, "found.cpp": text}, "found.cpp")))
    library.found.argtypes, library.found.restype = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64], ctypes.c_int64
    r = np.random.default_rng(0)
    find = np.argmax if better == "IsGreater" else np.argmin
    for k in range(200):
        x = r.integers(-3, 3, 1 + k % 23).astype(float)
        x[r.uniform(size=x.size) < 0.05 * (k % 3)] = np.nan
        assert library.found(x.ctypes.data, x.size, 7) == find(x)


def _steps(x, k):
    for _ in range(k):
        x = x * 1.01 + np.sin(x)
    return x


def _softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def _histogram(x):
    n = np.zeros(12, dtype=np.int64)
    np.add.at(n, np.minimum((np.exp(np.abs(x)) * 2.0).astype(np.int64), 11), 1)
    return n


LAUNCHES = {"steps": (_steps, (np.ones(9), 5), 2, 1), "softmax": (_softmax, (np.ones((5, 4)),), 3, 0), "histogram": (_histogram, (np.ones(9),), 2, 0)}


@pytest.mark.parametrize("name", LAUNCHES)
def test_launches_are_not_cut_for_caches(name):
    function, arguments, launches, loops = LAUNCHES[name]
    text = emit(lift(function, *arguments), target="cuda").text
    host = text[text.index("static void compute("):]
    assert (host.count("pr::launch_"), host.count("for ("), host.count("PR_SHARED")) == (launches, loops, 0)
