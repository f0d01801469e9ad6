#include "tarn/compile/session_open.h"

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
