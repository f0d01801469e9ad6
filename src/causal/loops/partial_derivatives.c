// Partial derivatives, and the Jacobian of a torn loop by forward differentiation.
//
// For each iteration unknown the derivatives of the torn variables follow in the order of their
// assignments; each gets an auxiliary variable unless it is a number. The total derivative of a
// residual is then one expression per entry. Only what a column reaches is looked at, in order by
// means of a heap: the cost is that of the entries and tangents made, not columns times rows.
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
    // Who reads a variable: assignments by number, then residuals. By VarId, in lists.
    int32_t *first_reader;            // -1: none
    VEC(int32_t) reader, next_reader; // the lists
    VEC(int32_t) due;                 // readers of what has a tangent: a heap, least first
    uint8_t *is_due;
} Forward;

static const Expr *tangent_of_ref(void *client, const Expr *ref)
{
    const Forward *f = client;
    // Auxiliaries made meanwhile are beyond the table: they are no unknowns of the loop.
    bool is_inside = (uint32_t)ref->u.var.i < f->a->n_tangent_places;
    const Expr *t = is_inside ? f->tangent[ref->u.var.i] : NULL;
    return t ? t : expr_real(f->a->exprs, 0);
}

// ---- Readers of the column at work, in order --------------------------------------------

static void make_due(Forward *f, int32_t reader)
{
    if (f->is_due[reader]) return;
    f->is_due[reader] = 1;
    VEC_PUSH(f->a->scratch, &f->due, reader);
    for (uint32_t i = f->due.count - 1; i > 0 && f->due.data[(i - 1) / 2] > reader;) {
        f->due.data[i] = f->due.data[(i - 1) / 2];
        f->due.data[i = (i - 1) / 2] = reader;
    }
}

static int32_t next_due(Forward *f)
{
    int32_t least = f->due.data[0], last = VEC_POP(&f->due);
    uint32_t n = f->due.count;
    for (uint32_t i = 0, child = 1; n > 0; child = 2 * i + 1) {
        if (child + 1 < n && f->due.data[child + 1] < f->due.data[child]) child++;
        f->due.data[i] = child < n && f->due.data[child] < last ? f->due.data[child] : last;
        if (f->due.data[i] == last) break;
        i = child;
    }
    f->is_due[least] = 0;
    return least;
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
    for (int32_t k = f->first_reader[v.i]; k >= 0; k = f->next_reader.data[k])
        make_due(f, f->reader.data[k]);
}

static bool is_simple(const Expr *e)
{
    if (e->kind == EXPR_OP && e->op == OP_NEG) e = e->args[0];
    return e->kind == EXPR_REF || expr_is_literal(e);
}

static bool set_tangent_of(Forward *f, const Assignment *s)
{
    Analysis *a = f->a;
    if (system_variable(a->system, s->variable)->kind != VALUE_REAL) return true;
    const Expr *d = directional(f, s->value);
    if (!d) return false;
    if (expr_is_zero(d)) return true;
    if (!is_simple(d)) {
        VarId aux = system_add_variable(a->system, ROLE_AUXILIARY, type_basic(a->exprs, TYPE_REAL));
        VEC_PUSH(a->out, &f->tangents, ((Assignment){.variable = aux, .value = d}));
        d = system_ref(a->system, aux);
    }
    set_tangent(f, s->variable, d);
    return true;
}

typedef struct Entries {
    VEC(const Expr *) values;
    VEC(int32_t) rows;
} Entries;

static bool differentiate_column(Forward *f, int32_t column, Entries *entries)
{
    const Block *b = f->b;
    bool ok = true;
    set_tangent(f, b->torn->iteration[column], expr_real(f->a->exprs, 1));
    while (f->due.count) {
        int32_t k = next_due(f), row = k - b->n_assignments;
        if (!ok) continue; // the heap is left empty
        if (row < 0) {
            ok = set_tangent_of(f, &b->assignments[k]);
            continue;
        }
        const Expr *d = directional(f, b->torn->residuals[row]);
        ok = d != NULL;
        if (!d || expr_is_zero(d)) continue;
        VEC_PUSH(f->a->out, &entries->values, d);
        VEC_PUSH(f->a->out, &entries->rows, row);
    }
    return ok;
}

static void clear_column(Forward *f)
{
    for (uint32_t i = 0; i < f->touched.count; i++) f->tangent[f->touched.data[i].i] = NULL;
    f->touched.count = 0;
}

static void list_reader(Forward *f, int32_t number, const Expr *e)
{
    VarVec *reads = variables_of_expr(f->a, e);
    for (uint32_t i = 0; i < reads->count; i++) {
        int32_t v = reads->data[i].i;
        VEC_PUSH(f->a->scratch, &f->reader, number);
        VEC_PUSH(f->a->scratch, &f->next_reader, f->first_reader[v]);
        f->first_reader[v] = (int32_t)f->reader.count - 1;
    }
}

static void forget_readers(Forward *f, const Expr *e)
{
    VarVec *reads = variables_of_expr(f->a, e);
    for (uint32_t i = 0; i < reads->count; i++) f->first_reader[reads->data[i].i] = -1;
}

static void full_pattern(Analysis *a, Block *b)
{
    int32_t n = b->torn->n_iteration;
    b->torn->column_start = ARENA_RAW(a->out, int32_t, n + 1);
    b->torn->row_index = ARENA_RAW(a->out, int32_t, (size_t)n * (size_t)n + 1);
    for (int32_t j = 0; j <= n; j++) b->torn->column_start[j] = j * n;
    for (int32_t k = 0; k < n * n; k++) b->torn->row_index[k] = k % n;
    b->torn->jacobian = NULL;
    b->torn->n_jacobian = 0;
    b->torn->tangents = NULL;
    b->torn->n_tangents = 0;
}

// By VarId; made anew when variables were added. All NULL between blocks.
const Expr **tangent_table(Analysis *a)
{
    uint32_t n = a->system->variables.count;
    if (a->n_tangent_places < n) {
        a->n_tangent_places = n + n / 2;
        a->tangent_places = ARENA_ARRAY(a->whole, const Expr *, a->n_tangent_places);
        a->reader_places = ARENA_RAW(a->whole, int32_t, a->n_tangent_places);
        for (uint32_t i = 0; i < a->n_tangent_places; i++) a->reader_places[i] = -1;
    }
    return a->tangent_places;
}

void add_jacobian(Analysis *a, Block *b)
{
    Forward f = {.a = a, .b = b};
    f.tangent = tangent_table(a);
    f.first_reader = a->reader_places;
    f.is_due = ARENA_ARRAY(a->scratch, uint8_t, b->n_assignments + b->torn->n_residuals + 1);
    for (int32_t i = 0; i < b->n_assignments; i++) list_reader(&f, i, b->assignments[i].value);
    for (int32_t i = 0; i < b->torn->n_residuals; i++)
        list_reader(&f, b->n_assignments + i, b->torn->residuals[i]);
    Entries entries = {0};
    b->torn->column_start = ARENA_ARRAY(a->out, int32_t, b->torn->n_iteration + 1);
    bool ok = true;
    for (int32_t j = 0; ok && j < b->torn->n_iteration; j++) {
        ok = differentiate_column(&f, j, &entries);
        clear_column(&f);
        b->torn->column_start[j + 1] = (int32_t)entries.rows.count;
    }
    for (int32_t i = 0; i < b->n_assignments; i++) forget_readers(&f, b->assignments[i].value);
    for (int32_t i = 0; i < b->torn->n_residuals; i++) forget_readers(&f, b->torn->residuals[i]);
    if (!ok) {
        full_pattern(a, b);
        return;
    }
    b->torn->row_index = entries.rows.data;
    b->torn->jacobian = entries.values.data;
    b->torn->n_jacobian = (int32_t)entries.values.count;
    b->torn->tangents = f.tangents.data;
    b->torn->n_tangents = (int32_t)f.tangents.count;
}
