"""Source that precis wrote, used as a stranger uses it: built by its own Makefile, called as its own header says, its results
compared with those of the original program.

    python -m benchmarks.standalone FOLDER FILE.py:FUNCTION    # FOLDER: what `precis tune FILE.py:FUNCTION --out FOLDER` wrote
    python -m benchmarks.standalone                            # tunes every case study at 1e-3 and 1e-6 first

Nothing of precis is used to build and call it but the codes of 16-bit formats. The error is that of the emitted code against NumPy
(or JAX), the relative 2-norm of the worst output, on the tuning input and on the inputs that the report names as held out.
"""

from __future__ import annotations

import ctypes
import dataclasses
import importlib.util
import inspect
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.options import parser_of
from benchmarks.programs import CASES
from benchmarks.timing import table
from precis.formats import code_dtype, decode, encode, format_named

FIELD = re.compile(r"^    (?:const )?([\w:<> ]+?)(\*?) (\w+);  // (argument|inout|result|size|Fortran) ?(.*)$")
NOTE = re.compile(r"^(.*?)(?:\[(.*)\])?: (.+)$")
TOLERANCES = ("1e-3", "1e-6")
ROOM = 1.05  # beside the stated error: NumPy's own error, and sums in another order

ROUTINE = "Fortran"  # a member for a routine of a library, which may be null
OTHERS = {"int64": np.int64, "int32": np.int32, "bool": np.uint8, "binary64": np.float64, "binary32": np.float32}


@dataclass(frozen=True)
class Field:
    """A member of the struct of arguments, as its comment in the header describes it."""

    ctype: str
    pointer: bool
    member: str
    role: str
    name: str
    shape: tuple[str, ...] | None
    element: str


@dataclass(frozen=True)
class Library:
    """A built library, the fields of its arguments, and the function that it exports."""

    fields: tuple[Field, ...]
    run: Any

    def __call__(self, given: Mapping[str, Any]) -> list[np.ndarray]:
        """The results in order, arguments that change behind the others. `given`: argument names -> arrays and numbers."""
        sizes = sizes_of(self.fields, given)
        held = {f.member: _memory(f, given, sizes) for f in self.fields if f.role not in ("size", ROUTINE)}
        struct = type("Arguments", (ctypes.Structure,), {"_fields_": [(f.member, _ctype(f)) for f in self.fields]})()
        for f in self.fields:
            if f.role != ROUTINE:  # null: loops in its place
                setattr(struct, f.member, sizes[f.name] if f.role == "size" else _handed(f, held[f.member]))
        if self.run(ctypes.byref(struct)):
            raise MemoryError("the emitted function says that memory ran out")
        order = sorted((f for f in self.fields if f.role in ("result", "inout")), key=lambda f: f.role == "inout")
        return [_decoded(held[f.member], f) for f in order]


def built(folder: Path) -> Library:
    """What `make` makes of a folder."""
    subprocess.run(["make", "-s"], cwd=folder, check=True)
    (header,) = (p for p in folder.glob("*.h"))
    text = header.read_text()
    fields = tuple(_field(m) for line in text.splitlines() if (m := FIELD.match(line)))
    members = re.findall(r"^    .*;  //", text, re.MULTILINE)
    if len(fields) != len(members):
        raise ValueError(f"{header}: a member of the struct is not described as others are")
    (library,) = folder.glob("lib*.so")
    (name,) = re.findall(r"^int (\w+)\(", text, re.MULTILINE)
    return Library(fields, getattr(ctypes.CDLL(str(library)), name))


def _field(m: re.Match[str]) -> Field:
    ctype, pointer, member, role, note = m.groups()
    if role in ("size", ROUTINE):
        return Field(ctype, bool(pointer), member, role, note, None, "int64")
    found = NOTE.match(note)
    assert found, note
    name, shape, element = found.groups()
    return Field(ctype, bool(pointer), member, role, name, tuple(shape.split(", ")) if shape else (), element)


def sizes_of(fields: Sequence[Field], given: Mapping[str, Any]) -> dict[str, int]:
    """Size symbols, from the arguments of that name and from the shapes of arrays."""
    wanted = [f.name for f in fields if f.role == "size"]
    found = {name: int(given[name]) for name in wanted if name in given}
    shapes = [pair for f in fields if f.role in ("argument", "inout") and f.shape for pair in zip(f.shape, np.shape(given[f.name]))]
    found |= {text: n for text, n in shapes if text in wanted}
    for name in set(wanted) - set(found):  # only sums such as N - 1 are known
        found[name] = next(n - eval(text, {"__builtins__": {}}, {name: 0}) for text, n in shapes if re.fullmatch(rf"{name} [+-] \d+", text))
    return found


def _memory(f: Field, given: Mapping[str, Any], sizes: Mapping[str, int]) -> np.ndarray:
    """What a pointer of the struct points to."""
    dtype = _dtype(f)
    if f.role == "result":
        return np.zeros(_shape(f, sizes), dtype)
    x = np.asarray(given[f.name])
    if f.element in OTHERS or dtype.kind == "c":
        return np.array(x, dtype, order="C")
    return np.ascontiguousarray(encode(x.astype(np.float64), format_named(f.element)))


def _shape(f: Field, sizes: Mapping[str, int]) -> tuple[int, ...]:
    rules = {"__builtins__": {}, "min": min, "max": max}
    return tuple(int(eval(text, rules, dict(sizes))) for text in f.shape or ())


def _dtype(f: Field) -> np.dtype:
    if "complex" in f.ctype:
        return np.dtype(np.complex64 if "float" in f.ctype else np.complex128)
    return np.dtype(OTHERS[f.element]) if f.element in OTHERS else code_dtype(format_named(f.element))


def _decoded(x: np.ndarray, f: Field) -> np.ndarray:
    if f.element in OTHERS or x.dtype.kind == "c":
        return x
    return decode(x, format_named(f.element))


def _ctype(f: Field) -> Any:
    known = {"double": ctypes.c_double, "float": ctypes.c_float, "int64_t": ctypes.c_int64, "uint8_t": ctypes.c_uint8}
    return ctypes.c_void_p if f.pointer else known[f.ctype.strip()]


def _handed(f: Field, x: np.ndarray) -> Any:
    return x.ctypes.data if f.pointer else x.item()


def named_leaves(name: str, x: Any) -> Iterator[tuple[str, Any]]:
    """Arguments as the header calls them: `coast_depth` for the attribute depth of the argument coast."""
    parts = parts_of(x)
    if parts is None:
        yield name, x
    else:
        for key, part in parts:
            yield from named_leaves(f"{name}_{key}", part)


def parts_of(x: Any) -> list[tuple[Any, Any]] | None:
    if isinstance(x, dict):
        return list(x.items())
    if hasattr(x, "_asdict"):
        return list(x._asdict().items())
    if isinstance(x, (list, tuple)):
        return list(enumerate(x))
    if dataclasses.is_dataclass(x) or (hasattr(x, "__dict__") and not hasattr(x, "shape")):
        return list(vars(x).items())
    return None


def arguments_of(function: Any, args: Sequence[Any]) -> dict[str, Any]:
    names = list(inspect.signature(function).parameters)
    return dict(leaf for name, x in zip(names, args) for leaf in named_leaves(name, x))


def outputs_of(result: Any, changed: Sequence[Any]) -> list[np.ndarray]:
    leaves = [x for _, x in named_leaves("", result)] if result is not None else []
    return [np.asarray(x) for x in (*leaves, *changed)]


def error(found: np.ndarray, wanted: np.ndarray) -> float:
    """Relative 2-norm; of elements that are finite in both."""
    kind = np.complex128 if np.iscomplexobj(wanted) else np.float64
    a, b = np.asarray(found).astype(kind).ravel(), np.asarray(wanted).astype(kind).ravel()
    there = np.isfinite(a) & np.isfinite(b)
    if not np.array_equal(a[~there], b[~there], equal_nan=True):
        return np.inf
    norm = float(np.linalg.norm(b[there]))
    return float(np.linalg.norm(a[there] - b[there])) / (norm or 1.0)


def errors(library: Library, function: Any, args: Sequence[Any]) -> list[float]:
    """The error of every floating output of the emitted code against the function itself."""
    given = arguments_of(function, args)
    given = {k: np.copy(v) if isinstance(v, np.ndarray) else v for k, v in given.items()}
    found = library(given)
    result = function(*args)
    after = arguments_of(function, args)
    changed = [after[f.name] for f in library.fields if f.role == "inout"]
    wanted = outputs_of(result, changed)
    if len(found) != len(wanted):  # numbers that are the same for all inputs stand in no struct
        wanted = [w for w in wanted if w.dtype.kind in "fcV" or w.ndim]
    if len(found) != len(wanted):
        raise ValueError(f"{len(found)} results in the header, {len(wanted)} returned")
    return [error(f, w) for f, w in zip(found, wanted) if w.dtype.kind in "fcV"]


def loaded(where: str) -> tuple[Any, Any]:
    """(function, inputs) of FILE.py:FUNCTION."""
    file, _, name = where.rpartition(":")
    sys.path.insert(0, str(Path(file).resolve().parent))
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return getattr(module, name), module.inputs


def checked(folder: Path, where: str) -> tuple[float, float, float]:
    """(tolerance, stated error, error of the emitted code), the worst of all inputs."""
    report = json.loads((folder / "report.json").read_text())
    library = built(folder)
    function, inputs = loaded(where)
    seeds = [int(s["name"].split()[-1]) if s["group"] == "held-out" else 0 for s in report["samples"]]
    worst = max(max(errors(library, function, inputs(seed))) for seed in seeds)
    return report["tolerance"], max(s["error"] for s in report["samples"]), worst


def main() -> None:
    parser = parser_of("standalone", __doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="what tune wrote")
    parser.add_argument("place", nargs="?", metavar="FILE.py:FUNCTION", help="the program that it was written from")
    given, rows = parser.parse_args(), []
    if given.place:
        rows.append((given.place, *checked(given.folder, given.place)))
    with tempfile.TemporaryDirectory() as scratch:
        for case in () if given.place else CASES:
            for rtol in TOLERANCES:
                where, folder = f"case_studies/{case.module}.py:{case.function}", Path(scratch) / f"{case.module}-{rtol}"
                command = [sys.executable, "-m", "precis", "tune", where, "--rtol", rtol, "--out", str(folder)]
                subprocess.run(command, check=True, capture_output=True)
                rows.append((case.module, *checked(folder, where)))
    told = [(name, f"{tol:.0e}", f"{stated:.3g}", f"{found:.3g}", "yes" if found <= max(ROOM * stated, 1e-12) else "NO")
            for name, tol, stated, found in rows]  # fmt: skip
    print(table(("program", "tolerance", "stated error", "of the emitted code", "kept"), told))


if __name__ == "__main__":
    main()
