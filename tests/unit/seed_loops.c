// Seed cases S7 and S8 (Cellier, algebraic loops): what is inside the loop of S6. The trajectories
// are tested with examples/seeds.
#include <math.h>
#include <string.h>

#include "tarn/compile/pipeline.h"
#include "unit/unit.h"

static const double r1 = 1, r2 = 2, r3 = 3, u0 = 10;

typedef struct Case {
    Unit *u;
    Session *session;
    CompileOptions options;
    Pipeline pipeline;
    const Block *loop; // the one of six equations
    double *value;     // by VarId; NAN: not computed yet
} Case;

static const Expr *value_of(void *client, VarId v)
{
    const Case *c = client;
    return isnan(c->value[v.i]) ? NULL : expr_real(c->session->exprs, c->value[v.i]);
}

static double number_of(Case *c, const Expr *e)
{
    EvalFailure failure = {0};
    ValueSource source = {.client = c, .variable = value_of};
    const Expr *v = expr_evaluate(c->session, e, &source, &failure);
    double number = (double)NAN;
    return v && expr_is_number(v, &number) ? number : (double)NAN;
}

static void run(Case *c, const Assignment *list, int32_t n)
{
    for (int32_t i = 0; i < n; i++) c->value[list[i].variable.i] = number_of(c, list[i].value);
}

// Computes what comes before the loop. False (and a failed check) when there is none.
static bool case_open(Case *c, const char *path)
{
    c->session = session_open();
    c->options.no_alias = true;
    c->pipeline = (Pipeline){.session = c->session, .options = &c->options};
    bool ok = pipeline_run(&c->pipeline, path, STAGE_CAUSAL) == PIPELINE_DONE;
    CHECK_TRUE(c->u, ok);
    if (!ok) return false;
    const CausalSystem *causal = c->pipeline.causal;
    uint32_t n = causal->system->variables.count;
    c->value = ARENA_RAW(c->u->arena, double, n);
    for (uint32_t i = 0; i < n; i++) c->value[i] = (double)NAN;
    run(c, causal->parameters, causal->n_parameters);
    for (int32_t i = 0; i < causal->derivatives.n_blocks && !c->loop; i++) {
        const Block *b = &causal->blocks[causal->derivatives.blocks[i]];
        if (b->n_equations == 6)
            c->loop = b;
        else
            run(c, b->assignments, b->n_assignments);
    }
    CHECK_TRUE(c->u, c->loop != NULL);
    return c->loop != NULL;
}

static void case_close(Case *c)
{
    pipeline_close(&c->pipeline);
    session_close(c->session);
}

static double *variable(const Case *c, const char *name)
{
    const EquationSystem *system = c->pipeline.causal->system;
    for (uint32_t i = 0; i < system->variables.count; i++)
        if (!strcmp(system_variable_text(system, (VarId){(int32_t)i}, c->u->arena), name))
            return &c->value[i];
    return NULL;
}

// The text eliminates with the auxiliary variables c1 to c8.
static void loop_needs_few_auxiliaries(Unit *u)
{
    Case c = {.u = u};
    if (case_open(&c, "examples/seeds/S7_three_ways.mo")) {
        const Block *b = c.loop;
        int auxiliaries = 0;
        for (int32_t k = 0; k < b->n_assignments; k++)
            auxiliaries +=
                system_variable(c.pipeline.causal->system, b->assignments[k].variable)->role ==
                ROLE_AUXILIARY;
        CHECK_TRUE(u, auxiliaries > 0 && auxiliaries <= 8);
        run(&c, b->assignments, b->n_assignments);
        CHECK_REAL(u, *variable(&c, "i3"), r2 / (r1 * r2 + r1 * r3 + r2 * r3) * u0, 1e-12);
    }
    case_close(&c);
}

static void residuals_at(Case *c, double *residual)
{
    run(c, c->loop->assignments, c->loop->n_assignments);
    for (int32_t i = 0; i < c->loop->torn->n_residuals; i++)
        residual[i] = number_of(c, c->loop->torn->residuals[i]);
}

static void newton_needs_one_step(Unit *u)
{
    Case c = {.u = u, .options.loops = LOOPS_NEWTON};
    if (case_open(&c, "examples/seeds/S7_three_ways.mo")) {
        const Block *b = c.loop;
        double residual = 0;
        CHECK_TRUE(u, b->solver == SOLVER_NEWTON);
        CHECK_INT(u, b->torn->n_iteration, 1);
        CHECK_INT(u, b->torn->n_jacobian, 1);
        double *x = &c.value[b->torn->iteration[0].i];
        *x = -123.0; // anywhere
        residuals_at(&c, &residual);
        CHECK_TRUE(u, fabs(residual) > 1);
        run(&c, b->torn->tangents, b->torn->n_tangents);
        *x -= residual / number_of(&c, b->torn->jacobian[0]);
        residuals_at(&c, &residual);
        CHECK_REAL(u, residual, 0, 1e-12);
        CHECK_REAL(u, *variable(&c, "i3"), r2 / (r1 * r2 + r1 * r3 + r2 * r3) * u0, 1e-12);
    }
    case_close(&c);
}

// Entry of the Jacobian by algebraic differentiation; zero where there is none.
static double jacobian_at(Case *c, int32_t row, int32_t column)
{
    const Block *b = c->loop;
    for (int32_t k = b->torn->column_start[column]; k < b->torn->column_start[column + 1]; k++)
        if (b->torn->row_index[k] == row) return number_of(c, b->torn->jacobian[k]);
    return 0;
}

static void compare_with_differences(Case *c, int32_t column)
{
    double base[2], moved[2], step = 1e-3;
    double *x = &c->value[c->loop->torn->iteration[column].i], at = *x;
    residuals_at(c, base);
    *x = at + step;
    residuals_at(c, moved);
    *x = at;
    residuals_at(c, base);
    for (int32_t row = 0; row < 2; row++)
        CHECK_REAL(c->u, (moved[row] - base[row]) / step, jacobian_at(c, row, column), 1e-6);
}

// The functions of the text are f1 = u1/R1 - i1 and f2 = R2*i2 - u2.
static void jacobian_of_two_tears(Unit *u)
{
    Case c = {.u = u};
    VEC_PUSH(u->arena, &c.options.tears, "i1:2");
    VEC_PUSH(u->arena, &c.options.tears, "u2:3");
    if (case_open(&c, "examples/seeds/S8_two_tears.mo")) {
        const Block *b = c.loop;
        CHECK_INT(u, b->torn->n_iteration, 2);
        int32_t i1 = variable(&c, "i1") == &c.value[b->torn->iteration[0].i] ? 0 : 1, u2 = 1 - i1;
        CHECK_TRUE(u, &c.value[b->torn->iteration[u2].i] == variable(&c, "u2"));
        int32_t f1 = b->torn->residual_equations[0].i == 1 ? 0 : 1, f2 = 1 - f1;
        c.value[b->torn->iteration[i1].i] = 0.5;
        c.value[b->torn->iteration[u2].i] = -2.5;
        run(&c, b->assignments, b->n_assignments);
        run(&c, b->torn->tangents, b->torn->n_tangents);
        CHECK_TRUE(u, jacobian_at(&c, f1, i1) == -1);
        CHECK_TRUE(u, jacobian_at(&c, f1, u2) == -1 / r1);
        CHECK_TRUE(u, jacobian_at(&c, f2, i1) == r2);
        CHECK_TRUE(u, jacobian_at(&c, f2, u2) == -r2 / r3 - 1);
        compare_with_differences(&c, i1);
        compare_with_differences(&c, u2);
    }
    case_close(&c);
}

UNIT_SUITE(seed_loops, TEST(loop_needs_few_auxiliaries), TEST(newton_needs_one_step),
           TEST(jacobian_of_two_tears));
