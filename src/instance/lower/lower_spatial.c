// lower_spatial.c -- spatialDistribution(in0, in1, x, positiveVelocity, initialPoints,
// initialValues) (3.7.4.2).
//
// The operator is vectorized over in0 and in1 only; the points and values then have one row for
// each element, or one that serves all.
#include "instance/lower/lower.h"

enum { IN_LEFT, IN_RIGHT, POSITION, DIRECTION, POINTS, VALUES, N_ARGUMENTS };

static const char *const argument_names[N_ARGUMENTS] = {
    "in0", "in1", "x", "positiveVelocity", "initialPoints", "initialValues"};

static const Expr *refuse(const Lower *l, Span span, const char *what)
{
    diag_error(l->f->diag, span, E_ARGUMENT, "'spatialDistribution': %s", what);
    return expr_error(l->t);
}

static const Expr *default_pair(const Lower *l, double first, double last)
{
    const Expr *items[2] = {expr_real(l->t, first), expr_real(l->t, last)};
    return expr_array(l->t, items, 2, items[0]->type);
}

static bool has_type(const Lower *l, const Expr *e, const AstExpr *text, int k)
{
    bool is_vector_place = k == IN_LEFT || k == IN_RIGHT, is_table = k == POINTS || k == VALUES;
    uint32_t rank = type_rank(e->type), most = is_table ? 2 : is_vector_place ? 1 : 0;
    TypeKind kind = type_elem(e->type)->kind;
    bool fits = k == DIRECTION ? kind == TYPE_BOOLEAN : kind == TYPE_REAL || kind == TYPE_INTEGER;
    if (fits && rank <= most && (!is_table || rank > 0)) return true;
    diag_error(l->f->diag, text->span, E_TYPE,
               "the argument '%s' of 'spatialDistribution' cannot be of type '%s'",
               argument_names[k], type_text(l->f, e->type));
    return false;
}

static const char *shape_complaint(const Expr *const *args)
{
    uint32_t rank = type_rank(args[IN_LEFT]->type);
    bool is_same = rank == type_rank(args[IN_RIGHT]->type) &&
                   (!rank || type_dim(args[IN_LEFT]->type, 0) == type_dim(args[IN_RIGHT]->type, 0));
    if (!is_same) return "'in0' and 'in1' must have the same size";
    const Type *points = args[POINTS]->type, *values = args[VALUES]->type;
    int32_t n = type_dim(points, type_rank(points) - 1);
    if (n != type_dim(values, type_rank(values) - 1))
        return "'initialPoints' and 'initialValues' must have the same size";
    if (n < 2) return "'initialPoints' needs two points at least";
    for (int k = POINTS; k <= VALUES; k++) {
        const Type *table = args[k]->type;
        if (type_rank(table) != 2) continue;
        if (!rank) return "initial points and values of a scalar are vectors";
        if (type_dim(table, 0) != type_dim(args[IN_LEFT]->type, 0))
            return "initial points and values need one row for each element of 'in0'";
    }
    return NULL;
}

// What can be seen now; values that depend on parameters are looked at when the run begins.
static const char *points_complaint(const Expr *points)
{
    double before = 0, here = 0;
    if (points->kind != EXPR_ARRAY) return NULL;
    for (uint32_t i = 0; i < points->n_args; i++) {
        if (type_rank(points->args[i]->type)) {
            const char *complaint = points_complaint(points->args[i]);
            if (complaint) return complaint;
            continue;
        }
        if (!expr_is_number(points->args[i], &here)) return NULL;
        if (i == 0 && here != 0) return "'initialPoints' must begin with 0";
        if (i > 0 && here < before) return "'initialPoints' must not decrease";
        if (i + 1 == points->n_args && here != 1) return "'initialPoints' must end with 1";
        before = here;
    }
    return NULL;
}

// The initial distribution is used when the run begins (3.7.4.2 declares parameters "to indicate
// that"), so a value that varies has one meaning only: that at the start.
static bool is_initial_table(const Lower *l, const Expr *e, const AstExpr *text, const char *what)
{
    Variability v = expr_variability(l->f, e);
    if (v <= VARIABILITY_PARAMETER || l->function) return true;
    Diagnostic *d = diag_breach(l->f->diag, text->span, E_VARIABILITY,
                                "%s must be a parameter expression, but '%s' is %s (3.7.4.2)", what,
                                source_text(l->f, text->span), variability_word(v));
    if (!diag_is_strict(l->f->diag)) diag_label(l->f->diag, d, "its values at the start are taken");
    return !diag_is_strict(l->f->diag);
}

const Expr *lower_spatial(const Lower *l, const AstExpr *call, const AstExpr *const *texts,
                          uint32_t n)
{
    const Expr *args[N_ARGUMENTS] = {
        [POINTS] = default_pair(l, 0, 1), [VALUES] = default_pair(l, 0, 0)};
    for (uint32_t i = 0; i < n; i++) {
        if (!texts[i]) continue;
        args[i] = lower_node(l, texts[i], NULL);
        if (expr_is_error(args[i]) || !has_type(l, args[i], texts[i], (int)i))
            return expr_error(l->t);
        if (i >= POINTS && !is_initial_table(l, args[i], texts[i], argument_names[i]))
            return expr_error(l->t);
    }
    const char *complaint = shape_complaint(args);
    if (complaint) return refuse(l, call->span, complaint);
    complaint = points_complaint(args[POINTS]);
    if (complaint) return refuse(l, texts[POINTS]->span, complaint);
    return expr_op(l->t, OP_SPATIAL, args, N_ARGUMENTS);
}
