// Lists of Python, and tuples and lists in them, as arrays: numbers are read where they lie, and their types compared. A library of its own,
// for all programs, as that of precis_call.hpp; precis.emit.lists fills in what is expected.
#pragma once

#include <cstdint>

extern "C" {
struct PyObject {  // as precis.emit.direct checks
    intptr_t references;
    const PyObject* type;
};
#define PR_PYTHON __attribute__((weak))  // null where the process is no Python
PR_PYTHON intptr_t PyList_Size(PyObject*);
PR_PYTHON PyObject* PyList_GetItem(PyObject*, intptr_t);
PR_PYTHON intptr_t PyTuple_Size(PyObject*);
PR_PYTHON PyObject* PyTuple_GetItem(PyObject*, intptr_t);
PR_PYTHON double PyFloat_AsDouble(PyObject*);
PR_PYTHON long long PyLong_AsLongLong(PyObject*);
PR_PYTHON PyObject* PyErr_Occurred();
PR_PYTHON void PyErr_Clear();
}

namespace pr {

// What one number of an item is: 'd' a float, 'q' an int, '?' a bool, 'm' a float or an int that is one, too.
struct Column {
    int64_t code;
    char* out;
    int64_t stride;  // bytes from the number of one item to that of the next
};
struct Kinds {
    const PyObject *floats, *ints, *bools, *truth, *lists, *tuples;  // types, and True
};
constexpr long long WHOLE = 1ll << 53;  // integers up to this are floating-point numbers, too

inline bool whole(PyObject* x, long long& n) {
    n = PyLong_AsLongLong(x);
    if (n != -1 || !PyErr_Occurred()) return true;
    PyErr_Clear();
    return false;
}

inline bool store(PyObject* x, const Column& c, const Kinds& k, int64_t at) {
    char* const out = c.out + at * c.stride;
    long long n = 0;
    if (c.code == '?') {
        *reinterpret_cast<bool*>(out) = x == k.truth;
        return x->type == k.bools;
    }
    if (c.code == 'q') {
        if (x->type != k.ints || !whole(x, n)) return false;
        *reinterpret_cast<int64_t*>(out) = n;
        return true;
    }
    if (x->type == k.floats) {
        *reinterpret_cast<double*>(out) = PyFloat_AsDouble(x);
        return true;
    }
    if (c.code != 'm' || x->type != k.ints || !whole(x, n) || n > WHOLE || n < -WHOLE) return false;
    *reinterpret_cast<double*>(out) = static_cast<double>(n);
    return true;
}

// `parts` numbers in each item, which is of the type `kind`; null: the items are the numbers.
struct Rows {
    const Kinds* kinds;
    const PyObject* kind;
    int64_t parts;
    const Column* columns;
    bool row(PyObject* x, int64_t at) const {
        if (kind == nullptr) return store(x, columns[0], *kinds, at);
        if (x->type != kind) return false;
        const bool list = kind == kinds->lists;
        if ((list ? PyList_Size(x) : PyTuple_Size(x)) != parts) return false;
        for (int64_t p = 0; p < parts; ++p)
            if (!store(list ? PyList_GetItem(x, p) : PyTuple_GetItem(x, p), columns[p], *kinds, at)) return false;
        return true;
    }
    bool all(PyObject* items, int64_t from, int64_t count) const {
        if (PyList_Size(items) != count) return false;
        for (int64_t i = 0; i < count; ++i)
            if (!row(PyList_GetItem(items, i), from + i)) return false;
        return true;
    }
};

}  // namespace pr

extern "C" {

// Whether all items are as expected; then the columns hold them.
int precis_list(PyObject* items, int64_t count, const pr::Rows* rows) {
    return rows->all(items, 0, count);
}

// Where the items of each list in a list begin and end, one behind the other: how many there are, or -1 where one is no list.
int64_t precis_runs(PyObject* items, int64_t count, const pr::Kinds* kinds, int64_t* begins, int64_t* ends) {
    int64_t all = 0;
    if (PyList_Size(items) != count) return -1;
    for (int64_t i = 0; i < count; ++i) {
        PyObject* const x = PyList_GetItem(items, i);
        if (x->type != kinds->lists) return -1;
        begins[i] = all;
        ends[i] = all += PyList_Size(x);
    }
    return all;
}

// The items of all lists in a list.
int precis_lists(PyObject* items, int64_t count, const pr::Rows* rows, const int64_t* begins, const int64_t* ends) {
    for (int64_t i = 0; i < count; ++i)
        if (!rows->all(PyList_GetItem(items, i), begins[i], ends[i] - begins[i])) return 0;
    return 1;
}
}
