# cython: language_level=3
"""What a board is made of, known here alone: reading and writing one square or one word of it.

A letter is the square's character as a byte; whatever is no letter of a board, a square in a row
that is no list or has another length included, reads as `BAD`.
"""

from cpython.object cimport PyObject
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from minesweep._bits cimport lowest, population

cdef extern from *:
    """
    /* Lists, in three ways. minesweep_take gets an item, which minesweep_leave lets go of, and
       minesweep_swap sets one and returns the one before with a reference to it.

       Under the GIL no list changes while a click reads and writes, and looking into it is safe.
       Without the GIL other threads can change, shorten or drop a list at any time: each access
       goes through a function that locks the list, checks the index and keeps the item alive;
       NULL stands for an item that is gone. The Limited API has functions alone. */
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
    void drop_reference "Py_DECREF"(PyObject*) noexcept nogil

cdef extern from *:
    """
    /* Sixteen letters at a time, between bytes and bits: bit k belongs to letter k.

       minesweep_compare finds the empty squares and the mines among letters, and whether all are
       letters of a board. minesweep_spell makes letters: '0' plus 1, 2 and 4 for the binary digits
       of a number, plus 'B' - '0' for a blank.

       Without vectors, eight bytes that are 0 or 1 become bits by a product that puts byte i to bit
       56 + i; no two of its terms meet in a bit, so nothing carries. Bits become such bytes by a
       product that copies them into every byte, a mask that leaves byte k bit k alone, and adding
       127, which carries it to the byte's top bit. */
    #if (defined(__SSE2__) || defined(_M_X64)) && !defined(MINESWEEP_PORTABLE)
    #include <emmintrin.h>
    static inline int minesweep_compare(
        const uint8_t *letters, uint64_t *empty, uint64_t *mine)
    {
        __m128i x = _mm_loadu_si128((const __m128i *)letters);
        __m128i e = _mm_cmpeq_epi8(x, _mm_set1_epi8('E'));
        __m128i m = _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8('M')),
                                 _mm_cmpeq_epi8(x, _mm_set1_epi8('X')));
        __m128i digit = _mm_sub_epi8(x, _mm_set1_epi8('1'));
        __m128i good = _mm_cmpeq_epi8(digit, _mm_min_epu8(digit, _mm_set1_epi8(7)));
        good = _mm_or_si128(good, _mm_cmpeq_epi8(x, _mm_set1_epi8('B')));
        good = _mm_or_si128(good, _mm_or_si128(e, m));
        *empty = (uint64_t)_mm_movemask_epi8(e);
        *mine = (uint64_t)_mm_movemask_epi8(m);
        return _mm_movemask_epi8(good) == 0xFFFF;
    }
    static inline __m128i minesweep_chosen(uint64_t bits, __m128i value)
    {
        const __m128i each = _mm_set_epi8(-128, 64, 32, 16, 8, 4, 2, 1,
                                          -128, 64, 32, 16, 8, 4, 2, 1);
        __m128i x = _mm_cvtsi32_si128((int)(bits & 0xFFFF));
        x = _mm_unpacklo_epi8(x, x);
        x = _mm_shufflelo_epi16(x, _MM_SHUFFLE(1, 1, 0, 0));
        x = _mm_shuffle_epi32(x, _MM_SHUFFLE(1, 1, 0, 0));
        return _mm_and_si128(_mm_cmpeq_epi8(_mm_and_si128(x, each), each), value);
    }
    static inline void minesweep_spell(
        uint64_t blank, uint64_t ones, uint64_t twos, uint64_t fours, uint8_t *letters)
    {
        __m128i low = _mm_add_epi8(minesweep_chosen(ones, _mm_set1_epi8(1)),
                                   minesweep_chosen(twos, _mm_set1_epi8(2)));
        __m128i high = _mm_add_epi8(minesweep_chosen(fours, _mm_set1_epi8(4)),
                                    minesweep_chosen(blank, _mm_set1_epi8('B' - '0')));
        low = _mm_add_epi8(low, _mm_set1_epi8('0'));
        _mm_storeu_si128((__m128i *)letters, _mm_add_epi8(low, high));
    }
    #else
    static inline uint64_t minesweep_gather(const uint8_t *bits)
    {
        uint64_t word = 0;
        int i;
        for (i = 0; i < 8; i++) word |= (uint64_t)bits[i] << (8 * i);
        return (word * 0x0102040810204080ULL) >> 56;
    }
    static inline int minesweep_compare(
        const uint8_t *letters, uint64_t *empty, uint64_t *mine)
    {
        uint8_t e[16], m[16], good = 1;
        int i;
        for (i = 0; i < 16; i++) {
            uint8_t x = letters[i];
            e[i] = x == 'E';
            m[i] = (x == 'M') | (x == 'X');
            good &= e[i] | m[i] | (x == 'B') | ((uint8_t)(x - '1') < 8);
        }
        *empty = minesweep_gather(e) | minesweep_gather(e + 8) << 8;
        *mine = minesweep_gather(m) | minesweep_gather(m + 8) << 8;
        return good;
    }
    static inline uint64_t minesweep_scatter(uint64_t bits)
    {
        bits = ((bits & 0xFF) * 0x0101010101010101ULL) & 0x8040201008040201ULL;
        return ((bits + 0x7F7F7F7F7F7F7F7FULL) >> 7) & 0x0101010101010101ULL;
    }
    static inline void minesweep_spell(
        uint64_t blank, uint64_t ones, uint64_t twos, uint64_t fours, uint8_t *letters)
    {
        int i, k;
        for (k = 0; k < 16; k += 8) {
            uint64_t eight = 0x0101010101010101ULL * '0'
                + minesweep_scatter(blank >> k) * ('B' - '0') + minesweep_scatter(ones >> k)
                + minesweep_scatter(twos >> k) * 2 + minesweep_scatter(fours >> k) * 4;
            for (i = 0; i < 8; i++) letters[k + i] = (uint8_t)(eight >> (8 * i));
        }
    }
    #endif
    """
    bint compare_sixteen "minesweep_compare"(
        const uint8_t* letters, uint64_t* empty, uint64_t* mine
    ) noexcept nogil
    void spell_sixteen "minesweep_spell"(
        uint64_t blank, uint64_t ones, uint64_t twos, uint64_t fours, uint8_t* letters
    ) noexcept nogil

cdef enum:
    BAD = 0
    EMPTY = 69  # E
    MINE = 77  # M
    BLANK = 66  # B
    ZERO = 48  # 0, the letter before the numbers
    EXPLODED = 88  # X

cdef enum:
    FEW = 8  # squares of a word that are quicker to write one by one

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
    # BYTES without gaps between the rows, and 64 of them at least: the end of the board.
    char* end
    # The lists forms: the outer list, and the one string that all squares of a letter share.
    PyObject* lists
    PyObject** shared
    # A `str` subclass can run any code when it is dropped. Such squares that could be opened are
    # counted when read; when overwritten they wait in `dropped`, which has room for them, until
    # the click is done.
    Py_ssize_t strangers
    PyObject** dropped
    Py_ssize_t dropped_count, dropped_room

cdef struct Letters:
    # What to write to a word: blanks, and numbers below 8 by their binary digits.
    uint64_t blank, numbered, ones, twos, fours


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
    fetch(board, row, col, 1, &letter)
    return letter


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
    """The letter on a square of a row; a square whose dropping could run code is a stranger."""
    cdef PyObject* square
    cdef uint8_t letter
    if line == NULL:
        return BAD
    square = take_item(line, col)
    if square == board.shared[EMPTY]:
        letter = EMPTY
    elif square == board.shared[MINE]:
        letter = MINE
    elif square == NULL:
        letter = BAD
    else:
        board.strangers += not is_plain_text(square)
        letter = letter_of(square)
    leave_item(square)
    return letter


cdef inline uint8_t letter_of(PyObject* square) noexcept nogil:
    cdef uint32_t character
    if not is_text(square) or text_length(square) != 1:
        return BAD
    character = first_character(square)
    return <uint8_t>character if character < 128 else BAD


# ---- a word: 64 squares of a row, from column 64 * word on ----

cdef inline uint64_t load_word(
    Board* board, Py_ssize_t row, Py_ssize_t word, uint64_t* empty, uint64_t* mine
) noexcept nogil:
    """Set the masks of a word's empty squares and mines, and return that of its bad squares.

    Columns beyond the board are in none of them.
    """
    cdef Py_ssize_t col = 64 * word, count = min(64, board.cols - col), before
    cdef char* squares = board.squares + row * board.row_step + col * board.col_step
    cdef uint8_t letters[64]
    if board.col_step == 1 and board.form == BYTES:
        if count == 64:
            return compare_word(<uint8_t*>squares, 0, 64, empty, mine)
        if board.end != NULL:
            # The rows lie end to end: take 64 squares of the board with these among them.
            before = max(64 - (board.end - squares), 0)
            return compare_word(<uint8_t*>squares - before, before, count, empty, mine)
    memset(letters, BLANK, 64)
    fetch(board, row, col, count, letters)
    return compare_word(letters, 0, count, empty, mine)


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


cdef inline uint64_t compare_word(
    const uint8_t* letters, Py_ssize_t first, Py_ssize_t count, uint64_t* empty, uint64_t* mine
) noexcept nogil:
    """The masks of some letters, from the first on, of 64 that can be read."""
    cdef uint64_t all_empty = 0, all_mine = 0, some_empty, some_mine, bad = 0, kept
    cdef bint good = True
    cdef Py_ssize_t k
    for k in range(0, first + count, 16):
        good &= compare_sixteen(letters + k, &some_empty, &some_mine)
        all_empty |= some_empty << k
        all_mine |= some_mine << k
    kept = <uint64_t>0xFFFFFFFFFFFFFFFF >> (64 - count)
    empty[0] = all_empty >> first & kept
    mine[0] = all_mine >> first & kept
    if not good:
        for k in range(count):
            bad |= <uint64_t>(not is_letter(letters[first + k])) << k
    return bad


cdef inline bint is_letter(uint8_t letter) noexcept nogil:
    return letter == EMPTY or letter == MINE or is_revealed(letter)


cdef inline bint is_revealed(uint8_t letter) noexcept nogil:
    return letter == BLANK or ZERO < letter <= ZERO + 8 or letter == EXPLODED


cdef inline void store_blanks(
    Board* board, Py_ssize_t row, Py_ssize_t col, uint64_t which
) noexcept nogil:
    """Make squares `B`: those from a column on whose bit is set."""
    cdef bint side_by_side = board.form == BYTES and board.col_step == 1
    cdef PyObject* line = take_item(board.lists, row) if board.form == LISTS else NULL
    cdef int start, length, k
    if side_by_side and which == <uint64_t>0xFFFFFFFFFFFFFFFF:
        memset(board.squares + row * board.row_step + col, BLANK, 64)
        return
    while which:
        start = lowest(which)
        which >>= start
        col += start
        length = lowest(~which) if ~which else 64
        if side_by_side:
            memset(board.squares + row * board.row_step + col, BLANK, length)
        elif line != NULL:
            for k in range(length):
                put_in_line(board, line, col + k, board.shared[BLANK])
        else:
            for k in range(length):
                put(board, row, col + k, BLANK)
        col += length
        which = which >> (length - 1) >> 1  # a shift by 64 is undefined
    if line != NULL:
        leave_item(line)


cdef inline void store_word(
    Board* board, Py_ssize_t row, Py_ssize_t col, Letters word
) noexcept nogil:
    """Write the blank and the numbered squares of a word."""
    cdef uint8_t letters[16]
    cdef uint64_t opened = word.blank | word.numbered, which
    cdef int first
    if board.form != BYTES or board.col_step != 1 or population(opened) <= FEW:
        store_blanks(board, row, col, word.blank)
        store_numbers(board, row, col, word)
        return
    for first in range(0, 64, 16):
        which = opened >> first & 0xFFFF
        if which:
            spell_sixteen(
                word.blank >> first, word.ones >> first, word.twos >> first, word.fours >> first,
                letters,
            )
            store_sixteen(
                <uint8_t*>board.squares + row * board.row_step + col + first, letters, which
            )


cdef inline void store_numbers(
    Board* board, Py_ssize_t row, Py_ssize_t col, Letters word
) noexcept nogil:
    """Write the numbered squares of a word, one by one."""
    cdef uint64_t left = word.numbered, number
    cdef int k
    while left:
        k = lowest(left)
        left &= left - 1
        number = word.ones >> k & 1 | (word.twos >> k & 1) << 1 | (word.fours >> k & 1) << 2
        put(board, row, col + k, <uint8_t>(ZERO + number))


cdef inline void store_sixteen(
    uint8_t* squares, const uint8_t* letters, uint64_t which
) noexcept nogil:
    """Write those of 16 squares whose bit is set.

    No other square is written, not even with the letter that it has: another thread might have
    changed it since it was read.
    """
    cdef uint8_t spared[8]
    cdef int k, half
    if which == 0xFFFF:
        memcpy(squares, letters, 16)
        return
    for half in range(0, 16, 8):
        if which >> half & 0xFF == 0xFF:
            memcpy(squares + half, letters + half, 8)
        elif which >> half & 0xFF:
            # Without a branch that can't be foreseen: the letters of the others go nowhere.
            for k in range(8):
                (squares + half if which >> half >> k & 1 else spared)[k] = letters[half + k]
