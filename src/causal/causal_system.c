#include "causal/causal_system.h"

bool block_needs_solver(const Block *b)
{
    return b->is_mixed || b->solver > SOLVER_RELAXATION;
}

// ---- Showing ------------------------------------------------------------------------

static void dump_assignments(const CausalSystem *causal, const Assignment *list, int32_t n,
                             const char *sign, Text *out)
{
    for (int32_t i = 0; i < n; i++) {
        text_add(out, "    ");
        system_variable_name(causal->system, list[i].variable, out);
        text_printf(out, " %s ", sign);
        system_value_text(causal->system, list[i].value, out);
        text_add_char(out, '\n');
    }
}

// Those that are computed; the others are start values.
static void dump_guesses(const CausalSystem *causal, const Block *b, Text *out)
{
    for (int32_t i = 0; i < b->torn->n_guesses; i++)
        if (b->torn->guesses[i].value)
            dump_assignments(causal, &b->torn->guesses[i], 1, ":= (guess)", out);
}

static void dump_block(const CausalSystem *causal, int32_t number, Text *out)
{
    const Block *b = &causal->blocks[number];
    ExprNames names = system_names(causal->system);
    text_printf(out, "  block %d: %s%s%s, %d unknown%s\n", number, b->is_mixed ? "mixed " : "",
                b->loop == LOOP_LINEAR      ? "linear "
                : b->loop == LOOP_NONLINEAR ? "nonlinear "
                                            : "",
                loop_solver_word(b->solver), b->n_unknowns, b->n_unknowns == 1 ? "" : "s");
    bool has_solver = block_needs_solver(b);
    if (has_solver) {
        text_add(out, "    iteration:");
        for (int32_t i = 0; i < b->torn->n_iteration; i++) {
            text_add_char(out, ' ');
            system_variable_name(causal->system, b->torn->iteration[i], out);
        }
        text_add_char(out, '\n');
    }
    dump_assignments(causal, b->assignments, b->n_assignments, ":=", out);
    for (int32_t i = 0; i < b->torn->n_residuals; i++) {
        text_add(out, "    0 = ");
        expr_print(b->torn->residuals[i], &names, out);
        text_add_char(out, '\n');
    }
    dump_assignments(causal, b->torn->discrete, b->torn->n_discrete, "?=", out);
    dump_guesses(causal, b, out);
    dump_assignments(causal, b->torn->tangents, b->torn->n_tangents, ":= (tangent)", out);
    for (int32_t j = 0; b->torn->jacobian && has_solver && j < b->torn->n_iteration; j++)
        for (int32_t k = b->torn->column_start[j]; k < b->torn->column_start[j + 1]; k++) {
            text_printf(out, "    J[%d,%d] = ", b->torn->row_index[k] + 1, j + 1);
            expr_print(b->torn->jacobian[k], &names, out);
            text_add_char(out, '\n');
        }
}

static void dump_section(const CausalSystem *causal, const char *title, const Section *s, Text *out)
{
    text_printf(out, "%s\n", title);
    for (int32_t i = 0; i < s->n_blocks; i++) dump_block(causal, s->blocks[i], out);
}

void causal_dump(const CausalSystem *causal, Text *out)
{
    text_add(out, "states");
    for (int32_t i = 0; i < causal->n_states; i++) {
        text_add_char(out, ' ');
        system_variable_name(causal->system, causal->states[i], out);
    }
    text_add(out, "\nparameters\n");
    dump_assignments(causal, causal->parameters, causal->n_parameters, ":=", out);
    dump_section(causal, "initial", &causal->initial, out);
    dump_section(causal, "derivatives", &causal->derivatives, out);
    dump_section(causal, "outputs", &causal->outputs, out);
    dump_section(causal, "event", &causal->event, out);
    if (causal->inlined) dump_section(causal, "step", &causal->inlined->section, out);
}
