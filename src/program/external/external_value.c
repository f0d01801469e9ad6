// External functions whose value is needed at compile time.
#include <string.h>

#include "base/map.h"
#include "program/engine/engine.h"
#include "program/external/call_process.h"
#include "program/program.h"

enum { LONGEST_CALL = 20 }; // seconds, of processor time: more than a dense matrix of a parameter

typedef struct Door {
    ExternalDoor door;
    Session *s;
    ExternalPolicy policy;
    const ExprTable *table; // whose calls are known
    Map known;              // Known by its call
    CallProcess *process;
    Map built; // ExternalLibraries by function: what is compiled stays for other calls
} Door;

typedef struct Known { // what a call has come to
    const Expr *value;
    const char *reason;
    bool is_mistake;
} Known;

// ---- The value from its bytes
// --------------------------------------------------------------------

typedef struct Answer {
    const char *at, *end;
    ExprTable *exprs;
    Session *s;
    Arena *scratch;
    bool is_short;
} Answer;

typedef struct Word { // of a value, as it came back
    int32_t rank, dims[MOST_DIMENSIONS];
    int64_t count;
    double *numbers; // one of the two
    Name *texts;
} Word;

static void get_bytes(Answer *a, void *to, size_t n)
{
    if ((size_t)(a->end - a->at) < n) {
        a->is_short = true;
        memset(to, 0, n);
        return;
    }
    memcpy(to, a->at, n);
    a->at += n;
}

static Name get_text(Answer *a)
{
    uint64_t n;
    get_bytes(a, &n, sizeof n);
    if ((uint64_t)(a->end - a->at) < n) {
        a->is_short = true;
        n = 0;
    }
    Name name = name_of(a->s->names, a->at, n);
    a->at += n;
    return name;
}

static void get_word(Answer *a, const Type *type, Word *w)
{
    bool is_text = type_elem(type)->kind == TYPE_STRING;
    *w = (Word){.count = 1};
    get_bytes(a, &w->rank, sizeof w->rank);
    if (w->rank < 0 || w->rank > MOST_DIMENSIONS) a->is_short = true, w->rank = 0;
    get_bytes(a, w->dims, (size_t)w->rank * sizeof *w->dims);
    for (int32_t k = 0; k < w->rank; k++) w->count *= w->dims[k];
    if (w->count < 0 || w->count > (a->end - a->at) / 8) a->is_short = true, w->count = 0;
    if (is_text) {
        w->texts = ARENA_ARRAY(a->scratch, Name, w->count + 1);
        for (int64_t i = 0; i < w->count; i++) w->texts[i] = get_text(a);
    } else {
        w->numbers = ARENA_ARRAY(a->scratch, double, w->count + 1);
        get_bytes(a, w->numbers, (size_t)w->count * sizeof(double));
    }
}

typedef struct LiteralBuilder { // of a literal from its words
    ExprTable *exprs;
    Arena *scratch;
    const Word *words;
} LiteralBuilder;

static const Expr *scalar_literal(const LiteralBuilder *b, const Type *type, const Word *w,
                                  int64_t i)
{
    switch (type->kind) {
    case TYPE_REAL: return expr_real(b->exprs, w->numbers[i]);
    case TYPE_INTEGER: return expr_integer(b->exprs, (int64_t)w->numbers[i]);
    case TYPE_BOOLEAN: return expr_boolean(b->exprs, w->numbers[i] != 0);
    case TYPE_ENUMERATION: return expr_enum(b->exprs, type, (int64_t)w->numbers[i]);
    case TYPE_STRING: return expr_string(b->exprs, w->texts[i]);
    default: return NULL;
    }
}

static uint32_t words_of(const Type *type)
{
    const Type *elem = type_elem(type);
    if (elem->kind != TYPE_RECORD && elem->kind != TYPE_TUPLE) return elem->kind != TYPE_NONE;
    uint32_t n = 0;
    for (uint32_t i = 0; i < elem->n; i++) n += words_of(elem->fields[i].type);
    return n;
}

// The element `at` of the words from `first` on, whose first `depth` dimensions are used up.
static const Expr *literal(const LiteralBuilder *b, const Type *type, uint32_t first, int64_t at,
                           uint32_t depth)
{
    if (type->kind == TYPE_RECORD || type->kind == TYPE_TUPLE) {
        const Expr **fields = ARENA_ARRAY(b->scratch, const Expr *, type->n + 1);
        for (uint32_t i = 0; i < type->n; i++) {
            fields[i] = literal(b, type->fields[i].type, first, at, depth);
            if (!fields[i]) return NULL;
            first += words_of(type->fields[i].type);
        }
        return type->kind == TYPE_TUPLE ? expr_tuple(b->exprs, fields, type->n)
                                        : expr_record(b->exprs, type, fields, type->n);
    }
    const Word *w = &b->words[first];
    if (type->kind != TYPE_ARRAY) return at < w->count ? scalar_literal(b, type, w, at) : NULL;
    const Type *inner = type_strip(b->exprs, type, 1);
    uint32_t n = (uint32_t)w->dims[depth];
    const Expr **items = ARENA_ARRAY(b->scratch, const Expr *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        items[i] = literal(b, inner, first, at * n + i, depth + 1);
        if (!items[i]) return NULL;
    }
    return expr_array(b->exprs, items, n, n ? items[0]->type : inner);
}

static const Expr *read_answer(Session *s, Arena *scratch, const CallAnswer *from,
                               const CallProgram *c, const Type *type, const char **reason,
                               bool *is_mistake)
{
    *is_mistake = from->bytes ? from->bytes[0] == TAG_MISTAKE : from->is_mistake;
    *reason = from->bytes ? arena_copy_text(s->arena, from->bytes + 1, from->n - 1) : from->reason;
    if (!from->bytes || from->bytes[0] != TAG_VALUE) return NULL;
    Answer a = {from->bytes + 1, from->bytes + from->n, s->exprs, s, scratch, false};
    Word *words = ARENA_ARRAY(scratch, Word, c->n_words + 1);
    for (uint32_t k = 0; k < c->n_words; k++) get_word(&a, c->types[k], &words[k]);
    LiteralBuilder b = {s->exprs, scratch, words};
    *reason = "its value cannot be represented";
    return a.is_short ? NULL : literal(&b, type, 0, 0, 0);
}

// ---- The door ----------------------------------------------------------------------------------

// What is reported while the code is found and compiled becomes the reason: the place that needs
// the value is the caller's.
static const char *first_report(Session *s, Diag *reports)
{
    const Diagnostic *d = diag_total(reports) ? diag_at(reports, 0) : NULL;
    if (!d) return "its code cannot be prepared";
    if (!d->notes) return arena_copy_text(s->arena, d->message, strlen(d->message));
    return arena_printf(s->arena, "%s: %s", d->message, d->notes->message);
}

// Sentences that the run-time side made begin with the function already.
static const char *about(Session *s, const Function *f, const char *reason)
{
    size_t n = f->name->length;
    bool is_named = reason[0] == '\'' && !strncmp(reason + 1, f->name->text, n);
    return is_named ? reason : arena_printf(s->arena, "'%s': %s", f->name->text, reason);
}

static const char *kept_text(const Door *d, const char *text)
{
    return text ? arena_copy_text(d->s->arena, text, strlen(text)) : NULL;
}

static ExternalLibraries *kept_library(const Door *d, const ExternalLibraries *made)
{
    ExternalLibraries *kept = ARENA_NEW(d->s->arena, ExternalLibraries);
    const ExternalLibrary *from = &made->all.data[0];
    ExternalLibrary library = {.path = kept_text(d, from->path)};
    for (uint32_t i = 0; i < from->names.count; i++)
        VEC_PUSH(d->s->arena, &library.names, kept_text(d, from->names.data[i]));
    VEC_PUSH(d->s->arena, &kept->all, library);
    kept->of_external = ARENA_ARRAY(d->s->arena, uint32_t, 1);
    return kept;
}

// Code that was compiled or found for one call of a function is that of all its calls.
static bool find_libraries(Door *d, Session *inner, const Function *f, const Program *p,
                           ExternalLibraries *libraries)
{
    if (!d->built.arena) d->built = map_make(d->s->arena);
    const ExternalLibraries *known = map_get_pointer(&d->built, f);
    if (known && p->n_externals == 1) {
        *libraries = *known;
        libraries->all.data[0].like = &p->externals[0];
        return true;
    }
    if (!externals_build(inner, p, d->policy.cache_folder, inner->arena, libraries)) return false;
    if (p->n_externals == 1 && !libraries->all.data[0].temporary)
        map_put_pointer(&d->built, f, kept_library(d, libraries));
    return true;
}

static const Expr *call_once(Door *d, const Expr *call, const char **reason, bool *is_mistake)
{
    Session *s = d->s;
    if (d->policy.is_forbidden) {
        *reason = about(s, call->u.function, "external functions are forbidden in this run");
        return NULL;
    }
    Arena *scratch = arena_open("call at compile time");
    Session inner = *s;
    inner.diag = diag_open(scratch, s->sources);
    inner.arena = scratch;
    CallProgram c;
    ExternalLibraries libraries = {0};
    double seconds = d->policy.longest_call > 0 ? d->policy.longest_call : LONGEST_CALL;
    const Expr *value = NULL;
    if (program_lower_call(&inner, call, d->policy.resources, scratch, &c) &&
        find_libraries(d, &inner, call->u.function, c.program, &libraries)) {
        inner.arena = s->arena;
        CallAnswer answer = call_process_ask(d->process, &inner, &c, &libraries, seconds,
                                             !call->u.function->is_impure, scratch);
        value = read_answer(&inner, scratch, &answer, &c, call->type, reason, is_mistake);
    } else {
        *reason = first_report(s, inner.diag);
    }
    externals_tidy(&libraries);
    arena_close(scratch);
    if (!value) *reason = about(s, call->u.function, *reason);
    return value;
}

// The elements of an array of components ask for the same; equal calls are one expression of their
// table. The check of units has a table of its own.
static const Expr *value_of_call(void *client, const Expr *call, const char **reason,
                                 bool *is_mistake)
{
    Door *d = client;
    *is_mistake = false;
    if (call->u.function->is_impure) return call_once(d, call, reason, is_mistake);
    if (d->table != d->s->exprs) {
        d->table = d->s->exprs;
        d->known = map_make(d->s->arena);
    }
    Known *known = map_get_pointer(&d->known, call);
    if (!known) {
        known = ARENA_NEW(d->s->arena, Known);
        known->value = call_once(d, call, &known->reason, &known->is_mistake);
        map_put_pointer(&d->known, call, known);
    }
    *reason = known->reason;
    *is_mistake = known->is_mistake;
    return known->value;
}

const ExternalDoor *program_external_door(Session *s, const ExternalPolicy *policy)
{
    Door *d = ARENA_NEW(s->arena, Door);
    *d = (Door){.door = {.client = d, .value = value_of_call},
                .s = s,
                .policy = *policy,
                .process = call_process_open(s->arena)};
    return &d->door;
}
