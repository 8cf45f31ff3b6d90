#include "jobs.h"

#include "memory.h"

#include <fenv.h>

#include <stdatomic.h>

#if defined(__wasm__) || defined(_WIN32)
#define HAS_THREADS 0
#else
#define HAS_THREADS 1
#include <pthread.h>
#endif

struct jobs
{
    wend_allocator allocator;
    wend_scheduler scheduler; // begin null: own threads
    int threads;
    jobs_fn *function;
    void *context;
    int count;
    atomic_int next; // chunk
#if HAS_THREADS
    pthread_mutex_t lock;
    pthread_cond_t has_work, is_done;
    unsigned round; // grows with each run
    int wanted;     // workers that may still join this round
    int busy;       // workers that have joined it and haven't finished
    bool is_ending;
    int joined; // number of the next worker thread to start
    pthread_t thread[64];
#endif
};

static void work(jobs *pool, int worker)
{
    for (int chunk; (chunk = atomic_fetch_add(&pool->next, 1)) < pool->count;)
        pool->function(pool->context, chunk, worker);
}

// ---- the host's threads ---------------------------------------------------------------------------------------------

static void host_task(void *context, int number)
{
    fenv_t host;
    fegetenv(&host);
    fesetenv(FE_DFL_ENV); // round to nearest, no flush to zero
    work(context, number + 1);
    fesetenv(&host);
}

static void run_on_host(jobs *pool, int helpers)
{
    pool->scheduler.begin(host_task, pool, helpers, pool->scheduler.user);
    work(pool, 0);
    pool->scheduler.wait(pool->scheduler.user);
}

// ---- own threads ----------------------------------------------------------------------------------------------------

#if HAS_THREADS

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
        pool->busy++;
        pthread_mutex_unlock(&pool->lock);
        work(pool, worker);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->is_done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static bool start_threads(jobs *pool, int threads)
{
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->has_work, NULL);
    pthread_cond_init(&pool->is_done, NULL);
    for (int i = 1; i < threads && i < 64; i++)
    {
        if (pthread_create(&pool->thread[i], NULL, worker_main, pool) != 0)
            return false;
        pool->threads = i + 1;
    }
    return true;
}

static void end_threads(jobs *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->is_ending = true;
    pthread_cond_broadcast(&pool->has_work);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 1; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    pthread_cond_destroy(&pool->has_work);
    pthread_cond_destroy(&pool->is_done);
    pthread_mutex_destroy(&pool->lock);
}

static void run_on_own(jobs *pool, int helpers)
{
    pthread_mutex_lock(&pool->lock);
    pool->round++;
    pool->wanted = helpers;
    pthread_cond_broadcast(&pool->has_work);
    pthread_mutex_unlock(&pool->lock);
    work(pool, 0);
    pthread_mutex_lock(&pool->lock);
    pool->wanted = 0; // nothing is left for who hasn't come yet: nobody waits for it
    while (pool->busy > 0)
        pthread_cond_wait(&pool->is_done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

#else

static bool start_threads(jobs *pool, int threads)
{
    (void)pool;
    (void)threads;
    return true;
}

static void end_threads(jobs *pool)
{
    (void)pool;
}

static void run_on_own(jobs *pool, int helpers)
{
    (void)helpers;
    work(pool, 0);
}

#endif

// ---- a pool ---------------------------------------------------------------------------------------------------------

jobs *jobs_create(int threads, const wend_scheduler *scheduler, const wend_allocator *allocator)
{
    jobs *pool = memory_take(allocator, sizeof *pool);
    if (!pool)
        return NULL;
    pool->allocator = *allocator;
    pool->scheduler = *scheduler;
    pool->threads = scheduler->begin ? threads : 1;
    if (!scheduler->begin && !start_threads(pool, threads))
    {
        jobs_destroy(pool);
        return NULL;
    }
    return pool;
}

void jobs_destroy(jobs *pool)
{
    if (!pool)
        return;
    if (!pool->scheduler.begin)
        end_threads(pool);
    memory_give(&pool->allocator, pool);
}

void jobs_run(jobs *pool, jobs_fn *function, void *context, int count, int most)
{
    int helpers = (most < pool->threads ? most : pool->threads) - 1;
    helpers = helpers < count - 1 ? helpers : count - 1;
    for (int chunk = 0; chunk < count && helpers <= 0; chunk++)
        function(context, chunk, 0);
    if (helpers <= 0)
        return;
    pool->function = function;
    pool->context = context;
    pool->count = count;
    atomic_store(&pool->next, 0);
    if (pool->scheduler.begin)
        run_on_host(pool, helpers);
    else
        run_on_own(pool, helpers);
}
