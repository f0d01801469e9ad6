// Partial derivatives, and the Jacobian of a torn loop by forward differentiation.
//
// For each iteration unknown the derivatives of the torn variables follow in the order of their
// assignments; each gets an auxiliary variable unless it is a number. The total derivative of a
// residual is then one expression per entry.
#include "causal/analysis.h"
#include "expr/function.h"

typedef struct CallClient { // both clients below begin with it
    Analysis *a;
} CallClient;

typedef struct Partial {
    Analysis *a;
    VarId by;
} Partial;

static const Expr *partial_of_ref(void *client, const Expr *ref)
{
    const Partial *p = client;
    return expr_real(p->a->exprs, ref->u.var.i == p->by.i ? 1 : 0);
}

static const Expr *derivative_of_call(void *client, const Expr *call,
                                      const Expr *const *arg_derivatives)
{
    const Analysis *a = ((const CallClient *)client)->a;
    const char *why = NULL;
    return call_differentiate(a->session, call, arg_derivatives, &why);
}

const Expr *partial_derivative(Analysis *a, const Expr *e, VarId v)
{
    Partial p = {a, v};
    DiffContext d = {.client = &p, .variable = partial_of_ref, .call = derivative_of_call};
    const Expr *culprit = NULL;
    return expr_differentiate(a->exprs, e, &d, &culprit);
}

// ---- Torn loops ---------------------------------------------------------------------

typedef struct Forward {
    Analysis *a;
    Block *b;
    const Expr **tangent; // by VarId: derivative by the column at work; NULL: zero
    VarVec touched;       // variables with a tangent, to be cleared
    VEC(Assignment) tangents;
    VarVec *reads; // variables of each assignment, then of each residual
} Forward;

static const Expr *tangent_of_ref(void *client, const Expr *ref)
{
    const Forward *f = client;
    // Auxiliaries made meanwhile are beyond the table: they are no unknowns of the loop.
    bool is_inside = (uint32_t)ref->u.var.i < f->a->n_tangent_places;
    const Expr *t = is_inside ? f->tangent[ref->u.var.i] : NULL;
    return t ? t : expr_real(f->a->exprs, 0);
}

static bool reads_something(const Forward *f, int32_t k)
{
    const VarVec *reads = &f->reads[k];
    for (uint32_t i = 0; i < reads->count; i++)
        if (f->tangent[reads->data[i].i]) return true;
    return false;
}

static const Expr *directional(Forward *f, const Expr *e)
{
    DiffContext d = {.client = f, .variable = tangent_of_ref, .call = derivative_of_call};
    const Expr *culprit = NULL;
    return expr_differentiate(f->a->exprs, e, &d, &culprit);
}

static void set_tangent(Forward *f, VarId v, const Expr *t)
{
    f->tangent[v.i] = t;
    VEC_PUSH(f->a->scratch, &f->touched, v);
}

static bool is_simple(const Expr *e)
{
    if (e->kind == EXPR_OP && e->op == OP_NEG) e = e->args[0];
    return e->kind == EXPR_REF || expr_is_literal(e);
}

static bool tangents_of_column(Forward *f, int32_t column)
{
    Analysis *a = f->a;
    set_tangent(f, f->b->iteration[column], expr_real(a->exprs, 1));
    for (int32_t i = 0; i < f->b->n_assignments; i++) {
        const Assignment *s = &f->b->assignments[i];
        if (!reads_something(f, i)) continue;
        if (system_variable(a->system, s->variable)->kind != VALUE_REAL) continue;
        const Expr *d = directional(f, s->value);
        if (!d) return false;
        if (expr_is_zero(d)) continue;
        if (!is_simple(d)) {
            VarId aux =
                system_add_variable(a->system, ROLE_AUXILIARY, type_basic(a->exprs, TYPE_REAL));
            VEC_PUSH(a->out, &f->tangents, ((Assignment){.variable = aux, .value = d}));
            d = system_ref(a->system, aux);
        }
        set_tangent(f, s->variable, d);
    }
    return true;
}

static void clear_column(Forward *f)
{
    for (uint32_t i = 0; i < f->touched.count; i++) f->tangent[f->touched.data[i].i] = NULL;
    f->touched.count = 0;
}

static VarVec keep(Analysis *a, const VarVec *found)
{
    VarVec kept = {ARENA_COPY(a->scratch, VarId, found->data, found->count), found->count,
                   found->count};
    return kept;
}

static void list_reads(Forward *f)
{
    const Block *b = f->b;
    f->reads = ARENA_RAW(f->a->scratch, VarVec, b->n_assignments + b->n_residuals + 1);
    for (int32_t i = 0; i < b->n_assignments; i++)
        f->reads[i] = keep(f->a, variables_of_expr(f->a, b->assignments[i].value));
    for (int32_t i = 0; i < b->n_residuals; i++)
        f->reads[b->n_assignments + i] = keep(f->a, variables_of_expr(f->a, b->residuals[i]));
}

static void full_pattern(Analysis *a, Block *b)
{
    int32_t n = b->n_iteration;
    b->column_start = ARENA_RAW(a->out, int32_t, n + 1);
    b->row_index = ARENA_RAW(a->out, int32_t, (size_t)n * (size_t)n + 1);
    for (int32_t j = 0; j <= n; j++) b->column_start[j] = j * n;
    for (int32_t k = 0; k < n * n; k++) b->row_index[k] = k % n;
    b->jacobian = NULL;
    b->n_jacobian = 0;
    b->tangents = NULL;
    b->n_tangents = 0;
}

// By VarId; made anew when variables were added. All NULL between blocks.
static const Expr **tangent_table(Analysis *a)
{
    uint32_t n = a->system->variables.count;
    if (a->n_tangent_places < n) {
        a->n_tangent_places = n + n / 2;
        a->tangent_places = ARENA_ARRAY(a->whole, const Expr *, a->n_tangent_places);
    }
    return a->tangent_places;
}

void add_jacobian(Analysis *a, Block *b)
{
    Forward f = {.a = a, .b = b};
    f.tangent = tangent_table(a);
    list_reads(&f);
    VEC(const Expr *) entries = {0};
    VEC(int32_t) rows = {0};
    b->column_start = ARENA_ARRAY(a->out, int32_t, b->n_iteration + 1);
    bool ok = true;
    for (int32_t j = 0; ok && j < b->n_iteration; j++) {
        ok = tangents_of_column(&f, j);
        for (int32_t r = 0; ok && r < b->n_residuals; r++) {
            if (!reads_something(&f, b->n_assignments + r)) continue;
            const Expr *d = directional(&f, b->residuals[r]);
            ok = d != NULL;
            if (!d || expr_is_zero(d)) continue;
            VEC_PUSH(a->out, &entries, d);
            VEC_PUSH(a->out, &rows, r);
        }
        clear_column(&f);
        b->column_start[j + 1] = (int32_t)rows.count;
    }
    if (!ok) {
        full_pattern(a, b);
        return;
    }
    b->row_index = rows.data;
    b->jacobian = entries.data;
    b->n_jacobian = (int32_t)entries.count;
    b->tangents = f.tangents.data;
    b->n_tangents = (int32_t)f.tangents.count;
}
