// The routines of a model: parameters, initial system, derivatives, outputs, events, blocks.
#include "program/lower/word_layout.h"

static void begin(Layout *y)
{
    forget_everything(y->l);
    y->routine++;
    y->l->label = 0;
    builder_begin(&y->l->b, y->l->n_slots);
}

static int32_t end(Layout *y, const char *name)
{
    return builder_routine(&y->l->b, name);
}

static bool is_empty(const Layout *y)
{
    return builder_here(&y->l->b) == 0;
}

static int32_t constant(Layout *y, double value)
{
    return builder_constant(&y->l->b, value);
}

// ---- Assignments ---------------------------------------------------------------------------

static Span span_of_variable(const Layout *y, VarId v)
{
    VarId flat = system_variable(y->l->system, v)->flat;
    return flat.i >= 0 ? y->l->system->flat->variables[flat.i].declared->span : (Span){0, 0};
}

// floor() of something linear in time, at one of its steps: what was scheduled counts, and not to
// which side the argument was rounded.
static int32_t is_at_step(Layout *y, const Relation *r, int32_t memory)
{
    Builder *b = &y->l->b;
    int32_t argument = compute_scalar(y->l, r->crossing), one = builder_constant(b, 1);
    int32_t distance = emit_unary(b, I_ABS, emit_binary(b, I_SUB, argument, memory));
    int32_t size = emit_binary(b, I_MAX, emit_unary(b, I_ABS, argument), one);
    return emit_binary(b, I_LE, distance, emit_binary(b, I_MUL, size, builder_constant(b, 1e-10)));
}

// A relation that the event iteration has set keeps that value. One on time only as long as its
// instant is still the one that was scheduled: a timer may be set anew in the very pass in which
// it runs out.
static void assign_unless_forced(Layout *y, int32_t relation, int32_t slot, const Expr *value)
{
    Builder *b = &y->l->b;
    const Relation *r = &y->l->system->relations.data[relation];
    int32_t word = compute_scalar(y->l, value), holds = y->forced + relation;
    if (r->kind == RELATION_TIME && r->is_step) {
        holds = is_at_step(y, r, slot);
    } else if (r->kind == RELATION_TIME) {
        int32_t same =
            emit_binary(b, I_EQ, compute_scalar(y->l, r->instant), y->instant + relation);
        holds = emit_binary(b, I_AND, holds, same);
    }
    uint32_t keep = emit_jump(b, I_JUMP_IF_ZERO, emit_unary(b, I_NOT, holds));
    emit_move(b, slot, word);
    patch_jump(b, keep);
    y->l->label = builder_here(b);
}

// 0/0 leaves the variable as it is; anything else by zero is for the solver to notice.
static void assign_unless_open(Layout *y, int32_t slot, const Expr *quotient)
{
    Builder *b = &y->l->b;
    int32_t above = compute_scalar(y->l, quotient->args[0]);
    int32_t below = compute_scalar(y->l, quotient->args[1]);
    int32_t numbers = emit_binary(b, I_OR, above, below); // true unless both are zero
    uint32_t keep = emit_jump(b, I_JUMP_IF_ZERO, numbers);
    builder_emit(b, (Instruction){.code = I_DIV, .d = slot, .a = above, .b = below});
    patch_jump(b, keep);
    y->l->label = builder_here(b);
}

static void assign_slot(Layout *y, int32_t slot, ValueKind kind, const Expr *value)
{
    if (kind == VALUE_STRING)
        builder_emit(
            &y->l->b,
            (Instruction){.code = I_KEEP_FOREVER, .d = slot, .a = compute_scalar(y->l, value)});
    else
        compute_into(y->l, slot, value);
}

static bool can_be_forced(const Layout *y, const SystemVariable *v)
{
    if (v->role != ROLE_RELATION || v->index < 0) return false;
    const Relation *r = &y->l->system->relations.data[v->index];
    return r->kind != RELATION_DISCRETE && !r->is_in_algorithm;
}

// Ends an external object, if there is one: a function call without results takes the object as its
// only argument.
static void end_object(Layout *y, VarId object, const Expr *made_by)
{
    const Function *destructor =
        made_by->kind == EXPR_CALL ? made_by->u.function->destructor : NULL;
    if (!destructor || destructor->n_inputs != 1) return;
    int32_t operand = y->l->slot_of[object.i];
    uint32_t unmade = emit_jump(&y->l->b, I_JUMP_IF_ZERO, operand);
    builder_emit(&y->l->b, (Instruction){.code = I_CALL,
                                         .c = function_number(y->l, destructor),
                                         .d = builder_operands(&y->l->b, &operand, 1),
                                         .n = 1});
    patch_jump(&y->l->b, unmade);
    y->l->label = builder_here(&y->l->b);
}

// The initial system may be gone through more than once, with other arguments for the object.
static void make_object_anew(Layout *y, const Assignment *a)
{
    int32_t slot = y->l->slot_of[a->variable.i];
    end_object(y, a->variable, a->value);
    emit_move(&y->l->b, slot, builder_constant(&y->l->b, 0));
    compute_anew(y->l, slot, a->value);
}

static void assign(Layout *y, const Assignment *a)
{
    const SystemVariable *v = system_variable(y->l->system, a->variable);
    int32_t slot = y->l->slot_of[a->variable.i];
    if (can_be_forced(y, v))
        assign_unless_forced(y, v->index, slot, a->value);
    else if (v->role == ROLE_EXTERNAL)
        make_object_anew(y, a);
    else if (a->may_be_open && a->value->kind == EXPR_OP && a->value->op == OP_DIV)
        assign_unless_open(y, slot, a->value);
    else
        assign_slot(y, slot, (ValueKind)v->kind, a->value);
}

// Messages point at the equation; in a loop at the variable, whose equation may be any of several.
static void assign_all(Layout *y, const Block *b, const Assignment *assignments, int32_t n)
{
    Span equation = {0, 0};
    if (b->n_equations == 1) equation = system_equation(y->l->system, b->equations[0])->span;
    for (int32_t i = 0; i < n && !y->l->failed; i++) {
        bool is_known = !span_is_none(equation);
        y->l->span = is_known ? equation : span_of_variable(y, assignments[i].variable);
        assign(y, &assignments[i]);
    }
}

// x = start, where start may be changed from outside: read from its slot.
static bool assign_start(Layout *y, const Block *b)
{
    if (b->n_equations != 1 || b->n_assignments != 1) return false;
    const SystemEquation *e = system_equation(y->l->system, b->equations[0]);
    if (e->origin != ORIGIN_START && e->origin != ORIGIN_COMPLETION) return false;
    VarId v = b->assignments[0].variable;
    const SystemVariable *variable = system_variable(y->l->system, v);
    if (variable->role == ROLE_PRE) v = system_variable(y->l->system, variable->of)->root;
    int32_t start = y->start_slot[v.i];
    if (is_late(y->l, b->assignments[0].value)) return false;
    if (start == NO_SLOT || system_variable(y->l->system, v)->start != b->assignments[0].value)
        return false;
    emit_move(&y->l->b, y->l->slot_of[b->assignments[0].variable.i], start);
    return true;
}

// A conditional value, with nothing else to know about its variable.
static bool is_guarded(const Layout *y, int32_t block, Guarded *g)
{
    const Block *b = &y->l->causal->blocks[block];
    if (y->blocks[block].number >= 0 || b->n_equations != 1 || b->n_assignments != 1) return false;
    const Assignment *a = &b->assignments[0];
    const SystemVariable *v = system_variable(y->l->system, a->variable);
    const SystemEquation *e = system_equation(y->l->system, b->equations[0]);
    if (a->value->kind != EXPR_IF || v->kind == VALUE_STRING || v->role == ROLE_EXTERNAL)
        return false;
    if (can_be_forced(y, v) || e->origin == ORIGIN_START || e->origin == ORIGIN_COMPLETION)
        return false;
    *g = (Guarded){y->l->slot_of[a->variable.i], a->value, e->span};
    if (span_is_none(g->span)) g->span = span_of_variable(y, a->variable);
    return true;
}

static int32_t assign_guarded(Layout *y, const Section *section, int32_t first)
{
    VEC(Guarded) run = {0};
    Guarded g;
    const Expr *condition = NULL;
    for (int32_t i = first; i < section->n_blocks && is_guarded(y, section->blocks[i], &g); i++) {
        if (has_words(y->l, g.value) || (condition && g.value->args[0] != condition)) break;
        condition = g.value->args[0];
        VEC_PUSH(y->l->scratch, &run, g);
    }
    return (int32_t)write_guarded(y->l, run.data, run.count);
}

// Where the formula of a loop leaves more of the residuals than rounding of their terms, the loop
// is solved in all its unknowns.
static void guard_formula(Layout *y, const Block *b)
{
    const BlockLayout *whole = &y->blocks[b->torn->whole];
    Builder *code = &y->l->b;
    compute_kept(y, whole);
    int32_t is_spoiled = constant(y, 0);
    for (int32_t k = 0; k < b->torn->n_sizes && !y->l->failed; k++) {
        int32_t left = emit_unary(code, I_ABS, compute_scalar(y->l, b->torn->residuals[k]));
        int32_t size = compute_scalar(y->l, b->torn->sizes[k]);
        int32_t most = emit_binary(code, I_MUL, size, constant(y, MOST_ROUNDING));
        int32_t is_more = emit_binary(code, I_GT, left, most);
        is_spoiled = k ? emit_binary(code, I_OR, is_spoiled, is_more) : is_more;
    }
    uint32_t is_sound = emit_jump(code, I_JUMP_IF_ZERO, is_spoiled);
    builder_emit(code, (Instruction){.code = I_SOLVE, .c = whole->number});
    patch_jump(code, is_sound);
    y->l->label = builder_here(code);
    forget_everything(y->l);
    recall_kept(y, whole);
}

FETCHES fetch_words(const Lowering *l, const Expr *e) // base/fetch.h
{
    if (e->id < l->memo.count) fetch(&l->memo.data[e->id]);
    if (e->kind == EXPR_REF) fetch(&l->slot_of[e->u.var.i]);
}

// The words of what blocks that come soon are made of, behind blocks_fetch.
FETCHES fetch_operands(const Layout *y, const int32_t *numbers, int32_t left)
{
    enum { AHEAD = 5 };
    if (left <= AHEAD) return;
    const Block *b = &y->l->causal->blocks[numbers[AHEAD]];
    fetch(&y->blocks[numbers[AHEAD]]);
    if (!b->n_assignments) return;
    const Expr *value = b->assignments[0].value;
    fetch(&y->l->slot_of[b->assignments[0].variable.i]);
    fetch_words(y->l, value);
    for (uint32_t i = 0; i < 2 && i < value->n_args; i++)
        if (value->args[i]) fetch_words(y->l, value->args[i]);
}

static void run_blocks(Layout *y, const Section *section, bool is_for_derivatives)
{
    const CausalSystem *causal = y->l->causal;
    for (int32_t i = 0, taken; i < section->n_blocks && !y->l->failed; i++) {
        blocks_fetch(y->l->system, causal->blocks, section->blocks + i, section->n_blocks - i);
        fetch_operands(y, section->blocks + i, section->n_blocks - i);
        if ((taken = assign_guarded(y, section, i))) {
            i += taken - 1;
            continue;
        }
        const Block *b = &causal->blocks[section->blocks[i]];
        int32_t number = y->blocks[section->blocks[i]].number;
        if (number >= 0) {
            compute_kept(y, &y->blocks[section->blocks[i]]);
            builder_emit(&y->l->b, (Instruction){.code = I_SOLVE, .c = number});
            forget_everything(y->l); // the routines of the block use the same temporary words
            recall_kept(y, &y->blocks[section->blocks[i]]);
        } else if (!assign_start(y, b)) {
            assign_all(y, b, b->assignments, b->n_assignments);
            if (b->torn->n_sizes) guard_formula(y, b);
        }
        if (is_for_derivatives) take_parts_of_calls(y);
    }
}

static void run_section(Layout *y, const Section *section)
{
    run_blocks(y, section, false);
}

// Behind the derivatives: what they have not computed.
static void run_rest(Layout *y, const Section *section)
{
    Section rest = {ARENA_RAW(y->l->scratch, int32_t, section->n_blocks + 1), 0};
    for (int32_t i = 0; i < section->n_blocks; i++)
        if (!y->taken_in[section->blocks[i]]) rest.blocks[rest.n_blocks++] = section->blocks[i];
    run_section(y, &rest);
}

static void set_event_mode(Layout *y, double mode)
{
    VarId v = y->l->system->event_mode;
    if (v.i >= 0) emit_move(&y->l->b, y->l->slot_of[v.i], constant(y, mode));
}

// ---- Parameters and start values ---------------------------------------------------------------

static void compute_attribute(Layout *y, int32_t slot, ValueKind kind, const Expr *value, bool late)
{
    double number;
    if (slot == NO_SLOT || literal_value(y->l, value, &number) || is_late(y->l, value) != late)
        return;
    assign_slot(y, slot, kind, value);
}

// Unless it was set from outside.
static void assign_free(Layout *y, int32_t is_free, int32_t slot, ValueKind kind, const Expr *value)
{
    int32_t word = compute_scalar(y->l, value);
    uint32_t keep = emit_jump(&y->l->b, I_JUMP_IF_ZERO, is_free);
    InstructionCode code = kind == VALUE_STRING ? I_KEEP_FOREVER : I_MOVE;
    builder_emit(&y->l->b, (Instruction){.code = (uint16_t)code, .d = slot, .a = word});
    patch_jump(&y->l->b, keep);
    y->l->label = builder_here(&y->l->b);
}

static void compute_start(Layout *y, uint32_t i, const SystemVariable *v, bool late)
{
    int32_t is_free = y->free_slot[i], slot = y->start_slot[i];
    if (is_free == NO_SLOT || v->role == ROLE_PARAMETER)
        compute_attribute(y, slot, (ValueKind)v->kind, v->start, late);
    else if (slot != NO_SLOT && is_late(y->l, v->start) == late)
        assign_free(y, is_free, slot, (ValueKind)v->kind, v->start);
}

// start, nominal, min and max: those that parameters give, or the late ones.
static void compute_attributes(Layout *y, bool late)
{
    EquationSystem *s = y->l->system;
    for (uint32_t i = 0; i < s->variables.count && !y->l->failed; i++) {
        const SystemVariable *v = &s->variables.data[i];
        ValueKind kind = (ValueKind)v->kind;
        if (v->root.i != (int32_t)i || v->role == ROLE_STAGE) continue;
        compute_start(y, i, v, late);
        if (!v->limits) continue;
        VariableLimits limits = system_limits(s, v);
        compute_attribute(y, y->nominal_slot[i], kind, limits.nominal, late);
        compute_attribute(y, y->min_slot[i], kind, limits.min, late);
        compute_attribute(y, y->max_slot[i], kind, limits.max, late);
    }
}

static void compute_parameter(Layout *y, const Assignment *a)
{
    int32_t slot = y->l->slot_of[a->variable.i], is_free = y->free_slot[a->variable.i];
    const SystemVariable *v = system_variable(y->l->system, a->variable);
    y->l->span = span_of_variable(y, a->variable);
    if (v->role == ROLE_EXTERNAL)
        compute_anew(y->l, slot, a->value); // objects that are made alike are two
    else if (is_free == NO_SLOT)
        assign_slot(y, slot, (ValueKind)v->kind, a->value);
    else
        assign_free(y, is_free, slot, (ValueKind)v->kind, a->value);
}

static int32_t parameters_routine(Layout *y)
{
    EquationSystem *s = y->l->system;
    begin(y);
    if (y->asserts_hold != NO_SLOT) emit_move(&y->l->b, y->asserts_hold, constant(y, 0));
    for (int32_t i = 0; i < y->l->causal->n_parameters && !y->l->failed; i++)
        compute_parameter(y, &y->l->causal->parameters[i]);
    compute_attributes(y, false);
    for (uint32_t i = 0; i < s->delays.count; i++) {
        if (s->delays.data[i].max)
            compute_into(y->l, y->delay_max + (int32_t)i, s->delays.data[i].max);
    }
    return is_empty(y) ? NO_ROUTINE : end(y, "parameters");
}

// ---- Initial system --------------------------------------------------------------------------

typedef struct GuessSearch {
    const EquationSystem *system;
    const bool *is_found; // by VarId: computed by a block before
    bool is_open;
} GuessSearch;

static void look_for_open(void *client, const Expr *e)
{
    GuessSearch *s = client;
    if (e->kind != EXPR_REF) return;
    const SystemVariable *v = system_variable(s->system, e->u.var);
    bool is_known = v->role <= ROLE_PARAMETER || v->role == ROLE_EXTERNAL;
    if (is_known && !(v->flags & (VARIABLE_NOT_FIXED | VARIABLE_AFTER_INITIAL))) return;
    if (!s->is_found[e->u.var.i]) s->is_open = true;
}

static bool has_late_guess(Layout *y, const Block *b)
{
    for (int32_t k = 0; k < b->torn->n_iteration; k++) {
        const Expr *start = system_variable(y->l->system, b->torn->iteration[k])->start;
        if (start && is_late(y->l, start)) return true;
    }
    return false;
}

// The guess of an unknown whose start is late: known once the blocks before have what it needs.
static void guess_late(Layout *y, const Block *b, const bool *is_found)
{
    for (int32_t k = 0; k < b->torn->n_iteration && !y->l->failed; k++) {
        const SystemVariable *v = system_variable(y->l->system, b->torn->iteration[k]);
        if (!v->start || !is_late(y->l, v->start)) continue;
        GuessSearch s = {y->l->system, is_found, false};
        expr_walk(y->l->exprs, v->start, &s, look_for_open);
        if (!s.is_open) compute_into(y->l, y->l->slot_of[b->torn->iteration[k].i], v->start);
    }
}

// While a homotopy is followed the solution so far is the guess: only its beginning has others.
static void guess_at_beginning(Layout *y, const Block *b, const bool *is_found)
{
    Builder *builder = &y->l->b;
    bool has_homotopy = y->l->system->lambda.i >= 0;
    if (has_homotopy && !y->l->with_homotopy) return;
    uint32_t skip = 0;
    if (has_homotopy)
        skip = emit_jump(builder, I_JUMP_IF_ZERO, emit_unary(builder, I_NOT, y->l->lambda_word));
    uint32_t scope = open_scope(y->l);
    guess_late(y, b, is_found);
    close_scope(y->l, scope);
    if (has_homotopy) patch_jump(builder, skip);
    y->l->label = builder_here(builder);
}

static void run_initial_section(Layout *y, const Section *section)
{
    const CausalSystem *causal = y->l->causal;
    bool *is_found = ARENA_ARRAY(y->l->scratch, bool, y->l->system->variables.count + 1);
    for (int32_t i = 0; i < section->n_blocks && !y->l->failed; i++) {
        const Block *b = &causal->blocks[section->blocks[i]];
        if (has_late_guess(y, b)) guess_at_beginning(y, b, is_found);
        run_section(y, &(Section){&section->blocks[i], 1});
        for (int32_t k = 0; k < b->n_unknowns; k++) is_found[b->unknowns[k].i] = true;
    }
}

static int32_t initial_routine(Layout *y, const Section *section, const char *name)
{
    begin(y);
    set_event_mode(y, 1);
    run_initial_section(y, section);
    return end(y, name);
}

// Both sides of the conditions that the run looks at.
static int32_t conditions_routine(Layout *y)
{
    const CausalSystem *causal = y->l->causal;
    begin(y);
    for (int32_t i = 0; i < causal->n_conditions && !y->l->failed; i++) {
        const SystemEquation *e = system_equation(y->l->system, causal->conditions[i].equation);
        y->l->span = e->span;
        compute_into(y->l, y->condition + 2 * i, e->left);
        compute_into(y->l, y->condition + 2 * i + 1, e->right);
    }
    return is_empty(y) ? NO_ROUTINE : end(y, "conditions");
}

// ---- Simulation --------------------------------------------------------------------------------

// Derivatives that are the negative of another variable have a place of their own.
static void emit_derivative_signs(Layout *y)
{
    for (int32_t k = 0; k < y->n_states; k++) {
        VarId d = system_variable(y->l->system, y->states[k])->derivative;
        if (y->derivative_slot[k] == y->l->slot_of[d.i]) continue;
        builder_emit(
            &y->l->b,
            (Instruction){.code = I_NEG, .d = y->derivative_slot[k], .a = y->l->slot_of[d.i]});
    }
}

static int32_t derivatives_routine(Layout *y, const Section *section, const char *name)
{
    begin(y);
    set_event_mode(y, 0);
    run_blocks(y, section, true);
    emit_derivative_signs(y);
    return is_empty(y) ? NO_ROUTINE : end(y, name);
}

static int32_t outputs_routine(Layout *y)
{
    begin(y);
    run_rest(y, &y->l->causal->outputs);
    return is_empty(y) ? NO_ROUTINE : end(y, "outputs");
}

static void compute_delay_times(Layout *y, bool only_varying)
{
    EquationSystem *s = y->l->system;
    for (uint32_t i = 0; i < s->delays.count && !y->l->failed; i++) {
        const Delay *d = &s->delays.data[i];
        if (only_varying && !d->is_varying) continue;
        y->l->span = d->span;
        compute_into(y->l, y->delay + (int32_t)i, d->delay);
    }
}

static int32_t crossings_routine(Layout *y)
{
    EquationSystem *s = y->l->system;
    begin(y);
    run_rest(y, &y->l->causal->crossings);
    for (uint32_t i = 0; i < s->relations.count && !y->l->failed; i++) {
        const Relation *r = &s->relations.data[i];
        y->l->span = r->span;
        if (r->kind != RELATION_STATE) continue;
        compute_into(y->l, y->crossing + (int32_t)i, r->crossing);
        if (r->scale) compute_into(y->l, y->scale + (int32_t)i, r->scale);
    }
    compute_delay_times(y, true);
    return is_empty(y) ? NO_ROUTINE : end(y, "crossings");
}

static int32_t instants_routine(Layout *y)
{
    EquationSystem *s = y->l->system;
    begin(y);
    for (uint32_t i = 0; i < s->relations.count && !y->l->failed; i++) {
        const Relation *r = &s->relations.data[i];
        y->l->span = r->span;
        if (r->kind == RELATION_TIME) compute_into(y->l, y->instant + (int32_t)i, r->instant);
    }
    for (uint32_t i = 0; i < s->samples.count && !y->l->failed; i++) {
        y->l->span = s->samples.data[i].span;
        compute_into(y->l, y->sample_start + (int32_t)i, s->samples.data[i].start);
        if (s->samples.data[i].interval)
            compute_into(y->l, y->sample_interval + (int32_t)i, s->samples.data[i].interval);
    }
    compute_delay_times(y, false);
    return is_empty(y) ? NO_ROUTINE : end(y, "instants");
}

// Once the start is known: parameters may have been found there.
static int32_t distributions_routine(Layout *y)
{
    EquationSystem *s = y->l->system;
    begin(y);
    for (uint32_t i = 0; i < s->transports.count && !y->l->failed; i++) {
        const Transport *line = &s->transports.data[i];
        int32_t first = y->transport[i], n = (int32_t)line->n_points;
        y->l->span = line->span;
        for (int32_t k = 0; k < n && !y->l->failed; k++) {
            compute_into(y->l, first + k, line->points[k]);
            compute_into(y->l, first + n + k, line->values[k]);
        }
    }
    return is_empty(y) ? NO_ROUTINE : end(y, "distributions");
}

// ---- Events ------------------------------------------------------------------------------------

static void emit_reinits(Layout *y)
{
    EquationSystem *s = y->l->system;
    for (uint32_t i = 0; i < s->reinits.count && !y->l->failed; i++) {
        const Reinit *r = &s->reinits.data[i];
        y->l->span = r->span;
        int32_t guard = compute_scalar(y->l, r->guard);
        emit_move(&y->l->b, y->reinit_flag + (int32_t)i, guard);
        uint32_t skip = emit_jump(&y->l->b, I_JUMP_IF_ZERO, guard);
        uint32_t scope = open_scope(y->l);
        emit_move(&y->l->b, y->reinit_value + (int32_t)i, compute_scalar(y->l, r->value));
        close_scope(y->l, scope);
        patch_jump(&y->l->b, skip);
        y->l->label = builder_here(&y->l->b);
    }
}

// An assertion of level error ends the routine: it is a fact, and no trial.
static void emit_act(Layout *y, const Assertion *a)
{
    Builder *b = &y->l->b;
    int32_t first = lowering_compute(y->l, a->message);
    if (a->is_call) return;
    bool is_failure = !a->is_terminate && !a->is_warning;
    builder_emit(b, (Instruction){.code = is_failure ? I_ASSERT : I_MESSAGE,
                                  .b = y->l->words.data[first],
                                  .c = site_of(y->l, a->span, NULL)});
    if (a->is_terminate) emit_move(b, y->terminate_slot, constant(y, 1));
}

// While their condition is false: terminate(), calls without result, and those assertions that
// are looked at once, inside when-clauses and of the start.
static void emit_actions(Layout *y, bool is_initial)
{
    EquationSystem *s = y->l->system;
    for (uint32_t i = 0; i < s->assertions.count && !y->l->failed; i++) {
        const Assertion *a = &s->assertions.data[i];
        bool is_action = a->is_initial || a->is_at_event || a->is_terminate || a->is_call;
        if (!is_action || a->is_initial != is_initial) continue;
        y->l->span = a->span;
        int32_t acts = emit_unary(&y->l->b, I_NOT, compute_scalar(y->l, a->condition));
        if (a->is_terminate) { // once is enough, however often the event is iterated
            int32_t is_first = emit_unary(&y->l->b, I_NOT, y->terminate_slot);
            acts = emit_binary(&y->l->b, I_AND, acts, is_first);
        }
        uint32_t skip = emit_jump(&y->l->b, I_JUMP_IF_ZERO, acts);
        uint32_t scope = open_scope(y->l);
        emit_act(y, a);
        close_scope(y->l, scope);
        patch_jump(&y->l->b, skip);
        y->l->label = builder_here(&y->l->b);
    }
}

static int32_t initial_actions_routine(Layout *y)
{
    begin(y);
    compute_attributes(y, true);
    emit_actions(y, true);
    return is_empty(y) ? NO_ROUTINE : end(y, "initial actions");
}

static int32_t event_routine(Layout *y)
{
    begin(y);
    set_event_mode(y, 1);
    run_section(y, &y->l->causal->event);
    emit_reinits(y);
    return is_empty(y) ? NO_ROUTINE : end(y, "event");
}

static int32_t event_actions_routine(Layout *y)
{
    begin(y);
    emit_actions(y, false);
    return is_empty(y) ? NO_ROUTINE : end(y, "event actions");
}

// The message is made when the condition becomes false, not while it stays so. `all_hold` (or
// NO_SLOT) becomes 0.
static void emit_assertion(Layout *y, const Assertion *a, int32_t failed, int32_t all_hold)
{
    Builder *b = &y->l->b;
    int32_t fails = emit_unary(b, I_NOT, compute_scalar(y->l, a->condition));
    uint32_t holds = emit_jump(b, I_JUMP_IF_ZERO, fails);
    if (all_hold != NO_SLOT) emit_move(b, all_hold, constant(y, 0));
    int32_t is_fresh = emit_unary(b, I_NOT, failed);
    uint32_t known = emit_jump(b, I_JUMP_IF_ZERO, is_fresh);
    uint32_t scope = open_scope(y->l);
    int32_t text = compute_scalar(y->l, a->message);
    builder_emit(b, (Instruction){.code = I_MESSAGE,
                                  .b = text,
                                  .c = site_of(y->l, a->span, NULL),
                                  .n = !a->is_warning});
    close_scope(y->l, scope);
    patch_jump(b, known);
    patch_jump(b, holds);
    y->l->label = builder_here(b);
    emit_move(b, failed, fails);
}

static void emit_assertions(Layout *y, bool is_steady, int32_t all_hold)
{
    const EquationSystem *s = y->l->system;
    for (uint32_t i = 0; i < s->assertions.count && !y->l->failed; i++) {
        const Assertion *a = &s->assertions.data[i];
        system_fetch_assertion(s, i);
        if (a->is_terminate || a->is_call || a->is_initial || a->is_at_event) continue;
        if (y->is_steady[i] != is_steady) continue;
        y->l->span = a->span;
        emit_assertion(y, a, y->assert_failed + (int32_t)i, all_hold);
    }
}

// Those that parameters alone decide about are looked at until all of them hold, and again when
// parameters have been set.
static void emit_steady_assertions(Layout *y)
{
    Builder *b = &y->l->b;
    int32_t is_due = emit_unary(b, I_NOT, y->asserts_hold);
    uint32_t done = emit_jump(b, I_JUMP_IF_ZERO, is_due);
    uint32_t scope = open_scope(y->l);
    int32_t all_hold = builder_word(b);
    emit_move(b, all_hold, constant(y, 1));
    emit_assertions(y, true, all_hold);
    emit_move(b, y->asserts_hold, all_hold);
    close_scope(y->l, scope);
    patch_jump(b, done);
    y->l->label = builder_here(b);
}

static int32_t asserts_routine(Layout *y)
{
    begin(y);
    if (y->asserts_hold != NO_SLOT) emit_steady_assertions(y);
    emit_assertions(y, false, NO_SLOT);
    return is_empty(y) ? NO_ROUTINE : end(y, "asserts");
}

// ---- Blocks ------------------------------------------------------------------------------------

static const char *numbered(Layout *y, const char *what, int32_t number)
{
    return arena_printf(y->l->out, "%s %d", what, number);
}

// What has no value, where start values make a division by zero, say, is no guess.
static void take_if_finite(Layout *y, int32_t slot, const Expr *value)
{
    Builder *b = &y->l->b;
    uint32_t scope = open_scope(y->l);
    int32_t word = compute_scalar(y->l, value);
    int32_t is_finite = emit_binary(b, I_EQ, emit_binary(b, I_SUB, word, word), constant(y, 0));
    uint32_t skip = emit_jump(b, I_JUMP_IF_ZERO, is_finite);
    emit_move(b, slot, word);
    close_scope(y->l, scope);
    patch_jump(b, skip);
    y->l->label = builder_here(b);
}

static int32_t guesses_routine(Layout *y, const Block *b, int32_t number)
{
    if (!b->torn->n_guesses) return NO_ROUTINE;
    begin(y);
    for (int32_t i = 0; i < b->torn->n_guesses && !y->l->failed; i++) {
        const Assignment *guess = &b->torn->guesses[i];
        int32_t slot = y->l->slot_of[guess->variable.i], start = y->start_slot[guess->variable.i];
        const Expr *late = system_variable(y->l->system, guess->variable)->start;
        y->l->span = span_of_variable(y, guess->variable);
        if (late && is_late(y->l, late))
            compute_into(y->l, slot, late); // its slot waits for the whole start
        else
            emit_move(&y->l->b, slot, start == NO_SLOT ? constant(y, 0) : start);
        if (guess->value) take_if_finite(y, slot, guess->value);
    }
    return end(y, numbered(y, "guesses", number));
}

// The Jacobian routine is called at a point where the residual routine was: the assignments
// are in their slots.
static void block_routines(Layout *y, const Block *b, const BlockLayout *at, BlockInfo *info)
{
    begin(y);
    recall_kept(y, at);
    assign_all(y, b, b->assignments, b->n_assignments);
    for (int32_t k = 0; k < b->torn->n_residuals && !y->l->failed; k++) {
        y->l->span = system_equation(y->l->system, b->torn->residual_equations[k])->span;
        compute_into(y->l, at->residual_slot + k, b->torn->residuals[k]);
    }
    info->residual = end(y, numbered(y, "residual", at->number));
    info->jacobian = info->sizes = info->update_discrete = NO_ROUTINE;
    if (b->torn->n_sizes) {
        begin(y);
        recall_kept(y, at);
        for (int32_t k = 0; k < b->torn->n_sizes && !y->l->failed; k++)
            compute_into(y->l, at->size_slot + k, b->torn->sizes[k]);
        info->sizes = end(y, numbered(y, "sizes", at->number));
    }
    if (b->torn->n_jacobian) {
        begin(y);
        recall_kept(y, at);
        assign_all(y, b, b->torn->tangents, b->torn->n_tangents);
        for (int32_t k = 0; k < b->torn->n_jacobian && !y->l->failed; k++)
            compute_into(y->l, at->jacobian_slot + k, b->torn->jacobian[k]);
        info->jacobian = end(y, numbered(y, "jacobian", at->number));
    }
    info->guesses = guesses_routine(y, b, at->number);
    if (b->torn->n_discrete) {
        begin(y);
        recall_kept(y, at);
        for (int32_t k = 0; k < b->torn->n_discrete && !y->l->failed; k++) {
            int32_t slot = at->proposed_slot + k;
            const SystemVariable *v = system_variable(y->l->system, b->torn->discrete[k].variable);
            if (can_be_forced(y, v)) {
                emit_move(&y->l->b, slot, y->l->slot_of[b->torn->discrete[k].variable.i]);
                assign_unless_forced(y, v->index, slot, b->torn->discrete[k].value);
            } else {
                assign_slot(y, slot, (ValueKind)v->kind, b->torn->discrete[k].value);
            }
        }
        info->update_discrete = end(y, numbered(y, "discrete", at->number));
    }
}

static int32_t set_routine(Layout *y, uint32_t i)
{
    const StateSet *set = &y->l->system->state_sets.data[i];
    begin(y);
    int32_t n = (set->n_candidates - set->n_states) * set->n_candidates;
    for (int32_t k = 0; k < n && !y->l->failed; k++)
        compute_into(y->l, y->set_matrix[i] + k, set->matrix[k]);
    return end(y, numbered(y, "state set", (int32_t)i));
}

// External objects are closed in the reverse order of their making: first those that had to wait
// for the start.
static int32_t terminal_routine(Layout *y)
{
    const CausalSystem *causal = y->l->causal;
    const EquationSystem *system = y->l->system;
    begin(y);
    for (uint32_t i = system->variables.count; i-- > 0 && !y->l->failed;) {
        const SystemVariable *v = &system->variables.data[i];
        bool is_late = v->role == ROLE_EXTERNAL && v->value && v->root.i == (int32_t)i &&
                       v->flags & VARIABLE_AFTER_INITIAL;
        if (is_late) end_object(y, (VarId){(int32_t)i}, v->value);
    }
    for (int32_t i = causal->n_parameters; i-- > 0 && !y->l->failed;) {
        const Assignment *a = &causal->parameters[i];
        if (system_variable(system, a->variable)->role == ROLE_EXTERNAL)
            end_object(y, a->variable, a->value);
    }
    return is_empty(y) ? NO_ROUTINE : end(y, "terminal");
}

int32_t emit_step_routine(Layout *y)
{
    begin(y);
    set_event_mode(y, 0);
    run_section(y, &y->l->causal->inlined->section);
    emit_derivative_signs(y);
    return end(y, "step");
}

int32_t emit_coefficients(Layout *y)
{
    const Linearization *linear = &y->l->causal->linearization;
    double number;
    begin(y);
    for (int32_t i = 0; i < linear->n_terms && !y->l->failed; i++)
        if (!literal_value(y->l, linear->terms[i].value, &number))
            compute_into(y->l, y->coefficient + i, linear->terms[i].value);
    return is_empty(y) ? NO_ROUTINE : end(y, "linearization");
}

static void mark_seldom(Layout *y, const Model *m)
{
    const int32_t seldom[] = {m->parameters,         m->initial,         m->initial_simplified,
                              m->conditions_routine, m->initial_actions, m->terminal_routine};
    for (size_t k = 0; k < sizeof seldom / sizeof *seldom; k++)
        if (seldom[k] != NO_ROUTINE) y->l->b.routines.data[seldom[k]].is_seldom = true;
}

// Of events and ends of steps; df/dx of a run without an implicit method is asked for once.
static void mark_rare(Layout *y, const Model *m)
{
    int32_t linear = m->linearization ? m->linearization->routine : NO_ROUTINE;
    const int32_t rare[] = {m->event,         m->event_actions,   m->instants,
                            m->distributions, m->asserts_routine, linear};
    for (size_t k = 0; k < sizeof rare / sizeof *rare; k++)
        if (rare[k] != NO_ROUTINE) y->l->b.routines.data[rare[k]].is_rare = true;
}

void emit_routines(Layout *y, Model *m, BlockInfo *blocks, StateSetInfo *sets)
{
    const CausalSystem *causal = y->l->causal;
    find_parts(y);
    m->parameters = parameters_routine(y);
    m->initial = initial_routine(y, &causal->initial, "initial");
    m->initial_simplified = NO_ROUTINE;
    if (causal->initial_homotopy.n_blocks) {
        y->l->with_homotopy = true;
        m->initial_simplified =
            initial_routine(y, &causal->initial_homotopy, "initial with homotopy");
        y->l->with_homotopy = false;
    }
    m->conditions_routine = conditions_routine(y);
    m->initial_actions = initial_actions_routine(y);
    m->derivatives = derivatives_routine(y, &causal->derivatives, "derivatives");
    m->derivatives_again = NO_ROUTINE;
    if (causal->moving.n_blocks)
        m->derivatives_again = derivatives_routine(y, &causal->moving, "moving");
    m->outputs = outputs_routine(y);
    m->crossings = crossings_routine(y);
    m->instants = instants_routine(y);
    m->distributions = distributions_routine(y);
    m->event = event_routine(y);
    m->event_actions = event_actions_routine(y);
    m->asserts_routine = asserts_routine(y);
    m->linearization = make_linearization(y);
    m->terminal_routine = terminal_routine(y);
    mark_seldom(y, m);
    mark_rare(y, m);
    for (int32_t i = 0; i < causal->n_blocks && !y->l->failed; i++)
        if (y->blocks[i].number >= 0)
            block_routines(y, &causal->blocks[i], &y->blocks[i], &blocks[y->blocks[i].number]);
    for (uint32_t i = 0; i < y->l->system->state_sets.count && !y->l->failed; i++)
        sets[i].matrix = set_routine(y, i);
}
