// input_table.h -- values of inputs over time: from a file (--inputs), or from a program.
#ifndef TARN_INPUT_TABLE_H
#define TARN_INPUT_TABLE_H
#include "flat/flat_model.h"
#include "run/inputs.h"
#include "tarn/compile/compile_options.h"

typedef struct InputPlace { // where an input was declared
    const char *name;
    Span span;
} InputPlace;
typedef VEC(InputPlace) InputPlaces;

// To be kept when the flat model is gone.
InputPlaces input_places(Arena *out, const FlatModel *flat);

// A column for the variable, an input. NULL, or why one of its values cannot be taken, with *row.
const char *input_column_make(Arena *out, const VariableInfo *v, bool is_held, const double *values,
                              size_t n_rows, InputColumn *column, size_t *row);
// The file `inputs` of the run, for a model that starts at `start`; *table stays NULL when there is
// none. False after a report.
bool input_table_read(Session *s, Arena *out, const Model *model, const RunOptions *run,
                      double start, const InputTable **table);
// The same columns for another model, by name: what is no input there is passed over.
const InputTable *input_table_for(Arena *out, const InputTable *table, const Model *from,
                                  const Model *to);
// One warning for all inputs that have values neither in the table nor in `sets`.
void input_table_tell_missing(Session *s, const Model *model, const InputTable *table,
                              const WordList *sets, const InputPlaces *places);
#endif
