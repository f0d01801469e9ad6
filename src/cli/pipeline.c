#include "cli/pipeline.h"

#include <time.h>

const char *const stage_names[N_STAGES] = {"ast",       "instance", "flat",
                                           "equations", "blocks",   "program"};
const char *const phase_names[N_PHASES] = {"load",       "instantiate", "flatten",
                                           "causalize",  "program",     "native",
                                           "initialize", "simulate",    "write"};

Session *session_open(void)
{
    Arena *arena = arena_open("session");
    Session *s = ARENA_NEW(arena, Session);
    s->arena = arena;
    s->names = names_open(arena);
    s->sources = sources_open(arena);
    s->diag = diag_open(arena, s->sources);
    return s;
}

void session_close(Session *s)
{
    arena_close(s->arena);
}

double milliseconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

// ---- Stages -------------------------------------------------------------------------------

PipelineOutcome pipeline_run(Pipeline *p, const char *what, Stage last)
{
    double begin = milliseconds_now();
    bool ok = load_what(p->session, p->options, what, &p->loaded);
    p->milliseconds[PHASE_LOAD] = milliseconds_now() - begin;
    if (!ok) return PIPELINE_WRONG_MODEL;
    return last == STAGE_AST && p->loaded.file ? PIPELINE_DONE : PIPELINE_NOT_IMPLEMENTED;
}

void pipeline_close(Pipeline *p)
{
    (void)p;
}

void pipeline_dump(const Pipeline *p, Stage stage, Text *out)
{
    (void)p, (void)stage, (void)out;
}

void pipeline_explain_json(const Pipeline *p, Text *out)
{
    (void)p, (void)out;
}
