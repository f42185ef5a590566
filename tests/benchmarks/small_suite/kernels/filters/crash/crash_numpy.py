import os


def crash(x):
    os.abort()
