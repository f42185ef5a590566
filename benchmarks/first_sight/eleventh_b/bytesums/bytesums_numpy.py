import numpy as np


def table_of(poly):
    """What each byte does to a register of sixteen bits that shifts to the left."""
    entry = np.arange(256, dtype=np.uint16) << np.uint16(8)
    for _ in range(8):
        top = (entry & np.uint16(0x8000)) != 0
        entry = np.where(top, (entry << np.uint16(1)) ^ np.uint16(poly), entry << np.uint16(1))
    return entry


def checks(data, poly, start):
    """Two checks of a message: a cyclic one, and Fletcher's with 32 bits over pairs of bytes."""
    table = table_of(poly)
    register = start
    for byte in data:
        register = ((register << 8) & 0xFF00) ^ int(table[(register >> 8) ^ byte])
    words = data[: len(data) // 2 * 2].view(np.uint16).astype(np.uint32)
    low, high = 0, 0
    for block in range(0, len(words), 256):
        part = words[block: block + 256].astype(np.uint64)
        running = np.cumsum(part) + np.uint64(low)
        high = (high + int(running.sum())) % 65535
        low = int(running[-1]) % 65535
    return register, (high << 16) | low
