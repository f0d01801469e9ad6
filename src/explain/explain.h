// explain.h -- inside causal/: what the ways of telling the analysis share.
#ifndef EXPLAIN_EXPLAIN_H
#define EXPLAIN_EXPLAIN_H
#include "causal/causal_system.h"

// The blocks shown: those of one pass over all equations, discrete ones included, or those of an
// inlined step.
static inline const Section *shown_blocks(const CausalSystem *causal)
{
    return causal->inlined ? &causal->inlined->section : &causal->event;
}
// By EquationId: its place among the blocks shown; -1.
int32_t *blocks_of_equations(const CausalSystem *causal, Arena *out);

// By VarId: occurs in an equation that is no derivative of another one.
bool *written_variables(const CausalSystem *causal, Arena *out);

// An unknown of the model that follows from parameters alone: computed before the simulation.
bool is_settled_variable(const EquationSystem *system, VarId v);

// ---- explain_formula.c --------------------------------------------------------------
typedef struct Formula {
    VarId variable;
    const char *text; // shortened where it is long
} Formula;
// Of a loop that was solved when the model was compiled: what its unknowns are, in the order in
// which they follow; none of other blocks.
uint32_t block_formulas(const CausalSystem *causal, const Block *b, Arena *out, Formula **list);

// ---- Parts of the JSON --------------------------------------------------------------
void json_text(Text *out, const Text *t);
void json_name(const CausalSystem *causal, VarId v, Arena *scratch, Text *out);
void json_names(const CausalSystem *causal, const VarId *list, int32_t n, Arena *scratch,
                Text *out);
void json_ids(const EquationId *list, int32_t n, Text *out);

// ---- explain_steps.c ----------------------------------------------------------------
// Equations up to which the structure digraph is coloured step by step: what fits on a page.
enum { LARGEST_DIGRAPH = 60 };
void json_steps(const CausalSystem *causal, Arena *scratch, Text *out); // an array
void text_steps(const CausalSystem *causal, Arena *scratch, Text *out); // a line each

// ---- explain_growth.c: of states that grew, in a small system ------------------------
void json_growth(const CausalSystem *causal, Arena *scratch, Text *out); // an array
void text_growth(const CausalSystem *causal, Arena *scratch, Text *out); // a line each

// ---- explain_machines.c -------------------------------------------------------------
void text_machines(const CausalSystem *causal, Text *out); // states and the ways between them

// ---- explain_source.c ---------------------------------------------------------------
typedef VEC(Span) SourcePlaces; // where equations of the simulation are written; each once
SourcePlaces source_places(const CausalSystem *causal, Arena *out);
int32_t source_place_of(const SourcePlaces *places, Span span);             // -1: none
uint32_t source_first_place(const SourcePlaces *places, uint32_t position); // from there on
// The files with these places, line by line: an array.
void json_sources(const CausalSystem *causal, const SourcePlaces *places, Arena *scratch,
                  Text *out);
#endif
