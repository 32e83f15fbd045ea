/* Access to Python lists, with and without the GIL.

   minesweep_take_item borrows an item and minesweep_leave_item gives it back; minesweep_swap_item
   sets an item and returns the one before, with a reference to it. minesweep_list_items is the array
   of a list's items where it may be used directly, else NULL.

   Under the GIL no list changes while a click reads and writes, so looking into it is safe. Without
   the GIL other threads can change, shorten or drop a list at any time: each access locks the
   list, checks the index and keeps the item alive, and NULL stands for an item that is gone. */
#ifndef MINESWEEP_LISTS_H
#define MINESWEEP_LISTS_H

#include <Python.h>

#if defined(Py_GIL_DISABLED) || defined(MINESWEEP_WITHOUT_GIL)
static inline PyObject *minesweep_take_item(PyObject *list, Py_ssize_t index)
{
    PyObject *item = list == NULL ? NULL : PyList_GetItemRef(list, index);
    if (item == NULL) PyErr_Clear();
    return item;
}
#define minesweep_leave_item(item) Py_XDECREF(item)
static inline PyObject *minesweep_swap_item(PyObject *list, Py_ssize_t index, PyObject *item)
{
    PyObject *before = minesweep_take_item(list, index);
    if (before != NULL) {
        Py_INCREF(item);
        if (PyList_SetItem(list, index, item) < 0) PyErr_Clear();
    }
    return before;
}
#define minesweep_list_size(list) PyList_Size(list)
#define minesweep_list_items(list) ((PyObject **)NULL)
#else
#define minesweep_take_item(list, index) PyList_GET_ITEM(list, index)
#define minesweep_leave_item(item) ((void)(item))
static inline PyObject *minesweep_swap_item(PyObject *list, Py_ssize_t index, PyObject *item)
{
    PyObject *before = PyList_GET_ITEM(list, index);
    Py_INCREF(item);
    PyList_SET_ITEM(list, index, item);
    return before;
}
#define minesweep_list_size(list) PyList_GET_SIZE(list)
#define minesweep_list_items(list) (((PyListObject *)(list))->ob_item)
#endif

/* Gives `count` references to one object back and takes as many to another. */
static inline void minesweep_exchange_references(PyObject *old, PyObject *fresh, Py_ssize_t count)
{
#ifdef Py_REF_DEBUG
    for (; count > 0; count--) { Py_INCREF(fresh); Py_DECREF(old); }
#else
    Py_SET_REFCNT(fresh, Py_REFCNT(fresh) + count);
    Py_SET_REFCNT(old, Py_REFCNT(old) - count);
#endif
}

#endif
