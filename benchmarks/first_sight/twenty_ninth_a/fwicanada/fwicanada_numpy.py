import numpy as np

DAYLIGHT = np.array([6.5, 7.5, 9.0, 12.8, 13.9, 13.9, 12.4, 10.9, 9.4, 8.0, 7.0, 6.0])
DRYING = np.array([-1.6, -1.6, -1.6, 0.9, 3.8, 5.8, 6.4, 5.0, 2.4, 0.4, -1.6, -1.6])


def fine_fuel(code, temp, humid, wind, rain):
    """Moisture of litter: rain wets it, then it dries or takes up water towards what the air allows."""
    m = 147.2 * (101.0 - code) / (59.5 + code)
    wet = rain > 0.5
    fell, before = rain[wet] - 0.5, m[wet]
    after = before + 42.5 * fell * np.exp(-100.0 / (251.0 - before)) * (1.0 - np.exp(-6.93 / fell))
    soaked = before > 150.0
    after[soaked] += 0.0015 * (before[soaked] - 150.0) ** 2 * np.sqrt(fell[soaked])
    m[wet] = np.minimum(after, 250.0)
    common = 0.18 * (21.1 - temp) * (1.0 - np.exp(-0.115 * humid))
    dry = 0.942 * humid ** 0.679 + 11.0 * np.exp((humid - 100.0) / 10.0) + common
    moist = 0.618 * humid ** 0.753 + 10.0 * np.exp((humid - 100.0) / 10.0) + common
    share = humid / 100.0
    speed = 0.581 * np.exp(0.0365 * temp)
    kd = speed * (0.424 * (1.0 - share ** 1.7) + 0.0694 * np.sqrt(wind) * (1.0 - share ** 8))
    kw = speed * (0.424 * (1.0 - (1.0 - share) ** 1.7) + 0.0694 * np.sqrt(wind) * (1.0 - (1.0 - share) ** 8))
    m = np.where(m > dry, dry + (m - dry) * 10.0 ** -kd, np.where(m < moist, moist - (moist - m) * 10.0 ** -kw, m))
    return np.clip(59.5 * (250.0 - m) / (147.2 + m), 0.0, 101.0)


def duff_moisture(code, temp, humid, rain, daylight):
    kept = code.copy()
    wet = rain > 1.5
    p = code[wet]
    slope = np.empty_like(p)
    low, high = p <= 33.0, p > 65.0
    middle = ~(low | high)
    slope[low] = 100.0 / (0.5 + 0.3 * p[low])
    slope[middle] = 14.0 - 1.3 * np.log(p[middle])
    slope[high] = 6.2 * np.log(p[high]) - 17.2
    fell = 0.92 * rain[wet] - 1.27
    m = 20.0 + np.exp(5.6348 - p / 43.43) + 1000.0 * fell / (48.77 + slope * fell)
    kept[wet] = np.maximum(244.72 - 43.43 * np.log(m - 20.0), 0.0)
    return kept + 1.894e-4 * (np.maximum(temp, -1.1) + 1.1) * (100.0 - humid) * daylight


def drought(code, temp, rain, drying):
    kept = code.copy()
    wet = rain > 2.8
    q = 800.0 * np.exp(-code[wet] / 400.0) + 3.937 * (0.83 * rain[wet] - 1.27)
    kept[wet] = np.maximum(400.0 * np.log(800.0 / q), 0.0)
    return kept + np.maximum(0.36 * (np.maximum(temp, -2.8) + 2.8) + drying, 0.0) / 2.0


def spread_index(code, wind):
    m = 147.2 * (101.0 - code) / (59.5 + code)
    return 0.208 * np.exp(0.05039 * wind) * 91.9 * np.exp(-0.1386 * m) * (1.0 + m ** 5.31 / 4.93e7)


def buildup(p, d):
    """Fuel there is to burn, from duff and deep soil; nothing where both are soaked."""
    deep = 0.4 * d
    ratio = 0.8 * d / np.where(p + deep > 0.0, p + deep, 1.0)
    u = np.where(p <= deep, ratio * p, p - (1.0 - ratio) * (0.92 + (0.0114 * p) ** 1.7))
    return np.maximum(u, 0.0)


def fwicanada(temp, humid, wind, rain, month, litter0=85.0, duff0=6.0, deep0=15.0):
    """Codes and the index day by day, and each station's mean severity."""
    days, stations = temp.shape
    litter, duff, deep, index = (np.empty((days, stations)) for _ in range(4))
    f, p, d = np.full(stations, litter0), np.full(stations, duff0), np.full(stations, deep0)
    for t in range(days):
        f = fine_fuel(f, temp[t], humid[t], wind[t], rain[t])
        p = duff_moisture(p, temp[t], humid[t], rain[t], DAYLIGHT[month[t]])
        d = drought(d, temp[t], rain[t], DRYING[month[t]])
        litter[t], duff[t], deep[t] = f, p, d
        u = buildup(p, d)
        burn = np.where(u <= 80.0, 0.626 * u ** 0.809 + 2.0, 1000.0 / (25.0 + 108.64 * np.exp(-0.023 * u)))
        b = 0.1 * spread_index(f, wind[t]) * burn
        index[t] = np.where(b > 1.0, np.exp(2.72 * (0.434 * np.log(np.maximum(b, 1.0))) ** 0.647), b)
    return litter, duff, deep, index, np.mean(0.0272 * index ** 1.77, axis=0)
