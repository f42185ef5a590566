import numpy as np

THICK = np.array([200.0, 300.0, 500.0])
FULL, DRY = 0.32 * THICK, 0.13 * THICK


def warmth(low, high, base=8.0, best=30.0):
    """Degrees of a day that count for growth."""
    return 0.5 * (np.clip(low, base, best) + np.clip(high, base, best)) - base


def demand(low, high, sun):
    """What the air would take from wet ground in a day, after Priestley and Taylor."""
    mean = 0.5 * (low + high)
    slope = 4098.0 * 0.6108 * np.exp(17.27 * mean / (mean + 237.3)) / (mean + 237.3) ** 2
    return 1.26 * slope / (slope + 0.066) * 0.55 * sun / 2.45


def runoff(rain, water, curve=78.0):
    """What doesn't enter, by a curve that wet ground raises."""
    wet = np.clip((water[:, 0] - DRY[0]) / (FULL[0] - DRY[0]), 0.0, 1.2)
    keep = 254.0 * (100.0 / curve - 1.0) * (1.0 - 0.5 * wet)
    return np.maximum(rain - 0.2 * keep, 0.0) ** 2 / (rain + 0.8 * keep)


def cascade(water, flow, rate=0.4):
    """Water down from layer to layer, in place; what leaves the last one."""
    for k in range(water.shape[1]):
        water[:, k] += flow
        flow = rate * np.maximum(water[:, k] - FULL[k], 0.0)
        water[:, k] -= flow
    return flow


def drink(water, need, root):
    """Water that roots get from the layers they reach, in place, the upper ones first."""
    got = np.zeros_like(need)
    top = 0.0
    for k in range(water.shape[1]):
        reach = np.clip((root - top) / THICK[k], 0.0, 1.0)
        give = np.minimum(0.1 * reach * np.maximum(water[:, k] - DRY[k], 0.0), need - got)
        water[:, k] -= give
        got += give
        top += THICK[k]
    return got


def cropyear(low, high, sun, rain, water, nitrogen):
    """Grain and harvests of each field, its balance of water (off, deep, drunk, dried) and what stands there."""
    days, fields = rain.shape
    stage = np.full(fields, -1.0)
    leaf, root, mass, ear = np.zeros(fields), np.zeros(fields), np.zeros(fields), np.zeros(fields)
    grain, seasons = np.zeros(fields), np.zeros(fields, dtype=np.int64)
    balance = np.zeros((fields, 4))
    mild = 4.0
    for day in range(days):
        mild += 0.2 * (0.5 * (low[day] + high[day]) - mild)
        heat = warmth(low[day], high[day])
        off = runoff(rain[day], water)
        deep = cascade(water, rain[day] - off)
        nitrogen *= 1.0 - deep / (deep + water.sum(axis=1))
        if mild > 8.5:
            sow = (stage < 0.0) & (water[:, 0] > 0.65 * FULL[0]) & (seasons < 3)
            stage[sow] = 0.0
            leaf[sow], root[sow], mass[sow], ear[sow] = 0.08, 80.0, 6.0, 0.0
        grows = stage >= 0.0
        cover = np.where(grows, 1.0 - np.exp(-0.6 * leaf), 0.0)
        most = demand(low[day], high[day], sun[day])
        need = most * cover
        got = drink(water, need, root)
        stress = np.where(need > 0.0, got / np.where(need > 0.0, need, 1.0), 1.0)
        dried = np.minimum(0.6 * most * (1.0 - cover), 0.2 * np.maximum(water[:, 0] - 0.5 * DRY[0], 0.0))
        water[:, 0] -= dried
        gain = 1.6 * sun[day] * cover * np.minimum(stress, nitrogen / (nitrogen + 30.0))
        nitrogen -= np.minimum(0.06 * gain, 0.5 * nitrogen)
        mass += gain
        leaf += np.where(grows & (stage < 500.0), 0.02 * gain * (1.0 - leaf / 7.0), 0.0)
        leaf[grows & (stage > 750.0)] *= 1.0 - heat / 400.0
        ripens = grows & (stage >= 600.0)
        ear[ripens] += 0.7 * gain[ripens]
        root = np.where(grows, np.minimum(root + 9.0 * stress, THICK.sum()), root)
        stage[grows] += heat * (1.0 + 0.2 * (1.0 - stress[grows]))
        done = stage >= 1050.0
        if done.any():
            grain[done] += ear[done]
            seasons[done] += 1
            nitrogen[done] += 50.0
            stage[done] = -1.0
            leaf[done], mass[done] = 0.0, 0.0
        balance += np.stack((off, deep, got, dried), axis=1)
    return grain, seasons, balance, mass
