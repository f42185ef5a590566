"""A cache of its own for what a benchmark compiles."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def new_cache() -> Iterator[None]:
    """A cache without a program. The run-time headers are there as the compiler has read them, and sorts as it has compiled them, as
    programs that were compiled before leave them: what is timed is a program, not the first of all programs."""
    from precis.emit.cpu import build  # earlier versions, which adjoints are compared with, have less

    with tempfile.TemporaryDirectory() as cache:
        os.environ["PRECIS_CACHE"] = cache
        for prepare in ("prepare", "prepare_sorts"):
            getattr(build, prepare, lambda: None)()
        yield
