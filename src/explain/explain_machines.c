// State machines as their author sees them: states, and the ways between them; and which structure
// is told where it changes while the model runs.
#include "explain/explain.h"

typedef struct Machines {
    const FlatModel *flat;
    SourceTable *sources;
    Text *out;
} Machines;

static void add_state(const Machines *m, ComponentId state)
{
    component_print_path(m->flat->instance, state, m->out);
}

static int32_t state_of(const Machines *m, ComponentId component)
{
    uint32_t i = 0;
    while (m->flat->states[i].component.i != component.i) i++;
    return (int32_t)i;
}

// In one line, whatever the layout of the model.
static void add_source(const Machines *m, Span span)
{
    const SourceFile *file = source_of(m->sources, span.begin);
    if (!file) return;
    const char *text = file->text + (span.begin - file->first);
    bool is_gap = false;
    for (uint32_t i = 0; i < span.end - span.begin; i++) {
        bool is_space = text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r';
        if (!is_space && is_gap) text_add_char(m->out, ' ');
        if (!is_space) text_add_char(m->out, text[i]);
        is_gap = is_space;
    }
}

static void tell_transition(const Machines *m, const Transition *t)
{
    text_add(m->out, "  ");
    add_state(m, t->from);
    text_add(m->out, " -> ");
    add_state(m, t->to);
    text_add(m->out, "  if ");
    add_source(m, t->condition_span);
    text_add(m->out, t->immediate ? "  (at once" : "  (one tick later");
    text_add(m->out, t->reset ? ", begins anew" : ", goes on");
    if (t->synchronize) text_add(m->out, ", when all machines inside have ended");
    if (t->priority != 1) text_printf(m->out, ", priority %d", t->priority);
    text_add(m->out, ")\n");
}

static void tell_machine(const Machines *m, const InitialState *initial)
{
    const Instance *in = m->flat->instance;
    const FlatState *first = &m->flat->states[state_of(m, initial->state)];
    text_add(m->out, "\nState machine");
    if (first->parent >= 0) {
        text_add(m->out, " inside ");
        add_state(m, m->flat->states[first->parent].component);
    }
    text_add(m->out, ", begins in ");
    add_state(m, initial->state);
    text_add(m->out, ":\n");
    for (uint32_t i = 0; i < in->n_transitions; i++) {
        const Transition *t = &in->transitions[i];
        if (m->flat->states[state_of(m, t->from)].machine == first->machine) tell_transition(m, t);
    }
}

// Models whose structure changes are told for the start.
static void tell_mode(const FlatVariable *v, Text *out)
{
    text_printf(out, "\nThe structure follows '%s' while the model runs; this is the one for ",
                v->name);
    if (v->declared->mode->kind == EXPR_BOOLEAN)
        text_add(out, expr_is_true(v->declared->mode) ? "true" : "false");
    else if (v->declared->mode->kind == EXPR_ENUM)
        text_add(out, v->type->literals[v->declared->mode->u.integer - 1]->text);
    else
        text_printf(out, "%lld", (long long)v->declared->mode->u.integer);
    text_add(out, ".\n");
}

void text_machines(const CausalSystem *causal, Text *out)
{
    const FlatModel *flat = causal->system->flat;
    Machines m = {flat, causal->system->session->sources, out};
    for (uint32_t i = 0; i < flat->n_variables; i++)
        if (flat->variables[i].declared->mode) tell_mode(&flat->variables[i], out);
    if (!flat->n_states) return;
    for (uint32_t i = 0; i < flat->instance->n_initial_states; i++)
        tell_machine(&m, &flat->instance->initial_states[i]);
}
