import numba as nb
import numpy as np


@nb.njit
def sample(doc, word, topic, draws, docs, words, topics, alpha=0.1, beta=0.01):
    of_doc, of_word, total = np.zeros((docs, topics), np.int64), np.zeros((words, topics), np.int64), np.zeros(topics, np.int64)
    tokens = doc.size
    for i in range(tokens):
        of_doc[doc[i], topic[i]] += 1
        of_word[word[i], topic[i]] += 1
        total[topic[i]] += 1
    fit, p = np.zeros(draws.shape[0]), np.empty(topics)
    share, length = np.empty(topics), np.empty(docs)
    for d in range(docs):
        length[d] = of_doc[d].sum() + alpha * topics
    for sweep in range(draws.shape[0]):
        for i in range(tokens):
            d, w, z = doc[i], word[i], topic[i]
            of_doc[d, z] -= 1
            of_word[w, z] -= 1
            total[z] -= 1
            for k in range(topics):
                p[k] = (of_doc[d, k] + alpha) * (of_word[w, k] + beta) / (total[k] + beta * words)
            for k in range(1, topics):
                p[k] += p[k - 1]
            u = draws[sweep, i] * p[topics - 1]
            z = 0
            while p[z] < u:
                z += 1
            topic[i] = z
            of_doc[d, z] += 1
            of_word[w, z] += 1
            total[z] += 1
        for k in range(topics):
            share[k] = 1.0 / (total[k] + beta * words)
        for i in range(tokens):
            d, w = doc[i], word[i]
            s = 0.0
            for k in range(topics):
                s += (of_doc[d, k] + alpha) * (of_word[w, k] + beta) * share[k]
            fit[sweep] += np.log(s / length[d])
        fit[sweep] /= tokens
    return of_word, of_doc, fit
