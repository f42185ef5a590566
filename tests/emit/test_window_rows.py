"""Products of windows that move with a loop: of all of them in front of the loop, by loops of fused multiply-adds where they are large."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import precis
from precis.emit import emit
from precis.emit.engine import compile as compile_native
from tests.emit.oracle import needs_compiler, reference

CALL = "pr::strided_product<"


def spread(x: np.ndarray, w: np.ndarray, stride: int = 1) -> np.ndarray:
    k = w.shape[0]
    rows, columns = (x.shape[1] - k) // stride + 1, (x.shape[2] - k) // stride + 1
    out = np.empty((x.shape[0], rows, columns, w.shape[3]), dtype=x.dtype)
    for i in range(rows):
        for j in range(columns):
            window = x[:, i * stride:i * stride + k, j * stride:j * stride + k, :, np.newaxis]
            out[:, i, j, :] = np.sum(window * w[np.newaxis, ...], axis=(1, 2, 3))
    return out


def strided(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    return spread(x, w, 2)


def padded(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    k, (n, h, v, c) = w.shape[0], x.shape
    wide = np.zeros((n, h + k - 1, v + k - 1, c), dtype=x.dtype)
    wide[:, k // 2:k // 2 + h, k // 2:k // 2 + v] = x
    out = np.empty((n, h, v, w.shape[3]), dtype=x.dtype)
    for i in range(h):
        for j in range(v - 1, -1, -1):
            out[:, i, j] = np.tensordot(wide[:, i:i + k, j:j + k], w, axes=([1, 2, 3], [0, 1, 2])) + w[0, 0, 0]
    return out


def one_image(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    k, image = w.shape[0], x[0]
    out = np.zeros((image.shape[0] - k + 1, image.shape[1] - k + 1, w.shape[3]), dtype=x.dtype)
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = np.sum(image[i:i + k, j:j + k, :, None] * w, axis=(0, 1, 2))
    return out


def lines(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Windows of one axis, which run evenly through memory but share their elements: no library takes them for rows."""
    k, line = w.shape[1], x[0, 0]
    out = np.zeros((line.shape[0] - k + 1, w.shape[3]), dtype=x.dtype)
    for j in range(out.shape[0]):
        out[j] = np.tensordot(line[j:j + k], w[0], axes=([0, 1], [0, 1]))
    return out


def by_elements(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Channels first."""
    image, taps = x.transpose(0, 3, 1, 2).copy(), w.transpose(3, 2, 0, 1).copy()
    k = taps.shape[3]
    out = np.zeros((image.shape[0], taps.shape[0], image.shape[2] - k + 1, image.shape[3] - k + 1), dtype=x.dtype)
    for n in range(out.shape[0]):
        for o in range(out.shape[1]):
            for i in range(out.shape[2]):
                for j in range(out.shape[3]):
                    out[n, o, i, j] = np.sum(image[n, :, i:i + k, j:j + k] * taps[o]) + taps[o, 0, 0, 0]
    return out


def filtered(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    line, taps = x[0, 0, :, 0].copy(), w[0, :, 0, 0].copy()
    out = np.zeros(line.shape[0] - taps.shape[0] + 1, dtype=x.dtype)
    for j in range(out.shape[0]):
        out[j] = np.sum(line[j:j + taps.shape[0]] * taps)
    return out


def in_place(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Each window reads what the one before it wrote."""
    x = x.copy()
    for j in range(x.shape[2] - 3):
        x[:, 3, j + 1, :] = np.tensordot(x[:, 1:4, j:j + 3], w[:, :, :, :x.shape[3]], axes=([1, 2, 3], [0, 1, 2])) / 100.0
    return x


def given(n: int, size: int, channels: int, k: int, results: int, dtype: Any) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(size + results)
    return rng.standard_normal((n, size, size, channels)).astype(dtype), rng.standard_normal((k, k, channels, results)).astype(dtype)


@needs_compiler
@pytest.mark.parametrize("function, sizes, further", [
    (spread, (2, 12, 5, 3, 43, np.float64), (1, 9, 6, 3, 8, np.float64)),
    (strided, (3, 25, 4, 5, 19, np.float32), (2, 30, 3, 3, 33, np.float32)),
    (padded, (2, 14, 9, 3, 16, np.float32), (3, 5, 2, 3, 70, np.float32)),
    (one_image, (1, 16, 6, 2, 24, np.float64), (1, 16, 3, 3, 5, np.float64)),
    (by_elements, (2, 18, 9, 3, 4, np.float64), (3, 30, 4, 5, 2, np.float64)),
    (spread, (1, 12, 5, 3, 20, np.float32), (1, 30, 6, 3, 8, np.float32)),
    (lines, (1, 40, 9, 3, 24, np.float64), (1, 50, 4, 5, 9, np.float64)),
])
def test_windows_are_multiplied_together(function: Callable, sizes: tuple, further: tuple) -> None:
    """Rows that are no multiple of a tile, columns that are none of a line; and other sizes than those of the example."""
    compiled = compile_native(program := precis.lift(function, *given(*sizes)))
    assert compiled.backend == "native" and CALL in "".join(text for name, text in emit(program, None).files.items() if name.endswith(".cpp"))
    close = 1e-12 if sizes[-1] is np.float64 else 3e-5
    for each in (sizes, further):
        x, w = given(*each)
        want = function(x, w)
        np.testing.assert_allclose(compiled(x.copy(), w.copy()), want, rtol=0, atol=close * np.abs(want).max())


@needs_compiler
@pytest.mark.parametrize("function, sizes, few", [
    (strided, (3, 25, 4, 5, 19, np.float32), (2, 9, 2, 3, 9, np.float32)),  # in lines
    (strided, (3, 25, 4, 5, 19, np.float32), (2, 9, 2, 3, 7, np.float32)),  # whose rows are too short for them
    (by_elements, (2, 18, 9, 3, 4, np.float32), (2, 15, 3, 4, 3, np.float32)),
    (filtered, (2, 130, 2, 5, 2, np.float32), (2, 60, 2, 40, 2, np.float32)),  # rows of terms so long that they are added up in lanes
])
def test_few_terms_keep_their_order(function: Callable, sizes: tuple, few: tuple) -> None:
    compiled, few = compile_native(precis.lift(function, *given(*sizes))), given(*few)
    small = precis.lift(function, *few)
    assert small.original is not None
    np.testing.assert_array_equal(compiled(*few), reference(small, small.original, few)[0])


@needs_compiler
def test_windows_that_the_loop_writes_stay_inside() -> None:
    sizes = given(4, 40, 12, 3, 16, np.float64)
    program = precis.lift(in_place, *sizes)
    np.testing.assert_allclose(compile_native(program)(*sizes), in_place(*sizes), rtol=1e-11, atol=1e-13)


def test_sums_of_products_of_spread_arrays_are_contractions() -> None:
    """Not where few terms are added up, where nothing is used again, or where the products are wanted themselves."""
    def few(a: np.ndarray, b: np.ndarray) -> Any:
        return np.sum(a[:, :, None] * b, axis=1)

    def same(a: np.ndarray, b: np.ndarray) -> Any:
        return np.sum(a[:, :, None] * a[:, :, None], axis=0)

    def kept(a: np.ndarray, b: np.ndarray) -> Any:
        terms = a[:, :, None] * b
        return np.sum(terms, axis=1), terms

    def again(a: np.ndarray, b: np.ndarray) -> Any:
        return (a[:, :, None] * b).sum(axis=1)
    a, b = np.ones((5, 12)), np.ones((12, 7))
    assert "spec='ab,bc->ac'" in str(precis.lift(again, a, b))
    for function, args in ((few, (a[:, :4], b[:4])), (same, (a, b)), (kept, (a, b))):
        assert "einsum" not in str(precis.lift(function, *args))
