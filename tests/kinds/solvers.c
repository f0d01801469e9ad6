#include "kinds/solvers.h"

#include <string.h>

#include "cli/stats.h"
#include "json.h"

static bool is_equal(const Json *a, const Json *b)
{
    if (!a || !b || a->kind != b->kind || a->n_items != b->n_items) return false;
    if (a->kind == JSON_STRING) return !strcmp(a->text, b->text);
    if (a->kind != JSON_ARRAY) return a->number == b->number;
    for (uint32_t i = 0; i < a->n_items; i++)
        if (!is_equal(&a->items[i], &b->items[i])) return false;
    return true;
}

static void compare_member(TestCase *t, const Json *told, const Json *used, const char *key,
                           uint32_t loop)
{
    if (is_equal(json_member(told, key), json_member(used, key))) return;
    text_printf(&t->difference, "loop %u: explain and --stats differ in '%s'\n", loop + 1, key);
}

static const Json *read_back(TestCase *t, const Text *text)
{
    const Json *json = json_parse(t->arena, text_cstr((Text *)text));
    if (!json) text_add(&t->difference, "what explain or --stats writes is no JSON\n");
    return json;
}

static bool has_loops(const SimulatedModel *sim)
{
    const CausalSystem *causal = sim->pipeline.causal;
    for (int32_t i = 0; i < causal->n_blocks; i++)
        if (block_needs_solver(&causal->blocks[i])) return true;
    return sim->n_loops > 0;
}

static void compare_matrix(TestCase *t, const SimulatedModel *sim, const Json *told,
                           const Json *used)
{
    const Json *matrix = json_member(told, sim->is_dae ? "dae_matrix" : "step_matrix");
    const Json *solver = json_member(json_member(used, "solver"), "step_matrix");
    if (!is_equal(json_member(matrix, "solver"), solver))
        text_add(&t->difference, "explain and --stats differ in who factors the step matrix\n");
}

void solvers_compare(TestCase *t, const SimulatedModel *sim)
{
    if (!sim->pipeline.causal || !sim->loops || !has_loops(sim)) return;
    Text explanation = text_make(t->arena), statistics = text_make(t->arena);
    Stats stats = stats_of_run(sim, "done");
    pipeline_explain_json(&sim->pipeline, &explanation);
    stats_render(&stats, &statistics);
    const Json *told = read_back(t, &explanation), *used = read_back(t, &statistics);
    if (!told || !used) return;
    const Json *told_loops = json_member(told, "loops"), *loops = json_member(used, "loops");
    if (!told_loops || !loops || told_loops->n_items != loops->n_items) {
        text_add(&t->difference, "explain and --stats tell of different numbers of loops\n");
        return;
    }
    for (uint32_t i = 0; i < loops->n_items; i++) {
        compare_member(t, &told_loops->items[i], &loops->items[i], "tearing", i);
        compare_member(t, &told_loops->items[i], &loops->items[i], "solver", i);
        compare_member(t, &told_loops->items[i], &loops->items[i], "of_step", i);
    }
    if (sim->integrator_unknowns) compare_matrix(t, sim, told, used);
}
