// A small pool of threads: the same function for many chunks.
#ifndef WEND_SRC_JOBS_H
#define WEND_SRC_JOBS_H

#include "wend/base.h"

#define MOST_THREADS 64 // of a pool

typedef struct jobs jobs;

/// Works on chunk number `chunk`; `worker` is 0..threads - 1, and nobody else has the same one at that time.
typedef void jobs_fn(void *context, int chunk, int worker);

/// A pool of `threads` [>= 1] workers, the caller being one, the others of the host's scheduler where it has one; null
/// if memory or threads are wanting. Where there are neither all chunks are done by the caller.
jobs *jobs_create(int threads, const wend_scheduler *scheduler, const wend_allocator *allocator);
void jobs_destroy(jobs *pool);

/// All chunks 0..count - 1, in any order, by at most `most` workers; returns when all are done.
void jobs_run(jobs *pool, jobs_fn *function, void *context, int count, int most);

#endif
