"""Values that are products of arrays, as an iteration of a loop makes them: which arrays, along which axes, and what is summed.

    C[i, :] * a[k]  ->  C[i, j] a[k] along j     sum(C * A[:, k], axes=(1,))  ->  C[i, j] A[j, k] along i, summed along j

Axes carry labels. K is that of the iterations: an array that each of them takes one row of has it, the value of an iteration has not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from precis.ir.build import Build
from precis.ir.ops.reductions import contraction_labels
from precis.ir.shapes import ONE
from precis.ir.size import Size
from precis.ir.types import At, Cut, Index, Item, New, Node, Range, Shape, Value

K = "k"
MOST = 8  # products that add up to a value
Axes = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Factor:
    """An array with a label for each of its axes."""

    value: Value
    labels: tuple[str, ...]

    def extents(self) -> dict[str, Size]:
        return dict(zip(self.labels, self.value.shape))


@dataclass(frozen=True, slots=True)
class Product:
    """The product of the factors along `axes`, of which None is one element long; summed along all other labels that they have."""

    factors: tuple[Factor, ...]
    axes: Axes
    negative: bool = False

    def renamed(self, names: Mapping[str, str]) -> Product:
        factors = tuple(replace(f, labels=tuple(names.get(x, x) for x in f.labels)) for f in self.factors)
        return replace(self, factors=factors, axes=tuple(names.get(x, x) if x else None for x in self.axes))


Terms = tuple[Product, ...]


@dataclass
class Reading:
    """What an iteration of a loop makes of arrays that are there in front of it. before: where their parts are taken; given: parameters
    that no iteration changes -> what they are outside; own: value of an iteration -> products that add up to it, () where none do."""

    index: str
    range: Range
    before: Build
    given: Mapping[str, Value]
    own: dict[str, Terms]

    def __post_init__(self) -> None:
        self.labels = (f"a{n}" for n in count())

    def of(self, v: Value) -> Terms:
        """`v` as products, () where it is none; an array from outside is one of itself."""
        if v.name in self.own:
            return self.own[v.name]
        if v.kind != "real" or any(self.index in d.symbols() for d in v.shape):
            return ()
        return (self._part(self.given.get(v.name, v), tuple(Cut(Size(), d) for d in v.shape)),)

    def read(self, node: Node) -> None:
        """Note what a node makes."""
        if node.op not in RULES or node.output.kind != "real":
            return
        terms = [self.of(v) for v in node.inputs] if node.op != "slice" else [self.taken(node)]
        if all(terms) or node.op == "const":
            made = RULES[node.op](self, node, terms)
            self.own[node.output.name] = made if len(made) <= MOST else ()

    def along(self, item: Item) -> Item | None:
        """All that the iterations take of an axis, lowest index first; None where that is no stretch, or where every one takes the same."""
        slope = item.position.coefficient(self.index) if isinstance(item, At) else None
        if not isinstance(item, At) or slope is None or slope.constant not in (1, -1):
            return None
        return Cut(item.position.substitute({self.index: self.range.ends[0]}), self.range.trips, slope.constant)

    def fresh(self, product: Product) -> Product:
        """The same with labels of its own."""
        return product.renamed({x: next(self.labels) for f in product.factors for x in f.labels if x != K})

    def taken(self, node: Node, of: Value | None = None) -> Terms:
        """What a slice takes of an array from outside, or of an iteration's own, with all of its axes. of: in place of what it is said to
        be taken of."""
        x, at = of or node.inputs[0], node.attrs["at"]
        places = [i for i in at if not isinstance(i, New)]
        places += [Cut(Size(), d) for d in x.shape[len(places):]]
        if len(node.inputs) > 1 or not self.plain(places):
            return ()
        if tuple(places) == tuple(Cut(Size(), d) for d in x.shape):
            return self.of(x)
        return () if x.name in self.own or x.kind != "real" else (self._part(self.given.get(x.name, x), tuple(places)),)

    def plain(self, places: Sequence[Item]) -> bool:
        """Whether all iterations take the same, or one row each."""
        moving = [self.along(i) for i in places]
        still = all(m or self.index not in _symbols(i) for i, m in zip(places, moving))
        return still and all(isinstance(i, (At, Cut)) for i in places) and sum(m is not None for m in moving) < 2

    def _part(self, x: Value, at: Index) -> Product:
        """x[at], where At is K or single, cuts are long or single."""
        items, labels, axes = list[Item](), list[str](), list[str | None]()
        for item in at:
            moving, cut = self.along(item), isinstance(item, Cut)
            single = isinstance(item, Cut) and item.length == ONE
            items.append(moving or (At(item.start) if isinstance(item, Cut) and single else item))
            if moving or (cut and not single):
                labels.append(K if moving else next(self.labels))
            if cut:
                axes.append(None if single else labels[-1])
        whole = tuple(items) == tuple(Cut(Size(), d) for d in x.shape)
        return Product((Factor(x if whole else self.before.slice(x, at=tuple(items)), tuple(labels)),), tuple(axes))


def _symbols(item: Item) -> frozenset[str]:
    sizes = (item.position,) if isinstance(item, At) else (item.start, item.length) if isinstance(item, Cut) else ()
    return frozenset().union(*(s.symbols() for s in sizes))


def _with_new(at: Index, axes: Axes) -> Axes:
    rest, found = list(axes), list[str | None]()
    for i in at:
        found += [None] if isinstance(i, New) else [] if isinstance(i, At) else [rest.pop(0)]
    return (*found, *rest)


def _const(r: Reading, node: Node, terms: Sequence[Terms]) -> Terms:
    return (Product((Factor(r.before.const(node.attrs["value"]), ()),), ()),) if not node.output.rank else ()


def _neg(r: Reading, node: Node, terms: Sequence[Terms]) -> Terms:
    return tuple(replace(p, negative=not p.negative) for p in terms[0])


def _add(r: Reading, node: Node, terms: Sequence[Terms]) -> Terms:
    """None of them is spread along an axis of another."""
    found = (*terms[0], *(_neg(r, node, terms[1:]) if node.op == "sub" else terms[1]))
    alike = len({tuple(label is None for label in p.axes) for p in found}) == 1
    return found if alike and len(found[0].axes) == node.output.rank else ()


def _mul(r: Reading, node: Node, terms: Sequence[Terms]) -> Terms:
    return tuple(_pair(a, r.fresh(b), node.output.rank) for a in terms[0] for b in terms[1])


def _pair(a: Product, b: Product, rank: int) -> Product:
    pairs = list(zip(*((*(None,) * (rank - len(p.axes)), *p.axes) for p in (a, b))))
    b = b.renamed({y: x for x, y in pairs if x and y})
    return Product(a.factors + b.factors, tuple(x or y for x, y in pairs), a.negative != b.negative)


def _sum(r: Reading, node: Node, terms: Sequence[Terms]) -> Terms:
    if "accumulate" in node.attrs:
        return ()
    return tuple(replace(p, axes=tuple(x for n, x in enumerate(p.axes) if n not in node.attrs["axes"])) for p in terms[0])


def _einsum(r: Reading, node: Node, terms: Sequence[Terms]) -> Terms:
    labels = contraction_labels(node.attrs["spec"])
    plain = "accumulate" not in node.attrs and all(len(set(x)) == len(x) for x in labels)
    if not plain or any(None in p.axes for p in (*terms[0], *terms[1])):
        return ()
    return tuple(_contraction(a, r.fresh(b), labels) for a in terms[0] for b in terms[1])


def _contraction(a: Product, b: Product, labels: tuple[str, str, str]) -> Product:
    of_a, of_b, result = labels
    named: dict[str, str | None] = dict(zip(of_a, a.axes))
    b = b.renamed({y: x for c, y in zip(of_b, b.axes) if y and (x := named.get(c))})
    named |= dict(zip(of_b, b.axes))
    return Product(a.factors + b.factors, tuple(named[c] for c in result), a.negative != b.negative)


def _reshape(r: Reading, node: Node, terms: Sequence[Terms]) -> Terms:
    """Axes one element long come and go."""
    (x,) = node.inputs
    if [d for d in x.shape if d != ONE] != [d for d in node.output.shape if d != ONE]:
        return ()
    return tuple(replace(p, axes=_reshaped(p.axes, x.shape, node.output.shape)) for p in terms[0])


def _reshaped(axes: Axes, shape: Shape, new: Shape) -> Axes:
    labels = iter([a for a, d in zip(axes, shape) if d != ONE])
    return tuple(None if d == ONE else next(labels) for d in new)


def _transpose(r: Reading, node: Node, terms: Sequence[Terms]) -> Terms:
    return tuple(replace(p, axes=tuple(p.axes[n] for n in node.attrs["perm"])) for p in terms[0])


def _slice(r: Reading, node: Node, terms: Sequence[Terms]) -> Terms:
    return tuple(replace(p, axes=_with_new(node.attrs["at"], p.axes)) for p in terms[0])


RULES: Mapping[str, Callable[[Reading, Node, Sequence[Terms]], Terms]] = {
    "const": _const, "neg": _neg, "add": _add, "sub": _add, "mul": _mul, "sum": _sum, "einsum": _einsum, "reshape": _reshape,
    "transpose": _transpose, "slice": _slice}


def computed(b: Build, product: Product, labels: tuple[str, ...]) -> tuple[Value, bool] | None:
    """(the product with its axes in the order of `labels`, K among them or summed; whether it is one of matrices or vectors); None where it
    is none of at most two arrays of at most two axes each, or no array differs among iterations."""
    scalars, arrays = ([f for f in product.factors if bool(f.labels) == array] for array in (False, True))
    merged = _merged(b, sorted(arrays, key=lambda f: len(f.labels)))
    if len(merged) > 2 or any(len(f.labels) > 2 for f in merged) or len(labels) > 2 or all(K not in f.labels for f in merged):
        return None
    first = merged[0].value
    for s in scalars:
        first = b.mul(first, s.value)
    merged[0] = Factor(b.neg(first) if product.negative else first, merged[0].labels)
    if len(merged) == 1:
        return _spread(b, _summed(b, merged[0], labels), labels), False
    return _of_two(b, merged[0], merged[1], labels)


def _merged(b: Build, arrays: list[Factor]) -> list[Factor]:
    """Two of them, where others stand along axes that one of these has, too."""
    while len(arrays) > 2:
        within = next(((f, g) for f in arrays for g in arrays if f is not g and set(f.labels) <= set(g.labels)), None)
        if within is None:
            break
        f, g = within
        merged = Factor(b.mul(g.value, _spread(b, f, g.labels)), g.labels)
        arrays = [merged if x is g else x for x in arrays if x is not f]
    return arrays


def _of_two(b: Build, x: Factor, y: Factor, labels: tuple[str, ...]) -> tuple[Value, bool]:
    x, y = (_summed(b, f, {*labels, *other.labels}) for f, other in ((x, y), (y, x)))
    both = set(x.labels) & set(y.labels)
    if labels and labels[0] not in x.labels:
        x, y = y, x
    if both - {*labels} and not both & {*labels}:
        names = {label: chr(ord("a") + n) for n, label in enumerate(dict.fromkeys((*x.labels, *y.labels)))}
        of_x, of_y, result = ("".join(names[label] for label in part) for part in (x.labels, y.labels, labels))
        return b.einsum(x.value, y.value, spec=f"{of_x},{of_y}->{result}"), True
    order = (*labels, *sorted(both - {*labels}))
    made = b.mul(_spread(b, x, order), _spread(b, y, order))
    return (b.sum(made, axes=tuple(range(len(labels), len(order)))) if len(order) > len(labels) else made), False


def _summed(b: Build, f: Factor, kept: Iterable[str]) -> Factor:
    axes = tuple(n for n, label in enumerate(f.labels) if label not in kept)
    return Factor(b.sum(f.value, axes=axes), tuple(x for x in f.labels if x in kept)) if axes else f


def _spread(b: Build, f: Factor, order: tuple[str, ...]) -> Value:
    """The array with its axes in this order, one element long where it has none."""
    lying = tuple(x for x in order if x in f.labels)
    perm = tuple(f.labels.index(x) for x in lying)
    v = f.value if perm == tuple(range(len(perm))) else b.transpose(f.value, perm=perm)
    extents = f.extents()
    shape = tuple(extents.get(x, ONE) for x in order)
    return v if shape == v.shape else b.reshape(v, shape=shape)
