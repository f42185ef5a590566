import numpy as np

POLY = 0xEDB88320


def table():
    t = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        odd = (t & np.uint32(1)).astype(bool)
        t >>= np.uint32(1)
        t[odd] ^= np.uint32(POLY)
    return t


def checksums(messages):
    """CRC-32 of rows of bytes, and how many bits differ from the checksum of the row before."""
    packets, length = messages.shape
    lookup = table()
    crc = np.full(packets, 0xFFFFFFFF, dtype=np.uint32)
    for byte in messages.T:
        crc = lookup[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    crc = ~crc
    diff = crc[1:] ^ crc[:-1]
    diff = diff - ((diff >> 1) & 0x55555555)
    diff = (diff & 0x33333333) + ((diff >> 2) & 0x33333333)
    diff = (diff + (diff >> 4)) & 0x0F0F0F0F
    return crc, (diff * np.uint32(0x01010101)) >> 24
