"""Naive variance: E[x^2] - E[x]^2 cancels where the mean is large beside the spread."""

from precis.bitwidth.findings import patterns
from precis.bitwidth.findings.subtraction import Subtraction
from precis.ir.types import Node


class Variance(Subtraction):
    kind = "variance"

    def mine(self, node: Node) -> bool:
        return patterns.variance(self.graph, node)

    def words(self, node: Node) -> tuple[str, tuple[str, str]]:
        return "the variance as mean of squares less square of the mean cancels", (
            "two passes: m = mean(x), then mean((x - m)**2); or Welford's update",
            "Chan, Golub & LeVeque 1983; " + patterns.HIGHAM + "section 1.9",
        )
