"""How matrix products are spelled: calls of a library, or of the processor's matrix unit where it has the multiplicands' format."""

from __future__ import annotations

from dataclasses import dataclass

from precis.emit.cpu import spell
from precis.emit.plan.kernels import Contract

GEMM = {"binary64": "dgemm_", "binary32": "sgemm_"}
GEMV = {"binary64": "dgemv_", "binary32": "sgemv_"}
TILES = "precis_amx.hpp"


@dataclass(frozen=True, slots=True)
class Product:
    """Names in the runtime: whether a product is worthwhile, and the product; the header that has them, and the library's routine."""

    test: str
    name: str
    header: str
    routine: str


def product_of(s: Contract) -> Product:
    if 1 in (s.m.constant, s.n.constant):
        return Product("worthwhile", f"vector_product<{spell.memory_type(s.element)}>", "precis.hpp", GEMV[s.element.name])
    routine = GEMM[s.element.name]
    if s.element.name == "binary32" and s.multiplicand.name == "bfloat16":
        return Product("worthwhile_halves", "product_of_halves", TILES, routine)
    return Product("worthwhile", f"product<{spell.memory_type(s.element)}>", "precis.hpp", routine)
