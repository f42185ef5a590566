import numba as nb
import numpy as np

THICK = np.array([200.0, 300.0, 500.0])
FULL, DRY = 0.32 * THICK, 0.13 * THICK


@nb.njit(error_model="numpy")
def cropyear(low, high, sun, rain, water, nitrogen):
    days, fields = rain.shape
    stage = np.full(fields, -1.0)
    leaf, root, mass, ear = np.zeros(fields), np.zeros(fields), np.zeros(fields), np.zeros(fields)
    grain, seasons = np.zeros(fields), np.zeros(fields, np.int64)
    balance = np.zeros((fields, 4))
    mild = 4.0
    for day in range(days):
        mean = 0.5 * (low[day] + high[day])
        mild += 0.2 * (mean - mild)
        heat = 0.5 * (min(max(low[day], 8.0), 30.0) + min(max(high[day], 8.0), 30.0)) - 8.0
        slope = 4098.0 * 0.6108 * np.exp(17.27 * mean / (mean + 237.3)) / (mean + 237.3) ** 2
        most = 1.26 * slope / (slope + 0.066) * 0.55 * sun[day] / 2.45
        for f in range(fields):
            w = water[f]
            wet = min(max((w[0] - DRY[0]) / (FULL[0] - DRY[0]), 0.0), 1.2)
            keep = 254.0 * (100.0 / 78.0 - 1.0) * (1.0 - 0.5 * wet)
            off = max(rain[day, f] - 0.2 * keep, 0.0) ** 2 / (rain[day, f] + 0.8 * keep)
            deep = rain[day, f] - off
            for k in range(3):
                w[k] += deep
                deep = 0.4 * max(w[k] - FULL[k], 0.0)
                w[k] -= deep
            nitro = nitrogen[f] * (1.0 - deep / (deep + w[0] + w[1] + w[2]))
            if mild > 8.5 and stage[f] < 0.0 and w[0] > 0.65 * FULL[0] and seasons[f] < 3:
                stage[f] = 0.0
                leaf[f], root[f], mass[f], ear[f] = 0.08, 80.0, 6.0, 0.0
            grows = stage[f] >= 0.0
            cover = 1.0 - np.exp(-0.6 * leaf[f]) if grows else 0.0
            need, got, top = most * cover, 0.0, 0.0
            for k in range(3):
                reach = min(max((root[f] - top) / THICK[k], 0.0), 1.0)
                give = min(0.1 * reach * max(w[k] - DRY[k], 0.0), need - got)
                w[k] -= give
                got += give
                top += THICK[k]
            stress = got / need if need > 0.0 else 1.0
            dried = min(0.6 * most * (1.0 - cover), 0.2 * max(w[0] - 0.5 * DRY[0], 0.0))
            w[0] -= dried
            gain = 1.6 * sun[day] * cover * min(stress, nitro / (nitro + 30.0))
            nitro -= min(0.06 * gain, 0.5 * nitro)
            mass[f] += gain
            if grows:
                if stage[f] < 500.0:
                    leaf[f] += 0.02 * gain * (1.0 - leaf[f] / 7.0)
                if stage[f] > 750.0:
                    leaf[f] *= 1.0 - heat / 400.0
                if stage[f] >= 600.0:
                    ear[f] += 0.7 * gain
                root[f] = min(root[f] + 9.0 * stress, 1000.0)
                stage[f] += heat * (1.0 + 0.2 * (1.0 - stress))
            if stage[f] >= 1050.0:
                grain[f] += ear[f]
                seasons[f] += 1
                nitro += 50.0
                stage[f], leaf[f], mass[f] = -1.0, 0.0, 0.0
            nitrogen[f] = nitro
            balance[f, 0] += off
            balance[f, 1] += deep
            balance[f, 2] += got
            balance[f, 3] += dried
    return grain, seasons, balance, mass
