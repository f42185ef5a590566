"""The layers of NumPy's ziggurats, asked of NumPy itself: PCG64 can be put into a state after which it draws chosen bits.

A layer has a width w per place, and k places at which a draw is accepted at once; f is the density at its end. One layer of another width
or with another number of places would give other numbers than NumPy's, so no table of our own stands here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
BACK, WORD = pow(MULTIPLIER, -1, 1 << 128), 1 << 128
LAYERS, NEAR = 256, 1 << 10  # places that a bound may be away from the quotient of two widths
Layers = tuple[np.ndarray, np.ndarray, np.ndarray]


def _drawn(generator: np.random.Generator, draw: Callable[[], float], bits: int) -> tuple[float, bool]:
    """(what is drawn of these 64 bits, whether of nothing else)"""
    pcg: Any = generator.bit_generator
    state = pcg.state
    state["state"]["state"] = (bits - state["state"]["inc"]) * BACK % WORD  # the step leads to `bits`: no rotation, and no upper half
    state["has_uint32"] = 0
    pcg.state = state
    return draw(), pcg.state["state"]["state"] == bits


def _layers(draw: str, word: Callable[[int, int], int], places: int, density: Callable[[np.ndarray], np.ndarray]) -> Layers:
    generator = np.random.Generator(np.random.PCG64(0))
    method = getattr(generator, draw)
    w = np.array([_drawn(generator, method, word(layer, 1))[0] for layer in range(LAYERS)])  # place 1 is accepted everywhere
    near = np.roll(w, 1) / w * places
    near[1] = 0.0
    k = np.zeros(LAYERS, np.int64)
    for layer in range(LAYERS):
        low, above = max(int(near[layer]) - NEAR, 0), int(near[layer]) + NEAR
        while low < above:
            middle = (low + above) // 2
            accepted = _drawn(generator, method, word(layer, middle))[1]
            low, above = (middle + 1, above) if accepted else (low, middle)
        k[layer] = low
    f = density(w * places)
    f[0] = 1.0
    return k, w, f


NORMAL = _layers("standard_normal", lambda layer, place: layer | place << 9, 1 << 52, lambda x: np.exp(-0.5 * x * x))
EXPONENTIAL = _layers("standard_exponential", lambda layer, place: (place << 8 | layer) << 3, 1 << 53, lambda x: np.exp(-x))
