// The story of the start in words: what fits on a screen of each part.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tarn/report/initial_story.h"

enum { MOST_LISTED = 8, MOST_LOOPS = 12, MOST_LINES = 40, MOST_ROWS = 10, LONGEST_EQUATION = 100 };

static void add_place(const char *at, Text *out)
{
    if (at) text_printf(out, " (%s)", at);
}

static void tell_conditions(const InitialStory *s, Text *out)
{
    text_printf(out, "%s: %d equation%s at the start, in %d block%s, %u of them loops.\n", s->name,
                s->n_equations, s->n_equations == 1 ? "" : "s", s->n_blocks,
                s->n_blocks == 1 ? "" : "s", s->loops.count);
    text_printf(out, "Conditions: %d initial equation%s, %d fixed start value%s.\n", s->n_written,
                s->n_written == 1 ? "" : "s", s->n_fixed, s->n_fixed == 1 ? "" : "s");
    if (s->completed.count)
        text_printf(out, "Missing conditions, completed by start values: %u\n", s->completed.count);
    for (uint32_t i = 0; i < s->completed.count && i < MOST_LISTED; i++) {
        text_printf(out, "  %s", s->completed.data[i].text);
        add_place(s->completed.data[i].at, out);
        text_add_char(out, '\n');
    }
    if (s->completed.count > MOST_LISTED)
        text_printf(out, "  and %u more\n", s->completed.count - MOST_LISTED);
    if (s->surplus.count)
        text_printf(out, "Redundant conditions, which must hold all the same: %u\n",
                    s->surplus.count);
    for (uint32_t i = 0; i < s->surplus.count && i < MOST_LISTED; i++) {
        const StoryCondition *c = &s->surplus.data[i];
        text_printf(out, "  %s, %.9g = %.9g", c->text, c->left, c->right);
        add_place(c->at, out);
        text_add_char(out, '\n');
    }
    if (s->surplus.count > MOST_LISTED)
        text_printf(out, "  and %u more\n", s->surplus.count - MOST_LISTED);
}

static void tell_guess(const InitialStory *s, const StoryGuess *g, Text *out)
{
    text_printf(out, "     %s: guess %.9g", g->name, g->guess);
    if (g->at)
        add_place(g->at, out);
    else
        text_add(out, ", nobody has written one");
    if (s->trace->is_found) text_printf(out, ", found %.9g", g->value);
    text_add_char(out, '\n');
}

static void tell_loops(const InitialStory *s, Text *out)
{
    if (s->loops.count) text_add(out, "\nLoops of the start:\n");
    for (uint32_t i = 0; i < s->loops.count && i < MOST_LOOPS; i++) {
        const StoryLoop *l = &s->loops.data[i];
        text_printf(out, "  %u. %s, %d unknown%s (%d before tearing), by %s\n", i + 1, l->kind,
                    l->n, l->n == 1 ? "" : "s", l->n_before_tearing, l->solver);
        for (int32_t k = 0; k < l->n && k < MOST_LISTED; k++) tell_guess(s, &l->guesses[k], out);
        if (l->n > MOST_LISTED) text_printf(out, "     and %d more\n", l->n - MOST_LISTED);
    }
    if (s->loops.count > MOST_LOOPS)
        text_printf(out, "  and %u more\n", s->loops.count - MOST_LOOPS);
}

// ---- What was tried ------------------------------------------------------------------------

static void add_loop_name(const InitialStory *s, int32_t block, Text *out)
{
    for (uint32_t i = 0; i < s->loops.count; i++)
        if (s->loops.data[i].block == block) {
            text_printf(out, "loop %u", i + 1);
            return;
        }
    const BlockInfo *info = &s->model->blocks[block];
    text_printf(out, "a loop of %d with '%s'", info->n, info->n ? info->unknown_names[0] : "");
}

static void add_residual(double r, Text *out)
{
    if (isfinite(r))
        text_printf(out, "%.3g", r);
    else
        text_add(out, "(no value)");
}

static void tell_attempt(const InitialStory *s, const StartAttempt *a, Text *out)
{
    text_add(out, "     ");
    add_loop_name(s, a->block, out);
    if (a->from) text_printf(out, ", from %s", a->from);
    text_printf(out, ", %s: %lld iteration%s, residual ", a->method, (long long)a->iterations,
                a->iterations == 1 ? "" : "s");
    add_residual(a->before, out);
    text_add(out, " -> ");
    add_residual(a->after, out);
    text_add(out, a->is_solved ? "\n" : ", not solved\n");
}

static void tell_rung(const InitialStory *s, const StartRung *r, Text *out)
{
    (void)s;
    text_printf(out, "  %s", r->name);
    if (!isnan(r->lambda)) text_printf(out, ", lambda %.6g", r->lambda);
    text_add(out, r->is_solved ? ": solved\n" : ": not solved\n");
}

// One line for each rung and each attempt; the middle is left out where they are many.
static void tell_attempts(const InitialStory *s, Text *out)
{
    const StartTrace *t = s->trace;
    uint32_t n = t->rungs.count + t->attempts.count, line = 0, next = 0;
    text_add(out, "\nWhat was tried:\n");
    for (uint32_t r = 0; r < t->rungs.count; r++) {
        bool is_shown = n <= MOST_LINES || line < MOST_LINES / 2 || line + MOST_LINES / 2 >= n;
        if (is_shown) tell_rung(s, &t->rungs.data[r], out);
        line++;
        for (; next < t->attempts.count && t->attempts.data[next].rung == (int32_t)r; next++) {
            if (n > MOST_LINES && line == MOST_LINES / 2)
                text_printf(out, "  ... %u lines ...\n", n - MOST_LINES);
            is_shown = n <= MOST_LINES || line < MOST_LINES / 2 || line + MOST_LINES / 2 >= n;
            if (is_shown) tell_attempt(s, &t->attempts.data[next], out);
            line++;
        }
    }
    if (t->is_cut) text_add(out, "  and more\n");
}

// ---- What stands in the way ----------------------------------------------------------------

typedef struct Row {
    double size;
    int32_t place;
} Row;

static int by_size(const void *a, const void *b)
{
    const Row *x = a, *y = b;
    if (x->size != y->size) return x->size < y->size ? 1 : -1;
    return x->place - y->place;
}

static void sort_rows(const double *size, int32_t n, Row *rows)
{
    for (int32_t i = 0; i < n; i++) rows[i] = (Row){size[i], i};
    qsort(rows, (size_t)n, sizeof *rows, by_size);
}

static void tell_residuals(const InitialStory *s, const Row *rows, Text *out)
{
    const StartFailure *f = &s->trace->failure;
    const BlockInfo *info = &s->model->blocks[f->block];
    for (int32_t i = 0; i < f->n && i < MOST_ROWS; i++) {
        const char *text = info->equation_texts[rows[i].place];
        int length = (int)strlen(text);
        text_add(out, "  residual ");
        add_residual(f->residual[rows[i].place], out);
        text_printf(out, " of %.*s%s\n", length > LONGEST_EQUATION ? LONGEST_EQUATION : length,
                    text, length > LONGEST_EQUATION ? "..." : "");
    }
    if (f->n > MOST_ROWS) text_printf(out, "  and %d more\n", f->n - MOST_ROWS);
}

// a.b.c: as a modification of what declares a.
static void add_modification(const char *name, Text *out)
{
    int depth = 0;
    for (const char *at = name; *at; at++) {
        if (*at == '.') depth++;
        text_add_char(out, *at == '.' ? '(' : *at);
    }
    text_add(out, "(start = ...");
    for (; depth >= 0; depth--) text_add_char(out, ')');
}

static const StoryGuess *guess_named(const InitialStory *s, const char *name)
{
    for (uint32_t i = 0; i < s->loops.count; i++)
        for (int32_t k = 0; k < s->loops.data[i].n; k++)
            if (!strcmp(s->loops.data[i].guesses[k].name, name))
                return &s->loops.data[i].guesses[k];
    return NULL;
}

static void tell_influence(const InitialStory *s, const Row *rows, Text *out)
{
    const StartFailure *f = &s->trace->failure;
    const BlockInfo *info = &s->model->blocks[f->block];
    if (!f->n || !(rows[0].size > 0)) return;
    const char *name = info->unknown_names[rows[0].place];
    const StoryGuess *g = guess_named(s, name);
    text_printf(out, "The guess that matters most: '%s' = %.9g", name, f->x[rows[0].place]);
    if (g && g->at) add_place(g->at, out);
    text_add(out, ".\n");
    if (!strncmp(name, "der(", 4)) {
        text_add(out, "It is a derivative: look at the start values of what it depends on.\n");
        return;
    }
    text_printf(out,
                "Try another one, as in --set '%s=...'; to keep it, write it where the "
                "component is declared",
                name);
    if (!strchr(name, '[') && !strchr(name, '\'')) {
        text_add(out, ": ");
        add_modification(name, out);
    }
    text_add(out, ".\n");
}

static void tell_failure(const InitialStory *s, Text *out)
{
    const StartFailure *f = &s->trace->failure;
    text_add(out, "\nNo start was found.\n");
    if (!f->n) return;
    Row *rows = ARENA_RAW(out->arena, Row, f->n);
    const BlockInfo *info = &s->model->blocks[f->block];
    text_add(out, "The smallest part that cannot be solved is ");
    add_loop_name(s, f->block, out);
    text_printf(out, ", %d unknown%s (%d before tearing)", f->n, f->n == 1 ? "" : "s",
                info->n_before_tearing);
    add_place(info->origin, out);
    text_add(out, ". At its guess, the largest first:\n");
    sort_rows(f->size, f->n, rows);
    tell_residuals(s, rows, out);
    sort_rows(f->influence, f->n, rows);
    tell_influence(s, rows, out);
}

void initial_story_text(const InitialStory *s, Text *out)
{
    tell_conditions(s, out);
    tell_loops(s, out);
    tell_attempts(s, out);
    if (s->trace->is_found)
        text_add(out, "\nThe start was found.\n");
    else
        tell_failure(s, out);
}
