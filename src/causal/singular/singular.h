// singular.h -- inside causal/: what the parts of the report about a singular structure share.
#ifndef CAUSAL_SINGULAR_H
#define CAUSAL_SINGULAR_H
#include "causal/analysis.h"
#include "graph/dulmage_mendelsohn.h"

enum { LONGEST_TEXT = 120, MOST_NOTES = 4 };

typedef struct Report {
    Analysis *a;
    const StructuralGraph *s;
    bool flows_are_over;             // an equation too many among currents, forces, ...
    bool flows_contradict;           // and does not merely repeat what others say
    bool connection_is_over;         // it is one of those that connections make
    const Component *own, *opponent; // parts of the model that determine the same; NULL: none
    const int32_t *levels;           // free_levels
    bool has_ring;                   // parts connected in a ring were reported
} Report;

// ---- singular.c ------------------------------------------------------------------------------
const FlatVariable *flat_of(const Report *r, VarId id);               // NULL: hidden
const Component *owner_of(const Report *r, const FlatVariable *flat); // NULL at the top
const Component *part_of_model(const Report *r, ComponentId id);      // at the top of it; NULL
const char *path_of(Report *r, const Component *c);
bool is_connector(const Component *c);
// The flow of a connector without a connection is zero by an equation whose place is that of the
// declaration.
bool is_of_declaration(const Report *r, const SystemEquation *e);

// The modeller's own component and line first, in the reports from number `first` on.
void lead_home(Report *r, ComponentId id, uint32_t first);

// ---- free_levels.c ---------------------------------------------------------------------------
// By flat variable the set of potentials that it belongs to, if nothing fixes their level, else -1;
// NULL: there is none.
const int32_t *free_levels(Report *r);
void report_levels(Report *r, const int32_t *set);

// ---- contradictions.c ------------------------------------------------------------------------
// An equation in which nothing is left to determine: what it says, and who has said it before.
void report_nothing_left(Report *r, EquationId id);
#endif
