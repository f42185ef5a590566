import numba as nb
import numpy as np

DAYLIGHT = np.array([6.5, 7.5, 9.0, 12.8, 13.9, 13.9, 12.4, 10.9, 9.4, 8.0, 7.0, 6.0])
DRYING = np.array([-1.6, -1.6, -1.6, 0.9, 3.8, 5.8, 6.4, 5.0, 2.4, 0.4, -1.6, -1.6])


@nb.njit(error_model="numpy")
def fine_fuel(code, temp, humid, wind, rain):
    m = 147.2 * (101.0 - code) / (59.5 + code)
    if rain > 0.5:
        fell, before = rain - 0.5, m
        m = before + 42.5 * fell * np.exp(-100.0 / (251.0 - before)) * (1.0 - np.exp(-6.93 / fell))
        if before > 150.0:
            m += 0.0015 * (before - 150.0) ** 2 * np.sqrt(fell)
        m = min(m, 250.0)
    common = 0.18 * (21.1 - temp) * (1.0 - np.exp(-0.115 * humid))
    damp = np.exp((humid - 100.0) / 10.0)
    share = humid / 100.0
    dry = 0.942 * humid ** 0.679 + 11.0 * damp + common
    if m > dry:
        k = 0.581 * np.exp(0.0365 * temp) * (0.424 * (1.0 - share ** 1.7) + 0.0694 * np.sqrt(wind) * (1.0 - share ** 8))
        m = dry + (m - dry) * 10.0 ** -k
    else:
        moist = 0.618 * humid ** 0.753 + 10.0 * damp + common
        if m < moist:
            k = 0.581 * np.exp(0.0365 * temp)
            k *= 0.424 * (1.0 - (1.0 - share) ** 1.7) + 0.0694 * np.sqrt(wind) * (1.0 - (1.0 - share) ** 8)
            m = moist - (moist - m) * 10.0 ** -k
    return min(max(59.5 * (250.0 - m) / (147.2 + m), 0.0), 101.0)


@nb.njit(error_model="numpy")
def duff_moisture(code, temp, humid, rain, daylight):
    kept = code
    if rain > 1.5:
        if code <= 33.0:
            slope = 100.0 / (0.5 + 0.3 * code)
        elif code <= 65.0:
            slope = 14.0 - 1.3 * np.log(code)
        else:
            slope = 6.2 * np.log(code) - 17.2
        fell = 0.92 * rain - 1.27
        m = np.exp(5.6348 - code / 43.43) + 1000.0 * fell / (48.77 + slope * fell)
        kept = max(244.72 - 43.43 * np.log(m), 0.0)
    return kept + 1.894e-4 * (max(temp, -1.1) + 1.1) * (100.0 - humid) * daylight


@nb.njit(error_model="numpy")
def drought(code, temp, rain, drying):
    if rain > 2.8:
        q = 800.0 * np.exp(-code / 400.0) + 3.937 * (0.83 * rain - 1.27)
        code = max(400.0 * np.log(800.0 / q), 0.0)
    return code + max(0.36 * (max(temp, -2.8) + 2.8) + drying, 0.0) / 2.0


@nb.njit(error_model="numpy")
def fire_index(f, p, d, wind):
    m = 147.2 * (101.0 - f) / (59.5 + f)
    spread = 0.208 * np.exp(0.05039 * wind) * 91.9 * np.exp(-0.1386 * m) * (1.0 + m ** 5.31 / 4.93e7)
    deep = 0.4 * d
    ratio = 0.8 * d / (p + deep if p + deep > 0.0 else 1.0)
    u = max(ratio * p if p <= deep else p - (1.0 - ratio) * (0.92 + (0.0114 * p) ** 1.7), 0.0)
    b = 0.1 * spread * (0.626 * u ** 0.809 + 2.0 if u <= 80.0 else 1000.0 / (25.0 + 108.64 * np.exp(-0.023 * u)))
    return np.exp(2.72 * (0.434 * np.log(b)) ** 0.647) if b > 1.0 else b


@nb.njit(error_model="numpy")
def fwicanada(temp, humid, wind, rain, month, litter0=85.0, duff0=6.0, deep0=15.0):
    days, stations = temp.shape
    litter, duff = np.empty((days, stations)), np.empty((days, stations))
    deep, index = np.empty((days, stations)), np.empty((days, stations))
    severity = np.zeros(stations)
    for t in range(days):
        for s in range(stations):
            f = litter[t - 1, s] if t else litter0
            p = duff[t - 1, s] if t else duff0
            d = deep[t - 1, s] if t else deep0
            f = fine_fuel(f, temp[t, s], humid[t, s], wind[t, s], rain[t, s])
            p = duff_moisture(p, temp[t, s], humid[t, s], rain[t, s], DAYLIGHT[month[t]])
            d = drought(d, temp[t, s], rain[t, s], DRYING[month[t]])
            litter[t, s], duff[t, s], deep[t, s] = f, p, d
            index[t, s] = fire_index(f, p, d, wind[t, s])
            severity[s] += 0.0272 * index[t, s] ** 1.77 / days
    return litter, duff, deep, index, severity
