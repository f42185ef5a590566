"""Regions of arrays against the elements that NumPy takes."""

from itertools import combinations, product

import numpy as np

from precis.ad.regions import Region, disjoint, hull, relative, touching
from precis.ir.ops.structure import numpy_index
from precis.ir.size import Size
from precis.ir.types import At, Cut, New

N = Size.of("N")  # 9 here
X = np.arange(81).reshape(9, 9)
ITEMS = [At(Size.of(2)), At(N - 2), Cut(Size(), N), Cut(Size.of(1), N - 2), Cut(Size(), N - 6), Cut(Size.of(4), N - 5),
         Cut(Size(), (N + 1) // 2, 2), Cut(Size.of(1), N // 2, 2), Cut(Size.of(2), (N - 1) // 2, 2), Cut(N - 1, (N + 1) // 2, -2),
         Cut(Size.of(1), N // 3, 3), Cut(Size(), N // 3, 3), Cut(Size.of(4), (N + 1) // 2 - 2, 2)]
ALONG = [Region((a,)) for a in ITEMS]
REGIONS = [*ALONG, *(Region(at) for at in [*product(ITEMS, ITEMS), (New(), ITEMS[3]), (New(), ITEMS[2])])]


def taken(x: np.ndarray, region: Region) -> np.ndarray:
    return x[numpy_index(region.at, (), lambda s: s.value({"N": 9}))]


def test_disjoint_regions_have_no_element_in_common():
    elements, found = {r: set(taken(X, r).ravel()) for r in REGIONS}, 0
    for a, b in combinations(REGIONS, 2):
        if disjoint(a, b):
            assert not elements[a] & elements[b]
            found += 1
    assert found > 2000
    assert disjoint(REGIONS[6], REGIONS[7]) and disjoint(REGIONS[10], REGIONS[11]) and disjoint(Region((At(Size.of(2)),)), REGIONS[7])
    assert not disjoint(REGIONS[7], REGIONS[9]) and not disjoint(REGIONS[6], REGIONS[8])


def test_a_hull_holds_its_regions_where_they_are_relative_to_it():
    count = 0
    for several in [*combinations(ALONG, 2), *combinations(ALONG, 3), *combinations(REGIONS[len(ALONG):], 2)]:
        around = hull(several)
        for r in several if around else ():
            inner = taken(X, around)  # type: ignore[arg-type]
            np.testing.assert_array_equal(taken(inner, relative(r, around)).ravel(), taken(X, r).ravel())  # type: ignore[arg-type]
            count += 1
    assert count > 300
    assert hull([Region((Cut(Size.of(3), N - 6, 2),)), Region((Cut(Size.of(1), N - 6, 2),))]) == Region((Cut(Size.of(1), N - 5, 2),))
    assert hull([REGIONS[6], REGIONS[7]]) is None


def test_groups_of_touching_regions_are_disjoint():
    for several in combinations(ALONG, 4):
        groups = touching(several)
        assert sorted(map(REGIONS.index, (r for g in groups for r in g))) == sorted(map(REGIONS.index, several))
        assert all(disjoint(a, b) for one, other in combinations(groups, 2) for a in one for b in other)
    assert len(touching([REGIONS[6], REGIONS[7], REGIONS[8]])) == 2
