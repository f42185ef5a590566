"""scipy.ndimage: morphology of masks and images, and connected parts, by their definitions."""

import numpy as np

from precis.lift.numpy.library.images import around, lengths
from precis.lift.numpy.library.ranks import maximum_filter, minimum_filter


def _structure(input, structure):
    """The elements that touch, by default those that share a side."""
    return _cross(input.ndim) if structure is None else np.asarray(structure) != 0


def _cross(rank):
    return np.abs(np.indices((3,) * rank) - 1).sum(axis=0) <= 1


def _eroded(x, structure, border, origin):
    """Where all elements that the structure covers are true."""
    found = np.ones(x.shape, dtype=bool)
    for covers, shifted in zip(np.ravel(structure), around(x, structure.shape, origin, "constant", border)):
        found = found & (shifted | ~covers)
    return found


def _repeated(once, x, mask, iterations):
    """`once` so often, of what the mask frees; below 1 until nothing changes."""
    free = np.ones(x.shape, dtype=bool) if mask is None else np.asarray(mask) != 0
    if iterations >= 1:
        for _ in range(iterations):
            x = np.where(free, once(x), x)
        return x
    changes = True
    while changes:
        new = np.where(free, once(x), x)
        changes = np.any(new != x)
        x = new
    return x


def binary_erosion(input, structure=None, iterations=1, mask=None, output=None, border_value=0, origin=0, brute_force=False):
    assert output is None and isinstance(origin, int)
    s = _structure(input, structure)
    return _repeated(lambda x: _eroded(x, s, border_value != 0, origin), input != 0, mask, iterations)


def binary_dilation(input, structure=None, iterations=1, mask=None, output=None, border_value=0, origin=0, brute_force=False):
    """Erosion of what is not there, by the structure turned round. Of structures with odd lengths, or all even ones."""
    assert output is None and isinstance(origin, int)
    s = np.flip(_structure(input, structure))
    even = s.shape[0] % 2 == 0
    for n in s.shape:
        assert (n % 2 == 0) == even
    turned = -origin - 1 if even else -origin
    return _repeated(lambda x: ~_eroded(~x, s, border_value == 0, turned), input != 0, mask, iterations)


def binary_opening(input, structure=None, iterations=1, output=None, origin=0, mask=None, border_value=0, brute_force=False):
    once = binary_erosion(input, structure, iterations, mask, None, border_value, origin)
    return binary_dilation(once, structure, iterations, mask, output, border_value, origin)


def binary_closing(input, structure=None, iterations=1, output=None, origin=0, mask=None, border_value=0, brute_force=False):
    once = binary_dilation(input, structure, iterations, mask, None, border_value, origin)
    return binary_erosion(once, structure, iterations, mask, output, border_value, origin)


def binary_propagation(input, structure=None, mask=None, output=None, border_value=0, origin=0):
    return binary_dilation(input, structure, -1, mask, output, border_value, origin)


def binary_fill_holes(input, structure=None, output=None, origin=0):
    """What cannot be reached from outside is filled."""
    assert output is None
    outside = input == 0
    return ~binary_dilation(np.zeros(input.shape, dtype=bool), structure, -1, outside, None, 1, origin)


def _root(parent, p):
    while parent[p] != p:
        p = parent[p]
    return p


def label(input, structure=None, output=None):
    """Connected parts, numbered in the order of their first elements; trees of parts whose roots are those."""
    assert output is None
    s = _structure(input, structure)
    touches = np.ravel(s)
    inside = np.pad(input != 0, 1)
    there = np.ravel(inside)
    parent = np.arange(there.shape[0])
    half = touches.shape[0] // 2
    places = np.ravel(np.arange(there.shape[0]).reshape(inside.shape)[tuple(slice(0, 3) for _ in s.shape)])
    steps = places[:half] - places[half]
    for p in range(there.shape[0]):
        if there[p]:
            for k in range(half):
                if touches[k] and there[p + steps[k]]:
                    a, b = _root(parent, p), _root(parent, p + steps[k])
                    parent[max(a, b)] = min(a, b)
    for p in range(there.shape[0]):
        parent[p] = parent[parent[p]]
    first = there & (parent == np.arange(there.shape[0]))
    number = np.cumsum(first)
    found = np.where(there, number[parent], 0).reshape(inside.shape)
    return found[tuple(slice(1, -1) for _ in s.shape)].astype(np.int32), int(number[-1])


def grey_dilation(input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0):
    """Of windows with odd lengths."""
    assert structure is None and origin == 0
    for n in lengths(input, size) if footprint is None else np.asarray(footprint).shape:
        assert n % 2 == 1
    return maximum_filter(input, size, None if footprint is None else np.flip(np.asarray(footprint)), output, mode, cval, 0)


def grey_erosion(input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0):
    assert structure is None
    return minimum_filter(input, size, footprint, output, mode, cval, origin)


def grey_opening(input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0):
    once = grey_erosion(input, size, footprint, structure, None, mode, cval, origin)
    return grey_dilation(once, size, footprint, structure, output, mode, cval, origin)


def grey_closing(input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0):
    once = grey_dilation(input, size, footprint, structure, None, mode, cval, origin)
    return grey_erosion(once, size, footprint, structure, output, mode, cval, origin)


def white_tophat(input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0):
    return input - grey_opening(input, size, footprint, structure, output, mode, cval, origin)


def black_tophat(input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0):
    return grey_closing(input, size, footprint, structure, output, mode, cval, origin) - input


def morphological_gradient(input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0):
    return grey_dilation(input, size, footprint, structure, output, mode, cval, origin) \
        - grey_erosion(input, size, footprint, structure, output, mode, cval, origin)


def morphological_laplace(input, size=None, footprint=None, structure=None, output=None, mode="reflect", cval=0.0, origin=0):
    return grey_dilation(input, size, footprint, structure, output, mode, cval, origin) \
        + grey_erosion(input, size, footprint, structure, output, mode, cval, origin) - 2 * input


def binary_hit_or_miss(input, structure1=None, structure2=None, output=None, origin1=0, origin2=None):
    """Where one pattern is true and the other false; by default all that the first leaves out."""
    assert output is None and origin2 is None
    there = _structure(input, structure1)
    away = ~there if structure2 is None else np.asarray(structure2) != 0
    return _eroded(input != 0, there, False, origin1) & _eroded(input == 0, away, True, origin1)


def distance_transform_edt(input, sampling=None, return_distances=True, return_indices=False):
    """Euclidean distances to the nearest zero, axis by axis (A. Meijster and others, 2000): the least of squares along a line.
    Where there is none, to the place before the first element along the first axis, as in SciPy."""
    assert return_distances and not return_indices
    input = np.atleast_1d(input)
    away = np.zeros(input.shape)
    found = np.where(input != 0, np.inf, 0.0)
    for k in range(input.ndim):
        width = 1.0 if sampling is None else sampling if np.ndim(sampling) == 0 else sampling[k]
        rows = np.moveaxis(found, k, -1)
        n = np.arange(rows.shape[-1])
        squares = ((n[:, None] - n[None, :]) * width) ** 2
        found = np.moveaxis(np.min(rows[..., None, :] + squares, axis=-1), -1, k)
        away = np.moveaxis(np.moveaxis(away, k, -1) + ((n + (1 if k == 0 else 0)) * width) ** 2, -1, k)
    return np.sqrt(np.where(np.all(input != 0), away, found))
