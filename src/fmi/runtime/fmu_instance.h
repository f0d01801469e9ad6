// fmu_instance.h -- one instance of an exported model; both versions of FMI are thin layers on it.
//
// A run is initialized when somebody asks for what only initialization tells. Whoever sets
// something before initialization has ended begins anew: what was set stays set.
#ifndef FMI_RUNTIME_FMU_INSTANCE_H
#define FMI_RUNTIME_FMU_INSTANCE_H
#include "fmi/export/exported_model.h"
#include "fmi/export/references.h"
#include "fmi/fmi.h"

typedef enum {
    PHASE_INSTANTIATED,
    PHASE_INITIALIZING,
    PHASE_RUNNING, // whatever mode the importer is in
    PHASE_TERMINATED
} InstancePhase;

typedef struct Instance Instance;
typedef void InstanceLog(const Instance *i, FmiStatus status, const char *category,
                         const char *message);

struct Instance {
    Arena *arena;
    const char *name;
    ExportedModel exported;
    tarn_model *model;
    const Model *tables;
    tarn_run *run;
    tarn_experiment experiment;
    const int32_t *counts;          // of array elements, by variable
    const int32_t *state_variables; // by state
    InstancePhase phase;
    bool is_exchanged, is_event_pending, is_terminated;
    bool is_at_start;    // the events of the start were handled, and nothing since
    bool has_input_tick; // an input clock was activated
    InstanceLog *log;
    void *environment;
    void *logger; // the importer's function, or its callbacks
    bool logs;
    // Of FMI 3 co-simulation:
    bool uses_events, may_return_early;
    Fmi3Update *update;
    int *numbers; // room for calls, as many as `room`
    double *values;
    size_t room;
    Arena *scratch; // of the call under way
    double *states, *derivatives, *indicators;
    int32_t n_indicators;
};

typedef struct InstanceRequest { // what an instance is opened with
    const char *name, *token, *resources;
    bool is_exchanged, logs;
    InstanceLog *log;
    void *environment, *logger;
} InstanceRequest;

Instance *instance_open(const InstanceRequest *request); // NULL after it was told why
void instance_close(Instance *i);
void instance_tell(const Instance *i, FmiStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

FmiStatus instance_set_up(Instance *i, const double *tolerance, double start, const double *stop);
FmiStatus instance_begin(Instance *i);     // initialization
FmiStatus instance_end_begin(Instance *i); // is done
FmiStatus instance_terminate(Instance *i);
FmiStatus instance_reset(Instance *i);

// Scalars by reference; `kinds` is a set of bits 1 << ValueKind that the caller can represent.
FmiStatus instance_get(Instance *i, const uint32_t *references, size_t n, unsigned kinds,
                       double *values);
FmiStatus instance_set(Instance *i, const uint32_t *references, size_t n, unsigned kinds,
                       const double *values);
FmiStatus instance_get_texts(Instance *i, const uint32_t *references, size_t n,
                             const char **values);
FmiStatus instance_set_texts(Instance *i, const uint32_t *references, size_t n,
                             const char *const *values);

typedef struct StepResult {
    bool needs_event, is_terminated, is_early;
    double reached;
} StepResult;
FmiStatus instance_step(Instance *i, double time, double step, StepResult *result);

// ---- fmu_exchange.c: model exchange ------------------------------------------------------------
FmiStatus instance_move(Instance *i, double time);
FmiStatus instance_set_states(Instance *i, const double *states, size_t n);
// Either may be NULL.
FmiStatus instance_get_states(Instance *i, double *states, double *derivatives, size_t n);
FmiStatus instance_indicators(Instance *i, double *indicators, size_t n);
FmiStatus instance_nominals(Instance *i, double *nominals, size_t n);
FmiStatus instance_accept(Instance *i, bool *needs_event);
FmiStatus instance_event(Instance *i, ExchangeEvent *event); // of co-simulation, too
FmiStatus instance_settle(Instance *i, ExchangeEvent *event);

// ---- fmu_clocks.c: in event mode ----------------------------------------------------------------
FmiStatus instance_get_clocks(Instance *i, const uint32_t *references, size_t n, bool *ticks);
FmiStatus instance_set_clocks(Instance *i, const uint32_t *references, size_t n, const bool *ticks);
FmiStatus instance_end_ticks(Instance *i); // after an event: no input clock is active any more

// ---- states.c: what the importer keeps ---------------------------------------------------------
typedef struct SavedState SavedState;
FmiStatus instance_save(Instance *i, SavedState **state);
FmiStatus instance_restore(Instance *i, const SavedState *state);
void instance_forget(SavedState *state);
FmiStatus instance_state_size(Instance *i, const SavedState *state, size_t *size);
FmiStatus instance_state_write(Instance *i, const SavedState *state, void *bytes, size_t size);
FmiStatus instance_state_read(Instance *i, const void *bytes, size_t size, SavedState **state);

// ---- fmu_directions.c
// --------------------------------------------------------------------------------
FmiStatus instance_direction(Instance *i, const uint32_t *unknowns, size_t n_unknowns,
                             const uint32_t *knowns, size_t n_knowns, const double *seed,
                             double *answer);
#endif
