"""Before anything loads NumPy: one BLAS thread, since threads that wait for each other on a few busy cores cost ten times the work.
Every test draws the same numbers, whichever tests ran before it in the same process."""

import functools
import gc
import os
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadGroupScheduling

try:
    from _pytest.nodeid import coerce_node_id
except ImportError:  # before pytest 9.2, which reads the name
    coerce_node_id = str  # type: ignore[assignment]

COLLECTED = 20_000  # objects that are made before the garbage collector looks at them

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")
# JAX is what others are compared with, on arrays of a few elements: compiling for it is most of the time that it takes.
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true")


def of_processor() -> str:
    """A folder for machine code of the kind of processor that this is."""
    told = Path("/proc/cpuinfo")
    flags = {line for line in told.read_text().splitlines() if line.startswith(("flags", "Features"))} if told.exists() else {os.uname().machine}
    return f"jax-{zlib.crc32(repr(sorted(flags)).encode()):08x}"


# What it has compiled it keeps beside compiled programs, by its version, flags and text: two thirds of its time.
BESIDE = Path(os.environ.get("PRECIS_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "precis")
for variable, value in (("JAX_COMPILATION_CACHE_DIR", str(BESIDE / of_processor())), ("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0"),
                        ("JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES", "-1")):  # fmt: skip
    os.environ.setdefault(variable, value)


def pytest_collection_finish() -> None:
    """What has been loaded stays: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTED)


class FilesTogether(LoadGroupScheduling):
    """Tests of a file run in one process, unless they have a group: what a file makes once (fixtures, libraries, caches) it makes in one
    process, and none waits for what another one compiles. pytest-xdist looks at all units that it has given away after each test, which
    takes minutes where each test is one."""

    def _split_scope(self, nodeid: str) -> str:
        group = super()._split_scope(nodeid)
        return group.partition("::")[0] if group == nodeid else group


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FilesTogether | None:
    return FilesTogether(config, log) if config.getvalue("dist") == "loadgroup" else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a group run in one process. pytest-xdist 3.8 adds the group to a name of the test that pytest 9.2 does not read any more."""
    for item in items:
        with_group = vars(item).get("_nodeid", "")
        if "@" in with_group and with_group != item.nodeid:
            item._id = coerce_node_id(with_group)


@pytest.fixture(scope="session", autouse=True)
def one_context() -> None:
    """JAX makes a context of MLIR for everything that it compiles, which takes a third of the time of a single operation; one serves all."""
    if "jax" in sys.modules:
        from jax._src.interpreters import mlir  # not for tests that do without JAX

        mlir.make_ir_context = functools.cache(mlir.make_ir_context)


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
