"""Multi-head self-attention (JAX).

    head_h = softmax(Q_h K_h^T / sqrt(d_h)) V_h,   Q = x W_q, K = x W_k, V = x W_v,   out = concat(heads) W_o

Vaswani et al. 2017, Attention Is All You Need, eq. 1 and section 3.2.2. The softmax subtracts the largest logit of each
row, which changes nothing in real arithmetic and keeps exp in range. Arrays are binary32, the default of JAX.
"""

import jax.numpy as jnp
import numpy as np

HEADS = 4


def softmax(logits):
    """Probabilities exp(logits) / sum(exp(logits)) along the last axis."""
    largest = jnp.max(logits, axis=-1, keepdims=True)
    weights = jnp.exp(logits - largest)
    return weights / jnp.sum(weights, axis=-1, keepdims=True)


def attention(x, w_q, w_k, w_v, w_o):
    """Attend from every token to every token; x and the result (tokens, width), the four weights (width, width)."""
    tokens, width = x.shape

    def split(y):
        return y.reshape(tokens, HEADS, width // HEADS).transpose(1, 0, 2)

    query = split(x @ w_q)
    key = split(x @ w_k)
    value = split(x @ w_v)
    logits = query @ key.transpose(0, 2, 1) / jnp.sqrt(width // HEADS)
    probabilities = softmax(logits)
    heads = probabilities @ value
    merged = heads.transpose(1, 0, 2).reshape(tokens, width)
    out = merged @ w_o
    return out


def inputs(seed, size=None):
    """Arguments of `attention`: size tokens (default 128) of width 64, weights scaled as at initialisation (Glorot)."""
    tokens, width = 128 if size is None else size, 64
    rng = np.random.default_rng(seed)
    x = rng.normal(0.0, 1.0, (tokens, width)).astype(np.float32)
    w_q, w_k, w_v, w_o = (rng.normal(0.0, width**-0.5, (4, width, width)) * 1.3).astype(np.float32)
    return x, w_q, w_k, w_v, w_o
