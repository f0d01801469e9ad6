#include "program/external/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

extern char **environ;

CompileOutcome compiler_run(const char *const *arguments, const char *log)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t child;
    int failed =
        posix_spawnp(&child, arguments[0], &actions, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) return NO_COMPILER;
    int status, tries = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR && ++tries > 3) return COMPILER_FAILED;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return NO_COMPILER;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? COMPILED : COMPILER_FAILED;
}

bool write_text_file(const char *path, const Text *text)
{
    FILE *f = fopen(path, "wb");
    if (!f) return false;
    bool ok = fwrite(text->data, 1, text->length, f) == text->length;
    return fclose(f) == 0 && ok;
}

const char *first_lines_of(Arena *out, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) return "";
    char *text = ARENA_ARRAY(out, char, 1500);
    size_t n = fread(text, 1, 1499, f);
    fclose(f);
    text[n] = '\0';
    return text;
}

char *read_whole_file(Arena *out, const char *path, size_t *length)
{
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    Text text = text_make(out);
    char buffer[1 << 14];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, f)) > 0;) text_add_bytes(&text, buffer, n);
    bool ok = !ferror(f);
    fclose(f);
    *length = text.length;
    text_add_char(&text, '\0');
    return ok ? text.data : NULL;
}
