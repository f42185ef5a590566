"""Compiled conversions between NumPy's floats and the codes of narrow formats, for arrays where NumPy's own are too slow.

Rounding to a narrow format takes NumPy a dozen passes over temporaries; compiled, it is one.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import lru_cache
from importlib import resources

import numpy as np

from precis.emit.cpu import spell
from precis.emit.cpu.build import FLAGS, build
from precis.emit.cpu.precompiled import HEADERS
from precis.errors import BuildError
from precis.formats import Format, code_dtype

LARGE = 16384  # elements from which on compiling the conversion, once for all programs, is worth the second that it takes
TEXT = """\
#include "precis.hpp"
using codes = {memory};

template <class From, class To, class F> static void convert(const From* __restrict from, To* __restrict to, int64_t count, F one) {{
    PR_INDEPENDENT
    for (int64_t k = 0; k < count; ++k) to[k] = one(from[k]);
}}
extern "C" void encode_float64(const double* from, codes* to, int64_t count) {{
    convert(from, to, count, [](double x) {{ return codes({rounded}); }});
}}
extern "C" void encode_float32(const float* from, codes* to, int64_t count) {{
    convert(from, to, count, [](float x) {{ return codes({rounded}); }});
}}
extern "C" void decode_float64(const codes* from, double* to, int64_t count) {{
    convert(from, to, count, [](codes x) {{ return double({register}(x)); }});
}}
"""
Conversion = Callable[[np.ndarray], np.ndarray]


def compiled_encode(fmt: Format, source: np.dtype) -> Conversion | None:
    """Codes of a contiguous array of float64 or float32, equal to precis.formats.encode; None without a compiler."""
    library = _library(fmt)
    return library and _conversion(library, f"encode_{source.name}", code_dtype(fmt))


def compiled_decode(fmt: Format) -> Conversion | None:
    """The float64 values of a contiguous array of codes, equal to precis.formats.decode; None without a compiler."""
    library = _library(fmt)
    return library and _conversion(library, "decode_float64", np.dtype(np.float64))


@lru_cache
def _library(fmt: Format) -> ctypes.CDLL | None:
    runtime = resources.files("precis.emit").joinpath("runtime")
    files = {name: runtime.joinpath(name).read_text(encoding="utf-8") for name in HEADERS}
    text = TEXT.format(memory=spell.memory_type(fmt), rounded=spell.rounded("x", fmt), register=spell.register_type(fmt))
    try:
        return ctypes.CDLL(str(build({**files, "border.cpp": text}, "border.cpp", flags=FLAGS)))
    except BuildError:
        return None


def _conversion(library: ctypes.CDLL, name: str, target: np.dtype) -> Conversion:
    function = getattr(library, name)
    function.restype, function.argtypes = None, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]

    def convert(x: np.ndarray) -> np.ndarray:
        made = np.empty(x.shape, target)
        function(x.ctypes.data, made.ctypes.data, x.size)
        return made
    return convert
