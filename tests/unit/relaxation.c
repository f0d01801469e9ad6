// Seed case S7 (Cellier, algebraic loops): the loop of S6 eliminated symbolically. The text needs
// the auxiliary variables c1 to c8; the value of the torn variable must be its closed form.
#include <math.h>
#include <string.h>

#include "cli/pipeline.h"
#include "unit/unit.h"

typedef struct Values {
    ExprTable *exprs;
    double *of; // by VarId; NAN: not computed yet
} Values;

static const Expr *value_of(void *client, VarId v)
{
    const Values *values = client;
    return isnan(values->of[v.i]) ? NULL : expr_real(values->exprs, values->of[v.i]);
}

static void run_assignments(Session *s, const Assignment *list, int32_t n, Values *values)
{
    for (int32_t i = 0; i < n; i++) {
        EvalFailure failure = {0};
        ValueSource source = {values, value_of, NULL, NULL};
        const Expr *v = expr_evaluate(s, list[i].value, &source, &failure);
        double number;
        if (v && expr_is_number(v, &number)) values->of[list[i].variable.i] = number;
    }
}

static double named(const Pipeline *p, Arena *a, const Values *values, const char *name)
{
    for (uint32_t i = 0; i < p->equations->variables.count; i++)
        if (!strcmp(system_variable_text(p->equations, (VarId){(int32_t)i}, a), name))
            return values->of[i];
    return (double)NAN;
}

static void loop_needs_few_auxiliaries(Unit *u)
{
    Session *s = session_open();
    Options options = {.no_alias = true};
    Pipeline p = {.session = s, .options = &options};
    bool ok =
        pipeline_run(&p, "examples/seeds/S6_algebraic_loop.mo", STAGE_CAUSAL) == PIPELINE_DONE;
    CHECK_TRUE(u, ok);
    if (!ok) return;
    const CausalSystem *c = p.causal;
    Values values = {s->exprs, ARENA_RAW(u->arena, double, c->system->variables.count)};
    for (uint32_t i = 0; i < c->system->variables.count; i++) values.of[i] = (double)NAN;
    run_assignments(s, c->parameters, c->n_parameters, &values);
    int auxiliaries = 0;
    for (int32_t i = 0; i < c->derivatives.n_blocks; i++) {
        const Block *b = &c->blocks[c->derivatives.blocks[i]];
        run_assignments(s, b->assignments, b->n_assignments, &values);
        for (int32_t k = 0; k < b->n_assignments; k++)
            auxiliaries +=
                system_variable(c->system, b->assignments[k].variable)->role == ROLE_AUXILIARY;
    }
    CHECK_TRUE(u, auxiliaries > 0 && auxiliaries <= 8);
    double r1 = 1, r2 = 2, r3 = 3, u0 = 10;
    double i3 = r2 / (r1 * r2 + r1 * r3 + r2 * r3) * u0;
    CHECK_TRUE(u, fabs(named(&p, u->arena, &values, "i3") - i3) < 1e-12);
    pipeline_close(&p);
    session_close(s);
}

UNIT_SUITE(relaxation, TEST(loop_needs_few_auxiliaries));
