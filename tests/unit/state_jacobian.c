// df/dx from the linearization of a model against differences, which know nothing of it. Loops are
// solved to 1e-12 and perturbed by 1e-8: through them differences are good to 1e-4.
#include <math.h>

#include "run/forms/ode_jacobian.h"
#include "run/simulation.h"
#include "tarn/compile/pipeline.h"
#include "unit/unit.h"

// The largest difference between the two, relative to the largest entry of the column; infinite
// when the model has no linearization.
static double disagreement(const Simulation *sim, Arena *arena)
{
    const InitialValueProblem *problem = simulation_problem(sim);
    InitialValueProblem without = *problem;
    double t = simulation_time(sim);
    const double *x = simulation_states(sim);
    without.directions_open = NULL;
    IntegratorCounts counts = {0};
    Jacobian *exact = jacobian_open(arena, problem);
    Jacobian *differences = jacobian_open(arena, &without);
    if (jacobian_evaluate(exact, t, x, NULL, &counts) != MODEL_OK) return INFINITY;
    if (counts.rhs_evaluations) return INFINITY; // it took differences
    if (jacobian_evaluate(differences, t, x, NULL, &counts) != MODEL_OK) return INFINITY;
    const SparsePattern *p = jacobian_pattern(exact);
    const double *a = jacobian_values(exact), *b = jacobian_values(differences);
    double worst = 0;
    for (int32_t c = 0; c < p->n; c++) {
        double largest = 1e-3;
        for (int32_t e = p->column_start[c]; e < p->column_start[c + 1]; e++)
            largest = fmax(largest, fabs(b[e]));
        for (int32_t e = p->column_start[c]; e < p->column_start[c + 1]; e++)
            worst = fmax(worst, fabs(a[e] - b[e]) / largest);
    }
    return worst;
}

static double disagreement_of(const char *path, bool is_dae)
{
    Session *s = session_open();
    CompileOptions options;
    compile_options_defaults(&options);
    Pipeline p = {.session = s, .options = &options};
    Arena *arena = arena_open("run");
    Model *model = NULL;
    double found = INFINITY;
    SimulationOptions run = {.stop_time = 0.3,
                             .tolerance = 1e-6,
                             .intervals = 10,
                             .step = NAN,
                             .is_dae = is_dae,
                             .method = is_dae ? "ida" : "cvode"};
    if (pipeline_run(&p, path, STAGE_PROGRAM) == PIPELINE_DONE &&
        pipeline_engine(&p, arena, &model)) {
        Simulation *sim = simulation_open(arena, model, &run, s->diag);
        if (simulation_initialize(sim) == RUN_DONE && simulation_run(sim, NULL) == RUN_DONE)
            found = disagreement(sim, arena);
        simulation_close(sim);
        model->close(model->self);
    }
    arena_close(arena);
    pipeline_close(&p);
    session_close(s);
    return found;
}

static void agrees_with_differences(Unit *u)
{
    static const char *const models[] = {
        "tests/run/jacobian/loops.mo",         "examples/seeds/S12_pendulum.mo",
        "examples/seeds/S6_algebraic_loop.mo", "examples/seeds/S11_constraint_in_loop.mo",
        "tests/run/stress/stiff.mo",           "tests/run/stress/pendulum_full_turns.mo",
        "examples/bouncing_ball.mo",           "bench/models/rod.mo",
        "tests/run/jacobian/one_walk.mo",
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (!CHECK_REAL(u, disagreement_of(models[i], false), 0, 3e-4))
            text_printf(&u->failures, "    %s\n", models[i]);
}

// The loops are unknowns there, and differences do not go through a solver.
static void agrees_in_dae_form(Unit *u)
{
    static const char *const models[] = {
        "tests/run/jacobian/loops.mo",
        "examples/seeds/S6_algebraic_loop.mo",
        "examples/seeds/S11_constraint_in_loop.mo",
        "tests/run/stress/pendulum_full_turns.mo",
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (!CHECK_REAL(u, disagreement_of(models[i], true), 0, 1e-5))
            text_printf(&u->failures, "    %s\n", models[i]);
}

UNIT_SUITE(state_jacobian, TEST(agrees_with_differences), TEST(agrees_in_dae_form));
