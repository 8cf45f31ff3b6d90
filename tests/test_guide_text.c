// The texts of the guide: links lead somewhere, names are those of the headers, the index names every function, numbers
// are checked, warnings are explained, pictures are shown.
#include "testing_command.h"
#include "testing_text.h"

#include "wend/check.h"

#include <dirent.h>

enum
{
    MOST_FILES = 128,
    MOST_FUNCTIONS = 1024
};

typedef struct page
{
    char path[NAME + 16]; // in the source folder: "docs/hello.md"
    char *text;
} page;

typedef struct folder_of
{
    page pages[MOST_FILES];
    int count;
} folder_of;

static void read_all(folder_of *all, const char *name, const char *ending)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", WEND_SOURCE, name);
    DIR *directory = opendir(path);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    {
        size_t length = strlen(entry->d_name), tail = strlen(ending);
        if (length < tail || length >= NAME || strcmp(entry->d_name + length - tail, ending) != 0)
            continue;
        assert_true(all->count < MOST_FILES);
        page *p = &all->pages[all->count++];
        snprintf(p->path, sizeof p->path, "%s/%.*s", name, NAME - 1, entry->d_name);
        p->text = read_text(p->path);
    }
    closedir(directory);
}

static void free_all(folder_of *all)
{
    for (int i = 0; i < all->count; ++i)
        free(all->pages[i].text);
    all->count = 0;
}

// ---- links

/// "## A fixed step" as an anchor: "a-fixed-step".
static void slug(const char *heading, char *anchor, size_t capacity)
{
    size_t count = 0;
    for (const char *at = heading; *at && *at != '\n' && count + 1 < capacity; ++at)
    {
        if (*at == ' ')
            anchor[count++] = '-';
        else if (is_letter(*at) || *at == '-')
            anchor[count++] = (char)tolower((unsigned char)*at);
    }
    anchor[count] = '\0';
}

static bool has_anchor(const char *text, const char *anchor)
{
    char is[256];
    for (const char *line = text; *line; line = next_line(line))
    {
        if (*line != '#')
            continue;
        slug(line + strspn(line, "# "), is, sizeof is);
        if (strcmp(is, anchor) == 0)
            return true;
    }
    return false;
}

static void check_link(const char *path, const char *target)
{
    char file[256], whole[1400];
    snprintf(file, sizeof file, "%s", target);
    char *anchor = strchr(file, '#');
    if (anchor)
        *anchor++ = '\0';
    const char *slash = strrchr(path, '/');
    if (file[0] == '\0')
        snprintf(whole, sizeof whole, "%s/%s", WEND_SOURCE, path);
    else
        snprintf(whole, sizeof whole, "%s/%.*s%s", WEND_SOURCE, slash ? (int)(slash + 1 - path) : 0, path, file);
    char *text = read_file(whole, NULL);
    if (!text || (anchor && !has_anchor(text, anchor)))
    {
        print_error("%s leads to %s, which isn't there\n", path, target);
        fail();
    }
    free(text);
}

static int check_links(const char *path, const char *text)
{
    char target[256];
    int count = 0;
    for (const char *at = text; (at = strstr(at, "](")) != NULL; ++at)
    {
        size_t length = strcspn(at + 2, ")");
        snprintf(target, sizeof target, "%.*s", (int)length, at + 2);
        if (begins(target, "http"))
            continue;
        check_link(path, target);
        ++count;
    }
    return count;
}

static void t_links_lead_somewhere(void **state)
{
    (void)state;
    static folder_of docs;
    read_all(&docs, "docs", ".md");
    char *readme = read_text("README.md"), *index = read_text("docs/README.md"), link[NAME + 16];
    int count = check_links("README.md", readme);
    for (int i = 0; i < docs.count; ++i)
    {
        count += check_links(docs.pages[i].path, docs.pages[i].text);
        snprintf(link, sizeof link, "](%s)", docs.pages[i].path + 5);
        if (strcmp(docs.pages[i].path, "docs/README.md") != 0 && !strstr(index, link))
            fail_msg("the index of the guide leaves %s out", docs.pages[i].path);
    }
    assert_true(count > 100);
    free(readme);
    free(index);
    free_all(&docs);
}

// ---- names

static bool is_known(const folder_of *headers, const char *word)
{
    for (int i = 0; i < headers->count; ++i)
        if (find_word(headers->pages[i].text, headers->pages[i].text, word))
            return true;
    return false;
}

/// Every word of a text that looks like a name of the library's is one.
static int check_words(const page *p, const folder_of *headers)
{
    char word[NAME];
    int count = 0;
    for (const char *at = p->text; *at; ++at)
    {
        bool is_name = begins(at, "wend_") || begins(at, "WEND_");
        if (!is_name || (at > p->text && is_letter(at[-1])))
            continue;
        size_t length = 0;
        while (is_letter(at[length]))
            ++length;
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (!is_known(headers, word))
        {
            print_error("%s: no header knows %s\n", p->path, word);
            fail();
        }
        ++count;
    }
    return count;
}

static void t_names_are_those_of_the_headers(void **state)
{
    (void)state;
    static folder_of docs, headers;
    read_all(&docs, "docs", ".md");
    read_all(&headers, "include/wend", ".h");
    read_all(&headers, "adapters", ".h");
    int count = 0;
    for (int i = 0; i < docs.count; ++i)
        if (strcmp(docs.pages[i].path, "docs/design.md") != 0) // that one names files of src, too
            count += check_words(&docs.pages[i], &headers);
    assert_true(count > 500);
    free_all(&docs);
    free_all(&headers);
}

// ---- the index

/// The row of a header in the index.
static const char *row_of(const char *index, const char *header)
{
    char begin[NAME + 16];
    snprintf(begin, sizeof begin, "| [%s](", header);
    for (const char *line = index; *line; line = next_line(line))
        if (begins(line, begin))
            return line;
    print_error("the index of the guide has no row for %s\n", header);
    fail();
    return "";
}

static int words_in(const char *line, const char *beginning)
{
    int count = 0;
    for (const char *at = line; (at = strstr(at, beginning)) != NULL && at < next_line(line); ++at)
        ++count;
    return count;
}

static bool declares_inline(const char *line, char name[NAME])
{
    char like[4096];
    if (!begins(line, "static inline ") || strcspn(line, "\n") >= sizeof like - 16)
        return false;
    snprintf(like, sizeof like, "WEND_API %.*s\n", (int)strcspn(line, "\n"), line);
    return read_declared(like, name);
}

static int check_header(const char *index, const char *path, const char *text)
{
    const char *header = strrchr(path, '/') + 1;
    char name[NAME], quoted[NAME + 4];
    int count = 0;
    if (strcmp(header, "wend.h") == 0 || strcmp(header, "reason.h") == 0)
        return 0;
    const char *row = row_of(index, header), *end = next_line(row);
    for (const char *line = text; *line; line = next_line(line))
    {
        if (!read_declared(line, name) && !declares_inline(line, name))
            continue;
        snprintf(quoted, sizeof quoted, "`%s`", name);
        const char *at = strstr(row, quoted);
        if (!at || at >= end)
        {
            print_error("the index of the guide leaves %s of %s out\n", name, header);
            fail();
        }
        ++count;
    }
    if (words_in(row, "`wend_") != count)
    {
        print_error("the index of the guide names functions in the row of %s that aren't declared there\n", header);
        fail();
    }
    return count;
}

static void t_the_index_names_every_function_and_no_other(void **state)
{
    (void)state;
    static folder_of headers;
    read_all(&headers, "include/wend", ".h");
    char *index = read_text("docs/README.md");
    int count = 0;
    for (int i = 0; i < headers.count; ++i)
        count += check_header(index, headers.pages[i].path, headers.pages[i].text);
    assert_true(count > 250 && count < MOST_FUNCTIONS);
    free(index);
    free_all(&headers);
}

// ---- numbers

/// Pages whose numbers were measured by hand, by the commands that they name.
static bool is_measured(const char *path)
{
    static const char *const measured[] = {"docs/performance.md", "docs/course.md", "docs/crowds.md", "docs/design.md",
                                           "docs/testing.md"};
    for (int i = 0; i < COUNT_OF(measured); ++i)
        if (strcmp(path, measured[i]) == 0)
            return true;
    return false;
}

/// In prose every number with a point is followed by what checks it.
static void check_decimals(const char *path, const char *line)
{
    bool is_code = false;
    for (const char *at = line; *at && *at != '\n'; ++at)
    {
        is_code ^= *at == '`';
        if (begins(at, "<!--"))
            at = strstr(at, "-->") ? strstr(at, "-->") : at;
        bool is_decimal = isdigit((unsigned char)at[0]) && at[1] == '.' && isdigit((unsigned char)at[2]);
        if (is_code || !is_decimal)
            continue;
        const char *end = at + 2 + strspn(at + 2, "0123456789");
        if (!begins(end, "<!--= "))
        {
            print_error("%s: nothing checks the number in: %.*s\n", path, (int)strcspn(line, "\n"), line);
            fail();
        }
    }
}

static void t_numbers_are_checked(void **state)
{
    (void)state;
    static folder_of docs;
    read_all(&docs, "docs", ".md");
    for (int i = 0; i < docs.count; ++i)
    {
        bool is_block = false, is_hidden = false;
        for (const char *line = docs.pages[i].text; *line; line = next_line(line))
        {
            is_block ^= begins(line, "```");
            is_hidden |= begins(line, "<!--c");
            if (!is_block && !is_hidden && !begins(line, "    ") && !is_measured(docs.pages[i].path))
                check_decimals(docs.pages[i].path, line);
            is_hidden &= strstr(line, "-->") == NULL || strstr(line, "-->") >= next_line(line);
        }
        assert_false(is_block || is_hidden);
    }
    free_all(&docs);
}

static void t_every_warning_is_explained(void **state)
{
    (void)state;
    char *text = read_text("docs/units.md"), row[NAME];
    for (int kind = 0; kind < WEND_WARNING_COUNT; ++kind)
    {
        snprintf(row, sizeof row, "\n| %s | ", wend_warning_name((wend_warning_kind)kind));
        if (!strstr(text, row))
            fail_msg("docs/units.md doesn't explain the warning '%s'", wend_warning_name((wend_warning_kind)kind));
    }
    free(text);
}

// ---- pictures

static int pictures_in(const char *path, char names[MOST_FILES][NAME], size_t *bytes)
{
    DIR *directory = opendir(path);
    assert_non_null(directory);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    {
        char file[1400];
        size_t size = 0;
        if (!strstr(entry->d_name, ".png"))
            continue;
        assert_true(count < MOST_FILES);
        snprintf(names[count++], NAME, "%.*s", NAME - 1, entry->d_name);
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        free(read_file(file, &size));
        *bytes += size;
    }
    closedir(directory);
    return count;
}

static void t_pictures_are_small_and_shown(void **state)
{
    (void)state;
    static char kept[MOST_FILES][NAME], drawn[MOST_FILES][NAME];
    static folder_of docs;
    char path[1024], link[NAME + 16];
    size_t bytes = 0, others = 0;
    snprintf(path, sizeof path, "%s/docs/pictures", WEND_SOURCE);
    int count = pictures_in(path, kept, &bytes), shown = 0;
    assert_true(bytes < 1000000);
    read_all(&docs, "docs", ".md");
    for (int i = 0; i < count; ++i)
    {
        snprintf(link, sizeof link, "](pictures/%.*s)", NAME - 1, kept[i]);
        for (int k = 0; k < docs.count; ++k)
            shown += strstr(docs.pages[k].text, link) != NULL;
    }
    assert_true(shown >= count);
    free_all(&docs);
    if (WEND_COMMAND[0] == '\0')
        return;
    // The command draws just these.
    assert_int_equal(wend("gallery --behaviours ."), 0);
    assert_int_equal(pictures_in(folder, drawn, &others), count);
    for (int i = 0; i < count; ++i)
    {
        snprintf(path, sizeof path, "%s/docs/pictures/%.*s", WEND_SOURCE, NAME - 1, drawn[i]);
        char *bytes_of_one = read_file(path, NULL);
        assert_non_null(bytes_of_one);
        free(bytes_of_one);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_links_lead_somewhere),
        cmocka_unit_test(t_names_are_those_of_the_headers),
        cmocka_unit_test(t_the_index_names_every_function_and_no_other),
        cmocka_unit_test(t_numbers_are_checked),
        cmocka_unit_test(t_every_warning_is_explained),
        cmocka_unit_test(t_pictures_are_small_and_shown),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
