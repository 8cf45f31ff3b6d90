// What the tests of texts share: files of the source folder, words in them, what a header declares.
#ifndef WEND_TESTING_TEXT_H
#define WEND_TESTING_TEXT_H

#include "testing.h"

#include <ctype.h>
#include <stdlib.h>

enum
{
    NAME = 64
};

/// A file of the source folder with a null behind it.
static inline char *read_text(const char *name)
{
    char path[2048];
    snprintf(path, sizeof path, "%s/%s", WEND_SOURCE, name);
    FILE *file = fopen(path, "rb");
    if (!file)
    {
        print_error("%s can't be read\n", path);
        fail();
        return NULL;
    }
    size_t size = 0, capacity = 1 << 20;
    char *text = malloc(capacity);
    assert_non_null(text);
    size = fread(text, 1, capacity - 1, file);
    assert_true(size > 0 && size < capacity - 1);
    text[size] = '\0';
    fclose(file);
    return text;
}

static inline const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static inline bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/// Where a word stands in a text from `from` on, not as a part of a longer one; or null.
static inline const char *find_word(const char *text, const char *from, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = from; (at = strstr(at, word)) != NULL; at += length)
        if ((at == text || !is_letter(at[-1])) && !is_letter(at[length]))
            return at;
    return NULL;
}

static inline const char *line_of(const char *text, const char *at)
{
    while (at > text && at[-1] != '\n')
        --at;
    return at;
}

static inline bool begins(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/// A header declares a function where its name and a parenthesis stand in a line that begins with WEND_API or static
/// inline.
static inline bool does_declare(const char *header, const char *name)
{
    for (const char *at = header; (at = find_word(header, at, name)) != NULL; ++at)
    {
        const char *line = line_of(header, at);
        if (at[strlen(name)] == '(' && (begins(line, "WEND_API ") || begins(line, "static inline ")))
            return true;
    }
    return false;
}

/// The name of the function that a line declares; false if it declares none.
static inline bool read_declared(const char *line, char name[NAME])
{
    const char *parenthesis = strchr(line, '('), *end = next_line(line);
    if (!begins(line, "WEND_API ") || !parenthesis || parenthesis >= end)
        return false;
    const char *first = parenthesis;
    while (first > line && is_letter(first[-1]))
        --first;
    snprintf(name, NAME, "%.*s", (int)(parenthesis - first), first);
    return begins(name, "wend_");
}

#endif
