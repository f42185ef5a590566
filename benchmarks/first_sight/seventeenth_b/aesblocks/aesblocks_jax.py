import jax
import jax.numpy as jnp
import numpy as np

ROUNDS = 10


def tables():
    power, log, a = [0] * 255, [0] * 256, 1
    for k in range(255):
        power[k], log[a] = a, k
        a ^= (a << 1) ^ (0x11B if a & 0x80 else 0)
    box = []
    for v in range(256):
        b = power[(255 - log[v]) % 255] if v else 0
        box.append((b ^ b << 1 ^ b << 2 ^ b << 3 ^ b << 4 ^ b >> 7 ^ b >> 6 ^ b >> 5 ^ b >> 4 ^ 0x63) & 0xFF)
    return np.array(box, np.uint8)


BOX = tables()
CONSTANTS = (1, 2, 4, 8, 16, 32, 64, 128, 27, 54)
ROWS = (5 * np.arange(16)) % 16


def xtime(a):
    return (a << 1) ^ jnp.where(a & 0x80, 0x1B, 0).astype(jnp.uint8)


def mix(state):
    a = state.reshape(-1, 4, 4)
    every = a[:, :, 0] ^ a[:, :, 1] ^ a[:, :, 2] ^ a[:, :, 3]
    return (a ^ every[:, :, None] ^ xtime(a ^ jnp.roll(a, -1, axis=2))).reshape(-1, 16)


@jax.jit
def encrypt(data, key, nonce):
    """The table of substitution is a constant of the program."""
    box = jnp.asarray(BOX)
    words = list(key.reshape(4, 4))
    for i in range(4, 4 * (ROUNDS + 1)):
        word = words[-1]
        if i % 4 == 0:
            word = box[jnp.roll(word, -1)]
            word = word.at[0].set(word[0] ^ jnp.uint8(CONSTANTS[i // 4 - 1]))
        words.append(words[i - 4] ^ word)
    keys = jnp.stack(words).reshape(-1, 16)
    blocks = data.shape[0]
    counter = (jnp.arange(blocks)[:, None] >> jnp.arange(56, -8, -8)) & 0xFF
    state = jnp.concatenate([jnp.broadcast_to(nonce, (blocks, 8)), counter.astype(jnp.uint8)], axis=1) ^ keys[0]
    for r in range(1, ROUNDS):
        state = mix(box[state][:, ROWS]) ^ keys[r]
    return data ^ box[state][:, ROWS] ^ keys[ROUNDS]
