// A system that cannot be sorted, told in words and as data: what is too much, what is missing, and
// the searches that end nowhere.
#include <string.h>

#include "explain/explain.h"

enum { LARGEST_PICTURE = 40, MOST_LINES = 60 };

typedef struct Telling {
    const BrokenSystem *broken;
    SourceTable *sources;
    Text *out;
} Telling;

static void add_place(const Telling *t, Span span)
{
    Place p = span_is_none(span) ? (Place){NULL, 0, 0} : source_place(t->sources, span.begin);
    if (p.file) text_printf(t->out, "   [%s:%u]", p.file->path, p.line);
}

// ---- Words -------------------------------------------------------------------------------------

static void tell_equation(const Telling *t, const BrokenPart *p, int32_t i)
{
    const BrokenEquation *e = &p->equations[i];
    text_printf(t->out, "  (%d) %s", e->number, e->text);
    if (e->unknown >= 0)
        text_printf(t->out, "   determines %s", p->unknowns[e->unknown].name);
    else if (p->is_over)
        text_add(t->out, "   nothing is left for it to determine");
    add_place(t, e->span);
    text_add_char(t->out, '\n');
}

static void tell_unknown(const Telling *t, const BrokenUnknown *u)
{
    text_printf(t->out, "  %s", u->name);
    if (u->equation < 0) text_add(t->out, "   has no equation");
    add_place(t, u->span);
    text_add_char(t->out, '\n');
}

static void tell_steps(const Telling *t, const BrokenPart *p)
{
    if (!p->n_steps) return;
    text_add(t->out, p->is_over ? "The search for an unknown ends nowhere:\n"
                                : "The search for an equation ends nowhere:\n");
    for (int32_t i = 0; i < p->n_steps && i < MOST_LINES; i++) {
        BrokenStep s = p->steps[i];
        int32_t number = p->equations[s.equation].number;
        const char *name = p->unknowns[s.unknown].name;
        if (p->is_over)
            text_printf(t->out, "  (%d) has %s, which belongs to (%d)\n", number, name,
                        p->equations[s.next].number);
        else
            text_printf(t->out, "  %s is in (%d), which is needed for %s\n", name, number,
                        s.next < 0 ? "nothing" : p->unknowns[s.next].name);
    }
    if (p->n_steps > MOST_LINES) text_printf(t->out, "  ... %d more\n", p->n_steps - MOST_LINES);
}

// An x where an unknown occurs, o where it is determined.
static void draw(const Telling *t, const BrokenPart *p)
{
    if (!p->n_unknowns || !p->n_equations) return;
    if (p->n_unknowns > LARGEST_PICTURE || p->n_equations > LARGEST_PICTURE) return;
    text_add(t->out, "  columns: ");
    for (int32_t k = 0; k < p->n_unknowns; k++)
        text_printf(t->out, "%s%s", k ? ", " : "", p->unknowns[k].name);
    text_add_char(t->out, '\n');
    for (int32_t i = 0, edge = 0; i < p->n_equations; i++) {
        char row[LARGEST_PICTURE + 1];
        memset(row, '.', (size_t)p->n_unknowns);
        row[p->n_unknowns] = '\0';
        for (; edge < p->n_edges && p->edges[edge].equation == i; edge++)
            row[p->edges[edge].unknown] = 'x';
        if (p->equations[i].unknown >= 0) row[p->equations[i].unknown] = 'o';
        text_printf(t->out, "  %4d %s\n", p->equations[i].number, row);
    }
}

static void tell_part(const Telling *t, const BrokenPart *p)
{
    text_printf(t->out, "\n%s: %d equation%s for %d unknown%s\n",
                p->is_over ? "Too many" : "Too few", p->n_equations, p->n_equations == 1 ? "" : "s",
                p->n_unknowns, p->n_unknowns == 1 ? "" : "s");
    for (int32_t i = 0; i < p->n_equations && i < MOST_LINES; i++) tell_equation(t, p, i);
    for (int32_t i = 0; i < p->n_unknowns && i < MOST_LINES && !p->is_over; i++)
        tell_unknown(t, &p->unknowns[i]);
    tell_steps(t, p);
    draw(t, p);
}

void broken_text(const BrokenSystem *b, SourceTable *sources, const char *model, Text *out)
{
    Telling t = {b, sources, out};
    int32_t in_parts = 0;
    text_printf(out,
                "%s cannot be sorted: of %d equation%s and %d unknown%s, %d belong together.\n",
                model, b->n_equations, b->n_equations == 1 ? "" : "s", b->n_unknowns,
                b->n_unknowns == 1 ? "" : "s", b->n_matched);
    for (int32_t i = 0; i < b->n_parts; i++) {
        tell_part(&t, &b->parts[i]);
        for (int32_t k = 0; k < b->parts[i].n_equations; k++)
            in_parts += b->parts[i].equations[k].unknown >= 0;
    }
    if (b->n_matched == in_parts + 1)
        text_add(out, "\nThe other equation and unknown fit each other.\n");
    else if (b->n_matched > in_parts)
        text_printf(out, "\nThe other %d equations and unknowns fit each other.\n",
                    b->n_matched - in_parts);
}

// ---- Data --------------------------------------------------------------------------------------

static void json_string(Text *out, const char *key, const char *text)
{
    text_printf(out, "\"%s\":", key);
    text_json_string(out, text, strlen(text));
}

static void json_place(const Telling *t, Span span)
{
    Place p = span_is_none(span) ? (Place){NULL, 0, 0} : source_place(t->sources, span.begin);
    if (!p.file) return;
    text_add_char(t->out, ',');
    json_string(t->out, "file", p.file->path);
    text_printf(t->out, ",\"line\":%u,\"column\":%u", p.line, p.column);
}

static void json_number(Text *out, const char *key, int32_t number)
{
    if (number < 0)
        text_printf(out, ",\"%s\":null", key);
    else
        text_printf(out, ",\"%s\":%d", key, number);
}

static void json_members(const Telling *t, const BrokenPart *p)
{
    text_add(t->out, "\"equations\":[");
    for (int32_t i = 0; i < p->n_equations; i++) {
        const BrokenEquation *e = &p->equations[i];
        text_printf(t->out, "%s\n{\"number\":%d,", i ? "," : "", e->number);
        json_string(t->out, "text", e->text);
        json_number(t->out, "unknown", e->unknown);
        json_place(t, e->span);
        text_add_char(t->out, '}');
    }
    text_add(t->out, "],\"unknowns\":[");
    for (int32_t i = 0; i < p->n_unknowns; i++) {
        const BrokenUnknown *u = &p->unknowns[i];
        text_printf(t->out, "%s\n{", i ? "," : "");
        json_string(t->out, "name", u->name);
        json_number(t->out, "equation", u->equation);
        json_place(t, u->span);
        text_add_char(t->out, '}');
    }
}

static void json_part(const Telling *t, const BrokenPart *p)
{
    text_printf(t->out, "{\"kind\":\"%s\",", p->is_over ? "over" : "under");
    json_members(t, p);
    text_add(t->out, "],\"incidence\":[");
    for (int32_t i = 0; i < p->n_edges; i++)
        text_printf(t->out, "%s[%d,%d]", i ? "," : "", p->edges[i].equation, p->edges[i].unknown);
    text_add(t->out, "],\"search\":[");
    for (int32_t i = 0; i < p->n_steps; i++) {
        text_printf(t->out, "%s{\"equation\":%d,\"unknown\":%d", i ? "," : "", p->steps[i].equation,
                    p->steps[i].unknown);
        json_number(t->out, "next", p->steps[i].next);
        text_add_char(t->out, '}');
    }
    text_add(t->out, "]}");
}

static void json_messages(const Telling *t, const Diag *diag)
{
    const char *separator = "";
    text_add(t->out, ",\"messages\":[");
    for (uint32_t i = 0; i < diag_total(diag); i++) {
        const Diagnostic *d = diag_at(diag, i);
        if (d->severity != SEVERITY_ERROR) continue;
        text_printf(t->out, "%s\n{\"code\":\"%s\",", separator, diag_code_text(d->code));
        json_string(t->out, "message", d->message);
        json_place(t, d->span);
        text_add_char(t->out, '}');
        separator = ",";
    }
    text_add_char(t->out, ']');
}

void broken_json(const BrokenSystem *b, const Diag *diag, const char *model, Text *out)
{
    Telling t = {b, diag_sources(diag), out};
    text_add_char(out, '{');
    json_string(out, "model", model);
    json_messages(&t, diag);
    text_printf(out, ",\"broken\":{\"equations\":%d,\"unknowns\":%d,\"matched\":%d,\"parts\":[",
                b->n_equations, b->n_unknowns, b->n_matched);
    for (int32_t i = 0; i < b->n_parts; i++) {
        if (i) text_add_char(out, ',');
        json_part(&t, &b->parts[i]);
    }
    text_add(out, "]}}\n");
}

// ---- Sources -----------------------------------------------------------------------------------

enum { CONTEXT = 3, LONGEST_FILE = 400 };

typedef struct Lines { // of one file
    const SourceFile *file;
    bool *is_shown; // by line
} Lines;
typedef VEC(Lines) LineList;

static void mark(SourceTable *sources, LineList *all, Arena *scratch, Span span)
{
    if (span_is_none(span)) return;
    Place p = source_place(sources, span.begin);
    Lines *lines = NULL;
    for (uint32_t i = 0; i < all->count && p.file; i++)
        if (all->data[i].file == p.file) lines = &all->data[i];
    if (!p.file) return;
    if (!lines) {
        Lines fresh = {p.file, ARENA_ARRAY(scratch, bool, p.file->n_lines + 2)};
        VEC_PUSH(scratch, all, fresh);
        lines = &VEC_LAST(all);
    }
    uint32_t first = p.line > CONTEXT ? p.line - CONTEXT : 1;
    for (uint32_t k = first; k <= p.line + CONTEXT && k <= p.file->n_lines; k++)
        lines->is_shown[k] = true;
}

static void json_lines(const Lines *lines, bool is_whole, Text *out)
{
    const SourceFile *f = lines->file;
    const char *separator = "";
    text_add_char(out, '{');
    json_string(out, "file", f->path);
    text_add(out, ",\"lines\":[");
    for (uint32_t k = 1; k <= f->n_lines; k++) {
        uint32_t length;
        if (!lines->is_shown[k] && !(is_whole && f->n_lines <= LONGEST_FILE)) continue;
        const char *text = source_line((SourceFile *)f, k, &length);
        text_printf(out, "%s[%u,", separator, k);
        text_json_string(out, text, length);
        text_add_char(out, ']');
        separator = ",";
    }
    text_add(out, "]}");
}

void broken_sources(const BrokenSystem *b, SourceTable *sources, Span own, Text *out)
{
    Arena *scratch = arena_open("sources");
    LineList all = {0};
    mark(sources, &all, scratch, own); // comes first
    for (int32_t i = 0; i < b->n_parts; i++) {
        const BrokenPart *p = &b->parts[i];
        for (int32_t k = 0; k < p->n_equations; k++)
            mark(sources, &all, scratch, p->equations[k].span);
        for (int32_t k = 0; k < p->n_unknowns; k++)
            mark(sources, &all, scratch, p->unknowns[k].span);
    }
    text_add_char(out, '[');
    for (uint32_t i = 0; i < all.count; i++) {
        if (i) text_add_char(out, ',');
        json_lines(&all.data[i], i == 0 && !span_is_none(own), out);
    }
    text_add_char(out, ']');
    arena_close(scratch);
}
