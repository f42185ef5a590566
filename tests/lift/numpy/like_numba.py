"""What precis looks at in Numba's objects, where numba is not installed: classes of the same names, modules and attributes, which
compute by NumPy."""

from __future__ import annotations

import functools
from types import SimpleNamespace

import numpy as np


class CPUDispatcher:
    def __init__(self, function):
        self.py_func = function

    def __call__(self, *args):
        return self.py_func(*args)


class DUFunc:
    def __init__(self, function, types):
        self.__wrapped__, self.types, self._frozen = function, types, bool(types)
        self.ufunc, self.nin = np.arctan2, function.__code__.co_argcount  # np.arctan2 has loops for the types that are declared here

    def __call__(self, *args):
        given = np.broadcast_arrays(*(np.asarray(a, np.result_type(np.float32, *args) if self.types else None) for a in args))
        found = np.array([self.__wrapped__(*items) for items in zip(*map(np.ravel, given))])
        return found.reshape(given[0].shape)[()]


class GUFunc:
    def __init__(self, function, types, signature):
        self.__wrapped__, self.types, self.signature, self._frozen = function, types, signature, True
        self.ufunc = SimpleNamespace(nout=1, resolve_dtypes=lambda given: tuple(np.dtype(t) for t in types[0].replace("->", "")))

    def __call__(self, x, scale):
        out = np.empty(x.shape)
        for row, into in zip(x.reshape(-1, x.shape[-1]), out.reshape(-1, x.shape[-1])):
            self.__wrapped__(row, scale, into)
        return out


class StencilFunc:
    def __init__(self, function, options):
        self.kernel_ir = SimpleNamespace(func_id=SimpleNamespace(func=function))
        self.options = options

    def __call__(self, a, weight):
        """The stencils of these tests reach one place."""
        out = np.full(a.shape, self.options.get("cval", 0.0))
        for place in np.ndindex(*(n - 2 for n in a.shape)):
            at = tuple(p + 1 for p in place)
            seen = type("Seen", (), {"__getitem__": lambda _, offset, at=at: a[
                tuple(p + o for p, o in zip(at, offset if isinstance(offset, tuple) else (offset,)))]})()
            out[at] = self.kernel_ir.func_id.func(seen, weight)
        return out


class Float:
    def __init__(self, name):
        self.name, self.dtype = name, np.dtype(name)

    def __str__(self):
        return self.name

    def __call__(self, x):
        return np.dtype(self.name).type(x)


class prange:
    def __new__(cls, *bounds):
        return range(*bounds)


for _cls, _module in ((DUFunc, "np.ufunc.dufunc"), (GUFunc, "np.ufunc.gufunc"), (StencilFunc, "stencils.stencil"),
                      (Float, "core.types.scalars"), (prange, "misc.special"), (CPUDispatcher, "core.registry")):
    _cls.__module__ = f"numba.{_module}"

CODES = {"f4": "f", "f8": "d"}
float64, float32, f4, f8 = Float("float64"), Float("float32"), Float("float32"), Float("float64")


def njit(function=None, **options):
    return CPUDispatcher(function) if function else CPUDispatcher


def vectorize(given):
    if not isinstance(given, list):
        return DUFunc(given, [])
    return lambda function: DUFunc(function, [_codes(text) for text in given])


def _codes(text):
    """f4(f4,f4) as ff->f; (f8[:],f8,f8[:]) as dd->d"""
    result, _, rest = text.partition("(")
    given = [CODES[t.removesuffix("[:]")] for t in rest.rstrip(")").split(",")]
    return "".join(given) + "->" + CODES[result] if result else "".join(given[:-1]) + "->" + given[-1]


def guvectorize(types, signature):
    return lambda function: GUFunc(function, [_codes(text) for text in types], signature)


def stencil(function=None, **options):
    return StencilFunc(function, options) if function else functools.partial(stencil, **options)
