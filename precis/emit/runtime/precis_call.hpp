// Calls from Python without Python code in between: takes the arguments where they lie, makes the arrays of results and runs the compiled
// function, if all arguments are as the last ones were. A library of its own, for all programs; needs functions of Python's stable interface
// (3.11 and later), declared here, so that no header of Python has to be there, and NumPy's layout of an array, which precis.emit.direct checks.
#pragma once

#include <cstdint>
#include <cstring>

extern "C" {
struct PyObject;
#define PR_PYTHON __attribute__((weak))  // null where the process is no Python
PR_PYTHON PyObject* PyObject_Type(PyObject*);
PR_PYTHON PyObject* PyObject_CallObject(PyObject*, PyObject*);
PR_PYTHON PyObject* PyObject_CallFunctionObjArgs(PyObject*, ...);
PR_PYTHON PyObject* PyObject_GetItem(PyObject*, PyObject*);
PR_PYTHON void Py_IncRef(PyObject*);
PR_PYTHON void Py_DecRef(PyObject*);
PR_PYTHON PyObject* PyTuple_New(intptr_t);
PR_PYTHON int PyTuple_SetItem(PyObject*, intptr_t, PyObject*);
PR_PYTHON PyObject* PyTuple_GetItem(PyObject*, intptr_t);
PR_PYTHON double PyFloat_AsDouble(PyObject*);
PR_PYTHON long long PyLong_AsLongLong(PyObject*);
PR_PYTHON void* PyLong_AsVoidPtr(PyObject*);
PR_PYTHON PyObject* PyLong_FromLongLong(long long);
PR_PYTHON PyObject* PyErr_Occurred();
PR_PYTHON void PyErr_Clear();
PR_PYTHON void* PyEval_SaveThread();
PR_PYTHON void PyEval_RestoreThread(void*);
}

namespace pr {

struct Array {  // PyArrayObject_fields
    intptr_t references;
    const PyObject* type;
    char* memory;
    int rank;
    const intptr_t *shape, *strides;
    const PyObject *base, *dtype;
    int flags;
};
constexpr int ALIGNED = 0x0100, LAID_OUT = 0x0001 | ALIGNED, WRITEABLE = 0x0400;  // contiguous in C order, and aligned

// What precis.emit.direct fills in. A step says how an argument is taken.
enum Take : int64_t { ARRAY, CHANGED, REAL, WHOLE, SIZE, SAME };
struct Step {
    int64_t take, offset;          // in the struct of arguments
    int64_t code;                  // of the struct module
    int64_t bytes;                 // of an array, or of a number that may be an array without axes
    const PyObject *same, *other;  // the only objects that this argument, or the dtype of this array, may be
};
struct Result {
    int64_t offset;  // in the struct of arguments
    int64_t bytes;   // of a number; 0 for arrays
    PyObject* made;  // what np.empty is called with; for a number an array of its own
    PyObject* as;    // what is called with the number to make what is returned, or null
};
// In one place of what is returned: a result, or so many of its first elements along each axis as other results say (-1: all).
struct Item {
    int64_t result, axes;  // axes: 0 where it is the result itself
    const int64_t* lengths;
    PyObject* as;  // what is called with the elements to make what is returned, or null; what is returned itself, where `result` is -1
};
// What `rebuild` makes of the results, the only one, the tuple of them, `rebuild` itself, the only item, the tuple of items
enum Returned : int64_t { REBUILT, ONE, ALL, GIVEN, ITEM, ITEMS };
struct Direct {
    int64_t arguments, results, bytes, returned, items;
    const Step* steps;
    const int64_t* signature;  // rank and shape of each array, the value of each size, in their order
    const Result* homes;
    const Item* parts;
    const char* packed;             // the struct, with all that does not change
    const PyObject* const* types;  // ndarray; the types of numbers, floating ones first; 0
    int (*run)(const void*);
    PyObject *empty, *scalar, *rebuild, *failed, *otherwise;  // np.empty, (), and what is called or returned at the end
};
constexpr int MOST_ARRAYS = 64, MOST_BYTES = 4096;  // also of results and of the struct

struct Taken {
    const char* memory[MOST_ARRAYS];
    int64_t bytes[MOST_ARRAYS];
    bool changed[MOST_ARRAYS];
    int count = 0;
    const Array* array(PyObject* x, const Step& s) {
        const Array* a = reinterpret_cast<const Array*>(x);
        const int flags = s.take == CHANGED ? LAID_OUT | WRITEABLE : LAID_OUT;
        if (count == MOST_ARRAYS || (a->flags & flags) != flags || (a->dtype != s.same && a->dtype != s.other)) return nullptr;
        memory[count] = a->memory;
        bytes[count] = s.bytes;
        changed[count++] = s.take == CHANGED;
        return a;
    }
    bool overlap() const {
        for (int c = 0; c < count; ++c)
            for (int k = 0; changed[c] && k < count; ++k)
                if (k != c && memory[c] < memory[k] + bytes[k] && memory[k] < memory[c] + bytes[c]) return true;
        return false;
    }
};

inline int type_of(PyObject* x, const PyObject* const* types) {
    PyObject* type = PyObject_Type(x);
    Py_DecRef(type);  // objects keep their types
    for (int k = 0; types[k]; ++k)
        if (types[k] == type) return k;
    return -1;
}
constexpr int FLOATS = 3;  // types 1 to 3 are floating, those behind them whole
template <class T> inline bool put(char* at, long long x) {
    const T held = T(x);
    memcpy(at, &held, sizeof held);
    return (long long)(held) == x && !(x < 0 && !(T(-1) < T(0)));
}
inline bool put_whole(char* at, int64_t code, long long x) {
    switch (code) {
        case 'b': return put<int8_t>(at, x);
        case 'h': return put<int16_t>(at, x);
        case 'i': return put<int32_t>(at, x);
        case 'q': return put<int64_t>(at, x);
        case 'B': return put<uint8_t>(at, x);
        case 'H': return put<uint16_t>(at, x);
        case 'I': return put<uint32_t>(at, x);
        default: return false;
    }
}
inline bool put_real(char* at, int64_t code, PyObject* x) {
    const double value = PyFloat_AsDouble(x);
    if (value == -1.0 && PyErr_Occurred()) {
        PyErr_Clear();
        return false;
    }
    const float narrow = float(value);
    if (code == 'd') memcpy(at, &value, sizeof value);
    else memcpy(at, &narrow, sizeof narrow);
    return code == 'd' || (code == 'f' && narrow - narrow == 0.0f);
}
// The number that an array without axes holds.
inline bool put_only(char* at, const Step& s, PyObject* x) {
    const Array* a = reinterpret_cast<const Array*>(x);
    if (a->rank || !(a->flags & ALIGNED) || (a->dtype != s.same && a->dtype != s.other)) return false;
    memcpy(at, a->memory, size_t(s.bytes));
    return true;
}
inline bool whole(PyObject* x, int type, long long& value) {
    if (type <= FLOATS) return false;
    value = PyLong_AsLongLong(x);
    if (value != -1 || !PyErr_Occurred()) return true;
    PyErr_Clear();
    return false;
}
inline bool take(const Direct& d, const Step& s, PyObject* x, Taken& taken, char* packed, const int64_t*& known) {
    long long value = 0;
    if (s.take == SAME) return x == s.same;
    const int type = type_of(x, d.types);
    if (s.take == SIZE) return whole(x, type, value) && value == *known++;
    if (type == 0 && (s.take == REAL || s.take == WHOLE)) return put_only(packed + s.offset, s, x);
    if (s.take == REAL) return type > 0 && put_real(packed + s.offset, s.code, x);
    if (s.take == WHOLE) return whole(x, type, value) && put_whole(packed + s.offset, s.code, value);
    const Array* a = type == 0 ? taken.array(x, s) : nullptr;
    if (!a || a->rank != *known++) return false;
    for (int k = 0; k < a->rank; ++k)
        if (a->shape[k] != *known++) return false;
    memcpy(packed + s.offset, &a->memory, sizeof a->memory);
    return true;
}

// A new tuple with the arrays of results, into whose memory the struct points, and places for numbers; null with an error set.
inline PyObject* homes(const Direct& d, char* packed, char* numbers) {
    PyObject* made = PyTuple_New(d.results);
    for (int64_t k = 0; made && k < d.results; ++k) {
        const Result& r = d.homes[k];
        char* memory = numbers + 16 * k;
        if (!r.bytes) {
            PyObject* array = PyObject_CallObject(d.empty, r.made);
            if (!array) {
                Py_DecRef(made);
                return nullptr;
            }
            memory = reinterpret_cast<Array*>(array)->memory;
            PyTuple_SetItem(made, k, array);
        }
        memcpy(packed + r.offset, &memory, sizeof memory);
    }
    return made;
}

// The number that the function has left, as Python's object; null with an error set.
inline PyObject* number(const Direct& d, const Result& r, const char* memory) {
    memcpy(reinterpret_cast<Array*>(r.made)->memory, memory, size_t(r.bytes));
    PyObject* found = PyObject_GetItem(r.made, d.scalar);  // a copy
    if (!found || !r.as) return found;
    PyObject* converted = PyObject_CallFunctionObjArgs(r.as, found, static_cast<PyObject*>(nullptr));
    Py_DecRef(found);
    return converted;
}

// Copies the first elements of an array along each axis. Laid out in C order, `bytes` for an element of the last axis.
inline char* copy(char* to, const char* from, const int64_t* first, const intptr_t* shape, int axes, intptr_t bytes) {
    intptr_t inside = bytes;
    bool whole = true;  // all of the axes further inside
    for (int k = 1; k < axes; ++k) inside *= shape[k], whole &= first[k] == shape[k];
    if (whole) {
        memcpy(to, from, size_t(first[0] * inside));
        return to + first[0] * inside;
    }
    for (int64_t k = 0; k < first[0]; ++k) to = copy(to, from + k * inside, first + 1, shape + 1, axes - 1, bytes);
    return to;
}

constexpr int MOST_AXES = 8;
// The first elements of a result, a new array where they are not all; null where there are not so many, or with an error set.
inline PyObject* first_part(const Direct& d, const Item& item, PyObject* made, const char* numbers) {
    PyObject* all = PyTuple_GetItem(made, item.result);
    const Array* a = reinterpret_cast<const Array*>(all);
    int64_t first[MOST_AXES];
    if (a->rank != item.axes) return nullptr;
    PyObject* shape = PyTuple_New(item.axes);
    if (!shape) return nullptr;
    bool fits = true, empty = false, all_of_it = true;
    for (int k = 0; k < item.axes; ++k) {
        first[k] = a->shape[k];
        if (item.lengths[k] >= 0) memcpy(&first[k], numbers + 16 * item.lengths[k], sizeof first[k]);
        fits &= first[k] >= 0 && first[k] <= a->shape[k];
        empty |= first[k] == 0, all_of_it &= first[k] == a->shape[k];
        PyTuple_SetItem(shape, k, PyLong_FromLongLong(first[k]));
    }
    PyObject* part = nullptr;
    if (all_of_it && a->references == 1) Py_IncRef(part = all);  // nobody else gets it
    else if (fits) part = PyObject_CallFunctionObjArgs(d.empty, shape, PyTuple_GetItem(d.homes[item.result].made, 1), static_cast<PyObject*>(nullptr));
    Py_DecRef(shape);
    if (!part) return nullptr;
    if (part != all && !empty) {
        const intptr_t bytes = reinterpret_cast<const Array*>(part)->strides[item.axes - 1];
        copy(reinterpret_cast<Array*>(part)->memory, a->memory, first, a->shape, int(item.axes), bytes);
    }
    if (!item.as) return part;
    PyObject* converted = PyObject_CallFunctionObjArgs(item.as, part, static_cast<PyObject*>(nullptr));
    Py_DecRef(part);
    return converted;
}

// One item of what is returned; null where `rebuild` has to say what is wrong, or with an error set.
inline PyObject* item(const Direct& d, const Item& item, PyObject* made, const char* numbers) {
    if (item.axes) return first_part(d, item, made, numbers);
    if (item.result >= 0 && d.homes[item.result].bytes) return number(d, d.homes[item.result], numbers + 16 * item.result);
    PyObject* found = item.result < 0 ? item.as : PyTuple_GetItem(made, item.result);
    Py_IncRef(found);
    return found;
}

// The only item or the tuple of all; null as `item`.
inline PyObject* items(const Direct& d, PyObject* made, const char* numbers) {
    if (d.returned == ITEM) return item(d, d.parts[0], made, numbers);
    PyObject* all = PyTuple_New(d.items);
    for (int64_t k = 0; all && k < d.items; ++k) {
        PyObject* one = item(d, d.parts[k], made, numbers);
        if (!one) {
            Py_DecRef(all);
            return nullptr;
        }
        PyTuple_SetItem(all, k, one);
    }
    return all;
}

// What the program returns, made of the arrays and numbers; takes over `made`.
inline PyObject* returned(const Direct& d, PyObject* made, const char* numbers) {
    PyObject* only = nullptr;
    if (d.returned == ITEM || d.returned == ITEMS) {
        only = items(d, made, numbers);
        if (only || PyErr_Occurred()) {
            Py_DecRef(made);
            return only;
        }
    }
    for (int64_t k = 0; k < d.results; ++k) {
        if (!d.homes[k].bytes) continue;
        only = number(d, d.homes[k], numbers + 16 * k);
        if (!only) {
            Py_DecRef(made);
            return nullptr;
        }
        PyTuple_SetItem(made, k, only);
    }
    if (d.returned == ALL) return made;
    if (d.returned == ONE) {
        only = PyTuple_GetItem(made, 0);
        Py_IncRef(only);
    } else if (d.returned == GIVEN) {
        only = d.rebuild;
        Py_IncRef(only);
    } else only = PyObject_CallFunctionObjArgs(d.rebuild, made, static_cast<PyObject*>(nullptr));
    Py_DecRef(made);
    return only;
}

}  // namespace pr

// A function for Python (METH_FASTCALL) whose self is the address of a pr::Direct as a number: what the program returns, or `otherwise`,
// when nothing has been done.
extern "C" PyObject* precis_direct(PyObject* self, PyObject* const* arguments, intptr_t count) {
    const pr::Direct& d = *static_cast<const pr::Direct*>(PyLong_AsVoidPtr(self));
    alignas(16) char packed[pr::MOST_BYTES], numbers[16 * pr::MOST_ARRAYS];
    pr::Taken taken;
    const int64_t* known = d.signature;
    bool alike = count == d.arguments;
    if (alike) memcpy(packed, d.packed, size_t(d.bytes));
    for (int64_t k = 0; alike && k < count; ++k) alike = pr::take(d, d.steps[k], arguments[k], taken, packed, known);
    if (!alike || taken.overlap()) {
        Py_IncRef(d.otherwise);
        return d.otherwise;
    }
    PyObject* made = pr::homes(d, packed, numbers);
    if (!made) return nullptr;
    void* thread = PyEval_SaveThread();
    const int status = d.run(packed);
    PyEval_RestoreThread(thread);
    if (!status) return pr::returned(d, made, numbers);
    Py_DecRef(made);
    PyObject* code = PyLong_FromLongLong(status);
    PyObject* nothing = PyObject_CallFunctionObjArgs(d.failed, code, static_cast<PyObject*>(nullptr));  // raises
    Py_DecRef(code);
    return nothing;
}
