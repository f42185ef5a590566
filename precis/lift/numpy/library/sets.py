"""Arrays as sets, which np.unique makes: sorted, each element once. Lengths depend on the data."""

import numpy as np

from precis.lift.numpy import primitives


def isin(element, test_elements, assume_unique=False, invert=False):
    """By searching the sorted test elements, of which there may be none."""
    s = primitives.sort(test_elements.ravel(), 0)
    place = np.searchsorted(s, element)
    found = (np.concatenate((s, np.zeros(1, dtype=s.dtype)))[place] == element) & (place < s.shape[0])
    return ~found if invert else found


def union1d(ar1, ar2):
    return np.unique(np.concatenate((ar1.ravel(), ar2.ravel())))


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    """`return_indices`: also where each stands first in both."""
    if not return_indices:
        a = np.unique(ar1)
        return a[isin(a, ar2)].astype(np.result_type(ar1, ar2))
    (a, i), (b, j) = np.unique(ar1, return_index=True), np.unique(ar2, return_index=True)
    here, there = isin(a, b), isin(b, a)
    return a[here].astype(np.result_type(ar1, ar2)), i[here], j[there]


def setdiff1d(ar1, ar2, assume_unique=False):
    a = ar1.ravel() if assume_unique else np.unique(ar1)
    return a[isin(a, ar2, invert=True)]


def setxor1d(ar1, ar2, assume_unique=False):
    return union1d(setdiff1d(ar1, ar2), setdiff1d(ar2, ar1))


def unique_along(ar, axis, return_index, return_inverse, return_counts):
    """The distinct parts along an axis, in the order of their elements from the first on: where the sorted parts change."""
    parts = np.moveaxis(ar, axis, 0)
    n, flat = parts.shape[0], parts.reshape(parts.shape[0], -1)
    order = primitives.argsort(flat[:, -1], 0)
    for k in range(2, flat.shape[1] + 1):
        order = order[primitives.argsort(flat[order, -k], 0)]
    ordered = flat[order]
    new = np.concatenate((np.ones(1, dtype=bool), np.any(ordered[1:] != ordered[:-1], axis=1)))
    found = [np.moveaxis(parts[order][new], 0, axis)]
    if return_index:
        found.append(order[new])
    if return_inverse:
        inverse = np.zeros(n, dtype=int)
        inverse[order] = np.cumsum(new) - 1
        found.append(inverse)
    if return_counts:
        found.append(np.diff(np.append(np.flatnonzero(new), n)))
    return found[0] if len(found) == 1 else tuple(found)
