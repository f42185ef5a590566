"""Programs of bits and bytes: hashing, random numbers, codes, widths that overflow."""

import numpy as np

from tests.lift.numpy.surface import Collection, R

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both


@prog(lambda n: (R(n).integers(0, 256, n).astype(np.uint8),), grad=False)
def fnv(data):
    h = np.uint32(2166136261)
    with np.errstate(over='ignore'):
        for x in data:
            h = (h ^ np.uint32(x)) * np.uint32(16777619)
    return h


@prog(lambda n: (R(n).integers(0, 2 ** 31, n).astype(np.uint64), 5), grad=False)
def xorshift(s, k):
    out = np.zeros((k, s.shape[0]))
    for i in range(k):
        s ^= s << np.uint64(13)
        s ^= s >> np.uint64(7)
        s ^= s << np.uint64(17)
        out[i] = (s >> np.uint64(11)) / 2.0 ** 53
    return out


@prog(lambda n: (R(n).integers(0, 2 ** 32, n, dtype=np.uint32), 7), grad=False)
def hash_rounds(x, rounds):
    x = x.copy()
    for r in range(rounds):
        x = x << np.uint32(13) | x >> np.uint32(19)
        x *= np.uint32(5)
        x += np.uint32(3864292196)
        x ^= x >> np.uint32(16)
    h = np.bitwise_xor.reduce(x)
    return (x, h)


@prog(lambda n: (R(n).integers(0, 256, n).astype(np.uint8), 40503), grad=False)
def fingerprint(data, factor):
    """Bits that are set (Kernighan's loop), a word of 16 bits turned and mixed with their number, and the classes of bytes that were seen."""
    weight, seen = 0, 0
    word = 0xACE1
    for b in data:
        left = 0xFF & int(b)
        while left:
            left &= left - 1
            weight += 1
        word = ((word << 3) | (word >> 13)) & 0xFFFF
        word ^= ~(weight * factor) & 0xFFFF
        if word & 1 and b > 7:
            seen |= 1 << (int(b) & 7)
        else:
            word >>= 1
    return weight, word, seen


@prog(lambda n: (R(n).integers(0, 100, (n, n + 2)), R(n).integers(0, 100, (n, n + 2)), 2, 9, np.int64(4)), close=None, grad=False)
def doses(amount, interval, low, high, scale):
    """Amounts within limits, by integers of Python and of NumPy."""
    return np.clip(amount, low, high) * amount.dtype.type(3) + interval * scale + 5, amount // (interval + 1) % scale


@prog(lambda n: (R(n).integers(0, 2**16, n).astype(np.uint16), R(n).integers(-128, 128, n).astype(np.int8)), close=None, grad=False)
def gray_code(x, small):
    """Gray's code and back, by shifts of 16 bits; 8 bits that overflow."""
    code = x ^ (x >> np.uint16(1))
    back = code.copy()
    for shift in (8, 4, 2, 1):
        back ^= back >> np.uint16(shift)
    small += np.int8(100)
    return code, back, small * small, (code << np.uint16(3)).astype(np.uint8)


@prog(lambda n: (R(n).integers(0, 2**32, n, dtype=np.uint32),), grad=False)
def signs_of_words(a):
    """Words seen with and without a sign."""
    b = a.view(np.int32)
    return b, b >> 1, (b + np.int32(3)).view(np.uint32), a.view("i4").max()


@prog(lambda n: (R(n).integers(-2 ** 31, 2 ** 31, n).astype(np.int32), R(n).random(n) > 0.5), grad=False)
def least(x, kept):
    """The least whole number of its width stands for what is missing."""
    return np.maximum(np.where(kept, x, np.int32(-2 ** 31)), np.roll(x, 1)), np.max(x, initial=np.int32(-2 ** 31))


@prog(lambda n: (R(n).integers(0, 256, 16 * n, dtype=np.uint8), R(n).integers(-9, 9, n, dtype=np.int32)), grad=False)
def bits_as_other_integers(data, signed):
    """The lowest digits come first."""
    words = data[:len(data) // 4 * 4].view(np.uint32)
    return data.view(np.uint16), words ^ np.uint32(7), data.view(np.int64), signed.view(np.uint8), (signed * 3).view(np.int16)


@prog(lambda n: (np.linspace(-300.5, 70000.25, n), np.array([0, 5, 15, *(2**64 - k for k in range(1, 8))], np.uint64)), grad=False)
def unsigned_of_reals(x, near):
    """Reals below 0 wrap round, as does what rounding to tens lifts beyond the largest integer."""
    return x.astype(np.uint64), x.astype(np.uint32), x.astype(np.uint16), x.astype(np.uint8), np.uint32(x[0]), np.round(near, -1)
