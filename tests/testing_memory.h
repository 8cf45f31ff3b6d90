// An allocator that keeps a ledger, and that runs out of memory when it is told to.
#ifndef WEND_TESTING_MEMORY_H
#define WEND_TESTING_MEMORY_H

#include "testing.h"

#include <stdlib.h>

typedef struct ledger
{
    int taken, given, left; ///< `left` >= 0: how many more it gives before it has none
} ledger;

static inline void *ledger_take(size_t size, void *user)
{
    ledger *book = user;
    if (book->left == 0)
    {
        return NULL;
    }
    book->left--;
    book->taken++;
    return malloc(size);
}

static inline void ledger_give(void *block, void *user)
{
    ledger *book = user;
    assert_non_null(block);
    book->given++;
    free(block);
}

static inline wend_allocator ledger_allocator(ledger *book)
{
    return (wend_allocator){ledger_take, ledger_give, book};
}

#endif
