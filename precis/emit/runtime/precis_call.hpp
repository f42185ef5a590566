// Calls from Python without Python code in between: takes the arguments out of their tuple and runs the compiled function on them, if all
// of them are as the last ones were. Only for libraries that Python loads; needs functions of its stable interface (3.11 and later), which
// are declared here, so that no header of Python has to be there.
#pragma once

#include <cstdint>
#include <cstring>

extern "C" {
struct PyObject;
struct PrBuffer {  // Py_buffer
    void* memory;
    PyObject* owner;
    intptr_t bytes, itemsize;
    int readonly, rank;
    const char* format;
    const intptr_t *shape, *strides, *suboffsets;
    void* internal;
};
#define PR_PYTHON __attribute__((weak))  // null where the process is no Python
PR_PYTHON PyObject* PyTuple_GetItem(PyObject*, intptr_t);
PR_PYTHON intptr_t PyTuple_Size(PyObject*);
PR_PYTHON PyObject* PyObject_Type(PyObject*);
PR_PYTHON void Py_DecRef(PyObject*);
PR_PYTHON int PyObject_GetBuffer(PyObject*, PrBuffer*, int);
PR_PYTHON void PyBuffer_Release(PrBuffer*);
PR_PYTHON double PyFloat_AsDouble(PyObject*);
PR_PYTHON long long PyLong_AsLongLong(PyObject*);
PR_PYTHON PyObject* PyErr_Occurred();
PR_PYTHON void PyErr_Clear();
PR_PYTHON void* PyEval_SaveThread();
PR_PYTHON void PyEval_RestoreThread(void*);
}

namespace pr {

// What precis.emit.direct fills in. A step says how an argument is taken.
enum Take : int64_t { ARRAY, CHANGED, REAL, WHOLE, SIZE, SAME };
struct Step {
    int64_t take, offset;  // in the struct of arguments
    int64_t code;          // of the struct module
    const PyObject* same;  // the only object that this argument may be
};
struct Direct {
    int64_t arguments, results, bytes;
    const Step* steps;
    const int64_t* signature;  // rank and shape of each array, the value of each size, in their order
    const int64_t* homes;      // where the addresses of results go
    const char* packed;        // the struct, with all that does not change
    const PyObject* const* types;  // ndarray; the types of numbers, floating ones first; 0
    int (*run)(const void*);
};
constexpr int OTHERWISE = -1;  // the call is not direct
constexpr int ANY_RANK = 0x0001 | 0x0004 | 0x0020 | 0x0018;  // writable, with format, contiguous in C order, with strides
constexpr int MOST_ARRAYS = 64, MOST_BYTES = 4096;

struct Taken {
    PrBuffer held[MOST_ARRAYS];
    bool changed[MOST_ARRAYS];
    int count = 0;
    ~Taken() {
        while (count) PyBuffer_Release(&held[--count]);
    }
    const PrBuffer* array(PyObject* x, int64_t code, bool changes) {
        if (count == MOST_ARRAYS || PyObject_GetBuffer(x, &held[count], ANY_RANK)) {
            PyErr_Clear();
            return nullptr;
        }
        changed[count] = changes;
        const PrBuffer& b = held[count++];
        const bool alike = b.format && (b.format[0] == code || (b.format[0] == 'l' && code == 'q') || (b.format[0] == 'L' && code == 'Q')) && !b.format[1];
        return alike && b.bytes > 0 && reinterpret_cast<intptr_t>(b.memory) % b.itemsize == 0 ? &b : nullptr;
    }
    bool overlap() const {
        for (int c = 0; c < count; ++c)
            for (int k = 0; changed[c] && k < count; ++k) {
                const char *a = static_cast<const char*>(held[c].memory), *b = static_cast<const char*>(held[k].memory);
                if (k != c && a < b + held[k].bytes && b < a + held[c].bytes) return true;
            }
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
    if (s.take == REAL) return type > 0 && put_real(packed + s.offset, s.code, x);
    if (s.take == WHOLE) return whole(x, type, value) && put_whole(packed + s.offset, s.code, value);
    const PrBuffer* b = type == 0 ? taken.array(x, s.code, s.take == CHANGED) : nullptr;
    if (!b || b->rank != *known++) return false;
    for (int k = 0; k < b->rank; ++k)
        if (b->shape[k] != *known++) return false;
    memcpy(packed + s.offset, &b->memory, sizeof b->memory);
    return true;
}

}  // namespace pr

// What the compiled function returns for the arguments and the arrays of results (tuples), or OTHERWISE, when nothing has been done.
extern "C" int precis_direct(const pr::Direct* d, PyObject* arguments, PyObject* results) {
    if (!PyObject_GetBuffer || PyTuple_Size(arguments) != d->arguments) return pr::OTHERWISE;
    alignas(16) char packed[pr::MOST_BYTES];
    memcpy(packed, d->packed, size_t(d->bytes));
    pr::Taken taken;
    const int64_t* known = d->signature;
    for (int64_t k = 0; k < d->arguments; ++k)
        if (!pr::take(*d, d->steps[k], PyTuple_GetItem(arguments, k), taken, packed, known)) return pr::OTHERWISE;
    if (taken.overlap()) return pr::OTHERWISE;
    for (int64_t k = 0; k < d->results; ++k) {
        if (taken.count == pr::MOST_ARRAYS || PyObject_GetBuffer(PyTuple_GetItem(results, k), &taken.held[taken.count], 0x0001)) {
            PyErr_Clear();
            return pr::OTHERWISE;
        }
        memcpy(packed + d->homes[k], &taken.held[taken.count++].memory, sizeof(void*));
    }
    void* thread = PyEval_SaveThread();
    const int status = d->run(packed);
    PyEval_RestoreThread(thread);
    return status;
}
