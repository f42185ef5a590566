"""The network model: two hidden layers beside an affine map.

    y = W3 s(W2 s(W1 z + b1) + b2) + b3 + A z,    s(x) = 1 / (1 + x^2)

The activation needs no elementary function: it vectorises, and it is the same to the last bit everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.errors import UsageError
from precis.ir.build import Build
from precis.ir.ops import ArrayConstant
from precis.ir.size import product
from precis.ir.types import At, Cut, Shape, Size, Value
from precis.surrogate.polynomial import Basis
from precis.surrogate.store import array_name

UNROLLED = 32  # widest hidden layer that is written out per point; wider ones are contractions
_SHAPES = {"w1": "kh", "b1": "h", "w2": "hh", "b2": "h", "w3": "hm", "b3": "m", "skip": "km"}
_ACTIVATION = 6  # modelled operations


def activation(x: Any) -> Any:
    """s(x) = 1 / (1 + x^2), of NumPy and JAX arrays."""
    return 1.0 / (1.0 + x * x)


@dataclass(frozen=True, slots=True)
class Network:
    """Weights, outputs scaled: w1 (k, h), b1 (h,), w2 (h, h), b2 (h,), w3 (h, m), b3 (m,), skip (k, m)."""

    weights: Mapping[str, np.ndarray]

    kind = "network"

    @property
    def width(self) -> int:
        return len(self.weights["b1"])

    def predict(self, z: np.ndarray) -> np.ndarray:
        w = self.weights
        hidden = activation(activation(z @ w["w1"] + w["b1"]) @ w["w2"] + w["b2"])
        return hidden @ w["w3"] + w["b3"] + z @ w["skip"]

    @property
    def flops(self) -> int:
        return cost(self.width, *self.weights["skip"].shape)

    @property
    def summary(self) -> str:
        return f"network of width {self.width}, {sum(w.size for w in self.weights.values())} weights"

    def arrays(self) -> dict[str, np.ndarray]:
        return dict(self.weights)

    def build(self, b: Build, basis: Basis, constants: dict[str, np.ndarray]) -> list[Value]:
        layers = _unrolled if self.width <= UNROLLED else _contracted
        return layers(b, list(basis.z), self.weights, constants)


def cost(width: int, k: int, m: int) -> int:
    """Modelled operations per point of a network of a width with k inputs and m outputs."""
    return 2 * (k * width + width * width + width * m + k * m) + 2 * width * _ACTIVATION


def read(arrays: Mapping[str, np.ndarray], k: int, m: int) -> Network:
    """The model held in arrays. Raises UsageError where they do not fit together."""
    weights = {n: np.asarray(arrays[n]) for n in _SHAPES}
    sizes = {"k": k, "h": len(weights["b1"]), "m": m}
    if any(w.shape != tuple(sizes[c] for c in _SHAPES[n]) or w.dtype != np.float64 for n, w in weights.items()):
        raise UsageError("the network's weights are malformed")
    return Network(weights)


# ---- in the IR

def _unrolled(b: Build, z: list[Value], w: Mapping[str, np.ndarray], constants: dict[str, np.ndarray]) -> list[Value]:
    """Every neuron as arithmetic on whole arrays of points: fuses into one nest without temporaries."""
    hidden = [_activated(b, v) for v in _affine(b, z, w["w1"], w["b1"])]
    hidden = [_activated(b, v) for v in _affine(b, hidden, w["w2"], w["b2"])]
    return _affine(b, hidden + z, np.concatenate([w["w3"], w["skip"]]), w["b3"])


def _activated(b: Build, x: Value) -> Value:
    one = b.const(1.0)
    return b.div(one, b.add(one, b.mul(x, x)))


def _affine(b: Build, inputs: list[Value], weight: np.ndarray, bias: np.ndarray) -> list[Value]:
    out = []
    for column, offset in zip(weight.T, bias):
        total = b.const(float(offset))
        for x, c in zip(inputs, column):
            total = b.add(total, b.mul(x, b.const(float(c))))
        out.append(total)
    return out


def _contracted(b: Build, z: list[Value], w: Mapping[str, np.ndarray], constants: dict[str, np.ndarray]) -> list[Value]:
    """Layers as contractions over a matrix of points."""
    shape = max((v.shape for v in z), key=len)
    points = product(shape)
    columns = [b.reshape(b.broadcast(v, shape=shape), shape=(points, Size.of(1))) for v in z]
    x = b.concatenate(*columns, axis=1) if len(columns) > 1 else columns[0]

    def held(name: str) -> Value:
        return _array(b, w[name], constants)
    hidden = x
    for k in ("1", "2"):
        hidden = _activated(b, b.add(b.einsum(hidden, held("w" + k), spec="pi,ij->pj"), held("b" + k)))
    y = b.add(b.einsum(hidden, held("w3"), spec="pi,ij->pj"), b.add(b.einsum(x, held("skip"), spec="pi,ij->pj"), held("b3")))
    return [_column(b, y, points, j, shape) for j in range(len(w["b3"]))]


def _column(b: Build, y: Value, points: Size, j: int, shape: Shape) -> Value:
    return b.reshape(b.slice(y, at=(Cut(Size.of(0), points), At(Size.of(j)))), shape=shape)


def _array(b: Build, array: np.ndarray, constants: dict[str, np.ndarray]) -> Value:
    name = array_name(array)
    constants[name] = array
    return b.call("const", value=ArrayConstant((name, array.shape)), kind="real")
