/* The arguments of a call from Python: see `arguments.h`. */
#include "arguments.h"

#include <string.h>

/* The letters that the format of a buffer can have, its name, and the size of an item. */
static const struct {
    const char *letters, *name;
    Py_ssize_t size;
} KINDS_OF_ITEMS[] = {
    [INT16] = {"h", "int16", 2},
    [INT32] = {"il", "int32", 4},
    [INT64] = {"lq", "int64", 8},
    [FLOAT32] = {"f", "float32", 4},
    [FLOAT64] = {"d", "float64", 8},
    [BOOL] = {"?", "bool", 1},
    [UINT8] = {"B", "uint8", 1},
};

static void fail_with(Arguments *arguments, PyObject *kind, PyObject *message) {
    if (message && !arguments->failed) PyErr_SetObject(kind, message);
    Py_XDECREF(message);
    arguments->failed = true;
}

void begin_call(
    Arguments *arguments, const char *function, PyObject *const *given, Py_ssize_t count, Py_ssize_t needed) {
    arguments->function = function;
    arguments->given = given;
    arguments->count = count;
    arguments->held = 0;
    arguments->failed = false;
    if (count != needed && count != needed + 1)
        fail_with(arguments, PyExc_TypeError,
            PyUnicode_FromFormat("%s() takes %zd arguments, and %zd were given", function, needed, count));
}

void fail(Arguments *arguments, const char *name, const char *fault) {
    fail_with(arguments, PyExc_ValueError, PyUnicode_FromFormat("%s(): %s %s", arguments->function, name, fault));
}

int64_t take_integer(Arguments *arguments, PyObject *value, const char *name, int64_t least, int64_t most) {
    if (arguments->failed) return least;
    const long long number = PyLong_AsLongLong(value);
    if (number == -1 && PyErr_Occurred()) {
        arguments->failed = true;
        return least;
    }
    if (least <= number && number <= most) return number;
    fail_with(arguments, PyExc_ValueError,
        PyUnicode_FromFormat("%s(): %s must be %lld to %lld, not %lld", arguments->function, name, (long long)least,
            (long long)most, number));
    return least;
}

uint64_t take_word(Arguments *arguments, PyObject *value, const char *name) {
    if (arguments->failed) return 0;
    if (!PyLong_Check(value)) {
        fail_with(arguments, PyExc_TypeError,
            PyUnicode_FromFormat("%s(): %s must be an int, not %R", arguments->function, name, value));
        return 0;
    }
    const unsigned long long word = PyLong_AsUnsignedLongLongMask(value);
    if (word == UINT64_MAX && PyErr_Occurred()) arguments->failed = true;
    return word;
}

static bool has_format(const Py_buffer *view, Kind kind) {
    const char *format = view->format ? view->format : "B";
    if (*format == '@' || *format == '=') format++;
    return *format && !format[1] && strchr(KINDS_OF_ITEMS[kind].letters, *format) &&
           view->itemsize == KINDS_OF_ITEMS[kind].size;
}

Items take_items(Arguments *arguments, PyObject *value, const char *name, Kind kind, int64_t least, bool is_written) {
    const Items nothing = {NULL, 0};
    if (arguments->failed) return nothing;
    if (arguments->held == MOST_BUFFERS) {
        fail(arguments, name, "comes after too many buffers");
        return nothing;
    }
    Py_buffer *view = &arguments->views[arguments->held];
    if (PyObject_GetBuffer(value, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (is_written ? PyBUF_WRITABLE : 0)) < 0) {
        arguments->failed = true;
        return nothing;
    }
    arguments->held++;
    const Items items = {view->buf, view->len / KINDS_OF_ITEMS[kind].size};
    if (!has_format(view, kind)) {
        fail_with(arguments, PyExc_ValueError,
            PyUnicode_FromFormat("%s(): %s must have items of %s, not of the format %s", arguments->function, name,
                KINDS_OF_ITEMS[kind].name, view->format ? view->format : "B"));
        return nothing;
    }
    if (items.count && (uintptr_t)items.items % (uintptr_t)KINDS_OF_ITEMS[kind].size) {
        fail(arguments, name, "is not aligned to its items");
        return nothing;
    }
    if (items.count < least) {
        fail_with(arguments, PyExc_ValueError,
            PyUnicode_FromFormat("%s(): %s must have at least %lld items, not %lld", arguments->function, name,
                (long long)least, (long long)items.count));
        return nothing;
    }
    return items;
}

bool is_buffer_of(Arguments *arguments, PyObject *value, const char *name, Kind kind) {
    (void)name;
    Py_buffer view;
    if (arguments->failed || PyObject_GetBuffer(value, &view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0) {
        arguments->failed = true;
        return false;
    }
    const bool is_of_kind = has_format(&view, kind);
    PyBuffer_Release(&view);
    return is_of_kind;
}

void take_parts(Arguments *arguments, PyObject *value, const char *name, PyObject **parts, Py_ssize_t count) {
    if (arguments->failed) return;
    if (!PyTuple_Check(value) || PyTuple_Size(value) != count) {
        fail_with(arguments, PyExc_TypeError,
            PyUnicode_FromFormat("%s(): %s must be a tuple of %zd parts, not %R", arguments->function, name, count,
                (PyObject *)Py_TYPE(value)));
        return;
    }
    for (Py_ssize_t part = 0; part < count; part++) parts[part] = PyTuple_GetItem(value, part);
}

PyObject *end_call(Arguments *arguments, PyObject *result) {
    for (int view = 0; view < arguments->held; view++) PyBuffer_Release(&arguments->views[view]);
    if (arguments->failed) {
        Py_XDECREF(result);
        return NULL;
    }
    return result;
}
