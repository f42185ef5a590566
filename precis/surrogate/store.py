"""Weights on disk: arrays as safetensors beside a JSON record that names them by hash. No pickle, nothing executed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from precis.errors import UsageError
from precis.surrogate.shards import digest, publish, write_text

LARGEST_WEIGHTS = 2 ** 28  # bytes
LARGEST_RECORD = 2 ** 20
FORMAT = 1


def array_name(array: np.ndarray) -> str:
    """The name of an array constant: by its type, shape and bytes."""
    text = f"{array.dtype.str}{array.shape}".encode() + np.ascontiguousarray(array).tobytes()
    return "c" + hashlib.sha256(text).hexdigest()[:12]


def save(folder: Path, stem: str, record: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> Path:
    """Write `stem.json` and the arrays beside it; the record appears last, as a whole. Returns its path."""
    from safetensors.numpy import save_file  # loads slowly

    folder.mkdir(parents=True, exist_ok=True)
    temporary = folder / f".{stem}.{os.getpid()}.part"
    save_file({k: np.ascontiguousarray(a) for k, a in arrays.items()}, temporary)
    weights = publish(temporary, folder / f"{stem}-{digest(temporary)}.safetensors")
    text = json.dumps({"format": FORMAT, "weights": weights.name, **record}, indent=1, sort_keys=True) + "\n"
    return write_text(folder / f"{stem}.json", text)


def load(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """(record, arrays) of a file written by `save`. Raises UsageError for anything else."""
    from safetensors import SafetensorError  # loads slowly
    from safetensors.numpy import load_file

    record = read_json(path)
    name = record.get("weights")
    if record.get("format") != FORMAT or not isinstance(name, str) or Path(name).name != name:
        raise UsageError(f"{path.name} is not a record of weights")
    weights = path.parent / name
    if not weights.is_file() or weights.is_symlink() or weights.stat().st_size > LARGEST_WEIGHTS:
        raise UsageError(f"{path.name}: its weights {name} are missing, or too large")
    if weights.stem.rpartition("-")[2] != digest(weights):
        raise UsageError(f"{name}: its bytes do not match the hash in its name")
    try:
        arrays = load_file(weights)
    except (SafetensorError, ValueError, KeyError, TypeError, OSError) as problem:
        raise UsageError(f"{name} is not a file of weights: {problem}") from None
    if any(a.dtype not in (np.float64, np.int64) or not np.all(np.isfinite(a)) for a in arrays.values()):
        raise UsageError(f"{name} holds other numbers than finite float64 and int64")
    return record, arrays


def read_json(path: Path) -> dict[str, Any]:
    if not path.is_file() or path.is_symlink() or path.stat().st_size > LARGEST_RECORD:
        raise UsageError(f"{path} is not a record: missing, or too large")
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError, RecursionError) as problem:
        raise UsageError(f"{path.name} is not JSON: {problem}") from None
    if not isinstance(record, dict):
        raise UsageError(f"{path.name} is not a record")
    return record


def save_checkpoint(folder: Path, stem: str, flat: np.ndarray, step: int) -> None:
    """Keep the parameters of a training that goes on; the one before is removed."""
    before = set(folder.glob(f"{stem}-*.safetensors"))
    path = save(folder, stem, {"step": step}, {"parameters": flat})
    kept = read_json(path)["weights"]
    for old in before:
        if old.name != kept:
            old.unlink(missing_ok=True)


def load_checkpoint(folder: Path | None, stem: str, size: int) -> np.ndarray | None:
    """The parameters of an unfinished training, if there are some of that size."""
    if folder is None or not (folder / f"{stem}.json").exists():
        return None
    _, arrays = load(folder / f"{stem}.json")
    found = arrays.get("parameters")
    return found if found is not None and found.shape == (size,) else None


def drop_checkpoint(folder: Path | None, stem: str) -> None:
    """Remove the checkpoint of a training that has ended."""
    for path in folder.glob(f"{stem}*") if folder else ():
        path.unlink(missing_ok=True)
