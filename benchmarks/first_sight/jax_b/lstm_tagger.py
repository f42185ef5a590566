"""A tagger with a bidirectional LSTM under nn.scan: masked cross entropy, gradients clipped by their norm, one step of Adam."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np


class Layer(nn.Module):
    features: int
    reverse: bool = False

    @nn.compact
    def __call__(self, xs, mask):
        cell_type = nn.scan(nn.OptimizedLSTMCell, variable_broadcast="params", split_rngs={"params": False}, in_axes=1, out_axes=1,
                            reverse=self.reverse)
        cell = cell_type(self.features)
        carry = cell.initialize_carry(jax.random.key(0), xs[:, 0].shape)
        _, ys = cell(carry, xs * mask[..., None])
        return ys


class Tagger(nn.Module):
    vocab: int
    features: int
    tags: int

    @nn.compact
    def __call__(self, tokens, mask):
        x = nn.Embed(self.vocab, self.features)(tokens)
        both = [Layer(self.features, reverse)(x, mask) for reverse in (False, True)]
        h = nn.LayerNorm()(jnp.concatenate(both, axis=-1))
        return nn.Dense(self.tags)(nn.tanh(nn.Dense(self.features)(h)))


model = Tagger(vocab=64, features=16, tags=9)


def loss_fn(params, tokens, tags, mask):
    logits = model.apply(params, tokens, mask)
    nll = -jnp.take_along_axis(nn.log_softmax(logits), tags[..., None], axis=-1)[..., 0]
    return jnp.sum(nll * mask) / jnp.maximum(mask.sum(), 1.0)


def adam(params, grads, state, lr=1e-3, b1=0.9, b2=0.999, eps=1e-8):
    step, mu, nu = state
    step = step + 1
    mu = jax.tree.map(lambda m, g: b1 * m + (1 - b1) * g, mu, grads)
    nu = jax.tree.map(lambda v, g: b2 * v + (1 - b2) * g * g, nu, grads)
    scale = lr * jnp.sqrt(1 - b2**step) / (1 - b1**step)
    return jax.tree.map(lambda p, m, v: p - scale * m / (jnp.sqrt(v) + eps), params, mu, nu), (step, mu, nu)


@jax.jit
def lstm_tagger(params, state, tokens, tags, lengths):
    mask = (jnp.arange(tokens.shape[1])[None, :] < lengths[:, None]).astype(jnp.float32)
    loss, grads = jax.value_and_grad(loss_fn)(params, tokens, tags, mask)
    norm = jnp.sqrt(sum(jnp.vdot(g, g) for g in jax.tree.leaves(grads)))
    grads = jax.tree.map(lambda g: g * jnp.minimum(1.0, 1.0 / (norm + 1e-6)), grads)
    params, state = adam(params, grads, state)
    return params, state, loss, norm


def initialize(preset):
    batch, length = {"S": (4, 12), "L": (64, 64)}[preset]
    rng = np.random.default_rng(9)
    tokens = rng.integers(0, 64, (batch, length)).astype(np.int32)
    params = model.init(jax.random.key(1), tokens, np.ones(tokens.shape, np.float32))
    zeros = jax.tree.map(jnp.zeros_like, params)
    return (params, (jnp.int32(4), zeros, jax.tree.map(jnp.ones_like, zeros)), tokens, rng.integers(0, 9, tokens.shape).astype(np.int32),
            rng.integers(length // 2, length + 1, batch).astype(np.int32))
