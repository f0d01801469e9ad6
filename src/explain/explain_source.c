// The source text around the equations of a model, cut where equations begin and end, so that a
// page can make them places to click without counting bytes.
#include <ctype.h>
#include <stdlib.h>

#include "explain/explain.h"

enum {
    LONGEST_FILE = 2000, // lines; of longer ones, and of libraries, only what is near an equation
    CONTEXT = 3          // lines before and after it
};

static int by_place(const void *x, const void *y)
{
    const Span *a = x, *b = y;
    if (a->begin != b->begin) return a->begin < b->begin ? -1 : 1;
    return a->end == b->end ? 0 : a->end > b->end ? -1 : 1; // the outer one first
}

SourcePlaces source_places(const CausalSystem *causal, Arena *out)
{
    SourcePlaces p = {0};
    for (uint32_t i = 0; i < causal->system->equations.count; i++) {
        const SystemEquation *e = &causal->system->equations.data[i];
        if (!(e->flags & EQUATION_IN_SIMULATION) || span_is_none(e->span)) continue;
        VEC_PUSH(out, &p, e->span);
    }
    if (p.count) qsort(p.data, p.count, sizeof *p.data, by_place);
    uint32_t n = 0;
    for (uint32_t i = 0; i < p.count; i++)
        if (!n || by_place(&p.data[n - 1], &p.data[i])) p.data[n++] = p.data[i];
    p.count = n;
    return p;
}

int32_t source_place_of(const SourcePlaces *p, Span span)
{
    const Span *found =
        p->count ? bsearch(&span, p->data, p->count, sizeof *p->data, by_place) : NULL;
    return found ? (int32_t)(found - p->data) : -1;
}

uint32_t source_first_place(const SourcePlaces *p, uint32_t position)
{
    uint32_t low = 0, high = p->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (p->data[middle].begin < position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// ---- One file -----------------------------------------------------------------------

// An annotation belongs to the clause it follows, not to the equation that people want to see.
static uint32_t visible_end(const SourceFile *f, Span place)
{
    const char *text = f->text + (place.begin - f->first), *end = f->text + (place.end - f->first);
    for (const char *p = text + 1; end - p > 10; p++) {
        if (!isspace((unsigned char)p[-1]) || memcmp(p, "annotation", 10)) continue;
        while (p > text && isspace((unsigned char)p[-1])) p--;
        return f->first + (uint32_t)(p - f->text);
    }
    return place.end;
}

typedef struct OpenPlace {
    uint32_t place, end;
} OpenPlace;

typedef struct Cutter {
    const SourcePlaces *places;
    const SourceFile *file;
    uint32_t next;         // place that was not reached yet
    VEC(OpenPlace) around; // the position is inside these, the innermost last
    Arena *scratch;
    Text *out;
} Cutter;

static void move_to(Cutter *c, uint32_t position)
{
    for (; c->next < c->places->count && c->places->data[c->next].begin <= position; c->next++) {
        OpenPlace o = {c->next, visible_end(c->file, c->places->data[c->next])};
        VEC_PUSH(c->scratch, &c->around, o);
    }
    while (c->around.count && VEC_LAST(&c->around).end <= position) c->around.count--;
}

static uint32_t next_cut(const Cutter *c, uint32_t end)
{
    if (c->around.count && VEC_LAST(&c->around).end < end) end = VEC_LAST(&c->around).end;
    bool is_next = c->next < c->places->count && c->places->data[c->next].begin < end;
    return is_next ? c->places->data[c->next].begin : end;
}

// [line number, "text", place, "text", place, ...]; place -1: none.
static void cut_line(Cutter *c, uint32_t number, bool is_first)
{
    uint32_t begin = c->file->line_starts[number - 1];
    uint32_t end = number < c->file->n_lines ? c->file->line_starts[number] : c->file->length;
    while (end > begin && (c->file->text[end - 1] == '\n' || c->file->text[end - 1] == '\r')) end--;
    text_printf(c->out, "%s[%u", is_first ? "" : ",", number);
    for (uint32_t at = begin; at < end;) {
        move_to(c, c->file->first + at);
        uint32_t stop = next_cut(c, c->file->first + end) - c->file->first;
        text_add_char(c->out, ',');
        text_json_string(c->out, c->file->text + at, stop - at);
        text_printf(c->out, ",%d", c->around.count ? (int32_t)VEC_LAST(&c->around).place : -1);
        at = stop;
    }
    text_add_char(c->out, ']');
}

static uint32_t line_of(SourceTable *table, uint32_t position)
{
    return source_place(table, position).line;
}

static void cut_file(Cutter *c, SourceTable *table, bool is_whole)
{
    const SourceFile *f = c->file;
    uint32_t n_lines = (line_of(table, f->first), f->n_lines); // made on first use
    bool *is_shown = ARENA_ARRAY(c->scratch, bool, n_lines + 2);
    for (uint32_t i = 0; i < c->places->count; i++) {
        Span p = c->places->data[i];
        if (p.begin < f->first || p.begin >= f->first + f->length) continue;
        uint32_t first = line_of(table, p.begin), last = line_of(table, p.end) + CONTEXT;
        for (uint32_t k = first > CONTEXT ? first - CONTEXT : 1; k <= last && k <= n_lines; k++)
            is_shown[k] = true;
    }
    text_add(c->out, "{\"path\":");
    text_json_string(c->out, f->path, strlen(f->path));
    text_add(c->out, ",\"lines\":[");
    bool is_first = true;
    for (uint32_t k = 1; k <= n_lines; k++) {
        if (!is_shown[k] && (!is_whole || n_lines > LONGEST_FILE)) continue;
        cut_line(c, k, is_first);
        is_first = false;
    }
    text_add(c->out, "]}");
}

static void cut_once(Cutter *c, SourceTable *table, const SourceFile *file, bool is_whole)
{
    c->file = file;
    c->next = source_first_place(c->places, file->first);
    c->around.count = 0;
    cut_file(c, table, is_whole);
}

void json_sources(const CausalSystem *causal, const SourcePlaces *places, Arena *scratch, Text *out)
{
    SourceTable *table = causal->system->session->sources;
    Cutter c = {.places = places, .scratch = scratch, .out = out};
    const SourceFile *own = source_of(table, causal->system->flat->span.begin), *last = NULL;
    text_add_char(out, '[');
    if (own) cut_once(&c, table, own, true);
    for (uint32_t i = 0; i < places->count; i++) { // in the order of positions, so file by file
        const SourceFile *file = source_of(table, places->data[i].begin);
        if (!file || file == last || file == own) continue;
        if (own || last) text_add_char(out, ',');
        cut_once(&c, table, file, false);
        last = file;
    }
    text_add_char(out, ']');
}
