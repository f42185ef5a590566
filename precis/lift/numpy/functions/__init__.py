"""NumPy's and Python's functions, by subject: tables of callables and their handlers."""
