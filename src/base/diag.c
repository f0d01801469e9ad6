#include "base/diag.h"

#include <string.h>

#include "base/vec.h"

struct Diag {
    Arena *arena;
    SourceTable *sources;
    VEC(Diagnostic *) all;
    uint32_t counts[3];
    bool is_strict;
};

static const struct {
    const char *code, *summary;
} codes[] = {
#define DIAGNOSTIC(symbol, code, summary) [symbol] = {code, summary},
#include "base/codes/all.def"
#undef DIAGNOSTIC
};

static const char *const severity_words[] = {"note", "warning", "error"};

Diag *diag_open(Arena *out, SourceTable *sources)
{
    Diag *d = ARENA_NEW(out, Diag);
    d->arena = out;
    d->sources = sources;
    return d;
}

static char *format_text(Diag *d, const char *format, va_list args)
{
    Text t = text_make(d->arena);
    text_vprintf(&t, format, args);
    return t.data;
}

// Nobody reads more than that; a mistake in each of a million elements would be as many.
enum { MOST_SHOWN = 1000 };

static Diagnostic *report(Diag *d, Severity severity, Span span, DiagCode code, char *message)
{
    uint32_t before = d->counts[severity]++;
    Diagnostic *r = ARENA_NEW(d->arena, Diagnostic);
    r->severity = severity;
    r->code = code;
    r->span = span;
    r->message = message;
    if (before == MOST_SHOWN) {
        Diagnostic *last = ARENA_COPY(d->arena, Diagnostic, r, 1);
        last->span = (Span){0, 0};
        last->message = arena_printf(d->arena, "there are more %ss than the %d that are shown",
                                     severity_words[severity], MOST_SHOWN);
        VEC_PUSH(d->arena, &d->all, last);
    }
    if (before < MOST_SHOWN) VEC_PUSH(d->arena, &d->all, r);
    return r;
}

#define DEFINE_REPORTER(function, severity)                                                        \
    Diagnostic *function(Diag *d, Span span, DiagCode code, const char *format, ...)               \
    {                                                                                              \
        va_list args;                                                                              \
        va_start(args, format);                                                                    \
        char *message = format_text(d, format, args);                                              \
        va_end(args);                                                                              \
        return report(d, severity, span, code, message);                                           \
    }
DEFINE_REPORTER(diag_error, SEVERITY_ERROR)
DEFINE_REPORTER(diag_warning, SEVERITY_WARNING)
DEFINE_REPORTER(diag_info, SEVERITY_NOTE)
DEFINE_REPORTER(diag_breach, d->is_strict ? SEVERITY_ERROR : SEVERITY_WARNING)

void diag_be_strict(Diag *d)
{
    d->is_strict = true;
}

bool diag_is_strict(const Diag *d)
{
    return d->is_strict;
}

void diag_suggest(Diag *d, Diagnostic *on, const char *near)
{
    if (near) diag_label(d, on, "did you mean '%s'?", near);
}

Diagnostic *diag_label(Diag *d, Diagnostic *on, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    on->label = format_text(d, format, args);
    va_end(args);
    return on;
}

void diag_reword(Diag *d, Diagnostic *on, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    on->message = format_text(d, format, args);
    va_end(args);
}

Diagnostic *diag_note(Diag *d, Diagnostic *on, Span span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    DiagNote *n = ARENA_NEW(d->arena, DiagNote);
    n->span = span;
    n->message = format_text(d, format, args);
    va_end(args);
    if (on->last_note)
        on->last_note->next = n;
    else
        on->notes = n;
    on->last_note = n;
    return on;
}

static const char *kept(Diag *d, const char *text)
{
    return text ? arena_copy_text(d->arena, text, strlen(text)) : NULL;
}

void diag_about(Diag *d, Diagnostic *on, const char *component, const char *variable,
                const char *equation)
{
    on->component = kept(d, component);
    on->variable = kept(d, variable);
    on->equation = kept(d, equation);
}

void diag_forget(Diag *d, uint32_t first)
{
    for (uint32_t i = first; i < d->all.count; i++) d->counts[d->all.data[i]->severity]--;
    if (first < d->all.count) d->all.count = first;
}

// ---- Reports about the text of others ---------------------------------------------------------

static bool is_elsewhere(const Diag *d, const Diagnostic *r, Span place)
{
    const SourceFile *there = span_is_none(r->span) ? NULL : source_of(d->sources, r->span.begin);
    return there && !there->is_given && there != source_of(d->sources, place.begin);
}

static void note_own_place(Diag *d, Diagnostic *r)
{
    DiagNote *n = ARENA_NEW(d->arena, DiagNote);
    const char *suggestion = r->replacement
                                 ? arena_printf(d->arena, "did you mean '%s'?", r->replacement)
                                 : "it is here";
    *n = (DiagNote){r->span, r->label ? r->label : suggestion, r->notes};
    r->notes = n;
    if (!r->last_note) r->last_note = n;
}

static void lead(Diag *d, Diagnostic *r, Span place, const char *component, const char *class_name)
{
    bool is_told = r->notes && r->notes->span.begin == r->span.begin; // by the first note
    if (r->label || r->replacement || !is_told) note_own_place(d, r);
    diag_reword(d, r, "in '%s', a '%s': %s", component, class_name, r->message);
    r->component = arena_printf(d->arena, "%s", component);
    r->span = place;
    r->label = r->replacement = NULL;
    r->fix_span = (Span){0, 0};
}

static bool is_told_already(const Diag *d, uint32_t n, const Diagnostic *r)
{
    for (uint32_t i = 0; i < n; i++) {
        const Diagnostic *other = d->all.data[i];
        if (other->severity == SEVERITY_ERROR && other->is_led &&
            other->span.begin == r->span.begin && other->span.end == r->span.end)
            return true;
    }
    return false;
}

void diag_lead(Diag *d, uint32_t first, Span place, const char *component, const char *class_name,
               LeadKind kind)
{
    uint32_t kept = first;
    bool is_to_part = kind == LEAD_TO_PART || kind == LEAD_ALONE;
    for (uint32_t i = first; i < d->all.count; i++) {
        Diagnostic *r = d->all.data[i];
        bool is_beside = is_to_part && !span_is_none(r->span) &&
                         (r->span.begin < place.begin || r->span.end > place.end);
        Severity least = is_to_part ? SEVERITY_WARNING : SEVERITY_ERROR;
        bool is_led = r->severity >= least && (is_beside || is_elsewhere(d, r, place));
        if (is_led) lead(d, r, place, component, class_name);
        if (is_led && kind == LEAD_ONE_CAUSE && is_told_already(d, kept, r)) continue;
        r->is_led |= is_led;
        d->all.data[kept++] = r;
        if (kind == LEAD_ALONE) return;
    }
    d->all.count = kept;
}

Diagnostic *diag_replace(Diag *d, Diagnostic *on, Span span, const char *text)
{
    on->fix_span = span;
    on->replacement = arena_copy_text(d->arena, text, strlen(text));
    return on;
}

uint32_t diag_count(const Diag *d, Severity severity)
{
    return d->counts[severity];
}

SourceTable *diag_sources(const Diag *d)
{
    return d->sources;
}

Diagnostic *diag_changeable(Diag *d, uint32_t i)
{
    return d->all.data[i];
}

uint32_t diag_total(const Diag *d)
{
    return d->all.count;
}

const Diagnostic *diag_at(const Diag *d, uint32_t i)
{
    return d->all.data[i];
}

const char *diag_code_text(DiagCode code)
{
    return codes[code].code;
}

const char *diag_code_summary(DiagCode code)
{
    return codes[code].summary;
}

// Words that may come from a model: an assertion, a name.
static void add_words(Text *out, const char *before, const char *words)
{
    text_add(out, before);
    text_add_printable(out, words, strlen(words));
}

// One source line with a caret line under the span. Tabs are kept in the caret line, so
// that the caret stands right whatever width the terminal gives them; bytes of a UTF-8
// sequence after the first take no column.
static void render_line(const Diag *d, Span span, const char *label, Text *out)
{
    Place at = source_place(d->sources, span.begin);
    if (!at.file) return;
    SourceFile *file = (SourceFile *)at.file; // owned by the table that we hold
    uint32_t length;
    const char *line = source_line(file, at.line, &length);
    uint32_t first = at.column - 1,
             last = first + (span.end > span.begin ? span.end - span.begin : 1);
    if (last > length) last = length > first ? length : first + 1;
    // A very long line is shown as a window around the place.
    enum { WIDEST = 240 };
    uint32_t from = 0, to = length;
    if (length > WIDEST) {
        from = first > WIDEST / 2 ? first - WIDEST / 2 : 0;
        to = from + WIDEST < length ? from + WIDEST : length;
        if (last > to) last = to;
    }
    text_printf(out, "%5u | ", at.line);
    text_add_printable(out, line + from, to - from);
    text_add(out, "\n      | ");
    for (uint32_t i = from; i < last; i++) {
        unsigned char c = i < length ? (unsigned char)line[i] : ' ';
        if ((c & 0xC0) == 0x80) continue;
        text_add_char(out, i >= first ? '^' : c == '\t' ? '\t' : ' ');
    }
    if (label) add_words(out, " ", label);
    text_add_char(out, '\n');
}

static void render_head(const Diag *d, Span span, Text *out)
{
    Place at = source_place(d->sources, span.begin);
    if (!at.file) return;
    add_words(out, "", at.file->path);
    text_printf(out, ":%u:%u: ", at.line, at.column);
}

static const char *label_of(const Diag *d, const Diagnostic *r)
{
    if (r->label || !r->replacement) return r->label;
    if (r->fix_span.begin == r->fix_span.end && !span_is_none(r->fix_span))
        return arena_printf(d->arena, "insert '%s'", r->replacement);
    if (!*r->replacement) return "remove this";
    return arena_printf(d->arena, "did you mean '%s'?", r->replacement);
}

void diag_render_record(const Diag *d, const Diagnostic *r, bool color, Text *out)
{
    static const char *const shades[] = {"\033[36m", "\033[33m", "\033[1;31m"};
    render_head(d, r->span, out);
    if (color) text_add(out, shades[r->severity]);
    text_printf(out, "%s[%s]: ", severity_words[r->severity], codes[r->code].code);
    if (color) text_add(out, "\033[0m");
    add_words(out, "", r->message);
    text_add_char(out, '\n');
    if (!span_is_none(r->span))
        render_line(d, r->span, label_of(d, r), out);
    else if (label_of(d, r)) {
        add_words(out, "        ", label_of(d, r));
        text_add_char(out, '\n');
    }
    for (const DiagNote *n = r->notes; n; n = n->next) {
        render_head(d, n->span, out);
        add_words(out, "note: ", n->message);
        text_add_char(out, '\n');
        if (!span_is_none(n->span)) render_line(d, n->span, NULL, out);
    }
}

void diag_render_text(const Diag *d, uint32_t first, bool color, Text *out)
{
    for (uint32_t i = first; i < d->all.count; i++)
        diag_render_record(d, d->all.data[i], color, out);
}

static void render_json_place(const Diag *d, Span span, Text *out)
{
    Place begin = source_place(d->sources, span.begin), end = source_place(d->sources, span.end);
    if (!begin.file) return;
    text_add(out, ",\"file\":");
    text_json_string(out, begin.file->path, strlen(begin.file->path));
    text_printf(out, ",\"line\":%u,\"column\":%u,\"end_line\":%u,\"end_column\":%u", begin.line,
                begin.column, end.line, end.column);
}

static void render_json_text(const char *key, const char *value, Text *out)
{
    if (!value) return;
    text_printf(out, ",\"%s\":", key);
    text_json_string(out, value, strlen(value));
}

void diag_render_json(const Diag *d, uint32_t first, Text *out)
{
    text_add(out, "[");
    for (uint32_t i = first; i < d->all.count; i++) {
        const Diagnostic *r = d->all.data[i];
        text_printf(out,
                    "%s{\"severity\":\"%s\",\"code\":\"%s\",\"message\":", i > first ? ",\n " : "",
                    severity_words[r->severity], codes[r->code].code);
        text_json_string(out, r->message, strlen(r->message));
        render_json_place(d, r->span, out);
        render_json_text("component", r->component, out);
        render_json_text("variable", r->variable, out);
        render_json_text("equation", r->equation, out);
        render_json_text("label", r->label, out);
        if (r->replacement) {
            text_add(out, ",\"fix\":{\"replacement\":");
            text_json_string(out, r->replacement, strlen(r->replacement));
            render_json_place(d, r->fix_span, out);
            text_add(out, "}");
        }
        text_add(out, ",\"notes\":[");
        for (const DiagNote *n = r->notes; n; n = n->next) {
            text_printf(out, "%s{\"message\":", n == r->notes ? "" : ",");
            text_json_string(out, n->message, strlen(n->message));
            render_json_place(d, n->span, out);
            text_add(out, "}");
        }
        text_add(out, "]}");
    }
    text_add(out, "]\n");
}
