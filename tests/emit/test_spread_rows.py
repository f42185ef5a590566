"""Channels of pixels beside what is one number for a pixel: rows of all of them, with the results of NumPy."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import emit
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def chromatic(image, gain):
    """A sum over the channels, its logarithm, and a weight for each row."""
    total = image.sum(axis=2, keepdims=True)
    return np.log(image * gain[:, None, None] + 1.0) / np.log(image + 2.0) - np.log(total)


def of_columns(image, light):
    """What the row of a pixel has of its own is computed with it."""
    return np.exp(-image) * np.sqrt(image + light[None, :, None]) + np.log(image + 1.5) * np.cos(light)[None, :, None]


def cheap(image):
    return image - image.mean(axis=2, keepdims=True)


def text(function, *arguments):
    made = emit(lift(function, *arguments))
    return made.files[made.main]


IMAGE = np.random.default_rng(0).random((24, 30, 3))


@pytest.mark.parametrize("shape", ((24, 30, 3), (5, 17, 3), (1, 1, 3), (0, 4, 3), (3, 16, 4), (2, 3, 40), (4, 20, 1)))
@pytest.mark.parametrize("dtype", (np.float64, np.float32))
def test_pixels_have_the_results_of_numpy(shape, dtype):
    image = np.random.default_rng(1).random(shape).astype(dtype)
    tolerance = 1e-13 if dtype is np.float64 else 1e-5
    for function, k in ((chromatic, 0), (of_columns, 1)):
        beside = np.random.default_rng(2).random(shape[k]).astype(dtype)
        native = compile_native(lift(function, IMAGE.astype(dtype), IMAGE[:, 0, 0].astype(dtype) if k == 0 else IMAGE[0, :, 0].astype(dtype)))
        np.testing.assert_allclose(native(image, beside), function(image, beside), rtol=tolerance, atol=tolerance / 10)


def test_what_a_pixel_has_is_written_out_where_channels_cost_much():
    for made in (text(chromatic, IMAGE, IMAGE[:, 0, 0]), text(of_columns, IMAGE, IMAGE[0, :, 0])):
        assert "(K_n2*M_n1, [&]" in made and "PR_INDEPENDENT\n                for (int64_t i2" not in made


def test_of_cheap_channels_nothing_is_written_out():
    assert text(cheap, IMAGE).count("_memory(") == 1
