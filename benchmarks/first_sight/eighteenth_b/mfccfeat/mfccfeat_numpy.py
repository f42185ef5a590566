import numpy as np


def mel(frequency):
    return 2595.0 * np.log10(1.0 + frequency / 700.0)


def filters(rate, width, bands):
    """Triangles that are evenly spaced by pitch."""
    edges = 700.0 * (10.0 ** (np.linspace(0.0, mel(rate / 2.0), bands + 2) / 2595.0) - 1.0)
    frequency = np.linspace(0.0, rate / 2.0, width // 2 + 1)
    bank = np.zeros((bands, width // 2 + 1))
    for b in range(bands):
        low, middle, high = edges[b:b + 3]
        rise = (frequency - low) / (middle - low)
        fall = (high - frequency) / (high - middle)
        bank[b] = np.clip(np.minimum(rise, fall), 0.0, None)
    return bank


def differences(x, reach):
    """Slopes over some frames to both sides, the ends repeated."""
    n = len(x)
    padded = np.pad(x, ((reach, reach), (0, 0)), mode="edge")
    slope = np.zeros_like(x)
    for k in range(1, reach + 1):
        slope += k * (padded[reach + k:reach + k + n] - padded[reach - k:reach - k + n])
    return slope / (2.0 * sum(k * k for k in range(1, reach + 1)))


def features(sound, rate, width, hop, bands, kept):
    """Cepstral coefficients of a sound, lifted, their slopes and the slopes of these, each of mean zero and scatter one."""
    x = np.append(sound[0], sound[1:] - 0.97 * sound[:-1])
    count = 1 + (len(x) - width) // hop
    frames = x[np.arange(width) + hop * np.arange(count)[:, np.newaxis]] * np.hamming(width)
    power = np.abs(np.fft.rfft(frames, axis=1)) ** 2 / width
    energy = np.log(np.maximum(power @ filters(rate, width, bands).T, 1e-10))
    angle = np.pi * np.outer(np.arange(kept), np.arange(bands) + 0.5) / bands
    cosines = np.sqrt(2.0 / bands) * np.cos(angle)
    cosines[0] /= np.sqrt(2.0)
    cepstrum = energy @ cosines.T * (1.0 + 11.0 * np.sin(np.pi * np.arange(kept) / 22.0))
    cepstrum[:, 0] = np.log(np.sum(power, axis=1) + 1e-10)
    slope = differences(cepstrum, 2)
    gathered = np.hstack([cepstrum, slope, differences(slope, 2)])
    return (gathered - gathered.mean(axis=0)) / (gathered.std(axis=0) + 1e-8)
