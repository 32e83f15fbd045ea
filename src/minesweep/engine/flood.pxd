# cython: language_level=3
"""The flood fill: from a blank square to all that its opening reveals, a tile at a time.

**Tiles.** A tile owns up to 62 rows and columns, and has the squares around them in its halo: see
`tiles`. So the mines around every owned square are in the tile's own words.

**What is known of a square.** A tile keeps four bit planes, a word a row. `empty` and `mine` are
loaded from the board. A row is *prepared* when `todo` has its owned blank squares (empty ones
without a mine beside them) that are not filled yet. `reached` marks what the flood has come to:

====== ========= =====================================================
`todo` `reached` an owned square of a prepared row
====== ========= =====================================================
1      0         blank, not reached
1      1         blank, reached, waits to be filled: the frontier
0      1         filled: its neighbours have been reached
0      0         no blank square: never touched by the flood
====== ========= =====================================================

In the halo `todo` is 0, and `reached` says that the owner has filled the square.

**The stack.** A row in which something waits is in its tile's `waiting`. A tile with such rows is
on the stack. `spread_out` takes one tile from it, and `fill` fills rows until none waits: it grows
what waits along the row by whole runs, marks that as filled, and lets it reach the touching squares
of the rows above and below. Then `pass_on` tells each neighbouring tile which squares at the common
border were filled since it was last told: they are entered into the neighbour's halo, and reach the
owned squares that they touch. A neighbour in which something waits now goes on the stack. A tile is
made when it is first told something.

**Why it ends.** Filling a square takes it out of `todo` for good, and a visit to a row that waits
fills at least one. A tile goes on the stack only if something in it waits.

**Why it is right.** A square is reached only from a filled one that it touches, so all that is
filled belongs to the opening. When the stack is empty, nothing waits and every filled square at a
border has been told to each tile that has it in its halo: so every blank square that touches a
filled one is filled, and the opening is whole. What it opens besides are the *numbered squares*:
the empty squares that touch a filled one and are not filled. They have a mine beside them, or they
would be blank. All lie in prepared rows, since a row is prepared when a filled square touches it;
and what touches them is in the same tile, halo included. `mark_numbered` puts them into `todo`,
which then has no other use. Each owned square belongs to one tile, so each is written once.

A border square is not told to a neighbour's halo if the neighbour has filled all squares that it
touches there. Nothing would be reached, and none of them is numbered.

**Why an error changes nothing.** The board is written by `open_squares` alone, the last step, which
cannot fail. Bad squares are noted when rows are loaded. Once the opening is known, `find_bad` looks
for the first bad one among the opened squares and their neighbours; others do not matter.

**Memory.** A tile takes 2.2 kB, which is 0.58 byte a square. The first one is part of `Flood`, and
so on the C stack: an opening that stays in it takes nothing from the heap. Others are made when
they are first told something, and kept from one click to the next of the same call.
"""

from libc.stdint cimport uint64_t

from minesweep.engine.board cimport (
    LISTS, Board, Opened, load_rows, loads_vectors, prefetch_rows, store_rows, turned,
)
from minesweep.engine.letters cimport (
    enter_column, find_blanks, find_digits, find_numbered, is_wide,
)
from minesweep.engine.tiles cimport (
    LEFT, RIGHT, Tile, Tiles, empty_rows, forget_tiles, halo, lay_first_tile, mine_rows, neighbour,
    owned_rows, prepared_rows, reached_rows, take_first_tile, tile_at, todo_rows,
)
from minesweep.engine.words cimport bit, first_bits, highest, lowest, run_length, runs, spread

cdef enum:
    GROUP = 8  # rows that are prepared together
    MOST_OPENED = 8  # rows that are written together

cdef struct Square:
    Py_ssize_t row, col

cdef struct Flood:
    Board* board
    Board turned  # a board of one column, as one row
    bint diagonal  # connectivity 8
    bint by_groups  # rows of the first tile are prepared in groups
    bint bad_seen  # a loaded row has a bad square
    Py_ssize_t stack  # the number of the tile on top, -1 if nothing waits
    Tiles* tiles
    Tile first  # until the flood leaves it


# ---- the flood ----

cdef inline void begin(
    Flood* flood, Board* board, bint diagonal, Tiles* tiles, Py_ssize_t row, Py_ssize_t col
) noexcept nogil:
    """Fill the squares of the first tile that are connected to a blank square in it.

    Takes some microseconds at most. Unless that is all (`is_within_tile`), `spread_out` goes on.
    """
    cdef Tile* tile = &flood.first
    cdef int r
    flood.board, flood.diagonal, flood.tiles = board, diagonal, tiles
    if board.cols == 1 and board.form != LISTS:
        # Words lie along rows: 50 times as fast.
        flood.turned = turned(board)
        flood.board = board = &flood.turned
        row, col = col, row
    flood.by_groups = is_wide() and loads_vectors(board)
    flood.bad_seen = False
    lay_first_tile(tile, board, row, col)
    r = <int>(row - tile.top)
    if flood.by_groups:
        prepare(flood, tile, r)
    else:  # what touches a blank square is opened
        prepare_rows(flood, tile, max(r - 1, 1), min(r + 1, tile.height))
    # Reaches nothing if another thread has opened the square since it was looked at.
    reach_row(tile, r, bit(<int>(col - tile.left)))
    fill(flood, tile)


cdef inline bint is_within_tile(const Flood* flood) noexcept nogil:
    """Whether nothing at a border of the first tile is filled."""
    return not (
        flood.first.filled[LEFT] | flood.first.filled[RIGHT]
        | untold_above(&flood.first) | untold_below(&flood.first)
    )


cdef inline bint spread_out(Flood* flood) noexcept nogil:
    """Flood the tiles around the first one and those around them; false if memory runs out."""
    cdef Tile* tile
    cdef Py_ssize_t number = 0
    flood.stack = -1
    if not take_first_tile(flood.tiles, &flood.first):
        return False
    while pass_on(flood, number):
        number = flood.stack
        if number < 0:
            return True
        tile = tile_at(flood.tiles, number)
        flood.stack = tile.next
        tile.stacked = False
        fill(flood, tile)
    return False


cdef inline void fill(Flood* flood, Tile* tile) noexcept nogil:
    """Fill what waits in the rows of a tile, until none waits."""
    cdef int r
    while tile.waiting:
        r = lowest(tile.waiting)
        fill_from(flood, tile, r, reached_rows(tile)[r] & todo_rows(tile)[r])


cdef inline void fill_from(Flood* flood, Tile* tile, int r, uint64_t seeds) noexcept nogil:
    """Fill the runs of a row that hold squares which wait there, and follow them up or down.

    What is reached in the next row stays in registers, which halves the time of open areas. Rows go
    by pointers and by their bit, not by numbers: gains up to a tenth.
    """
    cdef uint64_t* todo = todo_rows(tile) + r
    cdef uint64_t* reached = reached_rows(tile) + r
    cdef uint64_t row = bit(r), waiting = tile.waiting, left = 0, right = 0, filled, above, below
    while True:
        waiting &= ~row
        filled = runs(seeds, todo[0])
        reached[0] |= filled
        todo[0] ^= filled
        left |= row if filled & tile.border[LEFT] else 0
        right |= row if filled & tile.border[RIGHT] else 0
        if flood.diagonal:
            filled = spread(filled)
        if tile.unprepared & (row << 1 | row >> 1):
            prepare_beside(flood, tile, lowest(row))
        above, below = filled & todo[-1], filled & todo[1]
        if below:
            if above:
                reached[-1] |= above
                waiting |= row >> 1
            todo, reached, row = todo + 1, reached + 1, row << 1
        elif above:
            todo, reached, row = todo - 1, reached - 1, row >> 1
        else:
            break
        seeds = (filled | reached[0]) & todo[0]
    tile.waiting = waiting
    tile.filled[LEFT] |= left
    tile.filled[RIGHT] |= right


cdef inline void prepare_beside(Flood* flood, Tile* tile, int r) noexcept nogil:
    """Prepare the rows above and below one."""
    if tile.unprepared & bit(r - 1):
        prepare(flood, tile, r - 1)
    if tile.unprepared & bit(r + 1):
        prepare(flood, tile, r + 1)


cdef inline void reach_row(Tile* tile, int r, uint64_t touched) noexcept nogil:
    """Let the flood come to touched squares of a prepared row, as far as they are blank."""
    touched &= todo_rows(tile)[r]
    if touched:
        reached_rows(tile)[r] |= touched
        tile.waiting |= bit(r)


cdef inline void reach(Flood* flood, Tile* tile, int r, uint64_t touched) noexcept nogil:
    """The same for any row of any tile, which is then visited."""
    if tile.unprepared & bit(r):
        prepare(flood, tile, r)
    reach_row(tile, r, touched)
    await_visit(flood, tile)


cdef inline void await_visit(Flood* flood, Tile* tile) noexcept nogil:
    """Put a tile on the stack if something waits in it."""
    if tile.waiting and not tile.stacked:
        tile.stacked = True
        tile.next = flood.stack
        flood.stack = tile.number


# ---- from tile to tile ----

cdef inline bint pass_on(Flood* flood, Py_ssize_t number) noexcept nogil:
    """Tell the tiles around one what was filled at a common border since they were last told.

    False if memory runs out. Tiles go by their numbers, since making one can move the others.
    """
    cdef Tile* tile = tile_at(flood.tiles, number)
    cdef uint64_t above = untold_above(tile), below = untold_below(tile)
    cdef uint64_t sides[2]
    cdef int side
    tile.told_above |= above
    tile.told_below |= below
    sides[LEFT], sides[RIGHT] = tile.border[LEFT], tile.border[RIGHT]
    if above and not tell_row(flood, number, -1, above):
        return False
    if below and not tell_row(flood, number, 1, below):
        return False
    for side in range(2):
        if not tell_column(flood, number, side):
            return False
        if flood.diagonal:
            if above & sides[side] and not tell_corner(flood, number, -1, side):
                return False
            if below & sides[side] and not tell_corner(flood, number, 1, side):
                return False
    return True


cdef inline uint64_t untold_above(const Tile* tile) noexcept nogil:
    """The filled squares of row 1 of which the tile above has not been told."""
    return 0 if tile.unprepared & bit(1) else filled_in(tile, 1) & ~tile.told_above


cdef inline uint64_t untold_below(const Tile* tile) noexcept nogil:
    """The same for the last row and the tile below."""
    cdef int last = tile.height
    return 0 if tile.unprepared & bit(last) else filled_in(tile, last) & ~tile.told_below


cdef inline uint64_t filled_in(const Tile* tile, int r) noexcept nogil:
    """The owned squares of a prepared row that are filled."""
    return reached_rows(tile)[r] & ~todo_rows(tile)[r] & tile.owned


cdef inline bint tell_row(
    Flood* flood, Py_ssize_t number, int down, uint64_t filled
) noexcept nogil:
    """Tell the tile above (`down` is -1) or below (1) of filled squares at the border."""
    cdef Tile* other = neighbour(flood.tiles, flood.board, number, down, 0)
    if other == NULL:
        return False
    enter_halo_row(flood, other, down, filled)
    return True


cdef inline bint tell_corner(Flood* flood, Py_ssize_t number, int down, int side) noexcept nogil:
    """Tell the tile at a corner that the square there is filled."""
    cdef Tile* other = neighbour(flood.tiles, flood.board, number, down, 1 if side == RIGHT else -1)
    if other == NULL:
        return False
    enter_halo_row(flood, other, down, halo(other, 1 - side))
    return True


cdef inline void enter_halo_row(
    Flood* flood, Tile* tile, int down, uint64_t filled
) noexcept nogil:
    """Enter filled squares into the halo above (`down` is 1) or below (-1), where they reach."""
    cdef int r = 1 if down > 0 else tile.height
    reach(flood, tile, r, spread(filled) if flood.diagonal else filled)
    reached_rows(tile)[r - down] |= filled


cdef inline bint tell_column(Flood* flood, Py_ssize_t number, int side) noexcept nogil:
    """Tell the tile on the left or the right of filled squares at the border."""
    cdef Tile* tile = tile_at(flood.tiles, number)
    cdef uint64_t rows = tile.filled[side] & ~tile.told[side]
    cdef uint64_t known = tile.known[side], touched
    cdef Tile* other
    cdef int r
    tile.told[side] |= rows
    # Not those whose squares there are all filled: else an area comes back as an idle visit a row.
    rows &= ~(known & known << 1 & known >> 1) if flood.diagonal else ~known
    if not rows:
        return True
    other = neighbour(flood.tiles, flood.board, number, 0, 1 if side == RIGHT else -1)
    if other == NULL:
        return False
    other.known[1 - side] |= rows
    touched = (spread(rows) if flood.diagonal else rows) & owned_rows(other)
    while touched & other.unprepared:
        prepare(flood, other, lowest(touched & other.unprepared))
    r = lowest(touched | rows)
    other.waiting |= enter_column(
        todo_rows(other) + r, reached_rows(other) + r, highest(touched | rows) - r + 1,
        touched >> r, other.border[1 - side], rows >> r, halo(other, 1 - side),
    ) << r
    await_visit(flood, other)
    return True


# ---- the blank squares of a row ----

cdef inline void prepare(Flood* flood, Tile* tile, int r) noexcept nogil:
    """Find the blank squares of a row, and of the others of its group where that is as quick.

    Row 32, where a first click is, lies in the middle of a group.
    """
    cdef int start = ((r + GROUP // 2) & -GROUP) - GROUP // 2
    if tile.number > 0 or flood.by_groups:
        prepare_rows(flood, tile, max(start, 1), min(start + GROUP - 1, tile.height))
    else:
        prepare_rows(flood, tile, r, r)


cdef inline void prepare_rows(Flood* flood, Tile* tile, int first, int last) noexcept nogil:
    """Find the blank squares of rows that follow each other."""
    load(flood, tile, tile.unseen & first_bits(last - first + 3) << (first - 1))
    find_blanks(
        empty_rows(tile) + first, mine_rows(tile) + first, tile.owned, flood.diagonal,
        last - first + 1, todo_rows(tile) + first,
    )
    tile.unprepared &= ~(first_bits(last - first + 1) << first)


cdef inline void load(Flood* flood, Tile* tile, uint64_t rows) noexcept nogil:
    """Load rows that follow each other."""
    cdef int first, count, r
    if not rows:
        return
    first = lowest(rows)
    count = highest(rows) - first + 1
    tile.unseen ^= rows
    if tile.number > 0:
        prefetch_beyond(flood.board, tile, first, first + count)
    for r in range(first, first + count):
        reached_rows(tile)[r] = 0
    if load_rows(
        flood.board, tile.top + first, tile.left, count, tile.width,
        empty_rows(tile) + first, mine_rows(tile) + first,
    ):
        flood.bad_seen = True


cdef inline void prefetch_beyond(
    const Board* board, const Tile* tile, int first, int stop
) noexcept nogil:
    """Prefetch the next rows on the side of loaded ones where no row of the tile is loaded yet.

    Those rows are far from each other in memory. Gains a quarter on 4000 rows.
    """
    cdef bint above = tile.unseen << 1 >> first & 1, below = tile.unseen >> (stop - 1) >> 1 & 1
    cdef Py_ssize_t row = tile.top + (first - GROUP if above else stop)
    if above != below:
        prefetch_rows(board, row, tile.left, GROUP)
        prefetch_rows(board, row, tile.left + 63, GROUP)


cdef inline void end(Flood* flood) noexcept nogil:
    """Make the tiles ready for the next flood."""
    forget_tiles(flood.tiles)


# ---- after the flood ----

cdef inline Py_ssize_t tiles_in(const Flood* flood) noexcept nogil:
    """How many tiles there are."""
    return max(flood.tiles.used, 1)


cdef inline Tile* tile_in(Flood* flood, Py_ssize_t number) noexcept nogil:
    return tile_at(flood.tiles, number) if flood.tiles.used else &flood.first


cdef inline Py_ssize_t mark_numbered(Flood* flood) noexcept nogil:
    """Put the numbered squares of the opening into `todo`; how many squares it opens."""
    cdef Tile* tile
    cdef Py_ssize_t count = 0, number
    cdef uint64_t rows
    cdef int r, length
    for number in range(tiles_in(flood)):
        tile = tile_in(flood, number)
        rows = prepared_rows(tile)
        while rows:
            r, length = lowest(rows), run_length(rows)
            rows &= ~(first_bits(length) << r)
            count += find_numbered(
                empty_rows(tile) + r, reached_rows(tile) + r, tile.owned, flood.diagonal, length,
                todo_rows(tile) + r,
            )
    return count


cdef inline void open_squares(Flood* flood) noexcept nogil:
    """Write the opening to the board, its numbered squares being marked."""
    cdef const Tile* tile
    cdef Py_ssize_t number
    cdef uint64_t rows
    cdef int r, length
    for number in range(tiles_in(flood)):
        tile = tile_in(flood, number)
        rows = prepared_rows(tile)
        while rows:
            r, length = lowest(rows), min(run_length(rows), MOST_OPENED)
            rows &= ~(first_bits(length) << r)
            open_rows(flood, tile, r, length)


cdef inline void open_rows(Flood* flood, const Tile* tile, int first, int count) noexcept nogil:
    """Write prepared rows that follow each other.

    No number is above 7, since one neighbour at least is blank.
    """
    cdef Opened opened
    cdef const uint64_t* reached = reached_rows(tile) + first
    cdef const uint64_t* todo = todo_rows(tile) + first
    cdef uint64_t any_opened = 0
    cdef int k
    for k in range(count):
        opened.blank[k] = reached[k] & tile.owned
        opened.numbered[k] = todo[k]
        any_opened |= opened.blank[k] | opened.numbered[k]
    if not any_opened:
        return
    find_digits(
        mine_rows(tile) + first, flood.diagonal, count, opened.ones, opened.twos, opened.fours
    )
    store_rows(flood.board, tile.top + first, tile.left, count, &opened)


# ---- bad squares ----

cdef inline bint find_bad(Flood* flood, Square* bad) noexcept nogil:
    """The first bad square in reading order among the opened squares and their neighbours.

    False if all bad squares lie where nothing reads them: rows are loaded whole.
    """
    cdef Py_ssize_t number
    cdef Square square
    bad.row = -1
    for number in range(tiles_in(flood)):
        if find_bad_in(flood, tile_in(flood, number), &square) and (
            bad.row < 0 or square.row < bad.row
            or square.row == bad.row and square.col < bad.col
        ):
            bad[0] = square
    if flood.board == &flood.turned and bad.row >= 0:
        bad.row, bad.col = bad.col, bad.row
    return bad.row >= 0


cdef inline bint find_bad_in(Flood* flood, const Tile* tile, Square* bad) noexcept nogil:
    cdef uint64_t squares, above = 0, here = 0, below = opened_in(tile, 0), empty, mine
    cdef Py_ssize_t row
    cdef int r
    for r in range(tile.height + 2):
        above, here, below = here, below, opened_in(tile, r + 1)
        row = tile.top + r
        if not above | here | below or not 0 <= row < flood.board.rows:
            continue
        squares = spread(above | here | below) if flood.diagonal else above | spread(here) | below
        squares &= load_rows(flood.board, row, tile.left, 1, tile.width, &empty, &mine)
        if squares:
            bad.row, bad.col = row, tile.left + lowest(squares)
            return True
    return False


cdef inline uint64_t opened_in(const Tile* tile, int r) noexcept nogil:
    """The squares of a row that are opened, its numbered squares being marked."""
    if r > tile.height or not prepared_rows(tile) >> r & 1:
        return 0
    return reached_rows(tile)[r] & tile.owned | todo_rows(tile)[r]
