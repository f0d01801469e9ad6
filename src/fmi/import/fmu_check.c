#include "fmi/import/fmu_check.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/coverage.h"
#include "base/side_file.h"
#include "fmi/import/fmu_simulate.h"
#include "tarn/compile/session_open.h"

static const Span nowhere = {0, 0};

// ---- The description
// ---------------------------------------------------------------------------------

static void complain(Arena *out, FmuFile *f, const FmuVariable *v, const char *sentence)
{
    const char *said = arena_printf(out, "line %u: '%s' %s", v->line, v->name, sentence);
    VEC_PUSH(out, &f->description.complaints, said);
}

static bool has_start(const FmuVariable *v)
{
    return v->start != NULL;
}

static void check_variable(Arena *out, FmuFile *f, const FmuVariable *v)
{
    bool is_exact = v->initial && (!strcmp(v->initial, "exact") || !strcmp(v->initial, "approx"));
    bool is_parameter = v->causality == FMU_PARAMETER || v->causality == FMU_STRUCTURAL_PARAMETER;
    bool needs_start =
        is_exact || is_parameter || v->causality == FMU_INPUT || v->variability == FMU_CONSTANT;
    bool may_continue = v->type == FMU_FLOAT64 || v->type == FMU_FLOAT32;
    if (needs_start && !has_start(v) && v->type < FMU_BINARY)
        complain(out, f, v, "needs a start value and has none");
    if (v->initial && !strcmp(v->initial, "calculated") && has_start(v))
        complain(out, f, v, "is calculated and has a start value");
    if (is_parameter && (v->variability == FMU_CONTINUOUS || v->variability == FMU_DISCRETE))
        complain(out, f, v, "is a parameter that varies");
    if (!may_continue && v->variability == FMU_CONTINUOUS)
        complain(out, f, v, "is no Real and continuous");
    if (v->min > v->max) complain(out, f, v, "has a minimum above its maximum");
    if (v->nominal <= 0) complain(out, f, v, "has a nominal value that is not positive");
}

static int by_name(const void *a, const void *b)
{
    const FmuVariable *const *p = a, *const *q = b;
    return strcmp((*p)->name, (*q)->name);
}

static void check_names(Arena *out, FmuFile *f)
{
    uint32_t n = f->description.variables.count;
    const FmuVariable **sorted = ARENA_ARRAY(out, const FmuVariable *, n + 1);
    for (uint32_t i = 0; i < n; i++) sorted[i] = &f->description.variables.data[i];
    qsort(sorted, n, sizeof *sorted, by_name);
    for (uint32_t i = 1; i < n; i++)
        if (!strcmp(sorted[i - 1]->name, sorted[i]->name))
            complain(out, f, sorted[i], "is the name of two variables");
}

static bool is_identifier(const char *name)
{
    if (isdigit((unsigned char)*name)) return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_') return false;
    return true;
}

static void check_interface(Arena *out, FmuFile *f, const FmuInterface *i)
{
    const char *said = NULL;
    if (!i->identifier) return;
    if (!is_identifier(i->identifier))
        said = arena_printf(out, "modelIdentifier '%.100s' is no name of C", i->identifier);
    else if (i->serializes_states && !i->saves_states)
        said = "states are serialized, but cannot be got";
    if (said) VEC_PUSH(out, &f->description.complaints, said);
}

void fmu_check_description(Arena *out, FmuFile *f)
{
    int32_t *states, *derivatives;
    for (uint32_t i = 0; i < f->description.variables.count; i++)
        check_variable(out, f, &f->description.variables.data[i]);
    check_names(out, f);
    check_interface(out, f, &f->description.exchange);
    check_interface(out, f, &f->description.simulation);
    check_interface(out, f, &f->description.scheduled);
    fmu_find_states(out, &f->description, &states, &derivatives);
}

// ---- Behaviour
// -----------------------------------------------------------------------------------------

// In a child: runs it and tells what was reported.
static void run_in_child(const char *path, FmuUse use, int to)
{
    Session *s = session_open();
    SimulatedModel sim;
    CompileOptions compile;
    RunOptions run;
    compile_options_defaults(&compile);
    run_options_defaults(&run);
    SimulateOutcome outcome = fmu_simulate(&sim, s, path, use, &compile, &run);
    Text text = text_make(s->arena);
    for (uint32_t i = 0; i < diag_total(s->diag); i++) {
        const Diagnostic *d = diag_at(s->diag, i);
        if (d->severity != SEVERITY_ERROR) continue;
        text_printf(&text, "%s%s%s\n", d->message, d->notes ? ": " : "",
                    d->notes ? d->notes->message : "");
    }
    write_all(to, text_cstr(&text), text.length);
    simulated_model_close(&sim);
    coverage_write();
    _exit(outcome == SIMULATE_DONE ? 0 : 1);
}

typedef struct Child {
    pid_t id;
    int status;
    bool is_gone;
} Child;

// Until the other end is closed or the child is gone: what the FMU has started may hold that end.
static const char *read_from(Arena *out, int from, Child *child)
{
    enum { MOMENT_MS = 50, MOST = 100000 };
    Text text = text_make(out);
    char buffer[4096];
    struct pollfd look = {.fd = from, .events = POLLIN};
    while (text.length < MOST) {
        int n_ready = poll(&look, 1, MOMENT_MS);
        ssize_t n = n_ready > 0 ? read(from, buffer, sizeof buffer) : 0;
        if (n > 0) text_add_bytes(&text, buffer, (size_t)n);
        bool is_over = n_ready > 0 && (n == 0 || (n < 0 && errno != EINTR));
        if (is_over || child->is_gone) break;
        if (n_ready <= 0) child->is_gone = waitpid(child->id, &child->status, WNOHANG) == child->id;
    }
    while (text.length && text.data[text.length - 1] == '\n') text.data[--text.length] = '\0';
    return text_cstr(&text);
}

// NULL: it runs to its end.
static const char *failure_of(Arena *out, const char *path, FmuUse use)
{
    int ends[2];
    if (pipe(ends)) return strerror(errno);
    Child child = {.id = fork()};
    if (child.id == 0) {
        close(ends[0]);
        alarm(60);
        run_in_child(path, use, ends[1]);
    }
    close(ends[1]);
    const char *said = child.id > 0 ? read_from(out, ends[0], &child) : strerror(errno);
    close(ends[0]);
    if (child.id < 0) return said;
    while (!child.is_gone && waitpid(child.id, &child.status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(child.status) && WEXITSTATUS(child.status) == 0) return NULL;
    if (WIFSIGNALED(child.status))
        return WTERMSIG(child.status) == SIGALRM
                   ? "it has not ended within a minute"
                   : arena_printf(out, "it crashed: %s", strsignal(WTERMSIG(child.status)));
    return *said ? said : "it ended its process";
}

bool fmu_check_behaviour(Session *s, Arena *out, FmuFile *f)
{
    const FmuInterface *const interfaces[] = {&f->description.exchange, &f->description.simulation,
                                              &f->description.scheduled};
    static const FmuUse uses[] = {FMU_AS_EXCHANGE, FMU_AS_SIMULATION, FMU_AS_SCHEDULED};
    static const char *const words[] = {"model exchange", "co-simulation", "scheduled execution"};
    bool ok = true;
    for (int k = 0; k < 3; k++) {
        if (!interfaces[k]->identifier) continue;
        const char *why = failure_of(out, f->path, uses[k]);
        if (why)
            diag_error(s->diag, nowhere, E_FMU_FILE, "'%s' fails in %s: %s", f->path, words[k],
                       why);
        ok &= !why;
    }
    return ok;
}
