import numba as nb
import numpy as np

U = np.uint64
MASK = np.uint64(0x3FFFFFF)


@nb.njit(error_model="numpy")
def word(data, at):
    return U(data[at]) | U(data[at + 1]) << U(8) | U(data[at + 2]) << U(16) | U(data[at + 3]) << U(24)


@nb.njit(error_model="numpy")
def limbs(a, b, c, d):
    return a & MASK, (a >> U(26) | b << U(6)) & MASK, (b >> U(20) | c << U(12)) & MASK, (c >> U(14) | d << U(18)) & MASK, d >> U(8)


@nb.njit(error_model="numpy")
def carry(h0, h1, h2, h3, h4):
    h1 += h0 >> U(26)
    h2 += h1 >> U(26)
    h3 += h2 >> U(26)
    h4 += h3 >> U(26)
    return (h0 & MASK) + U(5) * (h4 >> U(26)), h1 & MASK, h2 & MASK, h3 & MASK, h4 & MASK


@nb.njit(error_model="numpy")
def polylimbs(message, key):
    lanes, size = message.shape
    tags = np.empty((lanes, 16), np.uint8)
    packed = np.empty(4, np.uint64)
    for lane in range(lanes):
        m, k = message[lane], key[lane]
        r0, r1, r2, r3, r4 = limbs(word(k, 0) & U(0x0FFFFFFF), word(k, 4) & U(0x0FFFFFFC), word(k, 8) & U(0x0FFFFFFC),
                                   word(k, 12) & U(0x0FFFFFFC))
        s1, s2, s3, s4 = U(5) * r1, U(5) * r2, U(5) * r3, U(5) * r4
        h0 = h1 = h2 = h3 = h4 = U(0)
        for at in range(0, size, 16):
            m0, m1, m2, m3, m4 = limbs(word(m, at), word(m, at + 4), word(m, at + 8), word(m, at + 12))
            h0, h1, h2, h3, h4 = h0 + m0, h1 + m1, h2 + m2, h3 + m3, h4 + m4 + U(1 << 24)
            d0 = h0 * r0 + h1 * s4 + h2 * s3 + h3 * s2 + h4 * s1
            d1 = h0 * r1 + h1 * r0 + h2 * s4 + h3 * s3 + h4 * s2
            d2 = h0 * r2 + h1 * r1 + h2 * r0 + h3 * s4 + h4 * s3
            d3 = h0 * r3 + h1 * r2 + h2 * r1 + h3 * r0 + h4 * s4
            d4 = h0 * r4 + h1 * r3 + h2 * r2 + h3 * r1 + h4 * r0
            h0, h1, h2, h3, h4 = carry(d0, d1, d2, d3, d4)
        h0, h1, h2, h3, h4 = carry(h0, h1, h2, h3, h4)
        h0, h1, h2, h3, h4 = carry(h0, h1, h2, h3, h4)
        g0 = h0 + U(5)
        g1 = h1 + (g0 >> U(26))
        g2 = h2 + (g1 >> U(26))
        g3 = h3 + (g2 >> U(26))
        g4 = h4 + (g3 >> U(26))
        if g4 >> U(26):
            h0, h1, h2, h3, h4 = g0 & MASK, g1 & MASK, g2 & MASK, g3 & MASK, g4 & MASK
        packed[0], packed[1] = h0 | h1 << U(26), h1 >> U(6) | h2 << U(20)
        packed[2], packed[3] = h2 >> U(12) | h3 << U(14), h3 >> U(18) | h4 << U(8)
        total = U(0)
        for i in range(4):
            total = (total >> U(32)) + (packed[i] & U(0xFFFFFFFF)) + word(k, 16 + 4 * i)
            for byte in range(4):
                tags[lane, 4 * i + byte] = total >> U(8 * byte) & U(255)
    return tags
