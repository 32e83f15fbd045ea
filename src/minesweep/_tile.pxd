# cython: language_level=3
"""The flood fill on a tile: a part of the board of up to 62 x 64 squares around the click.

Most openings are small, and most boards too. On a tile a row is one word, and what waits is a set
of rows, one bit each; the general flood of `_flood` need not start. It takes over where an opening
does not fit in the tile, or where a bad square was seen: nothing has been written by then.

The masks of a row, and what they mean, are those of a word in `_flood`: `empty` and `mine` are
loaded from the board, `todo` has the blank squares that are not filled, `reached` those that the
flood has come to. A row is prepared when the flood comes to it, which takes that it and those above
and below are loaded. It waits if it has squares that are reached and not filled.

Rows are counted from 1. Rows 0 and `height + 1` are the margin: without squares and prepared from
the start, so that nothing is ever reached there.

**Why it ends.** A row that does not wait any more waits again only if squares of it are reached
that were not before, and none is reached twice.

**When an opening fits.** At an edge of the tile that is none of the board, the blank squares of the
last row or column are not known, since they may have mines beside them outside the tile, and the
numbers there neither. Both matter only if a square of the last two is filled: `beyond_rows` and
`beyond_cols` have these, and `fill_tile` gives up when it fills one.
"""

from libc.stdint cimport uint64_t

from minesweep._bits cimport add_eight, first_bits, highest, lowest, population, runs
from minesweep._board cimport Board, load_word, store_blanks, store_word
from minesweep._letters cimport Letters

cdef enum:
    MOST_ROWS = 62  # with the margin as many as a word has bits
    MOST_COLS = 64

cdef struct Tile:
    Board* board
    bint diagonal  # connectivity 8
    Py_ssize_t top, left  # the row of the board that is row 0 of the tile, and its first column
    Py_ssize_t height, width
    # Rows, by bits.
    uint64_t inside, unseen, prepared
    # Where filled squares make the opening leave the tile: rows and columns.
    uint64_t beyond_rows, beyond_cols
    bint bad_seen  # a loaded row has a bad square
    # By row.
    uint64_t empty[MOST_ROWS + 2]
    uint64_t mine[MOST_ROWS + 2]
    uint64_t todo[MOST_ROWS + 2]
    uint64_t reached[MOST_ROWS + 2]


cdef inline bint fill_tile(
    Tile* tile, Board* board, bint diagonal, Py_ssize_t row, Py_ssize_t col
) noexcept nogil:
    """Fill the blank squares connected to a blank square; false if that is for `_flood` to do."""
    cdef uint64_t waiting
    cdef int r
    lay_tile(tile, board, diagonal, row, col)
    r = <int>(row - tile.top)
    prepare_row(tile, r)
    # Nothing, if another thread has opened the square since it was looked at.
    tile.reached[r] = <uint64_t>1 << (col - tile.left) & tile.todo[r]
    waiting = <uint64_t>1 << r
    while waiting:
        r = lowest(waiting)
        waiting &= waiting - 1
        if not visit_row(tile, r, &waiting):
            return False
    return not tile.bad_seen


cdef inline void lay_tile(
    Tile* tile, Board* board, bint diagonal, Py_ssize_t row, Py_ssize_t col
) noexcept nogil:
    cdef Py_ssize_t first_row
    tile.board = board
    tile.diagonal = diagonal
    tile.height, tile.width = min(board.rows, MOST_ROWS), min(board.cols, MOST_COLS)
    first_row = min(max(row - MOST_ROWS // 2, 0), board.rows - tile.height)
    tile.top = first_row - 1
    tile.left = min(max(col - MOST_COLS // 2, 0), board.cols - tile.width)
    tile.beyond_rows = outer_two(first_row, tile.height, board.rows) << 1
    tile.beyond_cols = outer_two(tile.left, tile.width, board.cols)
    tile.inside = tile.unseen = first_bits(tile.height) << 1
    tile.prepared = ~tile.inside
    tile.bad_seen = False
    tile.mine[0] = tile.todo[0] = tile.reached[0] = 0
    tile.mine[tile.height + 1] = tile.todo[tile.height + 1] = tile.reached[tile.height + 1] = 0


cdef inline uint64_t outer_two(Py_ssize_t start, Py_ssize_t size, Py_ssize_t limit) noexcept nogil:
    """The first two and the last two of some rows or columns, where the board goes on."""
    cdef uint64_t both = 0
    if start > 0:
        both |= 3
    if start + size < limit:
        both |= <uint64_t>3 << (size - 2)
    return both


cdef inline bint visit_row(Tile* tile, int r, uint64_t* waiting) noexcept nogil:
    """Fill what waits in a row, by whole runs, and let it reach the rows above and below.

    False if that leaves the tile.
    """
    cdef uint64_t run = runs(tile.reached[r] & tile.todo[r], tile.todo[r])
    if run & tile.beyond_cols or tile.beyond_rows >> r & 1:
        return False
    tile.reached[r] |= run
    tile.todo[r] ^= run
    if tile.diagonal:
        run |= spread(run)
    reach_row(tile, r - 1, run, waiting)
    reach_row(tile, r + 1, run, waiting)
    return True


cdef inline void reach_row(Tile* tile, int r, uint64_t touched, uint64_t* waiting) noexcept nogil:
    """Let the flood come to a row on touched squares, as far as they are blank."""
    if not tile.prepared >> r & 1:
        prepare_row(tile, r)
    touched &= tile.todo[r] & ~tile.reached[r]
    if touched:
        tile.reached[r] |= touched
        waiting[0] |= <uint64_t>1 << r


cdef inline void prepare_row(Tile* tile, int r) noexcept nogil:
    """Find the blank squares of a row."""
    cdef uint64_t near
    load_around(tile, r)
    near = tile.mine[r - 1] | tile.mine[r] | tile.mine[r + 1]
    near |= spread(near if tile.diagonal else tile.mine[r])
    tile.todo[r] = tile.empty[r] & ~near
    tile.prepared |= <uint64_t>1 << r


cdef inline uint64_t spread(uint64_t row) noexcept nogil:
    """The squares beside those of a row, on both sides."""
    return row << 1 | row >> 1


cdef inline void load_around(Tile* tile, int r) noexcept nogil:
    """Load a row and those above and below that are not loaded yet."""
    cdef uint64_t missing = tile.unseen & <uint64_t>7 << (r - 1)
    tile.unseen ^= missing
    while missing:
        r = lowest(missing)
        missing &= missing - 1
        tile.reached[r] = 0
        tile.bad_seen |= 0 != load_word(
            tile.board, tile.top + r, tile.left, tile.width, &tile.empty[r], &tile.mine[r]
        )


cdef inline Py_ssize_t settle_tile(Tile* tile) noexcept nogil:
    """Put the numbered squares of the opening into `todo`; how many squares it opens.

    All lie in prepared rows, which follow each other.
    """
    cdef Py_ssize_t count = 0
    cdef uint64_t beside
    cdef int r
    for r in range(first_prepared(tile), last_prepared(tile) + 1):
        beside = tile.reached[r - 1] | tile.reached[r] | tile.reached[r + 1]
        beside |= spread(beside if tile.diagonal else tile.reached[r])
        tile.todo[r] = tile.empty[r] & beside & ~tile.reached[r]
        count += population(tile.todo[r] | tile.reached[r])
    return count


cdef inline int first_prepared(const Tile* tile) noexcept nogil:
    return lowest(tile.prepared & tile.inside)


cdef inline int last_prepared(const Tile* tile) noexcept nogil:
    return highest(tile.prepared & tile.inside)


cdef inline void write_tile(const Tile* tile) noexcept nogil:
    """Write the settled opening to the board, row by row."""
    cdef Letters letters
    cdef int r
    for r in range(first_prepared(tile), last_prepared(tile) + 1):
        if tile.todo[r]:
            find_letters(tile, r, &letters)
            store_word(tile.board, tile.top + r, tile.left, &letters)
        elif tile.reached[r]:
            store_blanks(tile.board, tile.top + r, tile.left, tile.reached[r])


cdef inline void find_letters(const Tile* tile, int r, Letters* letters) noexcept nogil:
    """A row's blanks and numbers. None is above 7, as one neighbour at least is blank."""
    cdef uint64_t above = tile.mine[r - 1], here = tile.mine[r], below = tile.mine[r + 1]
    cdef uint64_t corners = <uint64_t>0 - <uint64_t>tile.diagonal
    letters.blank, letters.numbered = tile.reached[r], tile.todo[r]
    add_eight(
        above << 1 & corners, above, above >> 1 & corners,
        below << 1 & corners, below, below >> 1 & corners,
        here << 1, here >> 1,
        &letters.ones, &letters.twos, &letters.fours,
    )
