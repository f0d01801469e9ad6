// The story of the start as data; the fields are described in docs/explain.md.
#include <math.h>
#include <string.h>

#include "tarn/report/initial_story.h"

static void add_string(const char *text, Text *out)
{
    if (text)
        text_json_string(out, text, strlen(text));
    else
        text_add(out, "null");
}

static void add_number(double x, Text *out)
{
    if (isfinite(x))
        text_number(out, x);
    else
        text_add(out, "null");
}

static void add_condition(const StoryCondition *c, Text *out)
{
    text_add(out, "{\"text\":");
    add_string(c->text, out);
    text_add(out, ",\"at\":");
    add_string(c->at, out);
    if (c->is_surplus) {
        text_add(out, ",\"left\":");
        add_number(c->left, out);
        text_add(out, ",\"right\":");
        add_number(c->right, out);
    }
    text_add(out, "}");
}

static void add_conditions(const StoryCondition *list, uint32_t n, Text *out)
{
    text_add(out, "[");
    for (uint32_t i = 0; i < n; i++) {
        if (i) text_add(out, ",");
        add_condition(&list[i], out);
    }
    text_add(out, "]");
}

static void add_loop(const StoryLoop *l, Text *out)
{
    text_printf(out,
                "{\"block\":%d,\"kind\":\"%s\",\"solver\":\"%s\",\"before_tearing\":%d,"
                "\"discrete\":%d,\"unknowns\":[",
                l->block, l->kind, l->solver, l->n_before_tearing, l->n_discrete);
    for (int32_t i = 0; i < l->n; i++) {
        const StoryGuess *g = &l->guesses[i];
        text_add(out, i ? ",{\"name\":" : "{\"name\":");
        add_string(g->name, out);
        text_add(out, ",\"guess\":");
        add_number(g->guess, out);
        text_add(out, ",\"at\":");
        add_string(g->at, out);
        text_add(out, ",\"value\":");
        add_number(g->value, out);
        text_add(out, "}");
    }
    text_add(out, "]}");
}

static void add_attempt(const StartAttempt *a, Text *out)
{
    text_printf(out, "{\"block\":%d,\"from\":", a->block);
    add_string(a->from, out);
    text_printf(out, ",\"method\":\"%s\",\"iterations\":%lld,\"before\":", a->method,
                (long long)a->iterations);
    add_number(a->before, out);
    text_add(out, ",\"after\":");
    add_number(a->after, out);
    text_printf(out, ",\"solved\":%s}", a->is_solved ? "true" : "false");
}

static void add_rungs(const StartTrace *t, Text *out)
{
    uint32_t next = 0;
    text_add(out, "[");
    for (uint32_t r = 0; r < t->rungs.count; r++) {
        const StartRung *rung = &t->rungs.data[r];
        text_printf(out, "%s{\"rung\":\"%s\",\"lambda\":", r ? "," : "", rung->name);
        add_number(rung->lambda, out);
        text_printf(out, ",\"solved\":%s,\"attempts\":[", rung->is_solved ? "true" : "false");
        for (bool is_first = true;
             next < t->attempts.count && t->attempts.data[next].rung == (int32_t)r; next++) {
            if (!is_first) text_add(out, ",");
            add_attempt(&t->attempts.data[next], out);
            is_first = false;
        }
        text_add(out, "]}");
    }
    text_add(out, "]");
}

static void add_failure(const InitialStory *s, Text *out)
{
    const StartFailure *f = &s->trace->failure;
    if (s->trace->is_found || !f->n) {
        text_add(out, "null");
        return;
    }
    const BlockInfo *info = &s->model->blocks[f->block];
    text_printf(out, "{\"block\":%d,\"at\":", f->block);
    add_string(info->origin, out);
    text_add(out, ",\"equations\":[");
    for (int32_t i = 0; i < f->n; i++) {
        text_add(out, i ? ",{\"text\":" : "{\"text\":");
        add_string(info->equation_texts[i], out);
        text_add(out, ",\"residual\":");
        add_number(f->residual[i], out);
        text_add(out, ",\"size\":");
        add_number(f->size[i], out);
        text_add(out, "}");
    }
    text_add(out, "],\"unknowns\":[");
    for (int32_t i = 0; i < f->n; i++) {
        text_add(out, i ? ",{\"name\":" : "{\"name\":");
        add_string(info->unknown_names[i], out);
        text_add(out, ",\"value\":");
        add_number(f->x[i], out);
        text_add(out, ",\"influence\":");
        add_number(f->influence[i], out);
        text_add(out, "}");
    }
    text_add(out, "]}");
}

void initial_story_json(const InitialStory *s, Text *out)
{
    text_add(out, "{\"model\":");
    add_string(s->name, out);
    text_printf(out,
                ",\"found\":%s,\"equations\":%d,\"blocks\":%d,\"initial_equations\":%d,"
                "\"fixed\":%d,\"completed\":",
                s->trace->is_found ? "true" : "false", s->n_equations, s->n_blocks, s->n_written,
                s->n_fixed);
    add_conditions(s->completed.data, s->completed.count, out);
    text_add(out, ",\"redundant\":");
    add_conditions(s->surplus.data, s->surplus.count, out);
    text_add(out, ",\"loops\":[");
    for (uint32_t i = 0; i < s->loops.count; i++) {
        if (i) text_add(out, ",");
        add_loop(&s->loops.data[i], out);
    }
    text_add(out, "],\"rungs\":");
    add_rungs(s->trace, out);
    text_add(out, ",\"failure\":");
    add_failure(s, out);
    text_add(out, "}\n");
}
