"""The quadratic formula with the sign that cancels."""

from precis.bitwidth.findings import patterns
from precis.bitwidth.findings.subtraction import Subtraction
from precis.ir.types import Node


class Quadratic(Subtraction):
    kind = "quadratic"

    def mine(self, node: Node) -> bool:
        return patterns.quadratic(self.graph, node) and not patterns.variance(self.graph, node)

    def words(self, node: Node) -> tuple[str, tuple[str, str]]:
        return "one root of the quadratic cancels: -b and the square root are nearly equal", (
            "q = -(b + copysign(sqrt(b*b - 4*a*c), b))/2; roots q/a and c/q",
            patterns.HIGHAM + "section 1.8; Goldberg 1991, section 1.4",
        )
