// units.h -- FlatModel: do the units of its equations agree?
//
// Every variable, and every part of an expression, has a unit or none that is known. What no
// declaration tells is found from the equations where they leave one answer (unit_inference.c), and
// nothing is reported but what is certain: two units that are known and differ.
#ifndef UNITS_UNITS_H
#define UNITS_UNITS_H
#include "flat/flat_model.h"

// `flat` was made in a session that keeps names (base/session.h). The severity is that of what is
// reported; true: there was nothing.
bool units_check(Session *s, const FlatModel *flat, Severity severity);
#endif
