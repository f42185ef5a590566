"""Programs with published results in precision tuning, each with what was published about it where that is known."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchmarks.published.answers import PUBLISHED
from benchmarks.published.exact import EXACT


@dataclass(frozen=True)
class Claim:
    """A published answer: under these storage formats (all others binary64; "*": all of them) this error at this size.

    error       None where only that the tolerance holds is stated
    rtol        the tolerance that it was judged by, None where only an error is stated
    absolute    whether the error (of a single result) is absolute, not relative
    """

    formats: Mapping[str, str]
    error: float | None
    size: int
    rtol: float | None = None
    absolute: bool = False


@dataclass(frozen=True)
class Published:
    """One program: its module (of this package, or of case_studies) and function; what `inputs(seed, size)` is given."""

    module: str
    function: str
    size: int
    claims: tuple[Claim, ...] = field(default=())

    def load(self) -> tuple[Callable, Callable]:
        """(the function, its `inputs(seed, size)`)."""
        package = "case_studies" if self.module in _STUDIES else "benchmarks.published"
        module = importlib.import_module(f"{package}.{self.module}")
        return getattr(module, self.function), getattr(module, f"inputs_{self.function}", None) or module.inputs

    def arguments(self, seed: int = 0, size: int | None = None) -> tuple[Any, ...]:
        return self.load()[1](seed, size or self.size)


_STUDIES = ("arclength", "simpson", "heat", "conjugate_gradients", "black_scholes")


def _single(*names: str) -> dict[str, str]:
    return dict.fromkeys(names, "binary32")


# The figure published for h is reproduced by h together with x, which its declaration in C makes binary32 too; h alone gives 5.4e-7.
_ARCLENGTH = tuple(Claim(_single("d2", *names), error, 1_000_000, absolute=True) for names, error in (
    ((), 1.7e-13), (("h", "x"), 1.6e-4), (("t2",), 2.6e-4), (("t3",), 1.4e-3), (("s1",), 3.8e-3))) + (
    Claim(_single("*"), 5.2e-3, 1_000_000, absolute=True),)
_SIMPSON = (Claim({}, 6.8e-11, 1_000_000, 1e-7, True), Claim(_single("a", "b", "h", "pi", "result"), 5.3e-11, 1_000_000, 1e-7, True),
            Claim(_single("*"), 3.8e-2, 1_000_000, 1e-7, True))
_NESTED = (Claim(_single("tmp", "acc"), 4.8e-8, 2000, 5e-7), Claim(_single("*"), 2.7e-6, 2000, 5e-7))
# ADAPT's source quotes Precimonious for an error of 1e-10: d2 (here wave) may be float, h, t3 and s1 (here curve and the sum) stay double.
_FUNARC = (Claim(_single("wave"), None, 1_000_000, 1e-10),)

PROGRAMS = (
    Published("arclength", "arclength", 10_000, _ARCLENGTH), Published("simpson", "simpson", 10_000, _SIMPSON),
    Published("tuners", "funarc", 10_000, _FUNARC), Published("tuners", "nested_sum", 200, _NESTED),
    Published("tuners", "black_scholes_fast", 1000), Published("tuners", "k_means", 200),
    Published("tuners", "hpccg", 10), Published("heat", "heat", 48), Published("conjugate_gradients", "conjugate_gradients", 24),
    Published("black_scholes", "black_scholes", 1000),
    *(Published("livermore", name, size) for name, size in (
        ("hydro", 1000), ("iccg", 512), ("inner_product", 1000), ("banded", 1001), ("tridiagonal", 1000), ("linear_recurrence", 64),
        ("equation_of_state", 1000), ("integrate_predictors", 101), ("difference_predictors", 101), ("planckian", 1000))),
    *(Published("applications", name, size) for name, size in (
        ("chip", 32), ("gaussian_pairs", 64), ("speckle", 32), ("euler", 128), ("yee", 40), ("fft_radix_2", 8), ("lorenz", 16))),
)

ANSWERS = (*PUBLISHED, *EXACT)
