/* counted_calls(function, calls): calls a function once for each tuple of arguments.
   Callgrind counts from where it is entered to where it returns. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Not static, so that callgrind finds it by name. */
PyObject *counted_calls(PyObject *module, PyObject *arguments) {
    PyObject *function, *calls;
    if (!PyArg_ParseTuple(arguments, "OO!", &function, &PyList_Type, &calls))
        return NULL;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(calls); i++) {
        PyObject *result = PyObject_Call(function, PyList_GET_ITEM(calls, i), NULL);
        if (!result)
            return NULL;
        Py_DECREF(result);
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"counted_calls", counted_calls, METH_VARARGS, NULL}, {NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "counted_calls", .m_size = -1, .m_methods = methods};

PyMODINIT_FUNC PyInit_counted_calls(void) { return PyModule_Create(&definition); }
