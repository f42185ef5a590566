import numpy as np


def encode(data):
    """Bytes coded by a binary range coder: a tree of adaptive chances of 11 bits, bounds of 32 bits, carries handed back."""
    chance = [1024] * 256
    low = 0
    span = 0xFFFFFFFF
    held = 0
    waiting = 0
    first = True
    out = []
    for byte in data:
        node = 1
        for k in range(7, -1, -1):
            bit = (int(byte) >> k) & 1
            bound = (span >> 11) * chance[node]
            if bit == 0:
                span = bound
                chance[node] += (2048 - chance[node]) >> 4
            else:
                low += bound
                span -= bound
                chance[node] -= chance[node] >> 4
            node = 2 * node + bit
            while span < 1 << 24:
                if low < 0xFF000000 or low > 0xFFFFFFFF:
                    carry = low >> 32
                    if not first:
                        out.append((held + carry) & 255)
                    for _ in range(waiting):
                        out.append((255 + carry) & 255)
                    waiting = 0
                    first = False
                    held = (low >> 24) & 255
                else:
                    waiting += 1
                low = (low & 0x00FFFFFF) << 8
                span <<= 8
    for _ in range(5):
        if low < 0xFF000000 or low > 0xFFFFFFFF:
            carry = low >> 32
            out.append((held + carry) & 255)
            for _ in range(waiting):
                out.append((255 + carry) & 255)
            waiting = 0
            held = (low >> 24) & 255
        else:
            waiting += 1
        low = (low & 0x00FFFFFF) << 8
    return np.array(out, dtype=np.uint8)
