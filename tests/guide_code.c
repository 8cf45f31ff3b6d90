// The code of a page of the guide as a C file: guide_code PAGE.md NAME OUT.c
//
// What of a page becomes code:
//   ```c            statements, in the order of the page; each # and ## begins a block of its own. With a line
//                   `int main(`: a whole program, which is run where it stands
//   ```c file       declarations and functions
//   <!--c ... -->   the same, unseen: what statements need before them, and what frees it; <!--c file ... --> too
//   ```sh run       lines `wend ...`: the command is called
//   ```text         what all that has printed since the last such block
//   1.5<!--= %.1f half(3) -->      the number before it is what the expression is, written like that
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text
{
    char *bytes;
    size_t count, capacity;
} text;

static void put_bytes(text *t, const char *bytes, size_t count)
{
    if (t->count + count + 1 > t->capacity)
    {
        t->capacity = 2 * t->capacity + count + 4096;
        t->bytes = realloc(t->bytes, t->capacity);
        if (!t->bytes)
            exit(1);
    }
    memcpy(t->bytes + t->count, bytes, count);
    t->count += count;
    t->bytes[t->count] = '\0';
}

static void put(text *t, const char *string)
{
    put_bytes(t, string, strlen(string));
}

static void put_literal(text *t, const char *bytes, size_t count)
{
    put(t, "\"");
    for (size_t i = 0; i < count; ++i)
    {
        if (bytes[i] == '"' || bytes[i] == '\\')
            put(t, "\\");
        put_bytes(t, &bytes[i], 1);
    }
    put(t, "\"");
}

typedef struct page
{
    const char *path, *name;
    text file, body; // declarations; statements
    text block;      // of code, that is being read
    int line, programs, begun;
    const char *kind; // of the block that is read: "" none, "other" no code
    char buffer[64];
} page;

static void put_place(page *p, text *t, int line)
{
    char number[32];
    snprintf(number, sizeof number, "\n#line %d ", line);
    put(t, number);
    put_literal(t, p->path, strlen(p->path));
    put(t, "\n");
}

static void put_call(page *p, const char *function)
{
    char call[128];
    snprintf(call, sizeof call, "%s(\"%s\", %d, ", function, p->name, p->line);
    put(&p->body, call);
}

/// Every `number<!--= format expression -->` of a line.
static void read_marks(page *p, const char *line)
{
    for (const char *mark = line; (mark = strstr(mark, "<!--= ")) != NULL; ++mark)
    {
        const char *end = strstr(mark, "-->"), *format = mark + 6, *space = strchr(format, ' '), *begin = mark;
        if (!end || !space || space > end)
        {
            fprintf(stderr, "%s:%d: a mark has no end\n", p->path, p->line);
            exit(1);
        }
        while (begin > line && !strchr(" *|(`~", begin[-1]))
            --begin;
        put_place(p, &p->body, p->line);
        put_call(p, "guide_number");
        put_literal(&p->body, begin, (size_t)(mark - begin));
        put(&p->body, ", ");
        put_literal(&p->body, format, (size_t)(space - format));
        put(&p->body, ", (double)(");
        put_bytes(&p->body, space, (size_t)(end - space));
        put(&p->body, "));\n");
    }
}

static bool begins(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/// A block begins: what is in it?
static void open_block(page *p, const char *what)
{
    snprintf(p->buffer, sizeof p->buffer, "%s", what);
    p->kind = p->buffer;
    p->begun = p->line + 1;
    p->block.count = 0;
    put(&p->block, "");
    if (strcmp(what, "text") == 0)
    {
        put_call(p, "guide_output");
        put(&p->body, "\"\"");
    }
    else if (strcmp(what, "c") != 0 && strcmp(what, "c file") != 0 && strcmp(what, "sh run") != 0)
        p->kind = "other";
}

static void read_line(page *p, const char *line)
{
    size_t length = strlen(line);
    if (begins(p->kind, "c"))
        put(&p->block, line);
    else if (strcmp(p->kind, "text") == 0)
    {
        put(&p->body, "\n    ");
        put_literal(&p->body, line, length - 1);
        put(&p->body, "\"\\n\"");
    }
    else if (strcmp(p->kind, "sh run") == 0 && begins(line, "wend "))
    {
        put_call(p, "guide_command");
        put_literal(&p->body, line + 5, length - 6);
        put(&p->body, ");\n");
    }
}

static void put_program(page *p)
{
    char line[160];
    snprintf(line, sizeof line, "#define main guide_%s_program_%d\nint main(void);\n", p->name, ++p->programs);
    put(&p->file, line);
    put_place(p, &p->file, p->begun);
    put(&p->file, p->block.bytes);
    put(&p->file, "#undef main\n");
    snprintf(line, sizeof line, "guide_%s_program_%d();\n", p->name, p->programs);
    put(&p->body, line);
}

static void close_block(page *p)
{
    bool is_file = strcmp(p->kind, "c file") == 0;
    if (strcmp(p->kind, "text") == 0)
        put(&p->body, ");\n");
    else if (begins(p->kind, "c") && strstr(p->block.bytes, "\nint main("))
        put_program(p);
    else if (begins(p->kind, "c"))
    {
        put_place(p, is_file ? &p->file : &p->body, p->begun);
        put(is_file ? &p->file : &p->body, p->block.bytes);
    }
    p->kind = "";
}

static void read_page(page *p, FILE *file)
{
    char line[4096], what[64];
    bool is_hidden = false;
    while (fgets(line, sizeof line, file))
    {
        ++p->line;
        bool is_fence = begins(line, "```") && !is_hidden, is_in = p->kind[0] != '\0';
        if (is_fence && is_in)
            close_block(p);
        else if (is_fence)
        {
            what[0] = '\0';
            sscanf(line + 3, "%63[^\n]", what);
            open_block(p, what[0] ? what : "other");
        }
        else if (is_hidden && begins(line, "-->"))
        {
            close_block(p);
            is_hidden = false;
        }
        else if (is_in)
            read_line(p, line);
        else if (begins(line, "<!--c"))
        {
            open_block(p, begins(line, "<!--c file") ? "c file" : "c");
            char *end = strstr(line, "-->");
            is_hidden = !end;
            if (end) // all in one line
            {
                strcpy(end, "\n");
                read_line(p, line + (p->kind[1] ? 10 : 5));
                close_block(p);
            }
        }
        else if (begins(line, "# ") || begins(line, "## "))
            put(&p->body, "}\n{\n");
        else
            read_marks(p, line);
    }
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 1;
    page p = {.path = argv[1], .name = argv[2], .kind = ""};
    FILE *in = fopen(argv[1], "r");
    if (!in)
        return 1;
    put(&p.file, "");
    put(&p.body, "");
    read_page(&p, in);
    fclose(in);
    FILE *out = fopen(argv[3], "w");
    if (!out)
        return 1;
    fprintf(out, "#include \"guide.h\"\n%s\nvoid guide_%s(void);\nvoid guide_%s(void)\n{\n{\n%s\n}\n}\n", p.file.bytes,
            p.name, p.name, p.body.bytes);
    free(p.file.bytes);
    free(p.body.bytes);
    free(p.block.bytes);
    return fclose(out) == 0 ? 0 : 1;
}
