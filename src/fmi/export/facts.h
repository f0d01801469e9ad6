// facts.h -- what importers are told about the variables of an exported model: one table, from
// which the descriptions of both versions are written.
#ifndef FMI_FACTS_H
#define FMI_FACTS_H
#include "base/vec.h"
#include "fmi/export/references.h"
#include "program/program.h"

typedef enum {
    CAUSALITY_PARAMETER,
    CAUSALITY_CALCULATED_PARAMETER,
    CAUSALITY_OF_INPUT,
    CAUSALITY_OF_OUTPUT,
    CAUSALITY_OF_LOCAL,
    CAUSALITY_INDEPENDENT
} FactCausality;
typedef enum {
    VARIABILITY_OF_CONSTANT,
    VARIABILITY_FIXED,
    VARIABILITY_OF_TUNABLE,
    VARIABILITY_OF_DISCRETE,
    VARIABILITY_OF_CONTINUOUS
} FactVariability;
typedef enum { INITIAL_NONE, INITIAL_EXACT, INITIAL_APPROX, INITIAL_CALCULATED } FactInitial;

typedef struct Fact {
    uint32_t reference;
    const char *name, *description, *unit, *display_unit;
    ValueKind kind;
    FactCausality causality;
    FactVariability variability;
    FactInitial initial;
    bool has_start;
    double min, max, nominal;  // NaN: not told
    int32_t type;              // of an enumeration: its number among the types
    int32_t state;             // number of the state that it is, or -1
    int32_t derivative_of;     // number of the state whose derivative it is, or -1
    int32_t indicator;         // number of the event indicator that it is, or -1
    bool is_clock;             // of FMI 3
    const VariableInfo *first; // NULL: time, a derivative, ...
    const char *of_state;      // name of the state: NULL for those that are variables
    int32_t count;             // of elements; of states and derivatives they are numbered in turn
    const VariableInfo *shape; // whose dimensions it has, where there are several
} Fact;

typedef struct EnumerationType {
    const char *const *literals;
    uint32_t n_literals;
} EnumerationType;

typedef struct Facts {
    VEC(Fact) rows;
    VEC(EnumerationType) types;
    VEC(const char *) units;         // and, for each, how it is shown; NULL: as it is
    VEC(const char *) display_units; // a unit is listed once for each
    int32_t n_indicators;
    int32_t *row_of_state, *row_of_derivative; // by state
    const double *values;                      // the model's vector
    const Model *model;
    const Program *program; // of the model
} Facts;

typedef enum {
    INTERFACE_INPUTS = 1,
    INTERFACE_OUTPUTS = 2,
    INTERFACE_PARAMETERS = 4,
    INTERFACE_STATES = 8,
    INTERFACE_ALL = 16
} Interface;

typedef struct FactOptions {
    unsigned interface;            // of Interface
    bool keeps_arrays, has_clocks; // as types of their own
    const char *variables;         // a regular expression; NULL: all
    int32_t n_indicators;          // that are variables of the description
    bool is_initialized;           // `values` are those of the start
    const uint8_t *tunable;        // by slot, see tunable.h
} FactOptions;

// `values` is the model's vector. NULL, or why the regular expression is none.
const char *facts_collect(Facts *f, const Program *p, const double *values,
                          const FactOptions *options, Arena *out);
// The start value of an element, or its value where that is what counts.
double fact_start(const Facts *f, const Fact *row, int32_t element);
const char *fact_start_text(const Facts *f, const Fact *row, int32_t element);
#endif
