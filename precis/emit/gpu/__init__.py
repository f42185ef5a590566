"""The GPU targets: one readable source for CUDA and HIP over a vendored runtime header."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources

from precis.emit.cpu import function_name
from precis.emit.cpu.build import HEADERS
from precis.emit.cpu.program import elements_of
from precis.emit.gpu.program import DriverPrinter
from precis.emit.plan.body import NotEmittable
from precis.emit.plan.contract import without_library
from precis.emit.plan.kernels import Plan
from precis.emit.source import Source
from precis.formats import Format


@dataclass(frozen=True, slots=True)
class Dialect:
    """A GPU target: how its file is called, the compiler and flags of its Makefile, and the headers of its runtime."""

    name: str
    suffix: str
    compiler: str
    flags: str
    headers: tuple[str, ...]


MATRIX = ("precis_matrix.hpp", "precis_matrix_units.hpp", "precis_matrix_kernel.hpp")
DIALECTS = {
    "cuda": Dialect("cuda", ".cu", "nvcc", "-std=c++17 -O3 -arch=sm_90 --fmad=false -Xcompiler -fPIC -shared",
                    (*HEADERS, "precis_gpu.hpp", *MATRIX)),
    "hip": Dialect("hip", ".hip", "hipcc", "-std=c++17 -O3 --offload-arch=gfx942 -ffp-contract=off -fms-extensions -fPIC -shared",
                   (*HEADERS, "precis_gpu.hpp", "precis_hip_bare.hpp", *MATRIX)),
}
MAKEFILE = """\
# Builds {library} from {main}. Contraction stays off: it changes results.
COMPILER ?= {compiler}
FLAGS ?= {flags}

{library}: {main} {header}
\t$(COMPILER) $(FLAGS) {main} -o $@
"""


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
    make = MAKEFILE.format(library=f"lib{stem}.so", main=main, header=header, compiler=dialect.compiler, flags=dialect.flags)
    note = "Arrays are contiguous, row-major, and must not overlap."
    files = {main: text, header: printer.header().replace(note, f"Arrays are on the device. {note}"), "Makefile": make}
    return Source(target, main, files | {h: runtime.joinpath(h).read_text(encoding="utf-8") for h in dialect.headers})


__all__ = ["DIALECTS", "Dialect", "DriverPrinter", "gpu_source"]
