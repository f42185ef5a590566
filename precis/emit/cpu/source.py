"""A plan as C++ source that stands alone: program, header, runtime and Makefile."""

from __future__ import annotations

from importlib import resources

from precis.emit.cpu.arguments import function_name, linkable
from precis.emit.cpu.begin import begun
from precis.emit.cpu.build import FLAGS, THREADS, for_length
from precis.emit.cpu.precompiled import HEADERS
from precis.emit.cpu.products import STRIDED, TILES
from precis.emit.cpu.program import ProgramPrinter
from precis.emit.cpu.routines import BY_FFTW, ELIMINATION, FACTORS, FOURIER, HASHES, LAPACK, RUNNING, SORTS, SORTS_BENEATH, SQUARES, TURNS
from precis.emit.cpu.spell import DEFINED
from precis.emit.plan import Plan
from precis.emit.source import Source

# Included where they are needed
MORE_HEADERS = ("precis_vector.hpp", SORTS, RUNNING, HASHES, LAPACK, FACTORS, SQUARES, FOURIER, TILES, STRIDED, *DEFINED.values())
# What one of them includes
BENEATH = {SORTS: SORTS_BENEATH, FOURIER: (BY_FFTW, TURNS), LAPACK: ELIMINATION,
           FACTORS: (LAPACK, *ELIMINATION), SQUARES: (LAPACK, *ELIMINATION)}
MAKEFILE = """\
# Builds {library} from {main}. Contraction stays off and -ffast-math out: both change results.
# On n threads, with the same results: add -fopenmp -DPR_THREADS=n to CXXFLAGS.
{needs}CXX ?= g++
CXXFLAGS ?= {flags}

{library}: {main} {header} {runtime}
\t$(CXX) $(CXXFLAGS) {main} -o $@{libraries}
"""
NEEDS = """\
# Needs {0.name} (Debian: {0.package}); to link another one: make {0.variable}=...
{0.variable} ?= {0.flags}
"""


def cpu_source(made: Plan) -> Source:
    stem = function_name(made)
    printer = ProgramPrinter(begun(made))
    text = printer.source(f"{stem}.h")
    folder = resources.files("precis.emit").joinpath("runtime")
    more = [name for name in MORE_HEADERS if f'"{name}"' in text]
    names = (*HEADERS, THREADS, *more, *(beneath for name in more for beneath in BENEATH.get(name, ())))
    runtime = {name: folder.joinpath(name).read_text(encoding="utf-8") for name in names}
    needed = sorted(set(linkable(made).values()), key=lambda library: library.name)
    linked = (flag for library in needed for flag in (f"-D{library.macro}", f"$({library.variable})"))
    libraries = " ".join(("", *libraries_of(text), *linked))
    flags = " ".join(for_length(FLAGS, text))
    make = MAKEFILE.format(library=f"lib{stem}.so", main=f"{stem}.cpp", header=f"{stem}.h", flags=flags, libraries=libraries,
                           runtime=" ".join(names), needs="".join(map(NEEDS.format, needed)))
    return Source("cpu", f"{stem}.cpp", {f"{stem}.cpp": text, f"{stem}.h": printer.header(), "Makefile": make, **runtime})


def libraries_of(text: str) -> tuple[str, ...]:
    return ("-lquadmath",) if text.startswith("#define PR_QUAD") else ()
