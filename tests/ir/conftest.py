"""The same random examples in every run, so that a failure belongs to a change."""

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")
