import numpy as np


def sample(doc, word, topic, draws, docs, words, topics, alpha=0.1, beta=0.01):
    """Collapsed Gibbs sampling of latent topics (Griffiths and Steyvers); topic changes in place.

    Returns words of topics, topics of documents, and the mean logarithm of a token's probability after each sweep.
    """
    of_doc = np.zeros((docs, topics), dtype=np.int64)
    of_word = np.zeros((words, topics), dtype=np.int64)
    total = np.zeros(topics, dtype=np.int64)
    for d, w, z in zip(doc, word, topic):
        of_doc[d, z] += 1
        of_word[w, z] += 1
        total[z] += 1
    fit = np.zeros(draws.shape[0])
    for sweep in range(draws.shape[0]):
        for i in range(doc.size):
            d, w, z = doc[i], word[i], topic[i]
            of_doc[d, z] -= 1
            of_word[w, z] -= 1
            total[z] -= 1
            p = np.cumsum((of_doc[d] + alpha) * (of_word[w] + beta) / (total + beta * words))
            z = np.searchsorted(p, draws[sweep, i] * p[-1])
            topic[i] = z
            of_doc[d, z] += 1
            of_word[w, z] += 1
            total[z] += 1
        phi = (of_word + beta) / (total + beta * words)
        theta = (of_doc + alpha) / (of_doc.sum(axis=1, keepdims=True) + alpha * topics)
        fit[sweep] = np.mean(np.log(np.sum(theta[doc] * phi[word], axis=1)))
    return of_word, of_doc, fit
