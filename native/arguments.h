/* The arguments of a call from Python: integers, tuples and buffers, each checked before it is used.

   A reader returns nothing useful once a check has failed; the entry looks at `failed` before it calls anything.
   Buffers stay held until `end_call`. Only the limited API of Python 3.11, so that one build serves all later versions.
 */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

enum { MOST_BUFFERS = 40, MOST_PARTS = 16 };

typedef struct {
    const char *function;
    PyObject *const *given;
    Py_ssize_t count;
    Py_buffer views[MOST_BUFFERS];
    int held;
    bool failed;
} Arguments;

/* The items of a buffer. */
typedef struct {
    void *items;
    int64_t count;
} Items;

/* The kinds of items: those of NumPy's int16, int32, int64, float32, float64, bool and uint8. */
typedef enum { INT16, INT32, INT64, FLOAT32, FLOAT64, BOOL, UINT8 } Kind;

/* Begin a call, which must have so many arguments, or one more: the number of a set of instructions. */
void begin_call(
    Arguments *arguments, const char *function, PyObject *const *given, Py_ssize_t count, Py_ssize_t needed);

/* Raise ValueError with a message, unless a check has failed before. */
void fail(Arguments *arguments, const char *name, const char *fault);

/* Return an integer between two others, both included. */
int64_t take_integer(Arguments *arguments, PyObject *value, const char *name, int64_t least, int64_t most);

/* Return an integer of 64 bits, signed or not. */
uint64_t take_word(Arguments *arguments, PyObject *value, const char *name);

/* Return a contiguous buffer with at least so many items of a kind. */
Items take_items(Arguments *arguments, PyObject *value, const char *name, Kind kind, int64_t least, bool is_written);

/* Return true if a value is a buffer of a kind. */
bool is_buffer_of(Arguments *arguments, PyObject *value, const char *name, Kind kind);

/* Find the parts of a tuple, which must have so many. */
void take_parts(Arguments *arguments, PyObject *value, const char *name, PyObject **parts, Py_ssize_t count);

/* Release the buffers, and return the result, or NULL after a failure. */
PyObject *end_call(Arguments *arguments, PyObject *result);

#endif
