// The ground: version, export, status, error, allocator, log hook.          ground floor, includes nothing of wend
//
//   wend_version       the version of the library that was linked, as text
//   wend_status_name   "WEND_ERROR_VALUE"
//   wend_status_text   what a status means, as a sentence
//   wend_way_name      "found": what became of a search for a way (grid.h, mesh.h)
//
// Null for a handle, or for what a function can't do without, is WEND_ERROR_NULL where there is a status; else nothing
// happens, and what comes back is nothing as well: zero, false, null, -1 for a number of something, the wish or the
// place that went in. (The plain behaviours of steer.h to motion.h want a body: they are asked too often to look.)
//
// Nothing here allocates, remembers or prints.
#ifndef WEND_BASE_H
#define WEND_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WEND_VERSION_MAJOR 0
#define WEND_VERSION_MINOR 1
#define WEND_VERSION_PATCH 0

#ifdef __cplusplus
#define WEND_EXTERN extern "C"
#else
#define WEND_EXTERN extern
#endif

// WEND_SHARED: the library is a shared one. WEND_BUILD: it is being built now.
#if defined(_WIN32) && defined(WEND_SHARED) && defined(WEND_BUILD)
#define WEND_API WEND_EXTERN __declspec(dllexport)
#elif defined(_WIN32) && defined(WEND_SHARED)
#define WEND_API WEND_EXTERN __declspec(dllimport)
#elif defined(__GNUC__)
#define WEND_API WEND_EXTERN __attribute__((visibility("default")))
#else
#define WEND_API WEND_EXTERN
#endif

/// Every status that a function of wend can return: its name and what it means.
#define WEND_STATUS_LIST(X)                                                                                            \
    X(WEND_OK, "it worked")                                                                                            \
    X(WEND_ERROR_NULL, "a pointer that must be given is null")                                                         \
    X(WEND_ERROR_VALUE, "a value is not finite or outside what is allowed")                                            \
    X(WEND_ERROR_COOKIE, "a definition was not made by its default function")                                          \
    X(WEND_ERROR_ID, "no such agent in this world: null, removed or never made")                                       \
    X(WEND_ERROR_SELF, "an agent can't be its own target")                                                             \
    X(WEND_ERROR_FULL, "there is no room for more")                                                                    \
    X(WEND_ERROR_MEMORY, "the allocator returned null")                                                                \
    X(WEND_ERROR_BUSY, "the world is being updated: a callback can't change it")                                       \
    X(WEND_ERROR_CALLBACK, "a callback of the host returned something that is not allowed")                            \
    X(WEND_ERROR_BLOCK, "a saved block is damaged, of another version, or of a world that was made otherwise")

/// What became of a call. Everything but WEND_OK means that nothing was changed.
typedef enum wend_status
{
#define WEND_STATUS_ENUM(name, text) name,
    WEND_STATUS_LIST(WEND_STATUS_ENUM)
#undef WEND_STATUS_ENUM
} wend_status;

/// What went wrong, in words that name the field, its value and what is allowed.
typedef struct wend_error
{
    wend_status status; ///< WEND_OK while nothing has failed
    char text[200];     ///< "agent radius is -1, must be > 0"; empty while nothing has failed
} wend_error;

/// Returns a block of `size` bytes (> 0) aligned for any C type, or null.
typedef void *wend_alloc_fn(size_t size, void *user);

/// Takes back a block that the alloc callback returned; never null.
typedef void wend_free_fn(void *block, void *user);

/// Where memory comes from. All null: malloc and free.
typedef struct wend_allocator
{
    wend_alloc_fn *alloc; ///< null: malloc
    wend_free_fn *free;   ///< null: free; must be given if alloc is, and only then
    void *user;           ///< handed to both
} wend_allocator;

/// Work that is handed to the host's own threads: number 0, 1, ... of a batch. It never waits for other work.
typedef void wend_task_fn(void *context, int number);

/// The host's own threads, for a world that would else start threads. `begin` is called with a batch of tasks, and may
/// return before any of them has run: each number from 0 to count - 1 once, in any order, on any threads. Meanwhile the
/// caller works too, then calls `wait`, which returns when all of the batch have run. The next batch begins only then.
/// Both are called within wend_world_think and wend_world_step, in the thread that called these.
typedef struct wend_scheduler
{
    void (*begin)(wend_task_fn *task, void *context, int count, void *user); ///< null: none
    void (*wait)(void *user);                                                ///< must be given if begin is
    void *user;                                                              ///< handed to both
} wend_scheduler;

/// Is told every error text and every warning, without a line feed. It must not call the world that tells it.
typedef void wend_log_fn(const char *text, void *user);

/// What became of a search for a way, on whatever map. Each but FOUND, THERE and REFUSED leaves what it could find: see
/// the map's own result.
typedef enum wend_way
{
    WEND_WAY_REFUSED,       ///< the question was no good: see the search's error
    WEND_WAY_FOUND,         ///< the cheapest way
    WEND_WAY_THERE,         ///< the way may end at the start: cost 0
    WEND_WAY_START_BLOCKED, ///< the start is a wall (or too narrow, or off the map), whatever the goal is: no way
    WEND_WAY_GOAL_BLOCKED,  ///< every place where the way may end is: no way, nothing was searched
    WEND_WAY_UNREACHABLE,   ///< no goal can be reached: the way to what is nearest to one
    WEND_WAY_OUT_OF_BUDGET, ///< the way to what is nearest so far; going on takes up where it stopped
} wend_way;

/// "found", "out of budget"; of anything else "unknown".
WEND_API const char *wend_way_name(wend_way way);

/// The version as text, "0.1.0".
WEND_API const char *wend_version(void);

/// The name of a status, "WEND_OK"; of anything that is no status, "unknown status".
WEND_API const char *wend_status_name(wend_status status);

/// What a status means, as a sentence; of anything that is no status, "unknown status".
WEND_API const char *wend_status_text(wend_status status);

#endif
