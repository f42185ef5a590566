"""Shards: immutable HDF5 files of points, written so that a kill at any moment loses nothing but the shard in work.

A shard is written under a temporary name, closed, synced and renamed; its name ends in the hash of its bytes. Reading
believes nothing: two plain `float64` matrices and a small JSON text, contiguous, unfiltered, inside the file, are all that
is accepted, and sizes are checked against the file before memory is taken (a 1,400-byte file can declare 8 TB).
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from precis.errors import UsageError

LARGEST_FILE = 2 ** 31  # bytes
LARGEST_TEXT = 65536  # bytes of JSON
MAGIC = b"\x89HDF\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Points:
    """Evaluations of a region: `inputs` (n, k) and `outputs` (n, m), float64."""

    inputs: np.ndarray
    outputs: np.ndarray
    record: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.inputs)

    def finite(self) -> Points:
        good = np.isfinite(self.inputs).all(1) & np.isfinite(self.outputs).all(1)
        return Points(self.inputs[good], self.outputs[good], self.record)


def join(parts: list[Points]) -> Points:
    return Points(np.concatenate([p.inputs for p in parts]), np.concatenate([p.outputs for p in parts]))


# ---- writing

def write_shard(folder: Path, stem: str, points: Points) -> Path:
    """Write one shard `stem-HASH.h5` in `folder` and return its path."""
    import h5py  # loads slowly

    _remove_left_over(folder, stem)
    temporary = folder / f".{stem}.{os.getpid()}.part"
    with h5py.File(temporary, "w", libver="earliest") as file:
        file.create_dataset("inputs", data=np.ascontiguousarray(points.inputs, "<f8"))
        file.create_dataset("outputs", data=np.ascontiguousarray(points.outputs, "<f8"))
        text = json.dumps(dict(points.record), sort_keys=True).encode()
        file.create_dataset("record", data=np.frombuffer(text, np.uint8))
    return publish(temporary, folder / f"{stem}-{digest(temporary)}.h5")


def _remove_left_over(folder: Path, stem: str) -> None:
    """Remove unfinished files of processes that are gone."""
    for path in folder.glob(f".{stem}.*.part"):
        process = path.name.split(".")[-2]
        if not process.isdecimal() or not Path(f"/proc/{process}").exists():
            path.unlink(missing_ok=True)


def publish(temporary: Path, path: Path) -> Path:
    """Give a finished file its name for good: sync it, rename it, sync the folder."""
    _sync(temporary)
    os.replace(temporary, path)
    _sync(path.parent)
    return path


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def digest(path: Path) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def write_text(path: Path, text: str) -> Path:
    """Replace a text file as a whole or not at all."""
    temporary = path.parent / f".{path.name}.{os.getpid()}.part"
    temporary.write_text(text, encoding="utf-8")
    return publish(temporary, path)


# ---- reading

def read_shard(path: Path, inputs: int, outputs: int) -> Points:
    """The points of a shard with the given numbers of columns. Raises UsageError for anything else than a shard."""
    _check_file(path)
    import h5py  # loads slowly

    try:
        with h5py.File(path, "r") as file:
            size = path.stat().st_size
            x = _matrix(file, "inputs", inputs, size, path)
            y = _matrix(file, "outputs", outputs, size, path)
            record = json.loads(_plain(file, "record", "|u1", 1, min(size, LARGEST_TEXT), path)[()].tobytes())
    except (OSError, ValueError, KeyError, RuntimeError, TypeError, RecursionError) as problem:
        raise _not_a_shard(path, str(problem).splitlines()[0] if str(problem) else type(problem).__name__) from None
    if len(x) != len(y) or not isinstance(record, dict):
        raise _not_a_shard(path, "inputs and outputs differ in length")
    return Points(x, y, record)


def _check_file(path: Path) -> None:
    if path.is_symlink() or not path.is_file():
        raise _not_a_shard(path, "not a plain file")
    if path.stat().st_size > LARGEST_FILE:
        raise _not_a_shard(path, f"larger than {LARGEST_FILE} bytes")
    with open(path, "rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise _not_a_shard(path, "not HDF5")
    if path.stem.rpartition("-")[2] != digest(path):
        raise _not_a_shard(path, "its bytes do not match the hash in its name")


def _matrix(file: Any, name: str, columns: int, size: int, path: Path) -> np.ndarray:
    data = _plain(file, name, "<f8", 2, size, path)
    if data.shape[1] != columns:
        raise _not_a_shard(path, f"{name} has {data.shape[1]} columns, not {columns}")
    return data[()]


def _plain(file: Any, name: str, dtype: str, rank: int, limit: int, path: Path) -> Any:
    """The data set `name` if it is a plain one whose bytes lie inside the file."""
    import h5py  # loads slowly

    if not isinstance(file.get(name, getlink=True), h5py.HardLink):
        raise _not_a_shard(path, f"{name} is missing or a link to elsewhere")
    data = file[name]
    if not isinstance(data, h5py.Dataset):
        raise _not_a_shard(path, f"{name} is not a data set")
    layout = data.id.get_create_plist()
    if data.is_virtual or layout.get_external_count() or layout.get_nfilters() or layout.get_layout() != h5py.h5d.CONTIGUOUS:
        raise _not_a_shard(path, f"{name} is not stored as plain contiguous bytes")
    if data.id.get_type().get_class() not in (h5py.h5t.FLOAT, h5py.h5t.INTEGER) or data.dtype.str != dtype or data.ndim != rank:
        raise _not_a_shard(path, f"{name} is not a {rank}-dimensional array of {dtype}")
    start, length = data.id.get_offset(), math.prod(data.shape) * data.dtype.itemsize
    if length and (start is None or length > limit or start + length > path.stat().st_size):
        raise _not_a_shard(path, f"{name} declares {length} bytes that the file does not hold")
    return data


def _not_a_shard(path: Path, why: str) -> UsageError:
    return UsageError(f"{path.name} is not a shard of points: {why}", hints=("delete it and capture again",))
