"""Random numbers by counter: the block function that JAX's default generator is made of. Integers only, so no derivative.

Salmon, Moraes, Dror & Shaw, Parallel random numbers: as easy as 1, 2, 3 (SC 2011), section 4.2: Threefry-2x32 with 20 rounds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from precis.ir.ops.record import EXACT, POINTWISE, Op, Type
from precis.ir.shapes import broadcast
from precis.ir.types import Attrs, Value

ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
PARITY = np.uint32(0x1BD11BDA)


def threefry(k0: Any, k1: Any, x0: Any, x1: Any) -> tuple[np.ndarray, np.ndarray]:
    """The two words that the counter (x0, x1) becomes under the key (k0, k1); all uint32, broadcast together."""
    keys = [np.asarray(k, np.uint32) for k in (k0, k1)]
    keys.append(keys[0] ^ keys[1] ^ PARITY)
    with np.errstate(over="ignore"):
        a, b = np.asarray(x0, np.uint32) + keys[0], np.asarray(x1, np.uint32) + keys[1]
        for k in range(5):
            for r in ROTATIONS[k % 2]:
                a = a + b
                b = (b << np.uint32(r) | b >> np.uint32(32 - r)) ^ a
            a, b = a + keys[(k + 1) % 3], b + keys[(k + 2) % 3] + np.uint32(k + 1)
    return np.asarray(a), np.asarray(b)


def _infer(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    if len(inputs) != 4:
        raise ValueError("takes a key and a counter of two words each")
    if any(v.kind != "uint32" for v in inputs):
        raise ValueError("takes words of uint32")
    return broadcast([v.shape for v in inputs]), "uint32"


OPS = tuple(
    Op(f"threefry_{word}", POINTWISE, _infer, lambda xp, a, attrs, size, word=word: threefry(*a)[word], None, EXACT, 100,
       f"threefry_{word}({{0}}, {{1}}, {{2}}, {{3}})")
    for word in (0, 1))
