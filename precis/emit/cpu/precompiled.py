"""The headers that all emitted source includes first, read by the compiler once per cache (ADR 346).

To read them takes GCC 0.13 s, for a short program longer than its own code. GCC takes them as it has read them from a file beside the first
one where its macros and its processor are the same, and else reads their text. It does not look at the flags of its optimisers, which the
file remembers (GCC 12 crashes where they are others), so that there is a file for each set of flags: none of them changes any code.
The first library that could have used it does not wait for it: it is made in the background, for those that follow.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

HEADERS = tuple(f"precis{subject and '_'}{subject}.hpp" for subject in (  # of the runtime, that all source includes: the first, all others
    "", "compiler", "memory", "bits", "formats", "math", "functions", "inverses", "error_function", "arithmetic", "lanes", "sums",
    "operands", "narrow", "subnormal", "products"))
SUFFIX = ".gch"  # of the file that GCC looks for beside a header


def place_of(folder: Path, command: Sequence[str], version: str, texts: Mapping[str, str]) -> Path:
    """Where the headers of `texts` are in a cache, as a compiler has read them: the command with its flags, and what it says of itself."""
    parts = (version, *command, *(part for name in HEADERS for part in (name, texts[name])))
    return folder / f"headers-{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}{SUFFIX}"


def make(place: Path, command: Sequence[str], texts: Mapping[str, str]) -> None:
    """Make it elsewhere, since the folder may go meanwhile, and move it to its place. A compiler that fails leaves nothing."""
    first = HEADERS[0]
    with suppress(OSError), tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for header in HEADERS:
            (folder / header).write_text(texts[header], encoding="utf-8")
        made = folder / f"{first}{SUFFIX}"
        read = (*command, "-x", "c++-header", str(folder / first), "-o", str(made))
        if subprocess.run(read, capture_output=True, check=False).returncode == 0:
            beside = place.with_suffix(f".{os.getpid()}")
            shutil.copyfile(made, beside)
            os.replace(beside, place)
