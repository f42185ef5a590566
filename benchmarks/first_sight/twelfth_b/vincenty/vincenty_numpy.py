import numpy as np

A, F = 6378137.0, 1.0 / 298.257223563


def inverse(lat1, lon1, lat2, lon2, steps):
    b = (1.0 - F) * A
    u1 = np.arctan((1.0 - F) * np.tan(np.radians(lat1)))
    u2 = np.arctan((1.0 - F) * np.tan(np.radians(lat2)))
    su1, cu1, su2, cu2 = np.sin(u1), np.cos(u1), np.sin(u2), np.cos(u2)
    away = np.radians(lon2 - lon1)
    lam = away
    for _ in range(steps):
        sl, cl = np.sin(lam), np.cos(lam)
        ss = np.sqrt((cu2 * sl) ** 2 + (cu1 * su2 - su1 * cu2 * cl) ** 2)
        cs = su1 * su2 + cu1 * cu2 * cl
        sigma = np.arctan2(ss, cs)
        sa = cu1 * cu2 * sl / ss
        c2a = 1.0 - sa**2
        cm = cs - 2.0 * su1 * su2 / c2a
        c = F / 16.0 * c2a * (4.0 + F * (4.0 - 3.0 * c2a))
        lam = away + (1.0 - c) * F * sa * (sigma + c * ss * (cm + c * cs * (2.0 * cm**2 - 1.0)))
    k = c2a * (A**2 - b**2) / b**2
    big = 1.0 + k / 16384.0 * (4096.0 + k * (-768.0 + k * (320.0 - 175.0 * k)))
    small = k / 1024.0 * (256.0 + k * (-128.0 + k * (74.0 - 47.0 * k)))
    delta = small * ss * (cm + small / 4.0 * (cs * (2.0 * cm**2 - 1.0)
                                              - small / 6.0 * cm * (4.0 * ss**2 - 3.0) * (4.0 * cm**2 - 3.0)))
    bearing = np.degrees(np.arctan2(cu2 * np.sin(lam), cu1 * su2 - su1 * cu2 * np.cos(lam)))
    return b * big * (sigma - delta), bearing % 360.0
