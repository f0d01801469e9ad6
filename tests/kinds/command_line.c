// tests/cli/*.cli: what the program answers to a command line.
//
//   # a remark
//   $ tarn check missing.mo        a line for sh, in an empty folder; $ROOT is the repository
//   status: 1
//   stderr: cannot read            a part of the output; empty text: no output at all
//   not stdout: something          must not be in the output
//   errors: 1                      how often "error[" stands in the error stream
//
// Expectations belong to the last command above them; a command without `status:` must end
// with 0. Commands of one file run in the same folder, one after the other.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "testing.h"

typedef struct Answer {
    const char *command; // NULL before the first
    int status;
    bool status_checked;
    const char *out, *err;
} Answer;

static void complain(TestCase *t, const Answer *a, const char *format, const char *word)
{
    text_printf(&t->difference, "$ %s\n", a->command);
    text_printf(&t->difference, format, word);
    text_printf(&t->difference, "\nstatus %d\nstdout:\n%.2000s\nstderr:\n%.2000s\n", a->status,
                a->out, a->err);
}

static Answer run_command(TestCase *t, const char *folder, const char *command)
{
    const char *script = arena_printf(t->arena, "%s/.script", folder);
    const char *lines = arena_printf(t->arena,
                                     "PATH='%.*s':$PATH; ROOT='%s'; export ROOT\ncd '%s'\n"
                                     "exec >.stdout 2>.stderr </dev/null\n%s\n",
                                     (int)(strrchr(t->program, '/') - t->program), t->program,
                                     t->root, folder, command);
    Answer a = {.command = command};
    if (!test_write_file(t, script, lines, strlen(lines))) return a;
    int raw = system(arena_printf(t->arena, "sh '%s'", script));
    a.status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
    a.out = test_read_file(t, arena_printf(t->arena, "%s/.stdout", folder), NULL);
    a.err = test_read_file(t, arena_printf(t->arena, "%s/.stderr", folder), NULL);
    if (!a.out) a.out = "";
    if (!a.err) a.err = "";
    return a;
}

static int count_of(const char *text, const char *part)
{
    int n = 0;
    for (const char *p = text; (p = strstr(p, part)); p++) n++;
    return n;
}

static const char *after(const char *line, const char *head)
{
    size_t n = strlen(head);
    if (strncmp(line, head, n)) return NULL;
    line += n;
    while (*line == ' ') line++;
    return line;
}

static void expect_part(TestCase *t, const Answer *a, const char *output, const char *part)
{
    if (*part ? !strstr(output, part) : *output != '\0')
        complain(t, a, *part ? "the output has no '%s'" : "there should be no output%s", part);
}

static void check_line(TestCase *t, Answer *a, const char *line)
{
    const char *value;
    if ((value = after(line, "status:"))) {
        a->status_checked = true;
        if (a->status != atoi(value)) complain(t, a, "the status should be %s", value);
    } else if ((value = after(line, "stdout:"))) {
        expect_part(t, a, a->out, value);
    } else if ((value = after(line, "stderr:"))) {
        expect_part(t, a, a->err, value);
    } else if ((value = after(line, "not stdout:"))) {
        if (strstr(a->out, value)) complain(t, a, "the output has '%s'", value);
    } else if ((value = after(line, "not stderr:"))) {
        if (strstr(a->err, value)) complain(t, a, "the error stream has '%s'", value);
    } else if ((value = after(line, "errors:"))) {
        if (count_of(a->err, "error[") != atoi(value))
            complain(t, a, "there should be %s errors", value);
    } else {
        complain(t, a, "not understood: %s", line);
    }
}

static void end_command(TestCase *t, const Answer *a)
{
    if (a->command && !a->status_checked && a->status != 0)
        complain(t, a, "the status should be 0%s", "");
}

TestOutcome test_command_line(TestCase *t)
{
    char *text = test_read_file(t, t->path, NULL);
    char folder[] = "/tmp/tarn-test-XXXXXX";
    if (!text || !mkdtemp(folder)) return TEST_FAILED;
    Answer a = {0};
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (line[0] == '#') continue;
        const char *command = after(line, "$ ");
        if (command) {
            end_command(t, &a);
            a = run_command(t, folder, command);
        } else if (a.command) {
            check_line(t, &a, line);
        } else {
            text_printf(&t->difference, "before the first command: %s\n", line);
        }
    }
    end_command(t, &a);
    if (!a.command) text_add(&t->difference, "there is no command\n");
    if (system(arena_printf(t->arena, "rm -rf '%s'", folder)) != 0)
        text_printf(&t->difference, "%s cannot be removed\n", folder);
    return t->difference.length ? TEST_FAILED : TEST_PASSED;
}
