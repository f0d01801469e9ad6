#include "cli/stats.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

static void add_loops(Stats *stats, const CausalSystem *causal, const Section *section)
{
    Arena *a = causal->system->session->arena;
    for (int32_t i = 0; i < section->n_blocks; i++) {
        const Block *b = &causal->blocks[section->blocks[i]];
        if (b->loop == LOOP_NONE) continue;
        bool is_linear = b->loop == LOOP_LINEAR;
        VEC_PUSH(a, is_linear ? &stats->linear_before : &stats->nonlinear_before, b->n_equations);
        VEC_PUSH(a, is_linear ? &stats->linear_after : &stats->nonlinear_after,
                 b->torn->n_residuals);
    }
}

static void add_inlined(Stats *stats, const CausalSystem *causal)
{
    const Section *section = &causal->inlined->section;
    stats->is_inlined = true;
    for (int32_t i = 0; i < section->n_blocks; i++) {
        const Block *b = &causal->blocks[section->blocks[i]];
        stats->iteration_unknowns += b->torn->n_iteration;
    }
}

void stats_describe(Stats *stats, const Pipeline *p, const char *status)
{
    stats->model = p->loaded.model;
    stats->status = status;
    stats->milliseconds = p->milliseconds;
    pipeline_sizes(p, &stats->equations, &stats->unknowns);
    if (!p->causal) return;
    stats->states = p->causal->n_states;
    if (p->causal->inlined) {
        add_loops(stats, p->causal, &p->causal->inlined->section);
        add_inlined(stats, p->causal);
        return;
    }
    add_loops(stats, p->causal, &p->causal->derivatives);
    add_loops(stats, p->causal, &p->causal->outputs);
}

static const char *step_matrix_word(const SimulatedModel *sim)
{
    return sim->counts.in_fronts ? "fronts" : sim->is_sparse ? "klu" : "lapack";
}

Stats stats_of_run(const SimulatedModel *sim, const char *status)
{
    Stats stats = {.method = sim->method,
                   .method_reason = sim->method_reason,
                   .form = sim->is_dae ? "dae" : "ode",
                   .integrator_unknowns = sim->integrator_unknowns,
                   .step_matrix = step_matrix_word(sim),
                   .loops = sim->loops,
                   .n_loops = sim->n_loops,
                   .processor_milliseconds = sim->processor_milliseconds,
                   .steps = sim->counts.steps,
                   .rejected = sim->counts.rejected,
                   .rhs_evaluations = sim->counts.rhs_evaluations,
                   .jacobian_evaluations = sim->counts.jacobian_evaluations,
                   .factorizations = sim->counts.factorizations,
                   .newton_iterations = sim->counts.newton_iterations,
                   .state_events = sim->counts.state_events,
                   .time_events = sim->counts.time_events,
                   .most_iterations = sim->counts.most_iterations,
                   .longest_step_ns = sim->counts.longest_step_ns};
    stats_describe(&stats, &sim->pipeline, status);
    return stats;
}

static void add_string(Text *out, const char *key, const char *value)
{
    text_printf(out, "\"%s\":", key);
    if (value)
        text_json_string(out, value, strlen(value));
    else
        text_add(out, "null");
}

static void add_sizes(Text *out, const char *key, const SizeList *sizes)
{
    text_printf(out, ",\"%s\":[", key);
    for (uint32_t i = 0; i < sizes->count; i++)
        text_printf(out, "%s%d", i ? "," : "", sizes->data[i]);
    text_add_char(out, ']');
}

static void add_count(Text *out, const char *key, int64_t value)
{
    text_printf(out, ",\"%s\":%lld", key, (long long)value);
}

static void add_loop(Text *out, const SolverUse *loop)
{
    text_add(out, "{\"tearing\":[");
    for (int32_t i = 0; i < loop->n; i++) {
        if (i) text_add_char(out, ',');
        text_json_string(out, loop->unknowns[i], strlen(loop->unknowns[i]));
    }
    text_printf(out, "],\"solver\":\"%s\",\"of_step\":%s", loop_solver_word(loop->solver),
                loop->is_of_step ? "true" : "false");
    add_count(out, "solves", loop->solves);
    add_count(out, "iterations", loop->iterations);
    text_add_char(out, '}');
}

static void add_solvers(Text *out, const Stats *stats)
{
    text_add_char(out, ',');
    add_string(out, "step_matrix", stats->step_matrix);
    text_add(out, "},\n \"loops\":[");
    for (int32_t i = 0; i < stats->n_loops; i++) {
        if (i) text_add_char(out, ',');
        add_loop(out, &stats->loops[i]);
    }
    text_add_char(out, ']');
}

void stats_render(const Stats *stats, Text *out)
{
    text_add_char(out, '{');
    add_string(out, "model", stats->model);
    text_add(out, ",\n ");
    add_string(out, "status", stats->status);
    text_add(out, ",\n \"phases\":{");
    for (int i = 0; i < N_PHASES; i++)
        text_printf(out, "%s\"%s\":%.3f", i ? "," : "", phase_names[i], stats->milliseconds[i]);
    text_printf(out, "},\n \"sizes\":{\"equations\":%lld", (long long)stats->equations);
    add_count(out, "unknowns", stats->unknowns);
    add_count(out, "states", stats->states);
    add_sizes(out, "linear_before", &stats->linear_before);
    add_sizes(out, "linear_after", &stats->linear_after);
    add_sizes(out, "nonlinear_before", &stats->nonlinear_before);
    add_sizes(out, "nonlinear_after", &stats->nonlinear_after);
    text_add(out, "},\n \"solver\":{");
    add_string(out, "method", stats->method);
    text_add_char(out, ',');
    add_string(out, "reason", stats->method_reason);
    text_add_char(out, ',');
    add_string(out, "form", stats->form);
    add_count(out, "integrator_unknowns", stats->integrator_unknowns);
    text_printf(out, ",\"processor_milliseconds\":%.3f", stats->processor_milliseconds);
    add_count(out, "steps", stats->steps);
    add_count(out, "rejected", stats->rejected);
    add_count(out, "rhs_evaluations", stats->rhs_evaluations);
    add_count(out, "jacobian_evaluations", stats->jacobian_evaluations);
    add_count(out, "factorizations", stats->factorizations);
    add_count(out, "newton_iterations", stats->newton_iterations);
    add_count(out, "state_events", stats->state_events);
    add_count(out, "time_events", stats->time_events);
    add_solvers(out, stats);
    if (stats->is_inlined) {
        text_printf(out, ",\n \"inline\":{\"iteration_unknowns\":%lld",
                    (long long)stats->iteration_unknowns);
        add_count(out, "most_iterations", stats->most_iterations);
        add_count(out, "longest_step_ns", stats->longest_step_ns);
        text_add_char(out, '}');
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                 1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    text_printf(out, ",\n \"cpu_s\":%.3f,\n \"peak_rss_bytes\":%lld}\n", cpu,
                (long long)usage.ru_maxrss * 1024);
}

bool stats_write(const Stats *stats, Cli *cli, const char *path)
{
    Text text = text_make(cli->session->arena);
    stats_render(stats, &text);
    return cli_write(cli, path, &text);
}
