#include "jobs.h"

#include "memory.h"

#include <fenv.h>

#if defined(__wasm__) || defined(_WIN32)
#define HAS_THREADS 0
#else
#define HAS_THREADS 1
#include <pthread.h>
#include <stdatomic.h>
#endif

struct jobs
{
    wend_allocator allocator;
    int threads;
    jobs_fn *function;
    void *context;
    int count;
#if HAS_THREADS
    atomic_int next; // chunk
    pthread_mutex_t lock;
    pthread_cond_t has_work, is_done;
    unsigned round; // grows with each run
    int wanted;     // workers that may still join this round
    int busy;       // workers that haven't finished it
    bool is_ending;
    int joined; // number of the next worker thread to start
    pthread_t thread[64];
#endif
};

#if HAS_THREADS

static void work(jobs *pool, int worker)
{
    for (int chunk; (chunk = atomic_fetch_add(&pool->next, 1)) < pool->count;)
        pool->function(pool->context, chunk, worker);
}

static void *worker_main(void *argument)
{
    jobs *pool = argument;
    fesetenv(FE_DFL_ENV); // round to nearest, no flush to zero: whatever the starting thread had
    pthread_mutex_lock(&pool->lock);
    int worker = ++pool->joined;
    unsigned seen = 0;
    for (;;)
    {
        while (!pool->is_ending && (pool->round == seen || worker > pool->wanted))
        {
            seen = pool->round;
            pthread_cond_wait(&pool->has_work, &pool->lock);
        }
        if (pool->is_ending)
            break;
        seen = pool->round;
        pthread_mutex_unlock(&pool->lock);
        work(pool, worker);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->is_done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

jobs *jobs_create(int threads, const wend_allocator *allocator)
{
    jobs *pool = memory_take(allocator, sizeof *pool);
    if (!pool)
        return NULL;
    pool->allocator = *allocator;
    pool->threads = 1;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->has_work, NULL);
    pthread_cond_init(&pool->is_done, NULL);
    for (int i = 1; i < threads && i < 64; i++)
    {
        if (pthread_create(&pool->thread[i], NULL, worker_main, pool) != 0)
        {
            jobs_destroy(pool);
            return NULL;
        }
        pool->threads = i + 1;
    }
    return pool;
}

void jobs_destroy(jobs *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->is_ending = true;
    pthread_cond_broadcast(&pool->has_work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 1; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    pthread_cond_destroy(&pool->is_done);
    pthread_cond_destroy(&pool->has_work);
    pthread_mutex_destroy(&pool->lock);
    memory_give(&pool->allocator, pool);
}

void jobs_run(jobs *pool, jobs_fn *function, void *context, int count, int most)
{
    int helpers = (most < pool->threads ? most : pool->threads) - 1;
    helpers = helpers < count - 1 ? helpers : count - 1;
    pool->function = function;
    pool->context = context;
    pool->count = count;
    atomic_store(&pool->next, 0);
    if (helpers <= 0)
    {
        work(pool, 0);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->round++;
    pool->wanted = helpers;
    pool->busy = helpers;
    pthread_cond_broadcast(&pool->has_work);
    pthread_mutex_unlock(&pool->lock);
    work(pool, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->busy > 0)
        pthread_cond_wait(&pool->is_done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

#else

jobs *jobs_create(int threads, const wend_allocator *allocator)
{
    (void)threads;
    jobs *pool = memory_take(allocator, sizeof *pool);
    if (pool)
        pool->allocator = *allocator;
    return pool;
}

void jobs_destroy(jobs *pool)
{
    if (pool)
        memory_give(&pool->allocator, pool);
}

void jobs_run(jobs *pool, jobs_fn *function, void *context, int count, int most)
{
    (void)pool;
    (void)most;
    for (int chunk = 0; chunk < count; chunk++)
        function(context, chunk, 0);
}

#endif
