#include "options.h"

#include "command.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MOST_ROWS = 16,
    FIRST_ROW = 256, // getopt's code of the first row, beyond all characters
    HELP = 'h',
    PLAIN = 1
};

static void print_row(FILE *file, const char *name, const char *argument, const char *about)
{
    char left[64];
    snprintf(left, sizeof left, "--%s %s", name, argument ? argument : "");
    fprintf(file, "  %-16s %s\n", left, about);
}

static void print_help(const option_table *table)
{
    printf("usage: wend %s%s%s\n\n%s\n\n", table->command, table->usage[0] ? " " : "", table->usage, table->about);
    for (int i = 0; i < table->count; ++i)
        print_row(stdout, table->rows[i].name, table->rows[i].argument, table->rows[i].about);
    print_row(stdout, "help", NULL, "this text");
}

static int print_allowed(const option_table *table)
{
    fprintf(stderr, "allowed are:\n");
    for (int i = 0; i < table->count; ++i)
        print_row(stderr, table->rows[i].name, table->rows[i].argument, table->rows[i].about);
    print_row(stderr, "help", NULL, "what the command does");
    return COMMAND_WRONG;
}

static bool read_number(const char *command, const option_row *row, const char *text, double *out)
{
    char *end;
    double number = strtod(text, &end);
    bool is_read = end != text && *end == '\0' && isfinite(number);
    bool is_whole = row->kind != OPTION_COUNT || number == floor(number);
    if (!is_read || !is_whole || number < row->low || number > row->high)
    {
        command_fail(COMMAND_WRONG, command, "--%s is '%s', must be a %snumber from %.9g to %.9g", row->name, text,
                     row->kind == OPTION_COUNT ? "whole " : "", row->low, row->high);
        return false;
    }
    *out = number;
    return true;
}

static bool read_seed(const char *command, const option_row *row, const char *text)
{
    bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = is_hex ? text + 2 : text;
    char *end;
    errno = 0;
    unsigned long long seed = strtoull(digits, &end, is_hex ? 16 : 10);
    size_t length = strspn(digits, is_hex ? "0123456789abcdefABCDEF" : "0123456789");
    if (length == 0 || digits[length] != '\0' || errno != 0 || seed == 0)
    {
        command_fail(COMMAND_WRONG, command, "--%s is '%s', must be a whole number from 1 to 18446744073709551615",
                     row->name, text);
        return false;
    }
    *(uint64_t *)row->value = seed;
    return true;
}

static bool read_text(const char *command, const option_row *row, const char *text)
{
    bool is_standard = strcmp(text, "-") == 0 && row->kind == OPTION_FILE;
    if (text[0] == '\0')
        command_fail(COMMAND_WRONG, command, "--%s is empty, must be: %s", row->name, row->about);
    else if (is_standard)
        command_fail(COMMAND_WRONG, command, "--%s is '-', must be a file", row->name);
    else
        *(const char **)row->value = text;
    return text[0] != '\0' && !is_standard;
}

static bool read_value(const char *command, const option_row *row, const char *text)
{
    double number;
    switch (row->kind)
    {
    case OPTION_SWITCH: *(bool *)row->value = true; return true;
    case OPTION_TEXT:
    case OPTION_FILE:
    case OPTION_OUTPUT: return read_text(command, row, text);
    case OPTION_COUNT:
        if (!read_number(command, row, text, &number))
            return false;
        *(int *)row->value = (int)number;
        return true;
    case OPTION_NUMBER: return read_number(command, row, text, row->value);
    case OPTION_SEED: return read_seed(command, row, text);
    }
    return false;
}

static void fill_getopt(const option_table *table, struct option *out)
{
    for (int i = 0; i < table->count; ++i)
        out[i] = (struct option){table->rows[i].name, table->rows[i].argument ? required_argument : no_argument, NULL,
                                 FIRST_ROW + i};
    out[table->count] = (struct option){"help", no_argument, NULL, HELP};
}

// What getopt didn't like: '?' an unknown or ambiguous option or a value too many, ':' a value that is missing.
static int refuse(const option_table *table, int code, char **argv)
{
    const char *given = argv[optind - 1];
    if (code == ':')
    {
        const option_row *row = &table->rows[optopt - FIRST_ROW];
        return command_fail(COMMAND_WRONG, table->command, "--%s needs a value, as in --%s %s", row->name, row->name,
                            row->argument);
    }
    if (optopt >= FIRST_ROW)
        return command_fail(COMMAND_WRONG, table->command, "--%s takes no value", table->rows[optopt - FIRST_ROW].name);
    if (optopt > 0 && optopt != HELP)
        command_fail(COMMAND_WRONG, table->command, "unknown option -%c", optopt);
    else
        command_fail(COMMAND_WRONG, table->command, "unknown option %s", given);
    return print_allowed(table);
}

static bool is_right_count(const option_table *table, int plain, char **argv)
{
    if (plain < table->least)
        command_fail(COMMAND_WRONG, table->command, "needs %s; usage: wend %s %s", table->arguments, table->command,
                     table->usage);
    else if (plain > table->most)
        command_fail(COMMAND_WRONG, table->command, "takes %s, '%s' is too many", table->arguments,
                     argv[1 + table->most]);
    else
        return true;
    return false;
}

static const char *written_by(const option_row *row)
{
    return row->kind == OPTION_FILE || row->kind == OPTION_OUTPUT ? *(const char **)row->value : NULL;
}

static bool are_files_different(const option_table *table)
{
    for (int i = 0; i < table->count; ++i)
        for (int k = 0; k < i; ++k)
        {
            const char *one = written_by(&table->rows[k]), *other = written_by(&table->rows[i]);
            if (!one || !other || strcmp(one, other) != 0)
                continue;
            command_fail(COMMAND_WRONG, table->command, "--%s and --%s are both '%s', must be two files",
                         table->rows[k].name, table->rows[i].name, one);
            return false;
        }
    return true;
}

int options_read(const option_table *table, int argc, char **argv, int *exit_code)
{
    struct option rows[MOST_ROWS + 2] = {0};
    fill_getopt(table, rows);
    *exit_code = COMMAND_WRONG;
    int plain = 0;
    opterr = 0;
    optind = 1;
    // "-": plain arguments come in order, as code 1, whatever the environment says. ":": missing values are told apart.
    for (int code; (code = getopt_long(argc, argv, "-:h", rows, NULL)) != -1;)
    {
        if (code == PLAIN)
            argv[1 + plain++] = optarg; // never beyond optind: only what was read is written over
        else if (code == HELP)
        {
            print_help(table);
            *exit_code = 0;
            return -1;
        }
        else if (code >= FIRST_ROW)
        {
            if (!read_value(table->command, &table->rows[code - FIRST_ROW], optarg))
                return -1;
        }
        else
        {
            refuse(table, code, argv);
            return -1;
        }
    }
    while (optind < argc)
        argv[1 + plain++] = argv[optind++];
    return is_right_count(table, plain, argv) && are_files_different(table) ? plain : -1;
}
