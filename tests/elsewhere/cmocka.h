// As much of cmocka's interface as the tests use, for machines for which there is no cmocka: see machines.sh.
#ifndef WEND_ELSEWHERE_CMOCKA_H
#define WEND_ELSEWHERE_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct CMUnitTest
{
    const char *name;
    void (*run)(void **state);
};

static jmp_buf elsewhere_end;

static inline void print_message(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

#define print_error print_message

// 1: it failed, 2: it is left out.
static inline void elsewhere_stop(int how, const char *file, int line, const char *what)
{
    printf("%s:%d: %s\n", file, line, what);
    longjmp(elsewhere_end, how);
}

static inline void elsewhere_check(int is_true, const char *file, int line, const char *what)
{
    if (!is_true)
        elsewhere_stop(1, file, line, what);
}

static inline void elsewhere_compare(uintmax_t a, uintmax_t b, int must_equal, const char *file, int line,
                                     const char *what)
{
    if ((a == b) == (must_equal != 0))
        return;
    printf("%#jx, %#jx: ", a, b);
    elsewhere_stop(1, file, line, what);
}

static inline int elsewhere_run(const char *group, const struct CMUnitTest *tests, size_t count)
{
    static int failed, left_out;
    for (size_t i = 0; i < count; i++)
    {
        void *state = NULL;
        int how = setjmp(elsewhere_end);
        if (how == 0)
            tests[i].run(&state);
        else
            printf("%s %s: %s\n", how == 1 ? "failed" : "skipped:", group, tests[i].name);
        failed += how == 1;
        left_out += how == 2;
    }
    printf("%d passed, %d failed\n", (int)count - failed - left_out, failed);
    return failed;
}

static inline void _fail(const char *file, int line)
{
    elsewhere_stop(1, file, line, "failed");
}

#define elsewhere_value(v) ((uintmax_t)(v))
#define cmocka_unit_test(function)                                                                                     \
    {                                                                                                                  \
#function, function                                                                                            \
    }
#define cmocka_run_group_tests(tests, up, down) elsewhere_run(#tests, tests, sizeof(tests) / sizeof *(tests))
#define skip()                                  elsewhere_stop(2, __FILE__, __LINE__, "skipped")
#define fail()                                  elsewhere_stop(1, __FILE__, __LINE__, "failed")
#define fail_msg(...)                           (print_error(__VA_ARGS__), fail())
#define assert_true(a)                          elsewhere_check(!!(a), __FILE__, __LINE__, #a)
#define assert_false(a)                         elsewhere_check(!(a), __FILE__, __LINE__, "not " #a)
#define assert_null(a)                          elsewhere_check(!(a), __FILE__, __LINE__, #a " is null")
#define assert_non_null(a)                      elsewhere_check(!!(a), __FILE__, __LINE__, #a " isn't null")
#define assert_ptr_equal(a, b)                  elsewhere_check((const void *)(a) == (const void *)(b), __FILE__, __LINE__, #a " == " #b)
#define assert_int_equal(a, b)                                                                                         \
    elsewhere_compare(elsewhere_value(a), elsewhere_value(b), 1, __FILE__, __LINE__, #a " == " #b)
#define assert_int_not_equal(a, b)                                                                                     \
    elsewhere_compare(elsewhere_value(a), elsewhere_value(b), 0, __FILE__, __LINE__, #a " != " #b)
#define assert_string_equal(a, b)           elsewhere_check(strcmp(a, b) == 0, __FILE__, __LINE__, #a " == " #b)
#define assert_string_not_equal(a, b)       elsewhere_check(strcmp(a, b) != 0, __FILE__, __LINE__, #a " != " #b)
#define assert_memory_equal(a, b, size)     elsewhere_check(memcmp(a, b, size) == 0, __FILE__, __LINE__, #a " == " #b)
#define assert_memory_not_equal(a, b, size) elsewhere_check(memcmp(a, b, size) != 0, __FILE__, __LINE__, #a " != " #b)
#define assert_in_range(a, low, high)                                                                                  \
    elsewhere_check(elsewhere_value(a) >= elsewhere_value(low) && elsewhere_value(a) <= elsewhere_value(high),         \
                    __FILE__, __LINE__, #a " in " #low ".." #high)

#endif
