# cython: language_level=3
"""What a board is made of, known here alone: reading and writing one square or one word of it.

A letter is the square's character as a byte; whatever is no letter of a board, a square in a row
that is no list or has another length included, reads as `BAD`.
"""

from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from minesweep._bits cimport lowest, packed

cdef extern from *:
    """
    /* The Limited API has no macros that look into lists and strings. */
    #ifdef Py_LIMITED_API
    #define minesweep_length(text) PyUnicode_GetLength(text)
    #define minesweep_first(text) PyUnicode_ReadChar(text, 0)
    #define minesweep_size(list) PyList_Size(list)
    #define minesweep_item(list, index) PyList_GetItem(list, index)
    #else
    #define minesweep_length(text) PyUnicode_GET_LENGTH(text)
    #define minesweep_first(text) PyUnicode_READ_CHAR(text, 0)
    #define minesweep_size(list) PyList_GET_SIZE(list)
    #define minesweep_item(list, index) PyList_GET_ITEM(list, index)
    #endif
    """
    bint is_text "PyUnicode_Check"(PyObject*) noexcept nogil
    bint is_plain_text "PyUnicode_CheckExact"(PyObject*) noexcept nogil
    bint is_list "PyList_Check"(PyObject*) noexcept nogil
    Py_ssize_t text_length "minesweep_length"(PyObject*) noexcept nogil
    uint32_t first_character "minesweep_first"(PyObject*) noexcept nogil
    Py_ssize_t list_length "minesweep_size"(PyObject*) noexcept nogil
    PyObject* list_item "minesweep_item"(PyObject*, Py_ssize_t) noexcept nogil
    int set_list_item "PyList_SetItem"(PyObject*, Py_ssize_t, PyObject*) noexcept nogil
    void take_reference "Py_INCREF"(PyObject*) noexcept nogil

cdef enum:
    BAD = 0
    EMPTY = 69  # E
    MINE = 77  # M
    BLANK = 66  # B
    ZERO = 48  # 0, the letter before the numbers
    EXPLODED = 88  # X

cdef enum Form:
    BYTES  # items of one byte, any strides
    CHARACTERS  # items of four bytes, any strides: NumPy's U1
    LISTS  # a list of rows, each a list of strings
    TURNED_LISTS  # the same, rows and columns exchanged

cdef struct Board:
    Form form
    Py_ssize_t rows, cols
    # BYTES and CHARACTERS: the first square, and the bytes from one square to the next.
    char* squares
    Py_ssize_t row_step, col_step
    # The lists forms: the outer list, and the one string that all squares of a letter share.
    PyObject* lists
    PyObject** shared
    # A `str` subclass can run any code when it is dropped. Such squares that could be opened are
    # counted when read; when overwritten they wait in `dropped`, which has room for them, until
    # the click is done.
    Py_ssize_t strangers
    PyObject** dropped
    Py_ssize_t dropped_count

cdef struct Masks:
    uint64_t empty, mine, bad


cdef inline Board turned(const Board* board) noexcept nogil:
    """The same squares with rows and columns exchanged."""
    cdef Board other = board[0]
    other.rows, other.cols = board.cols, board.rows
    other.row_step, other.col_step = board.col_step, board.row_step
    if board.form == LISTS:
        other.form = TURNED_LISTS
    return other


# ---- one square ----

cdef inline uint8_t letter_at(const Board* board, Py_ssize_t row, Py_ssize_t col) noexcept nogil:
    cdef PyObject* line
    cdef uint32_t character
    if board.form == BYTES:
        return (<uint8_t*>board.squares)[row * board.row_step + col * board.col_step]
    if board.form == CHARACTERS:
        memcpy(&character, board.squares + row * board.row_step + col * board.col_step, 4)
        return <uint8_t>character if character < 128 else BAD
    line = line_at(board, row, board.cols)
    return BAD if line == NULL else letter_of(list_item(line, col))


cdef inline void put(Board* board, Py_ssize_t row, Py_ssize_t col, uint8_t letter) noexcept nogil:
    cdef uint32_t character = letter
    if board.form == BYTES:
        board.squares[row * board.row_step + col * board.col_step] = <char>letter
    elif board.form == CHARACTERS:
        memcpy(board.squares + row * board.row_step + col * board.col_step, &character, 4)
    elif board.form == LISTS:
        put_string(board, list_item(board.lists, row), col, board.shared[letter])
    else:
        put_string(board, list_item(board.lists, col), row, board.shared[letter])


cdef inline PyObject* line_at(const Board* board, Py_ssize_t row, Py_ssize_t width) noexcept nogil:
    """A row of a list of lists; NULL where it is no list of that width."""
    cdef PyObject* line = list_item(board.lists, row)
    return line if is_list(line) and list_length(line) == width else NULL


cdef inline uint8_t letter_of(PyObject* square) noexcept nogil:
    cdef uint32_t character
    if not is_text(square) or text_length(square) != 1:
        return BAD
    character = first_character(square)
    return <uint8_t>character if character < 128 else BAD


cdef inline void put_string(
    Board* board, PyObject* line, Py_ssize_t col, PyObject* string
) noexcept nogil:
    """Set a square of a list; whatever was there runs no code before the click is done."""
    cdef PyObject* old = list_item(line, col)
    if not is_plain_text(old):
        take_reference(old)
        board.dropped[board.dropped_count] = old
        board.dropped_count += 1
    take_reference(string)
    set_list_item(line, col, string)


# ---- a word: 64 squares of a row, from column 64 * word on ----

cdef inline Masks load_word(Board* board, Py_ssize_t row, Py_ssize_t word) noexcept nogil:
    """The word's squares as bit masks; columns beyond the board are in none of them."""
    cdef uint8_t letters[64]
    cdef Py_ssize_t col = 64 * word, count = min(64, board.cols - col), k
    cdef char* squares = board.squares + row * board.row_step + col * board.col_step
    cdef PyObject* line
    cdef uint32_t character
    if board.form == BYTES and board.col_step == 1 and count == 64:
        return masks_of(<uint8_t*>squares)
    if count < 64:
        memset(letters, BLANK, 64)
    if board.form == BYTES:
        if board.col_step == 1:
            memcpy(letters, squares, count)
        else:
            for k in range(count):
                letters[k] = <uint8_t>squares[k * board.col_step]
    elif board.form == CHARACTERS:
        for k in range(count):
            memcpy(&character, squares + k * board.col_step, 4)
            letters[k] = <uint8_t>character if character < 128 else BAD
    elif board.form == LISTS:
        line = line_at(board, row, board.cols)
        if line == NULL:
            memset(letters, BAD, count)
        else:
            for k in range(count):
                letters[k] = noted_letter(board, list_item(line, col + k))
    else:
        for k in range(count):
            line = line_at(board, col + k, board.rows)
            letters[k] = BAD if line == NULL else noted_letter(board, list_item(line, row))
    return masks_of(letters)


cdef inline uint8_t noted_letter(Board* board, PyObject* square) noexcept nogil:
    """The letter of a list's square, counted as a stranger where dropping it could run code."""
    if square == board.shared[EMPTY]:
        return EMPTY
    if square == board.shared[MINE]:
        return MINE
    if not is_plain_text(square):
        board.strangers += 1
    return letter_of(square)


cdef inline Masks masks_of(const uint8_t* letters) noexcept nogil:
    """Bit masks of 64 letters. The loop has no branch, so that compilers use vectors for it."""
    cdef Masks masks
    cdef uint8_t empty[64]
    cdef uint8_t mine[64]
    cdef uint8_t bad[64]
    cdef uint8_t letter, any_bad = 0
    cdef int k
    for k in range(64):
        letter = letters[k]
        empty[k] = letter == EMPTY
        mine[k] = (letter == MINE) | (letter == EXPLODED)
        bad[k] = 1 ^ (
            empty[k] | mine[k] | (letter == BLANK) | (<uint8_t>(letter - ZERO - 1) < 8)
        )
        any_bad |= bad[k]
    masks.empty = packed(empty)
    masks.mine = packed(mine)
    masks.bad = packed(bad) if any_bad else 0
    return masks


cdef inline void store_blanks(Board* board, Py_ssize_t row, Py_ssize_t word) noexcept nogil:
    """Make every square of a whole word `B`."""
    cdef int group
    if board.form == BYTES and board.col_step == 1:
        memset(board.squares + row * board.row_step + 64 * word, BLANK, 64)
    else:
        for group in range(8):
            store_eight(
                board, row, 64 * word + 8 * group, <uint64_t>0x4242424242424242, 0xFF
            )


cdef inline void store_eight(
    Board* board, Py_ssize_t row, Py_ssize_t col, uint64_t letters, uint64_t which
) noexcept nogil:
    """Write those of eight squares whose bit is set in `which`; `letters` has the first lowest.

    No other square is written, not even with the letter that it has: another thread might have
    changed it since it was read.
    """
    cdef uint8_t* squares
    cdef int k
    if which == 0xFF and board.form == BYTES and board.col_step == 1:
        squares = <uint8_t*>board.squares + row * board.row_step + col
        for k in range(8):
            squares[k] = <uint8_t>(letters >> (8 * k))
        return
    while which:
        k = lowest(which)
        put(board, row, col + k, <uint8_t>(letters >> (8 * k)))
        which &= which - 1
