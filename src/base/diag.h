// diag.h -- errors, warnings, notes and repairs as records; text and JSON rendering.
#ifndef BASE_DIAG_H
#define BASE_DIAG_H
#include <stdbool.h>
#include <stdint.h>

#include "base/source.h"
#include "base/text.h"

typedef enum { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR } Severity;

// Every code is a row of src/base/codes/, a file per stage: E0204 and so on.
typedef enum {
#define DIAGNOSTIC(symbol, code, summary) symbol,
#include "base/codes/all.def"
#undef DIAGNOSTIC
    N_DIAGNOSTIC_CODES
} DiagCode;

typedef struct DiagNote {
    Span span; // may be none
    const char *message;
    struct DiagNote *next;
} DiagNote;

typedef struct Diagnostic {
    Severity severity;
    DiagCode code;
    Span span; // may be none: then only the sentence is shown
    const char *message;
    const char *label;       // words beside the caret; may be NULL
    Span fix_span;           // what to replace, or an empty span where to insert
    const char *replacement; // NULL: no repair known
    bool is_led;             // diag_lead gave it its place
    // What it is about, for programs; each may be NULL.
    const char *component, *variable, *equation;
    DiagNote *notes, *last_note;
} Diagnostic;

typedef struct Diag Diag;

Diag *diag_open(Arena *out, SourceTable *sources);
Diagnostic *diag_error(Diag *d, Span span, DiagCode code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
Diagnostic *diag_warning(Diag *d, Span span, DiagCode code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// A rule of the language that libraries in daily use break, where only one reading makes sense:
// a warning, an error once diag_be_strict was called.
Diagnostic *diag_breach(Diag *d, Span span, DiagCode code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_be_strict(Diag *d);
bool diag_is_strict(const Diag *d);
Diagnostic *diag_info(Diag *d, Span span, DiagCode code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// "did you mean 'near'?"; nothing where there is none (NULL).
void diag_suggest(Diag *d, Diagnostic *on, const char *near);

// Each returns its first argument, so that calls can be chained or ignored.
Diagnostic *diag_label(Diag *d, Diagnostic *on, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Another message for what was reported.
void diag_reword(Diag *d, Diagnostic *on, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
Diagnostic *diag_note(Diag *d, Diagnostic *on, Span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// A repair: replace `span` by `text`; rendered as "did you mean 'text'?" unless a label is set.
Diagnostic *diag_replace(Diag *d, Diagnostic *on, Span span, const char *text);

typedef enum {
    LEAD_HOME,      // those that stand in another file than `place`, in the text of a library
    LEAD_ONE_CAUSE, // the same; several errors at one place have one cause: the first stays
    LEAD_TO_PART,   // wherever they stand
    LEAD_ALONE      // the first of them only, wherever it stands
} LeadKind;
// What a report is about, for programs; the words are copied, each may be NULL.
void diag_about(Diag *d, Diagnostic *on, const char *component, const char *variable,
                const char *equation);
// Forgets the reports from number `first` on: those of an attempt that nobody sees.
void diag_forget(Diag *d, uint32_t first);
// Reports from number `first` on begin at `place`, which the reader wrote, with the component of
// this class that they are about, and their own place becomes a note.
void diag_lead(Diag *d, uint32_t first, Span place, const char *component, const char *class_name,
               LeadKind kind);

uint32_t diag_count(const Diag *d, Severity severity);
const Diagnostic *diag_at(const Diag *d, uint32_t i); // in order of report, i < diag_total
Diagnostic *diag_changeable(Diag *d, uint32_t i);     // the same, for those who know more
uint32_t diag_total(const Diag *d);
SourceTable *diag_sources(const Diag *d);

const char *diag_code_text(DiagCode code);    // "E0204"
const char *diag_code_summary(DiagCode code); // one sentence, for the documentation

void diag_render_record(const Diag *d, const Diagnostic *record, bool color, Text *out);
// Reports from number `first` on. `color` adds terminal colours.
void diag_render_text(const Diag *d, uint32_t first, bool color, Text *out);
void diag_render_json(const Diag *d, uint32_t first, Text *out);
#endif
