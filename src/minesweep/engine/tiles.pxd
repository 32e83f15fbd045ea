# cython: language_level=3
"""The tiles that a flood works on: what a tile holds, where it lies, how its neighbours are found.

A grid of tiles covers the board, each of up to 62 rows and 62 columns that it *owns*. The first
tile is laid around the click, and the grid goes on from it to the board's edges. A row of a tile is
one word: the owned columns and, at each end where the board goes on, one column more, which the
next tile owns: the *halo*. At the edge of the board there is no halo, so that up to 64 columns are
owned. Owned are the rows 1 to `height`; the rows 0 and `height + 1` are halo too, or empty where
the board ends. What the planes and the sets of rows mean is said in `flood`.

Tiles other than the first lie in one piece of memory, in the order in which they are made, behind a
hash table that finds them by their place in the grid. Memory grows by about a sixth, so that little
of it is never used, and moves when it grows: tiles go by numbers.
"""

from cpython.mem cimport PyMem_RawFree, PyMem_RawRealloc
from libc.stdint cimport UINT32_MAX, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from minesweep.engine.board cimport Board
from minesweep.engine.words cimport bit, first_bits, lowest

cdef enum:
    SIDE = 62  # the most rows and columns that a tile owns, but for columns at the board's edge
    LEFT = 0
    RIGHT = 1

cdef struct Tile:
    Py_ssize_t number  # in the order in which tiles are made
    Py_ssize_t next  # the number of the next tile on the stack
    bint stacked
    size_t slot  # in the hash table
    Py_ssize_t down, across  # the place in the grid; the first tile has 0, 0
    Py_ssize_t top, left  # the row of the board that is row 0, and the column that is bit 0
    int height  # owned rows
    int width  # columns on the board, with the halo
    int stride  # words from one plane to the next
    uint64_t owned  # columns
    uint64_t border[2]  # the first and the last owned column; 0 at the edge of the board
    # Sets of rows, by bits.
    uint64_t unseen, unprepared, waiting
    uint64_t filled[2]  # whose square at the left or the right border is filled
    uint64_t told[2]  # those of which the tile there has been told, or need not be
    uint64_t known[2]  # whose square in the halo is filled, as far as this tile has been told
    # Squares of row 1 and of the last row of which the tile above or below has been told.
    uint64_t told_above, told_below
    uint64_t planes[4 * (SIDE + 2)]  # as many rows as are needed of each: see `empty_rows`

cdef struct Tiles:
    # Working memory, kept from one click to the next of the same call.
    char* memory  # the hash table, and after it the tiles
    size_t room  # bytes
    size_t slots  # of the table: 1 + the number of the tile at some place of the grid; 0 if free
    Py_ssize_t used  # tiles
    size_t tile_size

cdef inline uint64_t* empty_rows(const Tile* tile) noexcept nogil:
    return <uint64_t*>tile.planes


cdef inline uint64_t* mine_rows(const Tile* tile) noexcept nogil:
    return <uint64_t*>tile.planes + tile.stride


cdef inline uint64_t* todo_rows(const Tile* tile) noexcept nogil:
    return <uint64_t*>tile.planes + 2 * tile.stride


cdef inline uint64_t* reached_rows(const Tile* tile) noexcept nogil:
    return <uint64_t*>tile.planes + 3 * tile.stride


cdef inline uint64_t halo(const Tile* tile, int side) noexcept nogil:
    """The column of the halo on a side."""
    return tile.border[side] << 1 if side == RIGHT else tile.border[side] >> 1


cdef inline uint64_t owned_rows(const Tile* tile) noexcept nogil:
    return first_bits(tile.height) << 1


cdef inline uint64_t prepared_rows(const Tile* tile) noexcept nogil:
    return owned_rows(tile) & ~tile.unprepared


# ---- making tiles ----

cdef inline void lay_first_tile(
    Tile* tile, const Board* board, Py_ssize_t row, Py_ssize_t col
) noexcept nogil:
    """Lay a tile around a square, as far as the board goes."""
    tile.number = tile.down = tile.across = 0
    tile.height = <int>min(board.rows, SIDE)
    tile.stride = tile.height + 2
    tile.top = min(max(row - SIDE // 2, 0), board.rows - tile.height) - 1
    tile.width = <int>min(board.cols, 64)
    tile.left = min(max(col - 32, 0), board.cols - tile.width)
    clear(tile, board)


cdef inline void lay_beside(
    Tile* tile, const Board* board, const Tile* old, int down, int across
) noexcept nogil:
    """Lay the tile that is so many places below and to the right of another, by at most 1 each."""
    tile.down, tile.across = old.down + down, old.across + across
    tile.stride = old.stride
    tile.top, tile.height = old.top, old.height
    if down > 0:
        tile.top = old.top + old.height
        tile.height = <int>min(board.rows - tile.top - 1, SIDE)
    elif down < 0:
        tile.height = <int>min(old.top + 1, SIDE)
        tile.top = old.top - tile.height
    tile.left, tile.width = old.left, old.width
    if across > 0:
        tile.left = old.left + lowest(old.border[RIGHT])
        tile.width = <int>min(board.cols - tile.left, 64)
    elif across < 0:
        tile.width = <int>min(old.left + 2, 64)
        tile.left = old.left + 2 - tile.width
    clear(tile, board)


cdef inline void clear(Tile* tile, const Board* board) noexcept nogil:
    """Set up a tile at its place: nothing is known of it yet."""
    cdef int last = tile.height + 1
    tile.owned = first_bits(tile.width)
    tile.border[LEFT] = tile.border[RIGHT] = 0
    if tile.left > 0:
        tile.owned ^= 1
        tile.border[LEFT] = 2
    if tile.left + tile.width < board.cols:
        tile.owned ^= bit(tile.width - 1)
        tile.border[RIGHT] = bit(tile.width - 2)
    tile.unprepared = owned_rows(tile)
    tile.unseen = tile.unprepared | 1 | bit(last)
    tile.told_above = tile.told_below = 0
    tile.known[LEFT] = tile.known[RIGHT] = 0
    if tile.top < 0:
        end_at_row(tile, 0)
        tile.told_above = tile.owned
    if tile.top + last >= board.rows:
        end_at_row(tile, last)
        tile.told_below = tile.owned
    todo_rows(tile)[0] = todo_rows(tile)[last] = 0
    tile.waiting = 0
    tile.filled[LEFT] = tile.filled[RIGHT] = 0
    tile.told[LEFT] = tile.told[RIGHT] = 0
    tile.stacked = False


cdef inline void end_at_row(Tile* tile, int r) noexcept nogil:
    """There is no such row on the board: it has no squares, and nobody to be told of any."""
    tile.unseen ^= bit(r)
    tile.known[LEFT] |= bit(r)  # none is left to be filled
    tile.known[RIGHT] |= bit(r)
    empty_rows(tile)[r] = mine_rows(tile)[r] = reached_rows(tile)[r] = 0


# ---- finding tiles ----

cdef inline void init_tiles(Tiles* tiles) noexcept nogil:
    tiles.memory = NULL
    tiles.room, tiles.slots, tiles.used = 0, 0, 0


cdef inline void free_tiles(Tiles* tiles) noexcept nogil:
    PyMem_RawFree(tiles.memory)


cdef inline uint32_t* table_of(const Tiles* tiles) noexcept nogil:
    return <uint32_t*>tiles.memory


cdef inline Tile* tile_at(const Tiles* tiles, Py_ssize_t number) noexcept nogil:
    return <Tile*>(
        tiles.memory + tiles.slots * sizeof(uint32_t) + <size_t>number * tiles.tile_size
    )


cdef inline bint take_first_tile(Tiles* tiles, const Tile* first) noexcept nogil:
    """Copy the first tile to where the others will be; false if memory runs out."""
    # All tiles of a board are of the same size. Memory of the flood before holds none any more.
    tiles.tile_size = <size_t>(
        <char*>(first.planes + 4 * first.stride) - <char*>first
    )
    if not make_room(tiles):
        return False
    memcpy(tile_at(tiles, 0), first, tiles.tile_size)
    tiles.used = 1
    enter(tiles, tile_at(tiles, 0))
    return True


cdef inline void forget_tiles(Tiles* tiles) noexcept nogil:
    """Make the memory ready for the next flood."""
    cdef Py_ssize_t number
    for number in range(tiles.used):
        table_of(tiles)[tile_at(tiles, number).slot] = 0
    tiles.used = 0


cdef inline Tile* neighbour(
    Tiles* tiles, const Board* board, Py_ssize_t number, int down, int across
) noexcept nogil:
    """The tile beside another, made if there is none yet; NULL if memory runs out."""
    cdef Tile* tile = tile_at(tiles, number)
    cdef uint32_t found = table_of(tiles)[slot_of(tiles, tile.down + down, tile.across + across)]
    if found:
        return tile_at(tiles, found - 1)
    if not make_room(tiles):
        return NULL
    tile = tile_at(tiles, tiles.used)
    tile.number = tiles.used
    lay_beside(tile, board, tile_at(tiles, number), down, across)
    tiles.used += 1
    enter(tiles, tile)
    return tile


cdef inline void enter(Tiles* tiles, Tile* tile) noexcept nogil:
    """Enter a tile into the hash table."""
    tile.slot = slot_of(tiles, tile.down, tile.across)
    table_of(tiles)[tile.slot] = <uint32_t>(tile.number + 1)


cdef inline size_t slot_of(
    const Tiles* tiles, Py_ssize_t down, Py_ssize_t across
) noexcept nogil:
    """The slot of the tile at a place of the grid, or the free one where it belongs."""
    cdef const Tile* tile
    cdef uint64_t hashed = (
        <uint64_t>down * <uint64_t>0x9E3779B97F4A7C15
        + <uint64_t>across * <uint64_t>0xC2B2AE3D27D4EB4F
    )
    cdef size_t slot = <size_t>(hashed >> 32)
    while True:
        slot &= tiles.slots - 1
        if not table_of(tiles)[slot]:
            return slot
        tile = tile_at(tiles, table_of(tiles)[slot] - 1)
        if tile.down == down and tile.across == across:
            return slot
        slot += 1


cdef inline bint make_room(Tiles* tiles) noexcept nogil:
    """Have memory for one more tile, and a hash table that is at most half full with it.

    There is a sixth of the tiles to spare, so that the memory seldom has to grow.
    """
    cdef size_t number = tiles.used + 1, slots = tiles.slots, size
    cdef char* memory
    if 2 * number > slots:
        slots = 4 * slots if slots else 64
    size = slots * sizeof(uint32_t) + number * tiles.tile_size
    if size > tiles.room:
        if number >= UINT32_MAX:
            return False
        size += number // 6 * tiles.tile_size
        memory = <char*>PyMem_RawRealloc(tiles.memory, size)
        if memory == NULL:
            return False
        tiles.memory, tiles.room = memory, size
    if slots > tiles.slots:
        make_table(tiles, slots)
    return True


cdef inline void make_table(Tiles* tiles, size_t slots) noexcept nogil:
    """Make the hash table larger, for which there is room."""
    cdef Py_ssize_t number
    memmove(
        tiles.memory + slots * sizeof(uint32_t), tiles.memory + tiles.slots * sizeof(uint32_t),
        <size_t>tiles.used * tiles.tile_size,
    )
    memset(tiles.memory, 0, slots * sizeof(uint32_t))
    tiles.slots = slots
    for number in range(tiles.used):
        enter(tiles, tile_at(tiles, number))
