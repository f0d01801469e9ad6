// Constraints between states that only appear when equations are added up.
//
// 5*i0 = i1 + ... + i5 and i1 + ... + i5 = 0 say i0 = 0, but their incidence does not: Pantelides
// sees two equations for five currents, and the loop that is left is singular for all values. Sums
// with whole coefficients, which connections make, are exact, so they can be eliminated exactly
// [Bar68]: variables without a derivative are taken out, and a sum that then holds none but
// differentiated variables takes the place of the equation it came from. All other equations stay
// as they were written.
#include "causal/index/whole_sums.h"

static void replace_equation(WholeSums *x, const Sum *s)
{
    Analysis *a = x->a;
    const Expr *sum = expr_real(a->exprs, 0);
    for (int32_t k = 0; k < s->n; k++) {
        const Expr *v = system_ref(a->system, x->columns.data[s->entries[k].column]);
        const Expr *c = expr_real(a->exprs, (double)s->entries[k].coefficient);
        sum = expr_op2(a->exprs, OP_ADD, sum, expr_op2(a->exprs, OP_MUL, c, v));
    }
    SystemEquation *e = system_equation(a->system, s->equation);
    e->left = sum;
    e->right = expr_real(a->exprs, 0);
}

static bool has_derivatives(const EquationSystem *system)
{
    for (uint32_t i = 0; i < system->variables.count; i++)
        if (system->variables.data[i].role == ROLE_DERIVATIVE) return true;
    return false;
}

bool expose_constraints(Analysis *a)
{
    EquationSystem *system = a->system;
    if (!has_derivatives(system)) return true;
    WholeSums x;
    sums_open(&x, a);
    x.keeps_differentiated = true;
    VEC(EquationId) list = {0};
    VEC_RESERVE(a->scratch, &list, system->equations.count);
    for (uint32_t i = 0; i < system->equations.count; i++)
        if (is_simulation_equation(&system->equations.data[i]))
            VEC_PUSH(a->scratch, &list, ((EquationId){(int32_t)i}));
    sums_add(&x, list.data, list.count, false, NULL);
    sums_peel(&x);
    for (uint32_t i = 0; i < x.sums.count && x.work >= 0; i++) {
        const Sum *s = &x.sums.data[i];
        bool is_combined = false;
        if (s->is_peeled) continue;
        bool is_done = sums_eliminate(&x, (int32_t)i, &is_combined);
        bool is_pivot = false;
        for (int32_t k = 0; k < s->n; k++)
            is_pivot = is_pivot || x.pivot_of[s->entries[k].column] == (int32_t)i + 1;
        if (is_done && is_combined && !is_pivot && s->n) replace_equation(&x, s);
        if (x.work < 0) // nothing is wrong with the model; should a loop be singular, it may be why
            diag_warning(a->session->diag, system_equation(system, s->equation)->span,
                         E_CONSTRAINT_LIMIT,
                         "constraints that appear only when equations are added up were not all "
                         "looked for: the sums of this model are too many");
    }
    return true;
}
