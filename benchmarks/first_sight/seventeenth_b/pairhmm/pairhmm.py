import numpy as np


def initialize(reads, length, haps, size):
    rng = np.random.default_rng(42)
    base = rng.integers(0, 4, size)
    haplotypes = np.tile(base, (haps, 1))
    change = rng.random(haplotypes.shape) < 0.02
    haplotypes[change] = rng.integers(0, 4, change.sum())
    lengths = rng.integers(2 * length // 3, length + 1, reads)
    seq = np.full((reads, length), 4)
    quality = np.zeros((reads, length), dtype=np.int64)
    for r in range(reads):
        start = rng.integers(0, size - length)
        seq[r, :lengths[r]] = haplotypes[r % haps, start:start + lengths[r]]
        quality[r, :lengths[r]] = rng.integers(12, 40, lengths[r])
    miss = rng.random(seq.shape) < 0.03
    seq[miss & (seq < 4)] = 3 - seq[miss & (seq < 4)]
    return seq, quality, lengths, haplotypes
