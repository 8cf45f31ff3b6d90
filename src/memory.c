#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *usual_alloc(size_t size, void *user)
{
    (void)user;
    return malloc(size);
}

static void usual_free(void *block, void *user)
{
    (void)user;
    free(block);
}

wend_allocator memory_or_default(const wend_allocator *allocator)
{
    if (allocator && allocator->alloc)
        return *allocator;
    return (wend_allocator){usual_alloc, usual_free, NULL};
}

void *memory_take(const wend_allocator *allocator, size_t size)
{
    void *block = allocator->alloc(size, allocator->user);
    if (block)
        memset(block, 0, size);
    return block;
}

void memory_give(const wend_allocator *allocator, void *block)
{
    if (block)
        allocator->free(block, allocator->user);
}

void memory_copy(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
}

bool memory_grow(const wend_allocator *allocator, const memory_array *arrays, int count, size_t used, size_t capacity)
{
    void *grown[48];
    for (int i = 0; i < count; i++)
    {
        grown[i] = memory_take(allocator, capacity * arrays[i].item);
        if (!grown[i])
        {
            while (i-- > 0)
                memory_give(allocator, grown[i]);
            return false;
        }
    }
    for (int i = 0; i < count; i++)
    {
        if (*arrays[i].array)
            memcpy(grown[i], *arrays[i].array, used * arrays[i].item);
        memory_give(allocator, *arrays[i].array);
        *arrays[i].array = grown[i];
    }
    return true;
}

wend_status error_set(wend_error *error, wend_status status, const char *format, ...)
{
    if (error)
    {
        va_list arguments;
        va_start(arguments, format);
        error->status = status;
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return status;
}

wend_status check_allocator(wend_error *error, const wend_allocator *allocator)
{
    if (allocator && !allocator->alloc != !allocator->free)
        return error_set(error, WEND_ERROR_NULL, "allocator has only one of alloc and free, must have both or none");
    return WEND_OK;
}

wend_status check_range(wend_error *error, const char *what, float value, float low, float high, const char *allowed)
{
    if (value >= low && value <= high)
        return WEND_OK;
    return error_set(error, WEND_ERROR_VALUE, "%s is %g, must be %s", what, (double)value, allowed);
}

wend_status check_finite(wend_error *error, const char *what, float x, float y, float z)
{
    if (x - x == 0.0f && y - y == 0.0f && z - z == 0.0f)
        return WEND_OK;
    return error_set(error, WEND_ERROR_VALUE, "%s is (%g, %g, %g), must be finite", what, (double)x, (double)y,
                     (double)z);
}
