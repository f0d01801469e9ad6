// trajectory.h -- results of a simulation: which variables there are, and their values over time.
#ifndef RESULTS_TRAJECTORY_H
#define RESULTS_TRAJECTORY_H
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/model.h"
#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"

// Where the number of a variable is kept: the time of the row, an entry of the row, or a
// list of numbers that stay the same during the run (constants and parameters).
typedef enum { KEPT_TIME, KEPT_ROW, KEPT_CONSTANT } ValuePlace;

// Aliases are variables with the same place and index; they differ in name, unit and sign.
// Strings and external objects are no result variables.
typedef struct ResultVariable {
    const char *name; // as in the model: "body.r[1]"
    const char *unit; // may be NULL, as the next two
    const char *display_unit;
    const char *description;
    uint32_t index; // into the row or into the constants
    ValueKind kind;
    ValuePlace place;
    bool negated;                // the value is minus the number kept; of a Boolean, "not"
    bool hidden;                 // protected or HideResult: only given when asked for by name
    bool is_output, is_state;    // of the model; false where it is not known
    bool is_mode;                // the structure of the model follows it; the same
    const char *const *literals; // of an enumeration, where they are known
    uint32_t n_literals;
} ResultVariable;

// A String that does not change.
typedef struct ResultText {
    const char *name, *value;
} ResultText;

typedef struct ResultTable {
    const char *model; // class name; may be NULL, as the method
    const char *method;
    double start_time, stop_time, tolerance; // as asked for; NaN when unknown
    const ResultVariable *variables;         // the first is "time" (KEPT_TIME)
    uint32_t n_variables;
    uint32_t row_size; // entries of a row; those of no variable are not looked at
    const double *constants;
    uint32_t n_constants;
    const ResultText *texts; // files have none
    uint32_t n_texts;
} ResultTable;

// Invariant (trajectory_check): times do not decrease; a repeated time is an event, the left
// value first.
typedef struct Trajectory {
    ResultTable table;
    size_t n_rows;
    const double *time;
    double *const *columns; // [row_size][n_rows]; NULL where nothing was loaded
} Trajectory;

// Which variables of a model a result has: those whose name matches a POSIX extended regular
// expression, or all of them. Derivatives are variables of their own, der(x), for those who ask
// for them.
typedef enum { DERIVATIVES_NONE, DERIVATIVES_SHOWN, DERIVATIVES_HIDDEN } DerivativeUse;
typedef struct ResultWish {
    const char *pattern; // NULL: no choice among names
    bool has_hidden;     // without a pattern; with one that is its business
    DerivativeUse derivatives;
} ResultWish;
DerivativeUse result_derivatives(const char *pattern); // whether it asks for them

typedef struct ResultChoice {
    VEC(const VariableInfo *)
    variables; // of the model, those declared first; time goes without
               // saying
    uint32_t n_declared;
    bool hides_derivatives;
} ResultChoice;
// NULL with the reason in `why` when the pattern is no regular expression, or no name matches it.
const ResultChoice *result_choose(Arena *out, const Model *model, const ResultWish *wish,
                                  const char **why);
// The slots of the model that rows with these variables have; returns how many.
int32_t result_slots(Arena *out, const Model *model, const ResultChoice *choice,
                     const int32_t **slots);

// The table of a choice: the row is the vector of the model's slots, Model.v. To be called after
// initialization, because constants and parameters are copied here.
ResultTable *result_table_of_model(Arena *out, const Model *model, const ResultChoice *choice);

// The variable as kept in the table; the look-up structure is made once. O(1) a query.
typedef struct ResultNames ResultNames;
ResultNames *result_names(Arena *out, const ResultTable *table);
const ResultVariable *result_find(const ResultNames *names, const char *name); // NULL: none
// The only variable whose name ends or begins with the text at a dot; NULL: none or several.
const ResultVariable *result_complete(const ResultTable *table, const char *text);
// Up to `limit` names the user may have meant: slips of the pen, then names that end or begin
// with the text at a dot, then names that contain it. In order of the table within each class.
uint32_t result_near_names(const ResultTable *table, const char *text, uint32_t limit,
                           const char **near);

// The variables whose name matches the POSIX extended regular expression, and always "time".
// Without a pattern (NULL) all that are not hidden. NULL with the reason in `why` when the
// pattern is no regular expression, or no name matches it.
const ResultTable *result_select(Arena *out, const ResultTable *table, const char *pattern,
                                 const char **why);

bool trajectory_has(const Trajectory *t, const ResultVariable *v); // its values are loaded
// NULL when sound, else a sentence about the first thing that is wrong (in `out`).
const char *trajectory_check(Arena *out, const Trajectory *t);
const char *result_table_check(Arena *out, const ResultTable *table);

static inline double result_sign(const ResultVariable *v, double kept)
{
    if (!v->negated) return kept;
    return v->kind == VALUE_BOOLEAN ? 1 - kept : 0 - kept; // no minus zero
}

// The value of `v` in a row that was recorded at `time`.
static inline double result_value(const ResultTable *table, const ResultVariable *v, double time,
                                  const double *row)
{
    double kept = v->place == KEPT_TIME  ? time
                  : v->place == KEPT_ROW ? row[v->index]
                                         : table->constants[v->index];
    return result_sign(v, kept);
}

static inline double trajectory_value(const Trajectory *t, const ResultVariable *v, size_t row)
{
    double kept = v->place == KEPT_TIME  ? t->time[row]
                  : v->place == KEPT_ROW ? t->columns[v->index][row]
                                         : t->table.constants[v->index];
    return result_sign(v, kept);
}
#endif
