"""Convolutions of every layout, grouping and way to compute them, against JAX."""

from itertools import product

import numpy as np
import pytest
from jax import lax

from precis.lift.jaxpr import lift_jax
from tests.lift.jaxpr.oracle import agree

LAYOUTS = (("NHWC", "HWIO", "NHWC"), ("NCHW", "OIHW", "NCHW"), ("HWNC", "OHWI", "CHWN"), ("NCHW", "IOHW", "NHWC"))
SHAPES = {  # images, channels, features, space, taps, keywords
    "windows": (2, 3, 4, (6, 7), (3, 2), {}),
    "steps": (2, 2, 3, (7, 8), (2, 3), {"window_strides": (2, 1), "rhs_dilation": (1, 2), "padding": ((1, 0), (2, 1))}),
    "holes": (1, 2, 3, (4, 3), (3, 3), {"lhs_dilation": (2, 1), "padding": ((2, 2), (1, 1))}),
    "points": (3, 5, 4, (3, 4), (1, 1), {}),
    "one channel": (2, 1, 4, (6, 5), (3, 3), {"padding": "SAME"}),
    "many taps": (1, 2, 2, (9, 9), (6, 6), {"padding": "SAME"}),
    "few positions": (2, 3, 4, (5, 6), (4, 5), {}),
    "groups": (2, 4, 6, (5, 5), (2, 2), {"feature_group_count": 2}),
    "each channel": (2, 3, 3, (5, 5), (3, 3), {"feature_group_count": 3}),
    "groups of images": (4, 3, 6, (5, 5), (2, 2), {"batch_group_count": 2}),
}


def _array(layout, sizes, rng):
    return rng.normal(size=[sizes[x] for x in layout]).astype(np.float32)


@pytest.mark.parametrize(("shape", "layout"), [*product(SHAPES, LAYOUTS[::2]), *product(("windows",), LAYOUTS[1::2])], ids=str)
def test_agrees_with_jax(shape, layout):
    images, channels, features, space, taps, keywords = SHAPES[shape]
    rng, per = np.random.default_rng(1), channels // keywords.get("feature_group_count", 1)
    x = _array(layout[0], dict(zip("NCHW", (images, channels, *space))), rng)
    k = _array(layout[1], dict(zip("OIHW", (features, per, *taps))), rng)
    rest = {"window_strides": (1, 1), "padding": "VALID"} | keywords
    agree(lambda x, k: lax.conv_general_dilated(x, k, dimension_numbers=layout, **rest), x, k, ulps=16)


def test_windows_are_multiplied_at_once():
    rng = np.random.default_rng(2)
    x, k = _array("NHWC", dict(zip("NHWC", (2, 6, 6, 3))), rng), _array("HWIO", dict(zip("HWIO", (3, 3, 3, 4))), rng)
    program = lift_jax(lambda x, k: lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=LAYOUTS[0]), (x, k))
    ops = [node.op for node in program.body.walk()]
    assert (ops.count("einsum"), ops.count("transpose")) == (1, 0)
