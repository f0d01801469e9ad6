// system_tables.h -- a system as a whole: tried out, and gone through expression by
// expression. All of it follows SYSTEM_TABLES: whoever adds a table there cannot forget it here.
#ifndef EQUATIONS_SYSTEM_TABLES_H
#define EQUATIONS_SYSTEM_TABLES_H
#include "equations/equation_system.h"

// Trials: after system_return the system is as it was at the mark, whatever was added or changed.
// A mark costs a copy of the tables, and can be returned to any number of times.
typedef struct SystemMark {
    EquationSystem saved;
} SystemMark;
SystemMark system_mark(const EquationSystem *system, Arena *scratch);
void system_return(EquationSystem *system, const SystemMark *mark);

// ---- Every expression ---------------------------------------------------------------

#define AS_TABLE_NUMBER(type, name) TABLE_##name,
enum { SYSTEM_TABLES(AS_TABLE_NUMBER) N_SYSTEM_TABLES };
#undef AS_TABLE_NUMBER

#define IN_TABLE(name) (1u << TABLE_##name)
enum {
    IN_ALL_TABLES = (1u << N_SYSTEM_TABLES) - 1, // all that is computed
    WITH_ATTRIBUTES = 1u << 29,                  // start, min, max, nominal of the variables
    WITH_TEXTS = 1u << 30                        // what is kept to be shown: as it was written
};

// `e` is a place in the tables, never empty: the visitor may put something else there. `span` is
// that of its row. Equations that were removed are left out.
typedef void (*ExpressionVisit)(void *client, const Expr **e, Span span);
void system_each_expression(const EquationSystem *system, uint32_t where, void *client,
                            ExpressionVisit visit);
#endif
