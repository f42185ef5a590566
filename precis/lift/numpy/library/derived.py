"""What classes derived from list and dict inherit: the list or dict that such an object is, under one attribute of it."""

from typing import Any

import numpy as np


class Dict:
    """dict"""

    def __init__(self, *given: Any, **named: Any):
        self._held_ = dict(*given, **named)

    def __getitem__(self, key: Any) -> Any:
        if hasattr(self, "__missing__") and key not in self._held_:
            return getattr(self, "__missing__")(key)  # noqa: B009
        return self._held_[key]

    def __setitem__(self, key: Any, thing: Any):
        self._held_[key] = thing

    def __delitem__(self, key: Any):
        del self._held_[key]

    def __contains__(self, key: Any):
        return key in self._held_

    def __len__(self):
        return len(self._held_)

    def __bool__(self):
        return len(self._held_) > 0

    def __iter__(self):
        return iter(list(self._held_))

    def __eq__(self, other: Any):
        return self._held_ == (other._held_ if isinstance(other, Dict) else other)

    def keys(self):
        return self._held_.keys()

    def values(self):
        return self._held_.values()

    def items(self):
        return self._held_.items()

    def get(self, key: Any, default: Any = None):
        return self._held_.get(key, default)

    def setdefault(self, key: Any, default: Any = None):
        return self._held_.setdefault(key, default)

    def pop(self, key: Any, *default: Any):
        return self._held_.pop(key, *default)

    def clear(self):
        self._held_.clear()

    def copy(self):
        return dict(self._held_)

    def update(self, *given: Any, **named: Any):
        for key, thing in dict(*given, **named).items():
            self._held_[key] = thing


class List:
    """list"""

    def __init__(self, given: Any = ()):
        self._held_ = list(given)

    def __getitem__(self, k: Any) -> Any:
        return self._held_[k]

    def __setitem__(self, k: Any, item: Any):
        self._held_[k] = item

    def __delitem__(self, k: Any):
        self._held_.pop(k)

    def __contains__(self, item: Any):
        return item in self._held_

    def __len__(self):
        return len(self._held_)

    def __bool__(self):
        return len(self._held_) > 0

    def __iter__(self):
        return iter(self._held_)

    def __eq__(self, other: Any):
        return self._held_ == (other._held_ if isinstance(other, List) else other)

    def __add__(self, other: Any):
        return self._held_ + list(other)

    def __iadd__(self, other: Any):
        self._held_.extend(list(other))
        return self

    def __mul__(self, times: Any):
        return self._held_ * times

    def __array__(self):
        return np.array(self._held_)

    def append(self, item: Any):
        self._held_.append(item)

    def extend(self, more: Any):
        self._held_.extend(list(more))

    def insert(self, k: Any, item: Any):
        self._held_.insert(k, item)

    def pop(self, k: Any = -1):
        return self._held_.pop(k)

    def remove(self, item: Any):
        self._held_.remove(item)

    def index(self, item: Any):
        return self._held_.index(item)

    def count(self, item: Any):
        return self._held_.count(item)

    def reverse(self):
        self._held_.reverse()

    def sort(self, *, key: Any = None, reverse: Any = False):
        self._held_.sort(key=key, reverse=reverse)

    def clear(self):
        self._held_.clear()

    def copy(self):
        return list(self._held_)
