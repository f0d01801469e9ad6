// The checkers see what they are there for: a sound result, damaged in one place, is refused.
#include <string.h>

#include "causal/causal_system.h"
#include "tarn/compile/pipeline.h"
#include "unit/unit.h"

typedef struct Case {
    Session *session;
    CompileOptions options;
    Pipeline pipeline;
} Case;

static bool case_open(Unit *u, Case *c, const char *path)
{
    c->session = session_open();
    c->pipeline = (Pipeline){.session = c->session, .options = &c->options};
    return CHECK_TRUE(u, pipeline_run(&c->pipeline, path, STAGE_CAUSAL) == PIPELINE_DONE);
}

static void case_close(Case *c)
{
    pipeline_close(&c->pipeline);
    session_close(c->session);
}

typedef struct Damage {
    const char *path;
    void (*damage)(CausalSystem *causal);
    const char *complaint; // what it says then, in part
} Damage;

static void turn_order(CausalSystem *causal)
{
    Section *s = &causal->outputs;
    int32_t last = s->blocks[s->n_blocks - 1];
    memmove(s->blocks + 1, s->blocks, sizeof *s->blocks * (size_t)(s->n_blocks - 1));
    s->blocks[0] = last;
}

static void repeat_block(CausalSystem *causal)
{
    causal->event.blocks[causal->event.n_blocks - 1] = causal->event.blocks[0];
}

static void drop_block(CausalSystem *causal)
{
    causal->outputs.n_blocks--;
}

static void drop_initial(CausalSystem *causal)
{
    causal->initial.n_blocks--;
}

static void drop_slope(CausalSystem *causal)
{
    causal->derivatives.n_blocks--;
}

static Block *first_loop(CausalSystem *causal)
{
    for (int32_t i = 0; i < causal->n_blocks; i++)
        if (block_needs_solver(&causal->blocks[i])) return &causal->blocks[i];
    return NULL;
}

static void drop_residual(CausalSystem *causal)
{
    Block *b = first_loop(causal);
    if (b) b->torn->n_residuals--;
}

static void spoil_pattern(CausalSystem *causal)
{
    Block *b = first_loop(causal);
    if (b) b->torn->row_index[0] = b->torn->n_residuals;
}

static void forget_loop(CausalSystem *causal)
{
    causal->loops.n_blocks--;
}

static void join_groups(CausalSystem *causal)
{
    for (int32_t c = 0; c < causal->n_states; c++) causal->jacobian.group_of[c] = 0;
}

static void forget_owner(CausalSystem *causal)
{
    VarId d = system_variable(causal->system, causal->states[0])->derivative;
    system_variable(causal->system, d)->of = d;
}

static void chain_aliases(CausalSystem *causal)
{
    for (uint32_t i = 0; i < causal->system->variables.count; i++) {
        SystemVariable *v = &causal->system->variables.data[i];
        if (v->flags & VARIABLE_IS_ALIAS) v->root = (VarId){(int32_t)i};
    }
}

static void count_wrongly(CausalSystem *causal)
{
    for (uint32_t i = 0; i < causal->system->equations.count; i++)
        if (causal->system->equations.data[i].from.i >= 0)
            causal->system->equations.data[i].differentiated = 7;
}

static void read_nobody(CausalSystem *causal)
{
    EquationSystem *s = causal->system;
    VarId nobody = {(int32_t)s->variables.count};
    s->equations.data[0].left =
        expr_ref(s->session->exprs, nobody, s->equations.data[0].left->type);
    s->equations.data[0].flags &= (uint16_t)~EQUATION_REMOVED;
}

static void differentiate_late(CausalSystem *causal)
{
    EquationSystem *s = causal->system;
    SystemEquation *e = &s->equations.data[0];
    e->flags &= (uint16_t)~EQUATION_REMOVED;
    e->left = expr_op1(s->session->exprs, OP_DER, system_ref(s, causal->states[0]));
}

static void mistake_type(CausalSystem *causal)
{
    SystemEquation *e = &causal->system->equations.data[0];
    e->flags &= (uint16_t)~EQUATION_REMOVED;
    e->right = expr_boolean(causal->system->session->exprs, true);
}

static void determine_nothing(CausalSystem *causal)
{
    SystemEquation *e = &causal->system->equations.data[0];
    e->flags &= (uint16_t)~EQUATION_REMOVED;
    e->determines = (VarId){(int32_t)causal->system->variables.count};
}

static void leave_root(CausalSystem *causal)
{
    causal->system->variables.data[0].root = (VarId){1};
}

static void lose_root(CausalSystem *causal)
{
    causal->system->variables.data[0].root = (VarId){-1};
}

static void lose_flat(CausalSystem *causal)
{
    causal->system->variables.data[0].flat = (VarId){(int32_t)causal->system->flat->n_variables};
}

static void lose_derivative(CausalSystem *causal)
{
    system_variable(causal->system, causal->states[0])->derivative = NO_VAR;
}

static void lose_pre(CausalSystem *causal)
{
    for (uint32_t i = 0; i < causal->system->variables.count; i++)
        if (causal->system->variables.data[i].role == ROLE_PRE)
            causal->system->variables.data[i].of = (VarId){0};
}

static void refuse_side(CausalSystem *causal)
{
    SystemEquation *e = &causal->system->equations.data[0];
    ExprTable *t = causal->system->session->exprs;
    e->flags &= (uint16_t)~EQUATION_REMOVED;
    e->left = expr_local(t, 0, e->left->type, NULL);
}

static void leave_iterator(CausalSystem *causal)
{
    SystemEquation *e = &causal->system->equations.data[0];
    e->flags &= (uint16_t)~EQUATION_REMOVED;
    Session *session = causal->system->session;
    e->left = expr_iterator(session->exprs, name_of_text(session->names, "i"), e->left->type);
}

#define CIRCUIT "examples/rc_circuit.mo"
#define TRIANGLE "examples/seeds/S2_block_triangular.mo"
#define LOOP "examples/seeds/S4_two_roots.mo"
#define BALL "examples/bouncing_ball.mo"
#define PENDULUM "examples/seeds/S12_pendulum.mo"

static const Damage damages[] = {
    {TRIANGLE, turn_order, "is read before it is computed"},
    {TRIANGLE, repeat_block, "is computed twice"},
    {TRIANGLE, drop_block, "is never computed"},
    {TRIANGLE, drop_initial, "initial: "},
    {CIRCUIT, drop_slope, "slope is not computed"},
    {LOOP, drop_residual, "numbers of residuals"},
    {LOOP, spoil_pattern, "a pattern that is none"},
    {PENDULUM, forget_loop, "the DAE form forgets"},
    {"examples/vanderpol.mo", join_groups, "share a row"},
    {BALL, forget_owner, "does not lead back"},
    {CIRCUIT, chain_aliases, "an alias of an alias"},
    {PENDULUM, count_wrongly, "counts wrongly"},
    {BALL, read_nobody, "does not exist"},
    {BALL, differentiate_late, "operator der"},
    {BALL, mistake_type, "an equation between different types"},
    {BALL, determine_nothing, "an equation that determines nothing"},
    {BALL, leave_root, "has another root"},
    {BALL, lose_root, "an alias of nothing"},
    {BALL, lose_flat, "that the flat model does not know"},
    {BALL, lose_derivative, "a state without slope"},
    {BALL, lose_pre, "the pre-value of a variable"},
    {BALL, refuse_side, "a variable of a function outside of it"},
    {BALL, leave_iterator, "that should have been taken apart"},
};

static void damage_is_seen(Unit *u)
{
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        Case c = {0};
        if (case_open(u, &c, damages[i].path)) {
            Text before = text_make(u->arena), after = text_make(u->arena);
            CHECK_TRUE(u, causal_check(c.pipeline.causal, &before));
            damages[i].damage(c.pipeline.causal);
            bool is_sound = causal_check(c.pipeline.causal, &after);
            if (is_sound || !strstr(text_cstr(&after), damages[i].complaint))
                CHECK_TEXT(u, text_cstr(&after), damages[i].complaint);
        }
        case_close(&c);
    }
}

// ---- The other stages --------------------------------------------------------------------------

static Component *first_leaf(const Pipeline *p)
{
    for (uint32_t i = 0; i < p->instance->n_components; i++)
        if (p->instance->components[i]->kind == COMPONENT_SIMPLE) return p->instance->components[i];
    return p->instance->components[0];
}

static void renumber_component(Pipeline *p)
{
    first_leaf(p)->id.i++;
}

static void lose_variable(Pipeline *p)
{
    first_leaf(p)->variable = NO_VAR;
}

static void exchange_variables(Pipeline *p)
{
    first_leaf(p)->variable.i = 1;
}

static void renumber_variable(Pipeline *p)
{
    p->flat->variables[0].id.i = 7;
}

static void name_nobody(Pipeline *p)
{
    Equation *e = &p->flat->equations[0];
    e->left = expr_ref(p->session->exprs, (VarId){(int32_t)p->flat->n_variables}, e->left->type);
}

static void leave_component(Pipeline *p)
{
    p->flat->equations[0].left = expr_component(p->session->exprs, (ComponentId){0});
}

static Instruction *code_of(Pipeline *p) // the first that computes something
{
    Instruction *i = p->program->code;
    while (instruction_words(p->program, i).n_results == 0) i++;
    return i;
}

static void drop_return(Pipeline *p)
{
    p->program->routines[0].count--;
}

static void write_constant(Pipeline *p)
{
    code_of(p)->d = -1;
}

static void read_beyond(Pipeline *p)
{
    code_of(p)->a = p->program->n_words;
}

static void read_no_constant(Pipeline *p)
{
    code_of(p)->a = -1 - (int32_t)p->program->n_constants;
}

static void garble_code(Pipeline *p)
{
    code_of(p)->code = N_INSTRUCTIONS;
}

static const struct {
    Stage stage;
    void (*damage)(Pipeline *p);
    const char *complaint;
} earlier_and_later[] = {
    {STAGE_INSTANCE, renumber_component, "has the number"},
    {STAGE_INSTANCE, lose_variable, "has no variable"},
    {STAGE_INSTANCE, exchange_variables, "disagrees with its component"},
    {STAGE_FLAT, renumber_variable, "variable 0 has number 7"},
    {STAGE_FLAT, name_nobody, "reference to variable"},
    {STAGE_FLAT, leave_component, "unresolved expression is left"},
    {STAGE_PROGRAM, drop_return, "the end is not a return"},
    {STAGE_PROGRAM, write_constant, "the destination is no word"},
    {STAGE_PROGRAM, read_beyond, "lies beyond the frame"},
    {STAGE_PROGRAM, read_no_constant, "a constant that does not exist"},
    {STAGE_PROGRAM, garble_code, "unknown code"},
};

static bool check_stage(Pipeline *p, Stage stage, Text *complaint)
{
    if (stage == STAGE_INSTANCE) return instance_check(p->instance, complaint);
    if (stage == STAGE_FLAT) return flat_check(p->session, p->flat, complaint);
    return program_check(p->program, complaint);
}

static void every_stage_is_checked(Unit *u)
{
    for (size_t i = 0; i < sizeof earlier_and_later / sizeof *earlier_and_later; i++) {
        Stage stage = earlier_and_later[i].stage;
        Case c = {.session = session_open()};
        c.pipeline = (Pipeline){.session = c.session, .options = &c.options};
        if (CHECK_TRUE(u, pipeline_run(&c.pipeline, BALL, stage) == PIPELINE_DONE)) {
            Text before = text_make(u->arena), after = text_make(u->arena);
            CHECK_TRUE(u, check_stage(&c.pipeline, stage, &before));
            earlier_and_later[i].damage(&c.pipeline);
            bool is_sound = check_stage(&c.pipeline, stage, &after);
            if (is_sound || !strstr(text_cstr(&after), earlier_and_later[i].complaint))
                CHECK_TEXT(u, text_cstr(&after), earlier_and_later[i].complaint);
        }
        case_close(&c);
    }
}

// The front end lets no ring of parameters through; behind it one is told with all its members.
static void ring_of_parameters_is_told(Unit *u)
{
    Case c = {.session = session_open()};
    c.pipeline = (Pipeline){.session = c.session, .options = &c.options};
    if (CHECK_TRUE(u, pipeline_run(&c.pipeline, CIRCUIT, STAGE_EQUATIONS) == PIPELINE_DONE)) {
        EquationSystem *s = c.pipeline.equations;
        VarId found[2];
        int n = 0;
        for (uint32_t i = 0; i < s->variables.count && n < 2; i++)
            if (s->variables.data[i].role == ROLE_PARAMETER) found[n++] = (VarId){(int32_t)i};
        CHECK_INT(u, n, 2);
        system_variable(s, found[0])->value = system_ref(s, found[1]);
        system_variable(s, found[1])->value = system_ref(s, found[0]);
        Text text = text_make(u->arena);
        CausalOptions options = {0};
        CHECK_TRUE(u, !causalize(c.session, s, &options, u->arena));
        diag_render_text(c.session->diag, 0, false, &text);
        CHECK_TRUE(u, strstr(text_cstr(&text), "error[E0508]"));
    }
    case_close(&c);
}

UNIT_SUITE(stage_checks, TEST(damage_is_seen), TEST(every_stage_is_checked),
           TEST(ring_of_parameters_is_told));
