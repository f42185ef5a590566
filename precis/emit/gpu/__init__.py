"""The GPU targets: one readable source for CUDA and HIP over a vendored runtime header."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources

from precis.emit.cpu import function_name
from precis.emit.cpu.precompiled import HEADERS
from precis.emit.cpu.program import elements_of
from precis.emit.cpu.spell import ROOM
from precis.emit.gpu.program import DriverPrinter
from precis.emit.plan.body import NotEmittable
from precis.emit.plan.contract import without_library
from precis.emit.plan.kernels import Plan
from precis.emit.source import Source
from precis.formats import Format


@dataclass(frozen=True, slots=True)
class Dialect:
    """A GPU target: how its file is called, the compiler, architecture and flags of its Makefile, and the headers of its runtime."""

    name: str
    suffix: str
    compiler: str
    architecture: str
    flags: str
    headers: tuple[str, ...]


MATRIX = ("precis_matrix.hpp", "precis_matrix_units.hpp", "precis_matrix_kernel.hpp")
DIALECTS = {
    "cuda": Dialect("cuda", ".cu", "nvcc", "sm_90", "-std=c++17 -O3 -arch=$(ARCHITECTURE) --fmad=false -Xcompiler -fPIC -shared",
                    (*HEADERS, ROOM, "precis_gpu.hpp", *MATRIX)),
    "hip": Dialect("hip", ".hip", "hipcc", "gfx942", "-std=c++17 -O3 --offload-arch=$(ARCHITECTURE) -ffp-contract=off -fPIC -shared",
                   (*HEADERS, ROOM, "precis_gpu.hpp", "precis_hip_bare.hpp", *MATRIX)),
}
MAKEFILE = """\
# Builds {library} from {main}; for another GPU: make ARCHITECTURE=... Contraction stays off, and fast mathematics too: they change results.
COMPILER ?= {compiler}
ARCHITECTURE ?= {architecture}
FLAGS ?= {flags}

{library}: {main} {header} $(wildcard precis*.hpp)
\t$(COMPILER) $(FLAGS) {main} -o $@
"""

CONTRACT = """\
// 0, 1 when memory ran out, or 1000 and the error number of {target} when the device failed otherwise. Runs on the default
// stream of the current device and returns when that is done.
// Arrays are on the device, numbers behind pointers on the host. Arrays are contiguous, row-major, and must not overlap."""

WIDEST = 53  # bits of what GPUs compute in


def gpu_source(made: Plan, target: str) -> Source:
    """Source for a GPU target. Raises NotEmittable where a kernel cannot be printed."""
    wide = sorted({str(e) for e in elements_of(made) if isinstance(e, Format) and e.precision > WIDEST})
    if wide:
        raise NotEmittable(f"{wide[0]} on a GPU")
    made = without_library(made)
    dialect, stem = DIALECTS[target], function_name(made)
    printer = DriverPrinter(made)
    main, header = f"{stem}{dialect.suffix}", f"{stem}.h"
    text = printer.source(header)
    runtime = resources.files("precis.emit").joinpath("runtime")
    make = MAKEFILE.format(library=f"lib{stem}.so", main=main, header=header, compiler=dialect.compiler,
                           architecture=dialect.architecture, flags=dialect.flags)
    files = {main: text, header: printer.header(CONTRACT.format(target=target)), "Makefile": make}
    return Source(target, main, files | {h: runtime.joinpath(h).read_text(encoding="utf-8") for h in dialect.headers})


__all__ = ["DIALECTS", "Dialect", "DriverPrinter", "gpu_source"]
