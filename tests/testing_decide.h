// What the tests of minds share: states that write a diary ("+A" entered, ".A" updated, "-A" left), and switches.
#ifndef WEND_TESTING_DECIDE_H
#define WEND_TESTING_DECIDE_H

#include "testing.h"

#include "wend/decide.h"

enum
{
    A,
    B,
    C,
    D,
    E,
    LETTERS
};

/// Whose mind it is.
typedef struct diary
{
    char text[4000];
    wend_machine machine;
    int ask_on_enter[LETTERS], ask_on_exit[LETTERS], ask_on_update[LETTERS]; ///< + 1: asks to go there; 0: nothing
    wend_outcome says[LETTERS];                                              ///< what an update returns
    bool is_on[LETTERS];                                                     ///< guards
    float degree[LETTERS];
    int guards_asked;
} diary;

static inline void write_down(diary *d, char what, int letter)
{
    char note[4] = {what, (char)('A' + letter), ' ', '\0'};
    assert_true(strlen(d->text) + 4 < sizeof d->text);
    strcat(d->text, note);
}

static inline void note_enter(diary *d, int letter)
{
    write_down(d, '+', letter);
    if (d->ask_on_enter[letter])
        wend_machine_go(&d->machine, d->ask_on_enter[letter] - 1, WEND_GO);
}

static inline void note_exit(diary *d, int letter)
{
    write_down(d, '-', letter);
    if (d->ask_on_exit[letter])
        wend_machine_go(&d->machine, d->ask_on_exit[letter] - 1, WEND_GO);
}

static inline wend_outcome note_update(diary *d, int letter)
{
    write_down(d, '.', letter);
    if (d->ask_on_update[letter])
        wend_machine_go(&d->machine, d->ask_on_update[letter] - 1, WEND_GO);
    return d->says[letter];
}

static inline bool is_on(const void *user, int letter)
{
    diary *d = (diary *)(uintptr_t)user;
    d->guards_asked++;
    return d->is_on[letter];
}

#define LETTER(letter)                                                                                                 \
    static inline void enter_##letter(void *user)                                                                      \
    {                                                                                                                  \
        note_enter(user, letter);                                                                                      \
    }                                                                                                                  \
    static inline void exit_##letter(void *user)                                                                       \
    {                                                                                                                  \
        note_exit(user, letter);                                                                                       \
    }                                                                                                                  \
    static inline wend_outcome update_##letter(double seconds, void *user)                                             \
    {                                                                                                                  \
        (void)seconds;                                                                                                 \
        return note_update(user, letter);                                                                              \
    }                                                                                                                  \
    static inline bool on_##letter(const void *user)                                                                   \
    {                                                                                                                  \
        return is_on(user, letter);                                                                                    \
    }                                                                                                                  \
    static inline float degree_##letter(const void *user)                                                              \
    {                                                                                                                  \
        return ((const diary *)user)->degree[letter];                                                                  \
    }
LETTER(A)
LETTER(B)
LETTER(C)
LETTER(D)
LETTER(E)
#undef LETTER

/// A line of a table of states.
#define STATE(letter, deep)                                                                                            \
    {                                                                                                                  \
#letter, deep, enter_##letter, update_##letter, exit_##letter                                                  \
    }

/// What was written since the last time; then the page is empty.
static inline void check_diary(diary *d, const char *expected, const char *file, int line)
{
    size_t length = strlen(d->text);
    if (length > 0)
        d->text[length - 1] = '\0';
    if (strcmp(d->text, expected) != 0)
    {
        print_error("the diary says \"%s\", expected \"%s\"\n", d->text, expected);
        _fail(file, line);
    }
    d->text[0] = '\0';
}

#define assert_diary(diary, expected) check_diary(diary, expected, __FILE__, __LINE__)

/// A check failed with that status, and its text says all these words.
static inline void check_said(wend_status got, wend_status wanted, const wend_error *error, const char *words[4],
                              const char *file, int line)
{
    bool is_right = got == wanted && error->status == wanted;
    for (int i = 0; i < 4 && words[i]; i++)
        is_right &= strstr(error->text, words[i]) != NULL;
    if (!is_right)
    {
        print_error("%s: \"%s\", expected %s and \"%s\"\n", wend_status_name(got), error->text,
                    wend_status_name(wanted), words[0]);
        _fail(file, line);
    }
}

#define assert_said(wanted, call, ...)                                                                                 \
    do                                                                                                                 \
    {                                                                                                                  \
        const char *said[4] = {__VA_ARGS__};                                                                           \
        wend_error error = {WEND_OK, ""};                                                                              \
        wend_status got = (call);                                                                                      \
        check_said(got, wanted, &error, said, __FILE__, __LINE__);                                                     \
    } while (0)

#endif
