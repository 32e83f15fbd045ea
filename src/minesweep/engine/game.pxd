# cython: language_level=3
"""The rules of a game on two boards of our own: the mines, and what the player sees of them.

The boards are those of the engine's form PAIR, without gaps; the mines are ours to move.
"""

from cpython.mem cimport PyMem_RawRealloc
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from minesweep.engine.board cimport PAIR, Board, square_at
from minesweep.engine.click cimport NEEDS_FLOOD, NO_MEMORY, click_one, find_opening
from minesweep.engine.flood cimport (
    Flood, Square, begin, end, open_squares, opened_in, tile_in, tiles_in,
)
from minesweep.engine.layout cimport ANY, FirstClick, lay_mines, make_room
from minesweep.engine.tiles cimport Tile, Tiles

cdef enum:
    # What a square of `visible` is, if not the number of mines around it.
    HIDDEN = -1
    FLAG = -2
    MINE = 9

cdef struct Rules:
    # What does not change from one game to the next.
    Py_ssize_t rows, cols, mines
    FirstClick first_click

cdef struct Progress:
    # What there is to know of a game besides its two boards.
    uint64_t seed
    Py_ssize_t safe_left
    bint lost

cdef struct Word:
    # Some of 64 squares in reading order: bit k is square `first` + k.
    Py_ssize_t first
    uint64_t squares

cdef struct Record:
    # The squares that a move revealed, each once.
    Word* words
    Py_ssize_t count, room


cdef inline void set_up(
    Board* board, const Rules* rules, void* mines, void* visible
) noexcept nogil:
    """Set up the two boards over their memory."""
    memset(board, 0, sizeof(Board))
    board.form = PAIR
    board.rows, board.cols = rules.rows, rules.cols
    board.squares, board.mines = <char*>visible, <char*>mines
    board.row_step = board.mines_row_step = rules.cols
    board.col_step = board.mines_col_step = 1


cdef inline void begin_game(Board* board, const Rules* rules, Progress* progress) noexcept nogil:
    """Begin a game: all squares are hidden; the mines lie already."""
    memset(board.squares, HIDDEN, squares_of(board))
    progress.safe_left = squares_of(board) - rules.mines
    progress.lost = False


cdef inline void lay(Board* board, const Rules* rules, const Progress* progress) noexcept nogil:
    """Lay the mines where the seed says."""
    lay_mines(mines_of(board), squares_of(board), rules.mines, progress.seed)


cdef inline void move_back(
    Board* board, const Rules* rules, const Progress* progress
) noexcept nogil:
    """Move mines back where they were before a first click that was not carried out."""
    if rules.first_click != ANY and is_untouched(board, rules, progress):
        lay(board, rules, progress)


cdef inline bint is_untouched(
    const Board* board, const Rules* rules, const Progress* progress
) noexcept nogil:
    """Whether no square is open."""
    return progress.safe_left == squares_of(board) - rules.mines and not progress.lost


cdef inline Py_ssize_t squares_of(const Board* board) noexcept nogil:
    return board.rows * board.cols


cdef inline uint8_t* mines_of(const Board* board) noexcept nogil:
    """All mines of a board of our own, which are ours to move."""
    return <uint8_t*>board.mines


cdef inline Py_ssize_t count_mines(const Board* board) noexcept nogil:
    cdef Py_ssize_t i, count = 0
    for i in range(squares_of(board)):
        count += board.mines[i]
    return count


cdef inline bint is_over(const Progress* progress) noexcept nogil:
    return progress.lost or progress.safe_left == 0


cdef inline Py_ssize_t reveal_square(
    Board* board, const Rules* rules, Progress* progress, Py_ssize_t row, Py_ssize_t col,
    Tiles* tiles, Record* record,
) noexcept nogil:
    """Reveal a square, if it is hidden, of a game that is not over.

    Returns how many squares changed, which are noted if there is a record, or NO_MEMORY. Mines may
    have moved even so: see `move_back`.
    """
    cdef const int8_t* square = <const int8_t*>square_at(board, row, col)
    cdef Square bad
    cdef Py_ssize_t changed
    if square[0] != HIDDEN:
        return 0
    if record != NULL and not reserve(record, 1):
        return NO_MEMORY
    if is_untouched(board, rules, progress):
        make_room(
            mines_of(board), board.rows, board.cols, rules.mines, progress.seed, row, col,
            rules.first_click,
        )
    changed = click_one(board, row, col, True, &bad)
    if changed == NEEDS_FLOOD:
        changed = reveal_opening(board, row, col, tiles, record)
    elif record != NULL:
        add(record, row * board.cols + col, 1)
    if changed < 0:
        return NO_MEMORY
    if square[0] == MINE:
        progress.lost = True
    else:
        progress.safe_left -= changed
    return changed


cdef inline Py_ssize_t reveal_opening(
    Board* board, Py_ssize_t row, Py_ssize_t col, Tiles* tiles, Record* record
) noexcept nogil:
    """Reveal a blank square and its opening; squares changed, or NO_MEMORY."""
    cdef Flood flood
    cdef Square bad
    cdef Py_ssize_t changed
    begin(&flood, board, True, tiles, row, col)
    changed = find_opening(&flood, &bad)
    if changed > 0 and record != NULL and not note_opening(record, &flood):
        changed = NO_MEMORY
    if changed > 0:
        open_squares(&flood)
    end(&flood)
    return changed


cdef inline bint note_opening(Record* record, Flood* flood) noexcept nogil:
    """Note the squares of an opening that was found; false, and none, if there is no memory."""
    cdef const Tile* tile
    cdef uint64_t squares
    cdef Py_ssize_t before = record.count, number
    cdef int r
    for number in range(tiles_in(flood)):
        tile = tile_in(flood, number)
        if not reserve(record, tile.height):
            record.count = before
            return False
        for r in range(1, tile.height + 1):
            squares = opened_in(tile, r)
            if squares:
                add(record, (tile.top + r) * flood.board.cols + tile.left, squares)
    return True


# ---- the record of a move ----

cdef inline bint reserve(Record* record, Py_ssize_t more) noexcept nogil:
    """Make room for more words; false if there is no memory."""
    cdef Py_ssize_t room = record.count + more
    cdef Word* words
    if room <= record.room:
        return True
    room += room // 2
    words = <Word*>PyMem_RawRealloc(record.words, room * sizeof(Word))
    if words == NULL:
        return False
    record.words, record.room = words, room
    return True


cdef inline bint copy_record(Record* record, const Record* other) noexcept nogil:
    """Make an empty record the same as another; false if there is no memory."""
    if not reserve(record, other.count):
        return False
    record.count = other.count
    if other.count:
        memcpy(record.words, other.words, other.count * sizeof(Word))
    return True


cdef inline void add(Record* record, Py_ssize_t first, uint64_t squares) noexcept nogil:
    """Note squares; there is room."""
    record.words[record.count].first = first
    record.words[record.count].squares = squares
    record.count += 1
