import numpy as np


def initialize(tones, sensors, shots, angles):
    rng = np.random.default_rng(241)
    freq = np.linspace(200.0, 800.0, tones)
    place = 0.2 * np.arange(sensors)
    delay = place[:, None] * np.sin(np.deg2rad([-30.0, 12.0])) / 340.0
    steer = np.exp(-2j * np.pi * freq[:, None, None] * delay)
    sound = rng.standard_normal((tones, 2, shots)) + 1j * rng.standard_normal((tones, 2, shots))
    noise = rng.standard_normal((tones, sensors, shots)) + 1j * rng.standard_normal((tones, sensors, shots))
    return steer @ sound + 0.5 * noise, freq, place, np.deg2rad(np.linspace(-80.0, 80.0, angles))
