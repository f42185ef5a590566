"""Emitted source: files of text, and how they get to a folder."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from precis.errors import UsageError


@dataclass(frozen=True)
class Source:
    """Readable source for one target. `files` maps names to text; `main` is the file with the kernels."""

    target: str
    main: str
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return self.files[self.main]

    def write(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Write every file into `folder`, which is made if need be; returns their paths. Each file appears whole or not at all."""
        place = Path(folder)
        try:
            place.mkdir(parents=True, exist_ok=True)
            return [_write(place / name, text) for name, text in self.files.items()]
        except OSError as problem:
            raise UsageError(f"cannot write to the folder {place}: {problem.strerror or problem}",
                             hints=("give a folder that can be written",)) from None


def _write(path: Path, text: str) -> Path:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
    return path
