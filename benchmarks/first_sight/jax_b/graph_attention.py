"""Two layers of graph attention: softmax over the edges that enter a node, segment by segment; the gradient of all weights."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.ops import segment_max, segment_sum


def segment_softmax(scores, segments, n):
    top = segment_max(scores, segments, num_segments=n)
    e = jnp.exp(scores - jax.lax.stop_gradient(jnp.where(jnp.isfinite(top), top, 0.0))[segments])
    return e / (segment_sum(e, segments, num_segments=n)[segments] + 1e-9)


def layer(p, x, senders, receivers, heads):
    n = x.shape[0]
    h = (x @ p["w"]).reshape(n, heads, -1)
    score = jnp.einsum("nhf,hf->nh", h, p["a_src"])[senders] + jnp.einsum("nhf,hf->nh", h, p["a_dst"])[receivers]
    alpha = segment_softmax(jax.nn.leaky_relu(score, 0.2), receivers, n)
    return segment_sum(alpha[..., None] * h[senders], receivers, num_segments=n), alpha


def forward(params, x, senders, receivers):
    h, alpha = layer(params[0], x, senders, receivers, 4)
    h = jax.nn.elu(h.reshape(x.shape[0], -1) + params[0]["b"])
    out, _ = layer(params[1], h, senders, receivers, 1)
    return out.mean(1) + params[1]["b"], alpha


def loss_fn(params, x, senders, receivers, labels, train):
    logits, alpha = forward(params, x, senders, receivers)
    logp = jax.nn.log_softmax(logits)
    nll = -logp[jnp.arange(len(labels)), labels]
    entropy = -jnp.sum(jnp.where(alpha > 0, alpha * jnp.log(jnp.where(alpha > 0, alpha, 1.0)), 0.0))
    return jnp.sum(jnp.where(train, nll, 0.0)) / train.sum() + 1e-4 * entropy, logits


@jax.jit
def graph_attention(params, x, senders, receivers, labels, train):
    (loss, logits), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, x, senders, receivers, labels, train)
    hit = jnp.argmax(logits, axis=1) == labels
    degree = jnp.bincount(receivers, length=x.shape[0])
    return loss, jnp.where(train, False, hit).sum() / (~train).sum(), degree, jax.tree.map(lambda p, g: p - 0.01 * g, params, grads)


def initialize(preset):
    n, edges, f, hidden, classes = {"S": (60, 240, 16, 8, 5), "L": (2000, 12000, 48, 16, 7)}[preset]
    rng = np.random.default_rng(12)
    draw = lambda *s: jnp.asarray(0.3 * rng.normal(size=s), jnp.float32)
    params = [{"w": draw(f, 4 * hidden), "a_src": draw(4, hidden), "a_dst": draw(4, hidden), "b": jnp.zeros(4 * hidden)},
              {"w": draw(4 * hidden, classes), "a_src": draw(1, classes), "a_dst": draw(1, classes), "b": jnp.zeros(classes)}]
    senders, receivers = rng.integers(0, n, (2, edges)).astype(np.int32)
    return params, draw(n, f), senders, receivers, rng.integers(0, classes, n).astype(np.int32), rng.random(n) < 0.5
