import numpy as np

RD, CP, LV, EPS = 287.04, 1005.7, 2.501e6, 0.622
KAPPA = RD / CP


def saturation(p, t):
    """Mixing ratio of saturated air at a pressure in hPa and a temperature in K, after Bolton."""
    e = 6.112 * np.exp(17.67 * (t - 273.15) / (t - 29.65))
    return EPS * e / (p - e)


def moist_slope(p, t):
    """dT/dp along a pseudoadiabat."""
    r = saturation(p, t)
    return (RD * t + LV * r) / (CP + LV**2 * r * EPS / (RD * t**2)) / p


def virtual(t, r):
    return t * (1.0 + r / EPS) / (1.0 + r)


def condensation(p, t, r):
    """Pressure and temperature at which lifted air is saturated."""
    e = p * r / (EPS + r)
    cold = 2840.0 / (3.5 * np.log(t) - np.log(e) - 4.805) + 55.0
    return p * (cold / t) ** (1.0 / KAPPA), cold


def lift_parcel(p, t0, r0, p_lcl, t_lcl):
    levels = p.size
    t = np.empty((levels, t0.size))
    r = np.empty_like(t)
    t[0], r[0] = t0, r0
    for k in range(1, levels):
        dry = t0 * (p[k] / p[0]) ** KAPPA
        start = np.minimum(p[k - 1], p_lcl)
        warm = np.where(p[k - 1] > p_lcl, t_lcl, t[k - 1])
        dp = p[k] - start
        middle = warm + 0.5 * dp * moist_slope(start, warm)
        moist = warm + dp * moist_slope(start + 0.5 * dp, middle)
        t[k] = np.where(p[k] >= p_lcl, dry, moist)
        r[k] = np.where(p[k] >= p_lcl, r0, saturation(p[k], t[k]))
    return t, r


def ascent(p, t, r):
    """Energy that air of the lowest level gains and must first be given, and where it starts and ends to rise by itself."""
    p_lcl, t_lcl = condensation(p[0], t[0], r[0])
    tp, rp = lift_parcel(p, t[0], r[0], p_lcl, t_lcl)
    force = RD * (virtual(tp, rp) - virtual(t, r))
    layer = 0.5 * (force[1:] + force[:-1]) * np.log(p[:-1] / p[1:])[:, None]
    free = (layer > 0.0) & (p[1:, None] < p_lcl)
    any_free = free.any(axis=0)
    first = np.argmax(free, axis=0)
    last = free.shape[0] - 1 - np.argmax(free[::-1], axis=0)
    index = np.arange(layer.shape[0])[:, None]
    cape = np.where(free, layer, 0.0).sum(axis=0)
    cin = np.where((index < first) & (layer < 0.0), layer, 0.0).sum(axis=0)
    lfc = np.where(any_free, p[first], np.nan)
    top = np.where(any_free, p[last + 1], np.nan)
    return cape, np.where(any_free, cin, 0.0), p_lcl, lfc, top
