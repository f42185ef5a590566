"""Builds a shared library with the system compiler, once per content, in a cache that concurrent processes may share."""

from __future__ import annotations

import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from importlib import resources
from pathlib import Path

from precis.emit.cpu import apart, precompiled
from precis.emit.cpu.once import UNFINISHED, in_background, once
from precis.emit.cpu.precompiled import HEADERS
from precis.errors import BuildError

# Never -ffast-math: rounding is the subject. Contraction off: a * b + c rounds twice, as in emulation. No vectorisation of
# straight-line code: g++ 12 drops conversions double -> float -> double there (tests/emit/test_conversions.py).
# -O2 with loops vectorised as by -O3 compiles in half the time, and no case study runs slower. Loops unrolled: up to 35 % faster (13
# programs of the corpus; none slower), for 5 to 50 % more time of the compiler.
# Vectors of 512 bits where the processor has them: 8 % faster over the corpus than the 256 that compilers prefer.
_WIDE = ("-mprefer-vector-width=512",) if platform.machine() in ("x86_64", "AMD64") else ()
_LOOPS = ("-O2", "-ftree-loop-vectorize", "-funroll-loops")
FLAGS = ("-std=c++17", *_LOOPS, "-fvect-cost-model=dynamic", "-fpredictive-commoning", "-march=native", "-ffp-contract=off",
         "-fno-tree-slp-vectorize", "-fno-math-errno", "-fno-trapping-math", "-fwrapv", *_WIDE, "-fPIC", "-shared")
QUICK = tuple(flag for flag in FLAGS if flag not in _LOOPS) + ("-O1",)  # the same results, compiled sooner
BRIEF = (*QUICK[:-1], "-Og")  # sooner still: in half the time, from code that takes twice as long
EFFORTS = (FLAGS, QUICK, BRIEF)
SPARING = ("-fno-tree-pre",)  # of long functions: what is redundant along some paths takes time that grows with the square of their length
LONG = 400  # lines of a function
CRASHED = "internal compiler error"
WARY = ("-fno-tree-loop-vectorize",)  # the same results, of source that makes the vectoriser of a compiler crash
GCC_ONLY = ("-fvect-cost-model=dynamic", "-fpredictive-commoning", *SPARING)
COMPILERS = ("g++", "clang++")
THREADS = "precis_threads.hpp"  # included by the first that they need, where threads are asked for
OUT = "out.so"  # the library until it has its name
ABANDONED = 3600.0  # seconds after which such a folder or file belongs to nobody
MESSAGE_LINES = 12  # of a failing compiler that are shown


@lru_cache
def compiler() -> tuple[str, ...]:
    """The C++ compiler as an argument list: $CXX where that is set, else g++ or clang++. Raises BuildError where it is not there."""
    wanted = shlex.split(os.environ.get("CXX", ""))
    for command in [wanted] if wanted else [[c] for c in COMPILERS]:
        found = shutil.which(command[0])
        if found:
            return (found, *command[1:])
    if wanted:
        raise BuildError(f"no C++ compiler {wanted[0]}, which CXX names", hints=("correct CXX, or unset it",))
    raise BuildError("no C++ compiler found", hints=("install g++ or clang++, or set CXX",))


@lru_cache
def _version(command: tuple[str, ...]) -> str:
    """What the compiler says of itself and of this processor: part of the key, since the code is tuned for both."""
    target = subprocess.run([*command, "-march=native", "-E", "-v", "-x", "c++", os.devnull], capture_output=True, text=True, check=False)
    return target.stderr


@lru_cache
def _linker() -> tuple[str, ...]:
    """The quickest linker that GCC takes by name: the usual one takes as long for a short program as its code takes."""
    return ("-fuse-ld=gold",) if shutil.which("ld.gold") and "gcc version" in _version(compiler()) else ()


def for_length(flags: tuple[str, ...], text: str) -> tuple[str, ...]:
    """The flags for emitted source, where functions end with a bracket at the beginning of a line."""
    longest = max(part.count("\n") for part in text.split("\n}"))
    return (*flags, *SPARING) if longest > LONG else flags


def cache_folder() -> Path:
    return Path(os.environ.get("PRECIS_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "precis")


def build(files: Mapping[str, str], main: str, libraries: tuple[str, ...] = (), flags: tuple[str, ...] = FLAGS,
          units: Sequence[str] = ()) -> Path:
    """The shared library of `files[main]`, which may include the other files. Raises BuildError. Where another process or thread
    compiles the same, its library is waited for. `units`: the same source as several, which are compiled at once.

    A library that was compiled with more of EFFORTS serves as well: its results are the same."""
    def place(flags: tuple[str, ...]) -> Path:
        return folder / f"{_key(files, main, libraries, flags)}.so"

    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        more = EFFORTS[:EFFORTS.index(flags)] if flags in EFFORTS else ()
        if ready := next(filter(_complete, map(place, more)), None):
            return ready
        library = place(flags)
        if not _complete(library):
            make = partial(_build, flags, files, main, libraries, units, library)
            once(folder / f"{UNFINISHED}{library.stem}.lock", partial(_complete, library), make)
        return library
    except OSError as problem:
        raise BuildError(f"cannot write to the cache {cache_folder()}: {problem.strerror}",
                         hints=("set PRECIS_CACHE to a folder that can be written",)) from None


def _known(flags: tuple[str, ...]) -> tuple[str, ...]:
    """Those of `flags` that this compiler knows."""
    return tuple(f for f in flags if f not in GCC_ONLY or "clang" not in _version(compiler()))


def _key(files: Mapping[str, str], main: str, libraries: tuple[str, ...], flags: tuple[str, ...]) -> str:
    """What the library depends on, hashed."""
    parts = [_version(compiler()), *_known(flags), *libraries, main, *(f"{k}\0{v}" for k, v in sorted(files.items()))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def _complete(library: Path) -> bool:
    """Whether a library is there; an empty file is what a crash of the machine may leave of one."""
    return library.exists() and library.stat().st_size > 0


def _sweep(folder: Path) -> None:
    """Remove what killed processes left behind."""
    for left in folder.glob(f"{UNFINISHED}*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > ABANDONED:
                shutil.rmtree(left) if left.is_dir() else left.unlink()


def prepare(flags: tuple[str, ...] = FLAGS) -> None:
    """Have the compiler read the run-time headers now, for programs that are compiled later; where it cannot, they do without."""
    texts = _runtime()
    _prepared(_headers(flags, texts), precompiled.make, _declaring(flags), texts)


def prepare_sorts(flags: tuple[str, ...] = FLAGS) -> None:
    """The same for what is compiled apart: sorts, products and eliminations."""
    texts = _runtime()
    for what in apart.ALL:
        _prepared(_apart(what, flags, texts), partial(apart.make, what), _reading(flags), texts)


def _runtime() -> dict[str, str]:
    folder = resources.files("precis.emit").joinpath("runtime")
    return {f.name: f.read_text(encoding="utf-8") for f in folder.iterdir() if f.name.endswith(".hpp")}


def _prepared(place: Path | None, make: Callable[[Path, Sequence[str], Mapping[str, str]], None], command: Sequence[str],
              texts: Mapping[str, str]) -> None:
    if place and not place.exists():
        with suppress(OSError):
            place.parent.mkdir(parents=True, exist_ok=True)
        make(place, command, texts)


def _reading(flags: tuple[str, ...]) -> tuple[str, ...]:
    """The compiler with all flags but that of linking."""
    return (*compiler(), *(f for f in _known(flags) if f != "-shared"))


def _declaring(flags: tuple[str, ...]) -> tuple[str, ...]:
    """The same for headers, which all programs read that find products compiled."""
    return (*_reading(flags), apart.PRODUCTS.declared)


def _plain(flags: tuple[str, ...], files: Mapping[str, str]) -> bool:
    """Whether GCC compiles headers that mean the same everywhere."""
    return "gcc version" in _version(compiler()) and not any(f.startswith("-D") for f in flags) and set(HEADERS) <= set(files)


def _apart(what: apart.Apart, flags: tuple[str, ...], files: Mapping[str, str]) -> Path | None:
    """Where the cache has what is compiled apart, with these flags; None where it is not asked for."""
    if not _plain(flags, files):
        return None
    return apart.place_of(what, cache_folder().absolute(), _reading(flags), _version(compiler()), files)


def _headers(flags: tuple[str, ...], files: Mapping[str, str]) -> Path | None:
    """Where the cache has the headers as the compiler has read them; None where it does not keep them, or they mean something else."""
    if not _plain(flags, files):
        return None
    return precompiled.place_of(cache_folder().absolute(), _declaring(flags), _version(compiler()), files)


def _build(flags: tuple[str, ...], files: Mapping[str, str], main: str, libraries: tuple[str, ...], units: Sequence[str],
           library: Path) -> None:
    _sweep(library.parent)
    with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=library.parent) as temporary:
        folder = Path(temporary)
        for name, text in {**files, **{f"unit{k}.cpp": unit for k, unit in enumerate(units)}}.items():
            (folder / name).write_text(text, encoding="utf-8")
        read = _headers(flags, files)
        objects = {what: place for what in apart.ALL if (place := _apart(what, flags, files))}
        there = [what for what, place in objects.items() if place.exists()]
        command = (*compiler(), *_known(flags), *_linker())
        compiling = partial(_compile, command, folder, main, libraries, len(units), WARY)
        beside = partial(_make_beside, flags, files, read, objects)
        link = folder / f"{HEADERS[0]}{precompiled.SUFFIX}"
        if read and read.exists() and apart.PRODUCTS in there:  # which they declare
            link.symlink_to(read)
        if there:
            beside()
            linked = (*(str(objects[what]) for what in there), *apart.LINKED, *libraries)
            try:
                _compile((*command, *(what.declared for what in there)), folder, main, linked, len(units))
            except BuildError:  # GCC crashes on some files that it should refuse
                link.unlink(missing_ok=True)
                compiling()
        elif len(units) > 1:  # which have the cores
            compiling()
            beside()
        else:
            beside()
            compiling()
        made = folder / OUT
        with made.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(made, library)


def _make_beside(flags: tuple[str, ...], files: Mapping[str, str], read: Path | None, objects: Mapping[apart.Apart, Path]) -> None:
    """Begin to make what the cache does not have yet."""
    if read:
        in_background(read, partial(precompiled.make, read, _declaring(flags), files))
    for what, place in objects.items():
        in_background(place, partial(apart.make, what, place, _reading(flags), files))


def _compile(command: tuple[str, ...], folder: Path, main: str, libraries: tuple[str, ...], units: int,
             wary: tuple[str, ...] = ()) -> None:
    """The library of a folder of sources, of its main file or of units. wary: further flags for sources on which the compiler crashes."""
    made = ("-o", str(folder / OUT), *libraries)
    if units > 1:
        objects = [str(folder / f"unit{k}.o") for k in range(units)]
        _run(folder, *([*command, "-c", str(folder / f"unit{k}.cpp"), "-o", o] for k, o in enumerate(objects)), wary=wary)
        _run(folder, [*command, *objects, *made])
    else:
        _run(folder, [*command, str(folder / main), *made], wary=wary)


def _run(folder: Path, *commands: Sequence[str], wary: tuple[str, ...] = ()) -> None:
    """Run the compiler, all commands at once, in a folder of which its messages say nothing; those on which it crashes once more with
    the flags `wary`, if there are any. Raises BuildError where one of them fails."""
    running = [subprocess.Popen(c, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for c in commands]
    try:
        errors = [(p.communicate()[1], p.returncode) for p in running]
    finally:
        for p in running:
            p.kill()
            p.wait()
    crashed = [c for c, (message, code) in zip(commands, errors) if code and CRASHED in message]
    if wary and crashed and len(crashed) == sum(code != 0 for _, code in errors):
        _run(folder, *([*c, *wary] for c in crashed))
        return
    for message, code in errors:
        if code:
            lines = message.replace(str(folder) + os.sep, "").splitlines()[:MESSAGE_LINES]
            hint = "correct CXX, or unset it" if os.environ.get("CXX") else "a newer compiler may do: set CXX to it"
            raise BuildError("the C++ compiler refused the emitted source", notes=tuple(lines), hints=(hint,))
