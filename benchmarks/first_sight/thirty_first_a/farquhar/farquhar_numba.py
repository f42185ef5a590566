import numba as nb
import numpy as np

GAS, CP, LATENT, SIGMA = 8.314, 29.3, 44100.0, 5.67e-8
PRESSURE, OXYGEN, CARBON = 101.3, 210.0, 410.0
TOP = 1.0 + np.exp((298.15 * 650.0 - 2.0e5) / (298.15 * GAS))


@nb.njit(error_model="numpy")
def smaller_root(a, b, c):
    return (-b - np.sqrt(max(b * b - 4.0 * a * c, 0.0))) / (2.0 * a)


@nb.njit(error_model="numpy")
def saturation(kelvin):
    return 0.6108 * np.exp(17.27 * (kelvin - 273.15) / (kelvin - 35.85))


@nb.njit(error_model="numpy")
def leaf(light, air, humid, boundary, vmax25):
    kelvin, ci = air, 0.7 * CARBON
    moist = humid * saturation(air)
    gain, water, change = 0.0, 0.0, np.inf
    for _ in range(80):
        lack = max(saturation(kelvin) - moist, 0.05)
        x = (kelvin - 298.15) / (298.15 * GAS * kelvin)
        high = TOP / (1.0 + np.exp((kelvin * 650.0 - 2.0e5) / (kelvin * GAS)))
        vmax, jmax = vmax25 * np.exp(65330.0 * x) * high, 1.67 * vmax25 * np.exp(43540.0 * x) * high
        k = 404.9 * np.exp(79430.0 * x) * (1.0 + OXYGEN / (278.4 * np.exp(36380.0 * x)))
        gamma = 42.75 * np.exp(37830.0 * x)
        j = smaller_root(0.7, -(0.425 * light + jmax), 0.425 * light * jmax)
        enzyme, lit = vmax * (ci - gamma) / (ci + k), 0.25 * j * (ci - gamma) / (ci + 2.0 * gamma)
        gain = smaller_root(0.98, -(enzyme + lit), enzyme * lit) - 0.015 * vmax25 * np.exp(46390.0 * x)
        stomata = 0.01 + 1.6 * (1.0 + 4.0 / np.sqrt(lack)) * max(gain, 0.0) / CARBON
        total = stomata * boundary / (stomata + boundary)
        water = total * lack / PRESSURE
        net = 0.35 * light - 4.0 * 0.97 * SIGMA * air ** 3 * (kelvin - air)
        dk = 0.4 * (air + (net - LATENT * water) / (2.0 * CP * boundary) - kelvin)
        dc = 0.4 * (min(max(CARBON - 1.6 * gain / total, 50.0), 1.2 * CARBON) - ci)
        kelvin += dk
        ci += dc
        change = max(abs(dk), abs(dc))
        if change < 1e-10:
            break
    return gain, water, kelvin, change


@nb.njit(error_model="numpy")
def farquhar(light, air, humid, wind, leafarea, vmax_top=70.0, kb=0.55, kd=0.7):
    hours, layers = light.size, leafarea.size
    gain, water, warm = np.zeros(hours), np.zeros(hours), np.zeros(hours)
    above, worst, lit, area = 0.0, 0.0, 0.0, 0.0
    for l in range(layers):
        above += 0.5 * leafarea[l]
        sunlit = np.exp(-kb * above)
        spread, scattered = 0.3 * kd * np.exp(-kd * above), 0.07 * kb * sunlit
        vmax, calm = vmax_top * np.exp(-0.3 * above), np.exp(-0.5 * above)
        for h in range(hours):
            boundary = 0.8 * np.sqrt(wind[h] * calm)
            dim = (spread + scattered) * light[h]
            a, b, c, d = leaf(0.7 * kb * light[h] + dim, air[h], humid[h], boundary, vmax)
            e, f, _, g = leaf(dim, air[h], humid[h], boundary, vmax)
            gain[h] += leafarea[l] * (sunlit * a + (1.0 - sunlit) * e)
            water[h] += leafarea[l] * (sunlit * b + (1.0 - sunlit) * f)
            worst = max(worst, d, g)
            if l == 0:
                warm[h] = c
        lit += sunlit * leafarea[l]
        area += leafarea[l]
        above += 0.5 * leafarea[l]
    return gain, water, warm, worst < 1e-6, lit / area
