// What the tests of the command share: calling it in a folder of its own, and reading what came out.
#ifndef WEND_TESTING_COMMAND_H
#define WEND_TESTING_COMMAND_H

#include "testing.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef WEND_COMMAND
#define WEND_COMMAND "" // the command isn't built
#endif

static char folder[] = "/tmp/wend_test_XXXXXX";
static char *out, *err; // what the last call of the command printed

static inline int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    (void)state;
    char line[64];
    snprintf(line, sizeof line, "rm -rf '%s'", folder);
    free(out);
    free(err);
    return system(line);
}

/// All bytes of a file and a null behind them; null if there is none. `size` may be null.
static inline char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    size_t length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(length + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, length, file), length);
    bytes[length] = '\0';
    fclose(file);
    if (size)
        *size = length;
    return bytes;
}

/// The same of a file in the folder, which must be there.
static inline char *read_output(const char *name, size_t *size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *bytes = read_file(path, size);
    if (!bytes)
        fail_msg("there is no %s", name);
    return bytes;
}

/// Runs `wend` with these arguments, as a shell reads them, inside the folder. Returns the exit code; 124: it took more
/// than `limit` seconds.
static inline int call(const char *arguments, int limit)
{
    char line[2560];
    int length = snprintf(line, sizeof line, "cd '%s' && { timeout %d '%s' %s; } >out 2>err", folder, limit,
                          WEND_COMMAND, arguments);
    assert_in_range(length, 0, sizeof line - 1);
    int status = system(line);
    free(out);
    free(err);
    out = read_output("out", NULL);
    err = read_output("err", NULL);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/// What stands behind "name: " in a line of the output.
static inline const char *text_of(const char *name)
{
    size_t length = strlen(name);
    for (const char *line = out; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (strncmp(line, name, length) == 0 && strncmp(line + length, ": ", 2) == 0)
            return line + length + 2;
    print_error("there is no line '%s: ' in:\n%s\n", name, out);
    fail();
    return "";
}

/// A file in the folder of the test.
static inline void write_file(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static inline int wend(const char *arguments)
{
    return call(arguments, 120);
}

#endif
