import numpy as np

GAS, CP, LATENT, SIGMA = 8.314, 29.3, 44100.0, 5.67e-8
PRESSURE, OXYGEN, CARBON = 101.3, 210.0, 410.0


def arrhenius(at25, energy, kelvin):
    return at25 * np.exp(energy * (kelvin - 298.15) / (298.15 * GAS * kelvin))


def peaked(at25, energy, kelvin, entropy=650.0, fall=2.0e5):
    top = 1.0 + np.exp((298.15 * entropy - fall) / (298.15 * GAS))
    return arrhenius(at25, energy, kelvin) * top / (1.0 + np.exp((kelvin * entropy - fall) / (kelvin * GAS)))


def saturation(kelvin):
    """Pressure in kPa."""
    return 0.6108 * np.exp(17.27 * (kelvin - 273.15) / (kelvin - 35.85))


def smaller_root(a, b, c):
    return (-b - np.sqrt(np.maximum(b * b - 4.0 * a * c, 0.0))) / (2.0 * a)


def assimilate(ci, light, kelvin, vmax25):
    """Net gain of carbon, the lesser of what the enzyme and what the light allows, with a smooth bend; and respiration."""
    vmax, jmax = peaked(vmax25, 65330.0, kelvin), peaked(1.67 * vmax25, 43540.0, kelvin)
    kc, ko = arrhenius(404.9, 79430.0, kelvin), arrhenius(278.4, 36380.0, kelvin)
    gamma, breath = arrhenius(42.75, 37830.0, kelvin), arrhenius(0.015 * vmax25, 46390.0, kelvin)
    j = smaller_root(0.7, -(0.425 * light + jmax), 0.425 * light * jmax)
    enzyme = vmax * (ci - gamma) / (ci + kc * (1.0 + OXYGEN / ko))
    lit = 0.25 * j * (ci - gamma) / (ci + 2.0 * gamma)
    return smaller_root(0.98, -(enzyme + lit), enzyme * lit) - breath


def leaf(light, air, humid, boundary, vmax25, g1=4.0, g0=0.01, most=80, tol=1e-10):
    """Gain, water and warmth of leaves, when stomata, photosynthesis and energy agree; and how far they were from it."""
    kelvin, ci = air + 0.0 * light, np.full(light.shape, 0.7 * CARBON)
    moist = humid * saturation(air)
    gain, water = np.zeros_like(light), np.zeros_like(light)
    change = np.inf
    for _ in range(most):
        lack = np.maximum(saturation(kelvin) - moist, 0.05)
        gain = assimilate(ci, light, kelvin, vmax25)
        stomata = g0 + 1.6 * (1.0 + g1 / np.sqrt(lack)) * np.maximum(gain, 0.0) / CARBON
        total = stomata * boundary / (stomata + boundary)
        water = total * lack / PRESSURE
        net = 0.35 * light - 4.0 * 0.97 * SIGMA * air ** 3 * (kelvin - air)
        warmer = air + (net - LATENT * water) / (2.0 * CP * boundary)
        thinner = CARBON - 1.6 * gain / total
        dk, dc = 0.4 * (warmer - kelvin), 0.4 * (np.clip(thinner, 50.0, 1.2 * CARBON) - ci)
        kelvin = kelvin + dk
        ci = ci + dc
        change = max(np.abs(dk).max(), np.abs(dc).max())
        if change < tol:
            break
    return gain, water, kelvin, change


def farquhar(light, air, humid, wind, leafarea, vmax_top=70.0, kb=0.55, kd=0.7):
    """By the hour: carbon gained, water lost, warmth of sunlit leaves at the top, worst lack of agreement, share of sunlit leaves."""
    above = np.cumsum(leafarea) - 0.5 * leafarea
    beam = 0.7 * light[:, None]
    spread = 0.3 * light[:, None] * kd * np.exp(-kd * above)
    scattered = 0.1 * beam * kb * np.exp(-kb * above)
    sunlit = np.exp(-kb * above)
    vmax = vmax_top * np.exp(-0.3 * above)
    boundary = 0.8 * np.sqrt(wind[:, None] * np.exp(-0.5 * above))
    hot, damp = air[:, None], humid[:, None]
    sun = leaf(kb * beam + spread + scattered, hot, damp, boundary, vmax)
    shade = leaf(spread + scattered, hot, damp, boundary, vmax)
    gain = np.sum(leafarea * (sunlit * sun[0] + (1.0 - sunlit) * shade[0]), axis=1)
    water = np.einsum("hl,l->h", sunlit * sun[1] + (1.0 - sunlit) * shade[1], leafarea)
    return gain, water, sun[2][:, 0], max(sun[3], shade[3]) < 1e-6, sunlit @ leafarea / leafarea.sum()
