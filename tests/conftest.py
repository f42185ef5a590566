"""Before anything loads NumPy: one BLAS thread, since threads that wait for each other on a few busy cores cost ten times the work.
Every test draws the same numbers, whichever tests ran before it in the same process."""

import os
from collections.abc import Iterator

import pytest

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")


@pytest.fixture(autouse=True)
def drawn_from_the_start(request: pytest.FixtureRequest) -> Iterator[None]:
    """The generator RNG of a module stands where it stood before its test once that has run."""
    generator = getattr(request.module, "RNG", None)
    start = generator.bit_generator.state if generator is not None else None
    yield
    if generator is not None:
        generator.bit_generator.state = start


@pytest.fixture(autouse=True)
def one_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that take a cache of their own, as those that time first calls do, leave it when their test ends."""
    monkeypatch.setenv("PRECIS_CACHE", os.environ.get("PRECIS_CACHE", ""))
