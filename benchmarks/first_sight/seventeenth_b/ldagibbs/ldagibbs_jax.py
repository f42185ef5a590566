from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.jit, static_argnums=(4, 5, 6))
def sample(doc, word, topic, draws, docs, words, topics, alpha=0.1, beta=0.01):
    def token(state, given):
        of_doc, of_word, total = state
        d, w, z, u = given
        of_doc, of_word, total = of_doc.at[d, z].add(-1), of_word.at[w, z].add(-1), total.at[z].add(-1)
        p = jnp.cumsum((of_doc[d] + alpha) * (of_word[w] + beta) / (total + beta * words))
        z = jnp.sum(p < u * p[-1])
        return (of_doc.at[d, z].add(1), of_word.at[w, z].add(1), total.at[z].add(1)), z

    def sweep(state, u):
        counts, topic = state
        counts, topic = lax.scan(token, counts, (doc, word, topic, u))
        of_doc, of_word, total = counts
        phi = (of_word + beta) / (total + beta * words)
        theta = (of_doc + alpha) / (of_doc.sum(axis=1, keepdims=True) + alpha * topics)
        return (counts, topic), jnp.mean(jnp.log(jnp.sum(theta[doc] * phi[word], axis=1)))
    counts = (jnp.zeros((docs, topics), int).at[doc, topic].add(1), jnp.zeros((words, topics), int).at[word, topic].add(1),
              jnp.zeros(topics, int).at[topic].add(1))
    ((of_doc, of_word, _), topic), fit = lax.scan(sweep, (counts, topic), draws)
    return of_word, of_doc, fit, topic
