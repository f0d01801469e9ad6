// The checkers see what they are there for: a sound result, damaged in one place, is refused.
#include <string.h>

#include "causal/causal_system.h"
#include "tarn/pipeline.h"
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
    if (b) b->n_residuals--;
}

static void spoil_pattern(CausalSystem *causal)
{
    Block *b = first_loop(causal);
    if (b) b->row_index[0] = b->n_residuals;
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

UNIT_SUITE(stage_checks, TEST(damage_is_seen));
