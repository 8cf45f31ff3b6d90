// What is written is so: the README's program, its table, the index of wend.h, the version; and who uses what.
#include "testing_text.h"

#include "wend/wend.h"

#include <dirent.h>

// ---- the index of functions, in the README and in wend.h

enum
{
    MOST_HEADERS = 4
};

/// The headers that a text names, as texts. Returns how many.
static int read_headers(const char *text, const char *end, char *headers[MOST_HEADERS])
{
    int count = 0;
    for (const char *at = text; at < end && count < MOST_HEADERS;)
    {
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz_.");
        if (length > 2 && memcmp(at + length - 2, ".h", 2) == 0)
        {
            char name[NAME];
            snprintf(name, sizeof name, "include/wend/%.*s", (int)length, at);
            headers[count++] = read_text(name);
        }
        at += length > 0 ? length : 1;
    }
    return count;
}

static bool is_declared(char *const headers[], int count, const char *name)
{
    for (int i = 0; i < count; ++i)
        if (does_declare(headers[i], name))
            return true;
    return false;
}

/// Looks for a name that may be cut: "_nearest" after "wend_world_within" is wend_world_nearest, "_in_box" after
/// "wend_keep_in_circle" is wend_keep_in_box. `last` is the whole name before it, and becomes this one.
static bool find_name(char *const headers[], int count, const char *name, char last[NAME])
{
    char whole[2 * NAME];
    if (name[0] != '_')
    {
        snprintf(last, NAME, "%s", name);
        return is_declared(headers, count, name);
    }
    for (size_t length = strlen(last); length > 0; --length)
    {
        snprintf(whole, sizeof whole, "%.*s%s", (int)length, last, name);
        if (last[length] == '_' && strlen(whole) < NAME && is_declared(headers, count, whole))
        {
            memcpy(last, whole, strlen(whole) + 1);
            return true;
        }
    }
    return false;
}

/// Every name in text..end is declared in one of the headers. Returns how many there are.
static int check_names(const char *text, const char *end, char *const headers[], int count)
{
    char last[NAME] = "";
    int names = 0;
    for (const char *at = text; at < end;)
    {
        char name[NAME];
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789_");
        if (length == 0)
        {
            ++at;
            continue;
        }
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        at += length;
        if (!begins(name, "wend_") && name[0] != '_')
            continue;
        ++names;
        if (!find_name(headers, count, name, last))
        {
            print_error("%s is declared in none of the headers of its row: %.*s\n", name, (int)(end - text), text);
            fail();
        }
    }
    return names;
}

/// A row whose functions stand in names..names_end and whose headers stand in names_end..end.
static int check_row(const char *names, const char *names_end, const char *end)
{
    char *headers[MOST_HEADERS];
    int count = read_headers(names_end, end, headers);
    if (count == 0)
    {
        print_error("no header is named in this row: %.*s\n", (int)(end - names), names);
        fail();
    }
    int found = check_names(names, names_end, headers, count);
    for (int i = 0; i < count; ++i)
        free(headers[i]);
    return found;
}

static void t_the_table_of_the_readme_names_what_is_declared(void **state)
{
    (void)state;
    char *text = read_text("README.md");
    const char *line = strstr(text, "| I want to | function | header |\n");
    assert_non_null(line);
    int rows = 0, names = 0;
    for (line = next_line(next_line(line)); *line == '|'; line = next_line(line), ++rows)
    {
        const char *first = strchr(line + 1, '|'), *second = strchr(first + 1, '|');
        names += check_row(first, second, next_line(line));
    }
    assert_true(rows >= 20 && names >= 40);
    free(text);
}

static void t_the_index_of_wend_h_names_what_is_declared(void **state)
{
    (void)state;
    char *text = read_text("include/wend/wend.h");
    const char *line = strstr(text, "//   I want to ...");
    assert_non_null(line);
    int rows = 0, names = 0;
    for (line = next_line(line); begins(line, "//   "); line = next_line(line), ++rows)
    {
        const char *end = next_line(line), *header = end - 1;
        while (header > line && header[-1] != ' ')
            --header;
        names += check_row(line, header, end);
    }
    assert_true(rows >= 20 && names >= 25);
    free(text);
}

// ---- the program, the version

static void t_the_first_program_stands_in_the_readme(void **state)
{
    (void)state;
    char *text = read_text("README.md"), *program = read_text("docs/first.c");
    char *block = malloc(strlen(program) + 16);
    assert_non_null(block);
    sprintf(block, "```c\n%s```\n", program); // the whole block, not a part of a longer one
    assert_non_null(strstr(text, block));
    free(block);
    free(program);
    free(text);
}

static void t_the_version_is_the_same_everywhere(void **state)
{
    (void)state;
    char expected[32];
    snprintf(expected, sizeof expected, "%d.%d.%d", WEND_VERSION_MAJOR, WEND_VERSION_MINOR, WEND_VERSION_PATCH);
    assert_string_equal(wend_version(), expected);
    char *text = read_text("CHANGELOG.md");
    const char *heading = strstr(text, "\n## ");
    assert_non_null(heading);
    size_t length = strspn(heading + 4, "0123456789.");
    assert_int_equal(length, strlen(expected));
    assert_memory_equal(heading + 4, expected, length);
    free(text);
}

// ---- every public function has a user

enum
{
    MOST_FILES = 1024
};

typedef struct file
{
    char name[NAME];
    char *text;
    bool is_library; ///< in src
} file;

static int read_folder(const char *folder, file *files, int count)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", WEND_SOURCE, folder);
    DIR *directory = opendir(path);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    {
        size_t length = strlen(entry->d_name);
        bool is_code = length > 2 && length < NAME - 16 && strcmp(entry->d_name + length - 2, ".c") == 0;
        is_code |= length > 2 && length < NAME - 16 && strcmp(entry->d_name + length - 2, ".h") == 0;
        if (!is_code || entry->d_name[0] == '.')
            continue;
        assert_true(count < MOST_FILES);
        file *f = &files[count++];
        snprintf(f->name, sizeof f->name, "%.*s", NAME - 1, entry->d_name);
        snprintf(path, sizeof path, "%s/%.*s", folder, NAME - 1, entry->d_name);
        f->text = read_text(path);
        f->is_library = strcmp(folder, "src") == 0;
    }
    closedir(directory);
    return count;
}

/// Inside the library a definition is no use: it begins at the edge, what calls a function stands further in. A
/// comment is no use anywhere.
static bool does_use(const file *f, const char *name)
{
    for (const char *at = f->text; (at = find_word(f->text, at, name)) != NULL; ++at)
    {
        const char *line = line_of(f->text, at);
        const char *comment = strstr(line, "//");
        bool is_comment = comment && comment < at;
        if (!is_comment && (!f->is_library || *line == ' '))
            return true;
    }
    return false;
}

/// How many functions a header declares; those that nobody uses are told and counted.
static int check_users(const file *header, const file *files, int count, int *unused)
{
    int declared = 0;
    char source[NAME], name[NAME];
    memcpy(source, header->name, sizeof source);
    source[strlen(source) - 1] = 'c';
    for (const char *line = header->text; *line; line = next_line(line))
    {
        if (!read_declared(line, name))
            continue;
        ++declared;
        int i = 0;
        while (i < count && ((files[i].is_library && strcmp(files[i].name, source) == 0) || !does_use(&files[i], name)))
            ++i;
        if (i < count)
            continue;
        print_error("nobody uses %s of %s\n", name, header->name);
        ++*unused;
    }
    return declared;
}

static void t_no_public_function_is_without_a_user(void **state)
{
    (void)state;
    static file files[MOST_FILES], headers[128];
    int count = 0, declared = 0, unused = 0;
    static const char *const folders[] = {"src", "scenes", "app", "tests"};
    for (int i = 0; i < COUNT_OF(folders); ++i)
        count = read_folder(folders[i], files, count);
    int header_count = read_folder("include/wend", headers, 0);
    assert_true(header_count >= 14);
    for (int i = 0; i < header_count; ++i)
    {
        declared += check_users(&headers[i], files, count, &unused);
        free(headers[i].text);
    }
    for (int i = 0; i < count; ++i)
        free(files[i].text);
    assert_true(declared > 100);
    assert_int_equal(unused, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_the_first_program_stands_in_the_readme),
        cmocka_unit_test(t_the_table_of_the_readme_names_what_is_declared),
        cmocka_unit_test(t_the_index_of_wend_h_names_what_is_declared),
        cmocka_unit_test(t_the_version_is_the_same_everywhere),
        cmocka_unit_test(t_no_public_function_is_without_a_user),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
