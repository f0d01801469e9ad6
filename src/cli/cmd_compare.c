// `tarn compare RESULT REFERENCE`: the tube comparison as a table or as JSON.
#include <string.h>

#include "cli/result_input.h"
#include "results/compare.h"

static const Span nowhere = {0, 0};

typedef struct {
    const Trajectory *result, *reference;
    const ResultVariable **signals; // of the reference
    uint32_t n_signals;
} Pair;

// The signals to compare: those of the reference, as the options narrow them.
static bool choose_signals(Cli *cli, const ResultTable *reference, const ResultTable *result,
                           Pair *pair, const ResultVariable **in_result, uint32_t *n_in_result)
{
    Arena *arena = cli->session->arena;
    const char *why = NULL;
    const ResultTable *asked = result_select(arena, reference, cli->options->run.variables, &why);
    if (!asked) {
        diag_error(cli->session->diag, nowhere, E_USAGE, "%s", why);
        return false;
    }
    const ResultNames *names = result_names(arena, result);
    const ResultNames *all = result_names(arena, reference);
    pair->signals = ARENA_ARRAY(arena, const ResultVariable *, asked->n_variables);
    for (uint32_t i = 1; i < asked->n_variables; i++) {
        const ResultVariable *found = result_find(names, asked->variables[i].name);
        if (!found && cli->options->common) continue;
        if (found) in_result[(*n_in_result)++] = found;
        pair->signals[pair->n_signals++] = result_find(all, asked->variables[i].name);
    }
    return true;
}

static bool load_pair(Cli *cli, ResultFile *result, ResultFile *reference, Pair *pair)
{
    const ResultTable *tables[] = {result_file_table(result), result_file_table(reference)};
    const char *const *paths = cli->options->words.data;
    const ResultVariable **in_result =
        ARENA_ARRAY(cli->session->arena, const ResultVariable *, tables[1]->n_variables);
    uint32_t n_in_result = 0;
    if (!choose_signals(cli, tables[1], tables[0], pair, in_result, &n_in_result)) return false;
    pair->reference = result_input_load(cli, reference, pair->signals, pair->n_signals, paths[1]);
    if (!pair->reference) return false;
    pair->result = result_input_load(cli, result, in_result, n_in_result, paths[0]);
    return pair->result != NULL;
}

// ---- as text

static void print_signal(Text *t, const SignalComparison *s, const ResultTable *result, int width)
{
    text_printf(t, "  %-*s ", width, s->reference->name);
    if (!s->result) {
        const char *near;
        text_add(t, "missing in the result");
        if (result_near_names(result, s->reference->name, 1, &near))
            text_printf(t, "; did you mean '%s'?", near);
        text_add_char(t, '\n');
        return;
    }
    text_printf(t, "%zu of %zu points outside, first at time %.9g: %.9g is not in [%.9g, %.9g]\n",
                s->n_outside, s->n_points, s->first_time, s->first_value, s->first_low,
                s->first_high);
}

static void print_comparison(Cli *cli, const Comparison *c, const ResultTable *result)
{
    Text t = text_make(cli->session->arena);
    int width = 0;
    for (uint32_t i = 0; i < c->n_signals; i++) {
        const SignalComparison *s = &c->signals[i];
        int length = (int)strlen(s->reference->name);
        if ((!s->result || s->n_outside) && length > width) width = length < 50 ? length : 50;
    }
    for (uint32_t i = 0; i < c->n_signals; i++) {
        const SignalComparison *s = &c->signals[i];
        if (!s->result || s->n_outside) print_signal(&t, s, result, width);
    }
    if (c->ends_early)
        text_printf(&t, "  the result ends at time %.9g, the reference at %.9g\n", c->result_end,
                    c->reference_end);
    uint32_t inside = c->n_signals - c->n_differ - c->n_missing;
    text_printf(&t, "%u of %u signals inside the tube (tolerance %g)", inside, c->n_signals,
                c->tolerance);
    if (c->n_differ) text_printf(&t, ", %u outside", c->n_differ);
    if (c->n_missing) text_printf(&t, ", %u missing", c->n_missing);
    text_add_char(&t, '\n');
    cli_print(cli, &t);
}

// ---- as JSON

static void add_number(Text *t, const char *key, double value)
{
    text_printf(t, ",\"%s\":", key);
    if (isfinite(value))
        text_number(t, value);
    else
        text_add(t, "null"); // JSON has no NaN
}

static void print_json(Cli *cli, const Comparison *c)
{
    Text t = text_make(cli->session->arena);
    text_printf(&t, "{\"status\":\"%s\"", comparison_holds(c) ? "inside" : "differs");
    add_number(&t, "tolerance", c->tolerance);
    add_number(&t, "half_width", c->half_width);
    add_number(&t, "result_end", c->result_end);
    add_number(&t, "reference_end", c->reference_end);
    text_add(&t, ",\"signals\":[");
    for (uint32_t i = 0; i < c->n_signals; i++) {
        const SignalComparison *s = &c->signals[i];
        text_add(&t, i ? ",\n{\"name\":" : "\n{\"name\":");
        text_json_string(&t, s->reference->name, strlen(s->reference->name));
        const char *status = !s->result ? "missing" : s->n_outside ? "outside" : "inside";
        text_printf(&t, ",\"status\":\"%s\",\"points\":%zu,\"outside\":%zu", status, s->n_points,
                    s->n_outside);
        add_number(&t, "half_height", s->half_height);
        if (s->n_outside) {
            add_number(&t, "first_time", s->first_time);
            add_number(&t, "first_value", s->first_value);
            add_number(&t, "low", s->first_low);
            add_number(&t, "high", s->first_high);
            add_number(&t, "worst_time", s->worst_time);
            add_number(&t, "worst_distance", s->worst_distance);
        }
        text_add_char(&t, '}');
    }
    text_add(&t, "]}\n");
    cli_print(cli, &t);
}

ExitStatus cmd_compare(Cli *cli)
{
    const Options *o = cli->options;
    Pair pair = {0};
    ResultFile *result = result_input_open(cli, o->words.data[0]);
    ResultFile *reference = result ? result_input_open(cli, o->words.data[1]) : NULL;
    bool loaded = reference && load_pair(cli, result, reference, &pair);
    result_file_close(result);
    result_file_close(reference);
    if (!loaded) return STATUS_USAGE;
    double tolerance = isnan(o->run.tolerance) ? COMPARE_TOLERANCE : o->run.tolerance;
    const Comparison *c = compare_results(cli->session->arena, pair.result, pair.reference,
                                          pair.signals, pair.n_signals, tolerance);
    if (o->json)
        print_json(cli, c);
    else
        print_comparison(cli, c, &pair.result->table);
    return comparison_holds(c) ? STATUS_DONE : STATUS_WRONG_MODEL;
}
