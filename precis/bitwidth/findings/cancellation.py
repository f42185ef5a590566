"""Catastrophic cancellation: nearly equal numbers are subtracted, and what remains are their rounding errors."""

from precis.bitwidth.findings import patterns
from precis.bitwidth.findings.subtraction import Subtraction
from precis.ir.types import Node


class Cancellation(Subtraction):
    kind = "cancellation"

    def mine(self, node: Node) -> bool:
        g = self.graph
        return not (patterns.variance(g, node) or patterns.quadratic(g, node) or patterns.compensation(g, node))

    def words(self, node: Node) -> tuple[str, tuple[str, str]]:
        if node.op.startswith("log"):
            return "the logarithm of a rounded number close to 1 magnifies its rounding error", patterns.remedy(self.graph, node)
        return "nearly equal rounded numbers are subtracted", patterns.remedy(self.graph, node)
