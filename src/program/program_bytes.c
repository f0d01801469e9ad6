#include "program/program_bytes.h"

#include "base/hash.h"

#include "program/engine/engine.h"

typedef struct Passing {
    Bytes *b;
    Arena *out;
    bool is_wrong; // reading: a number that cannot be
} Passing;

enum { PROGRAM_FORMAT = 8 }; // changes with what is passed below, and in which order
static const uint32_t no_text = 0xFFFFFFFFu;

#define PASS(field) bytes_pass(s->b, (void *)(uintptr_t) & (field), sizeof(field))
#define TEXT(field) pass_text(s, (const char **)(uintptr_t) & (field))
// `count` elements; NULL stays NULL.
#define ARRAY(field, count)                                                                        \
    pass_array(s, (void **)(uintptr_t) & (field), (int64_t)(count), sizeof *(field), NULL)
#define ROWS(field, count, pass)                                                                   \
    pass_array(s, (void **)(uintptr_t) & (field), (int64_t)(count), sizeof *(field), pass)

static void pass_text(Passing *s, const char **text)
{
    uint32_t length = s->b->is_reading || !*text ? no_text : (uint32_t)strlen(*text);
    PASS(length);
    if (!s->b->is_reading) {
        if (length != no_text) bytes_pass(s->b, (void *)(uintptr_t)*text, (size_t)length + 1);
        return;
    }
    *text = NULL;
    if (length == no_text || s->b->is_short) return;
    s->b->is_short |= s->b->size - s->b->at <= length;
    if (s->b->is_short) return;
    *text = (const char *)s->b->from + s->b->at;
    s->b->at += (size_t)length + 1;
    s->is_wrong |= (*text)[length] != '\0';
    if (s->is_wrong) *text = NULL;
}

typedef void PassRow(Passing *s, void *row);

// Without `pass` the elements are numbers and go as they are.
static void pass_array(Passing *s, void **rows, int64_t count, size_t size, PassRow *pass)
{
    uint8_t is_there = *rows != NULL;
    PASS(is_there);
    if (s->b->is_reading) *rows = NULL;
    if (!is_there) return;
    bool is_wrong = count < 0 || (s->b->is_reading && (uint64_t)count > s->b->size);
    s->is_wrong |= is_wrong;
    if (s->is_wrong || s->b->is_short) return;
    if (s->b->is_reading) *rows = arena_alloc_zero(s->out, size * ((size_t)count + 1), 16);
    if (!pass) bytes_pass(s->b, *rows, (size_t)count * size);
    for (int64_t i = 0; pass && i < count && !s->b->is_short; i++)
        pass(s, (char *)*rows + (size_t)i * size);
}

static void pass_name(Passing *s, void *row)
{
    pass_text(s, row);
}

// Compressed columns, which say themselves how many entries there are.
static void pass_pattern(Passing *s, int32_t columns, const int32_t **start, const int32_t **rows)
{
    ARRAY(*start, (int64_t)columns + 1);
    ARRAY(*rows, *start ? (*start)[columns] : 0);
}

// ---- Tables of the model -----------------------------------------------------------------------

static void pass_declaration(Passing *s, void *row)
{
    DeclarationInfo *d = row;
    TEXT(d->unit), TEXT(d->display_unit), TEXT(d->description);
    PASS(d->n_literals), PASS(d->n_dims);
    ROWS(d->literals, d->n_literals, pass_name);
    ARRAY(d->dims, d->n_dims);
}

static void pass_variable(Passing *s, void *row)
{
    VariableInfo *v = row;
    TEXT(v->name);
    ROWS(v->declared, 1, pass_declaration);
    PASS(v->kind), PASS(v->variability), PASS(v->causality);
    PASS(v->slot), PASS(v->sign);
    PASS(v->is_alias), PASS(v->is_protected), PASS(v->is_hidden), PASS(v->is_mode);
    PASS(v->is_clock), PASS(v->is_idle), PASS(v->tick_slot), PASS(v->is_settable);
    PASS(v->start_slot), PASS(v->min_slot), PASS(v->max_slot), PASS(v->nominal_slot);
    PASS(v->free_slot);
}

static void pass_state(Passing *s, void *row)
{
    StateInfo *x = row;
    PASS(x->slot), PASS(x->derivative_slot), PASS(x->nominal_slot), PASS(x->is_held);
    TEXT(x->name);
}

static void pass_block(Passing *s, void *row)
{
    BlockInfo *b = row;
    PASS(b->kind), PASS(b->solver), PASS(b->is_of_step), PASS(b->n);
    ARRAY(b->unknown_slots, b->n), ARRAY(b->nominal_slots, b->n);
    ARRAY(b->min_slots, b->n), ARRAY(b->max_slots, b->n), ARRAY(b->rated_slots, b->n);
    PASS(b->residual_slot), PASS(b->jacobian_slot);
    pass_pattern(s, b->n, &b->column_start, &b->row_index);
    PASS(b->residual), PASS(b->jacobian), PASS(b->sizes), PASS(b->size_slot);
    PASS(b->matrix_variability), PASS(b->n_discrete);
    ARRAY(b->discrete_slots, b->n_discrete), ARRAY(b->proposed_slots, b->n_discrete);
    PASS(b->update_discrete), PASS(b->guesses), PASS(b->n_before_tearing), PASS(b->whole);
    PASS(b->is_guard);
    PASS(b->n_invariants), PASS(b->n_states);
    ARRAY(b->state_slots, b->n_states), ARRAY(b->state_numbers, b->n_states);
    ARRAY(b->derived_states, b->n);
    ROWS(b->unknown_names, b->n, pass_name), ROWS(b->equation_texts, b->n, pass_name);
    TEXT(b->origin);
}

static void pass_relation(Passing *s, void *row)
{
    RelationInfo *r = row;
    PASS(r->kind), PASS(r->memory_slot), PASS(r->crossing_slot), PASS(r->instant_slot);
    PASS(r->forced_slot), PASS(r->scale_slot), PASS(r->true_after), PASS(r->is_step);
    PASS(r->is_quiet), TEXT(r->text), TEXT(r->origin);
}

static void pass_sample(Passing *s, void *row)
{
    SampleInfo *r = row;
    PASS(r->start_slot), PASS(r->interval_slot), PASS(r->active_slot), TEXT(r->origin);
}

static void pass_pre(Passing *s, void *row)
{
    PreInfo *r = row;
    PASS(r->slot), PASS(r->pre_slot), PASS(r->is_continuous), PASS(r->is_real), TEXT(r->name);
}

static void pass_assert(Passing *s, void *row)
{
    AssertInfo *r = row;
    PASS(r->failed_slot), PASS(r->is_warning), PASS(r->is_steady), TEXT(r->origin);
}

static void pass_condition(Passing *s, void *row)
{
    ConditionInfo *r = row;
    PASS(r->left_slot), PASS(r->right_slot), PASS(r->is_surplus), PASS(r->block);
    PASS(r->n_partners), ARRAY(r->partners, r->n_partners);
    TEXT(r->text), TEXT(r->origin);
}

static void pass_delay(Passing *s, void *row)
{
    DelayInfo *r = row;
    PASS(r->input_slot), PASS(r->delay_slot), PASS(r->max_slot);
    PASS(r->is_discrete), PASS(r->is_varying), TEXT(r->origin);
}

static void pass_transport(Passing *s, void *row)
{
    TransportInfo *r = row;
    PASS(r->input_slot), PASS(r->position_slot), PASS(r->direction_slot);
    PASS(r->points_slot), PASS(r->n_points), TEXT(r->origin);
}

static void pass_state_set(Passing *s, void *row)
{
    StateSetInfo *r = row;
    PASS(r->n_candidates), PASS(r->n_states);
    ARRAY(r->candidate_slots, r->n_candidates), ARRAY(r->derivative_slots, r->n_candidates);
    ARRAY(r->state_index_slots, r->n_states), ARRAY(r->state_numbers, r->n_states);
    PASS(r->matrix), PASS(r->matrix_slot), TEXT(r->name);
}

static void pass_invariant(Passing *s, void *row)
{
    InvariantInfo *r = row;
    PASS(r->slot), PASS(r->nominal_slot), PASS(r->is_inlined), TEXT(r->name);
}

static void pass_linearization(Passing *s, LinearizationInfo *l, int32_t n_states)
{
    PASS(l->routine), PASS(l->n_tangents), PASS(l->n_steps), PASS(l->n_terms);
    PASS(l->coefficient_slot);
    ARRAY(l->steps, l->n_steps), ARRAY(l->term_tangents, l->n_terms);
    ARRAY(l->derivative_tangents, n_states), ARRAY(l->derivative_signs, n_states);
}

static void pass_inlined(Passing *s, InlinedInfo *i, int32_t n_states)
{
    PASS(i->routine), PASS(i->first_block), PASS(i->step_slot), PASS(i->stages);
    PASS(i->n_copies);
    int64_t inner = i->stages - 1;
    ARRAY(i->time_slots, inner), ARRAY(i->old_slots, n_states);
    ARRAY(i->stage_slots, inner * n_states);
    ARRAY(i->copy_slots, i->n_copies), ARRAY(i->copied_slots, i->n_copies);
}

static void pass_dae(Passing *s, DaeInfo *d)
{
    PASS(d->n_blocks), PASS(d->n_unknowns), PASS(d->n_groups), PASS(d->is_sparse), PASS(d->use);
    ARRAY(d->blocks, d->n_blocks);
    pass_pattern(s, d->n_unknowns, &d->column_start, &d->row_index);
    ARRAY(d->group_of, d->n_unknowns);
}

// One of something, or none.
#define ONE(T, field, pass)                                                                        \
    do {                                                                                           \
        uint8_t is_there = (field) != NULL;                                                        \
        PASS(is_there);                                                                            \
        if (s->b->is_reading) (field) = is_there ? ARENA_NEW(s->out, T) : NULL;                    \
        if (is_there) pass(s, (T *)(uintptr_t)(field), m->n_states);                               \
    } while (0)

static void pass_event_tables(Passing *s, Model *m)
{
    PASS(m->n_relations), ROWS(m->relations, m->n_relations, pass_relation);
    PASS(m->n_samples), ROWS(m->samples, m->n_samples, pass_sample);
    PASS(m->n_pres), ROWS(m->pres, m->n_pres, pass_pre);
    PASS(m->n_reinits), ARRAY(m->reinits, m->n_reinits);
    PASS(m->n_asserts), ROWS(m->asserts, m->n_asserts, pass_assert);
    PASS(m->n_conditions), ROWS(m->conditions, m->n_conditions, pass_condition);
    PASS(m->n_delays), ROWS(m->delays, m->n_delays, pass_delay);
    PASS(m->n_transports), ROWS(m->transports, m->n_transports, pass_transport);
    PASS(m->n_state_sets), ROWS(m->state_sets, m->n_state_sets, pass_state_set);
}

static void pass_routine_numbers(Passing *s, Model *m)
{
    PASS(m->parameters), PASS(m->initial), PASS(m->initial_simplified), PASS(m->initial_actions);
    PASS(m->derivatives), PASS(m->derivatives_again), PASS(m->outputs), PASS(m->crossings),
        PASS(m->event);
    PASS(m->event_actions), PASS(m->instants), PASS(m->distributions), PASS(m->asserts_routine);
    PASS(m->terminal_routine), PASS(m->conditions_routine), PASS(m->accepted);
}

static void pass_model(Passing *s, Model *m)
{
    PASS(m->abi_version), TEXT(m->name), PASS(m->n_slots), PASS(m->n_strings);
    PASS(m->n_variables), ROWS(m->variables, m->n_variables, pass_variable);
    PASS(m->n_slopes), ROWS(m->slopes, m->n_slopes, pass_variable);
    PASS(m->n_states), ROWS(m->states, m->n_states, pass_state);
    PASS(m->n_blocks), ROWS(m->blocks, m->n_blocks, pass_block);
    pass_event_tables(s, m);
    PASS(m->n_text_slots), ARRAY(m->text_slots, m->n_text_slots);
    PASS(m->n_object_slots), ARRAY(m->object_slots, m->n_object_slots);
    pass_dae(s, &m->dae);
    ONE(InlinedInfo, m->inlined, pass_inlined);
    PASS(m->n_invariants), ROWS(m->invariants, m->n_invariants, pass_invariant);
    PASS(m->lambda_slot), PASS(m->memory_slot), PASS(m->terminate_slot), PASS(m->terminal_slot);
    pass_routine_numbers(s, m);
    ONE(LinearizationInfo, m->linearization, pass_linearization);
    pass_pattern(s, m->n_states, &m->jacobian_column_start, &m->jacobian_row_index);
    ARRAY(m->jacobian_group_of, m->n_states);
    PASS(m->n_jacobian_groups), PASS(m->jacobian_is_sparse);
    PASS(m->derivatives_are_plain), PASS(m->values_are_finite);
}

// ---- Code --------------------------------------------------------------------------------------

static void pass_routine(Passing *s, void *row)
{
    Routine *r = row;
    TEXT(r->name), PASS(r->first), PASS(r->count);
}

static void pass_function(Passing *s, void *row)
{
    ProgramFunction *f = row;
    TEXT(f->name), pass_routine(s, &f->body);
    PASS(f->n_inputs), PASS(f->n_outputs), PASS(f->n_variables), PASS(f->n_words);
    PASS(f->returns_addresses);
}

static void pass_struct(Passing *s, const ExternalStruct **structure, int depth);

static void pass_members(Passing *s, ExternalStruct *of, int depth)
{
    PASS(of->n_members);
    ExternalMember *members = (ExternalMember *)(uintptr_t)of->members;
    s->is_wrong |= of->n_members > s->b->size + MOST_CALLS || depth > MOST_CALLS;
    if (s->is_wrong) return;
    if (s->b->is_reading) members = ARENA_ARRAY(s->out, ExternalMember, of->n_members + 1);
    of->members = members;
    for (uint32_t i = 0; i < of->n_members && !s->b->is_short; i++) {
        PASS(members[i].type);
        pass_struct(s, &members[i].inside, depth + 1);
    }
}

static void pass_struct(Passing *s, const ExternalStruct **structure, int depth)
{
    uint8_t is_there = *structure != NULL;
    PASS(is_there);
    if (s->b->is_reading) *structure = is_there ? ARENA_NEW(s->out, ExternalStruct) : NULL;
    if (is_there) pass_members(s, (ExternalStruct *)(uintptr_t)*structure, depth);
}

static void pass_argument(Passing *s, void *row)
{
    ExternalArgument *a = row;
    PASS(a->type), PASS(a->is_array), PASS(a->is_output), PASS(a->first), PASS(a->n_words);
    pass_struct(s, &a->structure, 0);
}

// How it is called; where its code is found is told elsewhere.
static void pass_external(Passing *s, void *row)
{
    ProgramExternal *e = row;
    TEXT(e->name), TEXT(e->symbol), TEXT(e->language);
    PASS(e->n_arguments), ROWS(e->arguments, e->n_arguments, pass_argument);
    PASS(e->has_result), PASS(e->is_impure), pass_argument(s, &e->result);
}

static void pass_shape(Passing *s, void *row)
{
    ArrayShape *a = row;
    PASS(a->rank), ARRAY(a->dims, a->rank);
}

static void pass_site(Passing *s, void *row)
{
    Site *x = row;
    TEXT(x->origin), TEXT(x->what);
}

static void pass_text_word(Passing *s, double *word)
{
    const char *text = NULL;
    if (!s->b->is_reading) memcpy(&text, word, sizeof text);
    pass_text(s, &text);
    if (s->b->is_reading) *word = string_word(text);
}

static void pass_text_row(Passing *s, void *row)
{
    pass_text_word(s, row);
}

static void pass_array_word(Passing *s, double *word, PassRow *element)
{
    Array *a = s->b->is_reading ? ARENA_NEW(s->out, Array) : word_array(*word);
    PASS(a->rank), PASS(a->dims), PASS(a->count);
    ROWS(a->data, a->count, element);
    if (s->b->is_reading) *word = array_word(a);
}

static void pass_constants(Passing *s, Program *p)
{
    PASS(p->n_constants), ARRAY(p->constant_kinds, p->n_constants);
    s->is_wrong |= s->b->is_reading && p->n_constants > s->b->size;
    if (s->is_wrong || s->b->is_short) return;
    if (s->b->is_reading) p->constants = ARENA_ARRAY(s->out, double, p->n_constants + 1);
    for (uint32_t i = 0; i < p->n_constants && !s->b->is_short && !s->is_wrong; i++)
        switch ((ConstantKind)p->constant_kinds[i]) {
        case CONSTANT_NUMBER: PASS(p->constants[i]); break;
        case CONSTANT_TEXT: pass_text_word(s, &p->constants[i]); break;
        case CONSTANT_ARRAY: pass_array_word(s, &p->constants[i], NULL); break;
        case CONSTANT_TEXTS: pass_array_word(s, &p->constants[i], pass_text_row); break;
        }
}

// Words of texts are addresses, so they go by themselves.
static void pass_start(Passing *s, Program *p)
{
    const Model *m = &p->model;
    int64_t n = p->n_words;
    s->is_wrong |= m->n_slots < 0 || n < m->n_slots;
    if (s->is_wrong || s->b->is_short) return;
    double *copy = ARENA_ARRAY(s->out, double, n + 1);
    bool has_values = !s->b->is_reading && m->n_slots > 0; // a model may be without any
    if (has_values) memcpy(copy, p->start, (size_t)m->n_slots * sizeof *copy);
    for (int32_t i = 0; !s->b->is_reading && i < m->n_text_slots; i++) copy[m->text_slots[i]] = 0;
    bytes_pass(s->b, copy, (size_t)m->n_slots * sizeof *copy);
    if (s->b->is_reading) p->start = copy;
    for (int32_t i = 0; i < m->n_text_slots && !s->b->is_short; i++) {
        bool is_inside = m->text_slots[i] >= 0 && m->text_slots[i] < m->n_slots;
        s->is_wrong |= !is_inside;
        if (is_inside) pass_text_word(s, &p->start[m->text_slots[i]]);
    }
}

static void pass_instruction(Passing *s, void *row)
{
    Instruction *i = row;
    PASS(i->code), PASS(i->is_whole), PASS(i->n), PASS(i->d), PASS(i->a), PASS(i->b), PASS(i->c);
}

bool program_pass(Program *p, Bytes *b, Arena *out)
{
    Passing passing = {b, out, false}, *s = &passing;
    uint32_t format = PROGRAM_FORMAT;
    PASS(format);
    if (format != PROGRAM_FORMAT) return false;
    PASS(p->n_code), ROWS(p->code, p->n_code, pass_instruction);
    PASS(p->n_operands), ARRAY(p->operands, p->n_operands);
    pass_constants(s, p);
    PASS(p->n_routines), ROWS(p->routines, p->n_routines, pass_routine);
    PASS(p->n_functions), ROWS(p->functions, p->n_functions, pass_function);
    PASS(p->n_externals), ROWS(p->externals, p->n_externals, pass_external);
    PASS(p->n_shapes), ROWS(p->shapes, p->n_shapes, pass_shape);
    PASS(p->n_sites), ROWS(p->sites, p->n_sites, pass_site);
    pass_model(s, &p->model);
    PASS(p->n_words);
    pass_start(s, p);
    return !s->is_wrong && !b->is_short;
}

uint64_t program_identity(Program *p)
{
    Arena *a = arena_open("identity");
    Bytes bytes = {.arena = a};
    program_pass(p, &bytes, a);
    uint64_t h = hash_bytes((const char *)bytes.bytes.data, bytes.bytes.count);
    arena_close(a);
    return h;
}
