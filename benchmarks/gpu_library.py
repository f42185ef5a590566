"""Emitted GPU source built into a library, and its function called with arrays on the device.

The library holds benchmarks/device.hpp beside the source, so that nothing but the compiler of the target is needed: nvcc (that of the
packages nvidia-cuda-nvcc, nvidia-nvvm, nvidia-cuda-runtime, nvidia-cuda-crt and nvidia-cuda-cccl too) or hipcc. "plain" stands for
the same source as C++, with a grid of one thread: it runs everywhere.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from precis.emit.cpu.build import compiler
from precis.emit.gpu import DIALECTS
from precis.emit.native import Call, load, structure_of
from precis.emit.plan.kernels import INOUT, Plan
from precis.emit.source import Source
from precis.errors import BuildError

PLAIN = "plain"
DRIVERS = {"cuda": ("libcuda.so.1", "cuInit", "cuDeviceGetCount"), "hip": ("libamdhip64.so", "hipInit", "hipGetDeviceCount")}
CHECK, LIBRARY = "check", "libcheck.so"
OWN = Path(__file__).with_name("device.hpp")


def no_device(target: str) -> str:
    """Why nothing can run on a GPU of this target; "" where it can."""
    if target == PLAIN:
        return ""
    name, start, count = DRIVERS[target]
    try:
        driver = ctypes.CDLL(name)
    except OSError:
        return f"no driver ({name})"
    found = ctypes.c_int(0)
    status = getattr(driver, start)(0) or getattr(driver, count)(ctypes.byref(found))
    return f"{start} or {count} failed with error {status}" if status else "" if found.value else "the driver sees no GPU"


def compiler_of(target: str) -> list[str]:
    """The compiler, and where its libraries lie if they are not with it. Raises BuildError where there is none."""
    if target == PLAIN:
        return list(compiler())
    name = DIALECTS[target].compiler
    homes = [os.environ.get(v, "") for v in ("CUDA_HOME", "CUDA_PATH", "ROCM_PATH")] + ["/usr/local/cuda", "/opt/rocm"]
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *(f"{h}/bin" for h in homes if h)]))
    if found:
        return [found]
    wheels = [Path(p) / "nvidia" / "cu13" for p in sys.path]
    home = next((w for w in wheels if (w / "bin" / name).exists() and (w / "nvvm" / "bin").is_dir()), None)
    if home is None:
        raise BuildError(f"no {name}")
    return [str(home / "bin" / name), f"-L{home / 'lib'}"]


def built(source: Source, target: str, folder: Path, architecture: str = "") -> Path:
    """The library of `source`, made in `folder`. Raises BuildError with what the compiler says."""
    source.write(folder)
    suffix = ".cpp" if target == PLAIN else DIALECTS[target].suffix
    (folder / OWN.name).write_text(OWN.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / f"{CHECK}{suffix}").write_text(f'#include "{source.main}"\n#include "{OWN.name}"\n', encoding="utf-8")
    if target == PLAIN:
        flags = "-std=c++17 -O1 -ffp-contract=off -fwrapv -fPIC -shared"
    else:
        flags = DIALECTS[target].flags.replace("$(ARCHITECTURE)", architecture or DIALECTS[target].architecture)
    command = [*compiler_of(target), *flags.split(), f"{CHECK}{suffix}", "-o", LIBRARY]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode:
        raise BuildError(f"{command[0]}: {(run.stderr.strip() or run.stdout.strip() or 'failed')[:2000]}")
    return folder / LIBRARY


class DeviceCall:
    """One set of arguments on the device, and the function that runs on them. `with` frees the memory."""

    def __init__(self, library: Path, made: Plan, inputs: Sequence[np.ndarray], sizes: dict[str, int]):
        self.call = Call(load(library, made), made, structure_of(made), [np.copy(x) for x in inputs], sizes)
        self.own: Any = ctypes.CDLL(str(library))
        self.device: dict[str, ctypes.c_void_p] = {}
        for name, array in self.call.arrays.items():
            if made.buffers[name].shape:
                self.device[name] = self._allocated(array.nbytes)
                setattr(self.call.arguments, name, self.device[name])
        self.given = {name: np.copy(self.call.arrays[name]) for name in self.device}
        self.reset(every=True)

    def __enter__(self) -> DeviceCall:
        return self

    def __exit__(self, *_: object) -> None:
        for place in self.device.values():
            self._done(self.own.device_free(place))

    def name(self) -> str:
        text = ctypes.create_string_buffer(200)
        self._done(self.own.device_name(text, ctypes.c_int64(len(text))))
        return text.value.decode(errors="replace")

    def reset(self, every: bool = False) -> None:
        """Give arguments that are changed in place their first values again."""
        for name, place in self.device.items():
            if every or self.call.made.buffers[name].role == INOUT:
                array = self.given[name]
                self._done(self.own.device_move(place, ctypes.c_void_p(array.ctypes.data), ctypes.c_int64(array.nbytes)))

    def run(self) -> None:
        self._done(self.call.function(ctypes.byref(self.call.arguments)))

    def results(self) -> list[np.ndarray]:
        for name, place in self.device.items():
            array = self.call.arrays[name]
            self._done(self.own.device_move(ctypes.c_void_p(array.ctypes.data), place, ctypes.c_int64(array.nbytes)))
        return self.call.results()

    def _allocated(self, size: int) -> ctypes.c_void_p:
        place = ctypes.c_void_p()
        self._done(self.own.device_allocate(ctypes.byref(place), ctypes.c_int64(size)))
        return place

    def _done(self, status: int) -> None:
        if status:
            raise BuildError("no memory on the device" if status == 1 else f"the device failed with error {status - 1000}")
