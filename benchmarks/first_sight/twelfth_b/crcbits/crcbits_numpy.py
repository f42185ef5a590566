def crcbits(data, poly=0x864CFB, start=0xB704CE):
    crc = start
    for byte in data:
        crc = crc ^ (int(byte) << 16)
        for _ in range(8):
            crc = crc << 1
            if crc & 0x1000000:
                crc = crc ^ poly
        crc = crc & 0xFFFFFF
    return crc
