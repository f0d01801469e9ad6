#include "cli/pipeline.h"

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

PipelineOutcome pipeline_run(Pipeline *p, const char *what, Stage last)
{
    (void)p, (void)what, (void)last;
    return PIPELINE_NOT_IMPLEMENTED;
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
