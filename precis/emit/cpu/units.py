"""How many vectors of 512 bits this processor computes at a time.

Where there are four units for vectors, nests that tally wait for loads and stores of their accumulators; where there are two, for
arithmetic, and what saves loads at the price of other stores is lost.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

FOUR = ("AuthenticAMD", 26)  # maker, and the first family of its processors with four units (Zen 5)
USUAL = 2


@lru_cache
def vector_units(cpuinfo: Path = Path("/proc/cpuinfo")) -> int:
    """As the operating system names the processor; USUAL where it is unknown."""
    try:
        lines = cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return USUAL
    facts = {key.strip(): value.strip() for key, mark, value in (line.partition(":") for line in reversed(lines)) if mark}
    maker, family = facts.get("vendor_id"), facts.get("cpu family", "")
    return 4 if maker == FOUR[0] and family.isdecimal() and int(family) >= FOUR[1] else USUAL
