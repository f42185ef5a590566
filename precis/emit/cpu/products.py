"""How matrix products are spelled: calls of a library, or of the processor's matrix unit where it has the multiplicands' format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from precis.emit.cpu import spell
from precis.emit.plan.kernels import Contract
from precis.ir.size import Size, product

LETTERS = {("binary64", 1): "d", ("binary32", 1): "s", ("binary64", 2): "z", ("binary32", 2): "c"}  # (element, parts) -> of BLAS
GEMM = {key: f"{letter}gemm_" for key, letter in LETTERS.items()}
SYRK = {key: f"{letter}syrk_" for key, letter in LETTERS.items()}
GEMV = {key: f"{letter}gemv_" for key, letter in LETTERS.items()}
# Multiplications from which on products of matrices call a library. Measured in loops, n x n: as fast at n = 4, twice as fast from 6 on
# (complex: from 10 on), three times at 30. binary32 is emulated in the order of our loops, so that only large products leave it.
LEAST = {("binary64", 1): 200, ("binary32", 1): 32768, ("binary64", 2): 200, ("binary32", 2): 8192}
LEAST_OF_VECTORS = {1: 32768, 2: 8192}  # by parts: loops over complex numbers take them apart first
LEAST_OF_GRAMS = 200_000  # 48 x 48 numbers of 96 terms: smaller ones take longer than ?gemm
LEAST_OF_OTHERS, LEAST_TOGETHER, MOST = 32768, 4096, 2**31 - 1  # as precis_operands.hpp says
FEW = 8  # rows or columns of products that the runtime may compute without tiles (NARROW there)
OF_FEW = ("product<", "gram<")  # functions that have a version for these
TINY = 1000  # multiplications: what takes less is not worth a second version of its loops
LEAST_OF_STRIDED = {"binary64": 1024, "binary32": 4096}  # from which on products are fused
TILES = "precis_amx.hpp"
STRIDED = "precis_strided.hpp"


@dataclass(frozen=True, slots=True)
class Product:
    """Names in the runtime: whether a product is worthwhile, and the product; the header that has them, and the library's routine; the
    least number of multiplications, or how many products there are, where the test takes them."""

    test: str
    name: str
    header: str
    routine: str
    least: int | None = None
    count: Size | None = None

    @property
    def tiny(self) -> bool:
        """Whether all but tiny products call the library."""
        return self.least is not None and self.least < TINY


def product_of(s: Contract) -> Product:
    key, number = (s.element.name, s.parts), number_type(s)
    if s.terms:
        return Product(f"in_lines<{number}>", "strided_product", STRIDED, GEMM[key], LEAST_OF_STRIDED[s.element.name])
    if 1 in (s.m.constant, s.n.constant):
        return Product("worthwhile", f"vector_product<{number}>", "precis.hpp", GEMV[key], LEAST_OF_VECTORS[s.parts])
    routine = GEMM[key]
    if s.parts == 1 and s.element.name == "binary32" and s.multiplicand.name == "bfloat16":
        return Product("worthwhile_halves", "product_of_halves", TILES, routine)
    if s.batch and key == ("binary32", 1):  # that all of them together are large is enough
        return Product("worthwhile_together", f"product<{number}>", "precis.hpp", routine, count=product(a.extent for a in s.batch))
    return Product("worthwhile", f"product<{number}>", "precis.hpp", routine, LEAST[key])


def is_of_few(s: Contract, example: Mapping[str, int]) -> bool:
    """Whether a product has few rows or columns, in the example at least: it looks first for what serves only these, and no other
    product takes the time to compile that."""
    known = (d.value(example) for d in (s.m, s.n) if d.symbols() <= example.keys())
    return s.parts == 1 and any(length <= FEW for length in known)


def ways(s: Contract) -> tuple[Product, ...]:
    """What a product may call, the best first: the first that is worthwhile is taken."""
    plain, key = product_of(s), (s.element.name, s.parts)
    if plain.routine != GEMM[key] or plain.header == TILES or not _by_its_transpose(s):
        return (plain,)
    return Product("worthwhile", f"gram<{number_type(s)}>", "precis.hpp", SYRK[key], LEAST_OF_GRAMS), plain


def is_called(s: Contract) -> bool | None:
    """Whether lengths that are known make a product call a library, where there is one; None where the run tells."""
    lengths, count = [d.constant for d in (s.m, s.n, s.k)], product(a.extent for a in s.batch).constant
    tests = {way.test: way.least or LEAST_OF_OTHERS for way in ways(s)}
    if None in lengths or max(d or 0 for d in lengths) > MOST or (count is None and s.parts > 1):
        return None
    size = (s.m * s.n * s.k).constant or 0
    together = size >= LEAST_TOGETHER and (None if count is None else size * count >= LEAST_OF_OTHERS)
    found = [together if test == "worthwhile_together" else size >= least for test, least in tests.items()]
    return None if None in found and True not in found else True in found


def _by_its_transpose(s: Contract) -> bool:
    """Whether a matrix is multiplied by its own transpose: half of the result is computed, the other half copied."""
    alike = s.a.start == s.b.start and s.a.step == s.b.step and s.a.transposed != s.b.transposed
    return alike and s.m == s.n and not s.c.transposed


def loops_of(s: Contract) -> str:
    """The function of the runtime that has the loops."""
    return f"{'product_by_loops' if s.parts == 1 else 'product_of_pairs'}<{spell.memory_type(s.element)}>"


def number_type(s: Contract) -> str:
    """The type of the elements of its matrices."""
    return spell.memory_type(s.element) if s.parts == 1 else f"pr::pair<{spell.memory_type(s.element)}>"
