"""Programs for GPUs in tests, and the compilers of their source: NVRTC and clang, neither of which needs a GPU."""

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
from precis.emit.complex_arrays import join_arrays, split_arrays
from precis.emit.cpu import function_name
from precis.emit.cpu.build import QUICK, build
from precis.emit.native import Call, structure_of
from precis.emit.plan import plan
from precis.emit.source import Source
from precis.formats import FORMATS, Assignment, format_named
from precis.ir.call import bind
from precis.lift import lift

FOLDER = Path(__file__).parent
PROGRAMS = {  # module: (function, size)
    "heat": ("heat", 10), "hdiff": ("horizontal_diffusion", 6), "three_matmuls": ("chain", 9), "nbody": ("nbody", 7),
    "black_scholes": ("black_scholes", 33), "burgers": ("burgers", 20), "simpson": ("simpson", 12)}


def case(name):
    function, size = PROGRAMS[name]
    module = importlib.import_module(f"case_studies.{name}")
    arguments = module.inputs(0, size)
    return lift(getattr(module, function), *arguments), module.inputs(0, size)


def mixed(program, narrow):
    """Every array stored in `narrow`, computed in binary32."""
    b32 = FORMATS["binary32"]
    sites = {n.site: b32 for n in program.nodes()}
    return Assignment({c.name: format_named(narrow) for c in program.containers if c.kind == "real"}, sites, sites, {}, b32)


def agree(program, assignment, arguments, target, room):
    """Kernels on the grid that a GPU would have, played on the CPU, with CPU code, to `room` times the largest element of each result."""
    inputs, binding = bind(program, arguments)
    expected = compile_cpu(program, assignment, quick=True).run([np.copy(x) for x in inputs], binding)
    made, source = plan(program, assignment), emit(program, assignment, target)
    text = f'#include "precis.hpp"\n#define PR_PLAYED "played.hpp"\n{source.text}'
    played = {"kernels.cpp": text, "played.hpp": (FOLDER / "played.hpp").read_text()}
    library = ctypes.CDLL(str(build({**source.files, **played}, "kernels.cpp", flags=QUICK)))
    function = getattr(library, function_name(made))
    function.argtypes = [ctypes.c_void_p]
    function.restype = ctypes.c_int
    call = Call(function, made, structure_of(made), split_arrays(program.body.params, [np.copy(x) for x in inputs]), binding)
    call()
    for e, g in zip(expected, join_arrays(program.body.results, call.results()), strict=True):
        scale = float(np.max(np.abs(e))) if np.size(e) else 1.0
        np.testing.assert_allclose(np.asarray(g), np.asarray(e), rtol=0, atol=room * scale)


def nvrtc(source: Source, architecture: str, folder: Path) -> tuple[bytes, bytes]:
    """PTX and machine code of `source`."""
    compiler = pytest.importorskip("cuda.bindings.nvrtc", reason="needs the extra cuda-compiler")
    nvidia = pytest.importorskip("nvidia", reason="needs the extra cuda-compiler")
    include = next((Path(p) / "cu13" / "include" for p in nvidia.__path__ if (Path(p) / "cu13" / "include").is_dir()), None)
    if include is None:
        pytest.skip("needs the CUDA headers of the extra cuda-compiler")
    source.write(folder)
    options = [f"--gpu-architecture={architecture}", "--std=c++17", "--fmad=false", *(f"-I{d}" for d in (include, include / "cccl", folder))]

    program = compiler.nvrtcCreateProgram(source.text.encode(), b"source.cu", 0, [], [])[1]
    (result,) = compiler.nvrtcCompileProgram(program, len(options), [o.encode() for o in options])

    def text(size, get) -> bytes:
        held = b" " * size(program)[1]
        get(program, held)
        return held
    assert result == compiler.nvrtcResult.NVRTC_SUCCESS, text(compiler.nvrtcGetProgramLogSize, compiler.nvrtcGetProgramLog).decode()
    return text(compiler.nvrtcGetPTXSize, compiler.nvrtcGetPTX), text(compiler.nvrtcGetCUBINSize, compiler.nvrtcGetCUBIN)


def clang_assembly(source: Source, architecture: str, folder: Path) -> str:
    """The assembly of `source` for one of AMD's processors."""
    source.write(folder)
    command = [*_clang(architecture), "-S", "-std=c++17", "-fms-extensions", "-O3", "-ffp-contract=off", str(folder / source.main),
               "-o", str(folder / "k.s")]  # fmt: skip
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[:2000]
    return (folder / "k.s").read_text()


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
