"""Functions of one element, or of one row, brought to whole arrays: np.vectorize, and what Numba compiles for elements."""

from typing import Any

import numpy as np


def vectorized(f, *arrays):
    """f of every element, of arrays that broadcast."""
    together = np.broadcast_arrays(*arrays)
    flat = [np.ravel(a) for a in together]
    results = []
    for items in zip(*flat):
        results.append(f(*items))
    return np.array(results).reshape(together[0].shape)


def vectorized_several(f, count, *arrays):
    """The same where f gives a tuple of `count` things."""
    together = np.broadcast_arrays(*arrays)
    flat = [np.ravel(a) for a in together]
    results = [[] for _ in range(count)]
    for items in zip(*flat):
        found = f(*items)
        for k in range(count):
            results[k].append(found[k])
    return tuple(np.array(r).reshape(together[0].shape) for r in results)


def first_of(f, *arrays):
    """What f gives for the first elements: NumPy, too, calls f once more to see what it gives."""
    return f(*[np.ravel(a)[0] for a in np.broadcast_arrays(*arrays)])


def arranged(f, given, places, named, names):
    """f, by its arguments at `places` of `given` and of those `names` in `named` alone: the others are excluded."""
    def element(*items):
        args, more = list(given), dict(named)
        for place, x in zip(places, items):
            args[place] = x
        for name, x in zip(names, items[len(places):]):
            more[name] = x
        return f(*args, **more)
    return element


def generalized(f, ranks, count, *given):
    """f of the last axes, as many as `ranks` says, for every place of the others, which broadcast; `count`: what f gives, a tuple of so
    many or one thing where it is 1."""
    arrays = [np.asarray(a) for a in given]
    outer = np.broadcast_shapes(*[a.shape[:a.ndim - r] for a, r in zip(arrays, ranks)])
    spread = [np.broadcast_to(a, (*outer, *a.shape[a.ndim - r:])) for a, r in zip(arrays, ranks)]
    results = [[] for _ in range(count)]
    for place in np.ndindex(*outer):
        found = f(*[a[tuple(place)] for a in spread])
        if count == 1:
            results[0].append(found)
        else:
            for k in range(count):
                results[k].append(found[k])
    stacked = [np.array(r) for r in results]
    return tuple(s.reshape((*outer, *s.shape[1:])) for s in stacked)


def writing(f, shapes, dtypes, single):
    """f, which writes its results into arrays that it is given behind its arguments, as one that returns them. `shapes`: for every result
    its sizes as (argument, axis); `single`: which results are one number, for which f gets an array of one."""
    def core(*items):
        made = [np.empty(tuple(items[k].shape[axis] for k, axis in shape) or (1,), dtype) for shape, dtype in zip(shapes, dtypes)]
        f(*items, *made)
        found = [m[0] if one else m for m, one in zip(made, single)]
        return found[0] if len(found) == 1 else tuple(found)
    return core


class Relative:
    """An array as the kernel of a stencil sees it: indices count from the place that the kernel is at."""

    def __init__(self, array: Any, place: Any):
        self.array = array
        self.place = place

    def __getitem__(self, offset: Any):
        offsets = offset if isinstance(offset, tuple) else (offset,)
        return self.array[tuple(p + o for p, o in zip(self.place, offsets))]


def stencil(f, low, high, border, relative, *given):
    """numba.stencil: f at every place whose neighbours, from `low` to `high` along every axis, are there; `border` elsewhere."""
    shape = given[0].shape
    inner = [n - h + l for n, l, h in zip(shape, low, high)]
    results = []
    for place in np.ndindex(*inner):
        here = tuple(p - l for p, l in zip(place, low))
        results.append(f(*[Relative(a, here) if seen else a for a, seen in zip(given, relative)]))
    middle = np.array(results).reshape(tuple(inner))
    out = np.full(shape, border, middle.dtype)
    out[tuple(slice(-l, n - h) for n, l, h in zip(shape, low, high))] = middle
    return out
