// checks.h -- rules of the specification that reject a model although it could be understood.
//
// Each check is called from the one place where what it judges has just become known. All report
// a place once, however many components share the text.
#ifndef INSTANCE_CHECKS_H
#define INSTANCE_CHECKS_H
#include "instance/classes/classes.h"

bool is_first_report(Front *f, Span at, DiagCode code); // of this code at this place
bool is_first_at(Front *f, uint64_t place); // of whatever, at what the number stands for

// ---- component_rules.c
void check_component(Front *f, Slot *slot, Node *type); // prefixes against the class
void check_connectors(Front *f);                        // of the whole tree, once it is made

// ---- binding.c
void check_constants_of_records(Front *f); // against the values of the records, once all are made

// ---- function_rules.c
void report_impure(Front *f, Name callee, Span call);

// ---- deselection.c
void check_deselections(Front *f, Node *base, const AstElement *clause); // of an extends clause

// ---- discrete_rules.c
void check_when_clauses(Front *f); // what they set, once all equations are lowered
#endif
