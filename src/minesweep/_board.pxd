# cython: language_level=3
"""What a board is made of: reading and writing one square or one word of it.

A letter is the square's character as a byte, be it one of a board or not: that is for those who ask
to judge. What has none reads as `BAD`: characters that are not ASCII, what is no text or not of one
character, and squares of a row that is no list or has another length.
"""

from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from minesweep._bits cimport first_bits, lowest, population
from minesweep._letters cimport (
    BAD, BLANK, EMPTY, EXPLODED, MINE, Letters, compare_strings, compare_word,
    exchange_strings, is_wide, spell, write_blanks, write_letters,
)

cdef extern from *:
    """
    /* Lists, in three ways. minesweep_take gets an item, which minesweep_leave lets go of, and
       minesweep_swap sets one and returns the one before with a reference to it.

       Under the GIL no list changes while a click reads and writes, and looking into it is safe.
       Without the GIL other threads can change, shorten or drop a list at any time: each access
       goes through a function that locks the list, checks the index and keeps the item alive;
       NULL stands for an item that is gone. The Limited API has functions alone.

       minesweep_items is the array of a list's items where it can be used, else NULL. */
    #if defined(Py_GIL_DISABLED) || defined(MINESWEEP_WITHOUT_GIL)
    static inline PyObject *minesweep_take(PyObject *list, Py_ssize_t index)
    {
        PyObject *item = list == NULL ? NULL : PyList_GetItemRef(list, index);
        if (item == NULL) PyErr_Clear();
        return item;
    }
    #define minesweep_leave(item) Py_XDECREF(item)
    static inline PyObject *minesweep_swap(PyObject *list, Py_ssize_t index, PyObject *item)
    {
        PyObject *before = minesweep_take(list, index);
        if (before != NULL) {
            Py_INCREF(item);
            if (PyList_SetItem(list, index, item) < 0) PyErr_Clear();
        }
        return before;
    }
    #define minesweep_size(list) PyList_Size(list)
    #define minesweep_items(list) ((PyObject **)NULL)
    #elif defined(Py_LIMITED_API)
    #define minesweep_take(list, index) PyList_GetItem(list, index)
    #define minesweep_leave(item) ((void)(item))
    static inline PyObject *minesweep_swap(PyObject *list, Py_ssize_t index, PyObject *item)
    {
        PyObject *before = PyList_GetItem(list, index);
        Py_INCREF(before);
        Py_INCREF(item);
        PyList_SetItem(list, index, item);
        return before;
    }
    #define minesweep_size(list) PyList_Size(list)
    #define minesweep_items(list) ((PyObject **)NULL)
    #else
    #define minesweep_take(list, index) PyList_GET_ITEM(list, index)
    #define minesweep_leave(item) ((void)(item))
    static inline PyObject *minesweep_swap(PyObject *list, Py_ssize_t index, PyObject *item)
    {
        PyObject *before = PyList_GET_ITEM(list, index);
        Py_INCREF(item);
        PyList_SET_ITEM(list, index, item);
        return before;
    }
    #define minesweep_size(list) PyList_GET_SIZE(list)
    #define minesweep_items(list) (((PyListObject *)(list))->ob_item)
    #endif

    /* Gives references to one object back and takes as many to another. */
    static inline void minesweep_exchange(PyObject *old, PyObject *fresh, Py_ssize_t count)
    {
    #if defined(Py_LIMITED_API) || defined(Py_REF_DEBUG)
        for (; count > 0; count--) { Py_INCREF(fresh); Py_DECREF(old); }
    #else
        Py_SET_REFCNT(fresh, Py_REFCNT(fresh) + count);
        Py_SET_REFCNT(old, Py_REFCNT(old) - count);
    #endif
    }
    #ifdef __GNUC__
    #define minesweep_prefetch(address) __builtin_prefetch(address, 1)
    #else
    #define minesweep_prefetch(address) ((void)(address))
    #endif
    #ifdef Py_LIMITED_API
    #define minesweep_length(text) PyUnicode_GetLength(text)
    #define minesweep_first(text) PyUnicode_ReadChar(text, 0)
    #else
    #define minesweep_length(text) PyUnicode_GET_LENGTH(text)
    #define minesweep_first(text) PyUnicode_READ_CHAR(text, 0)
    #endif
    """
    bint is_text "PyUnicode_Check"(PyObject*) noexcept nogil
    bint is_plain_text "PyUnicode_CheckExact"(PyObject*) noexcept nogil
    bint is_list "PyList_Check"(PyObject*) noexcept nogil
    Py_ssize_t text_length "minesweep_length"(PyObject*) noexcept nogil
    uint32_t first_character "minesweep_first"(PyObject*) noexcept nogil
    Py_ssize_t list_length "minesweep_size"(PyObject*) noexcept nogil
    PyObject* take_item "minesweep_take"(PyObject*, Py_ssize_t) noexcept nogil
    void leave_item "minesweep_leave"(PyObject*) noexcept nogil
    PyObject* swap_item "minesweep_swap"(PyObject*, Py_ssize_t, PyObject*) noexcept nogil
    PyObject** items_of "minesweep_items"(PyObject*) noexcept nogil
    void prefetch "minesweep_prefetch"(const char* address) noexcept nogil
    void drop_reference "Py_DECREF"(PyObject*) noexcept nogil
    void exchange_references "minesweep_exchange"(
        PyObject* old, PyObject* fresh, Py_ssize_t count
    ) noexcept nogil

cdef extern from *:
    """
    /* Whether a letter is that of a revealed square. */
    static const char minesweep_revealed[256] = {
        ['B'] = 1, ['1'] = 1, ['2'] = 1, ['3'] = 1, ['4'] = 1, ['5'] = 1, ['6'] = 1, ['7'] = 1,
        ['8'] = 1, ['X'] = 1,
    };
    """
    const char* revealed "minesweep_revealed"

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
    # BYTES without gaps between the rows, and 64 squares at least: the end of the board; else NULL.
    char* end
    # The lists forms: the outer list, and the one string that all squares of a letter share.
    PyObject* lists
    PyObject** shared
    # A `str` subclass can run any code when it is dropped. Such squares are counted when read, some
    # more than once, so that there are never fewer; when overwritten they wait in `dropped`, which
    # has room for them, until the click is done.
    Py_ssize_t strangers
    PyObject** dropped
    Py_ssize_t dropped_count, dropped_room


cdef inline Board turned(const Board* board) noexcept nogil:
    """The same squares with rows and columns exchanged."""
    cdef Board other = board[0]
    other.rows, other.cols = board.cols, board.rows
    other.row_step, other.col_step = board.col_step, board.row_step
    other.end = NULL
    if board.form == LISTS:
        other.form = TURNED_LISTS
    return other


# ---- one square ----

cdef inline uint8_t letter_at(Board* board, Py_ssize_t row, Py_ssize_t col) noexcept nogil:
    cdef uint8_t letter
    if board.form == BYTES:
        return (<uint8_t*>board.squares)[row * board.row_step + col * board.col_step]
    if board.form == LISTS:
        return letter_on_list(board, row, col)
    fetch(board, row, col, 1, &letter)
    return letter


cdef inline uint8_t letter_on_list(Board* board, Py_ssize_t row, Py_ssize_t col) noexcept nogil:
    cdef PyObject* line = take_line(board, row, board.cols)
    cdef uint8_t letter = take_letter(board, line, col)
    leave_item(line)
    return letter


cdef inline uint64_t letters_around(Board* board, Py_ssize_t row, Py_ssize_t col) noexcept nogil:
    """The letters around a square in reading order, a byte each, the first one lowest.

    Where the board has no squares they are blank.
    """
    cdef uint8_t letters[9]
    if board.form == BYTES:
        return bytes_around(board, row, col)
    fetch_nine(board, row, col, letters)
    return eight_bytes(
        letters[0], letters[1], letters[2], letters[3],
        letters[5], letters[6], letters[7], letters[8],
    )


cdef inline uint64_t blank_corners(uint64_t around) noexcept nogil:
    """The same without what touches the square at a corner alone: the bytes 0, 2, 5 and 7."""
    cdef uint64_t corners = <uint64_t>0xFF00FF0000FF00FF
    return (around & ~corners) | (corners & eight_blanks())


cdef inline uint64_t bytes_around(
    const Board* board, Py_ssize_t row, Py_ssize_t col
) noexcept nogil:
    """The same for bytes. No step is made over an edge, and what is read instead is overwritten.

    Without branches, which could not be foreseen.
    """
    cdef const uint8_t* here = (
        <const uint8_t*>board.squares + row * board.row_step + col * board.col_step
    )
    cdef Py_ssize_t up = board.row_step if row > 0 else 0
    cdef Py_ssize_t down = board.row_step if row < board.rows - 1 else 0
    cdef Py_ssize_t left = board.col_step if col > 0 else 0
    cdef Py_ssize_t right = board.col_step if col < board.cols - 1 else 0
    cdef const uint8_t* above = here - up
    cdef const uint8_t* below = here + down
    cdef uint64_t inside = <uint64_t>0xFFFFFFFFFFFFFFFF
    inside &= <uint64_t>0xFFFFFFFFFFFFFFFF if row > 0 else <uint64_t>0xFFFFFFFFFF000000
    inside &= <uint64_t>0xFFFFFFFFFFFFFFFF if row < board.rows - 1 else <uint64_t>0x000000FFFFFFFFFF
    inside &= <uint64_t>0xFFFFFFFFFFFFFFFF if col > 0 else <uint64_t>0xFFFF00FF00FFFF00
    inside &= <uint64_t>0xFFFFFFFFFFFFFFFF if col < board.cols - 1 else <uint64_t>0x00FFFF00FF00FFFF
    return (inside & eight_bytes(
        above[-left], above[0], above[right], here[-left],
        here[right], below[-left], below[0], below[right],
    )) | (~inside & eight_blanks())


cdef inline uint64_t eight_blanks() noexcept nogil:
    return BLANK * <uint64_t>0x0101010101010101


cdef inline uint64_t eight_bytes(
    uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g, uint64_t h
) noexcept nogil:
    return a | b << 8 | c << 16 | d << 24 | e << 32 | f << 40 | g << 48 | h << 56


cdef inline void fetch_nine(
    Board* board, Py_ssize_t row, Py_ssize_t col, uint8_t* letters
) noexcept nogil:
    """The letters of a square and those around it, in reading order; blank beyond the board."""
    cdef Py_ssize_t left = col > 0, right = col + 1 < board.cols, r
    memset(letters, BLANK, 9)
    for r in range(max(row - 1, 0), min(row + 2, board.rows)):
        fetch(
            board, r, col - left, left + 1 + right, letters + 3 * (r - row + 1) + 1 - left
        )


cdef inline void expect_click(
    const Board* board, const char* squares, Py_ssize_t row, Py_ssize_t col
) noexcept nogil:
    """Have the memory around a square at hand that a click will soon read.

    The board is another of the same shape and strides, with its first square at `squares`.
    """
    # Rows beyond the edges too, since to leave them out would take branches that could not be
    # foreseen. Nothing is read: these are no pointers but numbers, which may wrap.
    cdef size_t here = <size_t>(squares + row * board.row_step + col * board.col_step)
    cdef size_t k
    for k in range(7):
        prefetch(<const char*>(here + (k - 3) * <size_t>board.row_step))


cdef inline void put(Board* board, Py_ssize_t row, Py_ssize_t col, uint8_t letter) noexcept nogil:
    cdef uint32_t character = letter
    if board.form == BYTES:
        board.squares[row * board.row_step + col * board.col_step] = <char>letter
    elif board.form == CHARACTERS:
        memcpy(board.squares + row * board.row_step + col * board.col_step, &character, 4)
    elif board.form == LISTS:
        put_string(board, row, col, board.shared[letter])
    else:
        put_string(board, col, row, board.shared[letter])


cdef inline void put_string(
    Board* board, Py_ssize_t row, Py_ssize_t col, PyObject* string
) noexcept nogil:
    cdef PyObject* line = take_item(board.lists, row)
    put_in_line(board, line, col, string)
    leave_item(line)


cdef inline void put_in_line(
    Board* board, PyObject* line, Py_ssize_t col, PyObject* string
) noexcept nogil:
    """Set a square of a list; whatever was there runs no code before the click is done."""
    cdef PyObject* before = swap_item(line, col, string)
    if before == NULL:
        return
    if is_plain_text(before) or board.dropped_count == board.dropped_room:
        # There is room for all strangers that were read. Without the GIL others can have come.
        drop_reference(before)
    else:
        board.dropped[board.dropped_count] = before
        board.dropped_count += 1


cdef inline PyObject* take_line(
    const Board* board, Py_ssize_t row, Py_ssize_t width
) noexcept nogil:
    """A row of a list of lists, to be left; NULL where it is no list of that width."""
    cdef PyObject* line = take_item(board.lists, row)
    if line != NULL and not (is_list(line) and list_length(line) == width):
        leave_item(line)
        return NULL
    return line


cdef inline uint8_t take_letter(Board* board, PyObject* line, Py_ssize_t col) noexcept nogil:
    """The letter on a square of a row."""
    cdef PyObject* square = take_item(line, col) if line != NULL else NULL
    cdef uint8_t letter = letter_of(board, square) if square != NULL else BAD
    leave_item(square)
    return letter


cdef inline uint8_t letter_of(Board* board, PyObject* square) noexcept nogil:
    """The letter of a string; one whose dropping could run code is counted as a stranger."""
    if square == board.shared[EMPTY]:
        return EMPTY
    if square == board.shared[MINE]:
        return MINE
    return letter_of_other(board, square)


cdef inline uint8_t letter_of_other(Board* board, PyObject* square) noexcept nogil:
    cdef uint32_t character
    board.strangers += not is_plain_text(square)
    if not is_text(square) or text_length(square) != 1:
        return BAD
    character = first_character(square)
    return <uint8_t>character if character < 128 else BAD


# ---- a word: up to 64 squares of a row, from a column on, lowest bit first ----

cdef inline uint64_t load_word(
    Board* board, Py_ssize_t row, Py_ssize_t col, Py_ssize_t count, uint64_t* empty, uint64_t* mine
) noexcept nogil:
    """Set the masks of the empty squares and the mines, and return that of the bad squares."""
    cdef char* squares = board.squares + row * board.row_step + col * board.col_step
    if board.form == BYTES and board.col_step == 1:
        if is_wide or count == 64:
            return compare_word(<uint8_t*>squares, 0, count, empty, mine)
        if board.end != NULL:
            return load_among_others(board, squares, count, empty, mine)
    if board.form == LISTS:
        return load_strings(board, row, col, count, empty, mine)
    return load_one_by_one(board, row, col, count, empty, mine)


cdef inline uint64_t load_among_others(
    const Board* board, char* squares, Py_ssize_t count, uint64_t* empty, uint64_t* mine
) noexcept nogil:
    """The same where the rows lie end to end: by 64 squares of the board with these among them."""
    cdef Py_ssize_t before = max(64 - (board.end - squares), 0)
    return compare_word(<uint8_t*>squares - before, before, count, empty, mine)


cdef inline uint64_t load_one_by_one(
    Board* board, Py_ssize_t row, Py_ssize_t col, Py_ssize_t count, uint64_t* empty, uint64_t* mine
) noexcept nogil:
    cdef uint8_t letters[64]
    memset(letters, BLANK, 64)
    fetch(board, row, col, count, letters)
    return compare_word(letters, 0, count, empty, mine)


cdef inline uint64_t load_strings(
    Board* board, Py_ssize_t row, Py_ssize_t col, Py_ssize_t count, uint64_t* empty, uint64_t* mine
) noexcept nogil:
    """The same for a list: most squares are one of two strings, the others are looked into."""
    cdef PyObject* line = take_line(board, row, board.cols)
    cdef PyObject** items = items_of(line) if line != NULL else NULL
    cdef uint64_t others = first_bits(count), bad = 0, bit
    cdef uint8_t letter
    empty[0] = mine[0] = 0
    if items != NULL:
        compare_strings(
            items + col, count, board.shared[EMPTY], board.shared[MINE], empty, mine
        )
        others &= ~(empty[0] | mine[0])
    while others:
        bit = others & (0 - others)
        others ^= bit
        letter = take_letter(board, line, col + lowest(bit))
        if letter == EMPTY:
            empty[0] |= bit
        elif letter == MINE or letter == EXPLODED:
            mine[0] |= bit
        elif not is_revealed(letter):
            bad |= bit
    leave_item(line)
    return bad


cdef inline void fetch(
    Board* board, Py_ssize_t row, Py_ssize_t col, Py_ssize_t count, uint8_t* letters
) noexcept nogil:
    """The letters of some squares of a row."""
    cdef char* squares = board.squares + row * board.row_step + col * board.col_step
    cdef PyObject* line
    cdef uint32_t character
    cdef Py_ssize_t k
    if board.form == BYTES:
        for k in range(count):
            letters[k] = <uint8_t>squares[k * board.col_step]
    elif board.form == CHARACTERS:
        for k in range(count):
            memcpy(&character, squares + k * board.col_step, 4)
            letters[k] = <uint8_t>character if character < 128 else BAD
    elif board.form == LISTS:
        line = take_line(board, row, board.cols)
        for k in range(count):
            letters[k] = take_letter(board, line, col + k)
        leave_item(line)
    else:
        for k in range(count):
            line = take_line(board, col + k, board.rows)
            letters[k] = take_letter(board, line, row)
            leave_item(line)


cdef inline bint is_revealed(uint8_t letter) noexcept nogil:
    # By a table: comparisons take branches that could not be foreseen, or three times as long.
    return revealed[letter]


cdef inline void store_blanks(
    Board* board, Py_ssize_t row, Py_ssize_t col, uint64_t which
) noexcept nogil:
    """Make squares of a word blank, and write no others.

    Not even the letter that they have: another thread might have changed them since they were read.
    """
    cdef PyObject* line
    cdef int k
    if board.form == BYTES and board.col_step == 1:
        write_blanks(<uint8_t*>board.squares + row * board.row_step + col, which)
    elif board.form == LISTS:
        line = take_item(board.lists, row)
        put_blank_strings(board, line, col, which)
        leave_item(line)
    else:
        while which:
            k = lowest(which)
            which &= which - 1
            put(board, row, col + k, BLANK)


cdef inline void store_word(
    Board* board, Py_ssize_t row, Py_ssize_t col, const Letters* word
) noexcept nogil:
    """Write the blank and the numbered squares of a word, and no others."""
    if board.form == BYTES and board.col_step == 1:
        write_letters(<uint8_t*>board.squares + row * board.row_step + col, word)
    elif board.form == LISTS:
        store_strings(board, row, col, word)
    else:
        store_one_by_one(board, row, col, word)


cdef inline void store_strings(
    Board* board, Py_ssize_t row, Py_ssize_t col, const Letters* word
) noexcept nogil:
    cdef PyObject* line = take_item(board.lists, row)
    cdef uint8_t letters[64]
    spell(word, letters)
    put_blank_strings(board, line, col, word.blank)
    put_strings(board, line, col, word.numbered, letters)
    leave_item(line)


cdef inline void store_one_by_one(
    Board* board, Py_ssize_t row, Py_ssize_t col, const Letters* word
) noexcept nogil:
    cdef uint64_t which = word.blank | word.numbered
    cdef uint8_t letters[64]
    cdef int k
    spell(word, letters)
    while which:
        k = lowest(which)
        which &= which - 1
        put(board, row, col + k, letters[k])


cdef inline void put_strings(
    Board* board, PyObject* line, Py_ssize_t col, uint64_t which, const uint8_t* letters
) noexcept nogil:
    """Put the shared strings of letters into a row of a list of lists."""
    cdef int k
    while which:
        k = lowest(which)
        which &= which - 1
        put_in_line(board, line, col + k, board.shared[letters[k]])


cdef inline void put_blank_strings(
    Board* board, PyObject* line, Py_ssize_t col, uint64_t which
) noexcept nogil:
    """Make squares of a list blank."""
    cdef PyObject** items = items_of(line) if line != NULL else NULL
    cdef PyObject* empty = board.shared[EMPTY]
    cdef PyObject* blank = board.shared[BLANK]
    cdef uint64_t exchanged
    if items != NULL:
        exchanged = exchange_strings(items + col, which, empty, blank)
        exchange_references(empty, blank, population(exchanged))
        which ^= exchanged
    while which:
        put_in_line(board, line, col + lowest(which), blank)
        which &= which - 1
