import numpy as np


def initialize(bins, temperatures):
    modes = np.array([117, 180, 231, 290, 356, 414, 480, 551, 633, 702, 790, 845, 917, 983, 1049, 1130, 1208, 1344, 1421, 1466])
    saddle = np.array([88, 121, 205, 270, 311, 402, 455, 533, 601, 690, 770, 841, 902, 970, 1033, 1121, 1190, 1333, 1402, 3011, 2950])
    kt = 0.695 * np.linspace(300.0, 1500.0, temperatures)
    return modes, np.array([2950, 3010]), np.array([60, 55]), saddle, bins // 4, kt
