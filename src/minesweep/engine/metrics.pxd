# cython: language_level=3
"""Boards as numbers: what a board shows when all is revealed, its openings, and its 3BV.

Mines are bytes in reading order, rows end to end; anything but 0 is a mine. A blank square is one
without a mine on it or around it, an opening an area of adjacent blank squares.
"""

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memset

from minesweep.engine.letters cimport compare_pair
from minesweep.engine.words cimport lowest, population

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX

cdef struct Measures:
    Py_ssize_t openings
    Py_ssize_t isolated  # numbered squares that no opening reveals

cdef struct Runs:
    # The runs of blank squares in a row, from left to right: run i begins at edges[2 * i] and ends
    # before edges[2 * i + 1]. Runs that are known to be of one opening have one label: the number
    # of the last of them.
    Py_ssize_t count
    Py_ssize_t* edges
    Py_ssize_t* labels

cdef struct Window:
    # Four rows of a board that is read from top to bottom, in words of 64 squares: row r lies at
    # r % 4. A word of zeros lies before each row and behind the last, and the last word of a row
    # has a zero behind the last square.
    Py_ssize_t cols, words
    uint64_t* mined
    uint64_t* blank
    Runs above, here
    Py_ssize_t* joined  # for each label above: the last run here that touches it, or -1


cdef inline bint make_window(Window* window, Py_ssize_t cols) noexcept nogil:
    """Working memory for boards of so many columns; to be freed. False if there is none."""
    cdef Py_ssize_t words = cols // 64 + 1, most = cols // 2 + 1
    cdef Py_ssize_t plane = 4 * (words + 1) + 1
    if cols > PY_SSIZE_T_MAX // 64:
        return False
    window.cols, window.words = cols, words
    window.mined = <uint64_t*>PyMem_RawMalloc(
        2 * plane * sizeof(uint64_t) + 7 * most * sizeof(Py_ssize_t)
    )
    if window.mined == NULL:
        return False
    window.blank = window.mined + plane
    window.above.edges = <Py_ssize_t*>(window.blank + plane)
    window.here.edges = window.above.edges + 2 * most
    window.above.labels = window.here.edges + 2 * most
    window.here.labels = window.above.labels + most
    window.joined = window.here.labels + most
    return True


cdef inline void free_window(Window* window) noexcept nogil:
    PyMem_RawFree(window.mined)


cdef inline Measures measure(
    Window* window, const uint8_t* mines, Py_ssize_t rows
) noexcept nogil:
    """Count openings and isolated numbers of a board, whose columns are those of the window."""
    cdef Measures measures
    cdef Py_ssize_t row, cols = window.cols
    cdef uint64_t* below
    measures.openings = measures.isolated = 0
    memset(window.mined, 0, <char*>window.above.edges - <char*>window.mined)
    window.here.count = 0
    load_mines(row_of(window, window.mined, 0), mines, cols)
    for row in range(rows):
        below = row_of(window, window.mined, row + 1)
        if row + 1 < rows:
            load_mines(below, mines + (row + 1) * cols, cols)
        else:
            memset(below, 0, window.words * sizeof(uint64_t))
        find_blanks(window, row)
        measures.openings += join_runs(window, row)
        if row:
            measures.isolated += count_isolated(window, row - 1)
    memset(row_of(window, window.blank, rows), 0, window.words * sizeof(uint64_t))
    measures.isolated += count_isolated(window, rows - 1)
    return measures


cdef inline uint64_t* row_of(const Window* window, uint64_t* plane, Py_ssize_t row) noexcept nogil:
    return plane + 1 + (row & 3) * (window.words + 1)


cdef inline void load_mines(uint64_t* mined, const uint8_t* mines, Py_ssize_t cols) noexcept nogil:
    cdef uint64_t empty
    cdef Py_ssize_t col
    mined[cols // 64] = 0
    for col in range(0, cols, 64):
        # What a player sees there does not matter for where the mines are.
        compare_pair(
            mines + col, 0, mines + col, 0, 1, <int>min(64, cols - col), &empty, &mined[col // 64]
        )


cdef inline uint64_t squares_in(const Window* window, Py_ssize_t word) noexcept nogil:
    """The bits of a word of a row that are squares of the board."""
    cdef Py_ssize_t left = window.cols - 64 * word
    return ~<uint64_t>0 if left >= 64 else (<uint64_t>1 << left) - 1


cdef inline uint64_t around(
    const Window* window, uint64_t* plane, Py_ssize_t row, Py_ssize_t word
) noexcept nogil:
    """The squares of a word that are set in a plane or have a neighbour that is."""
    cdef const uint64_t* above = row_of(window, plane, row - 1) + word
    cdef const uint64_t* here = row_of(window, plane, row) + word
    cdef const uint64_t* below = row_of(window, plane, row + 1) + word
    cdef uint64_t column = above[0] | here[0] | below[0]
    cdef uint64_t left = (above - 1)[0] | (here - 1)[0] | (below - 1)[0]
    cdef uint64_t right = above[1] | here[1] | below[1]
    return column | column << 1 | column >> 1 | left >> 63 | right << 63


cdef inline void find_blanks(Window* window, Py_ssize_t row) noexcept nogil:
    cdef uint64_t* blank = row_of(window, window.blank, row)
    cdef Py_ssize_t word
    for word in range(window.words):
        blank[word] = squares_in(window, word) & ~around(window, window.mined, row, word)


cdef inline Py_ssize_t count_isolated(const Window* window, Py_ssize_t row) noexcept nogil:
    """How many squares of a row are neither mines nor blank nor beside a blank square."""
    cdef const uint64_t* mined = row_of(window, window.mined, row)
    cdef Py_ssize_t word, count = 0
    for word in range(window.words):
        count += population(
            squares_in(window, word) & ~(mined[word] | around(window, window.blank, row, word))
        )
    return count


cdef inline Py_ssize_t join_runs(Window* window, Py_ssize_t row) noexcept nogil:
    """Join the runs of a row to those above that they touch; by how many openings that is more.

    Each run is one more, until it joins an opening; one that joins two makes them one.
    """
    cdef Runs above = window.here, here = window.above
    cdef Py_ssize_t* joined = window.joined
    cdef Py_ssize_t run, other = 0, first = 0, more
    find_runs(&here, row_of(window, window.blank, row), window.words)
    more = here.count
    for other in range(above.count):
        joined[other] = -1
    for run in range(here.count):
        here.labels[run] = run
        # Squares at a corner touch too: a run ends before the square of its second edge.
        while first < above.count and above.edges[2 * first + 1] < here.edges[2 * run]:
            first += 1
        other = first
        while other < above.count and above.edges[2 * other] <= here.edges[2 * run + 1]:
            more -= join(here.labels, run, &joined[above.labels[other]])
            other += 1
    for run in range(here.count - 1, -1, -1):
        here.labels[run] = here.labels[here.labels[run]]
    window.above, window.here = above, here
    return more


cdef inline bint join(Py_ssize_t* labels, Py_ssize_t run, Py_ssize_t* joined) noexcept nogil:
    """Join a run, the last one so far, to an opening above; whether two became one by it."""
    cdef Py_ssize_t other = joined[0]
    joined[0] = run
    if other < 0:
        return True
    while labels[other] != other:
        labels[other] = labels[labels[other]]  # halves the way for the next
        other = labels[other]
    labels[other] = run
    return other != run


cdef inline void find_runs(Runs* runs, const uint64_t* blank, Py_ssize_t words) noexcept nogil:
    """The places where a row changes between blank squares and others."""
    cdef Py_ssize_t word, count = 0
    cdef uint64_t changes, last = 0
    for word in range(words):
        changes = blank[word] ^ (blank[word] << 1 | last)
        last = blank[word] >> 63
        while changes:
            runs.edges[count] = 64 * word + lowest(changes)
            changes &= changes - 1
            count += 1
    runs.count = count // 2


cdef inline bint show_all(
    int8_t* shown, const uint8_t* mines, Py_ssize_t rows, Py_ssize_t cols
) noexcept nogil:
    """Write the number of mines around each square, 9 on a mine. False if there is no memory."""
    cdef uint8_t* columns = <uint8_t*>PyMem_RawMalloc(cols + 2)
    cdef Py_ssize_t row
    if columns == NULL:
        return False
    for row in range(rows):
        memset(columns, 0, cols + 2)
        if row > 0:
            add_row(columns + 1, mines - cols, cols)
        add_row(columns + 1, mines, cols)
        if row < rows - 1:
            add_row(columns + 1, mines + cols, cols)
        show_row(shown, mines, columns, cols)
        shown += cols
        mines += cols
    PyMem_RawFree(columns)
    return True


cdef inline void add_row(uint8_t* columns, const uint8_t* mines, Py_ssize_t cols) noexcept nogil:
    """Add the mines of a row to the sums of their columns."""
    cdef Py_ssize_t col
    for col in range(cols):
        columns[col] += mines[col] != 0


cdef inline void show_row(
    int8_t* shown, const uint8_t* mines, const uint8_t* columns, Py_ssize_t cols
) noexcept nogil:
    """Add up three columns for each square, from the one on its left on."""
    cdef Py_ssize_t col
    cdef uint8_t around
    for col in range(cols):
        around = columns[col] + columns[col + 1] + columns[col + 2]
        shown[col] = <int8_t>(9 if mines[col] else around)
