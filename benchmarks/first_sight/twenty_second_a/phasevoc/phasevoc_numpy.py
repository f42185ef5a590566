import numpy as np


def phasevoc(x, size, slow):
    """A sound made longer without a change of pitch: phases of frames go on at the rates that they show."""
    hop = size // 4
    stride = hop * slow // 4
    frames = (x.size - size) // hop + 1
    window = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(size) / size)
    turn = 2.0 * np.pi * hop * np.arange(size // 2 + 1) / size
    out = np.zeros((frames - 1) * stride + size)
    norm = np.zeros(out.size)
    phase = np.zeros(turn.size)
    before = np.zeros(turn.size)
    for t in range(frames):
        bins = np.fft.rfft(window * x[t * hop:t * hop + size])
        angle = np.angle(bins)
        if t == 0:
            phase = angle
        else:
            drift = angle - before - turn
            drift -= 2.0 * np.pi * np.round(drift / (2.0 * np.pi))
            phase = phase + (turn + drift) * (stride / hop)
        before = angle
        frame = np.fft.irfft(np.abs(bins) * np.exp(1j * phase), n=size)
        out[t * stride:t * stride + size] += window * frame
        norm[t * stride:t * stride + size] += window ** 2
    return out / np.maximum(norm, 1e-3)
