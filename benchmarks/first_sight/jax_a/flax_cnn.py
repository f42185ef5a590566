"""A convolutional classifier as a flax.linen module: the loss, the gradient of all weights, and the accuracy."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np


class CNN(nn.Module):
    features: int = 16
    classes: int = 10

    @nn.compact
    def __call__(self, x):
        x = nn.Conv(self.features, (3, 3))(x)
        x = nn.relu(x)
        x = nn.max_pool(x, (2, 2), strides=(2, 2))
        x = nn.Conv(2 * self.features, (3, 3))(x)
        x = nn.GroupNorm(num_groups=4)(x)
        x = nn.relu(x)
        x = nn.avg_pool(x, (2, 2), strides=(2, 2))
        x = x.reshape((x.shape[0], -1))
        x = nn.Dense(64)(x)
        x = nn.relu(x)
        return nn.Dense(self.classes)(x)


model = CNN()


def loss_fn(params, images, labels):
    logits = model.apply({"params": params}, images)
    one_hot = jax.nn.one_hot(labels, 10)
    loss = -jnp.mean(jnp.sum(one_hot * jax.nn.log_softmax(logits), axis=-1))
    return loss, logits


@jax.jit
def flax_cnn(params, images, labels):
    (loss, logits), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, images, labels)
    accuracy = jnp.mean(jnp.argmax(logits, -1) == labels)
    return loss, accuracy, jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def initialize(preset):
    batch, side = {"S": (6, 16), "L": (96, 28)}[preset]
    rng = np.random.default_rng(3)
    images = rng.normal(size=(batch, side, side, 1)).astype(np.float32)
    labels = rng.integers(0, 10, batch).astype(np.int32)
    return model.init(jax.random.PRNGKey(0), images)["params"], images, labels
