"""GPU source: the emitted kernels run as plain C++ (a grid of one thread) and compile for real GPUs where a compiler is at hand."""

from __future__ import annotations

import ctypes
import importlib
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from precis.emit import compile as compile_cpu
from precis.emit import emit
from precis.emit.cpu import compiler, function_name
from precis.emit.cpu.build import build
from precis.emit.native import Call, structure_of
from precis.emit.plan import NotEmittable, plan
from precis.errors import BuildError
from precis.formats import FORMATS, Assignment, format_named
from precis.ir.call import bind
from precis.lift import lift

PROGRAMS = {  # module: (function, size)
    "heat": ("heat", 10), "hdiff": ("horizontal_diffusion", 6), "three_matmuls": ("chain", 9), "nbody": ("nbody", 7),
    "black_scholes": ("black_scholes", 33), "burgers": ("burgers", 20), "simpson": ("simpson", 12)}
CUDA_ARCHITECTURES = ("sm_80", "sm_90")
HIP_ARCHITECTURES = ("gfx90a", "gfx942", "gfx1100")


def _case(name):
    function, size = PROGRAMS[name]
    module = importlib.import_module(f"case_studies.{name}")
    arguments = module.inputs(0, size)
    return lift(getattr(module, function), *arguments), module.inputs(0, size)


def _mixed(program, narrow):
    """Every array stored in `narrow`, computed in binary32."""
    b32 = FORMATS["binary32"]
    sites = {n.site: b32 for n in program.nodes()}
    return Assignment({c.name: format_named(narrow) for c in program.containers if c.kind == "real"}, sites, sites, {}, b32)


@pytest.fixture(scope="module", autouse=True)
def _needs_compiler():
    try:
        compiler()
    except BuildError:
        pytest.skip("needs a C++ compiler")


@pytest.mark.parametrize("target", ["cuda", "hip"])
@pytest.mark.parametrize("narrow", ["binary64", "binary16", "bfloat16"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_kernels_compute_what_cpu_code_computes(name, narrow, target):
    program, arguments = _case(name)
    assignment = Assignment.uniform(FORMATS["binary64"]) if narrow == "binary64" else _mixed(program, narrow)
    _agree(program, assignment, arguments, target, 1e-13 if narrow == "binary64" else 2e-2)


def _agree(program, assignment, arguments, target, room):
    """Kernels, run as plain C++, with CPU code, to `room` times the largest element of each result."""
    inputs, binding = bind(program, arguments)
    expected = compile_cpu(program, assignment).run([np.copy(x) for x in inputs], binding)
    made, source = plan(program, assignment), emit(program, assignment, target)
    library = ctypes.CDLL(str(build({**source.files, "kernels.cpp": source.text}, "kernels.cpp")))
    function = getattr(library, function_name(made))
    function.argtypes = [ctypes.c_void_p]
    function.restype = ctypes.c_int
    call = Call(function, made, structure_of(made), [np.copy(x) for x in inputs], binding)
    call()
    for e, g in zip(expected, call.results(), strict=True):
        scale = float(np.max(np.abs(e))) if np.size(e) else 1.0
        np.testing.assert_allclose(np.asarray(g, float), np.asarray(e, float), rtol=0, atol=room * scale)


@pytest.mark.parametrize("accumulator", ["binary32", "bfloat16", "binary16"])
def test_steps_wider_than_the_accumulator(accumulator):
    """Sums along rows: products in binary64, held and stored in a narrower format."""
    matrix, vector = np.linspace(0.1, 1.0, 60).reshape(3, 20), np.linspace(0.5, 1.0, 20)
    program = lift(lambda a, x: a @ x, matrix, vector)
    sites = dict.fromkeys({n.site for n in program.nodes()}, accumulator)
    assignment = Assignment.uniform("binary64").with_accumulate(sites)
    _agree(program, assignment, (matrix, vector), "cuda", 40 * FORMATS[accumulator].u)


@pytest.mark.parametrize("name", ["binary64x2", "binary80"])
def test_formats_that_no_gpu_computes_in_are_refused(name):
    program, _ = _case("heat")
    with pytest.raises(NotEmittable, match=f"{name} on a GPU"):
        emit(program, Assignment.uniform(name), "cuda")


@pytest.mark.parametrize("target", ["cuda", "hip"])
def test_kernels_hold_scaled_arrays(target):
    test_kernels_compute_what_cpu_code_computes("heat", "binary16*2^4", target)


def test_matrix_product_uses_tensor_cores_in_cuda_only():
    program, _ = _case("three_matmuls")
    cuda, hip = (emit(program, _mixed(program, "binary16"), t) for t in ("cuda", "hip"))
    assert cuda.text.count("pr::matrix_product<pr::Multiply_") == 3
    assert "matrix_product" not in hip.text and "mma.sync" in cuda.files["precis_mma.hpp"]


def test_tf32_multiplicands_with_binary32_accumulators():
    program, _ = _case("three_matmuls")
    b32, tf32 = FORMATS["binary32"], FORMATS["tf32"]
    sites = [n.site for n in program.nodes()]
    assignment = Assignment({c.name: b32 for c in program.containers}, dict.fromkeys(sites, tf32), dict.fromkeys(sites, b32), {}, b32)
    assert "pr::matrix_product<pr::Multiply_tf32>" in emit(program, assignment, "cuda").text


def test_lane_maps_cover_each_element_of_a_fragment_once():
    """The lane maps of precis_mma.hpp against the layouts of the PTX ISA: every element of A, B and C belongs to one register."""
    half = [(g + 8 * ((k // 2) % 2), 2 * m + k % 2 + 8 * (k // 4)) for g in range(8) for m in range(4) for k in range(8)]
    tf32 = [(g + 8 * (k % 2), m + 4 * (k // 2)) for g in range(8) for m in range(4) for k in range(4)]
    result = [(g + 8 * (r // 2), 2 * m + r % 2) for g in range(8) for m in range(4) for r in range(4)]
    assert sorted(half) == [(i, j) for i in range(16) for j in range(16)]
    assert sorted(tf32) == [(i, j) for i in range(16) for j in range(8)]
    assert sorted(result) == [(i, j) for i in range(16) for j in range(8)]


def _nvrtc(source, architecture):
    core = pytest.importorskip("cuda.core", reason="needs the extra cuda-compiler")
    nvidia = pytest.importorskip("nvidia", reason="needs the extra cuda-compiler")
    include = next((Path(p) / "cu13" / "include" for p in nvidia.__path__ if (Path(p) / "cu13" / "include").is_dir()), None)
    if include is None:
        pytest.skip("needs the CUDA headers of the extra cuda-compiler")

    def compile_in(folder):
        source.write(folder)
        options = core.ProgramOptions(arch=architecture, std="c++17", fma=False,
                                      include_path=[str(include), str(include / "cccl"), str(folder)])
        return core.Program(source.text, "c++", options).compile("cubin").code
    return compile_in


@pytest.mark.parametrize("architecture", CUDA_ARCHITECTURES)
@pytest.mark.parametrize("name", ["heat", "three_matmuls", "nbody"])
def test_nvrtc_compiles_the_kernels(name, architecture, tmp_path):
    program, _ = _case(name)
    for narrow in ("binary64", "binary16"):
        source = emit(program, _mixed(program, narrow), "cuda")
        assert len(_nvrtc(source, architecture)(tmp_path)) > 1000


@pytest.mark.parametrize("multiply", ["binary16", "bfloat16", "tf32", "binary64"])
def test_nvrtc_compiles_the_tensor_core_kernel(multiply, tmp_path):
    """Instantiated for each multiplicand format; the cubin holds matrix instructions."""
    program, _ = _case("three_matmuls")
    source = emit(program, _mixed(program, "binary32"), "cuda")
    element, total = ("double", "double") if multiply == "binary64" else ("float", "float")
    text = f"""#include "precis_mma.hpp"
template __global__ void pr::matrix_kernel<pr::Multiply_{multiply}, {element}, {element}, {total}>(
    pr::Strided<const {element}>, pr::Strided<const {element}>, pr::Strided<{total}>, int64_t, int64_t, int64_t);
"""
    from dataclasses import replace
    only = replace(source, files={**source.files, source.main: text})
    code = _nvrtc(only, "sm_90")(tmp_path)
    assert len(code) > 4000


def _clang(architecture: str) -> list[str]:
    """A clang that knows AMD's processors, up to the source: an installed one, or that of the extra amd-compiler, whose driver knows no
    HIP but whose compiler proper does, with the headers of the C++ compiler here."""
    own = next((c for c in map(shutil.which, ("clang-22", "clang-21", "clang-20", "clang-19")) if c), None)
    if own:
        return [own, "-x", "hip", "--offload-device-only", "-nogpulib", "-nogpuinc", f"--offload-arch={architecture}"]
    ziglang = pytest.importorskip("ziglang", reason="needs clang 19 or later with the amdgcn target, or the extra amd-compiler")
    folder = Path(ziglang.__file__).parent
    told = subprocess.run(["g++", "-E", "-v", "-x", "c++", os.devnull], capture_output=True, text=True, check=True).stderr
    listed = told.split("search starts here:")[-1].partition("End of search list")[0].split()
    headers = [d for d in listed if "/gcc/" not in d and "/lib/gcc" not in d]
    headers = [*headers[:3], str(folder / "lib" / "include"), *headers[3:]]
    return [str(folder / "zig"), "clang", "-cc1", "-triple", "amdgcn-amd-amdhsa", "-aux-triple", "x86_64-unknown-linux-gnu", "-x", "hip",
            "-fcuda-is-device", "-target-cpu", architecture, *(w for d in headers for w in ("-internal-isystem", d))]


@pytest.mark.parametrize("architecture", HIP_ARCHITECTURES)
@pytest.mark.parametrize("name", ["heat", "nbody", "black_scholes", "three_matmuls"])
@pytest.mark.parametrize("narrow", ["bfloat16", "binary16", "binary64"])
def test_clang_compiles_the_kernels_for_amd(name, narrow, architecture, tmp_path):
    program, _ = _case(name)
    source = emit(program, _mixed(program, narrow), "hip")
    source.write(tmp_path)
    command = [*_clang(architecture), "-S", "-std=c++17", "-fms-extensions", "-O3", "-ffp-contract=off", str(tmp_path / source.main),
               "-o", str(tmp_path / "k.s")]  # fmt: skip
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[:2000]
    assert "amdhsa_kernel" in (tmp_path / "k.s").read_text()
