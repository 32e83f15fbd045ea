# cython: language_level=3
"""What a board is made of: reading and writing one square, or rows of up to 64 squares.

A letter is the square's character as one byte, not validated here. `BAD` stands for what has no
letter: characters that are not ASCII, what is no text or not of one character, and squares of a
row that is no list or has another length.

A new form of board is added here: to `Form`, `fetch`, `put`, and, if it has a quicker way than
square by square, to `load_rows` and `store_rows`.
"""

from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from minesweep.engine.letters cimport (
    BAD, BLANK, EMPTY, EXPLODED, MINE, ZERO, compare, compare_items, compare_pair, exchange_items,
    spell, write,
)
from minesweep.engine.words cimport first_bits, lowest, population

cdef extern from "engine/lists.h":
    bint is_text "PyUnicode_Check"(PyObject*) noexcept nogil
    bint is_plain_text "PyUnicode_CheckExact"(PyObject*) noexcept nogil
    bint is_list "PyList_Check"(PyObject*) noexcept nogil
    Py_ssize_t text_length "PyUnicode_GET_LENGTH"(PyObject*) noexcept nogil
    uint32_t character_at "PyUnicode_READ_CHAR"(PyObject*, Py_ssize_t) noexcept nogil
    Py_ssize_t list_length "minesweep_list_size"(PyObject*) noexcept nogil
    PyObject* take_item "minesweep_take_item"(PyObject*, Py_ssize_t) noexcept nogil
    void leave_item "minesweep_leave_item"(PyObject*) noexcept nogil
    PyObject* swap_item "minesweep_swap_item"(PyObject*, Py_ssize_t, PyObject*) noexcept nogil
    PyObject** items_of "minesweep_list_items"(PyObject*) noexcept nogil
    void drop_reference "Py_DECREF"(PyObject*) noexcept nogil
    void exchange_references "minesweep_exchange_references"(
        PyObject* old, PyObject* fresh, Py_ssize_t count
    ) noexcept nogil

cdef extern from *:
    """
    #ifdef __GNUC__
    #define minesweep_prefetch(address) __builtin_prefetch(address, 1)
    #else
    #define minesweep_prefetch(address) ((void)(address))
    #endif

    /* Whether a letter is that of a revealed square: by a table, since comparisons would be
       unpredictable branches. */
    static const char minesweep_revealed[256] = {
        ['B'] = 1, ['1'] = 1, ['2'] = 1, ['3'] = 1, ['4'] = 1, ['5'] = 1, ['6'] = 1, ['7'] = 1,
        ['8'] = 1, ['X'] = 1,
    };

    /* The letter for what a player sees on a square, and for the same with a mine there in the
       second half. A flag reads as revealed, like all that is open. Values other than -2 to 9 read
       as BAD. */
    #define MINESWEEP_SEEN(at, hidden, open)                                                   \\
        [at] = open, [at + 1] = open, [at + 2] = open, [at + 3] = open, [at + 4] = open,       \\
        [at + 5] = open, [at + 6] = open, [at + 7] = open, [at + 8] = open, [at + 9] = open,   \\
        [at + 254] = open, [at + 255] = hidden
    static const uint8_t minesweep_seen[512] = {
        MINESWEEP_SEEN(0, 'E', 'B'), MINESWEEP_SEEN(256, 'M', 'X')
    };
    #undef MINESWEEP_SEEN
    """
    void prefetch "minesweep_prefetch"(const char* address) noexcept nogil
    const char* revealed "minesweep_revealed"
    const uint8_t* seen "minesweep_seen"

cdef enum Form:
    BYTES  # letters in items of one byte, any strides
    CHARACTERS  # letters in items of four bytes, any strides: NumPy's U1
    PAIR  # what a player sees and where the mines are: two arrays of bytes, any strides
    LISTS  # a list of rows, each a list of strings

cdef struct Board:
    Form form
    Py_ssize_t rows, cols
    # The array forms: the first square, and the bytes from one square to the next. Of PAIR what is
    # visible, and the mines likewise.
    char* squares
    Py_ssize_t row_step, col_step
    const char* mines
    Py_ssize_t mines_row_step, mines_col_step
    # LISTS: the outer list, and the one string that all squares of a letter share.
    PyObject* lists
    PyObject** shared
    # A `str` subclass can run any code when it is dropped. Such squares are counted when read, some
    # more than once, so that there are never fewer. When overwritten they wait in `dropped`, which
    # has room for them, until the click is done.
    Py_ssize_t subclass_squares
    PyObject** dropped
    Py_ssize_t dropped_count, dropped_room


cdef inline Board turned(const Board* board) noexcept nogil:
    """The same squares with rows for columns. Not for LISTS."""
    cdef Board other = board[0]
    other.rows, other.cols = board.cols, board.rows
    other.row_step, other.col_step = board.col_step, board.row_step
    other.mines_row_step, other.mines_col_step = board.mines_col_step, board.mines_row_step
    return other


# ---- one square ----

cdef inline bint is_revealed(uint8_t letter) noexcept nogil:
    return revealed[letter]


cdef inline char* square_at(const Board* board, Py_ssize_t row, Py_ssize_t col) noexcept nogil:
    return board.squares + row * board.row_step + col * board.col_step


cdef inline const char* mine_at(const Board* board, Py_ssize_t row, Py_ssize_t col) noexcept nogil:
    return board.mines + row * board.mines_row_step + col * board.mines_col_step


cdef inline uint8_t letter_at(Board* board, Py_ssize_t row, Py_ssize_t col) noexcept nogil:
    cdef uint8_t letter
    if board.form == BYTES:
        return <uint8_t>square_at(board, row, col)[0]
    if board.form == LISTS:
        return letter_on_list(board, row, col)
    fetch(board, row, col, 1, &letter)
    return letter


cdef inline uint8_t letter_on_list(Board* board, Py_ssize_t row, Py_ssize_t col) noexcept nogil:
    cdef PyObject* line = take_line(board, row)
    cdef uint8_t letter = take_letter(board, line, col)
    leave_item(line)
    return letter


cdef inline uint64_t letters_around(Board* board, Py_ssize_t row, Py_ssize_t col) noexcept nogil:
    """The letters around a square in reading order, a byte each, the first one lowest.

    Where the board has no squares they are blank.
    """
    if board.form == BYTES:
        return bytes_around(board, row, col)
    if board.form == LISTS:
        return strings_around(board, row, col)
    return others_around(board, row, col)


cdef inline uint64_t blank_corners(uint64_t around) noexcept nogil:
    """The same without what touches the square at a corner alone: the bytes 0, 2, 5 and 7."""
    cdef uint64_t corners = <uint64_t>0xFF00FF0000FF00FF
    return (around & ~corners) | (corners & eight_blanks())


cdef inline uint64_t bytes_around(
    const Board* board, Py_ssize_t row, Py_ssize_t col
) noexcept nogil:
    """The same for bytes. No step is made over an edge, and what is read instead is overwritten.

    Branch-free: the branches would be unpredictable.
    """
    cdef const uint8_t* here = <const uint8_t*>square_at(board, row, col)
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


cdef inline uint64_t strings_around(Board* board, Py_ssize_t row, Py_ssize_t col) noexcept nogil:
    """The same for lists."""
    cdef uint8_t letters[9]
    cdef Py_ssize_t r, c
    cdef PyObject* line
    memset(letters, BLANK, 9)
    for r in range(max(row - 1, 0), min(row + 2, board.rows)):
        line = take_line(board, r)
        for c in range(max(col - 1, 0), min(col + 2, board.cols)):
            letters[3 * (r - row + 1) + c - col + 1] = take_letter(board, line, c)
        leave_item(line)
    return eight_of_nine(letters)


cdef inline uint64_t others_around(Board* board, Py_ssize_t row, Py_ssize_t col) noexcept nogil:
    """The same for any form."""
    cdef uint8_t letters[9]
    cdef Py_ssize_t left = col > 0, right = col + 1 < board.cols, r
    memset(letters, BLANK, 9)
    for r in range(max(row - 1, 0), min(row + 2, board.rows)):
        fetch(
            board, r, col - left, left + 1 + right, letters + 3 * (r - row + 1) + 1 - left
        )
    return eight_of_nine(letters)


cdef inline uint64_t eight_of_nine(const uint8_t* letters) noexcept nogil:
    """Nine letters in reading order without the one in the middle."""
    return eight_bytes(
        letters[0], letters[1], letters[2], letters[3],
        letters[5], letters[6], letters[7], letters[8],
    )


cdef inline void prefetch_rows(
    const Board* board, Py_ssize_t row, Py_ssize_t col, int rows
) noexcept nogil:
    """Prefetch the memory of squares that may soon be read, beyond the edges too.

    Nothing is read: the addresses are no pointers but numbers, which may wrap.
    """
    cdef size_t here = (
        <size_t>board.squares + <size_t>row * <size_t>board.row_step
        + <size_t>col * <size_t>board.col_step
    )
    if board.form == LISTS:
        return
    for _ in range(rows):
        prefetch(<const char*>here)
        here += <size_t>board.row_step


cdef inline void put(Board* board, Py_ssize_t row, Py_ssize_t col, uint8_t letter) noexcept nogil:
    """Write a square that is revealed: `X`, `B` or a number."""
    cdef uint32_t character = letter
    if board.form == BYTES:
        square_at(board, row, col)[0] = <char>letter
    elif board.form == CHARACTERS:
        memcpy(square_at(board, row, col), &character, 4)
    elif board.form == PAIR:
        square_at(board, row, col)[0] = visible_value(letter)
    else:
        put_string(board, row, col, board.shared[letter])


cdef inline char visible_value(uint8_t letter) noexcept nogil:
    """What a player sees on a revealed square: 0 to 8, or 9 for the mine that was hit."""
    if letter == EXPLODED:
        return 9
    return 0 if letter == BLANK else <char>(letter - ZERO)


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
        # There is room for all subclass squares that were read. Without the GIL others can have
        # come.
        drop_reference(before)
    else:
        board.dropped[board.dropped_count] = before
        board.dropped_count += 1


cdef inline PyObject* take_line(const Board* board, Py_ssize_t row) noexcept nogil:
    """A row of a list of lists, to be left; NULL where it is no list of the board's width."""
    cdef PyObject* line = take_item(board.lists, row)
    if line != NULL and not (is_list(line) and list_length(line) == board.cols):
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
    """The letter of a string; one whose dropping could run code is counted as a subclass square."""
    if square == board.shared[EMPTY]:
        return EMPTY
    if square == board.shared[MINE]:
        return MINE
    return letter_of_other(board, square)


cdef inline uint8_t letter_of_other(Board* board, PyObject* square) noexcept nogil:
    cdef uint32_t character
    board.subclass_squares += not is_plain_text(square)
    if not is_text(square) or text_length(square) != 1:
        return BAD
    character = character_at(square, 0)
    return <uint8_t>character if character < 128 else BAD


cdef inline void fetch(
    Board* board, Py_ssize_t row, Py_ssize_t col, Py_ssize_t count, uint8_t* letters
) noexcept nogil:
    """The letters of some squares of a row, in any form."""
    cdef const char* squares
    cdef const char* mines
    cdef PyObject* line
    cdef uint32_t character
    cdef Py_ssize_t k, step = board.col_step, mines_step = board.mines_col_step
    if board.form == LISTS:
        line = take_line(board, row)
        for k in range(count):
            letters[k] = take_letter(board, line, col + k)
        leave_item(line)
        return
    squares = square_at(board, row, col)
    if board.form == BYTES:
        for k in range(count):
            letters[k] = <uint8_t>squares[k * step]
    elif board.form == CHARACTERS:
        for k in range(count):
            memcpy(&character, squares + k * step, 4)
            letters[k] = <uint8_t>character if character < 128 else BAD
    else:
        mines = mine_at(board, row, col)
        for k in range(count):
            letters[k] = seen[
                (<int>(mines[k * mines_step] != 0) << 8)
                | <uint8_t>squares[k * step]
            ]


# ---- rows of up to 64 squares, as bits, the lowest first ----

cdef inline bint loads_vectors(const Board* board) noexcept nogil:
    """Whether rows are loaded by the kernels, not square by square."""
    if board.form == BYTES:
        return board.col_step == 1
    return board.form == PAIR and board.col_step == 1 and board.mines_col_step == 1


cdef inline uint64_t load_rows(
    Board* board, Py_ssize_t row, Py_ssize_t col, int rows, int count,
    uint64_t* empty, uint64_t* mine,
) noexcept nogil:
    """Set the masks of the empty squares and of the mines of each row, from a column on.

    Returns the bad squares of all rows together.
    """
    cdef uint64_t bad = 0
    cdef int k
    if board.form == BYTES and board.col_step == 1:
        return compare(
            <uint8_t*>square_at(board, row, col), board.row_step, rows, count, empty, mine
        )
    if board.form == PAIR and board.col_step == 1 and board.mines_col_step == 1:
        return compare_pair(
            <uint8_t*>square_at(board, row, col), board.row_step,
            <const uint8_t*>mine_at(board, row, col), board.mines_row_step,
            rows, count, empty, mine,
        )
    for k in range(rows):
        if board.form == LISTS:
            bad |= load_strings(board, row + k, col, count, &empty[k], &mine[k])
        elif board.form == PAIR:
            bad |= load_pair(board, row + k, col, count, &empty[k], &mine[k])
        else:
            bad |= load_letters(board, row + k, col, count, &empty[k], &mine[k])
    return bad


cdef inline uint64_t load_letters(
    Board* board, Py_ssize_t row, Py_ssize_t col, int count, uint64_t* empty, uint64_t* mine
) noexcept nogil:
    cdef uint8_t letters[64]
    fetch(board, row, col, count, letters)
    return compare(letters, 0, 1, count, empty, mine)


cdef inline uint64_t load_pair(
    Board* board, Py_ssize_t row, Py_ssize_t col, int count, uint64_t* empty, uint64_t* mine
) noexcept nogil:
    cdef const char* squares = square_at(board, row, col)
    cdef const char* under = mine_at(board, row, col)
    cdef uint8_t visible[64]
    cdef uint8_t mines[64]
    cdef Py_ssize_t k
    for k in range(count):
        visible[k] = <uint8_t>squares[k * board.col_step]
        mines[k] = <uint8_t>under[k * board.mines_col_step]
    return compare_pair(visible, 0, mines, 0, 1, count, empty, mine)


cdef inline uint64_t load_strings(
    Board* board, Py_ssize_t row, Py_ssize_t col, int count, uint64_t* empty, uint64_t* mine
) noexcept nogil:
    """The same for a list: most squares are one of two strings, the others are looked into."""
    cdef PyObject* line = take_line(board, row)
    cdef PyObject** items = items_of(line) if line != NULL else NULL
    cdef uint64_t others = first_bits(count), bad = 0, one
    cdef uint8_t letter
    empty[0] = mine[0] = 0
    if items != NULL:
        compare_items(
            items + col, count, board.shared[EMPTY], board.shared[MINE], empty, mine
        )
        others &= ~(empty[0] | mine[0])
    while others:
        one = others & (0 - others)
        others ^= one
        letter = take_letter(board, line, col + lowest(one))
        if letter == EMPTY:
            empty[0] |= one
        elif letter == MINE or letter == EXPLODED:
            mine[0] |= one
        elif not is_revealed(letter):
            bad |= one
    leave_item(line)
    return bad


cdef struct Opened:
    # What to write to some rows: the blank and the numbered squares, and the binary digits of the
    # numbers, which are 0 on blanks and may be anything elsewhere.
    uint64_t blank[8]
    uint64_t numbered[8]
    uint64_t ones[8]
    uint64_t twos[8]
    uint64_t fours[8]


cdef inline void store_rows(
    Board* board, Py_ssize_t row, Py_ssize_t col, int rows, const Opened* opened
) noexcept nogil:
    """Write the blank and the numbered squares of up to 8 rows, and no others.

    Not even the letter that they have: another thread might have changed them since they were read.
    """
    cdef int k
    if board.form == BYTES and board.col_step == 1:
        write(
            <uint8_t*>square_at(board, row, col), board.row_step, rows, opened.blank,
            opened.numbered, opened.ones, opened.twos, opened.fours, ZERO, BLANK,
        )
        return
    if board.form == PAIR and board.col_step == 1:
        write(
            <uint8_t*>square_at(board, row, col), board.row_step, rows, opened.blank,
            opened.numbered, opened.ones, opened.twos, opened.fours, 0, 0,
        )
        return
    for k in range(rows):
        if opened.blank[k] | opened.numbered[k]:
            if board.form == LISTS:
                store_strings(board, row + k, col, opened, k)
            else:
                store_letters(board, row + k, col, opened, k)


cdef inline void spell_row(const Opened* opened, int k, uint8_t* letters) noexcept nogil:
    spell(
        opened.blank[k], opened.numbered[k], opened.ones[k], opened.twos[k], opened.fours[k],
        ZERO, BLANK, letters,
    )


cdef inline void store_letters(
    Board* board, Py_ssize_t row, Py_ssize_t col, const Opened* opened, int k
) noexcept nogil:
    cdef uint64_t which = opened.blank[k] | opened.numbered[k]
    cdef uint8_t letters[64]
    spell_row(opened, k, letters)
    while which:
        k = lowest(which)
        which &= which - 1
        put(board, row, col + k, letters[k])


cdef inline void store_strings(
    Board* board, Py_ssize_t row, Py_ssize_t col, const Opened* opened, int k
) noexcept nogil:
    cdef PyObject* line = take_item(board.lists, row)
    cdef uint64_t numbered = opened.numbered[k]
    cdef uint8_t letters[64]
    store_blank_strings(board, line, col, opened.blank[k])
    if numbered:
        spell_row(opened, k, letters)
    while numbered:
        k = lowest(numbered)
        numbered &= numbered - 1
        put_in_line(board, line, col + k, board.shared[letters[k]])
    leave_item(line)


cdef inline void store_blank_strings(
    Board* board, PyObject* line, Py_ssize_t col, uint64_t which
) noexcept nogil:
    """Make squares of a list blank."""
    cdef PyObject** items = items_of(line) if line != NULL else NULL
    cdef PyObject* empty = board.shared[EMPTY]
    cdef PyObject* blank = board.shared[BLANK]
    cdef uint64_t exchanged
    if items != NULL:
        exchanged = exchange_items(items + col, which, empty, blank)
        exchange_references(empty, blank, population(exchanged))
        which ^= exchanged
    while which:
        put_in_line(board, line, col + lowest(which), blank)
        which &= which - 1
