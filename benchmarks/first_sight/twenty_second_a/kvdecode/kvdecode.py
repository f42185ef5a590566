import numpy as np


def initialize(tokens, width, heads, groups, depth, room):
    rng = np.random.default_rng(48)

    def normal(*shape):
        return (rng.standard_normal(shape) / np.sqrt(shape[-2] if len(shape) > 1 else 1)).astype(np.float32)
    x = rng.standard_normal((tokens, width)).astype(np.float32)
    gain = (1.0 + 0.1 * rng.standard_normal(width)).astype(np.float32)
    past = room - tokens
    keys, values = np.zeros((2, groups, room, depth), dtype=np.float32)
    keys[:, :past] = rng.standard_normal((groups, past, depth))
    values[:, :past] = rng.standard_normal((groups, past, depth))
    return (x, gain, normal(width, heads * depth), normal(width, groups * depth), normal(width, groups * depth),
            normal(heads * depth, width), keys, values, past)
