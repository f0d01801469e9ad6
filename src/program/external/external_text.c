// Texts of C around the code of external functions.
#include <string.h>
#include <sys/stat.h>

#include "program/external/compiler.h"
#include "program/external/external_source.h"

// ---- Support code ------------------------------------------------------------------------------

// ModelicaError and exit never return to their caller: the guard resumes who called the function.
static const char support[] =
    "#include <stdarg.h>\n#include <stddef.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
    "#include <string.h>\n"
    "typedef struct { void (*message)(int, const char *); void *(*allocate)(size_t);\n"
    "    void (*fail)(const char *); void (*leave)(int, int); } TarnServices;\n"
    "const TarnServices *tarn_services;\n"
    "void ModelicaVFormatError(const char *format, va_list args)\n"
    "{\n"
    "    char text[4000];\n"
    "    vsnprintf(text, sizeof text, format, args);\n"
    "    tarn_services->fail(text);\n"
    "    __builtin_trap();\n"
    "}\n"
    "void ModelicaFormatError(const char *format, ...)\n"
    "{ va_list args; va_start(args, format); ModelicaVFormatError(format, args); }\n"
    "void ModelicaError(const char *text) { ModelicaFormatError(\"%s\", text); }\n"
    "static void tarn_say(int is_warning, const char *format, va_list args)\n"
    "{\n"
    "    char text[4096];\n"
    "    vsnprintf(text, sizeof text, format, args);\n"
    "    tarn_services->message(is_warning, text);\n"
    "}\n"
    "void ModelicaVFormatMessage(const char *format, va_list args) { tarn_say(0, format, args); }\n"
    "void ModelicaVFormatWarning(const char *format, va_list args) { tarn_say(1, format, args); }\n"
    "void ModelicaFormatMessage(const char *format, ...)\n"
    "{ va_list args; va_start(args, format); tarn_say(0, format, args); va_end(args); }\n"
    "void ModelicaFormatWarning(const char *format, ...)\n"
    "{ va_list args; va_start(args, format); tarn_say(1, format, args); va_end(args); }\n"
    "void ModelicaMessage(const char *text) { ModelicaFormatMessage(\"%s\", text); }\n"
    "void ModelicaWarning(const char *text) { ModelicaFormatWarning(\"%s\", text); }\n"
    "char *ModelicaAllocateStringWithErrorReturn(size_t n)\n"
    "{\n"
    "    char *s = tarn_services->allocate(n + 1);\n"
    "    if (s) memset(s, 0, n + 1);\n"
    "    return s;\n"
    "}\n"
    "char *ModelicaAllocateString(size_t n)\n"
    "{\n"
    "    char *s = ModelicaAllocateStringWithErrorReturn(n);\n"
    "    if (!s) ModelicaError(\"out of memory for a string\");\n"
    "    return s;\n"
    "}\n"
    "char *ModelicaDuplicateStringWithErrorReturn(const char *text)\n"
    "{\n"
    "    char *s = ModelicaAllocateStringWithErrorReturn(strlen(text));\n"
    "    return s ? strcpy(s, text) : NULL;\n"
    "}\n"
    "char *ModelicaDuplicateString(const char *text)\n"
    "{ return strcpy(ModelicaAllocateString(strlen(text)), text); }\n";

// Code that wants to end the process ends the call.
static const char exits[] =
    "void exit(int status) { tarn_services->leave(status, 0); __builtin_trap(); }\n"
    "void _exit(int status) { tarn_services->leave(status, 0); __builtin_trap(); }\n"
    "void _Exit(int status) { tarn_services->leave(status, 0); __builtin_trap(); }\n"
    "void abort(void) { tarn_services->leave(0, 1); __builtin_trap(); }\n";

// What the specification promises to C code (12.9.6), for sources that include it by its name.
static const char header[] = "#ifndef MODELICA_UTILITIES_H\n#define MODELICA_UTILITIES_H\n"
                             "#include <stdarg.h>\n#include <stddef.h>\n"
                             "void ModelicaMessage(const char *text);\n"
                             "void ModelicaFormatMessage(const char *format, ...);\n"
                             "void ModelicaVFormatMessage(const char *format, va_list args);\n"
                             "void ModelicaError(const char *text);\n"
                             "void ModelicaFormatError(const char *format, ...);\n"
                             "void ModelicaVFormatError(const char *format, va_list args);\n"
                             "void ModelicaWarning(const char *text);\n"
                             "void ModelicaFormatWarning(const char *format, ...);\n"
                             "void ModelicaVFormatWarning(const char *format, va_list args);\n"
                             "char *ModelicaAllocateString(size_t n);\n"
                             "char *ModelicaAllocateStringWithErrorReturn(size_t n);\n"
                             "char *ModelicaDuplicateString(const char *text);\n"
                             "char *ModelicaDuplicateStringWithErrorReturn(const char *text);\n"
                             "#endif\n";

void external_header_text(Text *out)
{
    text_add(out, header);
}

bool external_is_utility(const char *symbol)
{
    const char *found = strstr(header, symbol);
    return found && strchr(" *", found[-1]) && found[strlen(symbol)] == '(';
}

// An address under a name of our own: the function may be static in an Include text.
static void add_entry(const char *symbol, bool is_declared, Text *out)
{
    if (!is_declared) text_printf(out, "extern void %s(void);\n", symbol);
    text_printf(out, "void (*const %s%s)(void) = (void (*)(void))%s;\n", ENTRY, symbol, symbol);
}

// ---- Include texts ----------------------------------------------------------------------------

enum { MOST_INCLUDED = 20 }; // files in files; a file that includes itself ends there

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static bool is_directive(const char *line)
{
    return line[strspn(line, " \t\r")] == '#';
}

// The length of the name between quotes or angles, which mean the same here: our text has no folder
// of its own. 0: the line includes nothing, or more stands behind it.
static size_t included_file(const char *line, const char **name)
{
    line += strspn(line, " \t\r");
    if (*line++ != '#') return 0;
    line += strspn(line, " \t");
    if (strncmp(line, "include", 7)) return 0;
    line += 7;
    line += strspn(line, " \t");
    if (*line != '"' && *line != '<') return 0;
    size_t n = strcspn(++line, "\">\n");
    const char *behind = line + n;
    if (!n || !*behind || *behind == '\n') return 0;
    behind += 1 + strspn(behind + 1, " \t\r");
    *name = line;
    return !*behind || *behind == '\n' ? n : 0;
}

// Whether every directive is an #include: then a file that was included before brings nothing more.
static bool only_includes(const char *text)
{
    const char *name;
    for (const char *line = text; *line; line = next_line(line))
        if (is_directive(line) && !included_file(line, &name)) return false;
    return true;
}

static bool is_included(const PathList *texts, const char *name, size_t n)
{
    for (uint32_t i = 0; i < texts->count; i++) {
        const char *other;
        if (!only_includes(texts->data[i])) continue;
        for (const char *line = texts->data[i]; *line; line = next_line(line))
            if (included_file(line, &other) == n && !strncmp(other, name, n)) return true;
    }
    return false;
}

// Lines that include files again are left empty: the others keep their numbers.
static const char *without_repetition(Arena *out, const PathList *before, const char *text)
{
    Text t = text_make(out);
    for (const char *line = text; *line; line = next_line(line)) {
        const char *name;
        size_t n = included_file(line, &name);
        if (n && is_included(before, name, n))
            text_add_char(&t, '\n');
        else
            text_printf(&t, "%.*s", (int)(next_line(line) - line), line);
    }
    return text_cstr(&t);
}

static bool is_there(const PathList *texts, const char *text)
{
    for (uint32_t i = 0; i < texts->count; i++)
        if (!strcmp(texts->data[i], text)) return true;
    return false;
}

void external_includes(Arena *out, const ProgramExternal *e, PathList *includes)
{
    for (uint32_t i = 0; i < e->n_includes; i++) {
        const char *text = e->includes[i];
        if (is_there(includes, text)) continue;
        if (only_includes(text)) text = without_repetition(out, includes, text);
        if (text[strspn(text, " \t\r\n")]) VEC_PUSH(out, includes, text);
    }
}

static const char *find_file(Arena *out, const ExternalLibrary *library, const char *name, size_t n)
{
    struct stat st;
    for (uint32_t i = 0; i < library->folders.count; i++) {
        const char *path = arena_printf(out, "%s/%.*s", library->folders.data[i], (int)n, name);
        if (stat(path, &st) == 0 && S_ISREG(st.st_mode)) return path;
    }
    return NULL;
}

// The contents of the C file that a line includes; NULL: it includes none of the folders.
static const char *included_text(Arena *out, const ExternalLibrary *library, const char *line)
{
    const char *name;
    size_t n = included_file(line, &name), size;
    if (n < 3 || strncmp(name + n - 2, ".c", 2)) return NULL;
    const char *path = find_file(out, library, name, n);
    return path ? read_whole_file(out, path, &size) : NULL;
}

void external_add_whole(Arena *scratch, const ExternalLibrary *library, const char *text, Text *out)
{
    const char *rest[MOST_INCLUDED] = {text}; // what is left of the files around
    uint32_t depth = 1;
    while (depth) {
        const char *line = rest[depth - 1];
        if (!*line) {
            text_add_char(out, '\n');
            depth--;
            continue;
        }
        rest[depth - 1] = next_line(line);
        const char *inside = depth < MOST_INCLUDED ? included_text(scratch, library, line) : NULL;
        if (inside)
            rest[depth++] = inside;
        else
            text_printf(out, "%.*s", (int)(next_line(line) - line), line);
    }
}

void external_support_text(const PathList *includes, Text *out)
{
    text_add(out, support);
    text_add(out, exits);
    for (uint32_t i = 0; i < includes->count; i++) {
        text_add(out, "#line 1 \"Include\"\n");
        text_add(out, includes->data[i]);
        text_add_char(out, '\n');
    }
}

void external_utilities_text(Text *out)
{
    text_add(out, support);
}

void external_entry_text(const SymbolList *symbols, bool are_declared, Text *out)
{
    for (uint32_t i = 0; i < symbols->count; i++) add_entry(symbols->data[i], are_declared, out);
}

static bool is_identifier(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    return name[strspn(name, letters)] == '\0';
}

void external_missing_text(const SymbolList *missing, Text *out)
{
    text_add(out, "void ModelicaFormatError(const char *format, ...);\n");
    for (uint32_t i = 0; i < missing->count; i++) {
        const char *name = missing->data[i];
        if (!is_identifier(name)) continue;
        text_printf(out,
                    "const char %s%s = 1;\nvoid %s(void)\n{ ModelicaFormatError(\"the C function "
                    "'%s', which it calls, is in none of the libraries and sources of its "
                    "annotation\"); }\n",
                    MISSING, name, name, name);
    }
}
