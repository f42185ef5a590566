"""Rounding errors of library routines, to first order: which perturbation of operands or results they amount to.

A backward stable routine gives the exact result for operands that are perturbed by a small multiple of u of their norm (Higham, Accuracy
and Stability of Numerical Algorithms, 2nd ed., theorems 9.3, 10.3, 19.4; LAPACK Users' Guide, section 4.2). The probes stand on the
operands, and weigh every element with its matrix's root mean square times a factor; the factors were measured on normal random matrices
of order 4 to 200 in binary32. A Fourier transform errs normwise in its result, by a share that grows with sqrt(log2 n) (Gentleman & Sande
1966; Higham, theorem 24.2).
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from precis.bitwidth.trips import Sizes, elements
from precis.ir.build import Build
from precis.ir.shapes import ONE
from precis.ir.types import Node, Value

FACTORED = 1.75  # measured 1.4 to 1.9: Q R, L L^H, V diag(w) V^H against the matrix
SOLVED = 1.0  # measured 0.7 to 1.05: residuals of solutions
SPECTRAL = ("eigh", "eig", "svd", "pinv", "lstsq")  # errors of n values share the n^2 perturbations: times sqrt(n)
TRANSFORMS = ("fft", "rfft", "irfft")
POINTWISE = "special"  # errs by about u of every element, whatever the others are
TRANSFORMED = 0.45  # measured 0.25 to 0.46, of sqrt(log2 n)
FACTORS: Mapping[str, float] = {"cholesky": FACTORED, "qr": FACTORED, "lu": FACTORED}


def operand_weights(node: Node, inputs: tuple[Value, ...], b: Build, sizes: Sizes) -> list[Value | None]:
    """What an element of each operand is perturbed by, in units of the rounding error of 1; None: not at all."""
    if node.op in (*TRANSFORMS, POINTWISE):
        return [None] * len(inputs)
    found: list[Value | None] = []
    for v in inputs:
        n = min(elements((d,), sizes) for d in v.shape[-2:])
        factor = math.sqrt(max(1.0, n)) if node.op in SPECTRAL else FACTORS.get(node.op, SOLVED)
        found.append(_typical(b, v, (v.rank - 2, v.rank - 1), factor, sizes))
    return found


def result_weight(node: Node, out: Value, b: Build, sizes: Sizes) -> Value | None:
    """The same for elements of the result; None where operands stand for it."""
    if node.op == POINTWISE:
        return b.stop(b.abs(out))
    if node.op not in TRANSFORMS:
        return None
    axis = node.attrs["axis"]
    n = elements(((out if node.op == "irfft" else node.inputs[0]).shape[axis],), sizes)
    return _typical(b, out, (axis,), TRANSFORMED * math.sqrt(max(1.0, math.log2(max(1.0, n)))), sizes)


def _typical(b: Build, v: Value, axes: tuple[int, ...], factor: float, sizes: Sizes) -> Value:
    """`factor` times the root mean square over axes, which stay with length 1."""
    squares = b.mul(v, v) if v.kind != "complex" else b.add(b.mul(b.re(v), b.re(v)), b.mul(b.im(v), b.im(v)))
    count = max(1.0, elements(tuple(v.shape[a] for a in axes), sizes))
    mean = b.mul(b.sum(squares, axes=axes), b.const(factor**2 / count))
    shape = tuple(ONE if k in axes else d for k, d in enumerate(v.shape))
    return b.stop(b.reshape(b.sqrt(mean), shape=shape))


