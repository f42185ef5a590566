import numpy as np

ONE = np.uint64(1)
TOP = np.uint64(63)


def left(b):
    """Bits moved towards larger columns over the edges of words, around a torus."""
    return (b << ONE) | (np.roll(b, 1, axis=1) >> TOP)


def right(b):
    return (b >> ONE) | (np.roll(b, -1, axis=1) << TOP)


def adder(a, b, c):
    half = a ^ b
    return half ^ c, (a & b) | (half & c)


def popcount(x):
    x = x - ((x >> ONE) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int(np.sum((x * np.uint64(0x0101010101010101)) >> np.uint64(56)))


def evolve(board, steps):
    """Conway's game of life, 64 cells to a word."""
    population = np.zeros(steps + 1, dtype=np.int64)
    population[0] = popcount(board)
    for s in range(steps):
        west, east = left(board), right(board)
        low, high = adder(west, board, east)
        side_low = west ^ east
        side_high = west & east
        low_a, high_a = np.roll(low, 1, axis=0), np.roll(high, 1, axis=0)
        low_b, high_b = np.roll(low, -1, axis=0), np.roll(high, -1, axis=0)
        one, carry = adder(low_a, low_b, side_low)
        two, four = adder(high_a, high_b, side_high)
        four_again = two & carry
        two = two ^ carry
        board[:] = two & ~(four | four_again) & (one | board)
        population[s + 1] = popcount(board)
    return population
