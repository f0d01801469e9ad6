// State machines [MLS 17] as clocked equations.
//
// States are block instances; transitions join them to machines. Each machine gets the variables
// of the semantics model of the specification (17.3): which state is active, which transition has
// fired, what has to be reset. Equations of a state are marked with it: the clocked partition
// computes them only while it is active, and merges what several states say about one variable
// (equations/clock_states.c). previous(x) of a variable of a state begins anew when it is reset.
#include <stdlib.h>

#include "flat/state_machines.h"

int32_t state_around(const Flattener *f, const Component *c)
{
    for (; c; c = c->parent)
        if (f->machines->state_of[c->id.i] >= 0) return f->machines->state_of[c->id.i];
    return -1;
}

static bool report(Flattener *f, Span span, const char *text)
{
    diag_error(f->s->diag, span, E_STATE_MACHINE, "%s", text);
    return false;
}

// ---- Grouping ----------------------------------------------------------------------------------

static int32_t state_number(Flattener *f, ComponentId id)
{
    struct StateMachines *m = f->machines;
    if (m->state_of[id.i] < 0) {
        State s = {.component = component_at(f, id), .machine = -1, .is_final = true};
        m->state_of[id.i] = (int32_t)m->states.count;
        VEC_PUSH(f->scratch, &m->states, s);
    }
    return m->state_of[id.i];
}

static void spread_machine(Flattener *f, int32_t machine, int32_t from)
{
    struct StateMachines *m = f->machines;
    VEC(int32_t) queue = {0};
    VEC_PUSH(f->scratch, &queue, from);
    m->states.data[from].machine = machine;
    for (uint32_t q = 0; q < queue.count; q++) {
        int32_t at = queue.data[q];
        m->states.data[at].number = (int32_t)q + 1;
        for (uint32_t i = 0; i < f->instance->n_transitions; i++) {
            const Transition *t = &f->instance->transitions[i];
            int32_t ends[2] = {m->state_of[t->from.i], m->state_of[t->to.i]};
            for (int e = 0; e < 2; e++)
                if (ends[e] == at && m->states.data[ends[1 - e]].machine < 0) {
                    m->states.data[ends[1 - e]].machine = machine;
                    VEC_PUSH(f->scratch, &queue, ends[1 - e]);
                }
        }
    }
    m->machines.data[machine].n_states = (int32_t)queue.count;
}

static int by_priority(const void *a, const void *b)
{
    const Transition *x = *(const Transition *const *)a, *y = *(const Transition *const *)b;
    if (x->priority != y->priority) return x->priority < y->priority ? 1 : -1;
    return x < y ? -1 : x > y;
}

static bool check_priorities(Flattener *f, const Machine *m)
{
    for (uint32_t i = 1; i < m->transitions.count; i++)
        for (uint32_t k = 0; k < i; k++) {
            const Transition *a = m->transitions.data[i], *b = m->transitions.data[k];
            if (a->from.i == b->from.i && a->priority == b->priority)
                return report(f, a->span,
                              "transitions from one state must have different priorities");
        }
    return true;
}

static bool group_states(Flattener *f)
{
    const Instance *in = f->instance;
    struct StateMachines *m = f->machines;
    for (uint32_t i = 0; i < in->n_initial_states; i++) {
        int32_t s = state_number(f, in->initial_states[i].state);
        if (m->states.data[s].machine >= 0)
            return report(f, in->initial_states[i].span,
                          "this state machine has two initial states");
        Machine machine = {.initial = s, .parent = -1, .span = in->initial_states[i].span};
        VEC_PUSH(f->scratch, &m->machines, machine);
        for (uint32_t k = 0; k < in->n_transitions; k++) {
            state_number(f, in->transitions[k].from);
            state_number(f, in->transitions[k].to);
        }
        spread_machine(f, (int32_t)m->machines.count - 1, s);
    }
    for (uint32_t i = 0; i < in->n_transitions; i++) {
        const Transition *t = &in->transitions[i];
        int32_t from = m->state_of[t->from.i];
        if (from < 0 || m->states.data[from].machine < 0)
            return report(f, t->span, "this state machine has no initial state");
        m->states.data[from].is_final = false;
        Machine *machine = &m->machines.data[m->states.data[from].machine];
        VEC_PUSH(f->scratch, &machine->transitions, t);
    }
    for (uint32_t i = 0; i < m->machines.count; i++) {
        Machine *machine = &m->machines.data[i];
        if (machine->transitions.count)
            qsort(machine->transitions.data, machine->transitions.count, sizeof(Transition *),
                  by_priority);
        machine->parent = state_around(f, m->states.data[machine->initial].component->parent);
        if (!check_priorities(f, machine)) return false;
    }
    return true;
}

// ---- Variables ---------------------------------------------------------------------------------

VarId machine_variable(Flattener *f, const Component *at, const char *what, const Type *type,
                       const Expr *start)
{
    VarId id = {(int32_t)f->variables.count};
    Text name = text_make(f->scratch);
    component_print_path(f->instance, at->id, &name);
    Attributes attributes = {.start = start};
    DeclaredVariable declared = {.span = at->declared->span};
    FlatVariable v = {.name = arena_printf(f->out, "%s.$%s", text_cstr(&name), what),
                      .id = id,
                      .component = at->id,
                      .type = type,
                      .variability = VARIABILITY_DISCRETE,
                      .hide_result = true,
                      .attributes = ARENA_COPY(f->out, Attributes, &attributes, 1),
                      .declared = ARENA_COPY(f->out, DeclaredVariable, &declared, 1)};
    VEC_PUSH(f->out, &f->variables, v);
    return id;
}

static VarId add_variable(Flattener *f, const Component *at, const char *what, TypeKind kind,
                          const Expr *start)
{
    return machine_variable(f, at, what, type_basic(f->exprs, kind), start);
}

const Expr *machine_ref(Flattener *f, VarId v)
{
    return expr_ref(f->exprs, v, f->variables.data[v.i].type);
}

static const Expr *previous(Flattener *f, VarId v)
{
    return expr_op1(f->exprs, OP_PREVIOUS, machine_ref(f, v));
}

static const Expr *op2(Flattener *f, Op op, const Expr *a, const Expr *b)
{
    return expr_op2(f->exprs, op, a, b);
}

static const Expr *number(Flattener *f, int64_t n)
{
    return expr_integer(f->exprs, n);
}

// States of one machine say the same: so the page of a result knows them.
static const char *machine_words(Flattener *f, const State *s)
{
    const Machine *m = &f->machines->machines.data[s->machine];
    Text name = text_make(f->scratch);
    component_print_path(f->instance, f->machines->states.data[m->initial].component->id, &name);
    return arena_printf(f->out, "state of the machine that begins with %s", text_cstr(&name));
}

static void describe(Flattener *f, VarId v, const char *words)
{
    DeclaredVariable declared = *f->variables.data[v.i].declared;
    declared.description = words;
    f->variables.data[v.i].declared = ARENA_COPY(f->out, DeclaredVariable, &declared, 1);
}

static void make_variables(Flattener *f)
{
    struct StateMachines *m = f->machines;
    const Expr *no = expr_boolean(f->exprs, false);
    for (uint32_t i = 0; i < m->states.count; i++) {
        State *s = &m->states.data[i];
        s->parent = state_around(f, s->component->parent);
        s->active = add_variable(f, s->component, "active", TYPE_BOOLEAN, no);
        f->variables.data[s->active.i].hide_result = false;
        describe(f, s->active, machine_words(f, s));
        s->reset = add_variable(f, s->component, "resetNow", TYPE_BOOLEAN, no);
        s->reset_next = add_variable(f, s->component, "resetNext", TYPE_BOOLEAN, no);
    }
    for (uint32_t i = 0; i < m->machines.count; i++) {
        Machine *k = &m->machines.data[i];
        const Component *at = m->states.data[k->initial].component;
        k->current = add_variable(f, at, "activeState", TYPE_INTEGER, number(f, 1));
        k->next = add_variable(f, at, "nextState", TYPE_INTEGER, number(f, 1));
        k->delayed = add_variable(f, at, "delayed", TYPE_INTEGER, number(f, 0));
        k->fired = add_variable(f, at, "fired", TYPE_INTEGER, number(f, 0));
        k->reset = add_variable(f, at, "reset", TYPE_BOOLEAN, no);
        k->ticks = add_variable(f, at, "ticksInState", TYPE_INTEGER, number(f, 0));
        k->entry = add_variable(f, at, "entryTime", TYPE_REAL, expr_real(f->exprs, 0));
        k->conditions = ARENA_RAW(f->scratch, VarId, k->transitions.count + 1);
        for (uint32_t t = 0; t < k->transitions.count; t++)
            k->conditions[t] = add_variable(f, at, arena_printf(f->scratch, "condition%u", t + 1),
                                            TYPE_BOOLEAN, no);
    }
}

void machines_open(Flattener *f)
{
    const Instance *in = f->instance;
    if (!in->n_transitions && !in->n_initial_states) return;
    f->machines = ARENA_NEW(f->scratch, struct StateMachines);
    f->machines->at_work = -1;
    f->machines->state_of = ARENA_RAW(f->scratch, int32_t, in->n_components + 1);
    for (uint32_t i = 0; i <= in->n_components; i++) f->machines->state_of[i] = -1;
    if (group_states(f))
        make_variables(f);
    else
        f->failed = true;
    if (f->failed) f->machines = NULL;
}

// ---- Questions ---------------------------------------------------------------------------------

const Expr *machine_answer(Flattener *f, Op op, ComponentId at)
{
    struct StateMachines *m = f->machines;
    if (f->failed) return expr_error(f->exprs); // reported
    int32_t s =
        m ? op == OP_ACTIVE_STATE ? m->state_of[at.i] : state_around(f, component_at(f, at)) : -1;
    if (op != OP_ACTIVE_STATE && m && m->at_work >= 0) s = m->machines.data[m->at_work].initial;
    if (s < 0) {
        report(f, component_at(f, at)->declared->span,
               op == OP_ACTIVE_STATE ? "activeState is asked about what is no state"
                                     : "ticksInState and timeInState stand outside of a state");
        return expr_error(f->exprs);
    }
    const Machine *k = &m->machines.data[m->states.data[s].machine];
    if (op == OP_ACTIVE_STATE) return machine_ref(f, m->states.data[s].active);
    if (op == OP_TICKS_IN_STATE) return machine_ref(f, k->ticks);
    return op2(f, OP_SUB, expr_time(f->exprs), machine_ref(f, k->entry));
}

// ---- Equations of the machines -----------------------------------------------------------------

void machine_set(Flattener *f, Span span, ComponentId component, const Expr *left,
                 const Expr *value)
{
    Equation e = {
        .kind = EQN_EQUALS, .span = span, .component = component, .left = left, .right = value};
    VEC_PUSH(f->out, &f->equations, e);
}

static void set(Flattener *f, Span span, VarId v, const Expr *value)
{
    machine_set(f, span, f->variables.data[v.i].component, machine_ref(f, v), value);
}

static const Expr *is_number(Flattener *f, const Expr *e, int64_t n)
{
    return op2(f, OP_EQ, e, number(f, n));
}

static int32_t number_of(Flattener *f, ComponentId state)
{
    const struct StateMachines *m = f->machines;
    return m->states.data[m->state_of[state.i]].number;
}

// The last transition from the state `from` that is ready, immediate or delayed; 0 without.
static const Expr *ready(Flattener *f, const Machine *k, bool immediate, const Expr *from)
{
    const Expr *value = number(f, 0);
    for (uint32_t i = 0; i < k->transitions.count; i++) {
        const Transition *t = k->transitions.data[i];
        if (t->immediate != immediate) continue;
        const Expr *test = op2(f, OP_AND, is_number(f, from, number_of(f, t->from)),
                               machine_ref(f, k->conditions[i]));
        value = expr_if(f->exprs, test, number(f, (int64_t)i + 1), value);
    }
    return value;
}

// All machines inside a state are in states without a way out.
static const Expr *is_finished(Flattener *f, int32_t state)
{
    const struct StateMachines *m = f->machines;
    const Expr *all = expr_boolean(f->exprs, true);
    for (uint32_t i = 0; i < m->machines.count; i++) {
        const Machine *k = &m->machines.data[i];
        if (k->parent != state) continue;
        const Expr *here = expr_boolean(f->exprs, false);
        for (uint32_t s = 0; s < m->states.count; s++)
            if (m->states.data[s].machine == (int32_t)i && m->states.data[s].is_final)
                here = op2(f, OP_OR, here,
                           is_number(f, machine_ref(f, k->current), m->states.data[s].number));
        all = op2(f, OP_AND, all, here);
    }
    return all;
}

static void emit_conditions(Flattener *f, int32_t machine)
{
    const Machine *k = &f->machines->machines.data[machine];
    f->machines->at_work = machine;
    for (uint32_t i = 0; i < k->transitions.count; i++) {
        const Transition *t = k->transitions.data[i];
        const Expr *condition = waiting_resolve(f, t->condition);
        if (t->synchronize)
            condition = op2(f, OP_AND, condition, is_finished(f, f->machines->state_of[t->from.i]));
        set(f, t->span, k->conditions[i], condition);
    }
    f->machines->at_work = -1;
}

static const Expr *of_fired(Flattener *f, const Machine *k, bool target, const Expr *otherwise)
{
    const Expr *value = otherwise;
    for (uint32_t i = 0; i < k->transitions.count; i++) {
        const Transition *t = k->transitions.data[i];
        const Expr *here =
            target ? number(f, number_of(f, t->to)) : expr_boolean(f->exprs, t->reset);
        value =
            expr_if(f->exprs, is_number(f, machine_ref(f, k->fired), (int64_t)i + 1), here, value);
    }
    return value;
}

static void emit_state(Flattener *f, const Machine *k, const State *s, const Expr *active,
                       const Expr *is_reset)
{
    const Expr *here = is_number(f, machine_ref(f, k->current), s->number);
    const Expr *waits = op2(f, OP_OR, machine_ref(f, k->reset), previous(f, s->reset_next));
    set(f, k->span, s->active, op2(f, OP_AND, active, here));
    set(f, k->span, s->reset_next,
        expr_if(f->exprs, active, op2(f, OP_AND, expr_op1(f->exprs, OP_NOT, here), waits),
                previous(f, s->reset_next)));
    set(f, k->span, s->reset,
        op2(f, OP_AND, machine_ref(f, s->active), op2(f, OP_OR, is_reset, waits)));
}

// A transition has fired here or around: the state is entered, perhaps from itself.
static const Expr *is_entered(Flattener *f, int32_t machine)
{
    const struct StateMachines *m = f->machines;
    const Expr *any = expr_boolean(f->exprs, false);
    while (machine >= 0) {
        const Machine *k = &m->machines.data[machine];
        any = op2(f, OP_OR, any, op2(f, OP_GT, machine_ref(f, k->fired), number(f, 0)));
        machine = k->parent >= 0 ? m->states.data[k->parent].machine : -1;
    }
    return any;
}

// In the words of the semantics model: selectedState, immediate, fired, activeState, nextState.
static void emit_machine(Flattener *f, int32_t machine)
{
    struct StateMachines *m = f->machines;
    const Machine *k = &m->machines.data[machine];
    const Expr *active = expr_boolean(f->exprs, true);
    const Expr *reset = expr_op(f->exprs, OP_FIRST_TICK, NULL, 0);
    if (k->parent >= 0) {
        const State *p = &m->states.data[k->parent];
        active = machine_ref(f, p->active);
        reset = machine_ref(f, p->reset);
    }
    const Expr *start = number(f, 1), *is_reset = machine_ref(f, k->reset);
    const Expr *selected = expr_if(f->exprs, is_reset, start, previous(f, k->next));
    set(f, k->span, k->reset, reset);
    emit_conditions(f, machine);
    const Expr *immediate = ready(f, k, true, selected), *late = previous(f, k->delayed);
    set(f, k->span, k->delayed, ready(f, k, false, machine_ref(f, k->next)));
    set(f, k->span, k->fired, expr_if(f->exprs, op2(f, OP_GT, late, immediate), late, immediate));
    set(f, k->span, k->current, expr_if(f->exprs, is_reset, start, of_fired(f, k, true, selected)));
    set(f, k->span, k->next,
        expr_if(f->exprs, active, machine_ref(f, k->current), previous(f, k->next)));
    const Expr *entered = op2(f, OP_OR, is_reset, is_entered(f, machine));
    const Expr *more = op2(f, OP_ADD, previous(f, k->ticks), number(f, 1));
    set(f, k->span, k->ticks,
        expr_if(f->exprs, active, expr_if(f->exprs, entered, number(f, 1), more),
                previous(f, k->ticks)));
    set(f, k->span, k->entry,
        expr_if(f->exprs, op2(f, OP_AND, active, entered), expr_time(f->exprs),
                previous(f, k->entry)));
    const Expr *again =
        op2(f, OP_OR, is_reset, of_fired(f, k, false, expr_boolean(f->exprs, false)));
    for (uint32_t i = 0; i < m->states.count; i++)
        if (m->states.data[i].machine == machine)
            emit_state(f, k, &m->states.data[i], active, again);
}

// A machine after the one around it, whose reset it takes over.
static void emit_machines(Flattener *f)
{
    struct StateMachines *m = f->machines;
    bool *is_done = ARENA_ARRAY(f->scratch, bool, m->machines.count + 1);
    for (uint32_t left = m->machines.count; left > 0; left--)
        for (uint32_t i = 0; i < m->machines.count; i++) {
            int32_t parent = m->machines.data[i].parent;
            bool waits = parent >= 0 && !is_done[m->states.data[parent].machine];
            if (is_done[i] || waits) continue;
            emit_machine(f, (int32_t)i);
            is_done[i] = true;
        }
}

// ---- Result ---------------------------------------------------------------------------------

void machines_emit(Flattener *f, FlatModel *flat)
{
    struct StateMachines *m = f->machines;
    if (!m) return;
    uint32_t n = f->equations.count;
    emit_machines(f);
    uint32_t n_made = f->equations.count;
    states_rewrite_equations(f, 0, n_made);
    states_keep_algorithms(f, flat->algorithms, flat->n_algorithms);
    states_mark_equations(f, n, n_made);
    states_show_meant(f);
    flat->n_states = m->states.count;
    flat->states = ARENA_ARRAY(f->out, FlatState, m->states.count);
    for (uint32_t i = 0; i < m->states.count; i++) {
        const State *s = &m->states.data[i];
        flat->states[i] = (FlatState){s->active, s->reset, s->component->id, s->machine, s->parent};
    }
    for (uint32_t i = 0; i < f->instance->n_variables; i++)
        f->variables.data[i].state =
            state_around(f, component_at(f, f->variables.data[i].component)) + 1;
}
