// Which external functions live together: those of one model whose code may share variables.
//
// A program that is compiled of a model has every variable of its C code once, whichever functions
// use it (12.9.4 of the specification: the Include texts are part of the code of the model). So
// functions are in one library if their annotations have a folder, an archive or an Include text in
// common. What does not compile in one text is divided.
#include <string.h>

#include "program/external/external.h"
#include "program/external/external_source.h"

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool same_texts(const char *const *a, uint32_t n, const char *const *b, uint32_t m)
{
    if (n != m) return false;
    for (uint32_t i = 0; i < n; i++)
        if (!same_text(a[i], b[i])) return false;
    return true;
}

static bool same_library(const ProgramExternal *a, const ProgramExternal *b)
{
    return same_text(a->language, b->language) &&
           same_texts(a->libraries, a->n_libraries, b->libraries, b->n_libraries) &&
           same_texts(a->includes, a->n_includes, b->includes, b->n_includes) &&
           same_text(a->include_directory, b->include_directory) &&
           same_text(a->library_directory, b->library_directory) &&
           same_text(a->source_directory, b->source_directory);
}

static bool any_text_in(const char *const *a, uint32_t n, const char *const *b, uint32_t m)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < m; k++)
            if (!strcmp(a[i], b[k])) return true;
    return false;
}

// Functions that name no folder for what they include are of one kind, too.
static bool may_share(const ProgramExternal *a, const ProgramExternal *b)
{
    if (!same_text(a->language, b->language)) return false;
    if (a->source_directory && same_text(a->source_directory, b->source_directory)) return true;
    return same_text(a->include_directory, b->include_directory) ||
           any_text_in(a->includes, a->n_includes, b->includes, b->n_includes) ||
           (same_text(a->library_directory, b->library_directory) &&
            any_text_in(a->libraries, a->n_libraries, b->libraries, b->n_libraries));
}

// ---- Sets -------------------------------------------------------------------------------------

typedef struct Grouping {
    Session *s;
    Arena *out;
    const char *cache_folder;
    ExternalLibraries *libraries;
    VEC(ExternalSet) sets;
    uint32_t *set_of;     // by external
    uint32_t *library_of; // by set
} Grouping;

static void add_symbol(Arena *out, const char *symbol, ExternalSet *set)
{
    for (uint32_t i = 0; i < set->symbols.count; i++)
        if (!strcmp(set->symbols.data[i], symbol)) return;
    VEC_PUSH(out, &set->symbols, symbol);
}

static void collect_sets(Grouping *g, const Program *p)
{
    g->set_of = ARENA_ARRAY(g->out, uint32_t, p->n_externals + 1);
    for (uint32_t i = 0; i < p->n_externals; i++) {
        const ProgramExternal *e = &p->externals[i];
        uint32_t k = 0;
        while (k < g->sets.count && !same_library(g->sets.data[k].like, e)) k++;
        if (k == g->sets.count) VEC_PUSH(g->out, &g->sets, ((ExternalSet){.like = e}));
        add_symbol(g->out, external_symbol(g->out, e), &g->sets.data[k]);
        g->set_of[i] = k;
    }
}

// ---- Groups -----------------------------------------------------------------------------------

static void merge(uint32_t *group, uint32_t n, uint32_t from, uint32_t to)
{
    for (uint32_t k = 0; k < n; k++)
        if (group[k] == from) group[k] = to;
}

// By set, the first of its group.
static uint32_t *find_groups(const Grouping *g)
{
    uint32_t n = g->sets.count;
    uint32_t *group = ARENA_ARRAY(g->out, uint32_t, n + 1);
    bool *is_compiled = ARENA_ARRAY(g->out, bool, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        group[k] = k;
        is_compiled[k] =
            external_is_compiled(g->out, &g->sets.data[k], g->libraries->wants_sources);
        for (uint32_t j = 0; j < k && is_compiled[k]; j++)
            if (is_compiled[j] && may_share(g->sets.data[j].like, g->sets.data[k].like) &&
                group[j] != group[k])
                merge(group, k + 1, group[k] > group[j] ? group[k] : group[j],
                      group[k] > group[j] ? group[j] : group[k]);
    }
    return group;
}

// The sets of one group: in one library, or in several where that cannot be.
static bool build_group(Grouping *g, uint32_t *group, uint32_t number)
{
    ExternalLibrary library = {.like = g->sets.data[number].like};
    for (uint32_t k = number; k < g->sets.count; k++) {
        if (group[k] != number) continue;
        VEC_PUSH(g->out, &library.sets, g->sets.data[k]);
        g->library_of[k] = g->libraries->all.count;
    }
    if (!external_library_build(g->s, g->cache_folder, g->libraries->wants_sources, g->out,
                                &library))
        return false;
    if (!library.is_divided) {
        VEC_PUSH(g->out, &g->libraries->all, library);
        return true;
    }
    // A part has the number of its first set: those behind `number` are groups of their own now.
    uint32_t *first = ARENA_ARRAY(g->out, uint32_t, library.sets.count), i = 0;
    for (uint32_t k = number; k < g->sets.count; k++) {
        if (group[k] != number) continue;
        uint32_t part = library.parts[i++];
        if (!first[part]) first[part] = k + 1;
        group[k] = first[part] - 1;
    }
    return build_group(g, group, number);
}

bool externals_build(Session *s, const Program *p, const char *cache_folder, Arena *out,
                     ExternalLibraries *libraries)
{
    Grouping g = {.s = s, .out = out, .cache_folder = cache_folder, .libraries = libraries};
    collect_sets(&g, p);
    uint32_t *group = find_groups(&g);
    g.library_of = ARENA_ARRAY(out, uint32_t, g.sets.count + 1);
    for (uint32_t k = 0; k < g.sets.count; k++)
        if (group[k] == k && !build_group(&g, group, k)) return false;
    libraries->of_external = ARENA_ARRAY(out, uint32_t, p->n_externals + 1);
    for (uint32_t i = 0; i < p->n_externals; i++)
        libraries->of_external[i] = g.library_of[g.set_of[i]];
    return true;
}

void externals_tidy(const ExternalLibraries *libraries)
{
    for (uint32_t k = 0; k < libraries->all.count; k++)
        external_library_tidy(&libraries->all.data[k]);
}

static bool report_forbidden(Session *s, const ProgramExternal *e)
{
    Diagnostic *d = diag_error(s->diag, e->called_at, E_EXTERNAL_FORBIDDEN,
                               "'%s' is an external function ('%s' in %s), and external functions "
                               "are forbidden in this run",
                               e->name, e->symbol, external_is_fortran(e) ? "Fortran" : "C");
    diag_note(s->diag, d, e->span, "it is declared here");
    return false;
}

bool program_bind_externals(Session *s, Program *p, const ExternalPolicy *policy, Arena *out)
{
    ExternalLibraries libraries = {.wants_sources = false};
    if (policy->is_forbidden && p->n_externals) {
        for (uint32_t i = 0; i < p->n_externals; i++) report_forbidden(s, &p->externals[i]);
        return false;
    }
    bool ok = externals_build(s, p, policy->cache_folder, out, &libraries) &&
              externals_load(s, p, out, &libraries);
    externals_tidy(&libraries);
    return ok;
}
