// Options of a command: a table of rows over getopt_long, with messages that say what is allowed.     floor 6
//
//   options_read   reads the arguments into the variables that the rows point to
#ifndef WEND_OPTIONS_H
#define WEND_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/// What an option's value is, and what its row points to.
typedef enum option_kind
{
    OPTION_SWITCH, ///< bool
    OPTION_TEXT,   ///< const char *
    OPTION_FILE,   ///< const char *: a file to be written, no two of a command the same
    OPTION_OUTPUT, ///< the same, or "-", the standard output
    OPTION_COUNT,  ///< int in [low, high]
    OPTION_NUMBER, ///< double in [low, high]
    OPTION_SEED,   ///< uint64_t, not 0; decimal, or hexadecimal after 0x
} option_kind;

/// One option. Its variable keeps what it held where the option isn't given.
typedef struct option_row
{
    const char *name;     ///< "seconds"
    const char *argument; ///< "S"; null for a switch
    const char *about;    ///< "how long to play"
    option_kind kind;
    void *value;
    double low, high; ///< of a count or a number
} option_row;

/// What a command takes.
typedef struct option_table
{
    const char *command; ///< "run"
    const char *usage;   ///< what follows the name: "SCENE|FILE [options]"
    const char *about;   ///< a sentence or more
    const option_row *rows;
    int count;
    const char *arguments; ///< what its plain arguments are: "one scene or file"
    int least, most;       ///< how many of them it takes
} option_table;

/// Reads the arguments; argv[0] is the command's name. The plain arguments are moved to the front of argv, after its
/// name. Returns how many there are, or -1 when the command is to end now with *exit_code: after --help, or a message.
int options_read(const option_table *table, int argc, char **argv, int *exit_code);

#endif
