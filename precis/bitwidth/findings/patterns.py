"""Patterns in the data flow that name a remedy. They never make a finding: the observed values do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from precis.bitwidth.findings.graph import Graph
from precis.ir.types import Node, Value

HIGHAM = "Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., "
LINEAR = ("add", "sub", "neg", "mul", "div", "sum", "cumsum", "einsum", "update", "select", "broadcast")
GENERAL = "rearrange so that the large parts cancel on paper, or keep the operands in a wider format", HIGHAM + "section 1.7"


def variance(graph: Graph, node: Node) -> bool:
    """E[x^2] - E[x]^2: a sum of squares of x less the square of a sum of x."""
    if node.op != "sub":
        return False
    first, second = node.inputs
    summed = _sums_of_squares(graph, first)
    if not summed:
        return False
    products = [n.output for n in graph.before(second, 5, LINEAR) if not _sums_of_squares(graph, n.output)]
    return any(summed & _behind(graph, m) for v in products if (m := graph.squared(v)) is not None)


def _sums_of_squares(graph: Graph, v: Value) -> set[str]:
    """x where `v` is a multiple of a sum of terms with x^2."""
    found: set[str] = set()
    for node in graph.before(v, 8, LINEAR):
        if node.op == "einsum" and graph.same(*node.inputs):
            found.add(graph.origin(node.inputs[0]).name)
        terms = node.inputs[:1] if node.op in ("sum", "cumsum") else ()
        other = graph.adds_to_itself(node)
        terms = (other,) if other is not None else terms
        behind = [n.output for t in terms for n in graph.before(t, 3)]
        found.update(x.name for v in behind if (x := graph.squared(v)) is not None)
        found.update(name for v in behind for name, k in Counter(_factors(graph, v)).items() if k > 1)
    return found


def _factors(graph: Graph, v: Value, depth: int = 3) -> list[str]:
    """Names of the factors of a product: w, x and x of w * x * x."""
    node = graph.node(v)
    if node is None or node.op != "mul" or not depth:
        return [graph.origin(v).name]
    return [name for w in node.inputs for name in _factors(graph, w, depth - 1)]


def _behind(graph: Graph, v: Value) -> set[str]:
    """Names of what a value is computed of."""
    return {graph.origin(w).name for n in graph.before(v, 8) for w in n.inputs}


def quadratic(graph: Graph, node: Node) -> bool:
    """-b +- sqrt(b^2 - 4ac)."""
    for root, other in (node.inputs, node.inputs[::-1]) if len(node.inputs) == 2 else ():
        square_root = graph.node(root)
        if square_root is None or square_root.op != "sqrt" or _is(graph, other, "sqrt"):
            continue
        inside = _unclipped(graph, square_root.inputs[0])
        if inside is None or inside.op not in ("sub", "add"):
            continue
        bases = [b for v in inside.inputs if (b := graph.squared(_unscaled(graph, v))) is not None]
        behind = {graph.origin(other).name} | {graph.origin(v).name for n in graph.before(other, 3) for v in n.inputs}
        if any(b.name in behind for b in bases):
            return True
    return False


def _unscaled(graph: Graph, v: Value) -> Value:
    """`v` without constant factors: t*t of t*t/4."""
    node = graph.node(v)
    while node is not None and node.op in ("mul", "div"):
        rest = [w for w in node.inputs if graph.constant(w) is None]
        if len(rest) != 1 or (node.op == "div" and rest[0] is node.inputs[1]):
            break
        v, node = rest[0], graph.node(rest[0])
    return v


def _unclipped(graph: Graph, v: Value) -> Node | None:
    """What computes `v`, behind the guards that keep roots real: max(d, 0), abs(d), where(d > 0, d, 0)."""
    node = graph.node(v)
    while node is not None and node.op in ("maximum", "abs", "select"):
        inputs = node.inputs[1:] if node.op == "select" else node.inputs
        node = next((n for w in inputs if graph.constant(w) is None and (n := graph.node(w)) is not None), None)
    return node


def compensation(graph: Graph, node: Node) -> Node | None:
    """The sum t = s + y behind (t - s) - y, y - (t - s) or (s - t) + y, which are zero in real arithmetic."""
    if node.op not in ("add", "sub"):
        return None
    for inner, rest in (node.inputs, node.inputs[::-1]):
        step = graph.node(inner)
        if step is None or step.op != "sub":
            continue
        for total, start in (step.inputs, step.inputs[::-1]):
            t = graph.node(total)
            if t is None or t.op not in ("add", "sub"):
                continue
            for s, y in (t.inputs, t.inputs[::-1]):
                if graph.same(s, start) and graph.same(y, rest):
                    return t
    return None


def exponential_sum(graph: Graph, node: Node) -> bool:
    """exp whose results are summed and then taken the logarithm of, or divided by; or one that is divided by such a sum."""
    if node.op not in ("exp", "exp2"):
        return False
    for n in graph.after(node.output, 6):
        if _sums(graph, n) and any(m.op in ("log", "log2", "log10", "div") for m in graph.after(n.output, 6)):
            return True
        if n.op == "div" and any(_sums(graph, m) and _has_exponential(graph, m) for m in graph.before(n.inputs[1], 4)):
            return True
    return False


def _sums(graph: Graph, node: Node) -> bool:
    return node.op in ("sum", "einsum", "cumsum", "add") or graph.adds_to_itself(node) is not None


def _has_exponential(graph: Graph, node: Node) -> bool:
    return any(n.op in ("exp", "exp2") for v in node.inputs for n in graph.before(v, 4))


def sum_of_squares_under_root(graph: Graph, node: Node) -> bool:
    """x^2 on its way into sqrt(x^2 + y^2)."""
    return node.op in ("mul", "pow", "einsum", "sum", "add") and any(
        n.op == "sqrt" or (n.op == "pow" and graph.constant(n.inputs[1]) == 0.5) for n in graph.after(node.output, 5)
    )


def _is(graph: Graph, v: Value, op: str) -> bool:
    node = graph.node(v)
    return node is not None and node.op == op


def _one_minus_cos(g: Graph, n: Node) -> bool:
    return n.op == "sub" and g.constant(n.inputs[0]) == 1.0 and _is(g, n.inputs[1], "cos")


def _exp_minus_one(g: Graph, n: Node) -> bool:
    return n.op == "sub" and _is(g, n.inputs[0], "exp") and g.constant(n.inputs[1]) == 1.0


def _log_of_one_plus(g: Graph, n: Node) -> bool:
    return n.op in ("log", "log2", "log10")


def _two_roots(g: Graph, n: Node) -> bool:
    return n.op == "sub" and all(_is(g, v, "sqrt") for v in n.inputs)


def _root_minus(g: Graph, n: Node) -> bool:
    return n.op == "sub" and any(_is(g, v, "sqrt") for v in n.inputs)


def _two_squares(g: Graph, n: Node) -> bool:
    return n.op == "sub" and all(g.squared(v) is not None for v in n.inputs)


def _two_quotients(g: Graph, n: Node) -> bool:
    return n.op == "sub" and all(_is(g, v, "div") for v in n.inputs)


def _two_of_a_function(g: Graph, n: Node) -> bool:
    return n.op == "sub" and any(all(_is(g, v, op) for v in n.inputs) for op in ("sin", "cos", "exp", "log", "tan"))


# What cancels, what to write instead, where it is explained.
REMEDIES: tuple[tuple[Callable[[Graph, Node], bool], str, str], ...] = (
    (_one_minus_cos, "write 2*sin(x/2)**2 for 1 - cos(x)", HIGHAM + "section 1.7"),
    (_exp_minus_one, "write expm1(x) for exp(x) - 1", HIGHAM + "section 1.14.1; Kahan"),
    (_log_of_one_plus, "write log1p(x) for log(1 + x)", "Goldberg 1991, What every computer scientist should know, theorem 4"),
    (_two_roots, "write (a - b)/(sqrt(a) + sqrt(b)) for sqrt(a) - sqrt(b)", HIGHAM + "problem 1.2"),
    (_root_minus, "multiply by the conjugate: (a - b*b)/(sqrt(a) + b) for sqrt(a) - b", HIGHAM + "section 1.8"),
    (_two_squares, "write (a - b)*(a + b) for a*a - b*b", "Goldberg 1991, section 1.4"),
    (_two_quotients, "bring both over one denominator and subtract there", HIGHAM + "section 1.7"),
    (_two_of_a_function, "use the addition theorem, e.g. 2*cos((a + b)/2)*sin((a - b)/2) for sin(a) - sin(b)",
     HIGHAM + "section 1.7"),
)  # fmt: skip


def remedy(graph: Graph, node: Node) -> tuple[str, str]:
    return next(((words, source) for test, words, source in REMEDIES if test(graph, node)), GENERAL)
