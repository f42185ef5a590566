"""Devices as data: what a processor computes in which format, and how fast it moves bytes.

GPU rates are the vendors' dense peaks (no 2:4 sparsity). CPU rates are those of one core at 2.6 GHz, on which emitted
code runs, without fused multiply-add, because it does not contract `a * b + c`. Only ratios between formats and between
bytes and flops matter for choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from precis.errors import UsageError
from precis.formats import FORMATS, Format

STORED = ("binary64", "binary32", "binary16", "bfloat16")
DOUBLE_DOUBLE = 15  # binary64 operations in one of binary64x2, sums and products alike
FP8 = ("e4m3", "e5m2")
NARROW = ("binary16", "bfloat16", *FP8)


@dataclass(frozen=True, slots=True)
class Device:
    """One processor, in bytes/s, flop/s and elements/s.

    bandwidth    of the main memory
    caches       (capacity in bytes, bandwidth), smallest first
    vector       compute format -> flop/s of the vector units; a format absent here is not offered for computing
    matrix       (multiplicand format, accumulator format) -> flop/s of the matrix units
    scalar       operations/s of a chain of dependent scalar operations, in any format that the processor computes in
    casts        (source, target) -> elements/s converted, or narrower format -> elements/s converted from or to it;
                 "binary32" limits conversions of binary64
    borders      storage format -> elements/s that a call converts as (arguments, results) from or to other formats;
                 none: data lies on the device in the formats chosen
    division, library   how many times longer than its nominal flops a division or root and an elementary function take,
                 in binary64 and in narrower formats
    overlap      share of the shorter of moving and computing that hides behind the longer
    subnormal    how many times longer an operation on subnormal operands takes
    storage      formats that loads and stores convert from and to
    flushes      formats whose subnormals the matrix units flush to zero
    """

    name: str
    kind: str
    bandwidth: float
    vector: Mapping[str, float]
    casts: Mapping[str | tuple[str, str], float]
    matrix: Mapping[tuple[str, str], float] = field(default_factory=dict)
    caches: tuple[tuple[float, float], ...] = ()
    scalar: float = 6.5e8
    storage: tuple[str, ...] = STORED
    flushes: tuple[str, ...] = ()
    borders: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    division: tuple[float, float] = (1.0, 1.0)
    library: tuple[float, float] = (1.0, 1.0)
    overlap: float = 1.0
    subnormal: float = 1.0

    def bandwidth_of(self, working_set: float) -> float:
        """Bytes/s of the smallest memory that holds `working_set` bytes."""
        return next((rate for capacity, rate in self.caches if working_set <= capacity), self.bandwidth)

    def vector_rate(self, fmt: Format) -> float:
        """flop/s in `fmt`; a format without units of its own is computed in binary32 and rounded, at an eighth of its
        rate."""
        return self.vector.get(fmt.name, self.vector["binary32" if fmt.precision <= 24 else "binary64"] / 8)

    def scalar_rate(self, fmt: Format) -> float:
        """Operations/s of such a chain in `fmt`: one in a format wider than binary64 is many in that."""
        binary64 = FORMATS["binary64"]
        many = self.vector_rate(binary64) / self.vector_rate(fmt) if fmt.precision > binary64.precision else 1.0
        return self.scalar / many

    def contraction_rate(self, compute: Format, accumulate: Format) -> float:
        """flop/s of matrix products: on the matrix units where they know the pair, else on the vector units."""
        wider = compute if compute.precision >= accumulate.precision else accumulate
        units = self.matrix.get((compute.unit, accumulate.name))
        return units / compute.products if units else self.vector_rate(wider)

    def cast_rate(self, source: Format, target: Format) -> float:
        """Elements/s converted from `source` to `target`."""
        if (source.name, target.name) in self.casts:
            return self.casts[source.name, target.name]
        narrower, wider = sorted((source, target), key=lambda f: f.precision)
        rate = self.casts.get(narrower.unit, self.casts["binary32"])
        return min(rate, self.casts["binary32"]) if wider.precision > 24 else rate


# Elements/s converted by loops of emitted code in the first-level cache, loads and stores taken off: measured by
# `python -m benchmarks.conversions` on a 2.6 GHz Xeon with AVX-512 (family 6, model 167), g++ 12. Those of bfloat16 are
# shifts, those of binary16 work on bits.
_CPU_CASTS = {
    ("binary64", "binary32"): 2e10,
    ("binary32", "binary64"): 2e10,
    ("binary64", "bfloat16"): 2e9,
    ("bfloat16", "binary64"): 1e10,
    ("binary64", "binary16"): 8.5e8,
    ("binary16", "binary64"): 3.5e9,
    ("binary32", "bfloat16"): 8e9,
    ("bfloat16", "binary32"): 3e10,
    ("binary32", "binary16"): 1.5e9,
    ("binary16", "binary32"): 4.5e9,
    ("bfloat16", "binary16"): 1.3e9,
    ("binary16", "bfloat16"): 2.7e9,
    "binary32": 1.2e10,
    "bfloat16": 2e9,
    "binary16": 8.5e8,
    "e4m3": 5e8,
    "e5m2": 7e8,
}
# Elements/s converted at a call, by NumPy or, narrow formats, by compiled loops (same program, a 2.1 GHz Xeon with AVX-512).
_CPU_BORDERS = {
    "binary32": (2e9, 2.5e9),
    "bfloat16": (1.5e9, 2.4e9),
    "binary16": (1e9, 2.5e9),
    "e4m3": (1e9, 2.3e9),
    "e5m2": (1e9, 2.1e9),
}


# Multiplicands of bfloat16 in the tiles of AMX (Intel SDM, TDPBF16PS), packing included: products of 128 to 512 rows ran at 220 to
# 310 Gflop/s beside 120 to 150 by the library in binary32, which the row of binary32 models as 83.
_AMX = {("bfloat16", "binary32"): 1.8e11}


def _cpu(name: str, lanes: int, matrix: Mapping[tuple[str, str], float] | None = None) -> Device:
    """One core with `lanes` binary64 elements per vector and 2 arithmetic ports; caches of current server cores. The
    factors are measured by `python -m benchmarks.conversions`, too."""
    flops = 2 * lanes * 2.6e9
    return Device(
        name,
        "cpu",
        12e9,
        vector={"binary64": flops, "binary32": 2 * flops, "binary64x2": flops / DOUBLE_DOUBLE},
        storage=(*STORED, "binary64x2"),
        casts={formats: rate * lanes / 8 for formats, rate in _CPU_CASTS.items()},
        caches=((48e3, 200e9), (2e6, 60e9), (16e6, 20e9)),
        borders=_CPU_BORDERS,
        division=(7.0, 4.0),
        library=(4.5, 4.0),
        overlap=0.5,
        subnormal=300.0,
        matrix=matrix or {},
        flushes=tuple(multiplicand for multiplicand, _ in matrix or ()),
    )


def _nvidia(
    name: str,
    bandwidth: float,
    l2: tuple[float, float],
    fp64: float,
    fp16: float,
    bf16: float,
    clock_sms: float,
    matrix: Mapping[tuple[str, str], float],
    storage: tuple[str, ...],
) -> Device:
    # Conversions per SM and clock: 64 between 16 and 32 bits, 16 from and to binary64 (CUDA C++ Programming Guide,
    # "Throughput of native arithmetic instructions").
    return Device(
        name,
        "gpu",
        bandwidth,
        {"binary64": fp64, "binary32": 2 * fp64, "binary16": fp16, "bfloat16": bf16},
        {"binary32": 16 * clock_sms, **dict.fromkeys(NARROW, 64 * clock_sms)},
        matrix,
        (l2,),
        4e8,
        storage,
    )


_A100_MATRIX = {
    ("binary64", "binary64"): 19.5e12,
    ("tf32", "binary32"): 156e12,
    ("binary16", "binary32"): 312e12,
    ("binary16", "binary16"): 312e12,
    ("bfloat16", "binary32"): 312e12,
}
_H100_MATRIX = {
    ("binary64", "binary64"): 66.9e12,
    ("tf32", "binary32"): 494.7e12,
    ("binary16", "binary32"): 989.4e12,
    ("binary16", "binary16"): 989.4e12,
    ("bfloat16", "binary32"): 989.4e12,
    ("e4m3", "binary32"): 1978.9e12,
    ("e5m2", "binary32"): 1978.9e12,
}

_TABLE = (
    _cpu("amx", 8, _AMX),
    _cpu("avx512", 8),
    _cpu("avx2", 4),
    # NVIDIA A100 Tensor Core GPU data sheet (80 GB SXM), A100 architecture whitepaper table 1: 108 SMs, 1.41 GHz, 40 MB
    # L2.
    _nvidia("a100", 2.039e12, (40e6, 5e12), 9.7e12, 78e12, 39e12, 108 * 1.41e9, _A100_MATRIX, STORED),
    # NVIDIA H100 architecture whitepaper v1.04, table 3 (SXM5): 132 SMs, 1.83 GHz, 50 MB L2; data sheet: 3.35 TB/s.
    _nvidia("h100", 3.35e12, (50e6, 7e12), 33.5e12, 133.8e12, 133.8e12, 132 * 1.83e9, _H100_MATRIX, STORED + FP8),
    # NVIDIA H200 data sheet: the arithmetic of H100, 4.8 TB/s.
    _nvidia("h200", 4.8e12, (50e6, 7e12), 33.5e12, 133.8e12, 133.8e12, 132 * 1.83e9, _H100_MATRIX, STORED + FP8),
    # AMD Instinct MI250X data sheet and CDNA 2 whitepaper: both dies, 220 CUs, 1.7 GHz, 3.2768 TB/s, 8 MB L2 per die.
    # Its matrix units flush binary16 and bfloat16 subnormals (AMD matrix instruction guide).
    Device(
        "mi250x",
        "gpu",
        3.2768e12,
        {"binary64": 47.9e12, "binary32": 47.9e12, "binary16": 95.7e12},
        {"binary32": 220 * 16 * 1.7e9, **dict.fromkeys(NARROW, 220 * 64 * 1.7e9)},
        {
            ("binary64", "binary64"): 95.7e12,
            ("binary32", "binary32"): 95.7e12,
            ("binary16", "binary32"): 383e12,
            ("bfloat16", "binary32"): 383e12,
        },
        ((16e6, 7e12),),
        4e8,
        STORED,
        ("binary16", "bfloat16"),
    ),
    # AMD Instinct MI300X data sheet and CDNA 3 whitepaper: 304 CUs, 2.1 GHz, 5.3 TB/s, 256 MB last-level cache at 17.2
    # TB/s. Its fp8 is the FNUZ variant, not OCP e4m3 and e5m2, so fp8 is not offered.
    Device(
        "mi300x",
        "gpu",
        5.3e12,
        {"binary64": 81.7e12, "binary32": 163.4e12, "binary16": 163.4e12},
        {"binary32": 304 * 16 * 2.1e9, **dict.fromkeys(NARROW, 304 * 64 * 2.1e9)},
        {
            ("binary64", "binary64"): 163.4e12,
            ("binary32", "binary32"): 163.4e12,
            ("tf32", "binary32"): 653.7e12,
            ("binary16", "binary32"): 1307.4e12,
            ("bfloat16", "binary32"): 1307.4e12,
        },
        ((256e6, 17.2e12),),
        4e8,
    ),
)

DEVICES: dict[str, Device] = {d.name: d for d in _TABLE}


def device_named(name: str | Device) -> Device:
    """The device called `name`; "cpu" is this machine's. UsageError for any other name."""
    if isinstance(name, Device):
        return name
    if name == "cpu":
        return this_cpu()
    if name not in DEVICES:
        raise UsageError(f"unknown device {name!r}", hints=(f"known devices: cpu, {', '.join(DEVICES)}",))
    return DEVICES[name]


def this_cpu() -> Device:
    """The generic CPU whose vectors are as wide as this machine's, with matrix units where it has them."""
    flags = _cpu_flags()
    return DEVICES["amx" if "amx_bf16" in flags else "avx512" if "avx512f" in flags else "avx2"]


def _cpu_flags(cpuinfo: Path = Path("/proc/cpuinfo")) -> frozenset[str]:
    """The instruction sets that Linux reports; empty elsewhere."""
    try:
        text = cpuinfo.read_text()
    except OSError:
        return frozenset()
    return frozenset(_words(line.partition(":")[2] for line in text.splitlines() if line.startswith("flags")))


def _words(lines: Iterable[str]) -> Iterable[str]:
    return (word for line in lines for word in line.split())
