"""Library routines of emitted CPU code: which LAPACK routines compute an operation, and how the call is spelled.

Sorts, searches and running extremes are code of the runtime headers; Fourier transforms are calls of NumPy's own loops
(runtime/precis_fourier.hpp), the rest calls of LAPACK by its Fortran names (runtime/precis_lapack.hpp). Source that stands alone is linked
with FFTW and LAPACK instead. What these tables do not have (formats wider than binary64, `eig`, most factorisations of complex matrices) is
left to the host.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from precis.emit.plan.kernels import READ, Routine
from precis.formats import Format
from precis.ir.ops.fourier import scale_halves
from precis.ir.size import Size, product

SORTS, LAPACK, FOURIER, RUNNING = "precis_sort.hpp", "precis_lapack.hpp", "precis_fourier.hpp", "precis_running.hpp"
HASHES = "precis_hashes.hpp"
FACTORS, SQUARES = "precis_factors.hpp", "precis_least_squares.hpp"  # of LAPACK too
SORTS_BENEATH, BY_FFTW = ("precis_sort_lanes.hpp", "precis_sort_vector.hpp"), "precis_fftw.hpp"  # included by the first and the last
ELIMINATION = "precis_elimination.hpp", "precis_elimination_beside.hpp"  # included by that of LAPACK
TURNS = "precis_turns.hpp"  # included by that of transforms


@dataclass(frozen=True, slots=True)
class Library:
    """What source that stands alone is linked with: where `macro` is defined. `variable` of its Makefile has the `flags` of the linker."""

    name: str
    macro: str
    variable: str
    flags: str
    package: str  # of Debian


_LAPACK = Library("LAPACK", "PR_LINK_LAPACK", "LAPACK", "-llapack -lblas", "liblapack-dev")
LINKED = {LAPACK: _LAPACK, FACTORS: _LAPACK, SQUARES: _LAPACK,
          FOURIER: Library("FFTW", "PR_LINK_FFTW", "FFTW", "-lfftw3 -lfftw3f", "libfftw3-dev")}
_BY_FFTW = {"zfft_": "double, std::complex<double>, std::complex<double>", "cfft_": "float, std::complex<float>, std::complex<float>",
            "zirfft_": "double, std::complex<double>, double", "cirfft_": "float, std::complex<float>, float",
            "drfft_even_": "double, double, std::complex<double>", "srfft_even_": "float, float, std::complex<float>",
            "drfft_odd_": "double, double, std::complex<double>", "srfft_odd_": "float, float, std::complex<float>"}


@dataclass(frozen=True, slots=True)
class Direct:
    """A function of `include` that computes an operation by calling `routines`, with `arguments` before those of its arrays."""

    include: str
    routines: tuple[str, ...]
    arguments: tuple[Size | bool | float, ...]


def direct(s: Routine) -> Direct | None:
    """How native code computes a routine itself; None where the host has to."""
    if s.op in _OWN:
        return _OWN[s.op](s)
    elements = {o.element.name for o in s.inputs if isinstance(o.element, Format)}
    if s.op in _FOURIER and elements <= {"binary32", "binary64"}:
        return _FOURIER[s.op](s, elements == {"binary32"})
    parts = {len(o.parts) for o in s.inputs}
    if s.op not in (_DENSE if parts == {1} else _COMPLEX) or not elements <= {"binary32", "binary64"}:
        return None
    names, arguments = _DENSE[s.op]
    own = s.op in _OWN_FORMAT and elements == {"binary32"} and not s.attrs.get("wide")
    letter, names = ("sd"[not own], names) if parts == {1} else ("cz"[not own], _COMPLEX[s.op])
    names = (*names, *_INVERSE) if s.identity else (*names, *_FACTORS) if s.factors else names
    include, sizes = FACTORS if s.factors else SQUARES if s.op == "lstsq" else LAPACK, (product(s.inputs[0].shape[:-2]), *arguments(s))
    return Direct(include, tuple(f"{letter}{name}_" for name in names), sizes)


def _rows(s: Routine) -> Direct:
    shape, axis = s.inputs[0].shape, s.attrs["axis"]
    read = (size for part in s.attrs.get(READ, ()) for size in part)
    return Direct(SORTS, (), (product(shape[:axis]), shape[axis], product(shape[axis + 1:]), *read))


def _search(s: Routine) -> Direct:
    """Of numbers that are given, or of 0, 1, 2 ... (precis.emit.plan.counted_searches)."""
    return Direct(SORTS, (), (product(s.inputs[0].shape), product(s.output.shape), s.attrs["right"]))


def _around(s: Routine, length: Size) -> tuple[Size, ...]:
    """(lines before the axis of a transform, its length, lines behind it)."""
    shape, axis = s.inputs[0].shape, s.attrs["axis"]
    return product(shape[:axis]), length, product(shape[axis + 1:])


def _fft(s: Routine, narrow: bool) -> Direct:
    inverse = s.attrs["inverse"]
    around, halves = _around(s, s.inputs[0].shape[s.attrs["axis"]]), scale_halves(inverse, s.attrs["norm"])
    return Direct(FOURIER, ("cfft_" if narrow and halves else "zfft_",), (*around, inverse, Size.of(halves)))


def _rfft(s: Routine, narrow: bool) -> Direct:
    around, halves = _around(s, s.inputs[0].shape[s.attrs["axis"]]), scale_halves(False, s.attrs["norm"])
    letter = "s" if narrow and halves else "d"
    return Direct(FOURIER, (f"{letter}rfft_even_", f"{letter}rfft_odd_"), (*around, Size.of(halves)))


def _irfft(s: Routine, narrow: bool) -> Direct:
    around, halves = _around(s, s.attrs["length"]), scale_halves(True, s.attrs["norm"])
    return Direct(FOURIER, ("cirfft_" if narrow and halves else "zirfft_",), (*around, Size.of(halves)))


def _square(s: Routine) -> tuple[Size, ...]:
    return (s.inputs[0].shape[-1],)


def _sides(s: Routine) -> tuple[Size, ...]:
    return s.inputs[1].shape[-2:]


def _matrix(s: Routine) -> tuple[Size, ...]:
    return s.inputs[0].shape[-2:]


def _qr(s: Routine) -> tuple[Size, ...]:
    m, n = _matrix(s)
    return m, n, m if s.attrs["complete"] else s.attrs["length"]


def _lstsq(s: Routine) -> tuple[Size | float, ...]:
    cut = s.attrs["rcond"]
    return (*_matrix(s), s.inputs[1].shape[-1], -1.0 if cut is None else float(cut))


def _running(s: Routine) -> Direct:
    return Direct(RUNNING, (), (*s.inputs[0].shape, s.attrs["step"]))


def _hash_table(s: Routine) -> Direct:
    rows = s.inputs[0].shape
    return Direct(HASHES, (), (rows[0], product(rows[1:])))


def _hash_find(s: Routine) -> Direct:
    rows = s.inputs[1].shape
    return Direct(HASHES, (), (rows[0], product(rows[1:])))


# Code of the runtime
_OWN: dict[str, Callable[[Routine], Direct]] = {"sort": _rows, "argsort": _rows, "searchsorted": _search, "running_least": _running,
                                                "running_largest": _running, "hash_table": _hash_table, "hash_find": _hash_find}
_FOURIER: dict[str, Callable[[Routine, bool], Direct]] = {"fft": _fft, "rfft": _rfft, "irfft": _irfft}
_INVERSE = ("getrf", "getri")  # beside the routine that solves: inverses of larger matrices
_FACTORS = ("getrs",)  # the same: of systems that share a matrix
_OWN_FORMAT = ("triangular_solve", "lu", "lu_order")  # the interpreter runs these in binary32 too, all others in binary64
# operation -> (names of LAPACK routines without their letter, sizes and flags)
_DENSE: dict[str, tuple[tuple[str, ...], Callable[[Routine], tuple[Any, ...]]]] = {
    "solve": (("gesv",), _sides),
    "triangular_solve": (("trsm",), lambda s: (*_sides(s), s.attrs["lower"], s.attrs["unit"], s.attrs.get("wide", False))),
    "cholesky": (("potrf",), _square),
    "eigh": (("syevd",), lambda s: (*_square(s), s.attrs["vectors"])),
    "svd": (("gesdd",), lambda s: (*_matrix(s), s.attrs["vectors"], s.attrs["full"])),
    "qr": (("geqrf", "orgqr"), _qr),
    "lu": (("getrf",), _matrix),
    "lu_order": (("getrf",), lambda s: (*_matrix(s), s.attrs["exchanges"])),
    "det": (("getrf",), _square),
    "slogdet": (("getrf",), _square),
    "lstsq": (("gelsd", "gemm", "syrk"), _lstsq),
}
# The same of complex matrices
_COMPLEX: dict[str, tuple[str, ...]] = {"solve": ("gesv",), "triangular_solve": ("trsm",), "cholesky": ("potrf",), "eigh": ("heevd",),
                                        "det": ("getrf",), "slogdet": ("getrf",)}


def may_need_host(s: Routine) -> bool:
    """Whether something else than native code computes it: LAPACK, which may be missing, or the host."""
    found = direct(s)
    return found is None or bool(found.routines)


def stands_alone(s: Routine) -> bool:
    """Whether source can compute it without Python: with nothing but LINKED."""
    return direct(s) is not None


def linked(routine: str) -> str:
    """C++ for the routine in the library that source which stands alone is linked with."""
    return f"pr::by_fftw<{_BY_FFTW[routine]}>" if routine in _BY_FFTW else routine


def left_to_host(s: Routine, has: Callable[[str], Any]) -> bool:
    """Whether the host computes it, where `has` tells which LAPACK routines there are."""
    found = direct(s)
    return found is None or not all(map(has, found.routines))
