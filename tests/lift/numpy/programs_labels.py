"""Morphology, connected parts and what is measured of them: scipy.ndimage on images and volumes."""

import numpy as np
from scipy import ndimage

from tests.lift.numpy.case import Case

CROOKED = np.array([[0, 1, 0], [1, 1, 0], [0, 1, 1]])
SQUARE, BLOCK = np.ones((2, 2)), np.ones((3, 3))


def shapes(a):
    m = a > 0.5
    return (ndimage.binary_erosion(m), ndimage.binary_dilation(m), ndimage.binary_erosion(m, CROOKED), ndimage.binary_dilation(m, CROOKED),
            ndimage.binary_opening(m, SQUARE), ndimage.binary_closing(m, SQUARE), ndimage.binary_closing(m, BLOCK, iterations=2),
            ndimage.binary_erosion(m, border_value=1), ndimage.binary_dilation(m, structure=SQUARE, iterations=3),
            ndimage.binary_dilation(m, CROOKED, origin=1), ndimage.binary_erosion(m, CROOKED, origin=-1))


def reached(a):
    m = a > 0.5
    return (ndimage.binary_fill_holes(m), ndimage.binary_fill_holes(m, BLOCK), ndimage.binary_propagation(a > 0.9, mask=m),
            ndimage.binary_dilation(a > 0.8, iterations=-1, mask=m, structure=BLOCK), ndimage.binary_erosion(m, iterations=2, mask=a > 0.3))


def parts(a):
    four, n = ndimage.label(a > 0.4)
    eight, k = ndimage.label(a > 0.6, structure=BLOCK)
    each, counts = np.arange(1, k + 1), (a * 9).astype(np.int32)
    return (four, n, eight, k, ndimage.sum(a, eight, each), ndimage.mean(a, eight, each), ndimage.maximum(a, eight, each),
            ndimage.minimum(a, eight, 1), ndimage.variance(a, eight, each), ndimage.standard_deviation(a), ndimage.sum(a),
            ndimage.mean(a, eight), ndimage.sum_labels(a > 0.5, eight, 1), ndimage.sum(counts, eight, 1), ndimage.sum(counts, eight, each),
            ndimage.mean(counts, eight, each), ndimage.center_of_mass(a), ndimage.center_of_mass(a, eight, 1),
            np.array(ndimage.center_of_mass(a, eight, each)))


def greys(a):
    q = (a * 10).astype(np.int32)
    return (ndimage.grey_erosion(a, size=(3, 3)), ndimage.grey_dilation(a, footprint=CROOKED), ndimage.grey_opening(a, size=3),
            ndimage.grey_closing(a, size=(3, 5)), ndimage.white_tophat(a, size=3), ndimage.black_tophat(a, 3),
            ndimage.maximum_filter(a, footprint=CROOKED, mode="constant", cval=-1.0), ndimage.minimum_filter(q, footprint=CROOKED),
            ndimage.maximum_filter(q, footprint=CROOKED), ndimage.maximum_filter(a > 0.5, footprint=CROOKED),
            ndimage.distance_transform_edt(a > 0.3), ndimage.distance_transform_edt(a > 0.2, sampling=(1, 2.0)))


def volumes(a):
    labels, n = ndimage.label(a > 0.5)
    line, k = ndimage.label(a[0, 0] > 0.5)
    return labels, n, line, k, ndimage.binary_dilation(a > 0.8), ndimage.distance_transform_edt(a > 0.1)


def image(*shape, seed=0):
    return np.random.default_rng(seed).random(shape)


CASES = [Case(program, (image(7, 9),), [(image(11, 8, seed=1),)], close=1e-13) for program in (shapes, reached, parts, greys)] \
    + [Case(volumes, (image(3, 5, 6),), [(image(4, 6, 5, seed=1),)], close=1e-13)]
