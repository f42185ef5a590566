import numpy as np


def layer_norm(x, gain, shift, eps=1e-5):
    mean = np.mean(x, axis=-1, keepdims=True)
    var = np.var(x, axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(var + np.float32(eps)) * gain + shift


def gelu(x):
    return 0.5 * x * (1.0 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def fnetblk(x, w1, b1, w2, b2, g1, s1, g2, s2):
    """One encoder block: mixing over tokens and features by a real part of a transform, then two dense layers."""
    mixed = np.fft.fft2(x, axes=(1, 2)).real.astype(np.float32)
    h = layer_norm(x + mixed / np.float32(np.sqrt(x.shape[1] * x.shape[2])), g1, s1)
    return layer_norm(h + gelu(h @ w1 + b1) @ w2 + b2, g2, s2)
