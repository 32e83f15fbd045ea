/* Memory of one worker: taken piece by piece while a board is worked on, given back all at once. */

#ifndef MINESWEEP_ODDS_MEMORY_H
#define MINESWEEP_ODDS_MEMORY_H

#include <Python.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Chunk {
    struct Chunk *older;
    size_t size;
} Chunk;

typedef struct {
    Chunk *newest;    /* the largest; all taken lies in it or in older ones */
    char *free, *end; /* what is not taken of it */
} Arena;

enum { ALIGNMENT = 16, FIRST_CHUNK = 1 << 15 };

/* Memory that is not cleared; NULL if there is none. */
static void *take_bytes(Arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX / 4)
        return NULL;
    bytes = (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (bytes > (size_t)(arena->end - arena->free)) {
        size_t size = arena->newest ? 2 * arena->newest->size : FIRST_CHUNK;
        if (size < bytes + 2 * ALIGNMENT)
            size = bytes + 2 * ALIGNMENT;
        Chunk *chunk = (Chunk *)PyMem_RawMalloc(size);
        if (!chunk)
            return NULL;
        chunk->older = arena->newest;
        chunk->size = size;
        arena->newest = chunk;
        arena->free = (char *)chunk + ALIGNMENT;
        arena->end = (char *)chunk + size;
    }
    void *taken = arena->free;
    arena->free += bytes;
    return taken;
}

/* Leaves the piece that was taken last with so many bytes. */
static void shorten(Arena *arena, void *last, size_t bytes)
{
    arena->free = (char *)last + ((bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1));
}

static void free_chunks(Chunk *chunk)
{
    while (chunk) {
        Chunk *older = chunk->older;
        PyMem_RawFree(chunk);
        chunk = older;
    }
}

/* Nothing is taken any more; the newest chunk stays, for the next board. */
static void start_anew(Arena *arena)
{
    if (arena->newest) {
        free_chunks(arena->newest->older);
        arena->newest->older = NULL;
        arena->free = (char *)arena->newest + ALIGNMENT;
    }
}

#define TAKE(arena, type, count) ((type *)take_bytes(arena, sizeof(type) * (size_t)(count)))

#endif
