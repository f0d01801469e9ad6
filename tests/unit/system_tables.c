// Systems as a whole: the analysis takes one over, trials leave no trace, and every expression is
// met where it lies.
#include "equations/system_tables.h"

#include "tarn/compile/pipeline.h"
#include "unit/unit.h"

static const char *const reduced = "examples/seeds/S12_pendulum.mo"; // states are given up
static const char *const eventful = "examples/bouncing_ball.mo";     // relations, a reinit

typedef struct Case {
    Session *session;
    CompileOptions options;
    Pipeline pipeline;
} Case;

static bool case_open(Unit *u, Case *c, const char *path, Stage last)
{
    c->session = session_open();
    c->pipeline = (Pipeline){.session = c->session, .options = &c->options};
    return CHECK_TRUE(u, pipeline_run(&c->pipeline, path, last) == PIPELINE_DONE);
}

static void case_close(Case *c)
{
    pipeline_close(&c->pipeline);
    session_close(c->session);
}

static const char *dumped(Unit *u, const EquationSystem *system)
{
    Text text = text_make(u->arena);
    system_dump(system, &text);
    return text_cstr(&text);
}

// What holds the equations until then forgets them: nobody shows them half rewritten.
static void analysis_takes_its_input(Unit *u)
{
    Case c = {0};
    if (case_open(u, &c, reduced, STAGE_CAUSAL)) {
        CHECK_TRUE(u, !c.pipeline.equations);
        CHECK_TRUE(u, c.pipeline.causal->system != NULL);
    }
    case_close(&c);
}

static void put_zero(void *client, const Expr **e, Span span)
{
    EquationSystem *system = client;
    (void)span;
    if ((*e)->type->kind == TYPE_REAL) *e = expr_real(system->session->exprs, 0);
}

static void trials_leave_no_trace(Unit *u)
{
    Case c = {0};
    if (case_open(u, &c, eventful, STAGE_EQUATIONS)) {
        EquationSystem *trial = c.pipeline.equations;
        const char *before = dumped(u, trial);
        SystemMark mark = system_mark(trial, u->arena);
        for (int turn = 0; turn < 2; turn++) { // a mark can be returned to more than once
            const Type *real = type_basic(c.session->exprs, TYPE_REAL);
            for (int i = 0; i < 100; i++) system_add_variable(trial, ROLE_CONTINUOUS, real);
            system_each_expression(trial, IN_ALL_TABLES, trial, put_zero);
            CHECK_TRUE(u, strcmp(before, dumped(u, trial)) != 0);
            system_return(trial, &mark);
            CHECK_TEXT(u, dumped(u, trial), before);
        }
    }
    case_close(&c);
}

static void count(void *client, const Expr **e, Span span)
{
    (void)e, (void)span;
    ++*(int *)client;
}

static int count_in(const EquationSystem *system, uint32_t where)
{
    int n = 0;
    system_each_expression(system, where, &n, count);
    return n;
}

static void every_expression_is_met_once(Unit *u)
{
    Case c = {0};
    if (case_open(u, &c, eventful, STAGE_EQUATIONS)) {
        const EquationSystem *s = c.pipeline.equations;
        CHECK_INT(u, count_in(s, IN_TABLE(equations)), 2 * s->equations.count);
        CHECK_INT(u, count_in(s, IN_TABLE(reinits)), 2 * s->reinits.count);
        int alone = count_in(s, IN_TABLE(relations));
        CHECK_INT(u, count_in(s, IN_TABLE(relations) | WITH_TEXTS),
                  alone + (int)s->relations.count);
        uint32_t n = 0;
        for (int t = 0; t < N_SYSTEM_TABLES; t++) n += (uint32_t)count_in(s, 1u << t);
        CHECK_INT(u, count_in(s, IN_ALL_TABLES), n);
    }
    case_close(&c);
}

UNIT_SUITE(system_tables, TEST(analysis_takes_its_input), TEST(trials_leave_no_trace),
           TEST(every_expression_is_met_once));
