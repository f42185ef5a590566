"""The machine that measurements were made on, as pairs of name and value."""

from __future__ import annotations

import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from precis import __version__
from precis.emit.cpu.build import FLAGS, compiler
from precis.emit.cpu.translation_units import cores
from precis.errors import BuildError

LINKING = ("-fPIC", "-shared")
PACKAGES = ("numpy", "scipy", "jax")


def machine() -> tuple[tuple[str, str], ...]:
    """Processor, cores, system, compiler and versions of what computed."""
    packages = ", ".join(f"{name} {found}" for name in PACKAGES if (found := _version(name)))
    return (
        ("processor", processor()),
        ("cores", f"{cores()} usable"),
        ("system", f"{platform.system()} {platform.machine()}"),
        ("compiler", compiler_line() or "none found: programs ran in the interpreter"),
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


def compiler_line() -> str:
    """What the C++ compiler calls itself, and the flags that emitted code is built with; "" where there is none."""
    try:
        command = compiler()
        told = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False, timeout=60)
    except (BuildError, OSError, subprocess.SubprocessError):
        return ""
    return f"{next(iter(told.stdout.splitlines()), command[0])}; {' '.join(f for f in FLAGS if f not in LINKING)}"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
