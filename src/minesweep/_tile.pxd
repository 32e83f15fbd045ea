# cython: language_level=3
"""The flood fill on a tile: a part of the board of up to 64 x 64 squares around the click.

Most openings are small, and most boards too. On a tile a row is one word, and what waits is a set
of rows, one bit each; the general flood of `_flood` need not start. It takes over where an opening
does not fit in the tile, or where a bad square was seen: nothing has been written by then.

The masks of a row, and what they mean, are those of a word in `_flood`: `empty` and `mine` are
loaded from the board, `todo` has the blank squares that are not filled, `reached` those that the
flood has come to, or candidates for that in a row that is not prepared yet. A row waits if it has
squares that are reached and not filled. It is loaded at the latest when a row beside it is prepared.

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
    MOST = 64  # rows and columns

cdef struct Tile:
    Board* board
    bint diagonal  # connectivity 8
    Py_ssize_t top, left  # where it lies on the board
    Py_ssize_t height, width
    uint64_t beyond_rows, beyond_cols  # filled squares there make the opening leave the tile
    uint64_t unseen, prepared  # rows
    bint bad_seen  # a loaded row has a bad square
    # By row, counted from 1: around the rows of the tile lie two without squares.
    uint64_t empty[MOST + 2]
    uint64_t mine[MOST + 2]
    uint64_t todo[MOST + 2]
    uint64_t reached[MOST + 2]


cdef inline bint fill_tile(
    Tile* tile, Board* board, bint diagonal, Py_ssize_t row, Py_ssize_t col
) noexcept nogil:
    """Fill the blank squares connected to a blank square; false if that is for `_flood` to do."""
    cdef uint64_t waiting
    cdef Py_ssize_t r
    lay_tile(tile, board, diagonal, row, col)
    r = row - tile.top + 1
    load_around(tile, r)
    tile.reached[r] = <uint64_t>1 << (col - tile.left)
    waiting = bit_of(r)
    while waiting:
        r = lowest(waiting) + 1
        waiting &= waiting - 1
        if not visit_row(tile, r, &waiting):
            return False
    return not tile.bad_seen


cdef inline void lay_tile(
    Tile* tile, Board* board, bint diagonal, Py_ssize_t row, Py_ssize_t col
) noexcept nogil:
    tile.board = board
    tile.diagonal = diagonal
    tile.height = min(board.rows, MOST)
    tile.top = min(max(row - MOST // 2, 0), board.rows - tile.height)
    tile.width = min(board.cols, MOST)
    tile.left = min(max(col - MOST // 2, 0), board.cols - tile.width)
    tile.beyond_rows = last_two(tile.top, tile.height, board.rows)
    tile.beyond_cols = last_two(tile.left, tile.width, board.cols)
    tile.unseen = first_bits(tile.height)
    tile.prepared = 0
    tile.bad_seen = False
    tile.mine[0] = tile.mine[tile.height + 1] = 0
    tile.reached[0] = tile.reached[tile.height + 1] = 0


cdef inline uint64_t last_two(Py_ssize_t start, Py_ssize_t size, Py_ssize_t limit) noexcept nogil:
    """The first two and the last two of some rows or columns, where the board goes on."""
    cdef uint64_t both = 0
    if start > 0:
        both |= 3
    if start + size < limit:
        both |= <uint64_t>3 << (size - 2)
    return both


cdef inline uint64_t bit_of(Py_ssize_t r) noexcept nogil:
    return <uint64_t>1 << (r - 1)


cdef inline bint visit_row(Tile* tile, Py_ssize_t r, uint64_t* waiting) noexcept nogil:
    """Fill what waits in a row, by whole runs, and let it reach the rows above and below."""
    cdef uint64_t run
    if not tile.prepared & bit_of(r):
        prepare_row(tile, r)
    run = tile.reached[r] & tile.todo[r]
    if run:
        run = runs(run, tile.todo[r])
        if run & tile.beyond_cols or tile.beyond_rows & bit_of(r):
            return False
        tile.reached[r] |= run
        tile.todo[r] ^= run
        if tile.diagonal:
            run |= run << 1 | run >> 1
        if r > 1:
            reach_row(tile, r - 1, run, waiting)
        if r < tile.height:
            reach_row(tile, r + 1, run, waiting)
    return True


cdef inline void reach_row(
    Tile* tile, Py_ssize_t r, uint64_t touched, uint64_t* waiting
) noexcept nogil:
    if tile.prepared & bit_of(r):
        touched &= tile.todo[r]
    if touched & ~tile.reached[r]:
        tile.reached[r] |= touched
        waiting[0] |= bit_of(r)


cdef inline void prepare_row(Tile* tile, Py_ssize_t r) noexcept nogil:
    """Find the blank squares of a row."""
    cdef uint64_t near
    load_around(tile, r)
    near = tile.mine[r - 1] | tile.mine[r] | tile.mine[r + 1]
    near |= spread(near if tile.diagonal else tile.mine[r])
    tile.todo[r] = tile.empty[r] & ~near
    tile.reached[r] &= tile.todo[r]
    tile.prepared |= bit_of(r)


cdef inline uint64_t spread(uint64_t row) noexcept nogil:
    """The squares beside those of a row, on both sides."""
    return row << 1 | row >> 1


cdef inline void load_around(Tile* tile, Py_ssize_t r) noexcept nogil:
    """Load a row and those above and below, as far as the tile goes."""
    cdef uint64_t missing = (bit_of(r) | spread(bit_of(r))) & tile.unseen
    tile.unseen ^= missing
    while missing:
        r = lowest(missing) + 1
        missing &= missing - 1
        tile.reached[r] = 0
        if load_word(
            tile.board, tile.top + r - 1, tile.left, tile.width, &tile.empty[r], &tile.mine[r]
        ):
            tile.bad_seen = True


cdef inline Py_ssize_t settle_tile(Tile* tile) noexcept nogil:
    """Put the numbered squares of the opening into `todo`; how many squares it opens.

    All lie in prepared rows, which follow each other.
    """
    cdef Py_ssize_t count = 0, r
    cdef uint64_t beside
    for r in range(lowest(tile.prepared) + 1, highest(tile.prepared) + 2):
        beside = tile.reached[r - 1] | tile.reached[r] | tile.reached[r + 1]
        beside |= spread(beside if tile.diagonal else tile.reached[r])
        tile.todo[r] = tile.empty[r] & beside & ~tile.reached[r]
        count += population(tile.todo[r] | tile.reached[r])
    return count


cdef inline void write_tile(Tile* tile, Board* board) noexcept nogil:
    """Write the settled opening to the board, in reading order."""
    cdef Py_ssize_t r
    cdef Letters letters
    for r in range(lowest(tile.prepared) + 1, highest(tile.prepared) + 2):
        if tile.todo[r]:
            find_letters(tile, r, &letters)
            store_word(board, tile.top + r - 1, tile.left, &letters)
        elif tile.reached[r]:
            store_blanks(board, tile.top + r - 1, tile.left, tile.reached[r])


cdef inline void find_letters(const Tile* tile, Py_ssize_t r, Letters* letters) noexcept nogil:
    """A row's blanks and numbers. None is above 7: at least one neighbour is blank."""
    cdef uint64_t above = tile.mine[r - 1], here = tile.mine[r], below = tile.mine[r + 1]
    cdef uint64_t corners = <uint64_t>0 - <uint64_t>tile.diagonal
    letters.blank, letters.numbered = tile.reached[r], tile.todo[r]
    add_eight(
        above << 1 & corners, above, above >> 1 & corners,
        below << 1 & corners, below, below >> 1 & corners,
        here << 1, here >> 1,
        &letters.ones, &letters.twos, &letters.fours,
    )
    letters.ones &= letters.numbered
    letters.twos &= letters.numbered
    letters.fours &= letters.numbered
