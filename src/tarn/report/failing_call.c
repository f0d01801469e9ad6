// The call through which a statement of a function was reached: the modeller's equation, where an
// assertion fails in the functions of a library. Which functions can reach the statement is seen
// from their bodies; which of their calls did is found by evaluating these.
#include <string.h>

#include "tarn/report/failing.h"

typedef struct Reaching {
    Failure *f;
    Span statement;
    const char *words;           // that name the function, where the statement is not known; NULL
    const Function *owner;       // of the statement; NULL: not seen
    VEC(const Function *) known; // in order of discovery
    VEC(uint8_t) reaches;        // by known function
    bool is_reached;             // by the expression at hand
} Reaching;

// ---- Which functions reach it
// --------------------------------------------------------------------

static void add_function(void *client, const Expr *node)
{
    Reaching *r = client;
    if (node->kind != EXPR_CALL) return;
    for (uint32_t i = 0; i < r->known.count; i++)
        if (r->known.data[i] == node->u.function) return;
    VEC_PUSH(r->f->scratch, &r->known, node->u.function);
    VEC_PUSH(r->f->scratch, &r->reaches, 0);
}

static void add_functions_of(void *client, const Expr **e)
{
    Reaching *r = client;
    expr_walk(r->f->p->session->exprs, *e, r, add_function);
}

static void look_at_node(void *client, const Expr *node)
{
    Reaching *r = client;
    for (uint32_t i = 0; i < r->known.count && node->kind == EXPR_CALL; i++)
        if (r->known.data[i] == node->u.function) r->is_reached |= r->reaches.data[i];
}

static void look_at(void *client, const Expr **e)
{
    Reaching *r = client;
    expr_walk(r->f->p->session->exprs, *e, r, look_at_node);
}

typedef VEC(Statements) StatementsVec;

// Every statement of a body, with those inside others.
static void each_statement(Reaching *r, const Function *function, PlaceVisit visit)
{
    StatementsVec open = {0};
    VEC_PUSH(r->f->scratch, &open, function->body);
    while (open.count) {
        Statements body = VEC_POP(&open);
        for (uint32_t i = 0; i < body.count; i++) {
            Statement *st = &body.items[i];
            if (st->span.begin == r->statement.begin) r->owner = function;
            statement_each_expression(st, r, visit);
            for (uint32_t b = 0; b < st->n_branches; b++)
                VEC_PUSH(r->f->scratch, &open, st->branches[b].body);
        }
    }
}

static void each_expression(Reaching *r, const Function *function, PlaceVisit visit)
{
    for (uint32_t i = 0; i < function->n_locals; i++) {
        if (function->locals[i].span.begin == r->statement.begin) r->owner = function;
        if (function->locals[i].value) visit(r, &function->locals[i].value);
    }
    each_statement(r, function, visit);
}

// All functions that the model calls, directly or not, then the closure of those that reach the
// statement: a function that calls one of them does.
static void find_functions(Reaching *r)
{
    const EquationSystem *system = r->f->system;
    const CausalSystem *causal = r->f->p->causal;
    for (uint32_t i = 0; i < system->equations.count; i++) {
        add_functions_of(r, &system->equations.data[i].left);
        add_functions_of(r, &system->equations.data[i].right);
    }
    for (int32_t i = 0; i < causal->n_parameters; i++)
        add_functions_of(r, &causal->parameters[i].value);
    for (uint32_t i = 0; i < r->known.count; i++) {
        const Function *before = r->owner;
        const char *name = arena_printf(r->f->scratch, "'%s'", r->known.data[i]->name->text);
        if (r->words && strstr(r->words, name)) r->owner = r->known.data[i];
        each_expression(r, r->known.data[i], add_functions_of);
        if (r->owner != before) r->reaches.data[i] = 1;
    }
    for (bool any = r->owner != NULL; any;) {
        any = false;
        for (uint32_t i = 0; i < r->known.count; i++) {
            r->is_reached = false;
            if (!r->reaches.data[i]) each_expression(r, r->known.data[i], look_at);
            r->reaches.data[i] |= r->is_reached;
            any |= r->is_reached;
        }
    }
}

static bool reaches(Reaching *r, const Expr *e)
{
    r->is_reached = false;
    look_at(r, &e);
    return r->is_reached;
}

// ---- Which call it was
// ---------------------------------------------------------------------------

static bool fails_there(Reaching *r, const Expr *e, Operation *found)
{
    return reaches(r, e) && failing_at_call(r->f, e, found) &&
           found->inside.begin == r->statement.begin;
}

static bool search_block(Reaching *r, const Block *b, Operation *found)
{
    const EquationSystem *system = r->f->system;
    r->f->block = b;
    for (int32_t k = 0; k < b->n_assignments; k++) {
        if (!fails_there(r, b->assignments[k].value, found)) continue;
        found->variable = b->assignments[k].variable;
        found->equation = failing_equation_of(b, found->variable);
        return true;
    }
    for (int32_t k = 0; k < b->n_equations && k < b->n_unknowns; k++) {
        const SystemEquation *e = system_equation(system, b->equations[k]);
        if (!fails_there(r, e->left, found) && !fails_there(r, e->right, found)) continue;
        found->variable = b->unknowns[k];
        found->equation = b->equations[k];
        return true;
    }
    return false;
}

static bool search_blocks(Reaching *r, Operation *found)
{
    const CausalSystem *causal = r->f->p->causal;
    const Section *sections[] = {&causal->initial, &causal->derivatives, &causal->outputs,
                                 &causal->event};
    bool is_start = *r->f->model->mode == MODE_INITIAL;
    for (size_t s = is_start ? 0 : 1; s < sizeof sections / sizeof *sections; s++)
        for (int32_t i = 0; i < sections[s]->n_blocks; i++)
            if (search_block(r, &causal->blocks[sections[s]->blocks[i]], found)) return true;
    return false;
}

static bool search_parameters(Reaching *r, Operation *found)
{
    const CausalSystem *causal = r->f->p->causal;
    r->f->block = NULL;
    for (int32_t i = 0; i < causal->n_parameters; i++) {
        if (!fails_there(r, causal->parameters[i].value, found)) continue;
        found->variable = causal->parameters[i].variable;
        found->equation = (EquationId){-1};
        return true;
    }
    return false;
}

// Foreign code is not called once more: where one equation only can have called it, that did.
static bool find_only(Reaching *r, Operation *found)
{
    const CausalSystem *causal = r->f->p->causal;
    int32_t n = 0;
    for (int32_t i = 0; i < causal->n_parameters; i++) {
        if (!reaches(r, causal->parameters[i].value) || n++) continue;
        *found = (Operation){.variable = causal->parameters[i].variable, .equation = {-1}};
    }
    for (int32_t i = 0; i < causal->event.n_blocks; i++) {
        const Block *b = &causal->blocks[causal->event.blocks[i]];
        for (int32_t k = 0; k < b->n_equations && k < b->n_unknowns; k++) {
            const SystemEquation *e = system_equation(r->f->system, b->equations[k]);
            bool is_caller = reaches(r, e->left) || reaches(r, e->right);
            if (!is_caller || n++) continue;
            *found = (Operation){.variable = b->unknowns[k], .equation = b->equations[k]};
        }
    }
    return n == 1;
}

bool failing_find_call(Failure *f, Span statement, const char *words, Operation *found,
                       const Function **owner)
{
    bool is_known = !span_is_none(statement);
    Reaching r = {.f = f, .statement = is_known ? statement : (Span){UINT32_MAX, UINT32_MAX}};
    r.words = is_known ? NULL : words;
    find_functions(&r);
    *owner = r.owner;
    return r.owner &&
           (search_parameters(&r, found) || search_blocks(&r, found) || find_only(&r, found));
}
