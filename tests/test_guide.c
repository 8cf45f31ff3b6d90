// The guide: the code of its pages runs and prints what they say, its numbers are those of the library, its links lead
// somewhere, and its index names every function.
#include "testing_command.h"

#include <ctype.h>
#include <dirent.h>
#include <stdarg.h>
#include <sys/stat.h>

#include "guide.h"

#undef printf
#undef puts

// ---- what pages print

static char printed[1 << 16];
static size_t printed_count;
static bool is_skipped; // what is printed now would come from the command, which isn't built

int guide_print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(printed + printed_count, sizeof printed - printed_count, format, list);
    va_end(list);
    assert_in_range(length, 0, sizeof printed - printed_count - 1);
    printed_count += (size_t)length;
    return length;
}

int guide_puts(const char *line)
{
    return guide_print("%s\n", line);
}

void guide_output(const char *page, int line, const char *expected)
{
    if (!is_skipped && strcmp(printed, expected) != 0)
    {
        print_error("docs/%s.md:%d: the page says\n%sbut it is\n%s", page, line, expected, printed);
        fail();
    }
    printed[printed_count = 0] = '\0';
    is_skipped = false;
}

void guide_number(const char *page, int line, const char *written, const char *format, double value)
{
    char is[64];
    snprintf(is, sizeof is, format, value);
    if (strcmp(is, written) != 0)
    {
        print_error("docs/%s.md:%d: the page says %s, but it is %s\n", page, line, written, is);
        fail();
    }
}

void guide_command(const char *page, int line, const char *arguments)
{
    is_skipped = WEND_COMMAND[0] == '\0';
    if (is_skipped)
    {
        printf("skipped: docs/%s.md:%d, because the command isn't built\n", page, line);
        return;
    }
    call(arguments, 120);
    guide_print("%s%s", out, err);
}

// ---- each page

#define PAGE(name) void guide_##name(void);
#include "guide_pages.h"
#undef PAGE

#define PAGE(name)                                                                                                     \
    static void t_the_page_##name(void **state)                                                                        \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        printed[printed_count = 0] = '\0';                                                                             \
        guide_##name();                                                                                                \
        guide_output(#name, 0, "");                                                                                    \
    }
#include "guide_pages.h"
#undef PAGE

int main(void)
{
    const struct CMUnitTest tests[] = {
#define PAGE(name) cmocka_unit_test(t_the_page_##name),
#include "guide_pages.h"
#undef PAGE
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
