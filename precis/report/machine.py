"""The machine that measurements were made on, as pairs of name and value."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from precis import __version__

PACKAGES = ("numpy", "scipy", "jax")


def machine(compiler: str = "") -> tuple[tuple[str, str], ...]:
    """Processor, cores, system, compiler (its version line; "" where there is none) and versions of what computed."""
    packages = ", ".join(f"{name} {found}" for name in PACKAGES if (found := _version(name)))
    return (
        ("processor", processor()),
        ("cores", f"{cores()} usable"),
        ("system", f"{platform.system()} {platform.machine()}"),
        ("compiler", compiler or "none found: programs ran in the interpreter"),
        ("Python", platform.python_version()),
        ("packages", packages),
        ("precis", __version__),
    )


def processor(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    """The processor's name; the architecture where the system does not say it."""
    try:
        lines = cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return next(filter(None, names), platform.processor() or platform.machine())


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
