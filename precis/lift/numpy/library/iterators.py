"""Iterators of itertools by their definitions, as generators: the loop that goes through one stands where it yields."""


def chained(parts):
    """itertools.chain"""
    for part in parts:
        yield from part


def compressed(data, selectors):
    """itertools.compress"""
    for item, chosen in zip(data, selectors):
        if chosen:
            yield item


def pairs(items):
    """itertools.combinations(items, 2)"""
    for i in range(len(items)):
        for j in range(i + 1, len(items)):
            yield items[i], items[j]


def triples(items):
    """itertools.combinations(items, 3)"""
    for i in range(len(items)):
        for j in range(i + 1, len(items)):
            for k in range(j + 1, len(items)):
                yield items[i], items[j], items[k]


def pairs_or_twice(items):
    """itertools.combinations_with_replacement(items, 2)"""
    for i in range(len(items)):
        for j in range(i, len(items)):
            yield items[i], items[j]


def triples_or_twice(items):
    """itertools.combinations_with_replacement(items, 3)"""
    for i in range(len(items)):
        for j in range(i, len(items)):
            for k in range(j, len(items)):
                yield items[i], items[j], items[k]


def ordered_pairs(items):
    """itertools.permutations(items, 2)"""
    for i in range(len(items)):
        for j in range(len(items)):
            if i != j:
                yield items[i], items[j]


def ordered_triples(items):
    """itertools.permutations(items, 3)"""
    for i in range(len(items)):
        for j in range(len(items)):
            for k in range(len(items)):
                if i != j and i != k and j != k:
                    yield items[i], items[j], items[k]


def grouped(items, keys):
    """itertools.groupby: neighbours with the same key"""
    stop = 0
    while stop < len(items):
        start = stop
        while stop < len(items) and keys[stop] == keys[start]:
            stop = stop + 1
        yield keys[start], items[start:stop]
