"""The programs of benchmarks/corpus as samples: each on three sizes of one lifted Program, with its adjoint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.corpus import CORPUS, Entry
from tests.lift.numpy.surface import Sample

# Sizes other than n, n + 1 and n + 3 of the smallest size n of an entry.
SIZES: Mapping[str, Sequence[int]] = {
    "fourier": (5,),  # the number of stages fixes the shapes
    "modular_transform": (8, 16, 32),  # roots of unity of these orders
    "red_black": (16, 18, 22),
}
BINARY32 = 1e-6  # of results in binary32: sums in another order
CLOSE: Mapping[str, float] = dict.fromkeys(("perona_malik", "adaptive", "perceptron", "layer", "sobel", "median_of_five"), BINARY32)
NO_ADJOINT: Mapping[str, str] = {
    "page_rank": "the number of iterations jumps",
    "implied_volatility": "bisection depends on its inputs by decisions only",
    "heston": "the square root of a truncated variance has no derivative",
}


def sample(entry: Entry) -> Sample:
    function, inputs = entry.load()
    n = entry.small

    def of_size(size: int) -> tuple[Any, ...]:
        return inputs(0, size)
    return Sample(function, of_size, SIZES.get(entry.name, (n, n + 1, n + 3)), CLOSE.get(entry.name, 1e-10), entry.name not in NO_ADJOINT)


SAMPLES = [sample(entry) for entry in CORPUS]
