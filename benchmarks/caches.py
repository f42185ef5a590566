"""A cache of its own for what a benchmark compiles."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def new_cache() -> Iterator[None]:
    """A cache without a program. The run-time headers are there as the compiler has read them, as any program that was compiled
    before leaves them: what is timed is a program, not the first of all programs."""
    from precis.emit.cpu.build import prepare  # earlier versions, which adjoints are compared with, have none

    with tempfile.TemporaryDirectory() as cache:
        os.environ["PRECIS_CACHE"] = cache
        prepare()
        yield
