"""Message passing on a graph with attention over the edges of each node (segment_max, segment_sum), and a step of gradient descent."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.ops import segment_max, segment_sum


class Graph(NamedTuple):
    nodes: jax.Array
    edges: jax.Array
    senders: jax.Array
    receivers: jax.Array


def segment_softmax(logits, segments, count):
    biggest = segment_max(logits, segments, num_segments=count)
    weights = jnp.exp(logits - biggest[segments])
    return weights / (segment_sum(weights, segments, num_segments=count)[segments] + 1e-9)


def layer(p, g):
    count = g.nodes.shape[0]
    h = g.nodes @ p["w"]
    pair = jnp.concatenate([h[g.senders], h[g.receivers], g.edges], axis=-1)
    logits = jax.nn.leaky_relu(pair @ p["a"], 0.2)
    alpha = segment_softmax(logits, g.receivers, count)
    messages = alpha[:, None] * h[g.senders]
    degree = segment_sum(jnp.ones_like(alpha), g.receivers, count)
    out = segment_sum(messages, g.receivers, num_segments=count) / jnp.sqrt(1.0 + degree)[:, None]
    return g._replace(nodes=jax.nn.relu(out + h))


def loss_fn(params, g, targets):
    for p in params["layers"]:
        g = layer(p, g)
    out = g.nodes @ params["readout"]
    return jnp.mean((out[:, 0] - targets) ** 2)


@jax.jit
def gnn(params, graph, targets):
    value, grads = jax.value_and_grad(loss_fn)(params, graph, targets)
    return value, jax.tree.map(lambda p, d: p - 0.05 * d, params, grads)


def initialize(preset):
    n, e, f = {"S": (300, 1500, 16), "L": (4000, 32000, 48)}[preset]
    rng = np.random.default_rng(15)
    draw = lambda *shape: jnp.asarray(rng.normal(size=shape) * 0.3, jnp.float32)
    graph = Graph(draw(n, f), draw(e, 4), jnp.asarray(rng.integers(0, n, e), jnp.int32), jnp.asarray(rng.integers(0, n, e), jnp.int32))
    params = {"layers": [{"w": draw(f, f), "a": draw(2 * f + 4)} for _ in range(3)], "readout": draw(f, 1)}
    return params, graph, draw(n)
