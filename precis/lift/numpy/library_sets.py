"""Arrays as sets, which np.unique makes: sorted, each element once. Lengths depend on the data."""

import numpy as np

from precis.lift.numpy import primitives


def isin(element, test_elements, assume_unique=False, invert=False):
    """By searching the sorted test elements."""
    s = primitives.sort(test_elements.ravel(), 0)
    place = np.minimum(np.searchsorted(s, element), s.shape[0] - 1)
    return s[place] != element if invert else s[place] == element


def union1d(ar1, ar2):
    return np.unique(np.concatenate((ar1.ravel(), ar2.ravel())))


def intersect1d(ar1, ar2, assume_unique=False):
    a = np.unique(ar1)
    return a[isin(a, ar2)]


def setdiff1d(ar1, ar2, assume_unique=False):
    a = ar1.ravel() if assume_unique else np.unique(ar1)
    return a[isin(a, ar2, invert=True)]


def setxor1d(ar1, ar2, assume_unique=False):
    return union1d(setdiff1d(ar1, ar2), setdiff1d(ar2, ar1))
