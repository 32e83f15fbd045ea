# cython: language_level=3
"""The flood fill: from a blank square to all that its opening reveals, 64 squares at a time.

`_tile` does the same, in the same way, for openings so small that a row of them fits in one word.

**What is known of a word.** The flood keeps four bit planes of the words that it needs. `empty`
and `mine` are loaded from the board the first time that a word is looked at. A word is *prepared*
when `todo` holds its blank squares (empty ones without a mine beside them) that are not filled
yet. `reached` marks the squares that the flood has come to:

====== ========= =====================================================
`todo` `reached` a square of a prepared word
====== ========= =====================================================
1      0         blank, not reached
1      1         blank, reached, waits to be filled or is being filled
0      1         filled: its neighbours have been reached
0      0         no blank square: never touched by the flood
====== ========= =====================================================

In a word that is not prepared `reached` holds candidates, blank or not; preparing it leaves the
blank ones.

**What waits.** The stack holds rows, each at most once, and each row the range of its words in
which something waits: all squares with `todo` and `reached` set, and all candidates, lie in the
range of a row on the stack. `visit` takes the top row, grows what waits along the row, in each
word by whole runs and from word to word by their end bits, passes the squares so reached on to the
touching squares of the rows above and below, and marks them filled. It leaves nothing waiting in
its own row.

**Why it ends.** A visit that fills nothing takes a row from the stack and adds none. A visit that
fills something moves squares from `todo` to filled, and no square ever comes back.

**Why it is right.** A square becomes reached only from a reached blank square beside it, so all
that is filled belongs to the opening. When the stack is empty nothing waits, so every blank
neighbour of a filled square is filled, and the opening is whole. What it opens besides are the
empty squares that touch a filled one and are not filled: they have a mine beside them, or they
would be blank: these are the numbered squares. All of them lie in prepared words, since a word is
visited, and so prepared, as soon as one of its squares is touched by a filled one. `settle` puts
them into `todo`, which then has no other use. No square is in both `reached` and `todo` after that,
and `write` goes through these words once, so each square is written once.

**Why an error changes nothing.** The board is written by `write` alone, the last step, which
can't fail: all words around a prepared one are loaded.

**Memory.** Planes exist for a window of the board's words, which starts with 33 rows of 3 and grows
with the opening: by half of its width or a third of its height at a side where more is needed, or
by as much as is needed, never beyond the board. Before it grows it gives up rows that are not
needed, all but an eighth of those that are: so there are never more than half too many, but
each time that a side grows the opening has become larger by a part of its size. Around the window
lies a margin of one row above and below and one word between rows, which is the right end of one
row and the left end of the next, so that all neighbours of a word of the window can be looked at.
Outside the board the margin has no squares, and stays as it is. Words in the margin that are part
of the board are never looked at: `cover` makes the window larger first.
"""

from cpython.mem cimport PyMem_RawFree, PyMem_RawRealloc
from libc.stdint cimport uint64_t
from libc.string cimport memmove, memset

from minesweep._bits cimport (
    PY_SSIZE_T_MAX, add_eight, lowest, population, runs, sideways, touching,
)
from minesweep._board cimport Board, load_word, store_blanks, store_word
from minesweep._letters cimport Letters

cdef enum State:
    UNSEEN  # all masks are empty but for candidates in `reached`
    LOADED
    PREPARED

cdef struct Word:
    uint64_t empty, mine, todo, reached
    State state

cdef struct Row:
    # Ranges of words, empty if they stop at 0: where something waits, where words are prepared
    # (and some between them may not be).
    Py_ssize_t first_waiting, stop_waiting
    Py_ssize_t first_prepared, stop_prepared
    Py_ssize_t below  # the next row of the stack, -1 at the bottom

cdef struct Scratch:
    # Working memory, kept from one click to the next of the same call.
    Word* words
    Row* rows
    size_t word_room, row_room

cdef struct Flood:
    Board board
    Py_ssize_t words  # words in a row of the board
    bint diagonal  # connectivity 8
    bint bad_seen  # a loaded word holds a bad square
    Scratch* scratch
    Py_ssize_t stack  # the row on top, -1 if nothing waits
    Py_ssize_t top, left, height, width  # the window: rows and words
    Py_ssize_t stride  # from a word to the one below it
    bint whole  # the window has the whole board
    Py_ssize_t first_row, last_row, first_word, last_word  # where words are prepared


cdef inline void init_scratch(Scratch* scratch) noexcept nogil:
    scratch.words, scratch.rows = NULL, NULL
    scratch.word_room = scratch.row_room = 0


cdef inline void free_scratch(Scratch* scratch) noexcept nogil:
    if scratch.words != NULL:
        PyMem_RawFree(scratch.words)
        PyMem_RawFree(scratch.rows)


cdef inline Word* word_at(Flood* flood, Py_ssize_t r, Py_ssize_t w) noexcept nogil:
    return flood.scratch.words + (r - flood.top + 1) * flood.stride + (w - flood.left + 1)


cdef inline Row* row_at(Flood* flood, Py_ssize_t r) noexcept nogil:
    return flood.scratch.rows + (r - flood.top + 1)


# ---- the flood ----

cdef inline bint fill(
    Flood* flood, Scratch* scratch, bint diagonal, Py_ssize_t row, Py_ssize_t col
) noexcept nogil:
    """Fill the blank squares connected to a blank square; false if memory runs out."""
    flood.words = (flood.board.cols - 1) // 64 + 1
    flood.diagonal = diagonal
    flood.bad_seen = False
    flood.scratch = scratch
    flood.stack = -1
    flood.first_row = flood.first_word = PY_SSIZE_T_MAX
    flood.last_row = flood.last_word = -1
    if not open_window(flood, row, col // 64):
        return False
    word_at(flood, row, col // 64).reached = <uint64_t>1 << (col % 64)
    wait(flood, row, row_at(flood, row), col // 64, col // 64)
    while flood.stack >= 0:
        row = flood.stack
        flood.stack = row_at(flood, row).below
        if not visit(flood, row):
            return False
    return True


cdef inline bint visit(Flood* flood, Py_ssize_t r) noexcept nogil:
    """Fill what waits in a row, and let it reach the rows above and below; false without memory."""
    cdef Row* row = row_at(flood, r)
    cdef Py_ssize_t first = row.first_waiting, last = row.stop_waiting - 1
    row.stop_waiting = 0
    if first == last:
        return follow_word(flood, r, first)
    return prepare(flood, r, first, last) and fill_row(flood, r, first, last)


cdef inline bint follow_word(Flood* flood, Py_ssize_t r, Py_ssize_t w) noexcept nogil:
    """Visit a row where a single word waits, and go on to where that leads if it is one word again.

    Does what visits with `fill_row` would do, without the work that goes over words of a row, and
    without the stack: most visits in corridors and small openings are of this kind.
    """
    cdef Row* row = row_at(flood, r)
    cdef Word* word = word_at(flood, r, w)
    cdef uint64_t run
    cdef bint above, below
    cdef int step
    while True:
        if word.state != PREPARED:
            if not prepare(flood, r, w, w):
                return False
            row, word = row_at(flood, r), word_at(flood, r, w)
        run = filling(word)
        if not run:
            return True
        run = runs(run, word.todo)
        if run & <uint64_t>0x8000000000000001 and flood.words > 1:
            return fill_row(flood, r, w, w)
        word.todo &= ~run
        word.reached |= run
        if flood.diagonal:
            run |= run << 1 | run >> 1
        above = r > 0 and reach_in_word(word - flood.stride, run)
        below = r + 1 < flood.board.rows and reach_in_word(word + flood.stride, run)
        if above and below:
            wait(flood, r - 1, row - 1, w, w)
        elif not above and not below:
            return True
        step = 1 if below else -1
        r += step
        row += step
        word += step * flood.stride
        if row.stop_waiting:
            wait(flood, r, row, w, w)
            return True


cdef inline bint reach_in_word(Word* word, uint64_t touched) noexcept nogil:
    """Let touched squares of a word be reached; whether any is that was not."""
    touched &= ~word.reached
    if word.state == PREPARED:
        touched &= word.todo
    word.reached |= touched
    return touched != 0


cdef inline bint fill_row(
    Flood* flood, Py_ssize_t r, Py_ssize_t first, Py_ssize_t last
) noexcept nogil:
    """Fill what waits in prepared words of a row, with all that it leads to in the row."""
    cdef Py_ssize_t w, _
    cdef Word* word
    cdef uint64_t seeds, end
    # Along the row: to the right, growing everything that waits, then what that left to the left.
    end = 0
    w = first
    word = word_at(flood, r, w)
    while True:
        seeds = word.todo & (word.reached | end)
        if seeds:
            word.reached |= runs(seeds, word.todo)
        end = filling(word) >> 63
        if w == last:
            if not end or last + 1 == flood.words:
                break
            last += 1
            if (word + 1).state != PREPARED:
                if not prepare(flood, r, last, last):
                    return False
                word = word_at(flood, r, w)
        word += 1
        w += 1
    end = 0
    while True:
        seeds = word.todo & ~word.reached & end
        if seeds:
            word.reached |= runs(seeds, word.todo)
        end = filling(word) << 63
        if w == first:
            if not end or first == 0:
                break
            first -= 1
            if (word - 1).state != PREPARED:
                if not prepare(flood, r, first, first):
                    return False
                word = word_at(flood, r, w)
        word -= 1
        w -= 1

    if r > 0:
        reach(flood, r - 1, word, word - flood.stride, first, last)
    if r + 1 < flood.board.rows:
        reach(flood, r + 1, word, word + flood.stride, first, last)
    for _ in range(first, last + 1):
        word.todo &= ~word.reached
        word += 1
    return True


cdef inline void reach(
    Flood* flood, Py_ssize_t r, const Word* source, Word* target, Py_ssize_t first, Py_ssize_t last
) noexcept nogil:
    """Let what a row is filling in the words first to last reach row `r` above or below it.

    `source` and `target` are the words `first` of the two rows.
    """
    cdef Py_ssize_t w, first_reached = PY_SSIZE_T_MAX, last_reached = -1
    cdef uint64_t left = 0, here = 0, right = filling(source), touched
    # The words beside the range can be touched at a corner.
    target -= 1
    for w in range(first - 1, last + 2):
        touched = here
        if flood.diagonal:
            touched |= sideways(left, here, right)
        if target.state == PREPARED:
            touched &= target.todo & ~target.reached
        if touched and 0 <= w < flood.words:
            target.reached |= touched
            first_reached = min(first_reached, w)
            last_reached = w
        target += 1
        source += 1
        left, here = here, right
        right = filling(source) if w + 1 < last else 0
    if last_reached >= 0:
        wait(flood, r, row_at(flood, r), first_reached, last_reached)


cdef inline uint64_t filling(const Word* word) noexcept nogil:
    """The squares of a prepared word that wait or that a visit is filling."""
    return word.todo & word.reached


cdef inline void wait(
    Flood* flood, Py_ssize_t r, Row* row, Py_ssize_t first, Py_ssize_t last
) noexcept nogil:
    """Put a row on the stack, or widen the range that waits in it."""
    if row.stop_waiting:
        row.first_waiting = min(row.first_waiting, first)
        row.stop_waiting = max(row.stop_waiting, last + 1)
    else:
        row.first_waiting, row.stop_waiting = first, last + 1
        row.below = flood.stack
        flood.stack = r


# ---- loading and preparing ----

cdef inline bint prepare(
    Flood* flood, Py_ssize_t r, Py_ssize_t first, Py_ssize_t last
) noexcept nogil:
    """Find the blank squares in words of a row; false if memory runs out."""
    cdef uint64_t left, here, right
    cdef Py_ssize_t stride, _
    cdef Word* word
    if not flood.whole and not cover(flood, r - 1, r + 1, first - 1, last + 1):
        return False
    note_prepared(flood, r, row_at(flood, r), first, last)
    word = word_at(flood, r, first)
    load_around(flood, r, first, last, word)
    stride = flood.stride
    if flood.diagonal:
        here = mines_upright(word - 1, stride)
        right = mines_upright(word, stride)
        for _ in range(first, last + 1):
            left, here, right = here, right, mines_upright(word + 1, stride)
            if word.state != PREPARED:
                set_blanks(word, here | sideways(left, here, right))
            word += 1
    else:
        for _ in range(first, last + 1):
            if word.state != PREPARED:
                set_blanks(
                    word,
                    mines_upright(word, stride)
                    | sideways((word - 1).mine, word.mine, (word + 1).mine),
                )
            word += 1
    return True


cdef inline uint64_t mines_upright(const Word* word, Py_ssize_t stride) noexcept nogil:
    """The squares with a mine on them, right above or right below."""
    return (word - stride).mine | word.mine | (word + stride).mine


cdef inline void set_blanks(Word* word, uint64_t near_mine) noexcept nogil:
    word.todo = word.empty & ~near_mine
    word.reached &= word.todo
    word.state = PREPARED


cdef inline void note_prepared(
    Flood* flood, Py_ssize_t r, Row* row, Py_ssize_t first, Py_ssize_t last
) noexcept nogil:
    """Widen the range of a row outside of which no word is prepared.

    Words in it that are not have no candidates left when nothing waits any more, and no filled
    square touches them: so `settle` leaves their `todo` empty.
    """
    if row.stop_prepared:
        row.first_prepared = min(row.first_prepared, first)
        row.stop_prepared = max(row.stop_prepared, last + 1)
    else:
        row.first_prepared, row.stop_prepared = first, last + 1
        flood.first_row, flood.last_row = min(flood.first_row, r), max(flood.last_row, r)
    flood.first_word, flood.last_word = min(flood.first_word, first), max(flood.last_word, last)


cdef inline void load_around(
    Flood* flood, Py_ssize_t r, Py_ssize_t first, Py_ssize_t last, Word* word
) noexcept nogil:
    """Load words of a row and all words around them, as far as the board goes.

    `word` is the first of them.
    """
    if first > 0:
        first -= 1
        word -= 1
    last = min(last + 1, flood.words - 1)
    if r > 0:
        load_row(flood, r - 1, first, last, word - flood.stride)
    load_row(flood, r, first, last, word)
    if r + 1 < flood.board.rows:
        load_row(flood, r + 1, first, last, word + flood.stride)


cdef inline void load_row(
    Flood* flood, Py_ssize_t r, Py_ssize_t first, Py_ssize_t last, Word* word
) noexcept nogil:
    cdef Py_ssize_t w = first
    while True:
        if word.state == UNSEEN:
            load(flood, r, w, word)
        if w == last:
            return
        w += 1
        word += 1


cdef inline void load(Flood* flood, Py_ssize_t r, Py_ssize_t w, Word* word) noexcept nogil:
    if load_word(&flood.board, r, 64 * w, columns_in(flood, w), &word.empty, &word.mine):
        flood.bad_seen = True
    word.state = LOADED


cdef inline Py_ssize_t columns_in(const Flood* flood, Py_ssize_t w) noexcept nogil:
    return min(64, flood.board.cols - 64 * w)


# ---- after the flood ----

cdef inline Py_ssize_t settle(Flood* flood) noexcept nogil:
    """Put the numbered squares of the opening into `todo`; how many squares it opens.

    All lie in rows with prepared words, which follow each other.
    """
    cdef Py_ssize_t count = 0, r, _
    cdef const Row* row
    cdef Word* word
    cdef uint64_t left, here, right, beside
    for r in range(flood.first_row, flood.last_row + 1):
        row = row_at(flood, r)
        word = word_at(flood, r, row.first_prepared)
        here = filled_upright(word - 1, flood.stride)
        right = filled_upright(word, flood.stride)
        for _ in range(row.first_prepared, row.stop_prepared):
            left, here, right = here, right, filled_upright(word + 1, flood.stride)
            if flood.diagonal:
                beside = here | sideways(left, here, right)
            else:
                beside = here | sideways((word - 1).reached, word.reached, (word + 1).reached)
            word.todo = word.empty & beside & ~word.reached
            count += population(word.todo | word.reached)
            word += 1
    return count


cdef inline uint64_t filled_upright(const Word* word, Py_ssize_t stride) noexcept nogil:
    """The squares that are filled, or the square right above or below is."""
    return (word - stride).reached | word.reached | (word + stride).reached


cdef inline void write(Flood* flood) noexcept nogil:
    """Write the settled opening to the board, word by word."""
    cdef Py_ssize_t r, w
    cdef const Row* row
    cdef const Word* word
    cdef Letters letters
    for r in range(flood.first_row, flood.last_row + 1):
        row = row_at(flood, r)
        word = word_at(flood, r, row.first_prepared)
        for w in range(row.first_prepared, row.stop_prepared):
            if word.todo:
                find_letters(word, flood.stride, flood.diagonal, &letters)
                store_word(&flood.board, r, 64 * w, &letters)
            elif word.reached:
                store_blanks(&flood.board, r, 64 * w, word.reached)
            word += 1


cdef inline void find_letters(
    const Word* word, Py_ssize_t stride, bint diagonal, Letters* letters
) noexcept nogil:
    """A word's blanks and numbers. None is above 7, as one neighbour at least is blank."""
    cdef const Word* above = word - stride
    cdef const Word* below = word + stride
    cdef uint64_t corners = <uint64_t>0 - <uint64_t>diagonal
    letters.blank, letters.numbered = word.reached, word.todo
    add_eight(
        (above.mine << 1 | (above - 1).mine >> 63) & corners,
        above.mine,
        (above.mine >> 1 | (above + 1).mine << 63) & corners,
        (below.mine << 1 | (below - 1).mine >> 63) & corners,
        below.mine,
        (below.mine >> 1 | (below + 1).mine << 63) & corners,
        word.mine << 1 | (word - 1).mine >> 63,
        word.mine >> 1 | (word + 1).mine << 63,
        &letters.ones, &letters.twos, &letters.fours,
    )


# ---- bad squares ----

cdef inline bint find_bad(
    Flood* flood, bint by_column, Py_ssize_t* bad_row, Py_ssize_t* bad_col
) noexcept nogil:
    """The first bad square that the rule reads: an opened square or a neighbour of one.

    First in reading order, or by columns. False if all bad squares lie where nothing reads them:
    words are loaded whole, so most bad squares in them are nobody's business.
    """
    cdef Py_ssize_t r, w, col
    cdef uint64_t bad, empty, mine
    cdef bint found = False
    for r in range(max(flood.first_row - 1, 0), min(flood.last_row + 2, flood.board.rows)):
        for w in range(max(flood.first_word - 1, 0), min(flood.last_word + 2, flood.words)):
            bad = read_by_rule(flood, r, w)
            if bad:
                bad &= load_word(&flood.board, r, 64 * w, columns_in(flood, w), &empty, &mine)
            if not bad:
                continue
            col = 64 * w + lowest(bad)
            if not found or (by_column and col < bad_col[0]):
                bad_row[0], bad_col[0] = r, col
                found = True
    return found


cdef inline uint64_t read_by_rule(Flood* flood, Py_ssize_t r, Py_ssize_t w) noexcept nogil:
    """The opened squares of a word and the neighbours of opened squares in it."""
    return opened(flood, r, w) | touching(
        flood.diagonal,
        opened(flood, r - 1, w - 1), opened(flood, r - 1, w), opened(flood, r - 1, w + 1),
        opened(flood, r, w - 1), opened(flood, r, w), opened(flood, r, w + 1),
        opened(flood, r + 1, w - 1), opened(flood, r + 1, w), opened(flood, r + 1, w + 1),
    )


cdef inline uint64_t opened(Flood* flood, Py_ssize_t r, Py_ssize_t w) noexcept nogil:
    """The squares of a word that are opened: filled, or empty and beside a filled one."""
    cdef const Word* word
    if not flood.first_row <= r <= flood.last_row:
        return 0
    if not row_at(flood, r).first_prepared <= w < row_at(flood, r).stop_prepared:
        return 0
    word = word_at(flood, r, w)
    return word.reached | word.empty & touching(
        flood.diagonal,
        (word - flood.stride - 1).reached, (word - flood.stride).reached,
        (word - flood.stride + 1).reached,
        (word - 1).reached, word.reached, (word + 1).reached,
        (word + flood.stride - 1).reached, (word + flood.stride).reached,
        (word + flood.stride + 1).reached,
    )


# ---- the window ----

cdef inline bint open_window(Flood* flood, Py_ssize_t r, Py_ssize_t w) noexcept nogil:
    """The first window, of what is near; false if memory runs out."""
    flood.top, flood.left = max(r - 16, 0), max(w - 1, 0)
    flood.height = min(r + 17, flood.board.rows) - flood.top
    flood.width = min(w + 2, flood.words) - flood.left
    flood.stride = flood.width + 1
    flood.whole = flood.height == flood.board.rows and flood.width == flood.words
    if not (
        make_room_for_words(flood.scratch, flood.height, flood.width)
        and make_room_for_rows(flood.scratch, flood.height)
    ):
        return False
    clear_words(flood.scratch.words, words_in_window(flood.height, flood.width))
    clear_rows(flood.scratch.rows, flood.height + 2)
    return True


cdef inline Py_ssize_t words_in_window(Py_ssize_t height, Py_ssize_t width) noexcept nogil:
    """How many words a window takes with its margin."""
    return (height + 2) * (width + 1) + 1


cdef inline bint cover(
    Flood* flood, Py_ssize_t first_row, Py_ssize_t last_row,
    Py_ssize_t first_word, Py_ssize_t last_word,
) noexcept nogil:
    """Have these words in the window, as far as the board goes; false if memory runs out."""
    first_row, last_row = max(first_row, 0), min(last_row, flood.board.rows - 1)
    first_word, last_word = max(first_word, 0), min(last_word, flood.words - 1)
    if (
        first_row >= flood.top and last_row < flood.top + flood.height
        and first_word >= flood.left and last_word < flood.left + flood.width
    ):
        return True
    give_up_rows(flood, first_row, last_row)
    return grow(
        flood,
        extended_down(first_row, flood.top, flood.height // 3),
        extended_up(last_row + 1, flood.top + flood.height, flood.height // 3, flood.board.rows),
        extended_down(first_word, flood.left, flood.width // 2),
        extended_up(last_word + 1, flood.left + flood.width, flood.width // 2, flood.words),
    )


cdef inline Py_ssize_t extended_down(
    Py_ssize_t wanted, Py_ssize_t start, Py_ssize_t more
) noexcept nogil:
    """A new start of the window: so much further than now, if one is wanted."""
    return start if wanted >= start else max(min(wanted, start - more), 0)


cdef inline Py_ssize_t extended_up(
    Py_ssize_t wanted, Py_ssize_t stop, Py_ssize_t more, Py_ssize_t limit
) noexcept nogil:
    return stop if wanted <= stop else min(max(wanted, stop + more), limit)


cdef inline void give_up_rows(Flood* flood, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Take rows out of the window that are far from all that are in use or wanted.

    All of their words are unseen, as nothing is loaded but next to what is prepared.
    """
    cdef Scratch* scratch = flood.scratch
    cdef Py_ssize_t spare, above, below
    first, last = min(first, flood.first_row - 1), max(last, flood.last_row + 1)
    spare = (last - first + 1) // 8
    above = max(first - spare - flood.top, 0)
    below = max(flood.top + flood.height - 1 - spare - last, 0)
    flood.top += above
    flood.height -= above + below
    if above:
        memmove(
            scratch.words, scratch.words + above * flood.stride,
            words_in_window(flood.height, flood.width) * sizeof(Word),
        )
        memmove(scratch.rows, scratch.rows + above, (flood.height + 2) * sizeof(Row))


cdef inline bint grow(
    Flood* flood, Py_ssize_t top, Py_ssize_t bottom, Py_ssize_t left, Py_ssize_t end
) noexcept nogil:
    """Make the window rows top to bottom and words left to end, keeping what it holds."""
    cdef Scratch* scratch = flood.scratch
    cdef Py_ssize_t height = bottom - top, width = end - left, stride = width + 1, r, gap
    cdef Py_ssize_t down = flood.top - top + 1, right = flood.left - left + 1
    cdef Word* words
    if not (make_room_for_words(scratch, height, width) and make_room_for_rows(scratch, height)):
        return False
    words = scratch.words
    # From the last row to the first: each lands at or behind its old place, where no row is left
    # that is still to be moved. What lies between two rows is margin, and starts afresh.
    for r in range(flood.height - 1, -1, -1):
        memmove(
            words + (r + down) * stride + right,
            words + (r + 1) * flood.stride + 1,
            flood.width * sizeof(Word),
        )
    clear_words(words, down * stride + right)
    gap = stride - flood.width
    for r in range(down, down + flood.height - 1):
        clear_words(words + r * stride + right + flood.width, gap)
    r = (down + flood.height - 1) * stride + right + flood.width
    clear_words(words + r, words_in_window(height, width) - r)
    memmove(scratch.rows + down, scratch.rows + 1, flood.height * sizeof(Row))
    clear_rows(scratch.rows, down)
    clear_rows(scratch.rows + down + flood.height, height + 2 - down - flood.height)
    flood.top, flood.left, flood.height, flood.width = top, left, height, width
    flood.stride = stride
    flood.whole = height == flood.board.rows and width == flood.words
    return True


cdef inline void clear_words(Word* words, Py_ssize_t count) noexcept nogil:
    """Words that are unseen: all zero."""
    memset(words, 0, count * sizeof(Word))


cdef inline void clear_rows(Row* rows, Py_ssize_t count) noexcept nogil:
    """Rows with empty ranges: all zero."""
    memset(rows, 0, count * sizeof(Row))


cdef inline bint make_room_for_words(
    Scratch* scratch, Py_ssize_t height, Py_ssize_t width
) noexcept nogil:
    cdef Word* words
    cdef size_t room
    if width + 1 > PY_SSIZE_T_MAX // <Py_ssize_t>sizeof(Word) // (height + 3):
        return False
    room = words_in_window(height, width)
    if room > scratch.word_room:
        words = <Word*>PyMem_RawRealloc(scratch.words, room * sizeof(Word))
        if words == NULL:
            return False
        scratch.words, scratch.word_room = words, room
    return True


cdef inline bint make_room_for_rows(Scratch* scratch, Py_ssize_t height) noexcept nogil:
    cdef Row* rows
    cdef size_t room = height + 2
    if room > scratch.row_room:
        rows = <Row*>PyMem_RawRealloc(scratch.rows, room * sizeof(Row))
        if rows == NULL:
            return False
        scratch.rows, scratch.row_room = rows, room
    return True
