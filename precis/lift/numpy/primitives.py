"""What definitions in library modules call for operations of the IR: names without bodies, each lifted by its handler in
precis/lift/numpy/functions/routines.py. Operands are arrays; matrices stand in the last two dimensions."""

from __future__ import annotations

from typing import Any


def _only_lifted(*args: Any) -> Any:
    raise NotImplementedError("this function exists in lifted programs only")


def stop(x):
    """x, which has no derivative."""
    return _only_lifted(x)


def parameter(x):
    """x as a float without derivative, which has to be a constant or an integer."""
    return _only_lifted(x)


def faddeeva(x, y):
    """(real, imaginary) part of exp(-z^2) erfc(-iz) at z = x + iy"""
    return _only_lifted(x, y)


def lambertw(k, x):
    """(real, imaginary) part on the branch k, an integer"""
    return _only_lifted(k, x)


def counted(n):
    """Whether only a run tells the size."""
    return _only_lifted(n)


def whole(n):
    """An integer as shapes have it: one that floating-point numbers make of a size holds between two ends."""
    return _only_lifted(n)


def elementwise():
    """Whether `*` and `**` of sparse operands are those of elements: of sparse arrays they are, of sparse matrices those of matrices."""
    return _only_lifted()


def parts_made(form, item):
    """What an item of a list puts into the lists that stand for it."""
    return _only_lifted(form, item)


def kept_apart(things, members):
    """A copy of a list, set or dict is among `members`, which change where Python would change it."""
    return _only_lifted(things, members)


def rows(count, length):
    """A list of as many rows of zeros, an array from the beginning on, which no other name sees."""
    return _only_lifted(count, length)


def cell(rows, row, k):
    """The k-th number of a row."""
    return _only_lifted(rows, row, k)


def put_cell(rows, row, k, number):
    """Another number in a row."""
    return _only_lifted(rows, row, k, number)


def line_given(members, item):
    """An array that becomes a part of others, as rows of one element each, which are views of it."""
    return _only_lifted(members, item)


def all_lines(members):
    """The array of all elements in such rows, a view of them."""
    return _only_lifted(members)


def changed_otherwise(lines):
    """More than appending is done to a list of arrays."""
    return _only_lifted(lines)


def line_taken(members, begin, count):
    """The array that so many of these rows are, which is in no list any more."""
    return _only_lifted(members, begin, count)


def shortened(members, begin, count):
    """Leaves so many of these rows out, if they are the last ones."""
    return _only_lifted(members, begin, count)


def never_more(number, most):
    """A number that never is larger than another."""
    return _only_lifted(number, most)


def item_made(form, parts):
    """The item whose parts these are."""
    return _only_lifted(form, parts)


def array_made(form, lists):
    """The array of items that are numbers or arrays of one shape."""
    return _only_lifted(form, lists)


def items_made(form, rows):
    """The items whose parts these are."""
    return _only_lifted(form, rows)


def sort(x, axis):
    """Ascending along an axis."""
    return _only_lifted(x, axis)


def argsort(x, axis):
    return _only_lifted(x, axis)


def searchsorted(table, x, right):
    return _only_lifted(table, x, right)


def fft(x, axis, inverse, norm):
    return _only_lifted(x, axis, inverse, norm)


def rfft(x, axis, norm):
    return _only_lifted(x, axis, norm)


def irfft(x, n, axis, norm):
    return _only_lifted(x, n, axis, norm)


def solve(a, b):
    """b of matrices; leading dimensions broadcast."""
    return _only_lifted(a, b)


def triangular_solve(a, b, lower, unit):
    return _only_lifted(a, b, lower, unit)


def cholesky(a):
    return _only_lifted(a)


def lu(a):
    return _only_lifted(a)


def lu_order(a, exchanges):
    return _only_lifted(a, exchanges)


def qr(a, complete):
    """(Q, R)"""
    return _only_lifted(a, complete)


def eigh(a):
    """(eigenvalues, eigenvectors)"""
    return _only_lifted(a)


def eigvalsh(a):
    return _only_lifted(a)


def eig(a):
    """(eigenvalues, eigenvectors)"""
    return _only_lifted(a)


def eigvals(a):
    return _only_lifted(a)


def svd(a, full):
    """(U, s, V^H)"""
    return _only_lifted(a, full)


def svdvals(a):
    return _only_lifted(a)


def det(a):
    return _only_lifted(a)


def slogdet(a):
    """(sign, log |det|)"""
    return _only_lifted(a)


def pinv(a, rcond):
    return _only_lifted(a, rcond)


def lstsq(a, b, rcond):
    return _only_lifted(a, b, rcond)


def hash_slots(names):
    """The hash table of keys: as many rows of slots."""
    return _only_lifted(names)


def hash_place(names, slots, key):
    """Where a key stands; ~slot, which is negative, where it does not."""
    return _only_lifted(names, slots, key)


def hash_there(place):
    """Whether a key was found at a place."""
    return _only_lifted(place)


def hash_noted(slots, names, place):
    """The key that has just come, for which that was found."""
    return _only_lifted(slots, names, place)


def hash_put(slots, slot, number):
    """The number of a key in its slot."""
    return _only_lifted(slots, slot, number)


def hash_again(slots, names):
    """The hash table anew."""
    return _only_lifted(slots, names)
