/* tarn.h -- compile Modelica models and simulate them, from C and from whatever calls C.
 *
 *     tarn_session *session;  tarn_model *model;  tarn_run *run;
 *     tarn_session_open(&session, show, NULL);
 *     tarn_session_load_file(session, "ball.mo");
 *     tarn_compile(session, "Ball", NULL, &model);
 *     tarn_run_open(model, NULL, &run);
 *     tarn_run_set(run, tarn_model_find(model, "e"), 0.7);
 *     tarn_run_simulate(run);
 *
 * Four kinds of things, each behind a handle:
 *   a session     reads texts and finds classes;
 *   a model       is a compiled class; nothing changes it, and it needs its session no more;
 *   a run         is one life of a model: parameters are set, it is initialized, time passes;
 *   a trajectory  is what a run recorded, or a file has: it needs its run and its file no more.
 *
 * Threads. There is no global state. A session, a run or a trajectory is used by one thread at a
 * time; different ones, also runs of the same model, by as many threads as there are.
 *
 * Names. Text is UTF-8 and ends with NUL. What the library hands out lives as long as the handle
 * it was asked of, unless it says otherwise; what it is given is copied.
 */
#ifndef TARN_H
#define TARN_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

#if defined(TARN_PORTABLE) /* part of a model in sources */
#define TARN_API
#elif defined(__GNUC__)
#define TARN_API __attribute__((visibility("default")))
#else
#define TARN_API
#endif

#define TARN_VERSION "0.1.0"

typedef struct tarn_session tarn_session;
typedef struct tarn_model tarn_model;
typedef struct tarn_run tarn_run;
typedef struct tarn_trajectory tarn_trajectory;

TARN_API const char *tarn_version(void); /* of the library that is linked */

/* ---- Results of calls ----------------------------------------------------------------------
 *
 * Whatever can fail returns one of these; the diagnostics say why. Behind TARN_NO_MEMORY the
 * handle can only be closed; everything else that a failed call took is given back. */

typedef enum tarn_result {
    TARN_OK = 0,
    TARN_WRONG_MODEL = 1, /* the text or the model is wrong */
    TARN_WRONG_USE = 2,   /* this call is not possible, or not now */
    TARN_STOPPED = 3,     /* the simulation cannot go on; what was recorded is valid */
    TARN_CANCELLED = 4,   /* the progress function said so; calling again goes on */
    TARN_NO_MEMORY = 5
} tarn_result;

TARN_API const char *tarn_result_text(tarn_result result); /* "out of memory", ... */

/* ---- Diagnostics ---------------------------------------------------------------------------- */

typedef enum tarn_severity { TARN_NOTE, TARN_WARNING, TARN_ERROR } tarn_severity;

/* Everything in it lives until the function it is given to returns. */
typedef struct tarn_diagnostic {
    tarn_severity severity;
    const char *code;      /* "E0204"; docs/diagnostics.md explains it */
    const char *message;   /* a sentence in the names of the model */
    const char *label;     /* words beside the place; NULL: none */
    const char *file;      /* as it was given; NULL: of no place in a text */
    unsigned line, column; /* from 1 */
    unsigned end_line, end_column;
    const char *replacement; /* a repair: instead of what stands there; NULL: none is known */
    const char *text;        /* all of it, notes included, as the command line shows it */
} tarn_diagnostic;

/* Called by the thread that called the library, before that call returns. It may look at the
 * handles, but call nothing that works on them. */
typedef void (*tarn_diagnostic_fn)(void *client, const tarn_diagnostic *diagnostic);

/* A text that a call gives, NUL behind it; it lives until the function returns. */
typedef void (*tarn_text_fn)(void *client, const char *text, size_t length);

/* ---- Sessions: texts and where they are found ----------------------------------------------- */

/* `show` may be NULL: nothing is shown. */
TARN_API tarn_result tarn_session_open(tarn_session **session, tarn_diagnostic_fn show,
                                       void *client);
TARN_API void tarn_session_close(tarn_session *session); /* NULL is allowed, as in every close */

/* A folder in which packages are searched, before those added later. */
TARN_API tarn_result tarn_session_add_folder(tarn_session *session, const char *folder);
/* Where compiled external C functions are kept; without one each compilation compiles them anew. */
TARN_API tarn_result tarn_session_set_cache(tarn_session *session, const char *folder);
/* Rules of the language that libraries in daily use break are errors from now on. */
TARN_API tarn_result tarn_session_be_strict(tarn_session *session);

/* Classes of a file, or of a text that is called `name` in messages. */
TARN_API tarn_result tarn_session_load_file(tarn_session *session, const char *path);
TARN_API tarn_result tarn_session_load_text(tarn_session *session, const char *name,
                                            const char *text, size_t length);

/* ---- Looking at classes --------------------------------------------------------------------- */

/* As `tarn check` looks at it: TARN_OK where nothing is wrong. Names and modifications as in
 * tarn_compile. */
TARN_API tarn_result tarn_check(tarn_session *session, const char *class_name,
                                const char *const *modifications);

typedef enum tarn_form {
    TARN_FLAT,         /* the equations, as Modelica */
    TARN_EXPLAIN,      /* what the structural analysis found, in words */
    TARN_EXPLAIN_JSON, /* as data */
    TARN_EXPLAIN_PAGE  /* as a page */
} tarn_form;
/* A model with too many or too few equations is explained, too; the call is TARN_WRONG_MODEL. */
TARN_API tarn_result tarn_show(tarn_session *session, const char *class_name,
                               const char *const *modifications, tarn_form form, tarn_text_fn take,
                               void *client);

/* ---- FMUs: models that leave and come ------------------------------------------------------- */

/* `version` of FMI: 2 or 3. */
TARN_API tarn_result tarn_export_fmu(tarn_session *session, const char *class_name,
                                     const char *const *modifications, int version,
                                     const char *path);

/* Of a run of an FMU: what is NaN, 0 or NULL is chosen as for models. */
typedef struct tarn_fmu_run {
    double start_time, stop_time, tolerance;
    long intervals;
    const char *method;
    const char *const *settings; /* "NAME=VALUE", the last one is NULL; NULL: none */
    int is_simulated;            /* by its own steps, co-simulation, where it offers both */
} tarn_fmu_run;
/* Behind TARN_STOPPED there is a trajectory, up to there. */
TARN_API tarn_result tarn_simulate_fmu(tarn_session *session, const char *path,
                                       const tarn_fmu_run *run, tarn_trajectory **trajectory);

/* ---- Sweeps: many runs of one model --------------------------------------------------------- */

/* As `tarn sweep` (docs/ensembles.md). Lists of texts end with NULL; what is NULL, 0 or NaN is
 * chosen. Begin with tarn_sweep_usual. */
typedef struct tarn_sweep {
    const char *output;       /* FILE.csv or FILE.nc; finished runs are kept beside it */
    const char *page;         /* FILE.html; NULL: none */
    const char *const *vary;  /* "R=1:10:100", "k=normal(2,0.1)", ... */
    const char *const *keep;  /* "x", "max(x)", "x@2.5", ... */
    const char *rows;         /* a file with a row for each run */
    const char *sampling;     /* "latin", "halton", "random" */
    long samples, seed, jobs; /* jobs: threads */
    const char *device;       /* "cpu", "opencl:0"; NULL: each run chooses its steps */
    const char *shard;        /* "2/8"; the environment is left alone */
    int resumes, merges;
    double start_time, stop_time, tolerance, step;
    long intervals;
    const char *method, *inline_method;
    /* Now and then; what is not 0 ends the sweep, and `resumes` goes on with it. */
    int (*progress)(void *client, long done, long failed, long of);
    /* Every run when all are there, in order: numbers that varied (NaN: no number) and those kept,
     * trajectories point by point, and the failure, NULL: none. */
    void (*take)(void *client, long run, const double *varied, const double *kept,
                 const char *failure);
    void *client;
    /* The answer. */
    long n_runs, n_failed, n_varied, n_kept;
    int is_whole; /* all shards are there */
} tarn_sweep;

TARN_API tarn_sweep tarn_sweep_usual(void);
/* TARN_STOPPED: no run reached its end; TARN_CANCELLED: `progress` said so. */
TARN_API tarn_result tarn_sweep_run(tarn_session *session, const char *class_name,
                                    const char *const *modifications, tarn_sweep *sweep);

typedef struct tarn_device { /* lives until the function returns */
    const char *name;        /* "opencl:0" */
    const char *description, *vendor, *driver;
    long units;
    double memory;   /* bytes */
    int has_doubles; /* without them it is of no use here */
} tarn_device;
/* What `device` can name, this processor first. */
TARN_API tarn_result tarn_devices(tarn_session *session,
                                  void (*take)(void *client, const tarn_device *device),
                                  void *client);

/* ---- Models: compiled classes --------------------------------------------------------------- */

/* `class_name` is a full name, "A.B.C"; NULL: the last model of what was loaded last.
 * `modifications` are texts like "a.b[2].R = 2*x", the last one is NULL; NULL: none. They may
 * change what the structure depends on; of a variable they set the start value. What takes more
 * than 4 GB to compile is TARN_NO_MEMORY, with a diagnostic that says where. */
TARN_API tarn_result tarn_compile(tarn_session *session, const char *class_name,
                                  const char *const *modifications, tarn_model **model);
/* Runs that are open keep it alive. */
TARN_API void tarn_model_close(tarn_model *model);
TARN_API const char *tarn_model_name(const tarn_model *model);

/* How a model is run: what its annotation says, and what is usual where it says nothing. */
typedef struct tarn_experiment {
    double start_time, stop_time;
    double tolerance;      /* relative */
    long intervals;        /* between the rows of the result */
    double interval;       /* length of all but the last; not positive, or NaN: all are equal */
    double step;           /* fixed step; NaN: the method chooses */
    double max_step;       /* NaN: any */
    const char *method;    /* a name that `tarn methods` lists; NULL: chosen for the model */
    int records;           /* whether rows are kept; 1 unless it is changed */
    const char *variables; /* of which they are: a regular expression; NULL: of all */
} tarn_experiment;

TARN_API tarn_experiment tarn_model_experiment(const tarn_model *model);
/* The same for other times: an annotation tells how long the intervals are, not how many. */
TARN_API tarn_experiment tarn_model_experiment_between(const tarn_model *model, double start_time,
                                                       double stop_time);

/* ---- Variables of a model ------------------------------------------------------------------- */

typedef enum tarn_type {
    TARN_REAL,
    TARN_INTEGER,
    TARN_BOOLEAN,     /* 0 or 1 */
    TARN_ENUMERATION, /* 1 for its first literal */
    TARN_STRING
} tarn_type;
typedef enum tarn_variability {
    TARN_CONSTANT,
    TARN_PARAMETER,
    TARN_DISCRETE,
    TARN_CONTINUOUS
} tarn_variability;
typedef enum tarn_causality { TARN_LOCAL, TARN_INPUT, TARN_OUTPUT } tarn_causality;

/* A scalar; of an array there is one for each element. Where nothing was said a text is NULL and a
 * number NaN; so is a number that depends on parameters, which tarn_run_start and its like tell. */
typedef struct tarn_variable {
    const char *name; /* "body.r[1]" */
    const char *unit, *display_unit, *description;
    tarn_type type;
    tarn_variability variability;
    tarn_causality causality;
    double start, min, max, nominal;
    int n_dimensions; /* of the array that it is an element of; 0: of none */
    const int *dimensions;
    int n_literals; /* of an enumeration */
    const char *const *literals;
    int is_state, is_alias, is_protected;
    int is_settable; /* tarn_run_set takes it before the run is initialized */
} tarn_variable;

TARN_API int tarn_model_variable_count(const tarn_model *model);
/* NULL: there is none of that number. */
TARN_API const tarn_variable *tarn_model_variable(const tarn_model *model, int variable);
TARN_API int tarn_model_find(const tarn_model *model, const char *name); /* -1: there is none */

/* The states that the integrator works on, as numbers of variables; -1 for one without a name of
 * its own (where states are chosen while the model runs). */
TARN_API int tarn_model_state_count(const tarn_model *model);
TARN_API int tarn_model_state(const tarn_model *model, int state);

/* ---- Runs: open, set, initialize ------------------------------------------------------------ */

/* `experiment` may be NULL: that of the model. */
TARN_API tarn_result tarn_run_open(tarn_model *model, const tarn_experiment *experiment,
                                   tarn_run **run);
TARN_API void tarn_run_close(tarn_run *run); /* ends external objects, too */
/* Diagnostics of this run; without it they go nowhere. */
TARN_API void tarn_run_on_diagnostic(tarn_run *run, tarn_diagnostic_fn show, void *client);

/* Called after every step; what is not 0 cancels the call that is under way. */
typedef int (*tarn_progress_fn)(void *client, double time);
TARN_API void tarn_run_on_progress(tarn_run *run, tarn_progress_fn progress, void *client);
/* Not after every step, but at most once in so many seconds. */
TARN_API void tarn_run_set_pace(tarn_run *run, double seconds);

/* Before initialization: the value of a parameter, the start value of a variable. Afterwards: an
 * input, a state or a discrete variable, at the present time; what depends on it follows, as in
 * an event. Anything else is TARN_WRONG_USE. */
TARN_API tarn_result tarn_run_set(tarn_run *run, int variable, double value);
TARN_API tarn_result tarn_run_set_many(tarn_run *run, int n, const int *variables,
                                       const double *values);
TARN_API tarn_result tarn_run_set_text(tarn_run *run, int variable, const char *text); /* before */
/* What was set before initialization is forgotten with the next reset. */
TARN_API void tarn_run_forget(tarn_run *run);

/* Inputs over time: straight lines between the rows, or the value of the row before (`is_held`, and
 * always of inputs that are no continuous Reals). Two rows of one time are a jump, which is an
 * event; outside of the rows the first and the last values hold. */
typedef struct tarn_inputs {
    int n;
    const int *variables; /* n inputs */
    size_t rows;
    const double *times;  /* they do not decrease */
    const double *values; /* those of variables[i] from values[i * rows] on */
    int is_held;
} tarn_inputs;

/* Before initialization; NULL takes them away again. They stay through tarn_run_reset. */
TARN_API tarn_result tarn_run_set_inputs(tarn_run *run, const tarn_inputs *inputs);

/* Values that fit together at the start time, its events included. Done by the first of the calls
 * below that needs it. */
TARN_API tarn_result tarn_run_initialize(tarn_run *run);
/* As it was opened, with another experiment or (NULL) the same. What was set before initialization
 * stays set. */
TARN_API tarn_result tarn_run_reset(tarn_run *run, const tarn_experiment *experiment);

/* ---- Runs: let time pass -------------------------------------------------------------------- */

/* To the stop time. */
TARN_API tarn_result tarn_run_simulate(tarn_run *run);
/* To `time`, at most to the stop time; with `stops_at_events` at most to behind the next event. */
TARN_API tarn_result tarn_run_advance(tarn_run *run, double time, int stops_at_events);
/* One step of the integrator, at most to `limit`, with the events behind it. */
TARN_API tarn_result tarn_run_step(tarn_run *run, double limit);

TARN_API double tarn_run_time(const tarn_run *run);
TARN_API int tarn_run_is_at_event(const tarn_run *run); /* the last step ended with one */
/* The stop time is reached, or the model has ended itself; time passes no more. */
TARN_API int tarn_run_is_over(const tarn_run *run);

/* ---- Runs: values and state ----------------------------------------------------------------- */

/* At the present time; before initialization what is set. A String has no number. */
TARN_API tarn_result tarn_run_get(tarn_run *run, int variable, double *value);
TARN_API tarn_result tarn_run_get_many(tarn_run *run, int n, const int *variables, double *values);
/* It lives until the run goes on. */
TARN_API tarn_result tarn_run_get_text(tarn_run *run, int variable, const char **value);
/* The attributes of a variable with the parameters of this run, which is initialized. */
TARN_API tarn_result tarn_run_start(tarn_run *run, int variable, double *value);
TARN_API tarn_result tarn_run_limits(tarn_run *run, int variable, double *min, double *max);

/* The states that the integrator works on and their derivatives; either may be NULL. */
TARN_API tarn_result tarn_run_states(tarn_run *run, double *states, double *derivatives);

/* How derivatives of states and outputs change with states and inputs at the present point:
 *     der(x) = A x + B u,  y = C x + D u    for small changes,
 * rows one after the other; each matrix may be NULL. Exact where the model has its derivatives in
 * closed form; what it has not comes from differences of fourth order. */
typedef struct tarn_linearization {
    int n_inputs, n_outputs;
    const int *inputs, *outputs; /* variables; outputs are any that are Real */
    double *a, *b, *c, *d;
} tarn_linearization;
TARN_API tarn_result tarn_run_linearize(tarn_run *run, const tarn_linearization *matrices);

/* The whole state, *size bytes at *bytes, which live until the next call for this run. Who goes on
 * from them gets the same bits: this run itself, which begins its integration anew here, and every
 * run of the same model that restores them. The rows of the result are not in them, and external
 * objects are not: bytes of a model that has such objects serve the run that saved them. */
TARN_API tarn_result tarn_run_save(tarn_run *run, const void **bytes, size_t *size);
TARN_API tarn_result tarn_run_restore(tarn_run *run, const void *bytes, size_t size);
/* Another way from there: with the parameters that were set for this run before it was initialized,
 * its own inputs over time and its own experiment. */
TARN_API tarn_result tarn_run_branch(tarn_run *run, const void *bytes, size_t size);

/* ---- Results in memory ---------------------------------------------------------------------- */

/* Rows recorded so far: the output grid, and two for each event, the one before it first. */
TARN_API size_t tarn_run_row_count(const tarn_run *run);
/* Copies the first `rows` times or values of a variable. */
TARN_API tarn_result tarn_run_times(const tarn_run *run, size_t rows, double *times);
TARN_API tarn_result tarn_run_column(const tarn_run *run, int variable, size_t rows,
                                     double *values);

/* What the run did so far. */
typedef struct tarn_statistics {
    const char *method, *reason; /* the integrator in use, and why this one */
    long long steps, rejected, evaluations, jacobians, iterations;
    long long state_events, time_events;
} tarn_statistics;

TARN_API tarn_statistics tarn_run_statistics(const tarn_run *run);

/* ---- Trajectories --------------------------------------------------------------------------- */

/* What was recorded so far. Nothing is copied, and nothing of it changes: it stays when the run
 * goes on, is reset or closed. */
TARN_API tarn_result tarn_run_trajectory(tarn_run *run, tarn_trajectory **trajectory);
/* A result file, CSV or MAT. `show` hears of this call; it may be NULL. */
TARN_API tarn_result tarn_trajectory_read(const char *path, tarn_diagnostic_fn show, void *client,
                                          tarn_trajectory **trajectory);
TARN_API void tarn_trajectory_close(tarn_trajectory *trajectory);
/* Diagnostics of the calls below. */
TARN_API void tarn_trajectory_on_diagnostic(tarn_trajectory *trajectory, tarn_diagnostic_fn show,
                                            void *client);

/* A variable with its values as they are kept: `values` is NULL where they are not. */
typedef struct tarn_column {
    const char *name;
    const char *unit, *display_unit, *description; /* NULL: none */
    tarn_type type;
    const double *values;
    int is_constant; /* values[0] holds in every row */
    int is_negated;  /* the value is 0 - values[i], of a Boolean 1 - values[i] */
    int is_hidden;   /* protected: shown to those who ask for it by name */
} tarn_column;

TARN_API size_t tarn_trajectory_row_count(const tarn_trajectory *trajectory);
TARN_API const double *tarn_trajectory_times(const tarn_trajectory *trajectory);
TARN_API int
tarn_trajectory_column_count(const tarn_trajectory *trajectory); /* the first is time */
TARN_API tarn_result tarn_trajectory_column(const tarn_trajectory *trajectory, int column,
                                            tarn_column *out);
TARN_API int tarn_trajectory_find(tarn_trajectory *trajectory, const char *name); /* -1: none */

/* A file whose ending tells its format. `variables` is a regular expression; NULL: all that are not
 * hidden. */
TARN_API tarn_result tarn_trajectory_write(tarn_trajectory *trajectory, const char *path,
                                           const char *variables);
/* The page on which all variables can be searched and drawn. `chosen` are drawn at first; the last
 * one is NULL; NULL: none. */
TARN_API tarn_result tarn_trajectory_page(tarn_trajectory *trajectory, const char *const *chosen,
                                          tarn_text_fn take, void *client);

typedef struct tarn_signal { /* one variable of a comparison */
    const char *name;
    int is_missing;
    size_t n_points, n_outside;
    double half_height;                        /* of the tube */
    double first_time, first_value, low, high; /* the first point outside, and the tube there */
    double worst_time, worst_distance;         /* beyond its border */
} tarn_signal;

typedef struct tarn_comparison {
    double tolerance;      /* not positive, or NaN: 2e-3 */
    const char *variables; /* a regular expression; NULL: all of the reference */
    int only_both;         /* what the result has not got is left out */
    void (*take)(void *client, const tarn_signal *signal); /* NULL: nobody */
    void *client;
    /* The answer. */
    int holds, ends_early;
    double half_width, result_end, reference_end;
} tarn_comparison;
/* Do the points of the result lie in the tube around the reference, as `tarn compare` says it? */
TARN_API tarn_result tarn_trajectory_compare(tarn_trajectory *result, tarn_trajectory *reference,
                                             tarn_comparison *comparison);

#ifdef __cplusplus
}
#endif
#endif
