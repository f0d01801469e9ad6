// fmu_description.h -- modelDescription.xml of an FMU that somebody else wrote: FMI 2.0 and 3.0.
//
// Small faults are noted and lived with; what cannot be understood is an error.
#ifndef FMI_FMU_DESCRIPTION_H
#define FMI_FMU_DESCRIPTION_H
#include "abi/model.h"
#include "base/arena.h"
#include "base/vec.h"

typedef enum { // ORDER: the words of the standards
    FMU_FLOAT64,
    FMU_FLOAT32,
    FMU_INT8,
    FMU_UINT8,
    FMU_INT16,
    FMU_UINT16,
    FMU_INT32,
    FMU_UINT32,
    FMU_INT64,
    FMU_UINT64,
    FMU_BOOLEAN,
    FMU_ENUMERATION,
    FMU_STRING,
    FMU_BINARY,
    FMU_CLOCK,
    N_FMU_TYPES
} FmuType;

typedef enum {
    FMU_PARAMETER,
    FMU_CALCULATED_PARAMETER,
    FMU_STRUCTURAL_PARAMETER,
    FMU_INPUT,
    FMU_OUTPUT,
    FMU_LOCAL,
    FMU_INDEPENDENT
} FmuCausality;
typedef enum { // of a clock: who knows its next tick, and when
    FMU_INTERVAL_CONSTANT,
    FMU_INTERVAL_FIXED,
    FMU_INTERVAL_TUNABLE,
    FMU_INTERVAL_CHANGING,
    FMU_INTERVAL_COUNTDOWN,
    FMU_INTERVAL_TRIGGERED
} FmuIntervals;
typedef enum { FMU_CONSTANT, FMU_FIXED, FMU_TUNABLE, FMU_DISCRETE, FMU_CONTINUOUS } FmuVariability;

typedef struct FmuVariable {
    const char *name, *description, *unit, *display_unit, *type_name;
    FmuType type;
    uint32_t reference;
    FmuCausality causality;
    FmuVariability variability;
    const char *initial; // NULL: not said
    const char *start;   // as it is written; NULL: none
    double min, max, nominal;
    int64_t derivative; // FMI 2: number of the state from 1; FMI 3: its reference; -1: none
    uint32_t n_dims;
    int64_t dims[8];
    int64_t count; // of elements
    FmuIntervals intervals;
    double interval, shift; // NAN: not said
    int64_t priority;       // small is urgent
    VEC(uint32_t) clocks;   // references: it has a value at their ticks only
    unsigned line;
} FmuVariable;

typedef struct FmuInterface { // model exchange or co-simulation
    const char *identifier;   // NULL: not offered
    bool saves_states, serializes_states, has_directions, has_adjoints, needs_tool;
    bool needs_completed_steps;          // model exchange
    bool has_variable_steps, has_events; // co-simulation
} FmuInterface;

typedef struct FmuEnumeration {
    const char *name;
    VEC(const char *) literals;
} FmuEnumeration;

typedef struct FmuDescription {
    int version; // 2 or 3
    const char *version_text, *model_name, *token, *tool, *date, *comment;
    FmuInterface exchange, simulation, scheduled;
    int64_t n_indicators;
    double start_time, stop_time, tolerance, step;
    VEC(FmuVariable) variables;
    VEC(FmuEnumeration) types;
    VEC(uint32_t) derivatives; // FMI 2: numbers from 1; FMI 3: references
    VEC(uint32_t) outputs;     // the same
    VEC(const char *) complaints;
} FmuDescription;

// NULL, or why it cannot be used.
const char *fmu_description_read(Arena *out, const char *text, size_t length, FmuDescription *d);
// By state: number of the variable that is the state, and of the one that is its derivative. False:
// they do not fit together, and a complaint says so.
bool fmu_find_states(Arena *out, FmuDescription *d, int32_t **states, int32_t **derivatives);
const char *fmu_type_word(FmuType type);
const char *fmu_causality_word(FmuCausality causality);
#endif
