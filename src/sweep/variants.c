#include "sweep/variants.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/stack.h"
#include "tarn/compile/session_open.h"

// ---- Compiling ------------------------------------------------------------------------------

// The options with the values of a run that are compiled in.
static CompileOptions options_of(const Variants *v, uint64_t run, Arena *a)
{
    CompileOptions options = *v->compile;
    options.sets = (WordList){0};
    for (uint32_t i = 0; i < v->compile->sets.count; i++)
        VEC_PUSH(a, &options.sets, v->compile->sets.data[i]);
    for (uint32_t i = 0; v->variables && i < v->plan->n_axes; i++)
        if (v->variables[i] < 0)
            VEC_PUSH(
                a, &options.sets,
                arena_printf(a, "%s=%s", v->plan->axes[i].name, plan_text(v->plan, run, i, a)));
    return options;
}

// ---- What can be set -----------------------------------------------------------------------

// A text as a value of the variable: true, a literal of an enumeration.
static double value_of_text(const tarn_variable *x, const char *text)
{
    if (x->type == TARN_BOOLEAN)
        return !strcmp(text, "true") ? 1 : !strcmp(text, "false") ? 0 : (double)NAN;
    const char *dot = strrchr(text, '.');
    for (int i = 0; x->type == TARN_ENUMERATION && i < x->n_literals; i++)
        if (!strcmp(x->literals[i], dot ? dot + 1 : text)) return i + 1;
    return NAN;
}

// All values of a list as numbers; NULL where one is none.
static double *numbers_of(Session *s, const Axis *axis, const tarn_variable *x)
{
    double *numbers = ARENA_ARRAY(s->arena, double, axis->n + 1);
    bool takes_words = x->type == TARN_BOOLEAN || x->type == TARN_ENUMERATION;
    for (uint32_t i = 0; i < axis->n; i++) {
        numbers[i] =
            takes_words && axis->texts[i] ? value_of_text(x, axis->texts[i]) : axis->numbers[i];
        if (isnan(numbers[i]) || (x->type == TARN_INTEGER && numbers[i] != floor(numbers[i])))
            return NULL;
    }
    return numbers;
}

static void sort_axes(Variants *v, Session *s)
{
    for (uint32_t i = 0; i < v->plan->n_axes; i++) {
        const Axis *axis = &v->plan->axes[i];
        int found = tarn_model_find(v->first, axis->name);
        const tarn_variable *x = found < 0 ? NULL : tarn_model_variable(v->first, found);
        bool is_drawn = axis->spread != SPREAD_NONE;
        v->variables[i] = -1;
        if (x && x->is_settable && x->type != TARN_STRING && !(is_drawn && x->type != TARN_REAL))
            v->numbers[i] = numbers_of(s, axis, x);
        if (v->numbers[i]) v->variables[i] = found;
        v->is_structural |= v->variables[i] < 0;
    }
}

bool variants_open(Variants *v, Session *s)
{
    uint32_t n = v->plan->n_axes;
    v->first = compiled_model(s, v->what, v->compile, v->run, &v->identity);
    if (!v->first) return false;
    v->variables = ARENA_ARRAY(s->arena, int, n);
    v->numbers = ARENA_ARRAY(s->arena, double *, n);
    sort_axes(v, s);
    if (!v->is_structural) return true;
    tarn_model_close(v->first);
    CompileOptions options = options_of(v, 0, s->arena);
    v->first = compiled_model(s, v->what, &options, v->run, NULL);
    return v->first != NULL;
}

uint64_t variants_key(const Variants *v, uint64_t run)
{
    uint64_t key = 0;
    for (uint32_t i = 0; i < v->plan->n_axes; i++) {
        const Axis *axis = &v->plan->axes[i];
        if (v->variables[i] >= 0) continue;
        if (axis->spread != SPREAD_NONE) return run; // no two are alike
        key = key * axis->n + run / axis->stride % axis->n;
    }
    return key;
}

double variants_number(const Variants *v, uint64_t run, uint32_t i)
{
    const Axis *axis = &v->plan->axes[i];
    return axis->spread == SPREAD_NONE ? v->numbers[i][run / axis->stride % axis->n]
                                       : plan_number(v->plan, run, i);
}

// ---- In a session of its own ---------------------------------------------------------------

typedef struct Compilation {
    const Variants *variants;
    uint64_t run;
    char *why;
    size_t room;
    tarn_model *model;
} Compilation;

static void tell_first_error(const Session *s, char *why, size_t room)
{
    for (uint32_t i = 0; i < diag_total(s->diag); i++)
        if (diag_at(s->diag, i)->severity == SEVERITY_ERROR) {
            snprintf(why, room, "%s", diag_at(s->diag, i)->message);
            return;
        }
    snprintf(why, room, "it does not compile");
}

static void compile_on_stack(void *work)
{
    Compilation *c = work;
    MemoryGuard guard;
    memory_guard_enter(&guard);
    if (setjmp(guard.place)) {
        c->model = NULL;
        snprintf(c->why, c->room, "out of memory");
        return;
    }
    const Variants *v = c->variants;
    Session *s = v->open ? v->open(v->client) : session_open();
    CompileOptions options = options_of(c->variants, c->run, s->arena);
    c->model = compiled_model(s, c->variants->what, &options, c->variants->run, NULL);
    if (!c->model) tell_first_error(s, c->why, c->room);
    session_close(s);
    memory_guard_leave(&guard);
}

tarn_model *variants_compile(const Variants *v, uint64_t run, char *why, size_t room)
{
    Compilation c = {v, run, why, room, NULL};
    stack_run(compile_on_stack, &c);
    return c.model;
}
